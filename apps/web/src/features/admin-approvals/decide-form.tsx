import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { Problem } from '@bkksiam/domain/problem';
import type { AppError } from '#platform/app-error.ts';
import { useReasonText } from '#platform/failure-text.ts';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { useBaht } from '#platform/formats.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { TextArea } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
import { Section } from '#ui/parts/section.tsx';
import { approvalKey, useDecide, type Approval } from './approvals-data.ts';

const reasons = [
  'approval_decided',
  'booking_cancelled',
  'booking_changed',
  'credit_short',
  'member_deleted',
  'own_approval',
  'payment_reversed',
  'refund_changed',
] as const;

/** Why nothing was decided. */
function Failure({ error }: { readonly error: AppError | null }) {
  const { t } = useTranslation('adminApprovals');
  const reasonText = useReasonText(reasons, (reason) => t(`failure.${reason}`));
  return error && <Alert title={t('failed')}>{reasonText(error)}</Alert>;
}

interface Decision {
  readonly isApproved: boolean;
  readonly note: string;
}

/** A rejection says why. */
function problemsOf({
  isApproved,
  note,
}: Decision): Readonly<Partial<Record<keyof Decision, Problem>>> {
  if (!isApproved && note === '') return { note: { code: 'approval.note' } };
  return note.length > 500 ? { note: { code: 'approval.too_long', values: { max: 500 } } } : {};
}

const schema = z
  .object({ isApproved: z.boolean(), note: trimmedText })
  .check(domainCheck<Decision>(problemsOf, 'adminApprovals'));

/** Approves or refuses what waits. Who has asked for it can only take it back. */
export function DecideForm({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('adminApprovals');
  const baht = useBaht();
  const decide = useDecide(approval);
  const amount = baht(approval.amount_satang);
  const { form, field, busy, onSubmit, failure } = useAppForm({
    schema,
    defaultValues: { isApproved: false, note: '' } satisfies Decision,
    draftKey: `approval ${approval.approval_id}`,
    mutationKey: [...approvalKey, 'decide'],
    send: ({ isApproved, note }: Decision) => decide(isApproved, note),
    onSuccess: (_result, { isApproved }) =>
      showToast({
        title: isApproved ? 'adminApprovals:decide.approved' : 'adminApprovals:decide.refused',
        description: { text: [approval.reference, amount].filter(Boolean).join(' · ') },
      }),
  });
  const press = (isApproved: boolean) => {
    form.setValue('isApproved', isApproved);
    onSubmit();
  };
  return (
    <Section title={t('decide.title')}>
      {approval.is_mine && (
        <Alert tone="info" title={t('decide.own')}>
          {t('decide.ownText')}
        </Alert>
      )}
      <Form onSubmit={() => undefined} className="mt-2 grid gap-3">
        <TextArea
          {...field('note')}
          label={t('decide.note')}
          hint={t('decide.noteHint')}
          rows={2}
        />
        <Failure error={failure} />
        <div className="flex flex-wrap gap-2">
          {!approval.is_mine && (
            <Button size="sm" busy={busy} onClick={() => press(true)} className="flex-1">
              {t('decide.approve', { amount })}
            </Button>
          )}
          <Button
            size="sm"
            tone="secondary"
            busy={busy}
            onClick={() => press(false)}
            className="flex-1"
          >
            {t(approval.is_mine ? 'decide.takeBack' : 'decide.refuse')}
          </Button>
        </div>
      </Form>
    </Section>
  );
}
