import type { FastifyReply, FastifyRequest } from 'fastify';

/** Hop-by-hop headers, which `Request` and `Response` forbid or compute. */
const ofTheConnection = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Converts to a web-standard `Request` with the site's public URL, this request's id as `x-request-id`, and the client's
 * address as `x-forwarded-for`, whatever the client has sent.
 */
export function toWebRequest(
  request: FastifyRequest,
  siteUrl: string,
  signal: AbortSignal,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || ofTheConnection.has(name)) continue;
    for (const one of [value].flat()) headers.append(name, one);
  }
  headers.set('x-request-id', request.id);
  headers.set('x-forwarded-for', request.ip);
  const sends = request.method !== 'GET' && request.method !== 'HEAD';
  const body = sends && Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  return new Request(`${siteUrl}${request.raw.url ?? '/'}`, {
    method: request.method,
    headers,
    body,
    signal,
  });
}

/** Sends the response of a function after its body is complete. */
export async function sendWebResponse(reply: FastifyReply, response: Response) {
  const bytes = Buffer.from(await response.arrayBuffer());
  void reply.code(response.status);
  for (const [name, value] of response.headers) {
    if (!ofTheConnection.has(name)) void reply.header(name, value);
  }
  return bytes.length === 0 ? reply.send() : reply.send(bytes);
}
