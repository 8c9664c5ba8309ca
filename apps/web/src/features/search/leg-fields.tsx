import { ArrowLeftRight, X } from 'lucide-react';
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
import { IconButton } from '#ui/button.tsx';
import { AirportField, LockedAirport } from './airport-field.tsx';
import { DateField } from './date-field.tsx';
import { fieldName, remarkOn } from './search-attempt.ts';
import { legGrid } from './search-pass.tsx';
import { dispatchSearch } from './search-store.ts';
import { useToday } from './today.ts';

export interface LegProps {
  readonly search: FlightSearch;
  readonly index: number;
  readonly leg: SearchLeg;
  readonly problem: SearchProblem | undefined;
}

/** The words beside a field that a problem is about. */
function useRemark(problem: SearchProblem | undefined) {
  const { t } = useTranslation();
  return ({ index, part }: SearchField) => {
    const concerned = problem?.fields.some((field) => field.index === index && field.part === part);
    return problem && concerned === true ? remarkOn(t, problem, part) : undefined;
  };
}

function Origin({ index, leg, problem }: LegProps) {
  const { t } = useTranslation();
  const field: SearchField = { index, part: 'origin' };
  const remark = useRemark(problem)(field);
  const common = { label: t('search.from'), name: fieldName(field), airport: leg.origin };
  if (isOriginLocked(index)) {
    return <LockedAirport {...common} reason={t('search.locked', { previous: index })} />;
  }
  return (
    <AirportField
      {...common}
      error={remark}
      onAirport={(airport) => dispatchSearch({ type: 'origin', index, airport })}
    />
  );
}

function Destination({ index, leg, problem, beside }: LegProps & { readonly beside: boolean }) {
  const { t } = useTranslation();
  const field: SearchField = { index, part: 'destination' };
  return (
    <AirportField
      label={t('search.to')}
      name={fieldName(field)}
      airport={leg.destination}
      error={useRemark(problem)(field)}
      onAirport={(airport) => dispatchSearch({ type: 'destination', index, airport })}
      atEnd
      {...(beside && { className: 'max-sm:*:first:pl-6 sm:*:first:pl-7' })}
    />
  );
}

/** A leg's day; the second leg's on a round trip is the return. */
function Departure(props: LegProps & { readonly label: string; readonly className?: string }) {
  const { search, index, leg, problem, label, className } = props;
  const today = useToday();
  const field: SearchField = { index, part: 'departure' };
  return (
    <DateField
      label={label}
      name={fieldName(field)}
      day={leg.departure}
      earliest={today && earliestDeparture(search, index, today)}
      error={useRemark(problem)(field)}
      onDay={(day) => dispatchSearch({ type: 'departure', index, day })}
      {...(className !== undefined && { className })}
    />
  );
}

/** The fields of a one-way or round trip: both ends, the day, and the way back's. */
export function SingleTrip({ search, problem }: Pick<LegProps, 'search' | 'problem'>) {
  const { t } = useTranslation();
  const [there, back] = search.legs;
  const round = search.tripType === 'roundtrip';
  const leg = { search, index: 0, leg: there, problem };
  return (
    <div className={legGrid}>
      <div className="relative col-span-2 grid grid-cols-2 gap-2 sm:gap-3">
        <Origin {...leg} />
        <Destination {...leg} beside />
        <IconButton
          label={t('search.swap')}
          onClick={() => dispatchSearch({ type: 'swap' })}
          className="absolute! top-7 left-1/2 -translate-x-1/2 rounded-pill bg-surface text-teal inset-ring inset-ring-line-control hover:bg-sunken"
        >
          <ArrowLeftRight className="size-4.5" strokeWidth={1.6} aria-hidden />
        </IconButton>
      </div>
      <Departure
        {...leg}
        label={t('search.departure')}
        {...(!round && { className: 'col-span-2' })}
      />
      {round && (
        <Departure
          search={search}
          index={1}
          leg={back}
          problem={problem}
          label={t('search.return')}
        />
      )}
    </div>
  );
}

/** One leg of several, with its number and the way to take it out. */
export function LegOfMany(props: LegProps & { readonly onRemove: () => void }) {
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
          <IconButton
            label={t('search.removeLeg', { leg: index + 1 })}
            onClick={onRemove}
            className="-mr-3 text-ink-2 hover:text-ink"
          >
            <X className="size-5" strokeWidth={1.6} aria-hidden />
          </IconButton>
        )}
      </div>
      <div className={legGrid}>
        <div className="relative col-span-2 grid grid-cols-2 gap-2 sm:gap-3">
          <Origin {...props} />
          <Destination {...props} beside={false} />
        </div>
        <Departure {...props} label={t('search.departure')} className="col-span-2" />
      </div>
    </div>
  );
}
