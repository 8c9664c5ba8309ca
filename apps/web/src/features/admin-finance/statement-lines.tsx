import { Check, Minus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { satangText } from '@bkksiam/domain/number-input';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { pages } from '#pages.ts';
import { TitledDialog } from '#platform/form-dialog.tsx';
import { useBaht } from '#platform/formats.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { TextField } from '#ui/form-field.tsx';
import {
  missingOf,
  type LineDecision,
  type LineMatch,
  type StatementLine,
} from './finance-data.ts';
import { PostLine } from './post-line.tsx';

const markNames = ['amount', 'time', 'reference'] as const;

/** Which of amount, time and reference fit. */
function Marks({ line, match }: Pick<LineProps, 'line'> & { readonly match: LineMatch }) {
  const { t } = useTranslation('adminFinance');
  const fits = {
    amount: missingOf(line, match) === 0,
    time: match.time_fits,
    reference: match.reference_fits,
  };
  const label = markNames.map((name) => t(`mark.${name}.${fits[name] ? 'yes' : 'no'}`)).join(', ');
  return (
    <span role="img" aria-label={label} className="inline-flex gap-1.5">
      {markNames.map((name) =>
        fits[name] ? (
          <Check key={name} className="size-4.5 text-green" strokeWidth={2.5} />
        ) : (
          <Minus key={name} className="size-4.5 text-ink-3" strokeWidth={2} />
        ),
      )}
    </span>
  );
}

interface LineProps {
  readonly line: StatementLine;
  readonly busy: boolean;
  readonly onDecide: (line: StatementLine, decision: LineDecision) => void;
}

const actionClass = 'min-h-11 pointer-fine:min-h-9';

function MatchAction({ line, match, busy, onDecide }: LineProps & { readonly match: LineMatch }) {
  const { t } = useTranslation('adminFinance');
  const { posting_id: postingId, slip_id: slipId, booking_id: bookingId } = match;
  const name = match.reference ?? match.full_name ?? '';
  const link = buttonClass({ tone: 'secondary', size: 'sm', className: actionClass });
  if (match.kind === 'posting' && postingId !== null)
    return (
      <Button
        tone="secondary"
        size="sm"
        className={actionClass}
        busy={busy}
        aria-label={t('line.confirmOne', { name })}
        onClick={() => onDecide(line, { kind: 'confirm', postingId })}
      >
        {t('line.confirm')}
      </Button>
    );
  if (match.kind === 'slip' && slipId !== null)
    return (
      <Link to={`${pages.adminSlips.href()}?slip=${slipId}`} className={link}>
        {t('line.review')}
      </Link>
    );
  if (bookingId !== null && missingOf(line, match) > 0)
    return (
      <PostLine
        line={line}
        match={match}
        bookingId={bookingId}
        busy={busy}
        className={actionClass}
        onDecide={onDecide}
      />
    );
  return (
    <Link to={`${pages.adminBookings.href()}?booking=${bookingId ?? ''}`} className={link}>
      {t('line.record')}
    </Link>
  );
}

function MatchRow(props: LineProps & { readonly match: LineMatch }) {
  const { t } = useTranslation('adminFinance');
  const short = useShortTime();
  const baht = useBaht();
  const { line, match } = props;
  const missing = missingOf(line, match);
  const kind = match.kind === 'due' ? t(`line.due.${match.due_kind ?? 'all'}`) : null;
  const details = [
    match.full_name,
    kind ?? t(`line.kind.${match.kind === 'slip' ? 'slip' : 'posting'}`),
    match.at === null ? null : short.time(match.at),
    missing === 0
      ? null
      : t('line.short', { due: baht(match.due_satang ?? 0), missing: baht(missing) }),
  ];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-1.5 sm:grid-cols-[minmax(0,1fr)_5.5rem_11rem]">
      <span className="min-w-0 wrap-anywhere max-sm:col-span-2">
        <b className="font-strong">{match.reference ?? t('line.topUp')}</b>
        <span className="block text-xs text-ink-2">
          {details.filter((part) => part !== null).join(' · ')}
        </span>
      </span>
      <Marks line={line} match={match} />
      <span className="sm:justify-self-start">
        <MatchAction {...props} />
      </span>
    </li>
  );
}

