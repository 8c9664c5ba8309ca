import { classNames } from '../class-names.ts';

export interface StepperProps {
  /** Names the list. */
  readonly label: string;
  readonly steps: readonly string[];
  /** The present step, from 0. */
  readonly current: number;
}

/** The steps of a longer task; on phones the present one alone has its name, with `2/4`. */
export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <ol aria-label={label} className="flex gap-2 text-sm">
      {steps.map((name, index) => {
        const isCurrent = index === current;
        return (
          <li
            key={name}
            aria-current={isCurrent ? 'step' : undefined}
            className={classNames(
              'flex flex-1 items-baseline gap-2 border-t-3 pt-2',
              index < current && 'border-teal text-ink-2',
              isCurrent &&
                'border-gold font-strong text-ink max-sm:flex-3 forced-colors:border-[Highlight]',
              index > current && 'border-line text-ink-2',
            )}
          >
            <span className="num font-strong">
              {index + 1}
              {isCurrent && <span className="sm:sr-only">/{steps.length}</span>}
            </span>
            <span className={classNames(!isCurrent && 'max-sm:sr-only')}>{name}</span>
          </li>
        );
      })}
    </ol>
  );
}
