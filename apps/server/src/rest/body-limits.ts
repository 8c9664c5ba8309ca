import { setImmediate } from 'node:timers/promises';
import { restErrors } from './errors.ts';

/**
 * Upper bounds of a body. PostgreSQL has at most 1,600 columns in a table; a value is anything between two commas,
 * nested ones included.
 */
export const bodyLimits = {
  bytes: 4 * 1024 * 1024,
  /** For a function that does not exist: enough to name the arguments in the error. */
  unknownFunctionBytes: 64 * 1024,
  formBytes: 1024 * 1024,
  csvRowBytes: 1024 * 1024,
  rows: 10_000,
  keys: 1600,
  keyLength: 256,
  valuesInRow: 10_000,
  values: 200_000,
  depth: 200,
} as const;

type Bound = 'rows' | 'keys' | 'values';

/** @throws {RestError} 413 when there are more than the bound */
export function checkBound(what: Bound, count: number): void {
  if (count > bodyLimits[what]) throw restErrors.tooMany(what, bodyLimits[what]);
}

/** @throws {RestError} 413 when a key is longer than any identifier */
export function checkKeys(keys: readonly string[]): void {
  checkBound('keys', keys.length);
  if (keys.some((key) => key.length > bodyLimits.keyLength)) throw restErrors.longKey();
}

const sliceMs = 5;

/** Divides long work into slices of 5 ms, so that other requests are answered in between. */
export class Slices {
  #endsAt = performance.now() + sliceMs;

  /** Resolves at once while the slice lasts, else after the event loop has gone round. */
  async next(): Promise<void> {
    if (performance.now() < this.#endsAt) return;
    await setImmediate();
    this.#endsAt = performance.now() + sliceMs;
  }
}
