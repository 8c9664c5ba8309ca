import type { CallerDatabase } from '../db/database.ts';
import { restErrors } from './errors.ts';
import { toSchemaCaches, type ExposedSchemas } from './schema-cache.ts';
import { readCatalogVersion, readSystemCatalogs } from './sql-system-catalogs.ts';

const channel = 'pgrst';
const debounceMs = 100;
const suspicionPauseMs = 1000;

interface Loaded {
  readonly catalogs: string;
  readonly version: string;
  readonly schemas: ExposedSchemas;
}

export interface SchemaWatchOptions {
  /** The exposed schemas. */
  readonly exposed: readonly string[];
  readonly onFailure: (error: unknown) => void;
  /** Is called with an exposed schema that does not exist, on each change of the catalogs. */
  readonly onMissing: (schema: string) => void;
}

/** Keeps the caches of the exposed schemas current. They are immutable and replaced as a whole. */
export class SchemaWatch {
  readonly #database: CallerDatabase;
  readonly #options: SchemaWatchOptions;
  #loaded: Loaded | undefined;
  #loading: Promise<Loaded> | undefined;
  #suspectedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(database: CallerDatabase, options: SchemaWatchOptions) {
    this.#database = database;
    this.#options = options;
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
  get current(): ExposedSchemas {
    if (this.#loaded === undefined) throw restErrors.noSchemaCache();
    return this.#loaded.schemas;
  }

  /**
   * Looks, at most once a second for all requests, whether the schema has changed without a notification, after one failed
   * as if it had: in the database, or because the cache lacks a name. Only then it is loaded. True when it differs from
   * `schemas`, so that planning again may succeed.
   */
  async hasChangedSince(schemas: ExposedSchemas): Promise<boolean> {
    if (this.#loaded?.schemas !== schemas) return true;
    const now = performance.now();
    if (now - this.#suspectedAt < suspicionPauseMs) return false;
    this.#suspectedAt = now;
    if ((await readCatalogVersion(this.#database)) === this.#loaded.version) return false;
    return (await this.#load()).schemas !== schemas;
  }

  /** Debounces a burst, and waits for a running load, which may have read the catalogs before the change. */
  #reloadSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const underWay = this.#loading ?? Promise.resolve();
      underWay
        .catch(() => undefined)
        .then(() => this.#load())
        .catch(this.#options.onFailure);
    }, debounceMs);
  }

  #load(): Promise<Loaded> {
    this.#loading ??= this.#read().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #read(): Promise<Loaded> {
    const { exposed, onMissing } = this.#options;
    const { catalogs, version } = await readSystemCatalogs(this.#database, exposed);
    if (this.#loaded?.catalogs === catalogs) {
      this.#loaded = { ...this.#loaded, version };
      return this.#loaded;
    }
    const schemas = toSchemaCaches(catalogs, exposed);
    for (const { schema, exists } of schemas.values()) if (!exists) onMissing(schema);
    this.#loaded = { catalogs, version, schemas };
    return this.#loaded;
  }
}
