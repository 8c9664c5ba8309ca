import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { satangText } from '@bkksiam/domain/number-input';
import { dayParts } from '@bkksiam/domain/weekday-text';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { useLanguage } from '#platform/i18n.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/feedback.tsx';
import { DaysChart } from './days-chart.tsx';
import { daysQuery, type FinanceDay } from './finance-data.ts';
import type { Period } from '#entities/calendar/period.ts';
import { figure, figureHead, rowHead } from './table-parts.ts';

const figures = ['received_satang', 'due_satang', 'paid_out_satang'] as const;

const names = {
  received_satang: 'days.received',
  due_satang: 'days.due',
  paid_out_satang: 'days.paidOut',
} as const;

const text = (satang: number) => (satang === 0 ? '–' : satangText(satang));

const sumOf = (days: readonly FinanceDay[], name: (typeof figures)[number]) =>
  days.reduce((sum, day) => sum + day[name], 0);

function DayRow({ day }: { readonly day: FinanceDay }) {
  const { t } = useTranslation('adminFinance');
  const language = useLanguage();
  const isToday = day.day === bangkokToday();
  const parts = dayParts(day.day, language);
  const name = parts === undefined ? day.day : `${parts.weekday} ${parts.dayAndMonth}`;
  return (
    <tr className={classNames('border-t border-line', isToday && 'font-strong')}>
      <th scope="row" className={classNames(rowHead, isToday ? 'font-strong' : 'font-text')}>
        {isToday ? t('days.today', { day: name }) : name}
      </th>
      {figures.map((figureName) => (
        <td key={figureName} className={figure}>
          {text(day[figureName])}
        </td>
      ))}
    </tr>
  );
}

function DaysTable({ days }: { readonly days: readonly FinanceDay[] }) {
  const { t } = useTranslation('adminFinance');
  return (
    <div
      role="group"
      aria-label={t('days.table')}
      tabIndex={0}
      className="max-h-84 overflow-auto [scrollbar-width:thin]"
    >
      <table className="w-full border-collapse text-sm">
        <thead className="sticky top-0 bg-paper text-xs">
          <tr>
            <th scope="col" className="py-1.5 pr-2 text-left font-mid text-ink-2">
              {t('days.day')}
            </th>
            {figures.map((name) => (
              <th key={name} scope="col" className={figureHead}>
                {t(names[name])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <DayRow key={day.day} day={day} />
          ))}
        </tbody>
        <tfoot className="sticky bottom-0 bg-paper shadow-[0_-1px_var(--line-control)]">
          <tr className="font-strong">
            <th scope="row" className="py-2 pr-2 text-left">
              {t('days.all', { count: days.length })}
            </th>
            {figures.map((name) => (
              <td key={name} className={figure}>
                {text(sumOf(days, name))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Legend() {
  const { t } = useTranslation('adminFinance');
  const marks = {
    received_satang: 'bg-teal',
    due_satang: 'inset-ring-[1.5px] inset-ring-line-control',
    paid_out_satang: 'bg-gold',
  };
  return (
    <p className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
      {figures.map((name) => (
        <span key={name} className="inline-flex items-center gap-2">
          <span aria-hidden className={classNames('size-3 rounded-[3px]', marks[name])} />
          {t(names[name])}
        </span>
      ))}
    </p>
  );
}

/** What came in, is due and was paid out on each day, as a chart with its table. */
export function Days({ period }: { readonly period: Period }) {
  const { t } = useTranslation('adminFinance');
  const query = useQuery(daysQuery(period));
  return (
    <>
      {query.data && (
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
          <div>
            <Legend />
            <DaysChart days={query.data} />
          </div>
          <DaysTable days={query.data} />
        </div>
      )}
      <QueryFallback query={query} failed={t('days.failed')} failedText={query.error?.message}>
        <Skeleton className="h-80" />
      </QueryFallback>
      <p className="mt-2 text-sm text-ink-2">{t('days.text')}</p>
    </>
  );
}
