import pg from 'pg';
import type { PoolClient } from 'pg';
import {
  DatabaseError,
  DatabaseUnavailable,
  type PoolStats,
  type Result,
  type Statement,
  type Transaction,
} from './database.ts';
import { ConnectionQueue, type Share } from './connection-queue.ts';
import {
  OneSyncBatch,
  StalePlan,
  type AnswerLimit,
  type BatchStep,
  type StepResult,
} from './one-sync-batch.ts';
import { PreparedStatements } from './prepared-statements.ts';
import {
  answersConnections,
  clientConfig,
  withRenewedLogin,
  type Login,
  type ServerAddress,
} from './server-address.ts';

/** Prepared statements per connection. */
const preparedStatements = 100;
/** Connection timeout. */
const connectMs = 5_000;
/** Below a visitor's patience, and enough for a burst of quick statements. */
const waitForTurnMs = 2_000;
const waitersPerConnection = 64;
const idleConnectionMs = 60_000;
/** How long the answer to a statement may be late; the server cancels the statement at its timeout. */
const lateAnswerMs = 2_000;
/** When a statement without a timeout is late, another connection tells whether the server answers. */
const unlimitedCheckMs = 10_000;

const readOnlyTransaction = '25006';

const demoted = (cause: unknown) =>
  new DatabaseUnavailable('the server has become a replica', { cause });

export interface BatchPoolOptions {
  readonly address: ServerAddress;
  readonly login: Login;
  readonly size: number;
  /** Prepared statements per connection; default 100. With 0 every statement is unnamed, for a connection pooler. */
  readonly preparedCapacity?: number | undefined;
  /** How long a caller waits for a connection, in milliseconds; default 2 s. */
  readonly waitMs?: number | undefined;
  /** How long the server may take to answer a batch, in milliseconds; default: the timeouts of its statements and 2 s. */
  readonly answerMs?: number | undefined;
  /** True for the pool of a replica, where a write that fails is the caller's mistake and no failover. */
  readonly isReplica?: boolean;
}

/** The role a batch runs as, the statement that sets it, and its shares of the pool. */
export interface BatchScope {
  readonly role: string;
  readonly statement: Statement | undefined;
  /** The server's timeout for each statement; 0 without one. */
  readonly statementTimeoutMs: number;
  /** The caller's own share last; without shares only the pool's size limits. */
  readonly shares?: readonly Share[];
}

/** A bounded connection pool of one login that runs one-Sync batches and leaves no state on a session. */
export class BatchPool {
  readonly #pool: pg.Pool;
  readonly #login: Login;
  readonly #queue: ConnectionQueue;
  readonly #capacity: number;
  readonly #answerMs: number | undefined;
  readonly #expectsReplica: boolean;
  readonly #isAlive: () => Promise<boolean>;
  readonly #prepared = new WeakMap<PoolClient, PreparedStatements>();
  readonly #broken = new WeakSet<PoolClient>();
  readonly #inFlight = new Set<Promise<unknown>>();
  #closing = false;

