import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** One part of the pass, with half of the notches on narrow screens. */
function Part({
  className,
  boxClass,
  edge,
  lifted = false,
  children,
}: {
  readonly className: string | undefined;
  readonly boxClass?: string;
  readonly edge: string;
  /** A shadow on narrow screens, of the lower half: it must not show through the notches. */
  readonly lifted?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={classNames('relative grid min-w-0', boxClass)}>
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
  /** The part to tear off comes first, above the paper on a narrow screen. */
  readonly stubFirst?: boolean;
}

/** A boarding pass. Its notches are cut out of a separate background: lists may overflow the edge. */
export function PassPaper({ stubFirst = false, ...props }: PassPaperProps) {
  const [top, bottom] = ['rounded-t-lg [--notch-y:100%]', 'rounded-b-lg [--notch-y:0px]'];
  const stub = (
    <Part
      className={classNames('lg:px-6', props.stubClass)}
      boxClass={stubFirst ? 'lg:order-last' : ''}
      lifted={!stubFirst}
      edge={classNames(
        'border-dashed border-perf bg-stub',
        stubFirst ? `border-b-2 ${top}` : `border-t-2 ${bottom}`,
      )}
    >
      {props.stub}
    </Part>
  );
  return (
    <div className={classNames('relative grid', props.className)}>
      <div className={classNames('pass-notched-x absolute max-lg:hidden', props.columns)}>
        <div className={classNames('lifted grid size-full', props.columns)}>
          <div className="rounded-l-lg bg-surface" />
          <div className="rounded-r-lg border-l-2 border-dashed border-perf bg-stub" />
        </div>
      </div>
      {stubFirst && stub}
      <Part
        className={props.paperClass}
        lifted={stubFirst}
        edge={classNames('bg-surface', stubFirst ? bottom : top)}
      >
        {props.children}
      </Part>
      {!stubFirst && stub}
    </div>
  );
}
