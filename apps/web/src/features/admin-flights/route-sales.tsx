import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { satangText } from '@bkksiam/domain/number-input';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Segments } from '#ui/segments.tsx';
import { TitledDialog } from '#platform/form-dialog.tsx';
import { salesPeriods, salesQuery, type RouteSales as Sales } from './flights-data.ts';

/** A bar as long as the revenue is beside the highest one. The figure stands beside it. */
function Bar({ value, most }: { readonly value: number; readonly most: number }) {
  return (
    <svg aria-hidden viewBox="0 0 100 8" preserveAspectRatio="none" className="h-3 w-full">
      <rect width="100" height="8" className="fill-sunken" />
      {most > 0 && <rect width={(100 * value) / most} height="8" className="fill-teal" />}
    </svg>
  );
}

function sumOf(routes: readonly Sales[], name: 'bookings' | 'held' | 'sold' | 'revenue_satang') {
  return routes.reduce((sum, route) => sum + route[name], 0);
}

const number = 'num px-2 py-2 text-right whitespace-nowrap';
const head = 'px-2 py-1.5 text-right font-mid text-ink-2';

function SalesTable({ routes }: { readonly routes: readonly Sales[] }) {
  const { t } = useTranslation(['adminFlights', 'common']);
  const most = Math.max(...routes.map(({ revenue_satang: revenue }) => revenue));
  const figures = ['bookings', 'held', 'sold'] as const;
  return (
    <div role="group" aria-label={t('sales.title')} tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <thead className="text-xs">
          <tr>
            <th scope="col" className="py-1.5 pr-2 text-left font-mid text-ink-2">
              {t('common:field.route')}
            </th>
            {figures.map((name) => (
              <th key={name} scope="col" className={head}>
                {t(`sales.${name}`)}
              </th>
            ))}
            <th scope="col" className={head}>
              {t('sales.revenue')}
            </th>
            <td className="w-2/5 max-sm:hidden" />
          </tr>
        </thead>
        <tbody>
          {routes.map((route) => (
            <tr key={`${route.origin}-${route.destination}`} className="border-t border-line">
              <th scope="row" className="py-2 pr-2 text-left font-strong whitespace-nowrap">
                {route.origin} – {route.destination}
              </th>
              {figures.map((name) => (
                <td key={name} className={number}>
                  {route[name]}
                </td>
              ))}
              <td className={`${number} font-strong`}>{satangText(route.revenue_satang)}</td>
              <td className="pl-2 max-sm:hidden">
                <Bar value={route.revenue_satang} most={most} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line-control font-strong">
            <th scope="row" className="py-2 pr-2 text-left">
              {t('sales.all')}
            </th>
            {figures.map((name) => (
              <td key={name} className={number}>
                {sumOf(routes, name)}
              </td>
            ))}
            <td className={number}>{satangText(sumOf(routes, 'revenue_satang'))}</td>
            <td className="max-sm:hidden" />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Seats and revenue by route, as a table whose rows have bars. */
export function RouteSales({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['adminFlights', 'common']);
  const [days, setDays] = useState<(typeof salesPeriods)[number]>('30');
  const query = useQuery(salesQuery(days));
  return (
    <TitledDialog title={t('sales.title')} wide onClose={onClose}>
      <div className="grid gap-4">
        <Segments
          label={t('sales.period')}
          choices={salesPeriods.map((value) => ({ value, text: t('sales.days', { days: value }) }))}
          chosen={days}
          onChoose={setDays}
        />
        {query.data && query.data.length > 0 && <SalesTable routes={query.data} />}
        {query.data?.length === 0 && <EmptyState title={t('sales.none')} />}
        <QueryFallback query={query} failed={t('sales.failed')}>
          <Skeleton className="h-40" />
        </QueryFallback>
        <p className="text-sm text-ink-2">{t('sales.text')}</p>
      </div>
    </TitledDialog>
  );
}
