import type pg from 'pg';
import { DatabaseUnavailable, type Row, type Statement } from './database.ts';
import { connect, type Login, type ServerAddress } from './server-address.ts';

const answerLimitMs = 2_000;

/**
 * A dedicated connection for health checks and metrics, so that they do not wait for requests in a pool. It reconnects
 * after a failure, and concurrent checks share one query.
 */
export class HealthConnection {
  readonly #address: ServerAddress;
  readonly #login: Login;
  readonly #statement: Statement;
  #client: Promise<pg.Client> | undefined;
  /** Resolves after the last query; a connection runs one at a time. */
  #idle: Promise<unknown> = Promise.resolve();
  #checking: Promise<readonly Row[]> | undefined;
  #closed = false;

  /** @param statement what {@link check} runs */
  constructor(address: ServerAddress, login: Login, statement: Statement) {
    this.#address = address;
    this.#login = login;
    this.#statement = statement;
  }

  /**
   * The rows of the check.
   *
   * @throws {DatabaseUnavailable} without a response in two seconds
   */
  check(): Promise<readonly Row[]> {
    this.#checking ??= this.read(this.#statement).finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  /** @throws {DatabaseUnavailable} without a response in two seconds */
  async read(statement: Statement): Promise<readonly Row[]> {
    if (this.#closed) throw new DatabaseUnavailable('the database is being closed');
    let limit: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      limit = setTimeout(() => reject(new Error('PostgreSQL does not answer')), answerLimitMs);
    });
    try {
      return await Promise.race([this.#query(statement), tooLate]);
    } catch (error) {
      this.#drop().catch(() => undefined);
      throw new DatabaseUnavailable(error instanceof Error ? error.message : String(error), {
        cause: error,
      });
    } finally {
      clearTimeout(limit);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#checking?.catch(() => undefined);
    await this.#drop();
  }

  #query(statement: Statement): Promise<readonly Row[]> {
    const rows = this.#idle.then(() => this.#run(statement));
    this.#idle = rows.catch(() => undefined);
    return rows;
  }

  async #run({ text, values = [] }: Statement): Promise<readonly Row[]> {
    this.#client ??= this.#connect();
    const client = await this.#client;
    return (await client.query<Row>(text, [...values])).rows;
  }

  #connect(): Promise<pg.Client> {
    const limits = { connectionTimeoutMillis: answerLimitMs };
    const connecting = connect(this.#address, this.#login, limits).then((client) => {
      client.once('end', () => {
        // A newer connection may already have replaced it.
        if (this.#client === connecting) this.#client = undefined;
      });
      return client;
    });
    return connecting;
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
