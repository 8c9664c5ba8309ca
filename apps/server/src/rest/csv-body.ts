import { setImmediate } from 'node:timers/promises';
import { CsvError, parse, type Parser } from 'csv-parse';
import { bodyLimits, checkBound, checkKeys } from './body-limits.ts';
import { restErrors } from './errors.ts';
import type { JsonBody } from './json-body.ts';

/** Keeps one slice at a few ms even when every cell is empty. */
const sliceBytes = 1024;

async function* slicesOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks)
    for (let start = 0; start < chunk.length; start += sliceBytes) {
      yield chunk.subarray(start, start + sliceBytes);
      await setImmediate();
    }
}

async function feed(parser: Parser, chunks: readonly Uint8Array[]): Promise<void> {
  for await (const slice of slicesOf(chunks)) {
    if (parser.destroyed) return;
    parser.write(slice);
  }
  parser.end();
}

/** Collects CSV records as JSON objects of strings; `NULL` becomes null. */
class RecordCollector {
  #heads: readonly string[] | undefined;
  readonly #rows: string[] = [];

  add(record: readonly string[]): void {
    if (this.#heads === undefined) {
      checkKeys(record);
      this.#heads = record;
      return;
    }
    const members = this.#heads.map((head, index) => {
      const value = record[index] ?? 'NULL';
      return `${JSON.stringify(head)}:${value === 'NULL' ? 'null' : JSON.stringify(value)}`;
    });
    this.#rows.push(`{${members.join(',')}}`);
    checkBound('rows', this.#rows.length);
    checkBound('values', this.#rows.length * this.#heads.length);
  }

  get body(): JsonBody {
    const count = this.#rows.length;
    const names = count === 0 ? [] : (this.#heads ?? []);
    const occurrences = new Map(names.map((name) => [name, count]));
    return { text: `[${this.#rows.join(',')}]`, isArray: true, rows: { count, occurrences } };
  }
}

/**
 * Parses a CSV body in slices; the first line holds the column names.
 *
 * @throws {RestError} PGRST102: 400 for invalid CSV, 413 beyond {@link bodyLimits}
 */
export async function readCsv(chunks: readonly Uint8Array[]): Promise<JsonBody> {
  const collector = new RecordCollector();
  const parser = parse({ bom: true, max_record_size: bodyLimits.csvRowBytes });
  const feeding = feed(parser, chunks);
  try {
    for await (const record of parser as AsyncIterable<string[]>) collector.add(record);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw restErrors.bodyTooLarge();
    throw restErrors.badBody(error.message);
  } finally {
    await feeding;
  }
  return collector.body;
}
