import type { Language } from './languages.ts';

/** Something public that a page shows: a path below one of the services, query included. */
export interface PageRead {
  readonly service: 'data' | 'store';
  readonly path: string;
}

/** What a service answered; what is in it is the site's business. */
export type PublicAnswer =
  { readonly found: true; readonly body: unknown } | { readonly found: false };

/** What the server knows when it asks for a page. */
export interface PageRequest {
  /** Path of the address, without query. */
  readonly path: string;
  readonly language: Language;
  /** Public address of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** Address of the store service; empty where it shares the site's. */
  readonly storeUrl: string;
  /** What the page's reads brought, in their order; undefined where one could not be had in time. */
  readonly answers: readonly (PublicAnswer | undefined)[];
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
  /** The route a path belongs to. Pages of one route are alike, but for the language and what was read. */
  routeOf(path: string): string;
  /**
   * What has to be read for the page at a path.
   *
   * @param storeId names the store in its addresses
   */
  readsFor(path: string, storeId: string): readonly PageRead[];
  paint(request: PageRequest): Promise<PaintedPage>;
}
