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

export interface StubCardProps {
  /** The id of the heading. */
  readonly id: string;
  readonly title: string;
  /** The large figure, with the title above it. */
  readonly figure?: string | undefined;
  readonly detail?: ReactNode;
  /** Beside the title and the figure. */
  readonly beside: ReactNode;
  readonly children: ReactNode;
}

/** A card below its filled stub, which says the most important. */
export function StubCard({ id, title, figure, detail, beside, children }: StubCardProps) {
  return (
    <section aria-labelledby={id} className="lifted-card">
      <div className="torn rounded-t-lg bg-stub p-5 [--na:0_100%] [--nb:100%_100%] sm:p-6">
        <div className="grid items-center gap-x-8 gap-y-4 md:flex md:flex-wrap">
          <div className="flex-1 basis-56">
            <h2
              id={id}
              className={
                figure === undefined ? 'text-xl' : 'text-md font-mid tracking-normal text-ink-2'
              }
            >
              {title}
            </h2>
            {figure !== undefined && (
              <p className="num text-3xl leading-tight font-strong md:whitespace-nowrap">
                {figure}
              </p>
            )}
            {detail}
          </div>
          {beside}
        </div>
      </div>
      <div className="torn relative rounded-b-lg bg-surface [--na:0_0] [--nb:100%_0] before:absolute before:inset-x-3.5 before:top-0 before:border-t-2 before:border-dashed before:border-perf before:content-['']">
        {children}
      </div>
    </section>
  );
}
