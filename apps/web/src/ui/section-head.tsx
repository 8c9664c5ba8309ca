import type { ReactNode } from 'react';
import { RiverMark } from '#drawings/river.tsx';
import { Phrases } from './phrases.tsx';

export function Eyebrow({ text }: { readonly text: string }) {
  return (
    <p className="flex items-center gap-3 text-sm font-head text-teal">
      <RiverMark />
      {text}
    </p>
  );
}

export interface SectionHeadProps {
  /** The id of the heading, for `aria-labelledby`. */
  readonly id: string;
  readonly eyebrow: string;
  readonly title: string;
  readonly link: ReactNode;
}

/** The heading of a section of a public page, with a link to the rest. */
export function SectionHead({ id, eyebrow, title, link }: SectionHeadProps) {
  return (
    <div className="mb-10 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div>
        <Eyebrow text={eyebrow} />
        <h2 id={id} className="mt-3 max-w-[24ch] text-3xl">
          <Phrases text={title} />
        </h2>
      </div>
      {link}
    </div>
  );
}
