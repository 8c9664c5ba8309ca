import type { ReactNode } from 'react';

export interface ListHeadingProps {
  /** Of the heading, which names the list and can take the focus. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** What makes something new; on a phone it follows below. */
  readonly action?: ReactNode;
}

/** What a list of the desk is called and holds. */
export function ListHeading({ id, title, text, action }: ListHeadingProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div>
        <h1 id={id} tabIndex={-1} className="text-3xl">
          {title}
        </h1>
        <p className="mt-2 text-ink-2">{text}</p>
      </div>
      {action}
    </div>
  );
}
