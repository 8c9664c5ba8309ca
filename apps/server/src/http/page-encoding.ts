import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

// Every answer is another one by its nonce, so it is compressed for each: fast rather than small, off the event loop.
const quality = 5;
const ways = {
  br: (page: Buffer) =>
    promisify(brotliCompress)(page, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
      },
    }),
  gzip: (page: Buffer) => promisify(gzip)(page),
};

/** A page in the smallest encoding that the browser takes; `encoding` is undefined where it takes none. */
export async function encodePage(
  headers: IncomingHttpHeaders,
  page: string,
): Promise<{ readonly encoding: 'br' | 'gzip' | undefined; readonly body: Buffer }> {
  const plain = Buffer.from(page);
  const taken = new Negotiator({ headers }).encodings(['br', 'gzip']);
  const encoding = (['br', 'gzip'] as const).find((way) => taken.includes(way));
  return { encoding, body: encoding === undefined ? plain : await ways[encoding](plain) };
}
