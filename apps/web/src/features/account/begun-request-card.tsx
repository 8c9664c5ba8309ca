import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { legsOfSearch } from '@bkksiam/domain/group-request';
import { passengersOf } from '@bkksiam/domain/search-passengers';
import { RouteCodes } from '#entities/request/request-parts.tsx';
import { usePassengersText } from '#entities/search/passengers-text.ts';
import { forgetRequestSearch, requestSearch } from '#entities/search/request-search.ts';
import { useSearch } from '#entities/search/search-store.ts';
import { pages } from '#pages.ts';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { ContinueCard } from './continue-card.tsx';

/** The request that was begun from results before signing in, or left before it was sent; nothing if there is none. */
export function BegunRequestCard() {
  const { t } = useTranslation('requests');
  const passengersText = usePassengersText();
  const [search, setSearch] = useState(requestSearch);
  if (search === undefined) return null;
  // It may have been begun before an airport was chosen.
  const legs = legsOfSearch(search, bangkokToday()).filter(
    ({ origin, destination }) => origin !== '' && destination !== '',
  );
  function drop() {
    forgetRequestSearch();
    setSearch(undefined);
  }
  return (
    <ContinueCard
      id="continue-request"
      title={t('continue.title')}
      text={t('continue.kept')}
      action={{
        to: pages.requestForm.href(),
        text: t('continue.open'),
        // The form begins with the search of the tab.
        onOpen: () => useSearch.setState(search),
      }}
      onDrop={drop}
    >
      <div className="grid gap-1">
        {legs.map((leg, index) => (
          <RouteCodes key={index} route={leg} className="text-lg leading-snug" />
        ))}
        <p className="text-sm text-ink-2">{passengersText(passengersOf(search))}</p>
      </div>
    </ContinueCard>
  );
}
