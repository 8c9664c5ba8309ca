import type { IncomingHttpHeaders } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { restErrors } from './errors.ts';

/** A body that has not been read yet; it is read only after the caller's privilege is known. */
export interface RequestBody {
  /** @throws {RestError} 413 beyond the limit, PGRST102 when the client aborts */
  read(maxBytes: number): Promise<readonly Uint8Array[]>;
}

export const noBody: RequestBody = { read: () => Promise.resolve([]) };

/** @param onBytes called with the size of each chunk; throws to reject the rest */
export function incomingBody(
  stream: Readable,
  headers: IncomingHttpHeaders,
  onBytes: (bytes: number) => void,
): RequestBody {
  const read = (maxBytes: number) =>
    new Promise<readonly Uint8Array[]>((resolve, reject) => {
      if (Number(headers['content-length'] ?? 0) > maxBytes) throw restErrors.bodyTooLarge();
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      const take = (chunk: Uint8Array): void => {
        try {
          bytes += chunk.length;
          if (bytes > maxBytes) throw restErrors.bodyTooLarge();
          onBytes(chunk.length);
          chunks.push(chunk);
        } catch (error) {
          stream.off('data', take).pause();
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      stream.on('data', take);
      finished(stream, (error) => {
        if (error) reject(restErrors.badBody('The request body ended early'));
        else resolve(chunks);
      });
    });
  return { read };
}
