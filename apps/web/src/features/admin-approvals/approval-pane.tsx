import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { detailOf } from '#entities/offer/event-details.ts';
import { LoadedItem } from '#list/list-item.tsx';
import { listItemQuery } from '#list/list-query.ts';
import { PaneFrame } from '#list/pane-frame.tsx';
import type { SelectedRow } from '#list/use-selected-row.ts';
import { pages } from '#pages.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { FactList } from '#ui/parts/fact-list.tsx';
import { Section } from '#ui/parts/section.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { useApprovalStatus } from './approval-status.ts';
import { approvalList, type Approval } from './approvals-data.ts';
import { DecideForm } from './decide-form.tsx';

function PaneLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-9 items-center gap-1.5 text-teal underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      <ExternalLink className="size-4" />
      {children}
    </Link>
  );
}

/** What was asked for, how much, and for which booking, order or refund. */
function About({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('adminApprovals');
  const baht = useBaht();
  const status = useApprovalStatus();
  const { booking_id: booking, order_id: order, kind } = approval;
  const refund = detailOf({ details: approval.call }, 'refund_id');
  return (
    <div className="grid gap-1">
      <p className="text-ink-2">{t(`kind.${kind}`)}</p>
      <p className="num text-2xl leading-tight font-strong">{baht(approval.amount_satang)}</p>
      <p className="wrap-anywhere text-ink-2">
        {approval.full_name ?? approval.email ?? t('noMember')}
      </p>
      <span aria-live="polite">
        <StatusChip {...status(approval)} show="beside" small />
      </span>
      <div className="flex flex-wrap gap-x-4">
        {booking !== null && (
          <PaneLink to={`${pages.adminBookings.href()}?show=all&booking=${booking}`}>
            {t('openBooking')}
          </PaneLink>
        )}
        {order !== null && (
          <PaneLink to={`${pages.adminOrders.href()}?show=all&order=${order}`}>
            {t('openOrder')}
          </PaneLink>
        )}
        {refund !== undefined && (
          <PaneLink to={`${pages.adminRefunds.href()}?show=all&refund=${String(refund)}`}>
            {t('openRefund')}
          </PaneLink>
        )}
      </div>
    </div>
  );
}

/** Who asked and why, and the further values of the call that waits. */
function Asked({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('adminApprovals');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const values = { details: approval.call };
  const received = detailOf(values, 'received_at');
  const fee = detailOf(values, 'fee_satang');
  return (
    <Section title={t('asked.title')}>
      <FactList
        layout="ends"
        facts={[
          { name: t('asked.by'), value: approval.asked_by_name },
          { name: t('asked.at'), value: timeText(approval.asked_at) },
          {
            name: t('asked.received'),
            value: received === undefined ? undefined : timeText(String(received)),
          },
          { name: t('asked.bankReference'), value: detailOf(values, 'bank_reference') },
          { name: t('asked.fee'), value: typeof fee === 'number' ? baht(fee) : undefined },
        ]}
      />
      {approval.note !== null && (
        <blockquote className="mt-2 border-l-3 border-line pl-3 wrap-anywhere">
          {approval.note}
        </blockquote>
      )}
    </Section>
  );
}

/** What was decided, by whom. */
function Decided({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('adminApprovals');
  const timeText = useBangkokTime();
  return (
    <Section title={t('decided.title')}>
      <FactList
        layout="ends"
        facts={[
          { name: t('decided.by'), value: approval.decided_by_name },
          { name: t('decided.at'), value: approval.decided_at && timeText(approval.decided_at) },
        ]}
      />
      {approval.decided_note !== null && (
        <blockquote className="mt-2 border-l-3 border-line pl-3 wrap-anywhere">
          {approval.decided_note}
        </blockquote>
      )}
    </Section>
  );
}

/** The selected approval: what was asked, and the decision. */
export function ApprovalPane({ item }: { readonly item: SelectedRow<Approval> }) {
  const { t } = useTranslation('adminApprovals');
  const query = useQuery(listItemQuery(approvalList, item.id));
  const approval = query.data ?? item.known;
  return (
    <PaneFrame
      title={approval && (approval.reference ?? t(`kind.${approval.kind}`))}
      item={item}
      texts="adminApprovals:"
    >
      <LoadedItem query={query} texts="adminApprovals:">
        {(loaded) => (
          <div
            key={item.id}
            className="grid gap-2.5 *:[section]:border-t *:[section]:border-line *:[section]:pt-2.5"
          >
            <About approval={loaded} />
            <Asked approval={loaded} />
            {loaded.decision === null ? (
              <DecideForm approval={loaded} />
            ) : (
              <Decided approval={loaded} />
            )}
          </div>
        )}
      </LoadedItem>
    </PaneFrame>
  );
}
