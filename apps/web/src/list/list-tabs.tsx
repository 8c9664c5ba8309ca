import { classNames } from '#ui/class-names.ts';

export interface ListTabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly {
    readonly value: Value;
    readonly text: string;
    /** Undefined while loading, and where rows are not counted. */
    readonly count?: number | undefined;
  }[];
  /** Reserves the width of the counts. */
  readonly counted: boolean;
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

const maxCount = 999;

/** The filter of a list as tabs in one line, which scrolls on a phone. */
export function ListTabs<Value extends string>(props: ListTabsProps<Value>) {
  const { label, tabs, counted, chosen, onChoose } = props;
  return (
    <div
      role="group"
      aria-label={label}
      className="-mx-5 flex min-w-0 gap-x-5 overflow-x-auto px-5 [scrollbar-width:none] sm:mx-0 sm:gap-x-7 sm:px-0"
    >
      {tabs.map(({ value, text, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={classNames(
            'flex min-h-11 min-w-6 flex-none items-center gap-2 border-b-[3px] pt-1 whitespace-nowrap focus-visible:-outline-offset-3',
            value === chosen
              ? 'border-gold font-head text-ink'
              : 'border-transparent font-mid text-ink-2',
          )}
        >
          {text}{' '}
          {counted && (
            <span className="num min-w-9 rounded-pill bg-sunken px-1.5 text-center text-xs font-mid">
              {count === undefined ? '\u00a0' : count > maxCount ? `${String(maxCount)}+` : count}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
