import { productSlug } from '@bkksiam/domain/constants';
import { logFailure } from './log.ts';

/** A value the browser remembers under one key. */
export interface Slot<Value> {
  /** What was remembered; undefined when there is nothing, it is damaged or the browser forbids storage. */
  read(): Value | undefined;
  /** Remembers a value, or forgets it with undefined. False when the browser would not keep it. */
  write(value: Value | undefined): boolean;
}

/**
 * A typed slot under `bkksiam-<name>`. A damaged value is set aside under `<key>-damaged` rather than guessed at.
 *
 * @param parse gives the value, or undefined when the stored JSON is something else
 */
export function localSlot<Value>(
  name: string,
  parse: (stored: unknown) => Value | undefined,
): Slot<Value> {
  const key = `${productSlug}-${name}`;
  return {
    read() {
      try {
        const text = window.localStorage.getItem(key);
        if (text === null) return undefined;
        const value = parseJson(text, parse);
        if (value === undefined) setAside(key, text);
        return value;
      } catch {
        return undefined;
      }
    },
    write(value) {
      try {
        if (value === undefined) window.localStorage.removeItem(key);
        else window.localStorage.setItem(key, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
  };
}

function parseJson<Value>(
  text: string,
  parse: (stored: unknown) => Value | undefined,
): Value | undefined {
  try {
    return parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function setAside(key: string, text: string): void {
  logFailure(`the saved ${key} is damaged and was set aside`, text);
  window.localStorage.setItem(`${key}-damaged`, text);
  window.localStorage.removeItem(key);
}
