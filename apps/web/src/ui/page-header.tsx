import type { ReactNode } from 'react';
import { Phrases } from './phrases.tsx';

export interface PageHeaderProps {
  /** Of the heading. */
  readonly id?: string;
  readonly title: string;
  readonly text?: string;
  /** Beside the title, such as a status. */
  readonly beside?: ReactNode;
}

/** The heading of a page of the member area. */
export function PageHeader({ id, title, text, beside }: PageHeaderProps) {
  return (
    <div className="mb-8">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 id={id} tabIndex={-1} className="text-3xl">
          <Phrases text={title} />
        </h1>
        {beside}
      </div>
      {text !== undefined && (
        <p className="mt-2 max-w-[38em] text-ink-2">
          <Phrases text={text} />
        </p>
      )}
    </div>
  );
}
