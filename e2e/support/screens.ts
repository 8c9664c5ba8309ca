import { pages, type Page } from '../../apps/web/src/pages.ts';
import type { TextKey } from './texts.ts';

export type Viewer = 'visitor' | 'member' | 'admin';

/** A page of the table at an address. */
export interface Screen {
  readonly path: string;
  /** Undefined where the page is named after its content. */
  readonly title: TextKey | undefined;
}

/** An address of each page whose pattern is none itself. */
const examples: Readonly<Record<string, string>> = {
  [pages.product.pattern]: pages.product.href('chao-phraya-tote'),
  [pages.booking.pattern]: pages.booking.href('TG600'),
  [pages.notFound.pattern]: '/no/such/page',
};

function screensWith(access: Page['access']): readonly Screen[] {
  return Object.values<Page>(pages)
    .filter((page) => page.access === access && page.feature === undefined)
    .map(({ pattern, title, hasOwnHead }) => ({
      path: examples[pattern] ?? pattern,
      title: hasOwnHead ? undefined : (title as TextKey),
    }));
}

/** Every page of the site by who may open it. */
export const screens: Readonly<Record<Viewer, readonly Screen[]>> = {
  visitor: screensWith(undefined),
  member: screensWith('members'),
  admin: screensWith('admins'),
};
