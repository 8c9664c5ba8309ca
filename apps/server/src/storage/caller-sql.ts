import type { Identity } from '@bkksiam/domain/identity';
import type { CallerDatabase, Result, Row, Scope, Statement, Transaction } from '../db/database.ts';
import { serviceIdentity } from '../http/identity.ts';

/** Who calls, and what row policies and triggers may read about the request. */
export interface Caller {
  readonly identity: Identity;
  /** Empty for a visitor without one. */
  readonly token: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Ends a transaction that only tries what the caller may do. */
class RolledBack extends Error {
  override readonly name = 'RolledBack';
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The subject of the caller's token; null without one. */
export function ownerOf({ identity }: Pick<Caller, 'identity'>): string | null {
  const { sub } = identity.claims;
  return typeof sub === 'string' && sub !== '' ? sub : null;
}

function settingsOf(caller: Caller, operation: string): Record<string, string> {
  const { identity, token, method, path, headers } = caller;
  return {
    'request.jwt': token,
    'request.jwt.claim.sub': textOf(identity.claims.sub),
    'request.jwt.claim.role': identity.role,
    'request.headers': JSON.stringify(headers),
    'request.method': method,
    'request.path': path,
    'storage.operation': operation,
    'storage.allow_delete_query': 'true',
  };
}

/** The one row of a result; undefined without any. */
export const firstRow = ([result]: readonly Result[]): Row | undefined => result?.rows[0];

/**
 * The statements of one request: as its caller, whose row policies decide, or as the service after they have. Everything is
 * local to a transaction.
 */
export class CallerSql {
  readonly #database: CallerDatabase;
  readonly #caller: Caller;
  readonly #settings: Record<string, string>;

  /** @param operation what policies read as `storage.operation()` */
  constructor(database: CallerDatabase, caller: Caller, operation: string) {
    this.#database = database;
    this.#caller = caller;
    this.#settings = settingsOf(caller, operation);
  }

  get caller(): Caller {
    return this.#caller;
  }

  asCaller(statement: Statement, scope: Scope = {}): Promise<readonly Result[]> {
    const settings = this.#settings;
    return this.#database.asIdentity(this.#caller.identity, [statement], { ...scope, settings });
  }

  /** Runs the work as the caller and rolls it back. */
  async tryAsCaller<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const settings = this.#settings;
    let outcome: { readonly value: T } | undefined;
    try {
      return await this.#database.transaction(
        this.#caller.identity,
        async (transaction) => {
          outcome = { value: await work(transaction) };
          throw new RolledBack('nothing of it is kept');
        },
        { settings },
      );
    } catch (error) {
      if (error instanceof RolledBack && outcome !== undefined) return outcome.value;
      throw error;
    }
  }

  asService(statement: Statement): Promise<readonly Result[]> {
    return this.#database.asIdentity(serviceIdentity, [statement], {
      settings: this.#serviceSettings,
    });
  }

  serviceTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#database.transaction(serviceIdentity, work, { settings: this.#serviceSettings });
  }

  get #serviceSettings(): Record<string, string> {
    return {
      ...this.#settings,
      'request.jwt': '',
      'request.jwt.claim.sub': '',
      'request.jwt.claim.role': 'service_role',
    };
  }
}
