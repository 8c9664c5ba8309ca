import type { CallerDatabase } from '../db/database.ts';
import { restErrors } from './errors.ts';
import { readCatalogue, toSchemaCache, type SchemaCache } from './schema-cache.ts';

const channel = 'pgrst';
const debounceMs = 100;
const suspicionPauseMs = 1000;

interface Loaded {
  readonly catalogue: string;
  readonly cache: SchemaCache;
}

/** Keeps one schema cache current; who asks gets the newest that has been read, whole and unchanging. */
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

  /** Listens for `NOTIFY pgrst`, where a burst of notices is one reading, and reads the schema. */
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

  /** @throws {RestError} PGRST002 before the first reading */
  get current(): SchemaCache {
    if (this.#loaded === undefined) throw restErrors.noSchemaCache();
    return this.#loaded.cache;
  }

  /**
   * For a statement that failed as if the schema had changed unannounced: reads it again, at most once a second.
   * True when it is another one than `cache`, so that planning again may give another answer.
   */
  async hasChangedSince(cache: SchemaCache): Promise<boolean> {
    if (this.#loaded?.cache !== cache) return true;
    const now = performance.now();
    if (now - this.#suspectedAt < suspicionPauseMs) return false;
    this.#suspectedAt = now;
    return (await this.#load()).cache !== cache;
  }

  /** Waits for more of the burst, and for a reading under way: that one may have looked before the change. */
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
