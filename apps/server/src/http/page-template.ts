import type { PaintedPage } from '@bkksiam/domain/page-paint';
import type { PageChoice } from './page-choice.ts';

const settingsMark = /<script type="application\/json" id="settings">\s*\{\}\s*<\/script>/;
const documentMark = '<html lang="en">';
const headMark = /<!--head-->.*?<!--\/head-->/s;
const pageMark = /<!--page-->.*?<!--\/page-->/s;
const dataMark = '<!--data-->';

/** JSON that can stand inside a script element: nothing that could end it, or a line in older engines. */
function dataBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/**
 * Looks whether the built page has every place that the server writes at.
 *
 * @throws naming what is missing
 */
export function checkTemplate(page: string): void {
  const marks = { settings: settingsMark, head: headMark, page: pageMark };
  for (const [name, mark] of Object.entries(marks)) {
    if (!mark.test(page)) throw new Error(`the built page has no place for its ${name}`);
  }
  for (const mark of [documentMark, dataMark]) {
    if (!page.includes(mark)) throw new Error(`the built page has no ${mark}`);
  }
}

export interface PageContent {
  readonly choice: PageChoice;
  readonly settings: object;
  /** Path of the request. */
  readonly path: string;
  /** Undefined leaves the rendering to the browser. */
  readonly painted: PaintedPage | undefined;
}

/** Writes a page as one visitor gets it. */
export function writePage(
  template: string,
  { choice: { language, theme }, settings, path, painted }: PageContent,
): string {
  const themed = theme === undefined ? '' : ` data-theme="${theme}"`;
  const page = template
    .replace(documentMark, `<html lang="${language}"${themed}>`)
    .replace(settingsMark, () => dataBlock('settings', settings));
  if (painted === undefined) return page;
  const blocks = Object.entries(painted.blocks(path)).map(([id, value]) => dataBlock(id, value));
  return page
    .replace(headMark, () => painted.head)
    .replace(pageMark, () => painted.body)
    .replace(dataMark, () => blocks.join(''));
}
