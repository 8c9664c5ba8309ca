import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** One part of a boarding pass, with half of the notches on narrow screens. */
export function PassPaper({
  className,
  edge,
  children,
}: {
  readonly className: string;
  readonly edge: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="relative grid min-w-0">
      <div className="absolute inset-0 lifted lg:hidden">
        <div className={classNames('pass-notched size-full', edge)} />
      </div>
      <div className={classNames('relative min-w-0', className)}>{children}</div>
    </div>
  );
}
