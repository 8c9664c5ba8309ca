import { useQuery } from '@tanstack/react-query';
import { Copy, ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { headOffice } from '@bkksiam/domain/agency';
import { bangkokDay } from '@bkksiam/domain/bangkok';
import { bangkokDayText, bangkokTimeText } from '@bkksiam/domain/date-text';
import { receiptNumberText } from '@bkksiam/domain/receipt';
import { LoadedItem } from '#list/list-item.tsx';
import { PaneFrame } from '#list/pane-frame.tsx';
import type { SelectedRow } from '#list/use-selected-row.ts';
import { pages } from '#pages.ts';
import { useCopyText } from '#platform/copy-text.tsx';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { IconButton } from '#ui/button.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
import { Section } from '#ui/parts/section.tsx';
import { ReceiptActions } from './receipt-actions.tsx';
import { ReceiptStatusChip } from './receipt-status-chip.tsx';
import { receiptQuery, type AdminReceipt, type ReceiptDetails } from './receipts-data.ts';

interface ReceiptProps {
  readonly receipt: ReceiptDetails;
}

const replacedBy = ({ related }: ReceiptDetails): string | null => {
  const later = related.find(({ relation }) => relation === 'replacedBy');
  return later === undefined ? null : receiptNumberText(later.receipt);
};

/** Kind and amount, whether it counts, and its booking or order. */
function About({ receipt }: ReceiptProps) {
  const { t } = useTranslation(['adminReceipts', 'receipts']);
  const baht = useBaht();
  const { booking_id: bookingId, order_id: orderId, data } = receipt;
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>{t(`receipts:kind.${receipt.series}`)}</span>
        <b className="num text-xl font-head">{baht(receipt.amount_satang)}</b>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span aria-live="polite">
          <ReceiptStatusChip row={{ ...receipt, replaced_by: replacedBy(receipt) }} show="beside" />
        </span>
        {bookingId !== null && (
          <Link
            to={`${pages.adminBookings.href()}?show=all&booking=${bookingId}`}
            className="inline-flex min-h-9 items-center gap-1.5 text-teal underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            <ExternalLink className="size-4" />
            {data.booking}
          </Link>
        )}
        {orderId !== null && (
          <Link
            to={`${pages.adminOrders.href()}?show=all&order=${orderId}`}
            className="num inline-flex min-h-9 items-center gap-1.5 text-teal underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            <ExternalLink className="size-4" />
            {data.order}
          </Link>
        )}
      </div>
    </div>
  );
}

/** Why it is void. */
function Voided({ receipt }: ReceiptProps) {
  const { t } = useTranslation('adminReceipts');
  const timeText = useBangkokTime();
  const { voided_at: at, void_kind: kind, void_reason: reason } = receipt;
  if (at === null) return null;
  const known = (['buyer', 'reversal', 'admin'] as const).find((name) => name === kind);
  return (
    <Section title={t('void.section')}>
      <FactList
        layout="ends"
        facts={[
          { name: t('fact.voided'), value: timeText(at) },
          { name: t('fact.why'), value: known && t(`void.by.${known}`) },
          { name: t('fact.reason'), value: reason },
        ]}
      />
    </Section>
  );
}

