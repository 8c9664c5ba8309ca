import pg from 'pg';
import { DatabaseUnavailable } from './database.ts';
import { connect, type Login, type ServerAddress } from './server-address.ts';

type OnNotice = (payload: string) => void;

const firstRetryMs = 100;
const longestRetryMs = 5_000;
/** How long the server may take to answer on a connection that only listens. */
const answerLimitMs = 5_000;

/**
 * One connection that listens on all channels. It is opened by the first listener and reconnects until the last stops.
 */
export class NotificationListener {
  readonly #address: ServerAddress;
  readonly #login: Login;
  readonly #answerMs: number;
  readonly #listeners = new Map<string, Set<OnNotice>>();
  #client: Promise<pg.Client> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #retryMs = firstRetryMs;
  #closed = false;

  constructor(address: ServerAddress, login: Login, answerMs = answerLimitMs) {
    this.#address = address;
    this.#login = login;
    this.#answerMs = answerMs;
  }

  async listen(channel: string, onNotification: OnNotice): Promise<() => Promise<void>> {
    if (this.#closed) throw new DatabaseUnavailable('the database is being closed');
    const listeners = this.#listeners.get(channel) ?? new Set<OnNotice>();
    this.#listeners.set(channel, listeners.add(onNotification));
    try {
      this.#client ??= this.#connect();
      const client = await this.#client;
      await this.#query(client, `listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      this.#forget(channel, onNotification);
      throw new DatabaseUnavailable(error instanceof Error ? error.message : String(error), {
        cause: error,
      });
    }
    return async () => {
      this.#forget(channel, onNotification);
      if (this.#listeners.size === 0) await this.#disconnect();
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#listeners.clear();
    await this.#disconnect();
  }

  #forget(channel: string, onNotification: OnNotice): void {
    const listeners = this.#listeners.get(channel);
    listeners?.delete(onNotification);
    if (listeners?.size === 0) this.#listeners.delete(channel);
  }

  async #connect(): Promise<pg.Client> {
    const limits = { connectionTimeoutMillis: this.#answerMs, query_timeout: this.#answerMs };
    const client = await connect(this.#address, this.#login, limits).catch((error: unknown) => {
      this.#client = undefined;
      throw error;
    });
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''));
    // Nothing is sent while nothing changes, so a host that has vanished is noticed only by a query.
    const check = setInterval(() => {
      this.#query(client, 'select').catch(() => undefined);
    }, 2 * this.#answerMs).unref();
    client.on('end', () => {
      clearInterval(check);
      if (this.#client === undefined) return;
      this.#client = undefined;
      this.#reconnectLater();
    });
    return client;
  }

  /** Runs a statement; a failure closes the connection, which is then opened again. */
  async #query(client: pg.Client, text: string): Promise<void> {
    try {
      await client.query(text);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
  }

  #tell(channel: string, payload: string): void {
    for (const onNotification of this.#listeners.get(channel) ?? []) onNotification(payload);
  }

  #reconnectLater(): void {
    if (this.#closed || this.#listeners.size === 0 || this.#retry !== undefined) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#reconnect().catch(() => {
        this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
        this.#reconnectLater();
      });
    }, this.#retryMs).unref();
  }

  async #reconnect(): Promise<void> {
    this.#client ??= this.#connect();
    const client = await this.#client;
    for (const channel of this.#listeners.keys())
      await this.#query(client, `listen ${pg.escapeIdentifier(channel)}`);
    this.#retryMs = firstRetryMs;
    // Notifications sent in the meantime are lost, so every listener is called once.
    for (const channel of this.#listeners.keys()) this.#tell(channel, '');
  }

  async #disconnect(): Promise<void> {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    const client = this.#client;
    this.#client = undefined;
    await client?.then(
      (connected) => connected.end(),
      () => undefined,
    );
  }
}
