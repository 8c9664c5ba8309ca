import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';

interface ChangedMeanwhileProps {
  readonly title: string;
  /** The labels of the two buttons. */
  readonly theirs: string;
  readonly mine: string;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
  /** What was changed, and what happens to what is typed. */
  readonly children: ReactNode;
}

/** That another admin has saved since the fields of a form were filled, and the choice between both. */
export function ChangedMeanwhile(props: ChangedMeanwhileProps) {
  return (
    <Alert title={props.title}>
      {props.children}
      <div className="mt-2 flex flex-wrap gap-2 text-ink">
        <Button size="sm" tone="secondary" onClick={props.onTheirs}>
          {props.theirs}
        </Button>
        <Button size="sm" tone="secondary" onClick={props.onMine}>
          {props.mine}
        </Button>
      </div>
    </Alert>
  );
}
