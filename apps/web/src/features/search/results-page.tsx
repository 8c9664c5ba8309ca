import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { simulatedDelays } from '@bkksiam/domain/constants';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { usedLegs } from '@bkksiam/domain/flight-search';
import { checkSearch } from '@bkksiam/domain/flight-search-check';
import { contactAbout, existsWith, pages } from '#pages.ts';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { settings } from '#platform/env.ts';
import { useListText } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { buttonClass } from '#ui/button.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { rememberSearch } from '#entities/search/recent-searches.ts';
import { keepRequestSearch } from '#entities/search/request-search.ts';
import { useSearch } from '#entities/search/search-store.ts';

/** The simulated duration of a search (spec §2): false until it is over. */
function useSearchDelay(): boolean {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDone(true), simulatedDelays.searchResults);
    return () => clearTimeout(timer);
  }, []);
  return isDone;
}

/** The submitted search; nothing if the page was opened without one. */
function SearchSummary() {
  const { t } = useTranslation();
  const language = useLanguage();
  const list = useListText();
  const search = useSearch();
  if (checkSearch(search) !== null) return null;
  const [there, back] = search.legs;
  const days =
    search.tripType === 'roundtrip' ? [there.departure, back.departure] : [there.departure];
  return (
    <div className="mt-3 text-lg text-ink-2">
      <ul className="flex flex-wrap gap-x-5">
        {usedLegs(search).map(({ origin, destination, departure }, index) => (
          <li key={index} className="num">
            <span className="font-head text-ink">
              {origin} – {destination}
            </span>
            {language === 'th' ? ' ' : ', '}
            {(search.tripType === 'multicity' ? [departure] : days)
              .map((day) => calendarDayText(day, language))
              .join(' – ')}
          </li>
        ))}
      </ul>
      <p className="text-md">
        {list([
          t('passengers.total', { count: Number(search.passengers) }),
          t(`search.cabin.${search.cabin}`),
        ])}
      </p>
    </div>
  );
}

function FlightSkeletons() {
  return (
    <ul aria-hidden className="grid gap-4">
      {[0, 1, 2].map((flight) => (
        <li
          key={flight}
          data-testid="flight-skeleton"
          className="grid grid-cols-[1fr_auto] items-center gap-6 rounded-lg border border-line bg-surface p-6"
        >
          <div>
            <Skeleton className="h-7 w-3/5" />
            <Skeleton className="mt-3 h-4 w-2/5" />
          </div>
          <Skeleton className="h-12 w-24 rounded-md" />
        </li>
      ))}
    </ul>
  );
}

function NextSteps() {
  const { t } = useTranslation();
  const list = useListText();
  const search = useSearch();
  const route = usedLegs(search).map(({ origin, destination }) => `${origin} – ${destination}`);
  const subject =
    checkSearch(search) === null
      ? t('search.results.subject', { route: list(route) })
      : t('nav.searchFlights');
  const canRequest = existsWith(settings().features, pages.requestForm);
  return (
    <div className="mt-6 flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
      {canRequest && (
        <Link
          to={pages.requestForm.href()}
          onClick={() => keepRequestSearch(search)}
          className={buttonClass()}
        >
          {t('search.results.quote')}
        </Link>
      )}
      <Link
        to={pages.search.href()}
        className={buttonClass({ tone: canRequest ? 'secondary' : 'primary' })}
      >
        {t('search.results.change')}
      </Link>
      <Link to={pages.packages.href()} className={buttonClass({ tone: 'link' })}>
        {t('search.results.packages')}
      </Link>
      <Link to={contactAbout(subject)} className={buttonClass({ tone: 'link' })}>
        {t('nav.contactUs')}
      </Link>
    </div>
  );
}

/** The results: a simulated delay, then that no flight was found, and links (spec §2). */
export function Component() {
  const { t } = useTranslation();
  const isDone = useSearchDelay();
  useEffect(() => rememberSearch(useSearch.getState()), []);
  return (
    <div className="wrap py-12 lg:py-20">
      <h1 className="text-3xl">{t('search.results.title')}</h1>
      <SearchSummary />
      <div className="mt-10 grid min-h-96 content-start" aria-busy={!isDone}>
        {isDone && <EmptyPicture of="results" className="mx-auto h-auto w-80 max-w-full" />}
        {/* A live region announces only text that is added to it. */}
        <div role="status" className="text-center">
          {isDone ? (
            <>
              <h2 className="mt-6 text-2xl">{t('search.results.none')}</h2>
              <p className="mx-auto mt-3 max-w-[34em] text-ink-2">
                <Phrases text={t('search.results.text')} />
              </p>
            </>
          ) : (
            <p className="sr-only">{t('search.results.loading')}</p>
          )}
        </div>
        {isDone ? <NextSteps /> : <FlightSkeletons />}
      </div>
    </div>
  );
}
