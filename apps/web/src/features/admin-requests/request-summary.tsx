import { useTranslation } from 'react-i18next';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import { airportName, type AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { cabinOf } from '#entities/offer/offer.ts';
import { Passengers } from '#entities/request/request-parts.tsx';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { BangkokTime } from '#entities/calendar/bangkok-time.tsx';
import { CopyNumber } from './copy-number.tsx';
import { Fact } from '#list/drawer.tsx';
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

function Member({ request: { full_name: name, email } }: Pick<RequestSummaryProps, 'request'>) {
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
  const cabin = cabinOf(request.cabin);
  const airlines = request.preferred_airlines.map(
    (code) => known?.airlines.get(code)?.[`name_${language}`] ?? code,
  );
  const { flexible_days: days, budget_satang: budget, notes } = request;
  return (
    <section aria-labelledby="asked">
      <h3 id="asked" className="mb-2 text-lg">
        {t('offers:askedFor')}
      </h3>
      <dl className="border-b border-line">
        <Fact name={t('common:admin.requests.field.user_id')}>
          <Member request={request} />
        </Fact>
        <Fact name={t('offer.flights')}>
          <Legs request={request} known={known} />
        </Fact>
        <Fact name={t('asked.people')}>
          <Passengers quote={request} />
        </Fact>
        {cabin && <Fact name={t('asked.cabin')}>{t(`common:search.cabin.${cabin}`)}</Fact>}
        <Fact name={t('asked.days')}>
          {days === 0 ? t('form.exactDays') : t('form.flexibleDays', { count: days })}
        </Fact>
        {airlines.length > 0 && <Fact name={t('asked.airlines')}>{airlines.join(', ')}</Fact>}
        {budget !== null && <Fact name={t('asked.budget')}>{baht(budget)}</Fact>}
        {notes !== null && (
          <Fact name={t('offers:notes')}>
            <span className="whitespace-pre-line">{notes}</span>
          </Fact>
        )}
        <Fact name={t('common:admin.requests.field.created_at')}>
          <BangkokTime at={request.created_at} />
        </Fact>
        <Fact name={t('common:admin.requests.number')}>
          <CopyNumber id={request.quote_id} />
        </Fact>
      </dl>
    </section>
  );
}