/** What was bought, with the VAT in it. */
function Lines({ receipt: { data } }: ReceiptProps) {
  const { t } = useTranslation('adminReceipts');
  const baht = useBaht();
  const language = useLanguage();
  const { lines, vat } = data;
  const amounts = [
    ...lines.map((line) => ({
      name: language === 'th' ? line.label_th : line.label_en,
      satang: line.amount_satang,
    })),
    ...(vat === null
      ? []
      : [
          { name: t('fact.taxable'), satang: vat.taxable_satang },
          { name: t('fact.vat', { percent: vat.percent }), satang: vat.vat_satang },
        ]),
  ];
  return (
    <Section title={t('lines')}>
      <dl className="grid gap-1">
        {amounts.map(({ name, satang }, index) => (
          <div key={index} className="grid grid-cols-[minmax(0,1fr)_auto] gap-4">
            <dt className="wrap-anywhere text-ink-2">{name}</dt>
            <dd className="num font-mid whitespace-nowrap">{baht(satang)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** The day in both eras, as the receipt shows it, and the payment. */
function Dates({ receipt: { data, issued_at: issuedAt, series } }: ReceiptProps) {
  const { t } = useTranslation('adminReceipts');
  const language = useLanguage();
  const { dated_at: at, payment } = data;
  const isLater = bangkokDay(at) !== bangkokDay(issuedAt);
  return (
    <Section title={t('dates')}>
      <FactList
        layout="ends"
        facts={[
          {
            name: t('fact.day'),
            value: `${bangkokDayText(at, 'th') ?? ''}\n${bangkokDayText(at, 'en') ?? ''}`,
          },
          {
            name: t('fact.issued'),
            value: isLater ? bangkokTimeText(issuedAt, language) : undefined,
          },
          {
            name: t(series === 'CN' ? 'fact.paidOut' : 'fact.received'),
            value: bangkokTimeText(payment.received_at, language),
          },
          { name: t('fact.method'), value: t(`method.${payment.method}`) },
          { name: t('fact.bankReference'), value: payment.bank_reference },
          { name: t('fact.receivedBy'), value: data.received_by },
        ]}
      />
    </Section>
  );
}

function Buyer({ receipt }: ReceiptProps) {
  const { t } = useTranslation('adminReceipts');
  const { name_th: name, address_th: address, tax_id: taxId, branch } = receipt.data.buyer;
  return (
    <Section title={t('column.buyer')}>
      <p className="font-mid wrap-anywhere">{name}</p>
      <p className="wrap-anywhere whitespace-pre-line text-ink-2">{address}</p>
      <FactList
        layout="ends"
        facts={[
          { name: t('fact.taxId'), value: taxId },
          {
            name: t('fact.office'),
            value:
              branch &&
              (branch === headOffice ? t('fact.head') : t('fact.branch', { number: branch })),
          },
        ]}
      />
    </Section>
  );
}

interface RelatedProps extends ReceiptProps {
  readonly onOpen: (id: string) => void;
}

/** The receipts that it names, and those that name it. */
function Related({ receipt: { related }, onOpen }: RelatedProps) {
  const { t } = useTranslation('adminReceipts');
  if (related.length === 0) return null;
  return (
    <Section title={t('related.title')}>
      <dl>
        {related.map(({ relation, receipt }) => (
          <div key={receipt.receipt_id} className="flex items-center justify-between gap-4">
            <dt className="text-ink-2">{t(`related.${relation}`)}</dt>
            <dd>
              <button
                type="button"
                className="num inline-flex min-h-11 items-center font-mid text-teal hover:underline pointer-fine:min-h-7"
                onClick={() => onOpen(receipt.receipt_id)}
              >
                {receiptNumberText(receipt)}
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function CopyNumber({ number }: { readonly number: string }) {
  const { t } = useTranslation('adminReceipts');
  const copy = useCopyText(number, {
    title: 'adminReceipts:copied',
    description: { text: number },
  });
  return (
    <IconButton label={t('copy', { number })} onClick={copy} className="hover:bg-sunken">
      <Copy className="size-5" />
    </IconButton>
  );
}

/** The selected receipt: what it says, the receipts it belongs to, and what can be done with it. */
export function ReceiptPane({ item }: { readonly item: SelectedRow<AdminReceipt> }) {
  const query = useQuery(receiptQuery(item.id));
  const row = query.data ?? item.known;
  const number = row && receiptNumberText(row);
  const open = (id: string) => item.onMove({ id });
  return (
    <PaneFrame
      title={number}
      item={item}
      texts="adminReceipts:"
      action={number !== undefined && <CopyNumber number={number} />}
    >
      <LoadedItem query={query} texts="adminReceipts:">
        {(receipt) => (
          <div
            key={item.id}
            className="grid gap-2.5 *:[section]:border-t *:[section]:border-line *:[section]:pt-2.5"
          >
            <About receipt={receipt} />
            <ReceiptActions receipt={receipt} onIssued={open} />
            <Related receipt={receipt} onOpen={open} />
            <Voided receipt={receipt} />
            <Buyer receipt={receipt} />
            <Lines receipt={receipt} />
            <Dates receipt={receipt} />
          </div>
        )}
      </LoadedItem>
    </PaneFrame>
  );
}
