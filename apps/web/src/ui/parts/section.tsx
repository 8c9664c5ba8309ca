import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface SectionProps {
  readonly title: string;
  /** The id of the heading, if another element is labelled by it too. */
  readonly id?: string;
  /** In a drawer, which is wider than a pane. */
  readonly large?: boolean;
  /** Beside the title. */
  readonly action?: ReactNode;
  /** Below the title. */
  readonly text?: ReactNode;
  /** Of a section that is a grid: its gap is also that below the title. */
  readonly grid?: string;
  readonly children: ReactNode;
}

/** A part of a pane or a drawer with its title. */
export function Section(props: SectionProps) {
  const { title, id, large = false, action, text, grid, children } = props;
  const ownId = useId();
  const headingId = id ?? ownId;
  return (
    <section aria-labelledby={headingId} className={grid && classNames('grid', grid)}>
      <div
        className={classNames(
          'flex flex-wrap items-baseline justify-between gap-x-4',
          grid === undefined && 'mb-2',
        )}
      >
        <h3 id={headingId} className={large ? 'text-lg' : 'text-sm font-head tracking-normal'}>
          {title}
        </h3>
        {action}
        {text !== undefined && <p className="w-full text-sm text-ink-2">{text}</p>}
      </div>
      {children}
    </section>
  );
}
