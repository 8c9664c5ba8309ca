import { Agent, request as openRequest } from 'node:http';

/** One HTTP request of a load generator. */
export interface HttpRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface HttpResponse {
  /** 0 without a response. */
  readonly status: number;
  /** The body as text; empty for an encoded one. */
  readonly body: string;
  readonly etag: string | undefined;
  /** The code of a failed connection, such as ECONNRESET; undefined with a response. */
  readonly failure: string | undefined;
}

const timeoutMs = 30_000;
const idempotent = new Set(['GET', 'HEAD']);

/** Sends requests over persistent connections to one server, and never rejects. */
export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: 512, timeout: timeoutMs });
  readonly #host: string;
  readonly #port: number;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    const { response, wasReused } = await this.#sendOnce(request);
    // The server may have closed the idle connection at the same moment; browsers retry too.
    const isStale = wasReused && response.failure !== undefined && response.failure !== 'TIMEOUT';
    if (!isStale || !idempotent.has(request.method ?? 'GET')) return response;
    return (await this.#sendOnce(request)).response;
  }

  close(): void {
    this.#agent.destroy();
  }

  #sendOnce({ method = 'GET', path, headers, body }: HttpRequest) {
    return new Promise<{ response: HttpResponse; wasReused: boolean }>((resolve) => {
      const outgoing = openRequest({
        agent: this.#agent,
        host: this.#host,
        port: this.#port,
        method,
        path,
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
      });
      const fail = (failure: string): void =>
        resolve({
          response: { status: 0, body: '', etag: undefined, failure },
          wasReused: outgoing.reusedSocket,
        });
      outgoing.setTimeout(timeoutMs, () => {
        fail('TIMEOUT');
        outgoing.destroy();
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
      outgoing.on('response', (incoming) => {
        const { statusCode: status = 0, headers: received } = incoming;
        const isText = received['content-encoding'] === undefined;
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => {
          if (isText) chunks.push(chunk);
        });
        incoming.on('error', () => fail('ECONNRESET'));
        incoming.on('end', () =>
          resolve({
            response: {
              status,
              body: Buffer.concat(chunks).toString(),
              etag: received.etag,
              failure: undefined,
            },
            wasReused: false,
          }),
        );
      });
      outgoing.end(body);
    });
  }
}
