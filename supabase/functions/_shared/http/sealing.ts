import type { FunctionEnvironment } from './environment.ts';
import { RequestError } from './responses.ts';

/** What is sealed: each purpose has a key of its own, so that what is sealed for one does not open for another. */
export type SealingPurpose = 'passport' | 'refund account';

const encoder = new TextEncoder();
const nonceBytes = 12;

/** The key of AES-256-GCM: HMAC-SHA256 of the purpose with the secret. */
async function deriveKey(secret: string, purpose: SealingPurpose) {
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), hash, false, ['sign']);
  const derived = await crypto.subtle.sign('HMAC', key, encoder.encode(`${purpose}\0`));
  return crypto.subtle.importKey('raw', derived, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** The key that seals numbers; a hosted project has one only if its owner sets it. */
function sealingKey(environment: FunctionEnvironment): string {
  const key = environment.get('SEALING_KEY') ?? '';
  if (key !== '') return key;
  throw new RequestError(501, 'no_sealing_key', 'This project has no key that seals numbers.');
}

/**
 * Encrypts a number of a person: base64 of nonce, ciphertext and tag.
 *
 * @param rowId additional authenticated data, so that the text of another row does not open
 * @throws {RequestError} without a key
 */
export async function sealNumber(
  environment: FunctionEnvironment,
  purpose: SealingPurpose,
  rowId: string,
  number: string,
): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const encrypted = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: encoder.encode(rowId) },
    await deriveKey(sealingKey(environment), purpose),
    encoder.encode(number),
  );
  return btoa(String.fromCharCode(...nonce, ...new Uint8Array(encrypted)));
}

/**
 * Decrypts what {@link sealNumber} has made; null if it was sealed with a key that is gone. While a key is replaced, the second
 * one that is accepted opens too.
 *
 * @throws {RequestError} without a key
 */
export async function openNumber(
  environment: FunctionEnvironment,
  purpose: SealingPurpose,
  rowId: string,
  sealed: string,
): Promise<string | null> {
  const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
  const accepted = environment.get('SEALING_KEY_ACCEPTED') ?? '';
  for (const secret of [sealingKey(environment), ...(accepted === '' ? [] : [accepted])]) {
    const algorithm = {
      name: 'AES-GCM',
      iv: bytes.subarray(0, nonceBytes),
      additionalData: encoder.encode(rowId),
    };
    const key = await deriveKey(secret, purpose);
    const opened = await crypto.subtle
      .decrypt(algorithm, key, bytes.subarray(nonceBytes))
      .catch(() => null);
    if (opened !== null) return new TextDecoder().decode(opened);
  }
  return null;
}
