import { Armchair, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  cabinClasses,
  passengerCounts,
  tripTypes,
  type FlightSearch,
} from '@bkksiam/domain/flight-search';
import { lateComponent } from '#platform/lazy-components.ts';
import { Segments } from '#ui/segments.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { dispatchSearch } from '#entities/search/search-store.ts';
import { hasFlights } from './search-submit.ts';

const usePassengersField = lateComponent(async () =>
  hasFlights() ? (await import('./passengers-field.tsx')).PassengersField : undefined,
);

/** Trip type, passengers and cabin of the whole trip. */
export function TripOptions({
  search,
  onTripType,
}: {
  readonly search: FlightSearch;
  readonly onTripType: () => void;
}) {
  const { t } = useTranslation();
  const { Part: PassengersField } = usePassengersField();
  return (
    <div className="mb-3 grid items-start sm:mb-4 gap-x-8 gap-y-3 xl:justify-between xl:grid-cols-[auto_auto]">
      <Segments
        label={t('search.tripType')}
        choices={tripTypes.map((value) => ({ value, text: t(`search.type.${value}`) }))}
        chosen={search.tripType}
        onChoose={(tripType) => {
          dispatchSearch({ type: 'tripType', tripType });
          onTripType();
        }}
      />
      <div className="grid grid-cols-[minmax(7.5rem,auto)_1fr] gap-x-6 sm:grid-cols-2">
        {PassengersField ? (
          <PassengersField search={search} />
        ) : (
          <SelectField
            label={t('field.passengers')}
            icon={Users}
            choices={passengerCounts.map((value) => ({
              value,
              text: t(hasFlights() ? 'passengers.adult' : 'search.passengerOption', {
                count: Number(value),
              }),
            }))}
            value={search.passengers}
            onValue={(passengers) => dispatchSearch({ type: 'passengers', passengers })}
          />
        )}
        <SelectField
          label={t('search.cabinLabel')}
          icon={Armchair}
          choices={cabinClasses.map((value) => ({ value, text: t(`search.cabin.${value}`) }))}
          value={search.cabin}
          onValue={(cabin) => dispatchSearch({ type: 'cabin', cabin })}
        />
      </div>
    </div>
  );
}
