import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { satangText } from '@bkksiam/domain/number-input';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { pages } from '#pages.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/feedback.tsx';
import { sumsQuery, type FinanceSums } from './finance-data.ts';

interface FigureProps {
  readonly name: string;
  readonly satang: number;
  readonly text: string;
  readonly tone?: 'gold' | 'red';
}

function Figure({ name, satang, text, tone }: FigureProps) {
  return (
    <div className="min-w-0 border-line px-5 py-4 max-xl:nth-[n+3]:border-t max-xl:even:border-l xl:not-first:border-l">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd>
        <b
          className={classNames(
            'num block text-2xl leading-tight font-strong tracking-head',
            tone === 'red' && satang > 0 && 'text-red',
          )}
        >
          {satangText(satang)}
        </b>
        <span
          className={classNames(
            'block text-sm',
            tone === undefined || satang === 0
              ? 'text-ink-2'
              : classNames('font-mid', tone === 'red' ? 'text-red' : 'text-gold-ink'),
          )}
        >
          {text}
        </span>
      </dd>
    </div>
  );
}

/** What is paid back, and what of it nobody has decided. */
function useRefundText(sums: FinanceSums): string {
  const { t } = useTranslation('adminFinance');
  const short = useShortTime();
  const parts = [t('sums.refunds', { count: sums.refunds_due })];
  if (sums.refunds_promised_on !== null)
    parts.push(t('sums.promised', { day: short.day(sums.refunds_promised_on) }));
  if (sums.refunds_undecided > 0)
    parts.push(t('sums.undecided', { amount: satangText(sums.refunds_undecided_satang) }));
  return parts.join(' · ');
}

function Figures({ sums }: { readonly sums: FinanceSums }) {
  const { t } = useTranslation('adminFinance');
  const short = useShortTime();
  const refunds = useRefundText(sums);
  const { due_next_at: next, overdue_since: since } = sums;
  const week = t('sums.week', { amount: satangText(sums.due_week_satang) });
  return (
    <dl className="grid grid-cols-1 rounded-lg border border-line bg-surface min-[26rem]:grid-cols-2 max-[26rem]:*:not-first:border-t max-[26rem]:*:border-l-0! xl:grid-cols-4">
      <Figure
        name={t('sums.received')}
        satang={sums.received_today_satang}
        text={`${t('sums.payments', { count: sums.payments_today })} · ${t('sums.month', { amount: satangText(sums.received_month_satang) })}`}
      />
      <Figure
        name={t('sums.due')}
        satang={sums.due_today_satang}
        tone="gold"
        text={next === null ? week : `${t('sums.next', { time: short.time(next) })} · ${week}`}
      />
      <Figure
        name={t('sums.overdue')}
        satang={sums.overdue_satang}
        tone="red"
        text={
          since === null
            ? t('sums.nothingOverdue')
            : t('sums.since', { count: sums.overdue_bookings, time: short.time(since) })
        }
      />
      <Figure name={t('sums.refundsDue')} satang={sums.refunds_due_satang} text={refunds} />
    </dl>
  );
}

/** The sums of now, and what waits for an admin. */
export function FinanceSumsRow() {
  const { t } = useTranslation('adminFinance');
  const query = useQuery(sumsQuery);
  const sums = query.data;
  return (
    <section aria-label={t('sums.label')}>
      {sums && (
        <>
          <Figures sums={sums} />
          <p className="mt-2 flex flex-wrap gap-x-5 text-sm text-ink-2">
            <span className="py-2">
              {t('sums.credit', { amount: satangText(sums.credit_satang) })}
            </span>
            <Link
              to={pages.adminSlips.href()}
              className="py-2 font-mid text-teal underline-offset-4 hover:underline"
            >
              {t('sums.slips', { count: sums.waiting_slips })}
            </Link>
            <span className="py-2">{t('sums.approvals', { count: sums.waiting_approvals })}</span>
          </p>
        </>
      )}
      <QueryFallback
        query={query}
        failed={t('sums.failed')}
        failedText={query.error?.message}
        className="grid gap-4"
      >
        <Skeleton className="h-28" />
      </QueryFallback>
    </section>
  );
}
