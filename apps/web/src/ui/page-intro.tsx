import type { ReactNode } from 'react';
import { Phrases } from './phrases.tsx';

export interface PageIntroProps {
  /** The sign before the small heading. */
  readonly mark: ReactNode;
  readonly eyebrow: string;
  /** The page's one heading of the first level. */
  readonly title: string;
  readonly text?: ReactNode;
  /** What stands below, such as the one action or a date. */
  readonly children?: ReactNode;
}

/** What a page of text begins with. */
export function PageIntro({ mark, eyebrow, title, text, children }: PageIntroProps) {
  return (
    <div className="mb-10 lg:mb-14">
      <p className="flex items-center gap-3 text-sm font-head text-teal">
        {mark}
        {eyebrow}
      </p>
      <h1 className="mt-3 max-w-[20ch] text-3xl">
        <Phrases text={title} />
      </h1>
      {text !== undefined && <p className="mt-4 max-w-[38em] text-lg text-ink-2">{text}</p>}
      {children}
    </div>
  );
}
