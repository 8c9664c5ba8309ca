import type { TFunction } from 'i18next';
import { languages, type Language } from '@bkksiam/domain/languages';
import { pageTitle, type PageHandle } from './page-handle.ts';

/** One element of the document's head. */
export interface HeadTag {
  readonly tag: 'meta' | 'link';
  readonly attributes: Readonly<Record<string, string>>;
}

/** What a page's head says about it. */
export interface PageHead {
  readonly title: string;
  readonly tags: readonly HeadTag[];
}

export interface PageHeadOptions {
  readonly handle: PageHandle;
  /** What the page is about, where its route alone does not say. */
  readonly subject?: string | undefined;
  readonly language: Language;
  /** The address within the site, without query and fragment. */
  readonly path: string;
  /** Public address of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** The interface texts in that language. */
  readonly t: TFunction;
}

const locales: Record<Language, string> = { en: 'en_US', th: 'th_TH' };

/** Finds every element `pageHead` may have written, so that those of the next page can take their place. */
export const headTagSelector =
  'meta[name=description],meta[name=robots],link[rel=canonical],meta[property^="og:"],meta[name^="twitter:"]';

const named = (name: string, content: string): HeadTag => ({
  tag: 'meta',
  attributes: { name, content },
});

const openGraph = (property: string, content: string): HeadTag => ({
  tag: 'meta',
  attributes: { property: `og:${property}`, content },
});

/**
 * The title and the tags of a page in a language: a description, the address it is known by, and the card that
 * shared links show; for a page without a description only that it is not to be listed.
 *
 * Both languages share one address, so there is nothing for `hreflang` to point at; the card names the other language.
 */
export function pageHead(options: PageHeadOptions): PageHead {
  const { handle, subject, language, path, siteUrl, t } = options;
  const title = pageTitle(handle, t, subject);
  if (handle.description === undefined) return { title, tags: [named('robots', 'noindex')] };
  const description = t(handle.description, { subject: subject ?? t(handle.title) });
  const address = siteUrl + (path.replace(/\/+$/, '') || '/');
  const others = languages.filter((other) => other !== language);
  return {
    title,
    tags: [
      named('description', description),
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
      named('twitter:card', 'summary_large_image'),
    ],
  };
}
