import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { flightSearchLimits } from '@bkksiam/domain/constants';
import { canAddLeg, isOriginLocked, type FlightSearch } from '@bkksiam/domain/flight-search';
import type { SearchProblem } from '@bkksiam/domain/flight-search-check';
import { Button } from '#ui/button.tsx';
import { LegOfMany, SingleTrip } from './leg-fields.tsx';
import { findField, useSearchAttempt } from './search-attempt.ts';
import { SearchPass } from './search-pass.tsx';
import { SearchStub } from './search-stub.tsx';
import { SearchSummary } from './search-summary.tsx';
import { dispatchSearch, useSearch } from './search-store.ts';
import { TripOptions } from './trip-options.tsx';

interface ManyLegsProps {
  readonly search: FlightSearch;
  readonly problem: SearchProblem | undefined;
  readonly onAdd: () => void;
  readonly onRemove: (index: number) => void;
}

function ManyLegs({ search, problem, onAdd, onRemove }: ManyLegsProps) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-1">
      {search.legs.map((leg, index) => (
        <LegOfMany
          key={index}
          search={search}
          index={index}
          leg={leg}
          problem={problem}
          onRemove={() => onRemove(index)}
        />
      ))}
      <div className="mt-4">
        {canAddLeg(search) ? (
          <Button tone="secondary" size="sm" onClick={onAdd}>
            <Plus className="size-5" strokeWidth={1.6} aria-hidden />
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

/** The flight search (spec §2, §4, §5). What stands in it is kept for the tab, wherever the form is shown. */
export function SearchForm() {
  const search = useSearch();
  const { problem, waiting, onSubmit, forgive } = useSearchAttempt(search);
  const form = useRef<HTMLFormElement>(null);

  function focusLeg(index: number) {
    const part = isOriginLocked(index) ? 'destination' : 'origin';
    if (form.current) findField(form.current, { index, part })?.focus();
  }
  function addLeg() {
    flushSync(() => dispatchSearch({ type: 'addLeg' }));
    focusLeg(search.legs.length);
  }
  function removeLeg(index: number) {
    forgive();
    flushSync(() => dispatchSearch({ type: 'removeLeg', index }));
    // The leg that took its place, or the one before where it was the last.
    focusLeg(Math.min(index, search.legs.length - 2));
  }

  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      <SearchPass stub={<SearchStub search={search} waiting={waiting} />}>
        <TripOptions search={search} onTripType={forgive} />
        {search.tripType === 'multicity' ? (
          <ManyLegs search={search} problem={problem} onAdd={addLeg} onRemove={removeLeg} />
        ) : (
          <SingleTrip search={search} problem={problem} />
        )}
        <SearchSummary problem={problem} form={form} />
      </SearchPass>
    </form>
  );
}
