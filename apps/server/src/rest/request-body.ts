import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { restErrors } from './errors.ts';

/** A body that is still on its way. It is read by those who may use it and by nobody else. */
export interface RequestBody {
  /** @throws {RestError} 413 beyond the limit, PGRST102 when the client leaves before the end */
  read(mostBytes: number): Promise<readonly Uint8Array[]>;
}

export const noBody: RequestBody = { read: () => Promise.resolve([]) };

async function* arriving(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    // Destroying the stream would close the connection before the error response is written.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)
      yield chunk;
  } catch {
    throw restErrors.badBody('The request body ended early');
  }
}

/** @param onBytes is told of every chunk, and may throw to refuse the rest */
export function incomingBody(
  stream: Readable,
  headers: IncomingHttpHeaders,
  onBytes: (bytes: number) => void,
): RequestBody {
  return {
    async read(mostBytes) {
      if (Number(headers['content-length'] ?? 0) > mostBytes) throw restErrors.bodyTooLarge();
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      for await (const chunk of arriving(stream)) {
        bytes += chunk.length;
        if (bytes > mostBytes) throw restErrors.bodyTooLarge();
        onBytes(chunk.length);
        chunks.push(chunk);
      }
      return chunks;
    },
  };
}
