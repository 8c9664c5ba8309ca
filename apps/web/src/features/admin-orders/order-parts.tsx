import { Copy, ExternalLink, ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { receiptNumberText } from '@bkksiam/domain/receipt';
import { labelLines } from '@bkksiam/domain/parcel-label';
import { shortDayText } from '@bkksiam/domain/weekday-text';
import { detailOf } from '#entities/offer/event-details.ts';
import { useSaveReceipt } from '#entities/payment/save-receipt.ts';
import { pages } from '#pages.ts';
import { CopyableText, useCopyText } from '#platform/copy-text.tsx';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { Button } from '#ui/button.tsx';
import { DocumentRow } from '#ui/parts/document-row.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
import { Section } from '#ui/parts/section.tsx';
import { pastEntry, TimeLine, type TimeLineEntry } from '#ui/parts/time-line.tsx';
import { Link } from 'react-router';
import type { OrderDetails } from './order-data.ts';
import { answersText, useBuyerText, useDeliveryText, useLineText } from './order-texts.ts';
import type { AdminOrder } from './orders-data.ts';

interface OrderProps {
  readonly order: OrderDetails;
}

/** The pieces with the price of the day, and what the buyer typed. */
export function Lines({ order: { lines } }: OrderProps) {
  const { t } = useTranslation('adminOrders');
  const baht = useBaht();
  const lineText = useLineText();
  return (
    <Section title={t('lines')}>
      <ul>
        {lines.map((line) => {
          const { title, variant } = lineText(line);
          const answers = answersText(line.answers);
          return (
            <li
              key={line.position}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line py-1.5 first:border-0"
            >
              <span className="wrap-anywhere">
                <b className="num font-strong">{line.quantity} ×</b> {title}
                <span className="num block text-xs text-ink-2">
                  {[variant, line.sku].filter(Boolean).join(' · ')}
                </span>
                {answers !== '' && <span className="block text-xs text-ink-2">{answers}</span>}
              </span>
              <span className="num text-right">{baht(line.quantity * line.unit_satang)}</span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** The amounts, and what is left to pay. */
export function Money({ row }: { readonly row: AdminOrder }) {
  const { t } = useTranslation('adminOrders');
  const baht = useBaht();
  const deliveryText = useDeliveryText();
  const timeText = useBangkokTime();
  const left = row.status === 'PLACED' ? row.total_satang - row.paid_satang : 0;
  return (
    <Section title={t('money.title')}>
      <FactList
        layout="ends"
        facts={[
          { name: t('money.items'), value: baht(row.items_satang) },
          {
            name: t('money.deliveryBy', { method: deliveryText(row) }),
            value: baht(row.delivery_satang),
          },
          { name: t('money.total'), value: <strong>{baht(row.total_satang)}</strong> },
          { name: t('money.paid'), value: row.paid_satang > 0 && baht(row.paid_satang) },
          { name: t('money.paidAt'), value: row.paid_at && timeText(row.paid_at) },
          { name: t('money.left'), value: left > 0 && <strong>{baht(left)}</strong> },
        ].map(({ name, value }) => ({ name, value: value === false ? undefined : value }))}
      />
    </Section>
  );
}

/** An email address or a phone number; undefined if there is none. */
const contactLink = (href: string, text: string | null) =>
  text && (
    <a href={href} className="text-teal underline">
      {text}
    </a>
  );

export function Buyer({ row }: { readonly row: AdminOrder }) {
  const { t } = useTranslation('adminOrders');
  const buyerText = useBuyerText();
  const { email, phone } = row;
  return (
    <Section title={t('buyer.title')}>
      <FactList
        layout="ends"
        facts={[
          { name: t('buyer.name'), value: buyerText(row) },
          {
            name: t('buyer.email'),
            value: contactLink(`mailto:${encodeURIComponent(email ?? '')}`, email),
          },
          {
            name: t('buyer.phone'),
            value: /^\+\d+$/.test(phone ?? '') ? contactLink(`tel:${phone ?? ''}`, phone) : phone,
          },
          { name: t('buyer.language'), value: t(`buyer.${row.language === 'th' ? 'th' : 'en'}`) },
        ]}
      />
    </Section>
  );
}

/** Where it goes, as the label has it. */
export function Address({ order: { row, address, phone } }: OrderProps) {
  const { t } = useTranslation('adminOrders');
  const lines = [row.name ?? '', ...(address === null ? [] : labelLines(address)), phone ?? ''];
  const text = lines.filter((line) => line !== '').join('\n');
  const copy = useCopyText(text, { title: 'adminOrders:address.copied' });
  if (row.method === 'pickup')
    return <Section title={t('address.title')}>{t('address.pickup')}</Section>;
  if (address === null) return null;
  return (
    <Section
      title={t('address.title')}
      action={
        <Button tone="link" onClick={copy} className="text-sm">
          <Copy className="size-4" />
          {t('address.copy')}
        </Button>
      }
    >
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
    </Section>
  );
}

/** Who has the parcel, and when it is expected. */
export function Parcel({ order: { row, tracking_url: link } }: OrderProps) {
  const { t } = useTranslation('adminOrders');
  const language = useLanguage();
  const timeText = useBangkokTime();
  const { carrier, parcel_number: number, arrives_on: day } = row;
  if (carrier === null) return null;
  return (
    <Section title={t('parcel.title')}>
      <FactList
        layout="ends"
        facts={[
          { name: t('ship.carrier'), value: carrier },
          {
            name: t('ship.number'),
            value: number && (
              <CopyableText
                text={number}
                label={t('parcel.copy', { number })}
                done={{ title: 'adminOrders:parcel.copied' }}
                className="min-h-11 pointer-fine:min-h-8"
              />
            ),
          },
          {
            name: t('ship.link'),
            value: link && (
              <a href={link} rel="noreferrer" target="_blank" className="text-teal underline">
                {t('parcel.follow')}
              </a>
            ),
          },
          { name: t('fact.shipped'), value: row.shipped_at && timeText(row.shipped_at) },
          { name: t('parcel.arrives'), value: day && (shortDayText(day, language) ?? day) },
        ]}
      />
    </Section>
  );
}

function Receipt({ receipt }: { readonly receipt: OrderDetails['receipts'][number] }) {
  const { t } = useTranslation(['adminOrders', 'receipts']);
  const { number, isPending, save } = useSaveReceipt(receipt);
  return (
    <DocumentRow
      Icon={ReceiptText}
      title={t(`receipts:kind.${receipt.series as 'RT'}`)}
      text={number}
      onOpen={save}
      isOpening={isPending}
    />
  );
}

/** The receipts that count, and the pages of the admin area that have its slips and receipts. */
export function Documents({ order: { row, receipts, slips } }: OrderProps) {
  const { t } = useTranslation('adminOrders');
  const valid = receipts.filter(({ voided_at: at }) => at === null);
  const links = [
    ...slips.map(({ slip_id: id }, index) => ({
      to: `${pages.adminSlips.href()}?show=all&slip=${id}`,
      text: slips.length > 1 ? t('slip.numbered', { number: index + 1 }) : t('slip.one'),
    })),
    ...receipts.map((receipt) => ({
      to: `${pages.adminReceipts.href()}?show=all&receipt=${receipt.receipt_id}`,
      text: t('receipt', { number: receiptNumberText(receipt) }),
    })),
  ];
  if (links.length === 0) return null;
  return (
    <Section title={t('documents')}>
      <ul className="-mt-2">
        {valid.map((receipt) => (
          <Receipt key={receipt.receipt_id} receipt={receipt} />
        ))}
      </ul>
      <ul className="flex flex-wrap gap-x-4" aria-label={t('documentsOf', { number: row.number })}>
        {links.map(({ to, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-9 items-center gap-1.5 text-teal underline-offset-4 hover:underline pointer-coarse:min-h-11"
            >
              <ExternalLink className="size-4" />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const eventNames = [
  'placed',
  'slip_attached',
  'slip_refused',
  'payment_recorded',
  'surplus_credited',
  'pack',
  'ship',
  'hand_over',
  'deliver',
  'return_asked',
  'return_refused',
  'take_back',
  'cancelled',
  'expired',
  'refund_opened',
  'refund_decided',
  'refund_account_given',
  'refund_promised',
  'refund_paid',
] as const;

const actors = ['member', 'guest', 'admin', 'system'] as const;

/** What has happened; an event without a text here has its name. */
function useEntries({ events }: OrderDetails): readonly TimeLineEntry[] {
  const { t } = useTranslation('adminOrders');
  const language = useLanguage();
  const baht = useBaht();
  const timeText = useBangkokTime();
  return events.map((event) => {
    const name = eventNames.find((known) => known === event.event);
    const amount = ['amount_satang', 'total_satang', 'paid_satang']
      .map((key) => detailOf(event, key))
      .find((value) => typeof value === 'number');
    const promised = String(detailOf(event, 'promised_on') ?? '');
    const reason = event.message ?? detailOf(event, `reason_${language}`);
    const actor = actors.find((known) => known === event.actor) ?? 'system';
    return pastEntry(event, {
      when: timeText(event.created_at),
      what: name === undefined ? event.event : t(`event.${name}`),
      who: [
        event.actor_name ?? t(`actor.${actor}`),
        typeof amount === 'number' ? baht(amount) : '',
        event.event === 'ship'
          ? [detailOf(event, 'carrier'), detailOf(event, 'parcel_number')].filter(Boolean).join(' ')
          : '',
        shortDayText(promised, language) ?? '',
      ],
      quote: reason === undefined ? null : String(reason),
    });
  });
}

/** The time line of an order. */
export function History({ order }: OrderProps) {
  const { t } = useTranslation('adminOrders');
  return (
    <Section id="history" title={t('history')}>
      <TimeLine labelledBy="history" entries={useEntries(order)} />
    </Section>
  );
}
