import { Info } from 'lucide-react';
import type { ReactNode } from 'react';

/** A total at a time. */
interface PriceAt {
  /** Such as 'You saw, 10:31'. */
  readonly label: string;
  readonly amount: string;
  /** What it is for, or the text of the difference. */
  readonly note: string;
}

export interface PriceChangeProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly before: PriceAt;
  readonly now: PriceAt;
  /** The way back, such as a link to other flights. */
  readonly action?: ReactNode;
}

/** A price that changed before it was bought: the old one struck through, the new one beside it. */
export function PriceChange({ title, text, before, now, action }: PriceChangeProps) {
  return (
    <div
      role="status"
      className="grid gap-x-6 gap-y-3 rounded-md bg-gold-soft p-4 forced-colors:border sm:px-5 md:grid-cols-[auto_minmax(0,1fr)_auto] md:items-center"
    >
      <Info className="size-6 self-start text-gold-ink max-md:hidden" strokeWidth={1.8} />
      <div className="min-w-0">
        <h3 className="text-lg tracking-normal">{title}</h3>
        <p className="text-sm text-ink-2">{text}</p>
        {action}
      </div>
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-[repeat(2,minmax(8.5rem,11rem))]">
        <div className="rounded-md bg-surface px-3 pt-2 pb-3 inset-ring inset-ring-line sm:px-4 forced-colors:border">
          <dt className="text-xs text-ink-2">{before.label}</dt>
          <dd className="num leading-snug">
            <s className="text-lg whitespace-nowrap text-ink-2 sm:text-xl">{before.amount}</s>
            <span className="block text-xs text-ink-2">{before.note}</span>
          </dd>
        </div>
        <div className="rounded-md bg-surface px-3 pt-2 pb-3 inset-ring-2 inset-ring-gold-ink sm:px-4 forced-colors:border-2">
          <dt className="text-xs text-ink-2">{now.label}</dt>
          <dd className="num leading-snug">
            <strong className="text-lg font-strong whitespace-nowrap sm:text-xl">
              {now.amount}
            </strong>
            <span className="block text-xs font-strong text-gold-ink">{now.note}</span>
          </dd>
        </div>
      </dl>
    </div>
  );
}
