import { classNames } from '#ui/class-names.ts';
import { boundedCountText } from './list-query.ts';
import { Segments, type SegmentsProps } from '#ui/segments.tsx';

export interface ListTabsProps<Value extends string> extends Pick<
  SegmentsProps<Value>,
  'label' | 'chosen' | 'onChoose'
> {
  readonly tabs: readonly {
    readonly value: Value;
    readonly text: string;
    /** Undefined while loading, and if rows are not counted. */
    readonly count?: number | undefined;
    /** The count is of rows that cannot wait. */
    readonly isUrgent?: boolean;
  }[];
  /** Reserves the width of the counts. */
  readonly counted: boolean;
  /** Over dense rows. */
  readonly small?: boolean;
}

function countText(count: number | undefined): string {
  return count === undefined ? '\u00a0' : boundedCountText(count);
}

/** The filter of a list as tabs in one line, which scrolls if it is too long. */
export function ListTabs<Value extends string>(props: ListTabsProps<Value>) {
  const { tabs, counted, small = false, ...segments } = props;
  return (
    <Segments
      {...segments}
      className={classNames(
        '-mx-5 flex min-w-0 overflow-x-auto px-5 [scrollbar-width:none] *:flex *:flex-none *:items-center *:whitespace-nowrap *:focus-visible:-outline-offset-3 scroll-px-5',
        small
          ? 'gap-x-3 text-sm *:gap-1.5 lg:-mx-6 lg:px-6'
          : 'gap-x-5 *:gap-2 sm:mx-0 sm:gap-x-7 sm:px-0',
      )}
      choices={tabs.map(({ value, text, count, isUrgent = false }) => ({
        value,
        text: (
          <>
            {text}{' '}
            {counted && (
              <span
                className={classNames(
                  'num rounded-pill px-1.5 text-center text-xs font-mid',
                  small ? 'min-w-6' : 'min-w-9',
                  isUrgent ? 'bg-gold-soft text-gold-ink' : 'bg-sunken',
                )}
              >
                {countText(count)}
              </span>
            )}
          </>
        ),
      }))}
    />
  );
}
