// Encryption of pushes for a browser (RFC 8291, with the content coding aes128gcm of RFC 8188).
import { fromBase64Url } from './base64url.ts';

/** The keys of a browser's subscription, in base64url. */
export interface PushKeys {
  /** Its public key, an uncompressed point of P-256. */
  readonly p256dh: string;
  readonly auth: string;
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** What is random in a push; tests give that of the RFC. */
export interface PushRandomness {
  readonly keys: { readonly publicKey: Key; readonly privateKey: Key };
  readonly salt: Uint8Array<ArrayBuffer>;
}

const curve = { name: 'ECDH', namedCurve: 'P-256' };
const recordSize = 4096;
/** Of a record without its delimiter and its tag. */
const maxBytes = recordSize - 17;
const encoder = new TextEncoder();

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

async function hkdf(
  input: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt, info };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, length * 8));
}

async function randomness(): Promise<PushRandomness> {
  const keys = await crypto.subtle.generateKey(curve, true, ['deriveBits']);
  return { keys, salt: crypto.getRandomValues(new Uint8Array(16)) };
}

/**
 * The body of a push with one record.
 *
 * @throws {RangeError} when the text is too long, and a DOMException when the keys are none
 */
export async function encryptPush(
  text: string,
  { p256dh, auth }: PushKeys,
  random?: PushRandomness,
): Promise<Uint8Array<ArrayBuffer>> {
  const plain = encoder.encode(text);
  if (plain.length > maxBytes) throw new RangeError('the push is too long');
  const { keys, salt } = random ?? (await randomness());
  const browser = fromBase64Url(p256dh);
  const ours = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey));
  const theirs = await crypto.subtle.importKey('raw', browser, curve, false, []);
  const secret = new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, keys.privateKey, 256),
  );
  const info = joined(encoder.encode('WebPush: info\0'), browser, ours);
  const input = await hkdf(secret, fromBase64Url(auth), info, 32);
  const contentKey = await hkdf(input, salt, encoder.encode('Content-Encoding: aes128gcm\0'), 16);
  const nonce = await hkdf(input, salt, encoder.encode('Content-Encoding: nonce\0'), 12);
  const key = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt']);
  // The delimiter 2 ends the last record.
  const record = joined(plain, Uint8Array.of(2));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, record);
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, recordSize);
  return joined(salt, size, Uint8Array.of(ours.length), ours, new Uint8Array(sealed));
}
