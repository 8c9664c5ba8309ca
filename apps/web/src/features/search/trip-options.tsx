import { Armchair, ChevronDown, Users, type LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  cabinClasses,
  passengerCounts,
  tripTypes,
  type FlightSearch,
} from '@bkksiam/domain/flight-search';
import { Segments } from '#ui/segments.tsx';
import { dispatchSearch } from './search-store.ts';

/** One of a few, in the device's own list. */
function Choice<Value extends string>(props: {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly values: readonly Value[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  readonly text: (value: Value) => ReactNode;
}) {
  const { label, icon: Icon, values, chosen, onChoose, text } = props;
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block text-xs font-mid text-ink-2">
        {label}
      </label>
      <div className="relative flex items-center">
        <Icon
          className="pointer-events-none absolute left-0 size-5 text-teal max-[25rem]:hidden"
          strokeWidth={1.6}
          aria-hidden
        />
        <select
          id={id}
          value={chosen}
          onChange={(event) => {
            const value = values.find((one) => one === event.target.value);
            if (value !== undefined) onChoose(value);
          }}
          className="h-11 w-full min-w-0 appearance-none bg-transparent pr-5 font-mid text-ellipsis text-ink *:bg-surface min-[25rem]:pl-7"
        >
          {values.map((value) => (
            <option key={value} value={value}>
              {text(value)}
            </option>
          ))}
        </select>
        <ChevronDown
          className="pointer-events-none absolute right-0 size-4.5 text-ink-2"
          strokeWidth={1.6}
          aria-hidden
        />
      </div>
    </div>
  );
}

/** What holds for the whole trip: its type, how many travel, and in which cabin. */
export function TripOptions({
  search,
  onTripType,
}: {
  readonly search: FlightSearch;
  readonly onTripType: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="mb-4 grid items-start gap-x-8 gap-y-3 xl:justify-between xl:grid-cols-[auto_auto]">
      <Segments
        label={t('search.tripType')}
        choices={tripTypes.map((value) => ({ value, text: t(`search.type.${value}`) }))}
        chosen={search.tripType}
        onChoose={(tripType) => {
          dispatchSearch({ type: 'tripType', tripType });
          onTripType();
        }}
      />
      <div className="grid grid-cols-2 gap-x-6">
        <Choice
          label={t('search.passengersLabel')}
          icon={Users}
          values={passengerCounts}
          chosen={search.passengers}
          onChoose={(passengers) => dispatchSearch({ type: 'passengers', passengers })}
          text={(count) => t('search.people', { count: Number(count) })}
        />
        <Choice
          label={t('search.cabinLabel')}
          icon={Armchair}
          values={cabinClasses}
          chosen={search.cabin}
          onChoose={(cabin) => dispatchSearch({ type: 'cabin', cabin })}
          text={(cabin) => t(`search.cabin.${cabin}`)}
        />
      </div>
    </div>
  );
}
