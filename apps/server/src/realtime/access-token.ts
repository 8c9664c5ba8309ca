import type { Identity } from '@bkksiam/domain/identity';
import { isRole } from '../http/identity.ts';
import { TokenError, type Tokens } from '../http/jwt.ts';

/** Who a channel speaks for, and until when, in milliseconds since 1970. */
export interface Access {
  readonly token: string;
  readonly identity: Identity;
  readonly expiresAt: number;
}

/** A token that is refused. `message` is the one of the original. */
export class AccessDenied extends Error {
  override readonly name = 'AccessDenied';
  /** The code before the message in the reply to a join. */
  readonly code: string;

  constructor(message: string, code = 'InvalidJWTToken') {
    super(message);
    this.code = code;
  }
}

/** What is said of a token that expired at that time. */
export function expiredText(expiresAt: number): string {
  const seconds = Math.max(0, Math.floor((Date.now() - expiresAt) / 1000));
  return `Token has expired ${String(seconds)} seconds ago`;
}

function expiryOf(token: string): number | undefined {
  try {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    const { exp } = JSON.parse(payload) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}

function textOf({ reason }: TokenError, token: string): string {
  const expiresAt = expiryOf(token);
  if (reason === 'expired' && expiresAt !== undefined) return expiredText(expiresAt);
  if (reason === 'signature') return 'Failed to validate JWT signature';
  return 'The token provided is not a valid JWT';
}

/**
 * Who a token is for. It needs a known role and an expiry.
 *
 * @throws {AccessDenied}
 */
export async function accessOf(tokens: Tokens, token: string): Promise<Access> {
  try {
    const claims = await tokens.verify(token);
    const { role, exp } = claims;
    if (!isRole(role) || typeof exp !== 'number')
      throw new AccessDenied('Fields `role` and `exp` are required in JWT');
    const expiresAt = exp * 1000;
    if (expiresAt <= Date.now()) throw new AccessDenied(expiredText(expiresAt));
    return { token, identity: { role, claims: { ...claims, role } }, expiresAt };
  } catch (error) {
    throw error instanceof TokenError ? new AccessDenied(textOf(error, token)) : error;
  }
}
