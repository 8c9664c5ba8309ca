import type { RequestBody } from './function-request.ts';
import { RequestError } from './responses.ts';

const toHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The token of a link for somebody without an account: 256 random bits, known to its mail alone. */
export function newLinkToken(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** What the database stores of a link: SHA-256 of its token, in hexadecimal digits. */
export async function hashLinkToken(token: string): Promise<string> {
  return toHex(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))),
  );
}

/** The token of a link in a request. @throws {RequestError} */
export function tokenIn({ token }: RequestBody): string {
  if (typeof token === 'string' && /^[0-9a-f]{64}$/.test(token)) return token;
  throw new RequestError(404, 'not_found', 'This link is not valid any more.', {
    hint: 'bkk.link_unknown',
  });
}
