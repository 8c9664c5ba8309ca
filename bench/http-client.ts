import { Agent, request } from 'node:http';

/** One HTTP request of a load generator. */
export interface HttpCall {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface HttpAnswer {
  /** 0 without a response. */
  readonly status: number;
  /** The body as text; empty for an encoded one. */
  readonly body: string;
  readonly etag: string | undefined;
  /** The code of a failed connection, such as ECONNRESET; undefined with a response. */
  readonly failure: string | undefined;
}

const patienceMs = 30_000;
const idempotent = new Set(['GET', 'HEAD']);

/** Sends requests over persistent connections to one server, and never rejects. */
export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: 512, timeout: patienceMs });
  readonly #host: string;
  readonly #port: number;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
  }

  async send(call: HttpCall): Promise<HttpAnswer> {
    const { answer, wasReused } = await this.#sendOnce(call);
    // As browsers do: an idle connection may have been closed by the server at the same moment.
    const again = wasReused && answer.failure !== undefined && answer.failure !== 'TIMEOUT';
    if (!again || !idempotent.has(call.method ?? 'GET')) return answer;
    return (await this.#sendOnce(call)).answer;
  }

  close(): void {
    this.#agent.destroy();
  }

  #sendOnce({ method = 'GET', path, headers, body }: HttpCall) {
    return new Promise<{ answer: HttpAnswer; wasReused: boolean }>((resolve) => {
      const outgoing = request({
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
          answer: { status: 0, body: '', etag: undefined, failure },
          wasReused: outgoing.reusedSocket,
        });
      outgoing.setTimeout(patienceMs, () => {
        fail('TIMEOUT');
        outgoing.destroy();
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
      outgoing.on('response', (response) => {
        const { statusCode: status = 0, headers: received } = response;
        const isText = received['content-encoding'] === undefined;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => {
          if (isText) chunks.push(chunk);
        });
        response.on('error', () => fail('ECONNRESET'));
        response.on('end', () =>
          resolve({
            answer: {
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
