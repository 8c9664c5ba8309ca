import { useId, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { usedLegs, type FlightSearch } from '@bkksiam/domain/flight-search';
import { popularRoutes, repeatSearch, searchDays } from '@bkksiam/domain/search-suggestions';
import { FlightWay } from '#drawings/flight.tsx';
import { useListText } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { Button } from '#ui/button.tsx';
import { clearRecentSearches, recentSearches } from '#entities/search/recent-searches.ts';
import { dispatchSearch, useSearch } from '#entities/search/search-store.ts';
import { useToday } from '#entities/search/today.ts';

/** What is left to do in the form once it is filled in. */
export type NextStep = 'departure' | 'submit';

function Suggestion({
  onChoose,
  children,
}: {
  readonly onChoose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <li className="flex">
      <button
        type="button"
        onClick={onChoose}
        className="flex min-w-0 flex-1 flex-col rounded-md border border-line bg-surface px-4 py-3 text-left hover:bg-sunken"
      >
        {children}
      </button>
    </li>
  );
}

/** The days of a recent search, or that new ones are needed. */
function useDaysText() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (search: FlightSearch) => {
    const days = searchDays(search);
    if (days.includes('')) return t('search.recent.newDays');
    const [first = '', last = first] = [days[0], days.at(-1)];
    return [...new Set([first, last])].map((day) => calendarDayText(day, language)).join(' – ');
  };
}

function RecentSearch({
  search,
  onChoose,
}: {
  readonly search: FlightSearch;
  readonly onChoose: () => void;
}) {
  const { t } = useTranslation();
  const list = useListText();
  const daysText = useDaysText();
  const legs = usedLegs(search);
  const stops = [legs[0]?.origin, ...legs.map(({ destination }) => destination)];
  return (
    <Suggestion onChoose={onChoose}>
      <span className="num font-head">{stops.join(' – ')}</span>{' '}
      <span className="text-sm">{daysText(search)}</span>{' '}
      <span className="text-sm text-ink-2">
        {list([
          t('passengers.total', { count: Number(search.passengers) }),
          t(`search.cabin.${search.cabin}`),
        ])}
      </span>
    </Suggestion>
  );
}

interface SuggestionsProps {
  readonly onFill: (next: NextStep) => void;
}

function RecentSearches({ onFill, onClear }: SuggestionsProps & { readonly onClear: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const today = useToday();
  const [recent, setRecent] = useState(recentSearches);

  function repeat(search: FlightSearch) {
    flushSync(() => useSearch.setState(search));
    onFill(searchDays(search).includes('') ? 'departure' : 'submit');
  }
  function clear() {
    clearRecentSearches();
    setRecent([]);
    onClear();
  }

  if (recent.length === 0 || today === undefined) return null;
  return (
    <section aria-labelledby={id} className="mb-8">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id={id} className="text-xl">
          {t('search.recent.title')}
        </h2>
        <Button tone="link" onClick={clear}>
          {t('search.recent.clear')}
        </Button>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
        {recent
          .map((search) => repeatSearch(search, today))
          .map((search, index) => (
            <RecentSearch key={index} search={search} onChoose={() => repeat(search)} />
          ))}
      </ul>
    </section>
  );
}

/** The recent searches of this browser and popular routes; a press fills in the form. */
export function SearchSuggestions({ onFill }: SuggestionsProps) {
  const { t } = useTranslation();
  const id = useId();
  const popular = useRef<HTMLHeadingElement>(null);

  function chooseRoute({ origin, destination }: (typeof popularRoutes)[number]) {
    flushSync(() => {
      dispatchSearch({ type: 'origin', index: 0, airport: origin });
      dispatchSearch({ type: 'destination', index: 0, airport: destination });
    });
    onFill('departure');
  }

  return (
    <>
      <RecentSearches onFill={onFill} onClear={() => popular.current?.focus()} />
      <section aria-labelledby={id}>
        <h2 id={id} ref={popular} tabIndex={-1} className="mb-3 text-xl">
          {t('search.popular')}
        </h2>
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
          {popularRoutes.map((route) => (
            <Suggestion
              key={`${route.origin}-${route.destination}`}
              onChoose={() => chooseRoute(route)}
            >
              <span className="num flex items-center gap-2 font-head">
                {route.origin}
                <FlightWay className="h-5 min-w-0 flex-1 text-gold-ink" />
                {route.destination}
              </span>
              <span className="text-sm text-ink-2">{t(`airport.${route.destination}`)}</span>
            </Suggestion>
          ))}
        </ul>
      </section>
    </>
  );
}
