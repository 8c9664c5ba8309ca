import {
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';

/** An asymmetric key pair for access tokens, which others can verify without the server's secret. */
export interface SigningKey {
  readonly kid: string;
  readonly algorithm: 'RS256' | 'ES256';
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The public key as the JWKS endpoint serves it. */
  readonly publicJwk: Readonly<Record<string, unknown>>;
}

const part = z.string().regex(/^[\w-]+$/, { error: 'must be base64url' });
const common = {
  kid: z.string({ error: 'is missing' }).min(1, { error: 'is missing' }).max(200),
  use: z.literal('sig', { error: 'must be "sig"' }).optional(),
};

const rsaKey = z.object({
  ...common,
  kty: z.literal('RSA'),
  alg: z.literal('RS256', { error: 'must be "RS256" for an RSA key' }).default('RS256'),
  ...{ n: part, e: part, d: part, p: part, q: part, dp: part, dq: part, qi: part },
});
const ecKey = z.object({
  ...common,
  kty: z.literal('EC'),
  alg: z.literal('ES256', { error: 'must be "ES256" for an EC key' }).default('ES256'),
  crv: z.literal('P-256', { error: 'must be "P-256"' }),
  ...{ x: part, y: part, d: part },
});
const anyKey = z.discriminatedUnion('kty', [rsaKey, ecKey], {
  error: 'must be a private RSA or EC key',
});
const keySet = z.object(
  { keys: z.array(anyKey).min(1, { error: 'must hold at least one key' }) },
  { error: 'must be a JWK set: {"keys":[...]}' },
);

const smallestModulusBits = 2048;

function toSigningKey(jwk: z.output<typeof anyKey>): SigningKey {
  const privateKey = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' });
  const { kid, alg, kty } = jwk;
  const half = kty === 'RSA' ? { n: jwk.n, e: jwk.e } : { crv: jwk.crv, x: jwk.x, y: jwk.y };
  const publicKey = createPublicKey({ key: { kty, ...half }, format: 'jwk' });
  if (
    (privateKey.asymmetricKeyDetails?.modulusLength ?? smallestModulusBits) < smallestModulusBits
  ) {
    throw new Error('an RSA key must have at least 2048 bits');
  }
  const probe = Buffer.from('these two halves are one pair');
  if (!verify('sha256', probe, publicKey, sign('sha256', probe, privateKey))) {
    throw new Error('the halves of a key do not belong together');
  }
  const publicJwk = { kty, kid, alg, use: 'sig', key_ops: ['verify'], ...half };
  return { kid, algorithm: alg, privateKey, publicKey, publicJwk };
}

/** The keys of a JWK set, or a one-line error message that quotes no key material. */
export type ReadKeys = { readonly keys: readonly SigningKey[] } | { readonly problem: string };

/** Parses a JWK set of private keys (RSA or EC P-256, each with a `kid`); the first signs. */
export function readSigningKeys(text: string): ReadKeys {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: 'must be JSON' };
  }
  const parsed = keySet.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue?.path.join('.') ?? '';
    return { problem: [where, issue?.message ?? 'is not valid'].filter(Boolean).join(' ') };
  }
  const names = parsed.data.keys.map(({ kid }) => kid);
  if (new Set(names).size < names.length) return { problem: 'must not use one kid twice' };
  try {
    return { keys: parsed.data.keys.map(toSigningKey) };
  } catch (error) {
    // An OpenSSL message could quote the key, so only our own messages are shown.
    const ours = error instanceof Error && !('code' in error) ? error.message : '';
    return { problem: ours === '' ? 'holds a key that cannot be used' : `is not usable: ${ours}` };
  }
}
