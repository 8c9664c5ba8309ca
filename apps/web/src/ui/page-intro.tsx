import type { ReactNode } from 'react';
import { Phrases } from './phrases.tsx';
import { Eyebrow } from './eyebrow.tsx';

export interface PageIntroProps {
  readonly eyebrow: string;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

export function PageIntro({ eyebrow, title, text, children }: PageIntroProps) {
  return (
    <div className="mb-10 lg:mb-14">
      <Eyebrow text={eyebrow} />
      <h1 className="mt-3 max-w-[20ch] text-3xl">
        <Phrases text={title} />
      </h1>
      {text !== undefined && (
        <p className="mt-4 max-w-[38em] text-lg text-ink-2">
          <Phrases text={text} />
        </p>
      )}
      {children}
    </div>
  );
}
