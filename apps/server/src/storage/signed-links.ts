import { TokenError, type Claims, type Tokens } from '../http/jwt.ts';
import { textOf } from './caller-sql.ts';
import { storageErrors } from './errors.ts';
import { tokenMessage } from './error-response.ts';
import type { ObjectTarget } from './parts.ts';

type Scope = 'download' | 'upload';

const addressOf = ({ bucket, key }: ObjectTarget): string => `${bucket}/${key}`;

/** A token that opens one object for a time; it has no role, so it opens nothing else. */
export const signLink = (
  tokens: Tokens,
  target: ObjectTarget,
  scope: Scope,
  lifetimeSeconds: number,
  further: Readonly<Record<string, unknown>> = {},
): Promise<string> => tokens.sign({ ...further, url: addressOf(target), scope }, lifetimeSeconds);

async function claimsOf(tokens: Tokens, token: string): Promise<Claims> {
  try {
    return await tokens.verify(token);
  } catch (error) {
    if (error instanceof TokenError) throw storageErrors.invalidJwt(tokenMessage(error));
    throw error;
  }
}

/**
 * The claims of a link's token. Links are made and checked by the same servers, so unlike other tokens they end exactly.
 *
 * @throws {StorageError} when it is not valid, expired, or of another object or scope
 */
export async function openLink(
  tokens: Tokens,
  token: string,
  target: ObjectTarget,
  scope: Scope,
): Promise<Claims> {
  const claims = await claimsOf(tokens, token);
  if (typeof claims.exp !== 'number' || claims.exp * 1000 <= Date.now())
    throw storageErrors.invalidJwt('"exp" claim timestamp check failed');
  if (textOf(claims.url) !== addressOf(target))
    throw storageErrors.invalidSignature('Invalid signature');
  if (claims.scope !== scope)
    throw storageErrors.invalidSignature(`Token is not scoped for ${scope}`);
  return claims;
}

/** Transformations as a link's token has them, such as `height:200,resize:cover`. */
export const writeTransformations = (given: Readonly<Record<string, unknown>>): string =>
  Object.entries(given)
    .map(([name, value]) => `${name}:${String(value)}`)
    .join(',');

/** The opposite of {@link writeTransformations}. */
export const readTransformations = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(',').flatMap((part) => {
      const [name = '', value] = part.split(':');
      return value === undefined ? [] : [[name, value]];
    }),
  );
