// How a sender of pushes identifies itself to push services (RFC 8292).
import { fromBase64Url, toBase64Url } from './base64url.ts';

/** A key pair of P-256 in base64url: the uncompressed point and the private number. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
/** Services accept a day at most. */
const lifetimeSeconds = 12 * 3600;

export async function createVapidKeys(): Promise<VapidKeys> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const { d = '' } = await crypto.subtle.exportKey('jwk', keys.privateKey);
  const point = await crypto.subtle.exportKey('raw', keys.publicKey);
  return { publicKey: toBase64Url(new Uint8Array(point)), privateKey: d };
}

function importPrivateKey({ publicKey, privateKey }: VapidKeys) {
  const point = fromBase64Url(publicKey);
  const [x, y] = [toBase64Url(point.slice(1, 33)), toBase64Url(point.slice(33))];
  const jwk = { kty: 'EC', crv: 'P-256', d: privateKey, x, y };
  return crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign']);
}

const partOf = (value: object) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)));

/**
 * The header `Authorization` of a push.
 *
 * @param subject whom the service may write to, a `mailto:` or `https:` address
 */
export async function vapidAuthorization(
  endpoint: string,
  subject: string,
  keys: VapidKeys,
  nowMs = Date.now(),
): Promise<string> {
  const exp = Math.floor(nowMs / 1000) + lifetimeSeconds;
  const claims = { aud: new URL(endpoint).origin, exp, sub: subject };
  const text = `${partOf({ typ: 'JWT', alg: 'ES256' })}.${partOf(claims)}`;
  const key = await importPrivateKey(keys);
  const signer = { name: 'ECDSA', hash: 'SHA-256' };
  const signature = await crypto.subtle.sign(signer, key, new TextEncoder().encode(text));
  return `vapid t=${text}.${toBase64Url(new Uint8Array(signature))}, k=${keys.publicKey}`;
}
