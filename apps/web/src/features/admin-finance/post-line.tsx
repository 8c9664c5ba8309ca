import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { newId } from '#platform/form.ts';
import { useBaht } from '#platform/formats.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Phrases } from '#ui/phrases.tsx';
import {
  missingOf,
  type LineDecision,
  type LineMatch,
  type StatementLine,
} from './finance-data.ts';

interface PostLineProps {
  readonly line: StatementLine;
  readonly match: LineMatch;
  readonly bookingId: string;
  readonly busy: boolean;
  readonly className: string;
  readonly onDecide: (line: StatementLine, decision: LineDecision) => void;
}

/** Posts what came in for a booking for which more is due, once the admin has read what is missing. */
export function PostLine(props: PostLineProps) {
  const { line, match, bookingId, busy, className, onDecide } = props;
  const { t } = useTranslation(['adminFinance', 'common']);
  const baht = useBaht();
  const short = useShortTime();
  const [isOpen, setIsOpen] = useState(false);
  // A decision whose answer was lost counts once.
  const [key] = useState(newId);
  const { due_at: until, reference } = match;
  const values = {
    name: reference ?? '',
    amount: baht(line.amount_satang),
    due: baht(match.due_satang ?? 0),
    missing: baht(missingOf(line, match)),
  };
  return (
    <>
      <Button
        tone="secondary"
        size="sm"
        className={className}
        busy={busy}
        aria-label={t('line.postOne', values)}
        onClick={() => setIsOpen(true)}
      >
        {t('line.post')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onCancel={() => setIsOpen(false)}
        onConfirm={() => {
          setIsOpen(false);
          onDecide(line, { kind: 'post', bookingId, key });
        }}
        title={t('line.postTitle', values)}
        text={
          <Phrases
            text={
              until === null
                ? t('line.postTextOpen', values)
                : t('line.postText', { ...values, time: short.time(until) })
            }
          />
        }
        confirmLabel={t('line.postConfirm', values)}
        cancelLabel={t('common:action.cancel')}
        tone="primary"
      />
    </>
  );
}
