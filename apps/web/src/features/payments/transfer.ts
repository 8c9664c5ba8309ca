import { useTranslation } from 'react-i18next';
import { bankName } from '@bkksiam/domain/banks';
import { promptPayText } from '@bkksiam/domain/promptpay-qr';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import type { CopiedValue } from './copy-row.tsx';
import { promptPayOf, type Agency } from '#entities/payment/pay-to.ts';
import type { Payable } from './payable.ts';
import { accountText, memoOf, promptPayIdText } from '#entities/payment/transfer-text.ts';

/** A transfer that the member is asked for. */
export interface Transfer {
  /** Null for a top-up. */
  readonly payable: Pick<Payable, 'kind' | 'id' | 'reference'> | null;
  readonly satang: number;
  /** The part that the member pays from credit. */
  readonly creditSatang: number;
  readonly deadline: string | null;
}

/** The text of the QR code; undefined while the agency has no PromptPay id. */
export function qrTextOf(agency: Agency, { satang }: Transfer): string | undefined {
  const to = promptPayOf(agency);
  return to && promptPayText(to, satang);
}

const payeeName = (agency: Agency, language: 'en' | 'th') =>
  agency.bank_account_name ?? (language === 'th' ? agency.name_th : agency.name_en);

/** What a QR code says, for screen readers and below its picture: amount, payee and reference. */
export function useQrLines(): (agency: Agency, transfer: Transfer) => readonly string[] {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const language = useLanguage();
  return (agency, { satang, payable }) => [
    baht(satang),
    payeeName(agency, language),
    ...(payable === null ? [] : [t('memoLine', { memo: memoOf(payable.reference) })]),
  ];
}

/** What is copied into a bank's app. */
export function useTransferRows(agency: Agency, { satang, payable }: Transfer) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const language = useLanguage();
  const promptPay = promptPayOf(agency);
  const { bank_code: bank, bank_account_number: number } = agency;
  const amount: CopiedValue = {
    label: t('row.amount'),
    text: baht(satang),
    value: (satang / 100).toFixed(2),
  };
  const memo = payable && { label: t('row.memo'), text: memoOf(payable.reference) };
  const accounts: readonly CopiedValue[] = [
    ...(promptPay
      ? [
          {
            label: t(`row.${promptPay.kind}`),
            text: promptPayIdText(promptPay),
            value: promptPay.id,
          },
        ]
      : []),
    ...(bank !== null && number !== null
      ? [
          {
            label: bankName(bank, language),
            text: accountText(number),
            value: number,
            detail: payeeName(agency, language),
          },
        ]
      : []),
  ];
  return { transfer: [amount, ...(memo ? [memo] : [])], accounts };
}
