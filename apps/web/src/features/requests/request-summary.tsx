import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { calendarDayText } from '@bkksiam/domain/date-text';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { useFlightNames } from '#entities/offer/flight-names.ts';
import { cabinOf } from '#entities/offer/offer.ts';
import { Passengers } from '#entities/request/request-parts.tsx';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { Card } from '#ui/parts/card.tsx';
import type { GroupRequestRow } from './request-data.ts';

export interface RequestProps {
  readonly request: GroupRequestRow;
  readonly known: AirportsAndAirlines | undefined;
}

/** What the member asked for, as it was sent. */
export function RequestSummary({
  request,
  known,
  children,
}: RequestProps & { readonly children: ReactNode }) {
  const { t } = useTranslation(['requests', 'common']);
  const language = useLanguage();
  const baht = useBaht();
  const { details, legs } = request;
  const cabin = cabinOf(details?.cabin ?? null);
  const days = details?.flexible_days ?? 0;
  const { airline } = useFlightNames(known);
  const airlines = (details?.preferred_airlines ?? []).map(airline);
  const budget = details?.budget_satang ?? null;
  const rows = [
    [t('asked.people'), <Passengers key="people" quote={request} />],
    ...(cabin ? [[t('asked.cabin'), t(`common:search.cabin.${cabin}`)]] : []),
    [t('asked.days'), days === 0 ? t('form.exactDays') : t('form.flexibleDays', { count: days })],
    ...(airlines.length > 0 ? [[t('asked.airlines'), airlines.join(', ')]] : []),
    ...(budget === null ? [] : [[t('asked.budget'), baht(budget)]]),
  ];
  return (
    <Card id="asked" title={t('asked.title')}>
      <ol className="mb-3 grid gap-1 border-b border-line pb-3 text-sm">
        {legs.map(({ origin, destination, dep_date: day }, index) => (
          <li key={index} className="flex flex-wrap justify-between gap-x-4">
            <span className="font-strong">
              {origin} – {destination}
            </span>
            <span className="num">{calendarDayText(day, language) ?? day}</span>
          </li>
        ))}
      </ol>
      <dl className="grid gap-1 text-sm">
        {rows.map(([name, value], index) => (
          <div key={index} className="flex justify-between gap-4">
            <dt className="text-ink-2">{name}</dt>
            <dd className="num text-right font-mid wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {details?.notes && (
        <blockquote className="mt-3 border-l-3 border-line pl-3 text-sm wrap-anywhere whitespace-pre-line">
          {details.notes}
        </blockquote>
      )}
      {children}
    </Card>
  );
}
