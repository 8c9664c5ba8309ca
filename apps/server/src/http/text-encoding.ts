import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

// Off the event loop, and fast rather than small: a page is another one at each answer, by its nonce.
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

/** How a text may be written for the way. */
export type TextEncoding = keyof typeof ways;

/** The smallest encoding that the browser takes; undefined where it takes none. */
export function chooseEncoding(headers: IncomingHttpHeaders): TextEncoding | undefined {
  if (headers['accept-encoding'] === undefined) return undefined;
  const taken = new Negotiator({ headers }).encodings(['br', 'gzip']);
  return (['br', 'gzip'] as const).find((way) => taken.includes(way));
}

/** The text in that encoding; as it is without one. */
export async function encodeText(
  text: string,
  encoding: TextEncoding | undefined,
): Promise<Buffer> {
  const plain = Buffer.from(text);
  return encoding === undefined ? plain : ways[encoding](plain);
}
