import pg from 'pg';
import type { PoolClient, PoolConfig } from 'pg';
import {
  DatabaseError,
  DatabaseUnavailable,
  type Result,
  type Statement,
  type Transaction,
} from './database.ts';
import { ConnectionQueue, type Share } from './connection-queue.ts';
import { OneSyncBatch, type BatchStep, type StepResult } from './one-sync-batch.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { clientConfig, type Login, type ServerAddress } from './server-address.ts';

/** How many statements a connection keeps prepared. */
const preparedStatements = 100;
/** How long PostgreSQL may take to accept a connection. */
const connectMs = 5_000;
/** Short of what a visitor waits for, and long enough for a burst of quick statements. */
const waitForTurnMs = 2_000;
const mostWaiting = 1_000;
const idleConnectionMs = 60_000;

/** What every session of the product has in common, whatever the database's own defaults are. */
const sessionSettings = [
  'timezone=UTC',
  'datestyle=ISO',
  'lock_timeout=8s',
  'idle_in_transaction_session_timeout=30s',
];

/** A plan made before the schema changed; the statement may be fine once it is parsed anew. */
const staleCodes = new Set(['0A000', '26000', '42883', '42804']);

export interface BatchPoolOptions {
  readonly address: ServerAddress;
  readonly login: Login;
  readonly size: number;
  /** How many statements each connection keeps prepared; 100 unless told. */
  readonly preparedCapacity?: number | undefined;
  /** How long a caller waits for a connection to come free, in milliseconds; 2 s unless told. */
  readonly waitMs?: number | undefined;
  /** Further settings of every session, as `name=value`. */
  readonly settings?: readonly string[] | undefined;
}

/** Who runs a batch: the role its plans belong to, the statement that becomes it, and what it may hold of the pool. */
export interface BatchScope {
  readonly role: string;
  readonly statement: Statement | undefined;
  /** The caller's own share last; without any, only the pool's size counts. */
  readonly shares?: readonly Share[];
}

export function sessionConfig(
  address: ServerAddress,
  login: Login,
  settings: readonly string[] = [],
): PoolConfig {
  return {
    ...clientConfig(address, login),
    options: [...sessionSettings, ...settings].map((setting) => `-c ${setting}`).join(' '),
  };
}

function isStale(error: unknown): boolean {
  return error instanceof DatabaseError && staleCodes.has(error.code);
}

/** A bounded pool of sessions of one login that speaks in one-Sync batches and leaves nothing on a session. */
export class BatchPool {
  readonly #pool: pg.Pool;
  readonly #queue: ConnectionQueue;
  readonly #capacity: number;
  readonly #prepared = new WeakMap<PoolClient, PreparedStatements>();
  readonly #broken = new WeakSet<PoolClient>();
  readonly #inFlight = new Set<Promise<unknown>>();
  #closing = false;

  constructor({ address, login, size, preparedCapacity, waitMs, settings }: BatchPoolOptions) {
    this.#capacity = preparedCapacity ?? preparedStatements;
    this.#pool = new pg.Pool({
      ...sessionConfig(address, login, settings),
      max: size,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: idleConnectionMs,
    });
    this.#queue = new ConnectionQueue({
      connections: size,
      waiting: mostWaiting,
      waitMs: waitMs ?? waitForTurnMs,
    });
    // A connection that breaks rejects its batch, if it has one, and leaves the pool; there is nothing else to do.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** All statements in one round trip and one implicit transaction; the results without the scope's own. */
  run(scope: BatchScope, statements: readonly Statement[]): Promise<readonly Result[]> {
    return this.#withClient(scope, async (client) => {
      const prepared = this.#preparedOf(client);
      const before = prepared.size;
      try {
        return await this.#runOnce(client, scope, statements);
      } catch (error) {
        // The batch was rolled back as a whole, so it may run again with fresh plans; once.
        if (before === 0 || !isStale(error)) throw error;
        prepared.forgetAll();
        return this.#runOnce(client, scope, statements);
      }
    });
  }

  async #runOnce(
    client: PoolClient,
    scope: BatchScope,
    statements: readonly Statement[],
  ): Promise<readonly Result[]> {
    const steps: BatchStep[] = statements.map((statement) => ({
      statement,
      key: `${scope.role}\n${statement.text}`,
    }));
    if (scope.statement !== undefined)
      steps.unshift({ statement: scope.statement, key: scope.statement.text });
    const results = await this.#send(client, steps);
    return scope.statement === undefined ? results : results.slice(1);
  }

  /** One explicit transaction: `fn` may look at results before it commits, and throwing rolls everything back. */
  transaction<T>(scope: BatchScope, fn: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#withClient(scope, async (client) => {
      const begin: BatchStep[] = [{ statement: { text: 'begin' } }];
      if (scope.statement !== undefined)
        begin.push({ statement: scope.statement, key: scope.statement.text });
      let open = true;
      const run = async (statement: Statement): Promise<StepResult> => {
        if (!open) throw new Error('the transaction is over');
        // Unnamed: a stale plan could not be made anew inside a transaction that it has just broken.
        const [result] = await this.#send(client, [{ statement }]);
        if (result === undefined) throw new Error('a statement gave no result');
        return result;
      };
      try {
        await this.#send(client, begin);
        const value = await fn({ run });
        const { tag } = await run({ text: 'commit' });
        if (tag !== 'COMMIT')
          throw new DatabaseError('the transaction was rolled back after an error', {
            code: '25P02',
          });
        return value;
      } catch (error) {
        await run({ text: 'rollback' }).catch(() => this.#broken.add(client));
        throw error;
      } finally {
        open = false;
      }
    });
  }

  /** Waits for what is in flight, then closes every connection; from now on everything is refused. */
  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    await Promise.allSettled([...this.#inFlight]);
    await this.#pool.end();
  }

  #withClient<T>(scope: BatchScope, work: (client: PoolClient) => Promise<T>): Promise<T> {
    if (this.#closing)
      return Promise.reject(new DatabaseUnavailable('the database is being closed'));
    const running = this.#inTurn(scope.shares ?? [], work);
    this.#inFlight.add(running);
    const settled = (): boolean => this.#inFlight.delete(running);
    running.then(settled, settled);
    return running;
  }

  async #inTurn<T>(shares: readonly Share[], work: (client: PoolClient) => Promise<T>): Promise<T> {
    await this.#queue.acquire(shares);
    try {
      return await this.#checkedOut(work);
    } finally {
      this.#queue.release(shares);
    }
  }

  async #checkedOut<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      throw new DatabaseUnavailable(error instanceof Error ? error.message : String(error), {
        cause: error,
      });
    }
    try {
      return await work(client);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) this.#broken.add(client);
      throw error;
    } finally {
      client.release(this.#broken.has(client));
    }
  }

  #preparedOf(client: PoolClient): PreparedStatements {
    let prepared = this.#prepared.get(client);
    if (prepared === undefined) {
      prepared = new PreparedStatements(this.#capacity);
      this.#prepared.set(client, prepared);
    }
    return prepared;
  }

  #send(client: PoolClient, steps: readonly BatchStep[]): Promise<readonly StepResult[]> {
    return client.query(new OneSyncBatch(steps, this.#preparedOf(client))).done;
  }
}
