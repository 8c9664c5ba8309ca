import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface TwoPanesProps {
  readonly list: ReactNode;
  /** The selected item; undefined if none is. */
  readonly pane: ReactNode | undefined;
  readonly paneLabel: string;
  /** Which of both narrow screens show, which have no room for two. */
  readonly narrow?: 'list' | 'pane';
  /** Which of both takes the room that is left on wide screens. A pane that does has columns that scroll by themselves, and more of them. */
  readonly main?: 'list' | 'pane';
}

const columns = {
  list: 'roomy:grid-cols-[minmax(0,1fr)_22rem] min-[104rem]:grid-cols-[minmax(0,1fr)_28rem]',
  pane: 'xl:grid-cols-[18.5rem_minmax(0,1fr)] min-[104rem]:grid-cols-[20rem_minmax(0,1fr)]',
};

/** A queue from edge to edge: the list and the item that is worked on beside it, each with its own scroll position. */
export function TwoPanes(props: TwoPanesProps) {
  const { list, pane, paneLabel, narrow = 'pane', main = 'list' } = props;
  const hasPane = pane !== undefined;
  const takesPlace = hasPane && narrow === 'pane';
  return (
    <div
      className={classNames(
        '-mx-5 grid min-h-0 lg:-mx-6 roomy:min-h-144 roomy:flex-1',
        hasPane && columns[main],
      )}
    >
      <div
        className={classNames(
          'flex min-h-0 min-w-0 flex-col',
          takesPlace && (main === 'list' ? 'max-roomy:hidden' : 'max-xl:hidden'),
        )}
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
            'min-h-0 min-w-0 border-line bg-surface roomy:border-t roomy:border-l',
            main === 'list' ? 'overflow-auto p-4 roomy:px-5 roomy:pt-2' : 'roomy:overflow-hidden',
            !takesPlace && 'max-roomy:hidden',
          )}
        >
          {pane}
        </section>
      )}
    </div>
  );
}