function SetAside({ line, busy, onDecide }: LineProps) {
  const { t } = useTranslation(['adminFinance', 'common']);
  const [isOpen, setIsOpen] = useState(false);
  const [note, setNote] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const isMissing = note.trim() === '';
  return (
    <>
      <Button tone="link" className="text-sm" onClick={() => setIsOpen(true)}>
        {t('line.ignore')}
      </Button>
      {isOpen && (
        <TitledDialog
          title={t('line.ignoreTitle')}
          text={t('line.ignoreText')}
          onClose={() => setIsOpen(false)}
        >
          <Form
            className="grid gap-5"
            onSubmit={() => {
              setWasSent(true);
              if (isMissing) return;
              onDecide(line, { kind: 'ignore', note });
              setIsOpen(false);
            }}
          >
            <TextField
              label={t('line.note')}
              name="note"
              maxLength={500}
              value={note}
              error={wasSent && isMissing ? t('line.noteMissing') : ''}
              onChange={({ target }) => setNote(target.value)}
            />
            <div className="flex flex-wrap justify-end gap-3">
              <Button tone="secondary" onClick={() => setIsOpen(false)}>
                {t('common:action.cancel')}
              </Button>
              <Button type="submit" busy={busy}>
                {t('line.ignore')}
              </Button>
            </div>
          </Form>
        </TitledDialog>
      )}
    </>
  );
}

function Decided({ line, busy, onDecide }: LineProps) {
  const { t } = useTranslation('adminFinance');
  const name = line.decided_by_name ?? '—';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <span className="min-w-0 wrap-anywhere">
        {line.booking !== null && <b className="mr-2 font-strong">{line.booking}</b>}
        {line.note}
        <span className="block text-xs text-ink-2">{t('line.decidedBy', { name })}</span>
      </span>
      <Button
        tone="link"
        className="text-sm"
        busy={busy}
        onClick={() => onDecide(line, { kind: 'reopen' })}
      >
        {t('line.undo')}
      </Button>
    </div>
  );
}

/** A line of a statement with what it may be. Its heading takes the focus after a decision on the line before. */
export function LineItem(props: LineProps) {
  const { t } = useTranslation('adminFinance');
  const short = useShortTime();
  const id = useId();
  const { line } = props;
  const time = line.has_time ? short.time(line.at) : short.past(line.at);
  return (
    <li
      aria-labelledby={id}
      className="grid gap-x-6 gap-y-1 border-t border-line py-2.5 text-sm lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]"
    >
      <div
        id={id}
        data-line={line.line_id}
        tabIndex={-1}
        className="grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-4 py-1.5"
      >
        <span className="min-w-0 wrap-anywhere">
          {line.description === '' ? t('line.noText') : line.description}
          <span className="block text-xs text-ink-2">
            {[time, line.reference].filter((part) => part !== null).join(' · ')}
          </span>
        </span>
        <b className="num font-strong">{satangText(line.amount_satang)}</b>
      </div>
      {line.state === 'OPEN' ? (
        <div className="min-w-0">
          {line.matches.length > 0 && (
            <ul className="divide-y divide-line">
              {line.matches.map((match) => (
                <MatchRow
                  key={match.posting_id ?? match.slip_id ?? match.booking_id}
                  {...props}
                  match={match}
                />
              ))}
            </ul>
          )}
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <span className="text-ink-2">
              {line.matches.length === 0 && t('line.none')}
              {line.matches.length > 1 && t('line.pick', { count: line.matches.length })}
            </span>
            <SetAside {...props} />
          </div>
        </div>
      ) : (
        <Decided {...props} />
      )}
    </li>
  );
}
