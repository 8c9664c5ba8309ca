import type { ReactNode } from 'react';

/** The box around a part of a page. */
export const cardClass = 'rounded-lg border border-line bg-surface p-5 sm:p-6';

/** A part of a page with its heading, in a box. */
export function Card({
  id,
  title,
  action,
  children,
}: {
  readonly id: string;
  readonly title: string;
  /** Beside the heading. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className={cardClass}>
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} tabIndex={-1} className="text-xl">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
