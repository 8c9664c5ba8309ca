import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PeriodForm } from '#entities/calendar/period-form.tsx';
import { maxPeriodDays, usePeriod, type Period } from '#entities/calendar/period.ts';
import { useAreAwaited } from '#platform/awaited-queries.ts';
import { useSearchChanges } from '#platform/search-params.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Segments } from '#ui/segments.tsx';
import { useAccountantFile } from './accountant-file.ts';
import { AgreementStrip } from './agreement.tsx';
import { ByAdmin, ByBooking } from './breakdown.tsx';
import { Days } from './days.tsx';
import { agreementQuery, sumsQuery } from './finance-data.ts';
import { FinanceSumsRow } from './finance-sums.tsx';
import { Statement } from './statement.tsx';

const periodNames = ['today', 'week', 'month', 'last_month', 'custom'] as const;

const views = ['days', 'bookings', 'admins'] as const;

/** The period in parts: by day, by booking or by admin. */
function Parts({ period }: { readonly period: Period }) {
  const { t } = useTranslation('adminFinance');
  const [params, change] = useSearchChanges();
  const view = views.find((known) => known === params.get('by')) ?? 'days';
  return (
    <section aria-labelledby="finance-parts">
      <h2 id="finance-parts" className="sr-only">
        {t(`by.${view}`)}
      </h2>
      <div className="mb-4">
        <Segments
          label={t('by.label')}
          choices={views.map((value) => ({ value, text: t(`by.${value}`) }))}
          chosen={view}
          onChoose={(chosen) =>
            change(
              (before) => {
                before.set('by', chosen);
                return before;
              },
              { replace: true, preventScrollReset: true },
            )
          }
        />
      </div>
      {view === 'days' && <Days period={period} />}
      {view === 'bookings' && <ByBooking period={period} />}
      {view === 'admins' && <ByAdmin period={period} />}
    </section>
  );
}

/** Whether the sums at the head of the page have been there once: what is below them would move when they come. */
function useHasSums(period: Period): boolean {
  const isWaiting = useAreAwaited([sumsQuery, agreementQuery(period)]);
  const [hasSums, setHasSums] = useState(!isWaiting);
  if (!isWaiting && !hasSums) setHasSums(true);
  return hasSums;
}

/** The day's books: what came in, whether the books agree, and the bank statement. */
export function Component() {
  const { t } = useTranslation('adminFinance');
  const { name, period, choose } = usePeriod(periodNames, 'month');
  const file = useAccountantFile(period);
  const hasSums = useHasSums(period);
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      {!hasSums && <Skeleton className="h-96" />}
      <div hidden={!hasSums} className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <FinanceSumsRow />
        <div>
          <div className="flex flex-wrap items-center justify-between gap-3 pt-2">
            <Segments
              label={t('period.label')}
              choices={periodNames.map((value) => ({ value, text: t(`period.${value}`) }))}
              chosen={name}
              onChoose={(chosen) => choose(chosen)}
            />
            <Button tone="secondary" size="sm" busy={file.isPending} onClick={() => file.mutate()}>
              <Download className="size-5" />
              {t('csv.save')}
            </Button>
          </div>
          {name === 'custom' && (
            <PeriodForm
              texts={{
                title: t('period.custom'),
                first: t('period.first'),
                last: t('period.last'),
                show: t('period.show'),
                wrong: t('period.wrong', { days: maxPeriodDays }),
              }}
              period={period}
              onPeriod={(days) => choose('custom', days)}
              className="mt-3"
            />
          )}
        </div>
        <AgreementStrip period={period} />
        <Parts period={period} />
        <Statement />
      </div>
    </>
  );
}
