import { Clock, TimerOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classNames } from '../class-names.ts';

/** What a countdown shows of the time left. */
export interface CountdownTime {
  readonly urgency: 'calm' | 'amber' | 'red' | 'over';
  /** The time left, such as '5 h 12 min'. */
  readonly text: string;
  /** Milliseconds until the text changes; undefined once it is over. */
  readonly changesInMs: number | undefined;
}

export interface CountdownProps {
  /** What is due, and the zone: 'Pay by, Bangkok time'. */
  readonly label: string;
  /** The deadline in Bangkok: 'Thu 10 Dec, 18:00'. */
  readonly deadline: string;
  /** Beside the time left: 'left'; before it where the language has it so. */
  readonly leftLabel: string;
  readonly leftLabelFirst?: boolean;
  /** What happened once it is over. */
  readonly overText: string;
  /** The time left by the server's clock. */
  readonly timeLeft: () => CountdownTime;
  /** On the filled stub of a pass. */
  readonly onStub?: boolean;
}

const grounds = {
  calm: 'bg-sunken',
  amber: 'bg-gold-soft',
  red: 'bg-red-soft',
  over: 'inset-ring inset-ring-line-control',
};
const inks = { calm: '', amber: 'text-gold-ink', red: 'text-red', over: 'text-ink-2' };

/** Reads the time left again whenever its text changes. */
function useTimeLeft(timeLeft: () => CountdownTime): CountdownTime {
  const [, setReads] = useState(0);
  const time = timeLeft();
  const { changesInMs } = time;
  // After every render: the next one may have as long to wait.
  useEffect(() => {
    if (changesInMs === undefined) return undefined;
    const timer = setTimeout(() => setReads((reads) => reads + 1), changesInMs);
    return () => clearTimeout(timer);
  });
  return time;
}

/** A deadline: its Bangkok time first, what is left of it second, announced as often as its minutes change. */
export function Countdown(props: CountdownProps) {
  const { label, deadline, leftLabel, overText, timeLeft, leftLabelFirst, onStub = false } = props;
  const { urgency, text } = useTimeLeft(timeLeft);
  const isOver = urgency === 'over';
  const Icon = isOver ? TimerOff : Clock;
  const ink = inks[urgency];
  return (
    <div
      className={classNames(
        'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-md px-4 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto] forced-colors:border',
        onStub && !isOver
          ? classNames('bg-surface', urgency !== 'calm' && 'inset-ring-[1.5px] inset-ring-gold')
          : grounds[urgency],
      )}
    >
      <Icon className={classNames('row-span-2 size-6', ink || 'text-ink-2')} strokeWidth={1.8} />
      <div>
        <p className="text-xs leading-normal text-ink-2">{label}</p>
        <p className={classNames('num leading-snug font-strong', isOver && 'line-through')}>
          {deadline}
        </p>
      </div>
      <p
        aria-live="polite"
        aria-atomic
        className={classNames('num leading-snug font-strong max-sm:col-start-2 sm:text-right', ink)}
      >
        {isOver ? (
          overText
        ) : (
          <span
            className={classNames(
              'inline-flex items-baseline gap-x-1.5 sm:flex-col sm:items-end',
              leftLabelFirst && 'flex-row-reverse sm:flex-col-reverse',
            )}
          >
            <span>{text}</span> <span className="text-xs font-text text-ink-2">{leftLabel}</span>
          </span>
        )}
      </p>
    </div>
  );
}
