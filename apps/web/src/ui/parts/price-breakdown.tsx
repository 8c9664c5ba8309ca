import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface PriceLine {
  readonly label: string;
  /** Count times price, such as `THB 2,690 × 2`. */
  readonly detail?: string;
  readonly amount: string;
  /** The line that counts, such as what is left to pay. */
  readonly strong?: boolean;
}

export interface PriceBreakdownProps {
  readonly total: PriceLine;
  /** Fares by type, taxes and fees, extras, discount. */
  readonly lines: readonly PriceLine[];
  /** What is paid and left to pay. */
  readonly sums?: readonly PriceLine[];
  /** In narrow columns the total is below its label. */
  readonly narrow?: boolean;
}

/** Whether an amount is too long for the large type of a narrow column. */
export const isLongAmount = (amount: string) => amount.length > 11;

function Line({ label, detail, amount, strong = false }: PriceLine) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-1">
      <dt className={strong ? 'font-strong' : 'text-ink-2'}>
        {label}
        {detail !== undefined && <span className="num block text-xs">{detail}</span>}
      </dt>
      <dd
        className={classNames(
          'num text-right whitespace-nowrap',
          strong ? 'font-strong' : 'font-mid',
        )}
      >
        {amount}
      </dd>
    </div>
  );
}

/** The total first, then what it is made of, then what is paid and left. */
export function PriceBreakdown({
  total,
  lines,
  sums = [],
  narrow,
}: PriceBreakdownProps): ReactNode {
  return (
    <div>
      <p
        className={classNames(
          'flex flex-wrap items-baseline justify-between gap-x-4',
          narrow && 'flex-col-reverse',
        )}
      >
        <span className={narrow ? 'text-xs text-ink-2' : 'font-mid text-ink-2'}>{total.label}</span>
        <strong
          className={classNames(
            'num leading-tight font-strong whitespace-nowrap',
            narrow && isLongAmount(total.amount) ? 'text-xl' : 'text-2xl',
          )}
        >
          {total.amount}
        </strong>
      </p>
      <dl
        className={classNames(
          'border-perf text-sm',
          narrow ? 'mt-2 border-t pt-2' : 'mt-3 border-t-2 border-dashed pt-3',
        )}
      >
        {lines.map((line, index) => (
          <Line key={index} {...line} />
        ))}
      </dl>
      {sums.length > 0 && (
        <dl className="mt-2 border-t border-line pt-2 text-sm">
          {sums.map((line, index) => (
            <Line key={index} {...line} />
          ))}
        </dl>
      )}
    </div>
  );
}
