import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A sheet of paper on the page. */
export function Card({
  children,
  className,
}: {
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <div className={classNames('rounded-lg border border-line bg-surface p-6', className)}>
      {children}
    </div>
  );
}
