import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** A day with its lowest price. */
interface DayPrice {
  /** The date of its link. */
  readonly key: string;
  /** Short, such as 'Wed 16'. */
  readonly text: string;
  /** Undefined if no price is known. */
  readonly price?: string;
  /** The lowest of the days shown. */
  readonly isLowest?: boolean;
}

/** The props of the link to a day. */
interface DayLink {
  readonly className: string;
  readonly 'aria-current': 'date' | undefined;
  readonly children: ReactNode;
}

export interface DayStripProps {
  readonly label: string;
  /** Five, with the searched day in the middle. */
  readonly days: readonly DayPrice[];
  /** The key of the searched day. */
  readonly selected: string;
  /** What the prices are of, and what a dash is. */
  readonly note: string;
  /** Renders the link to the search of a day. */
  readonly link: (day: string, link: DayLink) => ReactNode;
  /** For screen readers. */
  readonly texts: { readonly lowest: string; readonly noPrice: string };
}

/** The days around the searched one, as links with their lowest prices. */
export function DayStrip({ label, days, selected, note, link, texts }: DayStripProps) {
  return (
    <nav aria-label={label}>
      <ul className="grid grid-cols-5 divide-x divide-line overflow-hidden rounded-md border border-line bg-surface">
        {days.map(({ key, text, price, isLowest = false }) => (
          <li key={key}>
            {link(key, {
              'aria-current': key === selected ? 'date' : undefined,
              className:
                'grid h-full min-h-15 content-start justify-items-center px-0.5 pt-2 pb-2.5 text-center text-xs leading-[1.45] text-ink-2 hover:bg-sunken focus-visible:-outline-offset-3 aria-[current]:bg-teal-soft aria-[current]:text-ink aria-[current]:shadow-[inset_0_-3px_var(--gold)] sm:text-sm forced-colors:aria-[current]:border-b-4',
              children: (
                <>
                  <span className="whitespace-nowrap">{text}</span>{' '}
                  <span
                    className={classNames(
                      // As wide without a price: nothing moves when it comes.
                      'num w-full text-xs font-strong min-[26rem]:text-sm sm:text-md',
                      isLowest ? 'text-green' : 'text-ink',
                    )}
                  >
                    {price ?? <span aria-hidden>–</span>}
                    {(price === undefined || isLowest) && (
                      <span className="sr-only">
                        {price === undefined ? texts.noPrice : ` ${texts.lowest}`}
                      </span>
                    )}
                  </span>
                </>
              ),
            })}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs text-ink-2">{note}</p>
    </nav>
  );
}
