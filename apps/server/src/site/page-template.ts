import type { PagePreferences } from './page-preferences.ts';
import type { PublicSettings } from './public-settings.ts';

const settingsMark = /<script type="application\/json" id="settings">\s*\{\}\s*<\/script>/;
const documentMark = '<html lang="en">';
const headMark = /<!--head-->.*?<!--\/head-->/s;
const rootMark = /<div id="root">.*?<!--\/root--><\/div>/s;
const stateMark = '<!--state-->';
const manifestMark = 'href="/site.webmanifest"';
const innerStylesMark = /<!--inner-styles (\S+)-->/;

/** Serializes JSON for a script element: escapes `<` and the line separators that end a string in older engines. */
function jsonBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/**
 * Checks that the built page has every placeholder the server replaces.
 *
 * @throws naming the missing one
 */
export function checkTemplate(page: string): void {
  const marks = { settings: settingsMark, head: headMark, root: rootMark };
  for (const [name, mark] of Object.entries(marks)) {
    if (!mark.test(page)) throw new Error(`the built page has no place for its ${name}`);
  }
  for (const mark of [documentMark, stateMark]) {
    if (!page.includes(mark)) throw new Error(`the built page has no ${mark}`);
  }
}

export interface PageContent {
  readonly preferences: PagePreferences;
  /** Those of the server, with what is of this page alone. */
  readonly settings: PublicSettings & {
    readonly agency?: object | undefined;
    readonly styleNonce?: string;
  };
  /** Undefined when the page could not be prepared. */
  readonly head?: string | undefined;
  /** The page needs the stylesheet of inner pages before its code is loaded. */
  readonly hasInnerStyles?: boolean;
  readonly dehydratedState?: unknown;
  /** Markup of the root element; undefined leaves the rendering to the browser. */
  readonly body?: string | undefined;
}

/** Fills the template for one request. */
export function writePage(
  template: string,
  {
    preferences: { language, theme },
    settings,
    head,
    hasInnerStyles = false,
    dehydratedState,
    body,
  }: PageContent,
): string {
  const themed = theme === undefined ? '' : ` data-theme="${theme}"`;
  let page = template
    .replace(documentMark, `<html lang="${language}"${themed}>`)
    .replace(innerStylesMark, hasInnerStyles ? '<link rel="stylesheet" href="$1">' : '')
    .replace(settingsMark, () => jsonBlock('settings', settings));
  if (settings.features.includes('offline')) {
    page = page.replace(manifestMark, `href="/manifest-${language}.webmanifest"`);
  }
  if (head !== undefined) page = page.replace(headMark, () => head);
  if (body !== undefined) {
    page = page.replace(rootMark, () => `<div id="root" data-server-rendered>${body}</div>`);
  }
  if (dehydratedState !== undefined) {
    page = page.replace(stateMark, () => jsonBlock('dehydrated-state', dehydratedState));
  }
  return page;
}
