import { createHash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import type { ClientBase } from 'pg';
import { from, to } from 'pg-copy-streams';
import { sqlName, type ProductTable } from './product-tables.ts';
import type { BackupTable } from './manifest.ts';

export type CopySummary = Pick<BackupTable, 'rows' | 'bytes' | 'sha256'>;

const lineEnd = 0x0a;

/** Counts rows and bytes of streamed COPY text and computes its checksum. */
export class CopyDigest {
  #rows = 0;
  #bytes = 0;
  readonly #hash = createHash('sha256');

  readonly through = async function* (
    this: CopyDigest,
    chunks: AsyncIterable<Buffer>,
  ): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#add(chunk);
      yield chunk;
    }
  }.bind(this);

  readonly end = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) this.#add(chunk);
  };

  /** COPY text escapes newlines in values, so every newline ends a row. */
  #add(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1))
      this.#rows += 1;
  }

  summary(): CopySummary {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/**
 * Sets up the transaction: equal rows give equal text on every server, a policy that would hide rows raises an error, and
 * no timeout of the role ends a long copy.
 */
export async function prepareTransaction(client: ClientBase): Promise<void> {
  await client.query(`
    set local client_encoding = 'UTF8';
    set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'postgres';
    set local timezone = 'UTC';
    set local bytea_output = 'hex';
    set local extra_float_digits = 1;
    set local row_security = off;
    set local statement_timeout = 0;
    set local lock_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`);
}

const columnList = (columns: readonly string[]): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** A table's rows as COPY text, ordered by primary key. */
export function copyOut(client: ClientBase, table: ProductTable): Readable {
  const { columns, order } = table;
  return client.query(
    to(
      `copy (select ${columnList(columns)} from only ${sqlName(table)} order by ${order.join(', ')}) to stdout`,
    ),
  );
}

/** A stream for COPY text of these columns; it finishes once PostgreSQL has checked every row. */
export function copyIn(
  client: ClientBase,
  table: Pick<BackupTable, 'schema' | 'name' | 'columns'>,
): Writable {
  return client.query(from(`copy ${sqlName(table)} (${columnList(table.columns)}) from stdin`));
}

/** The summary of a table's rows as they are in the database. */
export async function summarize(
  client: ClientBase,
  table: ProductTable,
  signal: AbortSignal,
): Promise<CopySummary> {
  const digest = new CopyDigest();
  await pipeline(copyOut(client, table), digest.end, { signal });
  return digest.summary();
}
