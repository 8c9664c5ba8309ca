import { useTranslation } from 'react-i18next';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { airportName, type AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { cabinOf } from '#entities/offer/offer.ts';
import { Passengers } from '#entities/request/request-parts.tsx';
import { useBaht, useListText } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { BangkokTime } from '#entities/calendar/bangkok-time.tsx';
import { CopyNumber } from './request-cells.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
import { Section } from '#ui/parts/section.tsx';
import type { OpenRequest } from './group-requests-data.ts';

interface RequestSummaryProps {
  readonly request: OpenRequest;
  readonly known: AirportsAndAirlines | undefined;
}

function Legs({ request: { legs }, known }: RequestSummaryProps) {
  const language = useLanguage();
  const nameOf = (code: string) => {
    const airport = known?.airports.get(code);
    return airport ? airportName(airport, language) : '';
  };
  return (
    <ol className="grid gap-2">
      {legs.map(({ origin, destination, dep_date: day }, index) => (
        <li key={index}>
          <span className="font-strong">
            {origin} – {destination}
          </span>
          {' · '}
          <time dateTime={day}>{weekdayText(day, language)}</time>
          {known && (
            <span className="block text-sm text-ink-2">
              {nameOf(origin)} – {nameOf(destination)}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The member of a request, with a link that writes to them. */
export function RequestMember({
  request: { full_name: name, email },
}: {
  readonly request: Pick<OpenRequest, 'full_name' | 'email'>;
}) {
  return (
    <>
      {name}
      {email !== null && (
        <a
          href={`mailto:${encodeURIComponent(email)}`}
          className="block text-teal underline underline-offset-4"
        >
          {email}
        </a>
      )}
    </>
  );
}

/** What the member asked for, and who they are. */
export function RequestSummary({ request, known }: RequestSummaryProps) {
  const { t } = useTranslation(['requests', 'common', 'offers']);
  const language = useLanguage();
  const baht = useBaht();
  const list = useListText();
  const cabin = cabinOf(request.cabin);
  const airlines = request.preferred_airlines.map(
    (code) => known?.airlines.get(code)?.[`name_${language}`] ?? code,
  );
  const { flexible_days: days, budget_satang: budget, notes } = request;
  return (
    <Section title={t('offers:askedFor')} look="drawer">
      <FactList
        layout="columns"
        facts={[
          {
            name: t('common:admin.requests.field.user_id'),
            value: <RequestMember request={request} />,
          },
          { name: t('offer.flights'), value: <Legs request={request} known={known} /> },
          { name: t('asked.people'), value: <Passengers quote={request} /> },
          { name: t('asked.cabin'), value: cabin && t(`common:search.cabin.${cabin}`) },
          {
            name: t('asked.days'),
            value: days === 0 ? t('form.exactDays') : t('form.flexibleDays', { count: days }),
          },
          { name: t('asked.airlines'), value: list(airlines) },
          { name: t('asked.budget'), value: budget === null ? null : baht(budget) },
          {
            name: t('offers:notes'),
            value: notes && <span className="whitespace-pre-line">{notes}</span>,
          },
          {
            name: t('common:admin.requests.field.created_at'),
            value: <BangkokTime at={request.created_at} />,
          },
          { name: t('common:admin.requests.number'), value: <CopyNumber id={request.quote_id} /> },
        ]}
      />
    </Section>
  );
}
