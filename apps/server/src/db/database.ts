import type { Identity } from '@bkksiam/domain/identity';

export type SqlValue = string | number | boolean | null | Date | Uint8Array | readonly SqlValue[];

/** One SQL statement; `values` are bound as `$1`, `$2` ... and never spliced into `text`. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly SqlValue[];
}

/**
 * One row by column name. NULL is null; booleans, `smallint`, `integer` and floats are what they are in JavaScript;
 * `bigint` is a number while that is exact (below 2^53), beyond it the digits as text; `json` and `jsonb` are parsed;
 * `timestamptz` is RFC 3339 text with up to six decimals, such as `2026-11-21T02:03:04.123456Z`, `timestamp` the same
 * without a zone; `bytea` is a Buffer; arrays of text, names, uuids, booleans and whole numbers are arrays. Every
 * other type (`uuid`, `numeric`, `date`, `inet`, enums ...) is the text PostgreSQL writes.
 */
export type Row = Record<string, unknown>;

export interface Result {
  readonly rows: readonly Row[];
  /** Rows returned or affected, as PostgreSQL's command tag counts them. */
  readonly rowCount: number;
}

export interface Scope {
  /** True makes the transaction read-only: a write raises 25006. */
  readonly readOnly?: boolean;
  /** True lets a replica answer a read-only batch, with data that is up to {@link CallerDatabase.maxLagMs} old. */
  readonly mayLag?: boolean;
  /** Further transaction-local settings, such as `request.method` or `timezone`. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Transaction {
  run(statement: Statement): Promise<Result>;
}

/** The database for a protocol that acts only as its callers. */
export interface CallerDatabase {
  /** Maximum replication lag of a read with `mayLag`, in milliseconds; 0 without replicas. */
  readonly maxLagMs: number;

  /**
   * Runs the statements as the identity: one batch, one implicit transaction, one round trip.
   * Role, claims and the role's statement timeout are set first, locally and with bound values.
   * Any failing statement rolls the whole batch back.
   */
  asIdentity(
    identity: Identity,
    statements: readonly Statement[],
    scope?: Scope,
  ): Promise<readonly Result[]>;

  /** Runs `fn` in an explicit transaction, for work that reads a result before it commits; throwing rolls it back. */
  transaction<T>(
    identity: Identity,
    fn: (transaction: Transaction) => Promise<T>,
    scope?: Scope,
  ): Promise<T>;

  /**
   * Calls `onNotification` with the payload of every NOTIFY on `channel`; returns a function that stops it. A reconnect
   * calls it with an empty payload, because notifications may have been lost.
   */
  listen(channel: string, onNotification: (payload: string) => void): Promise<() => Promise<void>>;
}

/** The database for the store service. */
export interface StoreDatabase extends Pick<CallerDatabase, 'listen' | 'maxLagMs'> {
  /**
   * Runs one batch in an implicit read-only transaction as the store's own role, which reads only the catalogue. It may
   * lag.
   */
  asStore(statements: readonly Statement[]): Promise<readonly Result[]>;
}

/** The current state of a connection pool. */
export interface PoolStats {
  /** `callers`, `auth` or `store`; of a replica `callers_replica_1` or `store_replica_1`, by its place in the list. */
  readonly pool: string;
  readonly max: number;
  readonly inUse: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
  /** How long the first of them has waited; 0 without one. */
  readonly oldestWaitSeconds: number;
  /** Callers rejected since the start because the queue was full or the wait too long. */
  readonly rejected: number;
}

/** The whole database, with access to private data for the auth service, and the health check. */
export interface Database extends CallerDatabase, StoreDatabase {
  /** Runs one batch in an implicit transaction as the auth service's own role. */
  asService(statements: readonly Statement[]): Promise<readonly Result[]>;
  serviceTransaction<T>(fn: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs a small query on a dedicated connection.
   *
   * @throws {DatabaseUnavailable} when it fails
   */
  ping(): Promise<unknown>;
  /**
   * Names of this release's migrations that are not applied to the database; queried on the connection of {@link ping}.
   *
   * @throws {DatabaseUnavailable}
   */
  missingMigrations(): Promise<readonly string[]>;
  poolStats(): readonly PoolStats[];
  /**
   * Runs one small read as the auth service's role on the connection of {@link ping}. It works while the pools are full.
   *
   * @throws {DatabaseUnavailable} when it fails
   */
  probe(statement: Statement): Promise<readonly Row[]>;
  /** Waits for running statements, then closes every connection. */
  close(): Promise<void>;
}

/** An error that PostgreSQL reported. `code` is the SQLSTATE. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string;
  /** Without rows that the caller may not be able to read. */
  readonly detail: string | null;
  readonly hint: string | null;
  readonly constraint: string | null;

  constructor(
    message: string,
    fields: {
      code: string;
      detail?: string | null;
      hint?: string | null;
      constraint?: string | null;
    },
  ) {
    super(message);
    this.code = fields.code;
    this.detail = fields.detail ?? null;
    this.hint = fields.hint ?? null;
    this.constraint = fields.constraint ?? null;
  }
}

/** No connection could be opened, or it broke before the response; retrying later may succeed. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** PostgreSQL is available, but all connections the caller may use are taken and the queue is full or too slow. */
export class DatabaseBusy extends DatabaseUnavailable {
  override readonly name = 'DatabaseBusy';
}

/** Whether retrying later may succeed: the database is unavailable or out of resources (class 53). */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  return error instanceof DatabaseError && error.code.startsWith('53');
}
