import { productSlug } from '@bkksiam/domain/constants';
import { logFailure } from './log.ts';

/** A value the browser remembers under one key. */
export interface Slot<Value> {
  /** The key, as the browser's storage events name it. */
  readonly key: string;
  /** Whether anything is remembered, damaged or not. */
  holds(): boolean;
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
  return slotIn(() => window.localStorage, name, parse);
}

/** The same, remembered for this tab only and forgotten with it. */
export function tabSlot<Value>(
  name: string,
  parse: (stored: unknown) => Value | undefined,
): Slot<Value> {
  return slotIn(() => window.sessionStorage, name, parse);
}

// The storage is asked for inside the guard: a browser that forbids it throws already there.
function slotIn<Value>(
  storage: () => Storage,
  name: string,
  parse: (stored: unknown) => Value | undefined,
): Slot<Value> {
  const key = `${productSlug}-${name}`;
  return {
    key,
    holds() {
      try {
        return storage().getItem(key) !== null;
      } catch {
        return false;
      }
    },
    read() {
      try {
        const text = storage().getItem(key);
        if (text === null) return undefined;
        const value = parseJson(text, parse);
        if (value === undefined) setAside(storage(), key, text);
        return value;
      } catch {
        return undefined;
      }
    },
    write(value) {
      try {
        if (value === undefined) storage().removeItem(key);
        else storage().setItem(key, JSON.stringify(value));
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

function setAside(storage: Storage, key: string, text: string): void {
  logFailure(`the saved ${key} is damaged and was set aside`, text);
  storage.setItem(`${key}-damaged`, text);
  storage.removeItem(key);
}
