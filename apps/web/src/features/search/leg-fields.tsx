import { ArrowLeftRight } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  canRemoveLeg,
  isOriginLocked,
  type FlightSearch,
  type SearchLeg,
} from '@bkksiam/domain/flight-search';
import {
  earliestDeparture,
  type SearchField,
  type SearchProblem,
} from '@bkksiam/domain/flight-search-check';
import { CrossButton, IconButton } from '#ui/button.tsx';
import { AirportField, LockedAirport } from './airport-field.tsx';
import { DateField } from './date-field.tsx';
import { airportPair, legGrid } from './search-pass.tsx';
import { dispatchSearch } from '#entities/search/search-store.ts';
import { fieldErrorText, fieldName } from './search-submit.ts';
import { useToday } from '#entities/search/today.ts';

export interface LegProps {
  readonly search: FlightSearch;
  readonly index: number;
  readonly leg: SearchLeg;
  readonly problems: readonly SearchProblem[];
}

/** The error message of a field, if a problem is about it. */
function useFieldError(problems: readonly SearchProblem[], { index, part }: SearchField) {
  const { t } = useTranslation();
  const problem = problems.find(({ fields }) =>
    fields.some((field) => field.index === index && field.part === part),
  );
  return problem && fieldErrorText(t, problem, part);
}

/** The airport at one end of a leg; the origin of a later leg is that of the leg before. */
function Airport({
  index,
  leg,
  problems,
  part,
  className,
}: LegProps & { readonly part: 'origin' | 'destination'; readonly className?: string }) {
  const { t } = useTranslation();
  const isOrigin = part === 'origin';
  const field: SearchField = { index, part };
  const error = useFieldError(problems, field);
  const common = {
    label: t(isOrigin ? 'search.from' : 'search.to'),
    name: fieldName(field),
    airport: leg[part],
    className,
  };
  if (isOrigin && isOriginLocked(index)) {
    return <LockedAirport {...common} reason={t('search.locked', { previous: index })} />;
  }
  return (
    <AirportField
      {...common}
      error={error}
      onAirport={(airport) => dispatchSearch({ type: part, index, airport })}
      atEnd={!isOrigin}
    />
  );
}

/** The departure of a leg; on a round trip the second leg's is the return. */
function Departure(
  props: LegProps & { readonly label: string; readonly className?: string | undefined },
) {
  const { search, index, leg, problems, label, className } = props;
  const today = useToday();
  return (
    <DateField
      label={label}
      index={index}
      day={leg.departure}
      earliest={today && earliestDeparture(search, index, today)}
      error={useFieldError(problems, { index, part: 'departure' })}
      className={className}
    />
  );
}

/** The fields of a one-way or round trip. */
export function SingleTrip({ search, problems }: Pick<LegProps, 'search' | 'problems'>) {
  const { t } = useTranslation();
  const [there, back] = search.legs;
  const round = search.tripType === 'roundtrip';
  const leg = { search, index: 0, leg: there, problems };
  return (
    <div className={legGrid}>
      <div className={airportPair}>
        <Airport {...leg} part="origin" className="max-sm:*:first:pr-6" />
        <Airport {...leg} part="destination" className="max-sm:*:first:pl-6 sm:*:first:pl-7" />
        <IconButton
          label={t('search.swap')}
          onClick={() => dispatchSearch({ type: 'swap' })}
          className="absolute! top-7 left-1/2 -translate-x-1/2 rounded-pill bg-surface text-teal inset-ring inset-ring-line-control hover:bg-sunken"
        >
          <ArrowLeftRight className="size-4.5" />
        </IconButton>
      </div>
      <Departure
        {...leg}
        label={t('search.departure')}
        className={round ? undefined : 'col-span-2'}
      />
      {round && <Departure {...leg} index={1} leg={back} label={t('search.return')} />}
    </div>
  );
}

/** A leg of a multi-city trip. */
export function LegOfMany(props: LegProps & { readonly onRemove: (index: number) => void }) {
  const { search, index, onRemove } = props;
  const { t } = useTranslation();
  const heading = useId();
  return (
    <div role="group" aria-labelledby={heading}>
      <div className="flex min-h-11 items-center justify-between">
        <p id={heading} className="text-sm font-head">
          {t('search.leg', { leg: index + 1 })}
        </p>
        {canRemoveLeg(search) && (
          <CrossButton
            label={t('search.removeLeg', { leg: index + 1 })}
            onClick={() => onRemove(index)}
            className="-mr-3 text-ink-2 hover:text-ink"
          />
        )}
      </div>
      <div className={legGrid}>
        <div className={airportPair}>
          <Airport {...props} part="origin" />
          <Airport {...props} part="destination" />
        </div>
        <Departure {...props} label={t('search.departure')} className="col-span-2" />
      </div>
    </div>
  );
}
