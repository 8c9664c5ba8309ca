const encoder = new TextEncoder();
/** The key of AES-256-GCM: HMAC-SHA256 of the purpose with the secret, so that another purpose has another key. */
async function deriveKey(secret: string) {
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), hash, false, ['sign']);
  const derived = await crypto.subtle.sign('HMAC', key, encoder.encode('passport\0'));
  return crypto.subtle.importKey('raw', derived, 'AES-GCM', false, ['encrypt']);
}

/**
 * Encrypts the number of a passport: base64 of nonce, ciphertext and tag.
 *
 * @param travellerId additional authenticated data, so that the text of another traveller's row does not open
 */
export async function sealPassport(
  secret: string,
  travellerId: string,
  number: string,
): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const encrypted = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: encoder.encode(travellerId) },
    await deriveKey(secret),
    encoder.encode(number),
  );
  return btoa(String.fromCharCode(...nonce, ...new Uint8Array(encrypted)));
}
