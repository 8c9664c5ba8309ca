import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface TicketCardProps {
  /** Names the card; a placeholder has no name. */
  readonly label?: string;
  readonly children: ReactNode;
  /** What it costs: beside the card on wide screens, else below it. */
  readonly stub: ReactNode;
  /** The stub of what is chosen is filled. */
  readonly filled?: boolean;
}

/** A card and its stub; each has its notches cut from its own corners, so that neither needs a fixed height. */
export function TicketCard({ label, children, stub, filled = false }: TicketCardProps) {
  return (
    <article aria-label={label} className="lifted-card">
      <div className="grid md:grid-cols-[minmax(0,1fr)_13.25rem]">
        <div className="torn rounded-t-lg bg-surface p-4 [--na:0_100%] [--nb:100%_100%] md:rounded-l-lg md:rounded-tr-none md:px-6 md:[--na:100%_0]">
          {children}
        </div>
        <div
          className={classNames(
            'torn relative flex flex-col rounded-b-lg p-4 [--na:0_0] [--nb:100%_0] md:rounded-r-lg md:rounded-bl-none md:px-5 md:[--nb:0_100%]',
            'before:absolute before:inset-x-3.5 before:top-0 before:border-t-2 before:border-dashed before:border-perf before:content-[""] md:before:inset-x-auto md:before:inset-y-3.5 md:before:left-0 md:before:border-t-0 md:before:border-l-2',
            filled ? 'bg-stub' : 'bg-surface',
          )}
        >
          {stub}
        </div>
      </div>
    </article>
  );
}
