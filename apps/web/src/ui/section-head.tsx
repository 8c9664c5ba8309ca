import type { ReactNode } from 'react';
import { Phrases } from './phrases.tsx';

export interface SectionHeadProps {
  /** For the section to name itself by. */
  readonly id: string;
  /** The sign before the small heading. */
  readonly mark: ReactNode;
  readonly eyebrow: string;
  readonly title: string;
  /** A way to all of it. */
  readonly link?: ReactNode;
}

/** What a section of a public page begins with: a small heading, a large one, and a link to the rest. */
export function SectionHead({ id, mark, eyebrow, title, link }: SectionHeadProps) {
  return (
    <div className="mb-10 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div>
        <p className="flex items-center gap-3 text-sm font-head text-teal">
          {mark}
          {eyebrow}
        </p>
        <h2 id={id} className="mt-3 max-w-[24ch] text-3xl">
          <Phrases text={title} />
        </h2>
      </div>
      {link}
    </div>
  );
}
