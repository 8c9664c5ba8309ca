import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** One part of the pass, with half of the notches on narrow screens. */
function Part({
  className,
  edge,
  lifted = false,
  children,
}: {
  readonly className: string | undefined;
  readonly edge: string;
  /** A shadow on narrow screens, of the lower half: it must not show through the notches. */
  readonly lifted?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className="relative grid min-w-0">
      {lifted && (
        <div className="absolute inset-x-0 top-1/2 bottom-0 rounded-lg shadow-3 lg:hidden" />
      )}
      <div className={classNames('pass-notched absolute inset-0 lg:hidden', edge)} />
      <div className={classNames('relative min-w-0 p-5 sm:p-8', className)}>{children}</div>
    </div>
  );
}

export interface PassPaperProps {
  readonly children: ReactNode;
  /** The part to tear off: beside the paper on a wide screen, else below it. */
  readonly stub: ReactNode;
  readonly className: string;
  /** On a wide screen the columns of both parts, and the notches between them. */
  readonly columns: string;
  readonly paperClass?: string;
  readonly stubClass?: string;
}

/** A boarding pass. Its notches are cut out of a separate background: lists may overflow the edge. */
export function PassPaper(props: PassPaperProps) {
  return (
    <div className={classNames('relative grid', props.className)}>
      <div className={classNames('pass-notched-x absolute max-lg:hidden', props.columns)}>
        <div className={classNames('lifted grid size-full', props.columns)}>
          <div className="rounded-l-lg bg-surface" />
          <div className="rounded-r-lg border-l-2 border-dashed border-perf bg-stub" />
        </div>
      </div>
      <Part className={props.paperClass} edge="rounded-t-lg bg-surface [--notch-y:100%]">
        {props.children}
      </Part>
      <Part
        className={classNames('lg:px-6', props.stubClass)}
        lifted
        edge="rounded-b-lg border-t-2 border-dashed border-perf bg-stub [--notch-y:0px]"
      >
        {props.stub}
      </Part>
    </div>
  );
}
