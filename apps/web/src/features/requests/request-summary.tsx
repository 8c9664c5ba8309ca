import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { calendarDayText } from '@bkksiam/domain/date-text';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { useFlightNames } from '#entities/offer/flight-names.ts';
import { cabinOf } from '#entities/offer/offer.ts';
import { Passengers } from '#entities/request/request-parts.tsx';
import { useBaht, useListText } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { Card } from '#ui/parts/card.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
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
  const list = useListText();
  const { details, legs } = request;
  const cabin = cabinOf(details?.cabin ?? null);
  const days = details?.flexible_days ?? 0;
  const { airline } = useFlightNames(known);
  const airlines = details?.preferred_airlines ?? [];
  const budget = details?.budget_satang ?? null;
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
      <div className="text-sm">
        <FactList
          layout="ends"
          facts={[
            { name: t('asked.people'), value: <Passengers quote={request} /> },
            { name: t('asked.cabin'), value: cabin && t(`common:search.cabin.${cabin}`) },
            {
              name: t('asked.days'),
              value: days === 0 ? t('form.exactDays') : t('form.flexibleDays', { count: days }),
            },
            { name: t('asked.airlines'), value: list(airlines.map(airline)) },
            { name: t('asked.budget'), value: budget === null ? null : baht(budget) },
          ]}
        />
      </div>
      {details?.notes && (
        <blockquote className="mt-3 border-l-3 border-line pl-3 text-sm wrap-anywhere whitespace-pre-line">
          {details.notes}
        </blockquote>
      )}
      {children}
    </Card>
  );
}