  constructor(options: BatchPoolOptions) {
    const { address, login, size, preparedCapacity, waitMs, answerMs } = options;
    this.#answerMs = answerMs;
    this.#login = login;
    this.#expectsReplica = options.isReplica === true;
    this.#isAlive = () => answersConnections(address, login, answerMs ?? connectMs);
    this.#capacity = preparedCapacity ?? preparedStatements;
    this.#pool = new pg.Pool({
      ...clientConfig(address, login),
      max: size,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: idleConnectionMs,
    });
    this.#queue = new ConnectionQueue({
      connections: size,
      waiting: waitersPerConnection * size,
      waitMs: waitMs ?? waitForTurnMs,
    });
    // A broken connection rejects its own batch and leaves the pool.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  get stats(): Omit<PoolStats, 'pool'> {
    return this.#queue.stats;
  }

  /** Runs the statements in one round trip and one implicit transaction. */
  run(scope: BatchScope, statements: readonly Statement[]): Promise<readonly Result[]> {
    return this.#withClient(scope, async (client) => {
      try {
        return await this.#runOnce(client, scope, statements);
      } catch (error) {
        // The whole batch was rolled back, so it is retried once with new plans.
        if (!(error instanceof StalePlan)) throw error;
        this.#preparedOf(client).forgetAll();
        return this.#runOnce(client, scope, statements);
      }
    });
  }

  async #runOnce(
    client: PoolClient,
    scope: BatchScope,
    statements: readonly Statement[],
  ): Promise<readonly Result[]> {
    const steps = statements.map((statement) => this.#step(statement, scope.role));
    if (scope.statement !== undefined) steps.unshift(this.#step(scope.statement));
    const results = await this.#send(client, steps, this.#limitOf(scope, statements.length));
    return scope.statement === undefined ? results : results.slice(1);
  }

  /** Runs `fn` in an explicit transaction; throwing rolls it back. */
  transaction<T>(scope: BatchScope, fn: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#withClient(scope, async (client) => {
      const begin: BatchStep[] = [{ statement: { text: 'begin' } }];
      if (scope.statement !== undefined) begin.push(this.#step(scope.statement));
      const limit = this.#limitOf(scope, 1);
      let open = true;
      const run = async (statement: Statement): Promise<StepResult> => {
        if (!open) throw new Error('the transaction is over');
        // Unnamed: a stale plan aborts the transaction, so it could not be retried.
        const [result] = await this.#send(client, [{ statement }], limit);
        if (result === undefined) throw new Error('a statement gave no result');
        return result;
      };
      try {
        await this.#send(client, begin, limit);
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

  /** Waits for running batches, then closes every connection. Later calls are rejected. */
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
    const remove = (): boolean => this.#inFlight.delete(running);
    running.then(remove, remove);
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
      client = await withRenewedLogin(this.#login, () => this.#pool.connect());
    } catch (error) {
      throw new DatabaseUnavailable(error instanceof Error ? error.message : String(error), {
        cause: error,
      });
    }
    try {
      return await work(client);
    } catch (error) {
      const failure = (await this.#isReplica(client, error)) ? demoted(error) : error;
      if (failure instanceof DatabaseUnavailable) this.#broken.add(client);
      throw failure;
    } finally {
      client.release(this.#broken.has(client));
    }
  }

  /** Whether a write failed because the server has become a replica; the connection is then dropped. */
  async #isReplica(client: PoolClient, error: unknown): Promise<boolean> {
    if (this.#expectsReplica) return false;
    if (!(error instanceof DatabaseError) || error.code !== readOnlyTransaction) return false;
    const steps = [{ statement: { text: 'select pg_is_in_recovery() as replica' } }];
    const limit = { ms: lateAnswerMs };
    const results = await this.#send(client, steps, limit).catch(() => undefined);
    return results?.[0]?.rows[0]?.replica !== false;
  }

  #step(statement: Statement, role = ''): BatchStep {
    return this.#capacity === 0 ? { statement } : { statement, key: `${role}\n${statement.text}` };
  }

  #preparedOf(client: PoolClient): PreparedStatements {
    let prepared = this.#prepared.get(client);
    if (prepared === undefined) {
      prepared = new PreparedStatements(Math.max(this.#capacity, 1));
      this.#prepared.set(client, prepared);
    }
    return prepared;
  }

  #limitOf({ statementTimeoutMs }: BatchScope, statements: number): AnswerLimit {
    return statementTimeoutMs === 0
      ? { ms: this.#answerMs ?? unlimitedCheckMs, mayWait: this.#isAlive }
      : { ms: this.#answerMs ?? statements * statementTimeoutMs + lateAnswerMs };
  }

  #send(
    client: PoolClient,
    steps: readonly BatchStep[],
    limit: AnswerLimit,
  ): Promise<readonly StepResult[]> {
    return client.query(new OneSyncBatch(steps, this.#preparedOf(client), limit)).done;
  }
}
