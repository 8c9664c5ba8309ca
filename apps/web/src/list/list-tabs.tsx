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

/** The filter of a list as tabs in one line, which scrolls on a phone. Many small ones take another line on wide screens. */
export function ListTabs<Value extends string>(props: ListTabsProps<Value>) {
  const { tabs, counted, small = false, ...segments } = props;
  return (
    <Segments
      {...segments}
      className={classNames(
        '-mx-5 flex min-w-0 gap-x-5 overflow-x-auto px-5 [scrollbar-width:none] *:flex *:flex-none *:items-center *:gap-2 *:whitespace-nowrap *:focus-visible:-outline-offset-3 sm:mx-0 sm:px-0',
        small ? 'text-sm md:flex-wrap' : 'sm:gap-x-7',
      )}
      choices={tabs.map(({ value, text, count, isUrgent = false }) => ({
        value,
        text: (
          <>
            {text}{' '}
            {counted && (
              <span
                className={classNames(
                  'num min-w-9 rounded-pill px-1.5 text-center text-xs font-mid',
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
