import { useTranslation } from 'react-i18next';
import { StatusChip, type StatusChipProps } from '#ui/parts/status-chip.tsx';
import { receiptStatus, type AdminReceipt, type ReceiptStatus } from './receipts-data.ts';

const looks: Readonly<Record<ReceiptStatus, Pick<StatusChipProps, 'tone' | 'icon'>>> = {
  VALID: { tone: 'ok', icon: 'check' },
  VOID: { tone: 'calm', icon: 'cross' },
  REPLACED: { tone: 'calm', icon: 'pages' },
};

interface ReceiptStatusChipProps {
  readonly row: Pick<AdminReceipt, 'voided_at' | 'void_kind' | 'replaced_by'>;
  readonly show: 'beside' | 'hidden';
}

/** Whether a receipt counts, and which one has replaced it. */
export function ReceiptStatusChip({ row, show }: ReceiptStatusChipProps) {
  const { t } = useTranslation('adminReceipts');
  const status = receiptStatus(row);
  return (
    <StatusChip
      {...looks[status]}
      status={status}
      meaning={t(`status.${status}`, { number: row.replaced_by ?? '' })}
      show={show}
      small
    />
  );
}
