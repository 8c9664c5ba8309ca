import type { CallerDatabase } from '../db/database.ts';
import { restErrors } from './errors.ts';
import { toSchemaCache, type SchemaCache } from './schema-cache.ts';
import { readCatalogue } from './sql-catalogue.ts';

const channel = 'pgrst';
const debounceMs = 100;
const suspicionPauseMs = 1000;

interface Loaded {
  readonly catalogue: string;
  readonly cache: SchemaCache;
}

/** Keeps the schema cache current. Each cache is immutable and replaced as a whole. */
export class SchemaWatch {
  readonly #database: CallerDatabase;
  readonly #onFailure: (error: unknown) => void;
  #loaded: Loaded | undefined;
  #loading: Promise<Loaded> | undefined;
  #suspectedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(database: CallerDatabase, onFailure: (error: unknown) => void) {
    this.#database = database;
    this.#onFailure = onFailure;
  }

  /** Loads the schema and reloads it on `NOTIFY pgrst`; a burst of notifications causes one reload. */
  async start(): Promise<void> {
    this.#stopListening = await this.#database.listen(channel, (payload) => {
      if (payload === '' || payload === 'reload schema') this.#reloadSoon();
    });
    await this.#load();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#stopListening?.();
  }

  /** @throws {RestError} PGRST002 before the first load */
  get current(): SchemaCache {
    if (this.#loaded === undefined) throw restErrors.noSchemaCache();
    return this.#loaded.cache;
  }

  /**
   * Reloads the schema, at most once a second, after a statement failed as if the schema had changed without a
   * notification. True when it differs from `cache`, so that planning again may succeed.
   */
  async hasChangedSince(cache: SchemaCache): Promise<boolean> {
    if (this.#loaded?.cache !== cache) return true;
    const now = performance.now();
    if (now - this.#suspectedAt < suspicionPauseMs) return false;
    this.#suspectedAt = now;
    return (await this.#load()).cache !== cache;
  }

  /** Debounces a burst, and waits for a running load, which may have read the catalogue before the change. */
  #reloadSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const underWay = this.#loading ?? Promise.resolve();
      underWay
        .catch(() => undefined)
        .then(() => this.#load())
        .catch(this.#onFailure);
    }, debounceMs);
  }

  #load(): Promise<Loaded> {
    this.#loading ??= this.#read().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #read(): Promise<Loaded> {
    const catalogue = await readCatalogue(this.#database);
    if (this.#loaded?.catalogue !== catalogue)
      this.#loaded = { catalogue, cache: toSchemaCache(catalogue) };
    return this.#loaded;
  }
}
