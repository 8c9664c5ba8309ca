import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Position of the authentication tag; stored values of both formats must stay readable. */
type TagPosition = 'before ciphertext' | 'after ciphertext';

/**
 * Encrypts a text with AES-256-GCM; the result begins with the nonce.
 *
 * @param key 32 bytes
 * @param context additional authenticated data: decryption needs the same context
 */
export function seal(key: Buffer, context: string, text: string, position: TagPosition): Buffer {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()]);
  const tag = encryption.getAuthTag();
  const parts = position === 'before ciphertext' ? [tag, ciphertext] : [ciphertext, tag];
  return Buffer.concat([nonce, ...parts]);
}

/**
 * Decrypts with the first key that fits.
 *
 * @throws when no key or not the context is that of {@link seal}, or the bytes were changed
 */
export function unseal(
  keys: readonly Buffer[],
  context: string,
  sealed: Buffer,
  position: TagPosition,
): string {
  let failure: unknown = new Error('there is no key');
  for (const key of keys) {
    try {
      return unsealBy(key, context, sealed, position);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function unsealBy(key: Buffer, context: string, sealed: Buffer, position: TagPosition): string {
  const nonce = sealed.subarray(0, nonceBytes);
  const rest = sealed.subarray(nonceBytes);
  const [tag, ciphertext] =
    position === 'before ciphertext'
      ? [rest.subarray(0, tagBytes), rest.subarray(tagBytes)]
      : [rest.subarray(-tagBytes), rest.subarray(0, -tagBytes)];
  const decryption = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  return decryption.update(ciphertext).toString('utf8') + decryption.final('utf8');
}
