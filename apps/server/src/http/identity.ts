import type { IncomingHttpHeaders } from 'node:http';
import type { Identity, Role } from '@bkksiam/domain/identity';
import { TokenError, type Tokens } from './jwt.ts';

const visitor: Identity = { role: 'anon', claims: { role: 'anon' } };

/** The token of an `Authorization: Bearer` header: scheme in any case, one space, no space in the token; else null. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1] ?? null;
}

function isRole(value: unknown): value is Role {
  return value === 'anon' || value === 'authenticated' || value === 'service_role';
}

function presentedToken(headers: IncomingHttpHeaders): string | null {
  const bearer = bearerToken(headers.authorization);
  if (bearer !== null) return bearer;
  return typeof headers.apikey === 'string' && headers.apikey !== '' ? headers.apikey : null;
}

/**
 * Who asks, for the data and function protocols: the bearer token, else the `apikey` header as a token, else a visitor.
 *
 * @throws {TokenError} when a token is presented that does not count
 */
export async function identify(tokens: Tokens, headers: IncomingHttpHeaders): Promise<Identity> {
  const token = presentedToken(headers);
  if (token === null) return visitor;
  const { claims } = await tokens.verify(token);
  const role = claims.role ?? 'anon';
  if (!isRole(role)) {
    throw new TokenError('malformed', `role ${JSON.stringify(role)} does not exist`);
  }
  return { role, claims: { ...claims, role } };
}
