import { productSlug } from '@bkksiam/domain/constants';
import { logFailure } from './log.ts';

/** A value that the browser saves under one key. */
export interface StoredValue<Value> {
  /** The key, as the browser's storage events name it. */
  readonly key: string;
  /** Whether anything is saved, damaged or not. */
  has(): boolean;
  /** The saved value; undefined if there is none, it is damaged or the browser forbids storage. */
  read(): Value | undefined;
  /** Saves a value, or removes it with undefined. False when the browser did not save it. */
  write(value: Value | undefined): boolean;
}

type Parse<Value> = (stored: unknown) => Value | undefined;

/**
 * A typed value under `bkksiam-<name>`. A damaged value is moved to `<key>-damaged`.
 *
 * @param parse gives the value, or undefined when the stored JSON is something else
 */
export function localValue<Value>(name: string, parse: Parse<Value>): StoredValue<Value> {
  return valueIn(() => window.localStorage, name, parse);
}

/** The same, saved for this tab only. */
export function tabValue<Value>(name: string, parse: Parse<Value>): StoredValue<Value> {
  return valueIn(() => window.sessionStorage, name, parse);
}

/** Runs a storage operation; the fallback if the browser forbids storage, or it is full. */
function guarded<Result>(run: () => Result, fallback: Result): Result {
  try {
    return run();
  } catch {
    return fallback;
  }
}

function valueIn<Value>(
  storage: () => Storage,
  name: string,
  parse: Parse<Value>,
): StoredValue<Value> {
  const key = `${productSlug}-${name}`;
  function read(): Value | undefined {
    const text = storage().getItem(key);
    if (text === null) return undefined;
    const value = guarded(() => parse(JSON.parse(text)), undefined);
    if (value === undefined) {
      logFailure(`the saved ${key} is damaged and was set aside`, text);
      storage().setItem(`${key}-damaged`, text);
      storage().removeItem(key);
    }
    return value;
  }
  function write(value: Value | undefined): true {
    if (value === undefined) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(value));
    return true;
  }
  return {
    key,
    has: () => guarded(() => storage().getItem(key) !== null, false),
    read: () => guarded(read, undefined),
    write: (value) => guarded<boolean>(() => write(value), false),
  };
}

const aYearSeconds = 365 * 24 * 60 * 60;

/** Saves a preference that the server renders pages with. A browser that forbids cookies keeps it while the page is open. */
export function savePreferenceCookie(name: string, value: string): void {
  guarded(() => {
    document.cookie = `${name}=${value}; path=/; max-age=${String(aYearSeconds)}; samesite=lax`;
  }, undefined);
}
