import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { flightSearchLimits } from '@bkksiam/domain/constants';
import { findAirport } from '@bkksiam/domain/airports';
import { canAddLeg, isOriginLocked, type FlightSearch } from '@bkksiam/domain/flight-search';
import type { SearchProblem } from '@bkksiam/domain/flight-search-check';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { logRejection } from '#platform/log.ts';
import { LegOfMany, SingleTrip } from './leg-fields.tsx';
import { SearchPass } from './search-pass.tsx';
import { dispatchSearch, useSearch } from '#entities/search/search-store.ts';
import { SearchStub } from './search-stub.tsx';
import {
  focusSearchField,
  hasFlights,
  importSearchFlights,
  useSearchSubmit,
} from './search-submit.ts';
import { TripOptions } from './trip-options.tsx';

interface ManyLegsProps {
  readonly search: FlightSearch;
  readonly problems: readonly SearchProblem[];
  readonly onAdd: () => void;
  readonly onRemove: (index: number) => void;
}

function ManyLegs(props: ManyLegsProps) {
  const { search, onAdd } = props;
  const { t } = useTranslation();
  return (
    <div className="grid gap-1">
      {search.legs.map((leg, index) => (
        <LegOfMany key={index} {...props} index={index} leg={leg} />
      ))}
      <div className="mt-4">
        {canAddLeg(search) ? (
          <Button tone="secondary" size="sm" onClick={onAdd}>
            <Plus className="size-5" />
            {t('search.addLeg')}
          </Button>
        ) : (
          <p className="text-sm text-ink-2">
            {t('search.mostLegs', { max: flightSearchLimits.maxLegs })}
          </p>
        )}
      </div>
    </div>
  );
}

/** The flight search (spec §2, §4, §5). Its state is saved for the tab and shared by all its pages. */
export function SearchForm() {
  const search = useSearch();
  const { problems, isWaiting, onSubmit, clearProblems } = useSearchSubmit(search);
  const form = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const loadAirports = useCallback(() => {
    if (!hasFlights()) return;
    const loaded = importSearchFlights().then((code) => code.loadAirports(queryClient));
    logRejection('the airports could not be loaded', loaded);
  }, [queryClient]);
  const isNamed = search.legs.every(({ origin, destination }) =>
    [origin, destination].every((code) => code === null || findAirport(code)),
  );
  useEffect(() => {
    if (!isNamed) loadAirports();
  }, [isNamed, loadAirports]);

  function focusLeg(index: number) {
    const part = isOriginLocked(index) ? 'destination' : 'origin';
    focusSearchField(form.current, { index, part });
  }
  function addLeg() {
    flushSync(() => dispatchSearch({ type: 'addLeg' }));
    focusLeg(search.legs.length);
  }
  function removeLeg(index: number) {
    clearProblems();
    flushSync(() => dispatchSearch({ type: 'removeLeg', index }));
    // The leg that moves into its place, or the previous one.
    focusLeg(Math.min(index, search.legs.length - 2));
  }

  return (
    <Form ref={form} onSubmit={onSubmit} onFocus={loadAirports}>
      <SearchPass stub={<SearchStub search={search} isWaiting={isWaiting} />}>
        <TripOptions search={search} onTripType={clearProblems} />
        {search.tripType === 'multicity' ? (
          <ManyLegs search={search} problems={problems} onAdd={addLeg} onRemove={removeLeg} />
        ) : (
          <SingleTrip search={search} problems={problems} />
        )}
      </SearchPass>
    </Form>
  );
}
