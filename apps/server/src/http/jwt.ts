import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { compactVerify, errors, SignJWT, type CompactJWSHeaderParameters } from 'jose';
import { LRUCache } from 'lru-cache';
import type { SigningKey } from './signing-keys.ts';

export type TokenProblem = 'malformed' | 'signature' | 'expired' | 'not_yet_valid';

/** An invalid token. `message` is PostgREST's; each protocol renders its own response. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly reason: TokenProblem;

  constructor(reason: TokenProblem, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type Claims = Readonly<Record<string, unknown>>;

export interface Tokens {
  /** Signs the claims. `iat` defaults to now, and `exp` is `iat` plus `lifetimeSeconds`. */
  sign(claims: Record<string, unknown>, lifetimeSeconds: number): Promise<string>;
  /** Signs with the secret even if there are signing keys; the same claims give the same token. */
  signBySecret(claims: Record<string, unknown>, lifetimeSeconds: number): Promise<string>;
  /** The public keys, as the JWKS endpoint serves them; empty when the secret signs. */
  readonly publicKeys: readonly Readonly<Record<string, unknown>>[];
  /** @throws {TokenError} for a foreign signature, or outside the token's validity with a tolerance of 30 s */
  verify(token: string): Promise<Claims>;
  /** Derives 32 bytes from the text and the purpose with the sealing key (HMAC). */
  fingerprint(purpose: string, text: string): Buffer;
  /** The same with every sealing key that is accepted, the present one first. */
  fingerprints(purpose: string, text: string): readonly Buffer[];
}

/** What derives the keys that seal values in the database. */
export type SealingKeys = Pick<Tokens, 'fingerprint' | 'fingerprints'>;

const sharedAlgorithm = 'HS256';
const noKey = 'No suitable key or wrong key type';
const undecodable = 'JWT cannot be decoded';
const cachedCharacters = 8_000_000;
const longestCached = 16_000;
/** Tolerated clock difference between two machines. */
const clockSkewSeconds = 30;

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
    // Invalid JSON and a payload that is not an object get the same error.
  }
  throw new TokenError('malformed', 'JWT claims are not a JSON object');
}

function numericDate(claims: Claims, name: string): number | undefined {
  const value = claims[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TokenError('malformed', `The JWT '${name}' claim must be a number`);
}

function checkTimes(claims: Claims): void {
  const now = nowInSeconds();
  const expires = numericDate(claims, 'exp');
  const notBefore = numericDate(claims, 'nbf');
  const issuedAt = numericDate(claims, 'iat');
  if (expires !== undefined && now >= expires + clockSkewSeconds) {
    throw new TokenError('expired', 'JWT expired');
  }
  if (notBefore !== undefined && now < notBefore - clockSkewSeconds) {
    throw new TokenError('not_yet_valid', 'JWT not yet valid');
  }
  if (issuedAt !== undefined && now < issuedAt - clockSkewSeconds) {
    throw new TokenError('not_yet_valid', 'JWT issued at future');
  }
}

/** Whether no other text decodes to the same bytes: one with padding, whitespace or unused bits does. */
function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part;
}

function checkForm(token: string): void {
  const parts = token.split('.');
  if (parts.length !== 3) {
    throw new TokenError('malformed', `Expected 3 parts in JWT; got ${parts.length}`);
  }
  if (!parts.every(isCanonical)) throw new TokenError('malformed', undecodable);
}

function toTokenError(error: unknown): unknown {
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new TokenError('signature', 'JWT cryptographic operation failed');
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return new TokenError('signature', noKey);
  }
  return error instanceof errors.JWSInvalid ? new TokenError('malformed', undecodable) : error;
}

/** Chooses the single key and algorithm to verify a token with; the token's header cannot choose another algorithm. */
function keyFinder(secret: KeyObject, keys: readonly SigningKey[]) {
  const byName = new Map(keys.map((key) => [key.kid, key]));
  return ({ alg, kid }: CompactJWSHeaderParameters): KeyObject => {
    if (kid === undefined && alg === sharedAlgorithm) return secret;
    const named = kid === undefined ? undefined : byName.get(kid);
    const key = named?.algorithm === alg ? named.publicKey : undefined;
    if (key === undefined) throw new TokenError('signature', noKey);
    return key;
  };
}

