import { useId, type ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  /** The id of the heading, if another element is labelled by it too. */
  readonly id?: string;
  /** In a drawer, which is wider than a pane. */
  readonly large?: boolean;
  /** Beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a pane or a drawer with its title. */
export function Section({ title, id, large = false, action, children }: SectionProps) {
  const ownId = useId();
  const headingId = id ?? ownId;
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={headingId} className={large ? 'text-lg' : 'text-sm font-head tracking-normal'}>
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}
