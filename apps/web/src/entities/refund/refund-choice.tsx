import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { bankCodes, bankName } from '@bkksiam/domain/banks';
import { refundAccountProblems, type RefundAccount } from '@bkksiam/domain/refund-account';
import type { AppError } from '#platform/app-error.ts';
import { useFailureText } from '#platform/failure-text.ts';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Alert } from '#ui/feedback.tsx';
import { TextField } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
import { ChoiceField } from '#ui/parts/choice-field.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { RadioField } from '#ui/radio-field.tsx';
import { useRefundActions, type Refund, type RefundOwner } from './refund-data.ts';
import { useDayText } from './refund-history.tsx';

export type RefundChoiceProps = RefundOwner & { readonly refund: Refund };

/** The id of the heading of a refund's card: a page may show several. */
export const refundHeadingId = ({ refund_id: id }: Refund): string => `refund-${id}`;

/** The heading takes the focus of a part that goes away. */
const headingOf = (refund: Refund) => document.getElementById(refundHeadingId(refund));

const failures = [
  'account_lost',
  'conflict',
  'no_sealing_key',
  'not_found',
  'refund_changed',
] as const;

/** Why the choice was not stored. */
function Failure({ error }: { readonly error: AppError | null }) {
  const { t } = useTranslation('refunds');
  const failureText = useFailureText();
  if (error === null) return null;
  const known = failures.find((code) => code === error.code);
  const isChanged = known !== undefined && known !== 'no_sealing_key';
  return (
    <Alert title={t('failed')}>
      {known === undefined
        ? failureText(error)
        : t(isChanged ? 'failure.changed' : 'failure.no_sealing_key')}
    </Alert>
  );
}

/** Takes the refund as credit, after a question: it cannot go to a bank account afterwards. */
function CreditPart({ refund, ...owner }: RefundChoiceProps) {
  const { t } = useTranslation('refunds');
  const baht = useBaht();
  const actions = useRefundActions(owner, refund.refund_id);
  const [isAsking, setIsAsking] = useState(false);
  const amount = baht(refund.amount_satang ?? 0);
  const { mutate, isPending, error } = useMutation({
    mutationKey: ['refunds', 'credit'],
    mutationFn: actions.takeAsCredit,
    onSuccess: () => showToast({ title: 'refunds:credit.done', values: { amount } }),
    onSettled: () => setIsAsking(false),
  });
  return (
    <div className="grid gap-4">
      <p className="max-w-[38em] text-sm text-ink-2">
        <Phrases text={t('credit.text')} />
      </p>
      <Failure error={error} />
      <Button className="justify-self-start max-sm:w-full" onClick={() => setIsAsking(true)}>
        {t('credit.action', { amount })}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => mutate()}
        title={t('credit.title', { amount })}
        text={<Phrases text={t('credit.question')} />}
        confirmLabel={t('credit.confirm')}
        cancelLabel={t('credit.back')}
        tone="primary"
        busy={isPending}
        focusAfter={() => headingOf(refund)}
      />
    </div>
  );
}

const schema = z
  .object({ bank: z.string(), name: trimmedText, number: trimmedText })
  .check(domainCheck<RefundAccount>(refundAccountProblems, 'refunds'));

type AccountProps = RefundChoiceProps & { readonly onDone: () => void };

/** The form of the bank account. The number is not stored with a draft, and a stored one is not shown again. */
function useAccountForm({ refund, onDone, ...owner }: AccountProps) {
  const actions = useRefundActions(owner, refund.refund_id);
  return useAppForm({
    schema,
    defaultValues: {
      bank: refund.bank_code ?? '',
      name: refund.account_name ?? '',
      number: '',
    } satisfies RefundAccount,
    clearsAfterwards: true,
    draftKey: `refund ${refund.refund_id}`,
    notStored: ['number'],
    mutationKey: ['refunds', 'account'],
    send: actions.giveAccount,
    onSuccess: () => {
      showToast({ title: 'refunds:account.done' });
      onDone();
    },
  });
}

function AccountPart(props: AccountProps) {
  const { t } = useTranslation(['refunds', 'common']);
  const language = useLanguage();
  const { field, onSubmit, busy, failure } = useAccountForm(props);
  return (
    <Form onSubmit={onSubmit} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ChoiceField
          {...field('bank')}
          label={t('account.bank')}
          noChoice={t('account.chooseBank')}
          choices={bankCodes.map((code) => ({ value: code, text: bankName(code, language) }))}
          className="sm:col-span-2"
        />
        <TextField
          {...field('name')}
          label={t('account.name')}
          hint={t('account.nameHint')}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          {...field('number')}
          label={t('account.number')}
          hint={t('account.numberHint')}
          inputMode="numeric"
          maxLength={30}
          autoComplete="off"
          translate="no"
        />
      </div>
      <p className="max-w-[38em] text-sm text-ink-2">
        <Phrases text={t('account.stored')} />
      </p>
      <Failure error={failure} />
      <Button
        type="submit"
        busy={busy}
        busyText={t('common:action.saving')}
        className="justify-self-start max-sm:w-full"
      >
        {t('account.save')}
      </Button>
    </Form>
  );
}

/** Where a decided refund goes: to the credit at once, or to a bank account. */
export function RefundChoice(props: RefundChoiceProps) {
  const { refund } = props;
  const { t } = useTranslation('refunds');
  const language = useLanguage();
  const dayText = useDayText();
  const [chosen, setChosen] = useState<'bank' | 'credit'>('bank');
  const [isChanging, setIsChanging] = useState(false);
  function change(next: boolean) {
    headingOf(refund)?.focus({ preventScroll: true });
    setIsChanging(next);
  }
  const { bank_code: bank, account_ending: ending } = refund;
  if (refund.status === 'APPROVED' && !isChanging) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 wrap-anywhere">
          {t('account.given', {
            bank: bank === null ? '' : bankName(bank, language),
            ending: ending ?? '',
          })}
          <span className="block text-sm text-ink-2">{refund.account_name}</span>
        </p>
        <Button tone="secondary" onClick={() => change(true)}>
          {t('change')}
        </Button>
      </div>
    );
  }
  const account = <AccountPart {...props} onDone={() => change(false)} />;
  if ('linkToken' in props) return account;
  return (
    <div className="grid gap-5">
      <RadioField
        legend={t('choice.legend')}
        choices={[
          {
            value: 'bank',
            text: t('choice.bank'),
            hint: t('choice.bankHint', { day: dayText(refund.promised_on) }),
          },
          { value: 'credit', text: t('choice.credit'), hint: t('choice.creditHint') },
        ]}
        chosen={chosen}
        onChoose={setChosen}
      />
      {chosen === 'credit' ? <CreditPart {...props} /> : account}
    </div>
  );
}
