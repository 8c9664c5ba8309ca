import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bangkokTimeText, bangkokTimestamp, months } from '@bkksiam/domain/date-text';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { pages } from '#pages.ts';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { logRejection } from '#platform/log.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { saveCsvRows, type CsvColumns } from '#platform/save-file.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Card } from '#ui/parts/card.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { BuyerButton } from './buyer-dialog.tsx';
import { useMovementText } from './movement-text.ts';
import { takesOrders } from './payable-orders.ts';
import { ReceiptButton } from './receipt-button.tsx';
import {
  byMonth,
  movementsQuery,
  readAllMovements,
  withBalances,
  type BookedMovement,
  type Movement,
  type MovementMonth,
} from './movements-data.ts';

/** `December 2026` in few letters: `Dec 2026`, in Thai `ธ.ค. 2569`. */
function useMonthText(): (month: string) => string {
  const language = useLanguage();
  return (month) => {
    const [year = '', number = ''] = month.split('-');
    const shown = Number(year) + (language === 'th' ? 543 : 0);
    return `${months[language][Number(number) - 1] ?? ''} ${String(shown)}`;
  };
}

/** Saves all movements as CSV, amounts in baht. */
function useExport(userId: string, balanceSatang: number) {
  const { t } = useTranslation('payments');
  const textOf = useMovementText();
  const amount = (satang: number) => (satang / 100).toFixed(2);
  const columns: CsvColumns<BookedMovement> = [
    [t('column.when'), ({ created_at: at }) => bangkokTimestamp(at) ?? at],
    [t('column.what'), (row) => textOf(row).title],
    [
      t(takesOrders() ? 'column.subject' : 'column.booking'),
      ({ booking, placed }) => booking?.reference ?? placed?.number ?? '',
    ],
    [t('column.received'), ({ received_at: at }) => bangkokTimestamp(at) ?? at],
    [t('column.bank'), ({ bank_satang: satang }) => amount(satang)],
    [
      t(takesOrders() ? 'column.paidFor' : 'column.paid'),
      ({ booking_satang: booking, order_satang: order }) => amount(booking + order),
    ],
    [t('column.credit'), ({ credit_satang: satang }) => amount(satang)],
    [t('column.after'), ({ balanceSatang: satang }) => amount(satang)],
  ];
  return useMutation({
    mutationKey: ['postings', 'export'],
    meta: { errorToast: 'payments:exportFailed' },
    mutationFn: () => readAllMovements(userId),
    onSuccess: (rows) =>
      saveCsvRows(
        `bkk-siam-payments-${bangkokToday()}.csv`,
        columns,
        withBalances(rows, balanceSatang),
      ),
  });
}

/** What the movement did to the credit; grey is what did not pass through it. */
function AmountText({ movement }: { readonly movement: BookedMovement }) {
  const baht = useBaht();
  const { t } = useTranslation('payments');
  const { credit_satang: credit, bank_satang: bank } = movement;
  if (credit === 0) {
    const past = bank === 0 ? movement.booking_satang + movement.order_satang : bank;
    return (
      <span className="text-ink-2">
        {past < 0 && '−'}
        {baht(Math.abs(past))}
        <span className="sr-only"> {t('past')}</span>
      </span>
    );
  }
  return (
    <span className={classNames('font-strong', credit > 0 && 'text-green')}>
      {credit > 0 ? '+' : '−'}
      {baht(Math.abs(credit))}
    </span>
  );
}

interface ReceiptsProps {
  readonly receipts: Movement['receipts'];
  /** Nothing stands before them. */
  readonly isFirst: boolean;
}

/** The receipts that count, and why an admin has voided one. */
function Receipts({ receipts, isFirst }: ReceiptsProps) {
  const { t } = useTranslation('receipts');
  return receipts
    .filter(({ voided_at: voidedAt, void_kind: kind }) => voidedAt === null || kind === 'admin')
    .map((receipt, index) => (
      <Fragment key={receipt.receipt_id}>
        {(index > 0 || !isFirst) && ' · '}
        <ReceiptButton receipt={receipt} />
        {receipt.voided_at !== null && (
          <span className="wrap-anywhere">
            {' '}
            {t('mine.void', { reason: receipt.void_reason ?? '' })}
          </span>
        )}
      </Fragment>
    ));
}

const cell = 'border-t border-line py-3 align-baseline max-sm:border-0 max-sm:p-0';
const right = 'text-right whitespace-nowrap num';

/** The booking or the order of a movement, with its page; undefined for credit alone. */
function subjectOf({ booking, placed }: Movement) {
  if (booking) return { name: booking.reference, to: pages.memberBooking.href(booking.reference) };
  return placed ? { name: placed.number, to: pages.order.href(placed.number) } : undefined;
}

