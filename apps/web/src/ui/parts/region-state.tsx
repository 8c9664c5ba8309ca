import type { ReactNode } from 'react';
import { QuietRiver } from '../../drawings/quiet-river.tsx';
import { RiverStatePicture, type RiverState } from '../../drawings/river-states.tsx';
import { EmptyState } from '../feedback.tsx';

export interface RegionStateProps {
  /** `first` is a list that has never had anything in it. */
  readonly state: 'first' | RiverState;
  readonly title: string;
  readonly text: string;
  /** The way on. */
  readonly action?: ReactNode;
}

const pictureClass = 'h-auto w-56 max-w-full';

/** What stands in a region that cannot show its content, with the reason and the way on; a failure is announced. */
export function RegionState({ state, title, text, action }: RegionStateProps) {
  return (
    <div role={state === 'failed' || state === 'offline' ? 'alert' : undefined}>
      <EmptyState
        title={title}
        text={text}
        action={action}
        picture={
          state === 'first' ? (
            <QuietRiver className={pictureClass} />
          ) : (
            <RiverStatePicture state={state} className={pictureClass} />
          )
        }
      />
    </div>
  );
}
