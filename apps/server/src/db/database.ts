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
  /** Further settings for this transaction alone, such as `request.method` or `timezone`. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Transaction {
  run(statement: Statement): Promise<Result>;
}

/** The database as a protocol sees it that acts only for its callers. */
export interface CallerDatabase {
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

  /** For work that must look at a result before it commits: `fn` throwing rolls everything back. */
  transaction<T>(
    identity: Identity,
    fn: (transaction: Transaction) => Promise<T>,
    scope?: Scope,
  ): Promise<T>;

  /**
   * Calls `onNotice` with the payload of every NOTIFY on `channel`, also after a reconnect; returns the way to stop.
   * A reconnect itself calls it with an empty payload, because notices may have been missed.
   */
  listen(channel: string, onNotice: (payload: string) => void): Promise<() => Promise<void>>;
}

/** The whole database, for the services that own private data (auth, store) and for the health check. */
export interface Database extends CallerDatabase {
  /** One batch in one implicit transaction as the auth service's own role. */
  asService(statements: readonly Statement[]): Promise<readonly Result[]>;
  serviceTransaction<T>(fn: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Resolves when a trivial query answers, on a connection of its own that no request can take; rejects with
   * {@link DatabaseUnavailable} otherwise.
   */
  ping(): Promise<void>;
  /** Waits for what is in flight, then closes every connection. */
  close(): Promise<void>;
}

/** A statement that PostgreSQL refused. `code` is the SQLSTATE. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string;
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

/** No connection could be had, or it broke before the answer came: worth a retry later. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** PostgreSQL is there, but every connection the caller may use is taken and the queue for them is full or too slow. */
export class DatabaseBusy extends DatabaseUnavailable {
  override readonly name = 'DatabaseBusy';
}

/** Whether a retry later may succeed: the database is away, or out of disk, memory or connections (class 53). */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  return error instanceof DatabaseError && error.code.startsWith('53');
}
