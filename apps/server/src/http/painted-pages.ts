import { pathToFileURL } from 'node:url';
import type { Language } from '@bkksiam/domain/languages';
import type { PagePainter, PaintedPage } from '@bkksiam/domain/page-paint';
import { LRUCache } from 'lru-cache';
import type { NewsOnHand } from './public-news.ts';

const keptPages = 100;

/** Loads the painter that was built with the site. */
export async function loadPainter(file: string): Promise<PagePainter> {
  const built = (await import(pathToFileURL(file).href)) as { painter: PagePainter };
  return built.painter;
}

/** Paints each page once for a language and a state of the news, and keeps what is asked for most. */
export class PaintedPages {
  readonly #painter: PagePainter;
  readonly #siteUrl: string;
  readonly #news: () => Promise<NewsOnHand>;
  readonly #kept = new LRUCache<string, Promise<PaintedPage>>({ max: keptPages });

  constructor(painter: PagePainter, siteUrl: string, news: () => Promise<NewsOnHand>) {
    this.#painter = painter;
    this.#siteUrl = siteUrl;
    this.#news = news;
  }

  /**
   * The page at a path, ready to be sent.
   *
   * @throws what the painter throws; the next call tries again
   */
  async get(path: string, language: Language): Promise<PaintedPage> {
    const { version, news } = await this.#news();
    const key = `${language} ${String(version)} ${this.#painter.routeOf(path)}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const painted = this.#painter.paint({
      path,
      language,
      siteUrl: this.#siteUrl,
      ...(news && { news }),
    });
    this.#kept.set(key, painted);
    painted.catch(() => this.#kept.delete(key));
    return painted;
  }
}
