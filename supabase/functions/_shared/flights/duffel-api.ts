import { SupplierError } from './flight-supplier.ts';

export interface DuffelApiOptions {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** Of one request, unless it brings a signal. */
  readonly timeLimitMs: number;
}

interface Call {
  readonly body?: object;
  readonly signal?: AbortSignal;
}

const maxBytes = 8 * 1024 * 1024;
/** Codes that mean an offer or its price is gone. */
const gone = new Set(['offer_no_longer_available', 'offer_expired', 'price_changed', 'not_found']);

/** Reads a body up to the limit, as text. */
async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    const chunk = part.value as Uint8Array;
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      await reader?.cancel();
      throw new SupplierError('failed', 'too_large');
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Some errors are plain text. */
function errorOf(status: number, text: string): SupplierError {
  const { errors } = (parse(text) ?? {}) as {
    readonly errors?: readonly { readonly code?: unknown }[];
  };
  const given = errors?.[0]?.code;
  const code = typeof given === 'string' && /^\w{1,60}$/.test(given) ? given : `http_${status}`;
  // A request that was understood and not accepted has done nothing; of 429 and 5xx nothing is known.
  const isCertain = status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (!isCertain) return new SupplierError(status === 504 ? 'late' : 'failed', code);
  return new SupplierError(gone.has(code) ? 'gone' : 'refused', code);
}

/** Duffel's API, version 2, by `fetch`: every request has a time limit, and no answer is read without bounds. */
export class DuffelApi {
  readonly #options: DuffelApiOptions;

  constructor(options: DuffelApiOptions) {
    this.#options = options;
  }

  /** @returns the field `data` of the answer @throws {SupplierError} */
  async call(method: 'GET' | 'POST', path: string, { body, signal }: Call = {}): Promise<unknown> {
    const { url, token, timeLimitMs } = this.#options;
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          'duffel-version': 'v2',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify({ data: body }) }),
        redirect: 'error',
        signal: signal ?? AbortSignal.timeout(timeLimitMs),
      });
      const text = await readText(response);
      if (!response.ok) throw errorOf(response.status, text);
      const answer = parse(text);
      if (typeof answer !== 'object' || answer === null || !('data' in answer))
        throw new SupplierError('failed', 'not_json');
      return answer.data;
    } catch (error) {
      if (error instanceof SupplierError) throw error;
      const { name } = error as { readonly name?: unknown };
      const isLate = name === 'TimeoutError' || name === 'AbortError';
      // The error of a connection may quote the address and headers.
      throw isLate ? new SupplierError('late', 'timeout') : new SupplierError('failed', 'network');
    }
  }
}
