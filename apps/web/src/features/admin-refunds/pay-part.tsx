import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { bangkokIso } from '@bkksiam/domain/bangkok';
import { bankName } from '@bkksiam/domain/banks';
import { satangText } from '@bkksiam/domain/number-input';
import type { Problem } from '@bkksiam/domain/problem';
import { BangkokTimeField } from '#entities/calendar/bangkok-time-field.tsx';
import { bangkokNow } from '#platform/bangkok-clock.ts';
import { CopyableText } from '#platform/copy-text.tsx';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { serverNow } from '#platform/server-clock.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
import { Section } from '#ui/parts/section.tsx';
import { RefundFailure } from './refund-failure.tsx';
import {
  adminRefundKey,
  openAccountNumber,
  useRefundActions,
  type AdminRefund,
} from './refunds-data.ts';

/** A value of the transfer, which a press copies. */
function CopyValue({ text, name }: { readonly text: string; readonly name: string }) {
  const { t } = useTranslation('adminRefunds');
  return (
    <CopyableText
      text={text}
      label={t('account.copy', { name, value: text })}
      done={{ title: 'adminRefunds:account.copied', values: { name } }}
      className="min-h-11 text-left wrap-anywhere pointer-fine:min-h-8"
    />
  );
}

/** The number of the account, which is opened on press. */
function AccountNumber({ row }: { readonly row: AdminRefund }) {
  const { t } = useTranslation('adminRefunds');
  const { mutate, data, isPending, error } = useMutation({
    mutationKey: [...adminRefundKey, 'open'],
    mutationFn: () => openAccountNumber(row.refund_id),
    // The number leaves the memory with the pane.
    gcTime: 0,
  });
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // The number takes the place of the button that had the focus.
    if (data !== undefined) place.current?.querySelector('button')?.focus();
  }, [data]);
  return (
    <span ref={place} aria-live="polite" className="inline-grid justify-items-end gap-1">
      {data === undefined ? (
        <span className="inline-flex flex-wrap items-center justify-end gap-x-3">
          <span aria-hidden>•••• {row.account_ending}</span>
          <span className="sr-only">
            {t('account.ending', { ending: row.account_ending ?? '' })}
          </span>
          <Button tone="link" busy={isPending} onClick={() => mutate()} className="text-sm">
            {t('account.show')}
          </Button>
        </span>
      ) : (
        <CopyValue text={data} name={t('account.number')} />
      )}
      <RefundFailure error={error} />
    </span>
  );
}

/** Where the refund is transferred to. */
function Account({ row }: { readonly row: AdminRefund }) {
  const { t } = useTranslation('adminRefunds');
  const language = useLanguage();
  const { amount_satang: amount, bank_code: bank, account_name: name } = row;
  return (
    <Section title={t('account.title')}>
      <FactList
        layout="ends"
        facts={[
          {
            name: t('account.amount'),
            value: amount !== null && (
              <CopyValue text={satangText(amount)} name={t('account.amount')} />
            ),
          },
          { name: t('account.bank'), value: bank && bankName(bank, language) },
          {
            name: t('account.name'),
            value: name && <CopyValue text={name} name={t('account.name')} />,
          },
          { name: t('account.number'), value: <AccountNumber key={row.version} row={row} /> },
        ]}
      />
    </Section>
  );
}

interface PaidRefund {
  readonly paidAt: string;
  readonly bankReference: string;
}

function problemsOf({
  paidAt,
  bankReference,
}: PaidRefund): Readonly<Partial<Record<keyof PaidRefund, Problem>>> {
  const time = bangkokIso(paidAt);
  // The clocks of two devices differ by minutes.
  const isFuture = time !== undefined && Date.parse(time) > serverNow() + 300_000;
  return {
    ...(time === undefined && { paidAt: { code: 'refund.time' } }),
    ...(isFuture && { paidAt: { code: 'refund.future' } }),
    ...(bankReference.length > 60 && {
      bankReference: { code: 'refund.too_long', values: { max: 60 } },
    }),
  };
}

const schema = z
  .object({ paidAt: z.string(), bankReference: trimmedText })
  .check(domainCheck<PaidRefund>(problemsOf, 'adminRefunds'));

function PayForm({ row }: { readonly row: AdminRefund }) {
  const { t } = useTranslation('adminRefunds');
  const baht = useBaht();
  const actions = useRefundActions(row);
  const amount = baht(row.amount_satang ?? 0);
  const form = useAppForm({
    schema,
    // While it is untouched it follows the time.
    values: { paidAt: bangkokNow(), bankReference: '' } satisfies PaidRefund,
    draftKey: `refund payment ${row.refund_id}`,
    notStored: ['bankReference'],
    mutationKey: [...adminRefundKey, 'pay'],
    send: ({ paidAt, bankReference }: PaidRefund) =>
      actions.pay(bangkokIso(paidAt) ?? '', bankReference),
    onSuccess: () =>
      showToast({
        title: 'adminRefunds:pay.done',
        description: { text: `${row.reference} · ${amount}` },
      }),
  });
  return (
    <Section title={t('pay.title')}>
      <Form onSubmit={form.onSubmit} className="grid gap-3">
        <BangkokTimeField {...form.control('paidAt')} label={t('pay.paidAt')} />
        <TextField
          {...form.field('bankReference')}
          label={t('pay.bankReference')}
          autoComplete="off"
        />
        <RefundFailure error={form.failure} />
        <Button type="submit" size="sm" wide busy={form.busy}>
          {t('pay.submit', { amount })}
        </Button>
      </Form>
    </Section>
  );
}

/** The bank account of an approved refund, and the record of its payment. */
export function PayPart({ row }: { readonly row: AdminRefund }) {
  return (
    <>
      <Account row={row} />
      <PayForm row={row} />
    </>
  );
}
