import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useId, useRef, useState, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isSamePerson, type Person } from '@bkksiam/domain/traveller';
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
  /** The people in the rows of the form. */
  readonly people: readonly Person[];
  /** Whether a row is empty or can be added. */
  readonly hasRoom: boolean;
  readonly onChoose: (traveller: Traveller) => void;
  /** Called with the index of the traveller's row. */
  readonly onRemove: (index: number) => void;
}

function Pick({
  traveller,
  ...picks
}: Omit<TravellerPicksProps, 'userId'> & { readonly traveller: Traveller }) {
  const person = personOf(traveller);
  const index = picks.people.findIndex((one) => isSamePerson(one, person));
  const isUsed = index !== -1;
  const isDisabled = !isUsed && !picks.hasRoom;
  const Icon = isUsed ? Check : Plus;
  function press() {
    if (isUsed) picks.onRemove(index);
    else if (!isDisabled) picks.onChoose(traveller);
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
      <span translate="no">{`${person.firstName} ${person.lastName}`}</span>
    </button>
  );
}

/** Fills rows of a form with saved travellers; nothing where the member has none. The form works without it. */
export function TravellerPicks({ userId, ...picks }: TravellerPicksProps) {
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
          <Pick key={traveller.traveller_id} traveller={traveller} {...picks} />
        ))}
        {shown.length < travellers.length && (
          <Button tone="link" className="px-2 text-sm" onClick={() => setIsAll(true)}>
            {t('picks.all', { count: travellers.length })}
          </Button>
        )}
      </div>
      {!picks.hasRoom && <p className="mt-2 text-sm text-ink-2">{t('picks.full')}</p>}
    </div>
  );
}
