import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { restErrors } from './errors.ts';

/** A body that has not been read yet; it is read only after the caller's privilege is known. */
export interface RequestBody {
  /** @throws {RestError} 413 beyond the limit, PGRST102 when the client aborts */
  read(maxBytes: number): Promise<readonly Uint8Array[]>;
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

/** @param onBytes called with the size of each chunk; throws to reject the rest */
export function incomingBody(
  stream: Readable,
  headers: IncomingHttpHeaders,
  onBytes: (bytes: number) => void,
): RequestBody {
  return {
    async read(maxBytes) {
      if (Number(headers['content-length'] ?? 0) > maxBytes) throw restErrors.bodyTooLarge();
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      for await (const chunk of arriving(stream)) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw restErrors.bodyTooLarge();
        onBytes(chunk.length);
        chunks.push(chunk);
      }
      return chunks;
    },
  };
}
