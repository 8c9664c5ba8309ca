import type { Resource } from 'i18next';
import { toLanguage, type Language } from '@bkksiam/domain/languages';
import { dataBlock } from './data-block.ts';

/** An answer that came with the page, by the key of its query. */
export interface ReadyAnswer {
  readonly key: readonly unknown[];
  readonly data: unknown;
  /** There is more than this, so it is asked for again. */
  readonly partial?: true;
  /** What a member has under keys that begin so is something else, which this is shown in place of until it comes. */
  readonly standsFor?: readonly unknown[];
}

/** The page as the server painted it: what the application takes over with. */
export interface FirstView {
  readonly language: Language;
  readonly texts: Resource[string];
  readonly answers: readonly ReadyAnswer[];
}

/** Ids of the data blocks that a painted page carries. */
export const firstViewBlocks = { texts: 'texts', answers: 'answers', code: 'code' } as const;

/** What a painted page carries; undefined when this one is not painted. */
export function readFirstView(page: Document): FirstView | undefined {
  const texts = dataBlock(page, firstViewBlocks.texts);
  if (texts === null) return undefined;
  return {
    language: toLanguage(page.documentElement.lang),
    texts: texts as Resource[string],
    answers: (dataBlock(page, firstViewBlocks.answers) ?? []) as readonly ReadyAnswer[],
  };
}
