import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** Levels of Brotli and gzip for pages and cached bodies, and for bodies that are sent once and must not wait. */
const levels = { small: { br: 5, gzip: 6 }, fast: { br: 1, gzip: 1 } };
type Level = keyof typeof levels;

const ways = {
  br: (text: Buffer, level: Level) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: levels[level].br,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text: Buffer, level: Level) => promisify(gzip)(text, { level: levels[level].gzip }),
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
  text: string | Buffer,
  encoding: ContentEncoding | undefined,
  level: Level = 'small',
): Promise<Buffer> {
  const plain = typeof text === 'string' ? Buffer.from(text) : text;
  return encoding === undefined ? plain : ways[encoding](plain, level);
}

const minBytes = 1024;

function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  const text = Array.isArray(vary) ? vary.join(', ') : vary;
  if (text === undefined) reply.header('vary', 'Accept-Encoding');
  else if (!/accept-encoding|\*/i.test(String(text)))
    reply.header('vary', `${String(text)}, Accept-Encoding`);
}

/** The encoding of a payload that may be compressed. A large text may be bytes already (`unread-responses`). */
function encodingFor(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): ContentEncoding | undefined {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return undefined;
  if (payload.length <= minBytes && Buffer.byteLength(payload) <= minBytes) return undefined;
  if (reply.statusCode >= 400 || reply.hasHeader('content-encoding')) return undefined;
  if (/no-transform/i.test(String(reply.getHeader('cache-control') ?? ''))) return undefined;
  return chooseEncoding(headers);
}

/**
 * An `onSend` hook that compresses text over a kilobyte. It is for responses that hold no secret beside what the caller
 * sent: the compressed length would tell how much of it has been guessed (BREACH).
 */
export function compressText(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  addVary(reply);
  const encoding = encodingFor(request, reply, payload);
  if (encoding === undefined) {
    done(null, payload);
    return;
  }
  reply.header('content-encoding', encoding).removeHeader('content-length');
  const etag = reply.getHeader('etag');
  // Encoded bytes differ from those of the strong tag (RFC 9110, section 8.8.3).
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`);
  encodeBody(payload as string | Buffer, encoding, 'fast').then((body) => done(null, body), done);
}
