import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { satangText } from '@bkksiam/domain/number-input';
import { csvTime, saveCsvRows, type CsvColumns } from '#platform/save-file.ts';
import { toastError } from '#platform/toast.ts';
import { financeKey, readMovements, type Movement } from './finance-data.ts';
import type { Period } from '#entities/calendar/period.ts';

/** As spreadsheet programs read it: without separators and with a plain minus sign. */
const amount = (satang: number | null) =>
  satang === null ? '' : satangText(satang).replaceAll(',', '').replace('−', '-');

/** Saves the movements of a period with their receipts as CSV. */
export function useAccountantFile(period: Period) {
  const { t } = useTranslation('adminFinance');
  const columns: CsvColumns<Movement> = [
    [t('csv.date'), ({ received_at: at }) => csvTime(at)],
    [t('csv.number'), ({ number }) => String(number)],
    [t('csv.receipt'), ({ receipts }) => receipts ?? ''],
    [t('csv.kind'), ({ kind }) => t(`kind.${kind}`)],
    [t('csv.booking'), ({ reference }) => reference ?? ''],
    [t('csv.member'), ({ full_name: name }) => name ?? ''],
    [t('csv.bank'), ({ bank_satang: satang }) => amount(satang)],
    [
      t('csv.paidAmount'),
      ({ booking_satang: booking, order_satang: order }) => amount(booking + order),
    ],
    [t('csv.credit'), ({ credit_satang: satang }) => amount(satang)],
    [t('csv.vatBase'), ({ taxable_satang: satang }) => amount(satang)],
    [t('csv.vat'), ({ vat_satang: satang }) => amount(satang)],
    [t('csv.bankReference'), ({ bank_reference: reference }) => reference ?? ''],
    [t('csv.recordedBy'), ({ recorded_by: name }) => name ?? ''],
  ];
  return useMutation({
    mutationKey: [...financeKey, 'file'],
    mutationFn: () => readMovements(period),
    onSuccess: (rows) => saveCsvRows(`books-${period.first}-${period.last}.csv`, columns, rows),
    onError: (error) => toastError('adminFinance:csv.failed', error),
  });
}
