import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { Problem } from '@bkksiam/domain/problem';
import type { AppError } from '#platform/app-error.ts';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';
import { useReasonText } from '#platform/failure-text.ts';
import { FormDialog } from '#platform/form-dialog.tsx';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { newId, useAppForm } from '#platform/form.ts';
import { useBaht } from '#platform/formats.ts';
import { showToast } from '#platform/toast.ts';
import { Alert } from '#ui/feedback.tsx';
import { TextArea } from '#ui/form-field.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import { menuButtonId, userLabel, type AdminUser } from './users-data.ts';

const maxSatang = 100_000_000;

/** The member's credit in satang. */
const creditQuery = (userId: string) =>
  queryOptions({
    queryKey: ['credit', 'admin', userId],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const account = await callData((client) =>
        client
          .from('bkk_credit_accounts')
          .select('balance')
          .eq('user_id', userId)
          .abortSignal(signal)
          .maybeSingle(),
      );
      return Math.round((account?.balance ?? 0) * 100);
    },
  });

const changed = z.object({
  credit_satang: z.optional(z.number()),
  /** Instead of the credit, where the amount waits for a second admin. */
  approval_id: z.optional(z.string()),
});

const shape = z.object({ amount: z.nullable(z.number()), note: trimmedText });
type CreditInput = z.infer<typeof shape>;

/** @param credit what the member has; undefined while it is not known */
const problemsOf =
  (credit: number | undefined) =>
  ({ amount, note }: CreditInput): Readonly<Partial<Record<keyof CreditInput, Problem>>> => ({
    ...(credit !== undefined && credit + (amount ?? 0) < 0 && { amount: { code: 'credit.short' } }),
    ...((amount === null || amount === 0 || Math.abs(amount) > maxSatang) && {
      amount: { code: 'credit.amount' },
    }),
    ...(note === '' && { note: { code: 'credit.note' } }),
    ...(note.length > 500 && { note: { code: 'credit.too_long', values: { max: 500 } } }),
  });

interface CreditDialogProps {
  readonly user: AdminUser;
  readonly onClose: () => void;
}

function useCreditForm({ user, onClose }: CreditDialogProps, credit: number | undefined) {
  const { t } = useTranslation('adminCredit');
  const baht = useBaht();
  const queries = useQueryClient();
  // A change whose answer was lost counts once.
  const [key] = useState(newId);
  return useAppForm({
    schema: shape.check(domainCheck<CreditInput>(problemsOf(credit), 'adminCredit')),
    defaultValues: { amount: null, note: '' } satisfies CreditInput,
    mutationKey: ['credit', 'change'],
    send: ({ amount, note }: CreditInput) =>
      callJson(changed, (client) =>
        client.rpc('bkk_admin_change_credit', {
          p_user_id: user.user_id,
          p_amount_satang: amount ?? 0,
          p_note: note,
          p_idempotency_key: key,
        }),
      ),
    onSuccess: async ({ credit_satang: satang = 0, approval_id: asked }) => {
      const amount = baht(satang);
      showToast(
        asked === undefined
          ? {
              title: 'adminCredit:done',
              description: { text: t('doneText', { email: userLabel(user), amount }) },
            }
          : { title: 'adminCredit:asked', description: 'adminCredit:askedText', tone: 'info' },
      );
      onClose();
      await queries.invalidateQueries({ queryKey: creditQuery(user.user_id).queryKey });
    },
  });
}

function useConflictText(): (error: AppError) => string {
  const { t } = useTranslation('adminCredit');
  return useReasonText(['credit_short', 'key_used'], (reason) => t(`conflict.${reason}`));
}

/** Changes a member's credit by a signed amount, with the reason. */
export function CreditDialog(props: CreditDialogProps) {
  const { user, onClose } = props;
  const { t } = useTranslation('adminCredit');
  const baht = useBaht();
  const conflictText = useConflictText();
  const { data: credit } = useQuery(creditQuery(user.user_id));
  const form = useCreditForm(props, credit);
  const amount = form.form.watch('amount');
  const isNumber = amount !== null && !Number.isNaN(amount) && amount !== 0;
  const submit = () => {
    if (!isNumber) return t('submit');
    return t(amount > 0 ? 'give' : 'take', { amount: baht(Math.abs(amount)) });
  };
  return (
    <FormDialog
      title={t('title')}
      text={
        <>
          <b className="block wrap-anywhere text-ink">{userLabel(user)}</b>
          {t('text')}
        </>
      }
      form={form}
      onClose={onClose}
      focusAfter={() => document.getElementById(menuButtonId(user.user_id))}
      submitLabel={submit()}
    >
      <NumberField {...form.signedAmount('amount')} label={t('amount')} hint={t('amountHint')} />
      <TextArea {...form.field('note')} label={t('note')} rows={2} />
      {/* Has its height before the credit is known. */}
      <div className="min-h-[3.5lh]" aria-live="polite">
        {credit !== undefined && (
          <FactList
            layout="ends"
            facts={[
              { name: t('now'), value: baht(credit) },
              { name: t('after'), value: isNumber ? baht(credit + amount) : '—' },
            ]}
          />
        )}
      </div>
      {form.failure && <Alert title={t('failed')}>{conflictText(form.failure)}</Alert>}
    </FormDialog>
  );
}
