import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { bangkokIso, bangkokLocal } from '@bkksiam/domain/bangkok';
import type { Problem } from '@bkksiam/domain/problem';
import { BangkokTimeField } from '#entities/calendar/bangkok-time-field.tsx';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { slipKind } from '#entities/payment/slip-data.ts';
import { domainCheck } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { useBaht } from '#platform/formats.ts';
import { serverNow } from '#platform/server-clock.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { Form } from '#ui/form.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import { Key } from './key.tsx';
import { acceptButtonId, amountFieldId } from './review-keys.ts';
import { isTypedDue, outcomeOf } from './slip-outcome.ts';
import { useConflictText } from './slip-texts.ts';
import { slipKey, type AdminSlip } from './slips-data.ts';
import { useReview } from './use-review.ts';

const shape = z.object({ amount: z.nullable(z.number()), receivedAt: z.string() });
type AcceptInput = z.infer<typeof shape>;

function problemsOf({
  amount,
  receivedAt,
}: AcceptInput): Readonly<Partial<Record<keyof AcceptInput, Problem>>> {
  const received = bangkokIso(receivedAt);
  // The clocks of two devices differ by minutes.
  const isFuture = received !== undefined && Date.parse(received) > serverNow() + 300_000;
  return {
    ...((amount === null || amount < 1) && { amount: { code: 'slip.amount' } }),
    ...(received === undefined && { receivedAt: { code: 'slip.time' } }),
    ...(isFuture && { receivedAt: { code: 'slip.future' } }),
  };
}

const schema = shape.check(domainCheck<AcceptInput>(problemsOf, 'adminSlips'));

/** What follows from an amount, in words. */
function useOutcomeText(slip: AdminSlip) {
  const { t } = useTranslation('adminSlips');
  const baht = useBaht();
  const short = useShortTime();
  const isOrder = slipKind(slip) === 'order';
  return (satang: number): string => {
    const outcome = outcomeOf(slip, satang);
    if (outcome.kind === 'full') {
      const amount = baht(outcome.surplus);
      if (outcome.surplus > 0) return t('after.fullAndSurplus', { amount });
      return t(isOrder ? 'order.after.full' : 'after.full');
    }
    if (outcome.kind === 'left') {
      const staysAsItIs = isOrder || slip.booking_status === 'TICKETED';
      return t(staysAsItIs ? 'after.leftTicketed' : 'after.left', {
        amount: baht(outcome.missing),
      });
    }
    if (outcome.kind === 'short') {
      const amount = baht(outcome.missing);
      return slip.due_at === null
        ? t('after.shortOpen', { amount })
        : t('after.short', { amount, time: short.time(slip.due_at) });
    }
    if (isOrder && (outcome.kind === 'ended' || outcome.kind === 'paid'))
      return t(`order.after.${outcome.kind}`);
    return t(`after.${outcome.kind}`);
  };
}

/** The amount that the member typed is there already if it is what is due. */
function useAcceptForm(slip: AdminSlip, onDone: () => void) {
  const review = useReview(slip, onDone);
  const decisionOf = ({ amount, receivedAt }: AcceptInput) => ({
    isAccepted: true as const,
    amount: amount ?? 0,
    receivedAt: bangkokIso(receivedAt) ?? '',
  });
  return useAppForm({
    schema,
    defaultValues: {
      amount: isTypedDue(slip) ? slip.typed_satang : null,
      receivedAt: bangkokLocal(slip.created_at),
    } satisfies AcceptInput,
    mutationKey: [...slipKey, 'accept'],
    send: (input: AcceptInput) => review.send(decisionOf(input)),
    onSuccess: (result, input) => review.onSuccess(result, decisionOf(input)),
    onError: review.onError,
  });
}

/** Focuses what is pressed next: the button, or the amount that is missing. */
export function focusAccept(): void {
  const amount = document.getElementById(amountFieldId)?.querySelector('input');
  const isReady = amount !== null && amount !== undefined && amount.value.trim() !== '';
  (isReady ? document.getElementById(acceptButtonId) : amount)?.focus();
}

interface AcceptFormProps {
  readonly slip: AdminSlip;
  readonly onDone: () => void;
  /** It takes the focus as it appears. */
  readonly takesFocus: boolean;
  /** Further buttons. */
  readonly children: ReactNode;
}

/** Accepts a slip with the amount that came in. A line says what follows, and the button names the amount. */
export function AcceptForm({ slip, onDone, takesFocus, children }: AcceptFormProps) {
  const { t } = useTranslation('adminSlips');
  const baht = useBaht();
  const outcomeText = useOutcomeText(slip);
  const conflictText = useConflictText();
  const accept = useAcceptForm(slip, onDone);
  const amount = accept.form.watch('amount') ?? Number.NaN;
  useEffect(() => {
    if (takesFocus) focusAccept();
  }, [takesFocus]);
  return (
    <Form onSubmit={accept.onSubmit} aria-label={t('decide.title')} className="grid gap-2">
      <div className="grid items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,5fr)] roomy:max-[104rem]:grid-cols-1 pointer-fine:[&_label+div]:min-h-11 pointer-fine:[&_label+div>div]:my-0.5 pointer-fine:[&_label+div>div]:h-10">
        <div id={amountFieldId}>
          <NumberField {...accept.amount('amount')} label={t('decide.amount')} />
        </div>
        <BangkokTimeField {...accept.control('receivedAt')} label={t('decide.received')} />
      </div>
      {accept.failure && <Alert title={t('failed')}>{conflictText(accept.failure)}</Alert>}
      <p className="min-h-[2lh] text-ink-2" aria-live="polite">
        {amount > 0 && outcomeText(amount)}
      </p>
      <Button
        id={acceptButtonId}
        type="submit"
        size="sm"
        wide
        busy={accept.busy}
        aria-keyshortcuts="A"
      >
        {amount > 0 ? t('decide.accept', { amount: baht(amount) }) : t('decide.acceptEmpty')}
        <Key>A</Key>
        <Key>Enter</Key>
      </Button>
      {children}
    </Form>
  );
}
