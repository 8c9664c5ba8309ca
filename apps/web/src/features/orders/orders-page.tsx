import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { listSizes } from '@bkksiam/domain/constants';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { isOpenOrder } from '@bkksiam/domain/order-status';
import { shortDayText } from '@bkksiam/domain/weekday-text';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { stageOf, useOrderStatus } from '#entities/order/order-status.ts';
import { useOrderTitle } from '#entities/order/order-text.ts';
import { useOrderChanges } from '#entities/order/use-order-changes.ts';
import { ListRows } from '#list/list-rows.tsx';
import { PageLinks } from '#list/page-links.tsx';
import { pages } from '#pages.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { pageOf } from '#platform/list-page.ts';
import { focusHeading, useChange } from '#platform/page-changes.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { useUser } from '#platform/session.ts';
import { buttonClass } from '#ui/button.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { rowAction } from '#ui/row-action.ts';
import { orderListQuery, type ListedOrder } from './orders-data.ts';

interface RowProps {
  readonly order: ListedOrder;
}

/** What the member does next, or by when it comes. */
function NextStep({ order, className }: RowProps & { readonly className: string }) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const timeText = useBangkokTime();
  const { number, pay_by: payBy, arrives_on: day, tracking_url: address } = order;
  const stage = stageOf(order);
  const button = buttonClass({ tone: 'secondary', size: 'sm', className: 'mt-1' });
  const by =
    stage === 'PLACED' && payBy !== null
      ? timeText(payBy)
      : stage === 'SHIPPED' && day !== null
        ? (shortDayText(day, language) ?? day)
        : undefined;
  return (
    <div className={className}>
      {by !== undefined && (
        <span className="num block text-sm text-ink-2">{t('by', { time: by })}</span>
      )}
      {stage === 'PLACED' && (
        <Link to={pages.payOrder.href(number)} className={button}>
          {t('pay')} <span className="sr-only">{number}</span>
        </Link>
      )}
      {stage === 'SHIPPED' && address !== null && (
        <a href={address} target="_blank" rel="noreferrer" className={button}>
          {t('follow')} <span className="sr-only">{number}</span>
        </a>
      )}
    </div>
  );
}

/** The number with the pieces; on a phone also what the status means and what comes next. */
function OrderCell({ order }: RowProps) {
  const title = useOrderTitle()(order.lines);
  const { meaning } = useOrderStatus()(order);
  const { number } = order;
  return (
    <>
      <Link
        to={pages.order.href(number)}
        {...rowAction}
        className="num inline-flex min-h-11 items-center text-lg leading-[1.4] font-strong hover:underline pointer-fine:min-h-0"
      >
        {number}
      </Link>
      <span className="block max-w-96 text-sm wrap-anywhere text-ink-2">{title}</span>
      {/* Beside the chip in the corner there is no room; screen readers find it there. */}
      <span aria-hidden className="block text-sm sm:hidden">
        {meaning}
      </span>
      <NextStep order={order} className="sm:hidden" />
    </>
  );
}

function OrderStatusChip({ order }: RowProps) {
  return <StatusChip {...useOrderStatus()(order)} show="wide" />;
}

function useColumns(): readonly TableColumn<ListedOrder>[] {
  const { t } = useTranslation(['orders', 'common']);
  const baht = useBaht();
  const language = useLanguage();
  const time = ({ created_at: at }: ListedOrder, textOf: (day: string) => string) => (
    <time dateTime={at} className="num whitespace-nowrap">
      {textOf(bangkokDayText(at, language) ?? at)}
    </time>
  );
  return [
    {
      header: t('list.column.order'),
      phone: 'main',
      cell: (order) => <OrderCell order={order} />,
    },
    {
      header: t('list.column.placed'),
      phone: 'below',
      cell: (order) => time(order, (day) => day),
      cellBelow: (order) => time(order, (day) => t('placedOn', { day })),
    },
    {
      header: t('list.column.total'),
      phone: 'below',
      cell: ({ total_satang: total }) => (
        <span className="num whitespace-nowrap">{baht(total)}</span>
      ),
    },
    {
      header: t('common:field.status'),
      phone: 'corner',
      cell: (order) => (
        <>
          <OrderStatusChip order={order} />
          <NextStep order={order} className="max-sm:hidden" />
        </>
      ),
    },
  ];
}

function Skeletons() {
  return Array.from({ length: 4 }, (_, index) => (
    <div
      key={index}
      className="flex items-center justify-between gap-6 border-t border-line px-4 py-4 first:border-t-0 sm:px-6"
    >
      <div className="w-1/2 py-0.5">
        <Skeleton className="h-5 w-36" />
        <Skeleton className="mt-2 h-4 max-w-48" />
      </div>
      <Skeleton className="h-7 w-24 rounded-pill" />
    </div>
  ));
}

function OrderList({ userId }: { readonly userId: string }) {
  const { t } = useTranslation(['orders', 'common']);
  const [search] = useSearchParams();
  const page = pageOf(search);
  const query = useQuery(orderListQuery(userId, page));
  const { data: list } = query;
  useChange(page, focusHeading);
  const isUnderWay = list?.rows.some(({ status }) => isOpenOrder(status) || status === 'SHIPPED');
  useOrderChanges(userId, isUnderWay ?? false);
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <ListRows
        query={query}
        rows={list?.rows}
        labelledBy="orders"
        headingId="orders"
        columns={useColumns()}
        keyOf={({ order_id: id }) => id}
        variant="rows"
        skeleton={<Skeletons />}
        loading={t('list.loading')}
        failed={t('list.failed')}
        empty={
          <EmptyState
            picture={<EmptyPicture of="orders" />}
            title={t('common:members.orders.empty')}
            text={t('common:members.orders.emptyText')}
            action={
              <Link to={pages.store.href()} className={buttonClass({ tone: 'secondary' })}>
                {t('common:nav.browseStore')}
              </Link>
            }
          />
        }
      />
      {list && list.total > listSizes.bookingsPage && (
        <div className="border-t border-line px-4 py-2 sm:px-6">
          <PageLinks list={list} size={listSizes.bookingsPage} />
        </div>
      )}
    </div>
  );
}

export const loader = pageLoader(({ userId, search }) =>
  userId === null ? [] : [orderListQuery(userId, pageOf(search))],
);

/** My Orders with the feature: the member's orders, newest first, with the next step of each. */
export function Component() {
  const { t } = useTranslation(['orders', 'common']);
  const user = useUser();
  if (user === null) return null;
  return (
    <>
      <PageHeader id="orders" title={t('common:nav.orders')} text={t('list.text')} />
      <OrderList userId={user.id} />
    </>
  );
}
