import type { ReactNode } from 'react';

export interface StickyBarProps {
  /** Accessible name of the bar. */
  readonly label: string;
  /** What the total is of, such as 'Total for 3'. */
  readonly totalLabel: string;
  readonly total: string;
  /** The one strong action of the page. */
  readonly action: ReactNode;
}

/**
 * The total and the action of a page, at the foot of a phone's screen in place of the stub. Its rules are in the style
 * sheet of inner pages, which a rendered page has before its code.
 */
export function StickyBar({ label, totalLabel, total, action }: StickyBarProps) {
  return (
    <div
      role="group"
      aria-label={label}
      className="sticky-bar fixed inset-x-0 bottom-0 z-10 flex items-center gap-4 border-t-2 border-dashed border-perf bg-surface px-(--gut) pt-3 shadow-2 md:hidden print:hidden"
    >
      <div className="min-w-0 leading-[1.35]">
        <p className="num truncate text-xs text-ink-2">{totalLabel}</p>
        <p className="num text-lg font-strong whitespace-nowrap">{total}</p>
      </div>
      <div className="ml-auto flex-none">{action}</div>
    </div>
  );
}
