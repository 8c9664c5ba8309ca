import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

// A fast level: every response compresses its page again, because the nonce differs.
const quality = 5;
const ways = {
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text: Buffer) => promisify(gzip)(text),
};

/** A supported value of `Content-Encoding`. */
export type ContentEncoding = keyof typeof ways;

/** The smallest encoding that the client accepts; undefined for none. */
export function chooseEncoding(headers: IncomingHttpHeaders): ContentEncoding | undefined {
  if (headers['accept-encoding'] === undefined) return undefined;
  const taken = new Negotiator({ headers }).encodings(['br', 'gzip']);
  return (['br', 'gzip'] as const).find((way) => taken.includes(way));
}

/** Compresses a body off the event loop; without an encoding it stays as it is. */
export async function encodeBody(
  text: string,
  encoding: ContentEncoding | undefined,
): Promise<Buffer> {
  const plain = Buffer.from(text);
  return encoding === undefined ? plain : ways[encoding](plain);
}
