import type { IncomingHttpHeaders } from 'node:http';
import type { Identity, Role } from '@bkksiam/domain/identity';
import { TokenError, type Claims, type Tokens } from './jwt.ts';

/** A caller without a token. */
export const visitor: Identity = { role: 'anon', claims: { role: 'anon' } };

/** A protocol that reads and writes for itself, past row policies. */
export const serviceIdentity: Identity = {
  role: 'service_role',
  claims: { role: 'service_role' },
};

/** The token of an `Authorization: Bearer` header, null for any other header. The scheme is case-insensitive. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** The claims of the bearer token; null without a valid one. */
export async function bearerClaims(
  tokens: Tokens,
  { authorization }: IncomingHttpHeaders,
): Promise<Claims | null> {
  const token = bearerToken(authorization);
  if (token === null) return null;
  try {
    return await tokens.verify(token);
  } catch (error) {
    if (error instanceof TokenError) return null;
    throw error;
  }
}

/** Whether a token may act as the role. */
export function isRole(value: unknown): value is Role {
  return value === 'anon' || value === 'authenticated' || value === 'service_role';
}

function presentedToken(headers: IncomingHttpHeaders): string | null {
  const bearer = bearerToken(headers.authorization);
  if (bearer !== null) return bearer;
  return typeof headers.apikey === 'string' && headers.apikey !== '' ? headers.apikey : null;
}

/**
 * Identifies the caller of the data and function protocols by the bearer token, else by the `apikey` header, else as
 * anonymous.
 *
 * @throws {TokenError} for an invalid token
 */
export async function identify(tokens: Tokens, headers: IncomingHttpHeaders): Promise<Identity> {
  const token = presentedToken(headers);
  if (token === null) return visitor;
  const claims = await tokens.verify(token);
  const role = claims.role ?? 'anon';
  if (!isRole(role)) {
    throw new TokenError('malformed', `role ${JSON.stringify(role)} does not exist`);
  }
  return { role, claims: { ...claims, role } };
}