/** A secret, and another one that is accepted too while it replaces this one or was replaced by it. */
interface SecretPair {
  readonly secret: string;
  readonly accepted?: string | undefined;
}

/** The keys of one server. */
export interface TokenKeys extends SecretPair {
  /** The first key signs, all verify; without keys the secret does both. */
  readonly keys?: readonly SigningKey[];
  /** What {@link Tokens.fingerprint} derives from; by default the secret that signs. */
  readonly sealing?: SecretPair | undefined;
}

/** The key objects of a pair, the present one first. */
function keyObjects({ secret, accepted }: SecretPair): [KeyObject, ...KeyObject[]] {
  const toKey = (text: string) => createSecretKey(Buffer.from(text, 'utf8'));
  return accepted === undefined ? [toKey(secret)] : [toKey(secret), toKey(accepted)];
}

function derive(key: KeyObject, purpose: string, text: string): Buffer {
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest();
}

/**
 * Signs and verifies tokens, and caches verified ones. New keys need a new {@link Tokens}, so nothing verified by the
 * old keys stays cached.
 */
export function createTokens({ keys = [], sealing, ...pair }: TokenKeys): Tokens {
  const secrets = keyObjects(pair);
  const [shared] = secrets;
  const sealingKeys = keyObjects(sealing ?? pair);
  // A token that names a key is no other secret's.
  const finders = secrets.map((secret, index) => keyFinder(secret, index === 0 ? keys : []));
  const algorithms = [sharedAlgorithm, ...new Set(keys.map(({ algorithm }) => algorithm))];
  const [signer] = keys;
  const checked = new LRUCache<string, Claims>({
    maxSize: cachedCharacters,
    maxEntrySize: longestCached,
    sizeCalculation: (_claims, token) => token.length,
  });

  async function payloadOf(token: string): Promise<Uint8Array> {
    let failure: unknown;
    for (const findKey of finders) {
      try {
        return (await compactVerify(token, findKey, { algorithms })).payload;
      } catch (error) {
        failure ??= error;
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
      }
    }
    throw toTokenError(failure);
  }

  async function readClaims(token: string): Promise<Claims> {
    checkForm(token);
    return parseClaims(await payloadOf(token));
  }

  function prepared(claims: Record<string, unknown>, lifetimeSeconds: number): SignJWT {
    const issuedAt = numericDate(claims, 'iat') ?? nowInSeconds();
    return new SignJWT({ ...claims, iat: issuedAt, exp: issuedAt + lifetimeSeconds });
  }
  const signBySecret: Tokens['signBySecret'] = (claims, lifetimeSeconds) =>
    prepared(claims, lifetimeSeconds)
      .setProtectedHeader({ alg: sharedAlgorithm, typ: 'JWT' })
      .sign(shared);

  return {
    signBySecret,
    sign(claims, lifetimeSeconds) {
      if (signer === undefined) return signBySecret(claims, lifetimeSeconds);
      return prepared(claims, lifetimeSeconds)
        .setProtectedHeader({ alg: signer.algorithm, typ: 'JWT', kid: signer.kid })
        .sign(signer.privateKey);
    },
    publicKeys: keys.map(({ publicJwk }) => publicJwk),
    fingerprint: (purpose, text) => derive(sealingKeys[0], purpose, text),
    fingerprints: (purpose, text) => sealingKeys.map((key) => derive(key, purpose, text)),
    async verify(token) {
      let claims = checked.get(token);
      if (claims === undefined) {
        claims = await readClaims(token);
        checked.set(token, claims);
      }
      checkTimes(claims);
      return claims;
    },
  };
}

const apiKeyIssuedAt = Date.UTC(2026, 0, 1) / 1000;
const apiKeyLifetimeSeconds = Date.UTC(2036, 0, 1) / 1000 - apiKeyIssuedAt;

function apiKey(tokens: Tokens, role: 'anon' | 'service_role'): Promise<string> {
  return tokens.signBySecret({ iss: 'bkksiam', role, iat: apiKeyIssuedAt }, apiKeyLifetimeSeconds);
}

/** The anon key of the site. The same secret gives the same key in every process. */
export function anonKey(tokens: Tokens): Promise<string> {
  return apiKey(tokens, 'anon');
}

/** The service role key, which never leaves the server. The same secret gives the same key in every process. */
export function serviceKey(tokens: Tokens): Promise<string> {
  return apiKey(tokens, 'service_role');
}
