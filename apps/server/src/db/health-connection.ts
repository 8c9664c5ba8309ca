import type pg from 'pg';
import { DatabaseUnavailable, type Row, type Statement } from './database.ts';
import { connect, type Login, type ServerAddress } from './server-address.ts';

const answerLimitMs = 2_000;

/**
 * A dedicated connection for health checks, so that they do not wait for requests in a pool. It reconnects after a
 * failure, and concurrent checks share one query.
 */
export class HealthConnection {
  readonly #address: ServerAddress;
  readonly #login: Login;
  readonly #query: Statement;
  #client: Promise<pg.Client> | undefined;
  #asking: Promise<readonly Row[]> | undefined;
  #closed = false;

  constructor(address: ServerAddress, login: Login, query: Statement) {
    this.#address = address;
    this.#login = login;
    this.#query = query;
  }

  /**
   * The rows of the query.
   *
   * @throws {DatabaseUnavailable} without a response in two seconds
   */
  check(): Promise<readonly Row[]> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#asking?.catch(() => undefined);
    await this.#drop();
  }

  async #ask(): Promise<readonly Row[]> {
    if (this.#closed) throw new DatabaseUnavailable('the database is being closed');
    let limit: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      limit = setTimeout(() => reject(new Error('PostgreSQL does not answer')), answerLimitMs);
    });
    try {
      return await Promise.race([this.#select(), tooLate]);
    } catch (error) {
      this.#drop().catch(() => undefined);
      throw new DatabaseUnavailable(error instanceof Error ? error.message : String(error), {
        cause: error,
      });
    } finally {
      clearTimeout(limit);
    }
  }

  async #select(): Promise<readonly Row[]> {
    this.#client ??= this.#connect();
    const client = await this.#client;
    const { text, values = [] } = this.#query;
    return (await client.query<Row>(text, [...values])).rows;
  }

  async #connect(): Promise<pg.Client> {
    const client = await connect(this.#address, this.#login);
    client.once('end', () => (this.#client = undefined));
    return client;
  }

  /** Closes the connection without waiting for its query. */
  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.then(
      (connected) => connected.end(),
      () => undefined,
    );
  }
}
