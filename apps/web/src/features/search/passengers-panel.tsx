import { Popover } from 'radix-ui';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { flightSearchLimits } from '@bkksiam/domain/constants';
import { passengerCounts } from '@bkksiam/domain/flight-search';
import {
  passengerTotal,
  passengerTypes,
  type PassengerNumbers,
  type PassengerType,
} from '@bkksiam/domain/passenger-age';
import { canSearchFor, passengersOf } from '@bkksiam/domain/search-passengers';
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { keepRequestSearch } from '#entities/search/request-search.ts';
import { useSearch } from '#entities/search/search-store.ts';
import { buttonClass } from '#ui/button.tsx';
import { SelectField } from '#ui/select-field.tsx';

/** The passengers with another number of a type. There are no more infants than adults. */
function withNumber(passengers: PassengerNumbers, type: PassengerType, number: number) {
  const changed = { ...passengers, [type]: number };
  return { ...changed, infant: Math.min(changed.infant, changed.adult) };
}

/** What can be chosen for a type beside the passengers of the others. */
function choicesOf(passengers: PassengerNumbers, type: PassengerType): readonly number[] {
  const { maxPassengers } = flightSearchLimits;
  return Array.from({ length: maxPassengers + 1 }, (_, number) => number).filter((number) => {
    const changed = withNumber(passengers, type, number);
    return changed[type] === number && canSearchFor(changed);
  });
}

function choose(passengers: PassengerNumbers): void {
  const count = String(passengerTotal(passengers));
  useSearch.setState({
    passengers: passengerCounts.find((known) => known === count) ?? '1',
    passengersByType: passengers,
  });
}

interface PassengersPanelProps {
  readonly label: string;
  /** The button that opened it, which it stands below. */
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** The choices of the passengers by type: together 1 to 9, and no more infants than adults. */
export function PassengersPanel({ label, opener, onClose }: PassengersPanelProps) {
  const { t } = useTranslation(['flights', 'common']);
  const passengers = passengersOf(useSearch());
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={opener} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={8}
          collisionPadding={12}
          aria-label={label}
          onInteractOutside={(event) => {
            // The button closes it by its own click.
            if (opener.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onCloseAutoFocus={() => opener.current?.focus()}
          className="rising z-30 grid min-w-56 gap-3 rounded-md border border-line bg-surface p-4 text-ink shadow-3"
        >
          {passengerTypes.map((type) => (
            <SelectField
              key={type}
              label={t(`passengers.${type}`)}
              choices={choicesOf(passengers, type).map((count) => ({
                value: count,
                text: String(count),
              }))}
              value={passengers[type]}
              onValue={(count) => choose(withNumber(passengers, type, count))}
            />
          ))}
          <p className="text-xs text-ink-2">{t('passengers.rule')}</p>
          {existsWith(settings().features, pages.requestForm) && (
            <Link
              to={pages.requestForm.href()}
              onClick={() => keepRequestSearch(useSearch.getState())}
              className={buttonClass({ tone: 'link' })}
            >
              {t('passengers.group')}
            </Link>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
