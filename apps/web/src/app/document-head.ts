import i18next from 'i18next';
import { settings } from '#platform/env.ts';
import { currentLanguage } from '#platform/i18n.ts';
import { headTagSelector, pageHead, type HeadTag, type PageHeadOptions } from './page-head.ts';

function element({ tag, attributes }: HeadTag): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** Puts what `pageHead` says about a page into the document, in place of what stood there about another. */
export function writeHead(page: Pick<PageHeadOptions, 'handle' | 'path' | 'subject'>): void {
  const { siteUrl } = settings();
  const head = pageHead({ ...page, siteUrl, language: currentLanguage(), t: i18next.t });
  for (const old of document.head.querySelectorAll(headTagSelector)) old.remove();
  document.head.append(...head.tags.map(element));
}
