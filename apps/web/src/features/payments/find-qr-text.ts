import { decodeQR, type Image } from 'qr/decode.js';

// A worker has no frame to keep: slips that were photographed turned or blurred need further tries.
const timeLimitMs = 1_500;

/** The text of the QR code in a picture (RGBA); null if none is found. */
export function findQrText(picture: Image): string | null {
  try {
    return decodeQR(picture, { format: 'RGBA', timeLimit: timeLimitMs });
  } catch {
    return null;
  }
}
