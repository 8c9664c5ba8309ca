import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useDeferredValue, useId, useRef, useState, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { typedDay } from '@bkksiam/domain/birth-date';
import {
  freeSeat,
  personOfSeat,
  seatFor,
  type Seat,
  type TypedPassenger,
} from '@bkksiam/domain/passenger-seats';
import { fullName } from '@bkksiam/domain/passenger-name';
import { isSamePerson, type Person } from '@bkksiam/domain/traveller';
import { useLanguage } from '#platform/i18n.ts';
import { hasFailed, TryAgain } from '#platform/query-fallback.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { personOf, travellersQuery, type Traveller } from './traveller-data.ts';

/** More are shown on demand. */
const shownAtFirst = 8;

/** The index of the last row whose field had the focus, by names such as `passengers.1.firstName`; -1 before. */
export function useLastRow() {
  const row = useRef(-1);
  const onFocusCapture = ({ target }: FocusEvent<HTMLElement>) => {
    const [, index] = /\.(\d+)\./.exec(target.getAttribute('name') ?? '') ?? [];
    if (index !== undefined) row.current = Number(index);
  };
  return { row, onFocusCapture };
}

export interface TravellerPicksProps {
  readonly userId: string;
  /** The rows of the form. */
  readonly seats: readonly Seat[];
  /** The local day of the last flight; null if it is not known. */
  readonly lastDay: string | null;
  /** The row that had the focus last. */
  readonly lastRow: { readonly current: number };
  /** Fills a row, or empties it. */
  readonly onFill: (index: number, values: TypedPassenger) => void;
  /** Adds a row if none is empty; undefined if there can be no other. */
  readonly onAdd?: ((values: TypedPassenger) => void) | undefined;
}

/** How a traveller is put into a row of the form, and whether there is room. */
function useRows({ seats, lastDay, lastRow, onFill, onAdd }: Omit<TravellerPicksProps, 'userId'>) {
  const language = useLanguage();
  // The fields show what is typed before the choice follows.
  const people = useDeferredValue(seats).map(personOfSeat);
  return {
    rowOf: (person: Person) => people.findIndex((one) => isSamePerson(one, person)),
    hasRoom: onAdd !== undefined || seatFor(null, seats, { lastDay: null, preferred: -1 }) !== -1,
    empty: (index: number) => onFill(index, freeSeat),
    fill({ lastName, firstName, birthDate: born }: Person) {
      const values = { lastName, firstName, birthDate: typedDay(born, language) };
      const index = seatFor(born, seats, { lastDay, preferred: lastRow.current });
      if (index === -1) onAdd?.(values);
      else onFill(index, values);
    },
  };
}

function Pick({
  traveller,
  rows,
}: {
  readonly traveller: Traveller;
  readonly rows: ReturnType<typeof useRows>;
}) {
  const person = personOf(traveller);
  const index = rows.rowOf(person);
  const isUsed = index !== -1;
  const isDisabled = !isUsed && !rows.hasRoom;
  const Icon = isUsed ? Check : Plus;
  function press() {
    if (isUsed) rows.empty(index);
    else if (!isDisabled) rows.fill(person);
  }
  return (
    <button
      type="button"
      aria-pressed={isUsed}
      aria-disabled={isDisabled || undefined}
      onClick={press}
      className={classNames(
        'inline-flex min-h-11 items-center gap-2 rounded-pill pr-4 pl-3 text-left text-sm font-mid wrap-anywhere',
        isUsed ? 'bg-teal-soft inset-ring-2 inset-ring-teal' : 'inset-ring inset-ring-line-control',
        isDisabled && 'text-ink-2',
        !isUsed && !isDisabled && 'hover:bg-sunken',
      )}
    >
      <Icon className={classNames('size-4.5 flex-none', !isDisabled && 'text-teal')} />
      <span translate="no">{fullName(person)}</span>
    </button>
  );
}

/** Fills rows of a form with saved travellers, and empties them again. The form works without it. */
export function TravellerPicks({ userId, ...picks }: TravellerPicksProps) {
  const rows = useRows(picks);
  const { t } = useTranslation('travellers');
  const id = useId();
  const query = useQuery(travellersQuery(userId));
  const [isAll, setIsAll] = useState(false);
  if (hasFailed(query) && query.data === undefined) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
        {t('picks.failed')}
        <TryAgain query={query} tone="link" />
      </p>
    );
  }
  const travellers = query.data ?? [];
  if (travellers.length === 0) return null;
  const shown = isAll ? travellers : travellers.slice(0, shownAtFirst);
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-2 text-sm font-mid">
        {t('picks.title')}
      </p>
      <div className="flex flex-wrap gap-2">
        {shown.map((traveller) => (
          <Pick key={traveller.traveller_id} traveller={traveller} rows={rows} />
        ))}
        {shown.length < travellers.length && (
          <Button tone="link" className="px-2 text-sm" onClick={() => setIsAll(true)}>
            {t('picks.all', { count: travellers.length })}
          </Button>
        )}
      </div>
      {!rows.hasRoom && <p className="mt-2 text-sm text-ink-2">{t('picks.full')}</p>}
    </div>
  );
}
