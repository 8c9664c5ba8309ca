import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { languages } from '@bkksiam/domain/languages';
import type { Problem } from '@bkksiam/domain/problem';
import { slipKind } from '#entities/payment/slip-data.ts';
import { trimmedText, domainCheck } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { useLanguage } from '#platform/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { TextField } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
import { Key } from './key.tsx';
import { useConflictText } from './slip-texts.ts';
import {
  isUsedBefore,
  rejectionReasons,
  rejectionTexts,
  slipKey,
  warningsOf,
  type AdminSlip,
  type RejectionReason,
} from './slips-data.ts';
import { useReview } from './use-review.ts';

const shape = z.object({ reason: z.nullable(z.enum(rejectionReasons)), note: trimmedText });
type RefuseInput = z.infer<typeof shape>;

function problemsOf({
  reason,
  note,
}: RefuseInput): Readonly<Partial<Record<keyof RefuseInput, Problem>>> {
  return {
    ...(reason === null && { reason: { code: 'slip.reason' } }),
    ...(reason === 'other' && note === '' && { note: { code: 'slip.note' } }),
    ...(note.length > 500 && { note: { code: 'slip.too_long', values: { max: 500 } } }),
  };
}

const schema = shape.check(domainCheck<RefuseInput>(problemsOf, 'adminSlips'));

/** The form of a rejection; a slip that was used before has its reason. */
export function useRefuseForm(slip: AdminSlip, onDone: () => void) {
  const review = useReview(slip, onDone);
  const decisionOf = ({ reason, note }: RefuseInput) => ({
    isAccepted: false as const,
    reason: reason ?? 'other',
    note,
  });
  return useAppForm({
    schema,
    defaultValues: {
      reason: warningsOf(slip).some(isUsedBefore) ? 'used' : null,
      note: '',
    } satisfies RefuseInput,
    mutationKey: [...slipKey, 'refuse'],
    send: (input: RefuseInput) => review.send(decisionOf(input)),
    onSuccess: (result, input) => review.onSuccess(result, decisionOf(input)),
    onError: review.onError,
  });
}

type RefuseState = ReturnType<typeof useRefuseForm>;

/** The texts of a reason: the language on screen first, then the other. */
function useReasonTexts() {
  const { t } = useTranslation('adminSlips');
  const language = useLanguage();
  const other = languages.find((known) => known !== language) ?? language;
  return (reason: RejectionReason) =>
    reason === 'other'
      ? { text: t('refuse.reason.other') }
      : {
          text: rejectionTexts[language][reason],
          translation: { lang: other, text: rejectionTexts[other][reason] },
        };
}

function Reasons({ refuse }: { readonly refuse: RefuseState }) {
  const { t } = useTranslation('adminSlips');
  const textsOf = useReasonTexts();
  const id = useId();
  const { value, onValue, error } = refuse.control('reason');
  return (
    <fieldset aria-describedby={error === '' ? undefined : id}>
      <legend className="sr-only">{t('refuse.label')}</legend>
      {rejectionReasons.map((reason, index) => {
        const { text, translation } = textsOf(reason);
        return (
          <label
            key={reason}
            className="grid cursor-pointer grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-3 rounded-sm py-1 leading-snug hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-(--focus) pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name="reason"
              value={reason}
              checked={value === reason}
              onChange={() => onValue(reason)}
              className="size-5 appearance-none rounded-pill border border-line-control bg-surface outline-0 checked:border-6 checked:border-teal forced-colors:appearance-auto"
            />
            <span>{text}</span>
            <Key>{index + 1}</Key>
            {translation && (
              <span lang={translation.lang} className="col-start-2 text-xs text-ink-2">
                {translation.text}
              </span>
            )}
          </label>
        );
      })}
      {error !== '' && (
        <p id={id} className="text-sm font-mid text-red">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** What becomes of the booking or the order. */
function useAfterRejection(slip: AdminSlip) {
  const { t } = useTranslation('adminSlips');
  const { booking_status: status, paid_satang: paid } = slip;
  const kind = slipKind(slip);
  if (kind === 'topUp' || status === null) return t('refuse.topUp');
  if (kind === 'order')
    return status === 'PLACED' ? t('order.refuse.placed') : t('order.refuse.stays', { status });
  const isHold = status === 'DEPOSIT_PENDING' && paid === 0;
  return isHold ? t('refuse.hold') : t('refuse.stays', { status });
}

interface RefuseFormProps {
  readonly slip: AdminSlip;
  readonly refuse: RefuseState;
  readonly onAccept: () => void;
  readonly onBack: () => void;
}

/** Refuses a slip with a reason that the member reads. */
export function RefuseForm({ slip, refuse, onAccept, onBack }: RefuseFormProps) {
  const { t } = useTranslation('adminSlips');
  const conflictText = useConflictText();
  const after = useAfterRejection(slip);
  const form = useRef<HTMLDivElement>(null);
  const isOther = refuse.form.watch('reason') === 'other';
  useEffect(() => {
    const radios = form.current?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [];
    ([...radios].find(({ checked }) => checked) ?? radios[0])?.focus();
  }, []);
  return (
    <div
      ref={form}
      role="presentation"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // It closes this, and not the pane.
        event.preventDefault();
        onBack();
      }}
    >
      <Form onSubmit={refuse.onSubmit} aria-label={t('refuse.title')} className="grid gap-2">
        <Reasons refuse={refuse} />
        <TextField
          {...refuse.field('note')}
          label={t(isOther ? 'refuse.noteNeeded' : 'refuse.note')}
          autoComplete="off"
        />
        {refuse.failure && <Alert title={t('failed')}>{conflictText(refuse.failure)}</Alert>}
        <p className="text-ink-2">{after}</p>
        <Button type="submit" size="sm" wide busy={refuse.busy}>
          {t('refuse.submit')}
          <Key>Enter</Key>
        </Button>
        <div className="grid grid-cols-2 gap-2">
          <Button size="sm" tone="secondary" onClick={onAccept}>
            {t('decide.acceptAnyway')}
          </Button>
          <Button size="sm" tone="secondary" onClick={onBack}>
            {t('decide.back')}
            <Key>Esc</Key>
          </Button>
        </div>
      </Form>
    </div>
  );
}
