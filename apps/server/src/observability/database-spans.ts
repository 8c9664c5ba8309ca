import type { Database, Statement, Transaction } from '../db/database.ts';
import type { ActiveSpans } from './active-spans.ts';
import type { SpanAttributes, WorkSpan } from './tracing.ts';

type Pool = 'callers' | 'auth' | 'store';
type InTransaction<T> = (transaction: Transaction) => Promise<T>;

/** The name of a batch: the command of its only statement, such as `SELECT`. */
function operationOf(statements: readonly Statement[]): string {
  const [only] = statements;
  if (statements.length !== 1 || only === undefined) return 'BATCH';
  return /^\s*([a-z]+)/i.exec(only.text)?.[1]?.toUpperCase() ?? 'BATCH';
}

function attributesOf(pool: Pool, operation: string): SpanAttributes {
  return {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.client.connection.pool.name': pool,
  };
}

const sizeName = 'db.operation.batch.size';

/**
 * The database with a span for each batch and transaction that a request or another traced work makes, from its wait for
 * a connection to its result. A span has no SQL: callers choose names and JSON keys in it, and it may be 64 kB long.
 */
export function databaseWithSpans(database: Database, spans: ActiveSpans): Database {
  const batch = <T>(pool: Pool, statements: readonly Statement[], run: () => Promise<T>) => {
    const operation = operationOf(statements);
    const several = statements.length > 1 && { [sizeName]: statements.length };
    const attributes = { ...attributesOf(pool, operation), ...several };
    return spans.call(`${operation} ${pool}`, attributes, run);
  };
  const inTransaction = <T>(
    pool: Pool,
    fn: InTransaction<T>,
    begin: (counted: InTransaction<T>) => Promise<T>,
  ) => {
    const counted = (span: WorkSpan | undefined): Promise<T> => {
      if (span === undefined) return begin(fn);
      let size = 0;
      return begin((transaction) =>
        fn({
          run(statement) {
            size += 1;
            span.setAttributes({ [sizeName]: size });
            return transaction.run(statement);
          },
        }),
      );
    };
    return spans.call(`TRANSACTION ${pool}`, attributesOf(pool, 'TRANSACTION'), counted);
  };
  return {
    ...database,
    asIdentity: (identity, statements, scope) =>
      batch('callers', statements, () => database.asIdentity(identity, statements, scope)),
    transaction: (identity, fn, scope) =>
      inTransaction('callers', fn, (counted) => database.transaction(identity, counted, scope)),
    asService: (statements) => batch('auth', statements, () => database.asService(statements)),
    serviceTransaction: (fn) =>
      inTransaction('auth', fn, (counted) => database.serviceTransaction(counted)),
    asStore: (statements) => batch('store', statements, () => database.asStore(statements)),
  };
}