function MovementRow({ movement }: { readonly movement: BookedMovement }) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const language = useLanguage();
  const { title, details } = useMovementText()(movement);
  const { receipts, created_at: at, balanceSatang } = movement;
  const subject = subjectOf(movement);
  return (
    <tr className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:border-t max-sm:border-line max-sm:py-3">
      <td className={classNames(cell, 'pr-4 max-sm:row-start-2 max-sm:text-xs')}>
        <time dateTime={at} className="num whitespace-nowrap text-ink-2">
          {bangkokTimeText(at, language) ?? at}
        </time>
      </td>
      <td className={classNames(cell, 'max-sm:row-start-1')}>
        <span className="font-strong">{title}</span>
        <span className="num block text-xs text-ink-2">
          {subject && (
            <Link
              to={subject.to}
              className="inline-flex min-h-6 items-center text-teal hover:underline"
            >
              {subject.name}
            </Link>
          )}
          {details.map((detail, index) => (
            <Fragment key={detail}>
              {(index > 0 || subject) && ' · '}
              {detail}
            </Fragment>
          ))}
          <Receipts receipts={receipts} isFirst={details.length === 0 && !subject} />
        </span>
      </td>
      <td className={classNames(cell, right, 'pl-4 max-sm:row-start-1')}>
        <AmountText movement={movement} />
      </td>
      <td
        className={classNames(
          cell,
          right,
          'pl-4 max-sm:row-start-2 max-sm:text-xs max-sm:text-ink-2',
        )}
      >
        <span className="sm:hidden">{t('left')} </span>
        {baht(balanceSatang)}
      </td>
    </tr>
  );
}

function MonthRows({
  month: { month, movements, inSatang, outSatang },
  isWhole,
}: {
  readonly month: MovementMonth;
  /** The sums are those of the whole month. */
  readonly isWhole: boolean;
}) {
  const { t } = useTranslation('payments');
  const baht = useBaht();
  const monthText = useMonthText();
  return (
    <tbody>
      <tr className="max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:pt-5">
        <th
          scope="rowgroup"
          colSpan={2}
          className="border-b border-line-control pt-5 pb-2 text-left text-md font-strong max-sm:border-0 max-sm:p-0"
        >
          {monthText(month)}
        </th>
        <td
          colSpan={2}
          className="num border-b border-line-control pt-5 pb-2 text-right text-sm text-ink-2 max-sm:border-0 max-sm:p-0"
        >
          {isWhole && t('monthSums', { in: baht(inSatang), out: baht(outSatang) })}
        </td>
      </tr>
      {movements.map((movement) => (
        <MovementRow key={movement.number} movement={movement} />
      ))}
    </tbody>
  );
}

function MovementTable({
  rows,
  isComplete,
}: {
  readonly rows: readonly BookedMovement[];
  readonly isComplete: boolean;
}) {
  const { t } = useTranslation('payments');
  const inMonths = byMonth(rows);
  return (
    <table className="w-full border-collapse text-sm max-sm:block max-sm:*:block">
      <thead className="max-sm:sr-only">
        <tr className="text-left text-ink-2 *:py-2 *:font-mid">
          <th scope="col">{t('column.when')}</th>
          <th scope="col">{t('column.what')}</th>
          <th scope="col" className="text-right">
            {t('column.amount')}
          </th>
          <th scope="col" className="text-right">
            {t('column.after')}
          </th>
        </tr>
      </thead>
      {inMonths.map((month, index) => (
        <MonthRows
          key={month.month}
          month={month}
          isWhole={isComplete || index < inMonths.length - 1}
        />
      ))}
    </table>
  );
}

interface MovementsProps {
  readonly userId: string;
  /** The credit now. */
  readonly balanceSatang: number;
}

function FileButtons({ userId, balanceSatang }: MovementsProps) {
  const { t } = useTranslation('payments');
  const { mutate, isPending } = useExport(userId, balanceSatang);
  return (
    <>
      <Button tone="link" busy={isPending} onClick={() => mutate()}>
        <Download className="size-4.5" />
        {t('csv')}
      </Button>
      <Button tone="link" onClick={() => window.print()}>
        <Printer className="size-4.5" />
        {t('print')}
      </Button>
    </>
  );
}

/** All movements of the member's money by month, with the credit after each. */
export function Movements({ userId, balanceSatang }: MovementsProps) {
  const { t } = useTranslation('payments');
  const query = useInfiniteQuery(movementsQuery(userId));
  const rows = query.data && withBalances(query.data.pages.flat(), balanceSatang);
  const hasRows = rows !== undefined && rows.length > 0;
  return (
    <Card
      id="movements"
      title={t('movements')}
      action={
        <span className="flex flex-wrap gap-x-5 print:hidden">
          <BuyerButton userId={userId} />
          {hasRows && <FileButtons userId={userId} balanceSatang={balanceSatang} />}
        </span>
      }
    >
      {hasRows && <MovementTable rows={rows} isComplete={!query.hasNextPage} />}
      {rows?.length === 0 && (
        <EmptyState
          picture={<EmptyPicture of="river" />}
          title={t('empty.title')}
          text={<Phrases text={t('empty.text')} />}
        />
      )}
      {rows === undefined && (
        <QueryFallback query={query} failed={t('movementsFailed')} headingId="movements">
          <Skeleton className="mt-3 h-12" count={4} />
        </QueryFallback>
      )}
      {query.hasNextPage && (
        <Button
          tone="secondary"
          className="mt-4 print:hidden"
          busy={query.isFetchingNextPage}
          onClick={() => logRejection('more movements could not be loaded', query.fetchNextPage())}
        >
          {t('more')}
        </Button>
      )}
      {hasRows && (
        <p className="mt-4 text-xs text-ink-2">
          <Phrases text={t('pastNote')} />
        </p>
      )}
    </Card>
  );
}
