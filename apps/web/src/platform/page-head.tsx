import type { TFunction } from 'i18next';
import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';
import { languages, type Language } from '@bkksiam/domain/languages';
import { settings } from './env.ts';
import { useLanguage, type TextKey } from './i18n.ts';
import { pageHandleOf, pagePath, type PageHandle } from './page-handle.ts';
import type { PageSubject } from './page-loader.ts';

export interface HeadTagsProps {
  readonly handle: PageHandle;
  /** The subject of a page that has one: its title is the page's, and null is `noindex`. */
  readonly subject?: PageSubject;
  readonly language: Language;
  /** The address within the site, without query and fragment. */
  readonly path: string;
  /** Public address of the site, without a trailing slash. */
  readonly siteUrl: string;
  readonly t: TFunction;
}

const locales: Record<Language, string> = { en: 'en_US', th: 'th_TH' };

/**
 * The title of a page and its description, canonical URL and Open Graph tags, which React puts into the document's head. A
 * page without a description is `noindex`. Both languages share one URL, so there is no `hreflang`; Open Graph names the
 * other language.
 */
export function HeadTags({ handle, subject, language, path, siteUrl, t }: HeadTagsProps) {
  const textOf = (text: PageHandle['title'], values = {}) => t(text as TextKey, values);
  const name = subject?.title ?? textOf(handle.title);
  const title = `${name} | ${t('brand')}`;
  if (handle.description === undefined || subject === null) {
    return (
      <>
        <title>{title}</title>
        <meta name="robots" content="noindex" />
      </>
    );
  }
  const description = textOf(handle.description, { name });
  const address = siteUrl + (path.replace(/\/+$/, '') || '/');
  const others = languages.filter((other) => other !== language);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:site_name" content={t('brand')} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={locales[language]} />
      {others.map((other) => (
        <meta key={other} property="og:locale:alternate" content={locales[other]} />
      ))}
      <meta property="og:image" content={`${siteUrl}/social.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={t('pages.picture')} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** True while the server renders the page: it writes the head by itself. */
export const ServerRendering = createContext(false);

/** The head of the page on screen. The server writes the same tags into the document, where hydration finds them. */
export function PageHead({ subject }: Pick<HeadTagsProps, 'subject'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const matches = useMatches();
  const handle = pageHandleOf(matches);
  const match = matches.at(-1);
  const isServerRendering = use(ServerRendering);
  if (handle === undefined || match === undefined || isServerRendering) return null;
  // The id of a page's route is its pattern.
  const path = pagePath(match.id, match.params);
  return <HeadTags {...{ handle, subject, language, path, t }} siteUrl={settings().siteUrl} />;
}

const tags =
  'title,meta[name=description],meta[name=robots],link[rel=canonical],meta[property^="og:"],meta[name^="twitter:"]';

/** Removes the head that the server has written where the page is not hydrated: React would add a second one. */
export function removeServerHead(): void {
  for (const tag of document.head.querySelectorAll(tags)) tag.remove();
}
