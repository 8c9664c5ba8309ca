import { pathToFileURL } from 'node:url';
import type { Language } from '@bkksiam/domain/languages';
import type { PagePainter, PaintedPage } from '@bkksiam/domain/page-paint';
import { LRUCache } from 'lru-cache';
import type { PageReadings } from './page-readings.ts';

const keptPages = 100;

/** Loads the painter that was built with the site. */
export async function loadPainter(file: string): Promise<PagePainter> {
  const built = (await import(pathToFileURL(file).href)) as { painter: PagePainter };
  return built.painter;
}

export interface PaintedPagesOptions {
  readonly painter: PagePainter;
  readonly readings: PageReadings;
  /** What `PublicSettings` say of the deployment. */
  readonly siteUrl: string;
  readonly storeUrl: string;
  readonly storeId: string;
}

/** Paints each page once for a language and a state of what it shows, and keeps what is asked for most. */
export class PaintedPages {
  readonly #options: PaintedPagesOptions;
  readonly #kept = new LRUCache<string, Promise<PaintedPage>>({ max: keptPages });

  constructor(options: PaintedPagesOptions) {
    this.#options = options;
  }

  /**
   * The page at a path, ready to be sent.
   *
   * @throws what the painter throws; the next call tries again
   */
  async get(path: string, language: Language): Promise<PaintedPage> {
    const { painter, readings, siteUrl, storeUrl, storeId } = this.#options;
    const reads = painter.readsFor(path, storeId);
    const read = await Promise.all(reads.map((one) => readings.get(one)));
    const versions = read.map(({ version }) => String(version));
    const key = [language, painter.routeOf(path), ...versions].join(' ');
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const answers = read.map(({ answer }) => answer);
    const painted = painter.paint({ path, language, siteUrl, storeUrl, answers });
    this.#kept.set(key, painted);
    painted.catch(() => this.#kept.delete(key));
    return painted;
  }
}
