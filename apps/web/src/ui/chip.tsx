import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** `ask` and `pay` are rings, for what waits for the member; the others are fills. */
export type ChipTone = 'ask' | 'pay' | 'wait' | 'info' | 'ok' | 'calm' | 'bad' | 'plain';

const tones: Record<ChipTone, string> = {
  ask: 'inset-ring-[1.5px] inset-ring-current text-teal',
  pay: 'inset-ring-[1.5px] inset-ring-current text-gold-ink',
  wait: 'bg-gold-soft text-gold-ink',
  info: 'bg-teal-soft text-teal',
  ok: 'bg-green-soft text-green',
  calm: 'bg-sunken text-ink-2 inset-ring inset-ring-line',
  bad: 'bg-red-soft text-red',
  plain: 'bg-sunken text-ink-2',
};

export interface ChipProps {
  readonly tone?: ChipTone;
  /** Instead of the dot. */
  readonly icon?: LucideIcon | undefined;
  /** On the filled stub of a pass, where the golden fill would not be seen. */
  readonly onStub?: boolean;
  /** In dense tables. */
  readonly small?: boolean;
  readonly children: ReactNode;
}

/** A short word in the colour of its status. */
export function Chip({
  tone = 'plain',
  icon: Icon,
  onStub = false,
  small = false,
  children,
}: ChipProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-pill leading-[1.7] font-head whitespace-nowrap forced-colors:border',
        small ? 'px-2.5 text-xs' : 'px-3 py-0.5 text-sm',
        Icon === undefined &&
          'before:size-[7px] before:rounded-pill before:bg-current before:content-[""]',
        onStub && tone === 'wait' ? 'bg-surface text-gold-ink' : tones[tone],
      )}
    >
      {Icon && (
        <Icon
          className={classNames('-ml-1 flex-none', small ? 'size-3.5' : 'size-4')}
          strokeWidth={2}
        />
      )}
      {children}
    </span>
  );
}
