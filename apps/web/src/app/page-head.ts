import type { TFunction } from 'i18next';
import { languages, type Language } from '@bkksiam/domain/languages';
import { useMatches } from 'react-router';
import type { QueryKey } from '@tanstack/react-query';
import type { TextKey } from '#platform/i18n.ts';

/** The parameters of a page's URL. */
export interface PageLocation {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: URLSearchParams;
}

/** Query options as `queryOptions` of TanStack Query gives them. */
export interface PrefetchedQuery {
  readonly queryKey: QueryKey;
  readonly queryFn?: unknown;
}

/** The page's data in the route table. */
export interface PageHandle {
  /** The page's own part of the title. */
  readonly title: TextKey;
  /** For search engines and shared links; a page without one is `noindex`. */
  readonly description?: TextKey;
  /** The namespace of its own texts, besides `common`. */
  readonly texts?: 'terms' | 'privacy';
  /** The top bar lies over the picture the page begins with. */
  readonly barOverPicture?: true;
  /** The query parameters the page reads; the server renders it without any other. */
  readonly searchParams?: readonly string[];
  /** The query of the one resource the page shows: null gives a 404, its title is the page's title. */
  readonly resource?: (location: PageLocation) => Promise<PrefetchedQuery>;
  /**
   * The queries the server runs before it renders the page: the options its components use.
   *
   * @param resource the data of `resource`; undefined where there is none
   */
  readonly prefetch?: (
    location: PageLocation,
    resource: unknown,
  ) => Promise<readonly PrefetchedQuery[]>;
}

export function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}

export function usePageHandle(): PageHandle | undefined {
  return useMatches()
    .map(({ handle }) => handle)
    .findLast(isPageHandle);
}

interface HeadTag {
  readonly tag: 'meta' | 'link';
  readonly attributes: Readonly<Record<string, string>>;
}

export interface PageHead {
  readonly title: string;
  readonly tags: readonly HeadTag[];
}

export interface PageHeadOptions {
  readonly handle: PageHandle;
  /** The title of the resource the page shows, such as a product. */
  readonly name?: string | undefined;
  readonly language: Language;
  /** The address within the site, without query and fragment. */
  readonly path: string;
  /** Public address of the site, without a trailing slash. */
  readonly siteUrl: string;
  readonly t: TFunction;
}

const locales: Record<Language, string> = { en: 'en_US', th: 'th_TH' };

/** The elements that `pageHead` writes. */
const headTagSelector =
  'meta[name=description],meta[name=robots],link[rel=canonical],meta[property^="og:"],meta[name^="twitter:"]';

const meta = (name: string, content: string): HeadTag => ({
  tag: 'meta',
  attributes: { name, content },
});

const openGraph = (property: string, content: string): HeadTag => ({
  tag: 'meta',
  attributes: { property: `og:${property}`, content },
});

/**
 * The title and the head tags of a page in a language: description, canonical URL, Open Graph. A page without a
 * description is `noindex`.
 *
 * Both languages share one URL, so there is no `hreflang`; Open Graph names the other language.
 */
export function pageHead(options: PageHeadOptions): PageHead {
  const { handle, language, path, siteUrl, t } = options;
  const name = options.name ?? t(handle.title);
  const title = `${name} | ${t('brand')}`;
  if (handle.description === undefined) return { title, tags: [meta('robots', 'noindex')] };
  const description = t(handle.description, { name });
  const address = siteUrl + (path.replace(/\/+$/, '') || '/');
  const others = languages.filter((other) => other !== language);
  return {
    title,
    tags: [
      meta('description', description),
      { tag: 'link', attributes: { rel: 'canonical', href: address } },
      openGraph('site_name', t('brand')),
      openGraph('type', 'website'),
      openGraph('title', title),
      openGraph('description', description),
      openGraph('url', address),
      openGraph('locale', locales[language]),
      ...others.map((other) => openGraph('locale:alternate', locales[other])),
      openGraph('image', `${siteUrl}/social.png`),
      openGraph('image:width', '1200'),
      openGraph('image:height', '630'),
      openGraph('image:alt', t('pages.picture')),
      meta('twitter:card', 'summary_large_image'),
    ],
  };
}

/** Replaces the tags of the previous page. */
export function writePageHead(options: PageHeadOptions): void {
  for (const old of document.head.querySelectorAll(headTagSelector)) old.remove();
  const { title, tags } = pageHead(options);
  document.title = title;
  for (const { tag, attributes } of tags) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.head.append(element);
  }
}
