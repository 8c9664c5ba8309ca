import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useOrderStatus } from '#entities/order/order-status.ts';
import { LoadedItem } from '#list/list-item.tsx';
import { PaneFrame } from '#list/pane-frame.tsx';
import type { SelectedRow } from '#list/use-selected-row.ts';
import { pages } from '#pages.ts';
import { useCopyText } from '#platform/copy-text.tsx';
import { useBaht } from '#platform/formats.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { NextStep, packId, shipId } from './next-step.tsx';
import { RefuseReturnDialog } from './order-dialogs.tsx';
import { orderQuery, type OrderDetails } from './order-data.ts';
import { Address, Buyer, Documents, History, Lines, Money, Parcel } from './order-parts.tsx';
import type { AdminOrder } from './orders-data.ts';
import type { PrintJob } from './printing.tsx';

const linkClass = 'inline-flex min-h-9 items-center text-teal underline pointer-coarse:min-h-11';

/** Leads to the review of a slip. */
function WaitingSlip({ order: { slips } }: { readonly order: OrderDetails }) {
  const { t } = useTranslation('adminOrders');
  const slip = slips.find(({ status }) => status === 'WAITING');
  if (slip === undefined) return null;
  return (
    <Alert tone="info" title={t('slip.waits')}>
      <Link to={`${pages.adminSlips.href()}?slip=${slip.slip_id}`} className={linkClass}>
        {t('slip.open')}
      </Link>
    </Alert>
  );
}

/** What the buyer wants to return, and why. */
function ReturnAsked({ order: { row, events } }: { readonly order: OrderDetails }) {
  const { t } = useTranslation('adminOrders');
  const [isRefusing, setIsRefusing] = useState(false);
  if (row.return_asked_at === null) return null;
  const asked = events.findLast(({ event }) => event === 'return_asked');
  return (
    <Alert tone="info" title={t('return.asked')}>
      <p className="wrap-anywhere">{asked?.message}</p>
      <Button tone="secondary" size="sm" className="mt-2" onClick={() => setIsRefusing(true)}>
        {t('refuse_return.action')}
      </Button>
      {isRefusing && <RefuseReturnDialog row={row} onClose={() => setIsRefusing(false)} />}
    </Alert>
  );
}

/** The refund of what was cancelled or came back, which is decided on its own page, above a limit by two admins. */
function Refund({ order: { refund } }: { readonly order: OrderDetails }) {
  const { t } = useTranslation('adminOrders');
  const baht = useBaht();
  if (refund === null) return null;
  const { status, amount_satang: amount, paid_satang: paid, approval_id: approval } = refund;
  const known = (['OPEN', 'ACCOUNT', 'APPROVED', 'REFUNDED', 'NOTHING'] as const).find(
    (name) => name === status,
  );
  return (
    <Alert tone="info" title={t('refund.title', { amount: baht(amount ?? paid ?? 0) })}>
      {approval === null ? known && t(`refund.${known}`) : t('refund.approval')}{' '}
      <Link
        to={`${pages.adminRefunds.href()}?show=all&refund=${refund.refund_id}`}
        className={linkClass}
      >
        {t('refund.open')}
      </Link>
    </Alert>
  );
}

interface ContentProps {
  readonly order: OrderDetails;
  readonly onPrint: (job: PrintJob) => void;
}

function Content({ order, onPrint }: ContentProps) {
  const { row } = order;
  const status = useOrderStatus();
  return (
    <div className="grid gap-2.5 *:[section]:border-t *:[section]:border-line *:[section]:pt-2.5">
      <span
        aria-live="polite"
        className="[&>span]:gap-x-2 [&>span]:gap-y-0.5 [&>span>span:last-child]:text-xs"
      >
        <StatusChip {...status(row)} show="beside" small />
      </span>
      <WaitingSlip order={order} />
      <ReturnAsked order={order} />
      <Refund order={order} />
      <NextStep row={row} onPrint={onPrint} />
      <Lines order={order} />
      <Money row={row} />
      <Buyer row={row} />
      <Address order={order} />
      <Parcel order={order} />
      <Documents order={order} />
      <History order={order} />
    </div>
  );
}

function CopyNumber({ number }: { readonly number: string }) {
  const { t } = useTranslation('adminOrders');
  const copy = useCopyText(number, {
    title: 'adminOrders:copied',
    description: { text: number },
  });
  return (
    <IconButton label={t('copy', { number })} onClick={copy} className="hover:bg-sunken">
      <Copy className="size-5" />
    </IconButton>
  );
}

const press = (id: string) => () => document.getElementById(id)?.click();

/** Focuses the first field of the parcel that is not filled, or the button of the step. */
function startShipping(): void {
  const fields = document.getElementById(shipId)?.querySelectorAll('input') ?? [];
  const [first, ...others] = fields;
  [first, ...others].find((field) => field?.value === '')?.focus();
}

/** The selected order beside the list: what comes next, its pieces, the money, its buyer and history. */
export function OrderPane({
  item,
  onPrint,
}: {
  readonly item: SelectedRow<AdminOrder>;
  readonly onPrint: (job: PrintJob) => void;
}) {
  const query = useQuery(orderQuery(item.id));
  const row = query.data?.row ?? item.known;
  return (
    <PaneFrame
      title={row?.number}
      item={item}
      texts="adminOrders:"
      keys={[
        { code: 'KeyP', press: press(packId) },
        { code: 'KeyS', press: startShipping },
      ]}
      action={row && <CopyNumber number={row.number} />}
    >
      <LoadedItem query={query} texts="adminOrders:">
        {(order) => <Content key={item.id} order={order} onPrint={onPrint} />}
      </LoadedItem>
    </PaneFrame>
  );
}
