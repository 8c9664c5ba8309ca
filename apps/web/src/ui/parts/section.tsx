import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** By what a section is in: a drawer is wider than a pane. */
const looks = {
  pane: { Heading: 'h3', heading: 'text-sm font-head tracking-normal', head: 'mb-2' },
  drawer: { Heading: 'h3', heading: 'text-lg', head: 'mb-2' },
  page: { Heading: 'h2', heading: 'text-xl', head: 'mb-3' },
} as const;

interface SectionProps {
  readonly title: string;
  /** The id of the heading, if another element is labelled by it too. */
  readonly id?: string;
  readonly look?: keyof typeof looks;
  /** Beside the title. */
  readonly action?: ReactNode;
  /** Below the title. */
  readonly text?: ReactNode;
  /** Of a section that is a grid: its gap is also that below the title. */
  readonly grid?: string;
  readonly children: ReactNode;
}

/** A part of a pane, a drawer or a page with its title. */
export function Section(props: SectionProps) {
  const { title, id, look = 'pane', action, text, grid, children } = props;
  const { Heading, heading, head } = looks[look];
  const ownId = useId();
  const headingId = id ?? ownId;
  return (
    <section aria-labelledby={headingId} className={grid && classNames('grid', grid)}>
      <div
        className={classNames(
          'flex flex-wrap items-baseline justify-between gap-x-4',
          grid === undefined && head,
        )}
      >
        <Heading id={headingId} className={heading}>
          {title}
        </Heading>
        {action}
        {text !== undefined && <p className="w-full text-sm text-ink-2">{text}</p>}
      </div>
      {children}
    </section>
  );
}
