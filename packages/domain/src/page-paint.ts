import type { Language } from './languages.ts';

/** Something public that a page shows: a path below one of the services, query included. */
export interface PageRead {
  readonly service: 'data' | 'store';
  readonly path: string;
  /** The page is about it: where it does not exist the page is a 404, and without an answer it is not rendered. */
  readonly isSubject?: true;
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
  /** Title, meta elements and what the page loads first: belongs before the end of the head. */
  readonly head: string;
  /** The page itself, for the root element. */
  readonly body: string;
  /**
   * The data blocks the application hydrates from, by id.
   *
   * @param path of the request, which differs from the rendered one where several paths share a page
   */
  blocks(path: string): Readonly<Record<string, unknown>>;
}

/**
 * How the built site paints its pages for the server, which loads it as a file. `apps/web/src/painter.tsx` makes it,
 * `apps/server/src/http/` uses it; neither imports the other.
 */
export interface PagePainter {
  /**
   * Pattern of the route a path belongs to, such as `/product/:id`; undefined for an unknown path. Pages of one route
   * differ only by language and by what was read.
   */
  routeOf(path: string): string | undefined;
  /**
   * What has to be read for the page at a path.
   *
   * @param storeId names the store in its addresses
   */
  readsFor(path: string, storeId: string): readonly PageRead[];
  paint(request: PageRequest): Promise<PaintedPage>;
}
