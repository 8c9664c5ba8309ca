import { setImmediate } from 'node:timers/promises';
import { restErrors } from './errors.ts';

/**
 * Limits of a request body. PostgreSQL allows 1,600 columns in a table. A value is any comma-separated JSON value,
 * nested ones included.
 */
export const bodyLimits = {
  bytes: 4 * 1024 * 1024,
  /** For an unknown function: the error lists the arguments of the body. */
  unknownFunctionBytes: 64 * 1024,
  formBytes: 1024 * 1024,
  csvRowBytes: 1024 * 1024,
  rows: 10_000,
  keys: 1600,
  keyLength: 256,
  'values in a row': 10_000,
  values: 200_000,
  /** Of brackets in a row. */
  levels: 200,
} as const;

type Bound = 'rows' | 'keys' | 'values in a row' | 'values' | 'levels';

/** @throws {RestError} 413 when the count exceeds its limit */
export function checkBound(what: Bound, count: number): void {
  if (count > bodyLimits[what]) throw restErrors.tooMany(what, bodyLimits[what]);
}

/** @throws {RestError} 413 when a key is longer than any identifier */
export function checkKeys(keys: readonly string[]): void {
  checkBound('keys', keys.length);
  if (keys.some((key) => key.length > bodyLimits.keyLength)) throw restErrors.longKey();
}

const sliceMs = 5;

/** Splits long work into slices of 5 ms and yields to the event loop between them. */
export class Slices {
  #endsAt = performance.now() + sliceMs;

  /** Resolves immediately within a slice, else in the next turn of the event loop. */
  async next(): Promise<void> {
    if (performance.now() < this.#endsAt) return;
    await setImmediate();
    this.#endsAt = performance.now() + sliceMs;
  }
}
