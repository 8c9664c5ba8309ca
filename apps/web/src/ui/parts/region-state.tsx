import type { ReactNode } from 'react';
import { EmptyPicture, type EmptyPictureProps } from '../../drawings/empty-picture.tsx';
import { RiverStatePicture, type RiverState } from '../../drawings/river-states.tsx';
import { EmptyState } from '../feedback.tsx';

export interface RegionStateProps {
  /** `first` is a list that has never had anything in it. */
  readonly state: 'first' | RiverState;
  /** What the list is of, for its first use. */
  readonly of?: EmptyPictureProps['of'];
  readonly title: string;
  readonly text: string;
  /** The way on. */
  readonly action?: ReactNode;
}

const pictureClass = 'h-auto w-56 max-w-full';

/** What stands in a region that cannot show its content, with the reason and the way on; a failure is announced. */
export function RegionState({ state, of = 'river', title, text, action }: RegionStateProps) {
  return (
    <div role={state === 'failed' || state === 'offline' ? 'alert' : undefined}>
      <EmptyState
        title={title}
        text={text}
        action={action}
        picture={
          state === 'first' ? (
            <EmptyPicture of={of} className={pictureClass} />
          ) : (
            <RiverStatePicture state={state} className={pictureClass} />
          )
        }
      />
    </div>
  );
}
