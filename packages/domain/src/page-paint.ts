import type { Language } from './languages.ts';

/** One item of the public feed as the data service answers with it; what the columns hold is the site's business. */
export type PublicNewsItem = Readonly<Record<string, unknown>>;

/** The newest of the public news. */
export interface PublicNews {
  readonly items: readonly PublicNewsItem[];
  /** There are older ones. */
  readonly more: boolean;
}

/** What the server knows when it asks for a page. */
export interface PageRequest {
  /** Path of the address, without query. */
  readonly path: string;
  readonly language: Language;
  /** Public address of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** The public news; left out when they could not be read in time. */
  readonly news?: PublicNews | undefined;
}

/** A page that reads before any script has run. Everything is markup but the blocks. */
export interface PaintedPage {
  readonly status: 200 | 404;
  /** Title, meta elements and what the page loads first: belongs before the end of the head. */
  readonly head: string;
  /** The page itself, for the root element. */
  readonly body: string;
  /** What the application takes over with, by the id of its data block. */
  readonly blocks: Readonly<Record<string, unknown>>;
}

/**
 * How the built site paints its pages for the server, which loads it as a file. `apps/web/src/painter.tsx` makes it,
 * `apps/server/src/http/` uses it; neither imports the other.
 */
export interface PagePainter {
  /** The route a path belongs to. Pages of one route are alike, but for the language and the news. */
  routeOf(path: string): string;
  paint(request: PageRequest): Promise<PaintedPage>;
}
