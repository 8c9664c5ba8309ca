import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The progress of a status. */
export type ChipTone = 'waiting' | 'progress' | 'done' | 'off' | 'plain';

const tones: Record<ChipTone, string> = {
  waiting: 'bg-gold-soft text-gold-ink',
  progress: 'bg-teal-soft text-teal',
  done: 'bg-green-soft text-green',
  off: 'bg-red-soft text-red',
  plain: 'bg-sunken text-ink-2',
};

export function Chip({
  tone = 'plain',
  children,
}: {
  readonly tone?: ChipTone;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-pill px-3 py-0.5 text-sm leading-[1.7] font-head whitespace-nowrap',
        'before:size-[7px] before:rounded-pill before:bg-current before:content-[""]',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
