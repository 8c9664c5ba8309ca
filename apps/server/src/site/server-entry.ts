import type { Language } from '@bkksiam/domain/languages';
import type { PublicSettings } from './public-settings.ts';

// The interface of the site's server build, `apps/web/src/entry-server.tsx`, which the server loads as a file.

export interface RendererOptions {
  readonly settings: PublicSettings;
  /** Base URL at which this process reaches itself, for services on its own origin. */
  readonly baseUrl: () => string;
  /** Called with the key of a query whose prefetch failed, and the id of the request that started it. */
  readonly onPrefetchFailure: (key: readonly unknown[], error: unknown, requestId: string) => void;
}

/** A page after its queries have been prefetched. */
export interface PreparedPage {
  /** 200, 404, or 503 where it could not be looked up in time whether there is what the page is about. */
  readonly status: number;
  /** Markup for the document's head: title, metadata, preloads. */
  readonly head: string;
  /** Whether its markup needs the stylesheet of inner pages, which others load with their code. */
  readonly hasInnerStyles: boolean;
  /** With a feature, the agency as the page names it, a part of the page's settings. */
  readonly agency?: object | undefined;
  /** The prefetched queries, dehydrated by TanStack Query. */
  readonly dehydratedState: unknown;
  /** Pages with equal keys have equal markup. */
  readonly key: string;
  /** Renders the markup of the root element. */
  readonly render: () => Promise<string>;
}

export interface Renderer {
  /** Paths that search engines may list, in the order of the site map. */
  readonly listedPaths: readonly string[];
  /** Path patterns behind the sign-in, such as `/booking/:id`. */
  readonly privatePaths: readonly string[];
  /**
   * Runs the loaders of the page at a URL, for at most two seconds.
   *
   * @param requestId sent as `x-request-id` with the requests of these queries
   */
  prepare(url: string, language: Language, requestId: string): Promise<PreparedPage>;
}

/** The server build's export `serverEntry`. */
export interface ServerEntry {
  createRenderer(options: RendererOptions): Renderer;
}
