import { request } from 'node:http';

/** Headers of TUS, as `Upload-Offset`. */
export type TusHeaders = Readonly<Record<string, string>>;

const encoded = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

export interface TusOptions {
  /** `authorization`, or `x-signature`. */
  readonly headers: TusHeaders;
  readonly upsert?: boolean;
  readonly contentType?: string;
  /** Bytes of the creation itself. */
  readonly body?: Uint8Array<ArrayBuffer>;
}

const bytesType = 'application/offset+octet-stream';

/** Begins an upload; the response has its address. */
export function beginTus(
  endpoint: string,
  [bucketName, objectName, length]: readonly [bucket: string, key: string, length: number],
  { headers, upsert = false, contentType = 'application/octet-stream', body }: TusOptions,
): Promise<Response> {
  return fetch(endpoint, {
    method: 'POST',
    headers: {
      ...{ ...headers, 'tus-resumable': '1.0.0', 'upload-length': String(length) },
      'upload-metadata': encoded({ bucketName, objectName, contentType, cacheControl: '60' }),
      ...(upsert && { 'x-upsert': 'true' }),
      ...(body !== undefined && { 'content-type': bytesType }),
    },
    ...(body !== undefined && { body }),
  });
}

/** Sends bytes from an offset on. */
export const patchTus = (
  url: string,
  offset: number,
  body: Uint8Array<ArrayBuffer>,
  headers: TusHeaders,
): Promise<Response> =>
  fetch(url, {
    method: 'PATCH',
    headers: {
      ...{ ...headers, 'tus-resumable': '1.0.0' },
      ...{ 'content-type': bytesType, 'upload-offset': String(offset) },
    },
    body,
  });

export const callTus = (
  url: string,
  method: 'HEAD' | 'DELETE' | 'OPTIONS',
  headers: TusHeaders,
): Promise<Response> => fetch(url, { method, headers: { ...headers, 'tus-resumable': '1.0.0' } });

/** Announces more bytes than it sends, and cuts the connection after them. */
export function cutTus(
  url: string,
  [offset, announced]: readonly [offset: number, announced: number],
  body: Uint8Array,
  headers: TusHeaders,
): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(url, {
      method: 'PATCH',
      headers: {
        ...{ ...headers, 'tus-resumable': '1.0.0', 'content-length': String(announced) },
        ...{ 'content-type': bytesType, 'upload-offset': String(offset) },
      },
    });
    sent.on('error', () => undefined);
    sent.on('close', resolve);
    sent.write(body, () => setTimeout(() => sent.destroy(), 50));
  });
}
