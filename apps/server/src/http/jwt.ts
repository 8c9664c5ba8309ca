import { createHmac, createSecretKey } from 'node:crypto';
import { compactVerify, errors, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

export type TokenProblem = 'malformed' | 'signature' | 'expired' | 'not_yet_valid';

/** A token that does not count. `message` says why in PostgREST's words; each protocol renders its own answer. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly reason: TokenProblem;

  constructor(reason: TokenProblem, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type Claims = Readonly<Record<string, unknown>>;

export interface VerifiedToken {
  readonly claims: Claims;
}

export interface VerifyOptions {
  /** How far the clocks of two machines may differ, in seconds; 0 when not given. */
  readonly skewSeconds?: number;
}

export interface Tokens {
  /** Signs the claims; `iat` is now unless the claims bring their own, `exp` follows after `lifetimeSeconds`. */
  sign(claims: Record<string, unknown>, lifetimeSeconds: number): Promise<string>;
  /** @throws {TokenError} when the token is not ours, or not valid at this moment */
  verify(token: string, options?: VerifyOptions): Promise<VerifiedToken>;
  /** 32 bytes that follow from the text, the purpose and the server's secret, and are not to be had without it. */
  fingerprint(purpose: string, text: string): Buffer;
}

const algorithm = 'HS256';
const cachedCharacters = 8_000_000;
const longestCached = 16_000;

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function parseClaims(payload: Uint8Array): Claims {
  try {
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    if (typeof claims === 'object' && claims !== null && !Array.isArray(claims)) {
      return Object.freeze({ ...claims });
    }
  } catch {
    // Broken JSON and a payload that is no object are one answer.
  }
  throw new TokenError('malformed', 'JWT claims are not a JSON object');
}

function numericDate(claims: Claims, name: string): number | undefined {
  const value = claims[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TokenError('malformed', `The JWT '${name}' claim must be a number`);
}

function checkTimes(claims: Claims, skewSeconds: number): void {
  const now = nowInSeconds();
  const expires = numericDate(claims, 'exp');
  const notBefore = numericDate(claims, 'nbf');
  if (expires !== undefined && now >= expires + skewSeconds) {
    throw new TokenError('expired', 'JWT expired');
  }
  if (notBefore !== undefined && now < notBefore - skewSeconds) {
    throw new TokenError('not_yet_valid', 'JWT not yet valid');
  }
}

function toTokenError(error: unknown, token: string): unknown {
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new TokenError('signature', 'JWT cryptographic operation failed');
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return new TokenError('signature', 'No suitable key or wrong key type');
  }
  if (error instanceof errors.JWSInvalid) {
    const parts = token.split('.').length;
    return new TokenError(
      'malformed',
      parts === 3 ? 'JWT cannot be decoded' : `Expected 3 parts in JWT; got ${parts}`,
    );
  }
  return error;
}

/** The one place that knows the key: signs and checks HS256 tokens, and remembers the tokens it has checked. */
export function createTokens(keys: { readonly secret: string }): Tokens {
  const key = createSecretKey(Buffer.from(keys.secret, 'utf8'));
  const checked = new LRUCache<string, Claims>({
    maxSize: cachedCharacters,
    maxEntrySize: longestCached,
    sizeCalculation: (_claims, token) => token.length,
  });

  async function readClaims(token: string): Promise<Claims> {
    try {
      const { payload } = await compactVerify(token, key, { algorithms: [algorithm] });
      return parseClaims(payload);
    } catch (error) {
      throw toTokenError(error, token);
    }
  }

  return {
    sign(claims, lifetimeSeconds) {
      const issuedAt = numericDate(claims, 'iat') ?? nowInSeconds();
      return new SignJWT({ ...claims, iat: issuedAt, exp: issuedAt + lifetimeSeconds })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .sign(key);
    },
    fingerprint(purpose, text) {
      return createHmac('sha256', key).update(`${purpose}\0${text}`).digest();
    },
    async verify(token, options = {}) {
      let claims = checked.get(token);
      if (claims === undefined) {
        claims = await readClaims(token);
        checked.set(token, claims);
      }
      checkTimes(claims, options.skewSeconds ?? 0);
      return { claims };
    },
  };
}

const apiKeyIssuedAt = Date.UTC(2026, 0, 1) / 1000;
const apiKeyLifetimeSeconds = Date.UTC(2036, 0, 1) / 1000 - apiKeyIssuedAt;

function apiKey(tokens: Tokens, role: 'anon' | 'service_role'): Promise<string> {
  return tokens.sign({ iss: 'bkksiam', role, iat: apiKeyIssuedAt }, apiKeyLifetimeSeconds);
}

/** The public key of the site. The same secret gives the same key in every process. */
export function anonKey(tokens: Tokens): Promise<string> {
  return apiKey(tokens, 'anon');
}

/** The key that may do everything: never leaves the server. The same secret gives the same key in every process. */
export function serviceKey(tokens: Tokens): Promise<string> {
  return apiKey(tokens, 'service_role');
}
