import { useQuery } from '@tanstack/react-query';
import { Copy, ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { takeId, WorkedOn } from '#entities/assignment/worked-on.tsx';
import { useConditionText } from '#entities/offer/condition-text.ts';
import { hasRefundEnded, useRefundStatus } from '#entities/refund/refund-status.ts';
import { RouteCodes } from '#entities/request/request-parts.tsx';
import { LoadedItem } from '#list/list-item.tsx';
import { PaneFrame } from '#list/pane-frame.tsx';
import type { SelectedRow } from '#list/use-selected-row.ts';
import { pages } from '#pages.ts';
import { useCopyText } from '#platform/copy-text.tsx';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { IconButton } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
import { Section } from '#ui/parts/section.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { DecideForm } from './decide-form.tsx';
import { PayPart } from './pay-part.tsx';
import { PlanForm } from './plan-form.tsx';
import {
  adminRefundKey,
  assignRefund,
  refundQuery,
  type AdminRefund,
  type RefundDetails,
} from './refunds-data.ts';

const linkClass =
  'inline-flex min-h-9 items-center gap-1.5 text-teal underline-offset-4 hover:underline pointer-coarse:min-h-11';

/** What was cancelled or came back, its member, and the status of the refund. */
function About({ row }: { readonly row: AdminRefund }) {
  const { t } = useTranslation('adminRefunds');
  const status = useRefundStatus();
  const { origin, arrival, booking_id: id, order_id: order } = row;
  return (
    <div className="grid gap-1">
      {origin !== null && arrival !== null && (
        <RouteCodes route={{ origin, destination: arrival }} className="text-xl leading-tight" />
      )}
      <p className="wrap-anywhere text-ink-2">{row.full_name ?? row.email ?? t('noMember')}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span aria-live="polite">
          <StatusChip {...status(row.status)} show="beside" small />
        </span>
        {id !== null && (
          <Link to={`${pages.adminBookings.href()}?show=all&booking=${id}`} className={linkClass}>
            <ExternalLink className="size-4" />
            {t('openBooking')}
          </Link>
        )}
        {order !== null && (
          <Link to={`${pages.adminOrders.href()}?show=all&order=${order}`} className={linkClass}>
            <ExternalLink className="size-4" />
            {t('openOrder')}
          </Link>
        )}
      </div>
    </div>
  );
}

/** What was agreed about cancelling, as the member reads it. */
function Conditions({ refund: { conditions } }: { readonly refund: RefundDetails }) {
  const { t } = useTranslation('adminRefunds');
  const conditionText = useConditionText();
  return (
    <Section title={t('conditions')}>
      {conditions.length === 0 ? (
        <p className="text-ink-2">{t('noConditions')}</p>
      ) : (
        <ul className="list-disc pl-5">
          {conditions.map((condition, index) => (
            <li key={index} className="wrap-anywhere">
              {conditionText(condition)}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** What was paid, what is kept, what goes back, and when it was decided and paid. */
function Sums({ row }: { readonly row: AdminRefund }) {
  const { t } = useTranslation('adminRefunds');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const { fee_satang: fee, amount_satang: amount, destination } = row;
  const isCredit = row.status === 'REFUNDED' && destination === 'credit';
  return (
    <Section title={t('money.title')}>
      <FactList
        layout="ends"
        facts={[
          { name: t('money.paid'), value: baht(row.paid_satang) },
          { name: t('money.fee'), value: fee === null ? undefined : baht(fee) },
          {
            name: t('money.rest'),
            value: amount === null ? undefined : <strong>{baht(amount)}</strong>,
          },
          { name: t('money.decided'), value: row.decided_at && timeText(row.decided_at) },
          {
            name: t(row.status === 'NOTHING' ? 'money.ended' : 'money.refunded'),
            value: row.ended_at && timeText(row.ended_at),
          },
          { name: t('money.destination'), value: isCredit ? t('money.credit') : undefined },
          { name: t('pay.bankReference'), value: row.bank_reference },
        ]}
      />
    </Section>
  );
}

/** A decision that waits for a second admin. */
function Waiting({ approvalId }: { readonly approvalId: string }) {
  const { t } = useTranslation('adminRefunds');
  return (
    <Alert
      tone="info"
      title={t('waiting.title')}
      action={
        <Link to={`${pages.adminApprovals.href()}?approval=${approvalId}`} className={linkClass}>
          {t('waiting.open')}
        </Link>
      }
    >
      {t('waiting.text')}
    </Alert>
  );
}

function Content({ refund }: { readonly refund: RefundDetails }) {
  const { row } = refund;
  const isOpen = !hasRefundEnded(row.status);
  return (
    <div className="grid gap-2.5 *:[section]:border-t *:[section]:border-line *:[section]:pt-2.5">
      <About row={row} />
      {isOpen && (
        <>
          <WorkedOn
            row={{
              assigned_to: row.owner_id,
              assigned_name: row.owner_name,
              is_mine: row.is_mine,
            }}
            assign={(to) => assignRefund(row, to)}
            queryKey={adminRefundKey}
          />
          <PlanForm row={row} />
        </>
      )}
      {row.booking_id !== null && <Conditions refund={refund} />}
      <Sums row={row} />
      {row.approval_id !== null && <Waiting approvalId={row.approval_id} />}
      {row.status === 'OPEN' && row.approval_id === null && <DecideForm refund={refund} />}
      {row.status === 'APPROVED' && <PayPart row={row} />}
    </div>
  );
}

function CopyReference({ reference }: { readonly reference: string }) {
  const { t } = useTranslation('adminRefunds');
  const copy = useCopyText(reference, {
    title: 'adminRefunds:copied',
    description: { text: reference },
  });
  return (
    <IconButton label={t('copy', { reference })} onClick={copy} className="hover:bg-sunken">
      <Copy className="size-5" />
    </IconButton>
  );
}

/** The selected refund: conditions and amounts, the decision, and the payment to the bank account. */
export function RefundPane({ item }: { readonly item: SelectedRow<AdminRefund> }) {
  const query = useQuery(refundQuery(item.id));
  const row = query.data?.row ?? item.known;
  return (
    <PaneFrame
      title={row?.reference}
      item={item}
      texts="adminRefunds:"
      keys={[{ code: 'KeyT', press: () => document.getElementById(takeId)?.click() }]}
      action={row && <CopyReference reference={row.reference} />}
    >
      <LoadedItem query={query} texts="adminRefunds:">
        {(refund) => <Content key={item.id} refund={refund} />}
      </LoadedItem>
    </PaneFrame>
  );
}
