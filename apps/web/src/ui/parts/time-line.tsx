import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface TimeLineEntry {
  readonly key: string;
  /** When it happened, by when it has to, or 'Then'. */
  readonly when: ReactNode;
  readonly what: ReactNode;
  /** Who did it, or whose turn it is. */
  readonly who?: ReactNode;
  /** The message of the member. */
  readonly quote?: string;
  /** `next` is the step that is waited for, `later` what follows it. */
  readonly state: 'done' | 'next' | 'later';
}

/**
 * The entry of an event that has happened.
 *
 * @param when in the language on screen
 * @param who parts of a line, of which empty ones are left out
 */
export function pastEntry(
  { event_id: id, created_at: at }: { readonly event_id: number; readonly created_at: string },
  entry: {
    readonly when: string;
    readonly what: string;
    readonly who: readonly string[];
    readonly quote: string | null;
  },
): TimeLineEntry {
  const who = entry.who.filter((part) => part !== '').join(' · ');
  return {
    key: String(id),
    state: 'done',
    when: <time dateTime={at}>{entry.when}</time>,
    what: entry.what,
    ...(who !== '' && { who }),
    ...(entry.quote !== null && { quote: entry.quote }),
  };
}

/** The disc before a step, by its state. */
export const stepDiscs = {
  done: 'before:bg-teal forced-colors:before:bg-[CanvasText] forced-colors:before:forced-color-adjust-none',
  next: 'before:bg-surface before:inset-ring-3 before:inset-ring-gold forced-colors:before:border-3',
  later:
    'before:bg-surface before:inset-ring-2 before:inset-ring-line-control forced-colors:before:border',
};

/** What happened and what comes next, oldest first. */
export function TimeLine({
  entries,
  labelledBy,
}: {
  readonly entries: readonly TimeLineEntry[];
  readonly labelledBy: string;
}) {
  return (
    <ol aria-labelledby={labelledBy}>
      {entries.map(({ key, when, what, who, quote, state }, index) => {
        const following = entries[index + 1];
        return (
          <li
            key={key}
            aria-current={state === 'next' ? 'step' : undefined}
            className={classNames(
              'relative grid pb-5 pl-8 last:pb-0 before:absolute before:top-[7px] before:left-[5px] before:size-3 before:rounded-pill before:content-[""]',
              stepDiscs[state],
              following &&
                'after:absolute after:top-[23px] after:-bottom-1 after:left-[10px] after:border-l-2 after:content-[""]',
              following?.state === 'done' || following === undefined
                ? 'after:border-line'
                : 'after:border-dashed after:border-line-control',
            )}
          >
            <span className="num text-xs leading-normal text-ink-2">{when}</span>
            <span
              className={classNames(
                'leading-[1.45]',
                state === 'later' ? 'font-mid text-ink-2' : 'font-strong',
              )}
            >
              {what}
            </span>
            {who !== undefined && <span className="text-sm text-ink-2">{who}</span>}
            {quote !== undefined && (
              <blockquote className="mt-1 border-l-3 border-line pl-3 text-sm wrap-anywhere">
                {quote}
              </blockquote>
            )}
          </li>
        );
      })}
    </ol>
  );
}
