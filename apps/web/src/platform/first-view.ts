import type { Resource } from 'i18next';
import { toLanguage, type Language } from '@bkksiam/domain/languages';

/** An answer that came with the page, by the key of its query. */
export interface ReadyAnswer {
  readonly key: readonly unknown[];
  readonly data: unknown;
  /** There is more than this, so it is asked for again. */
  readonly partial?: true;
}

/** The page as the server painted it: what the application takes over with. */
export interface FirstView {
  readonly language: Language;
  readonly texts: Resource[string];
  readonly answers: readonly ReadyAnswer[];
}

/** Ids of the data blocks that a painted page carries. */
export const firstViewBlocks = { texts: 'texts', answers: 'answers' } as const;

function block(page: Document, id: string): unknown {
  return JSON.parse(page.getElementById(id)?.textContent ?? 'null');
}

/** What a painted page carries; undefined when this one is not painted. */
export function readFirstView(page: Document): FirstView | undefined {
  const texts = block(page, firstViewBlocks.texts);
  if (texts === null) return undefined;
  return {
    language: toLanguage(page.documentElement.lang),
    texts: texts as Resource[string],
    answers: (block(page, firstViewBlocks.answers) ?? []) as readonly ReadyAnswer[],
  };
}
