import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface TwoPanesProps {
  readonly list: ReactNode;
  /** The selected item; undefined if none is. */
  readonly pane: ReactNode | undefined;
  readonly paneLabel: string;
  /** Which of both narrow screens show, which have no room for two. */
  readonly narrow?: 'list' | 'pane';
}

/** A queue from edge to edge: the list and the item that is worked on beside it, each with its own scroll position. */
export function TwoPanes({ list, pane, paneLabel, narrow = 'pane' }: TwoPanesProps) {
  const hasPane = pane !== undefined;
  const takesPlace = hasPane && narrow === 'pane';
  return (
    <div
      className={classNames(
        '-mx-5 grid min-h-0 lg:-mx-6 roomy:min-h-144 roomy:flex-1',
        hasPane &&
          'roomy:grid-cols-[minmax(0,1fr)_22rem] min-[104rem]:grid-cols-[minmax(0,1fr)_28rem]',
      )}
    >
      <div
        className={classNames('flex min-h-0 min-w-0 flex-col', takesPlace && 'max-roomy:hidden')}
      >
        {list}
      </div>
      {/* In place of the list's, which is not there on narrow screens. */}
      {takesPlace && <h1 className="sr-only roomy:hidden">{paneLabel}</h1>}
      {hasPane && (
        <section
          aria-label={paneLabel}
          tabIndex={-1}
          className={classNames(
            'min-h-0 min-w-0 overflow-auto border-line bg-surface p-4 roomy:border-t roomy:border-l roomy:px-5 roomy:pt-2',
            !takesPlace && 'max-roomy:hidden',
          )}
        >
          {pane}
        </section>
      )}
    </div>
  );
}
