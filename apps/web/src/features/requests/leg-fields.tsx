import { Plus } from 'lucide-react';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { emptyLeg, groupRequestLimits } from '@bkksiam/domain/group-request';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { AirportField } from '#entities/airport/airport-field.tsx';
import { DayField } from '#entities/calendar/day-field.tsx';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { Button, CrossButton } from '#ui/button.tsx';
import { airportParts, focusRequestField, type RequestForm } from './request-form.ts';

interface LegFieldsProps {
  readonly form: RequestForm;
  readonly known: AirportsAndAirlines;
}

function LegFields({
  form: { input, control },
  known,
  index,
  onRemove,
}: LegFieldsProps & { readonly index: number; readonly onRemove: () => void }) {
  const { t } = useTranslation(['common', 'requests']);
  const heading = useId();
  const dayBefore = input.legs.slice(0, index).findLast(({ day }) => day !== '')?.day;
  return (
    <div
      role="group"
      aria-labelledby={heading}
      className="border-t border-line pt-2 first:border-0"
    >
      <div className="flex min-h-11 items-center justify-between">
        <p id={heading} className="text-sm font-head">
          {t('search.leg', { leg: index + 1 })}
        </p>
        {input.legs.length > 1 && (
          <CrossButton
            label={t('search.removeLeg', { leg: index + 1 })}
            onClick={onRemove}
            className="-mr-3 text-ink-2 hover:text-ink"
          />
        )}
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {airportParts.map(({ part, label }) => (
          <AirportField
            key={part}
            {...control(`legs.${index}.${part}`)}
            label={t(label)}
            known={known}
          />
        ))}
        <div className="sm:max-xl:col-span-2">
          <DayField
            {...control(`legs.${index}.day`)}
            label={t('search.departure')}
            earliest={dayBefore ?? bangkokToday()}
          />
        </div>
      </div>
    </div>
  );
}

/** One to six legs. A new leg starts where the last one ends; the second is the way back until it is changed. */
export function Legs({ form, known }: LegFieldsProps) {
  const { t } = useTranslation(['common', 'requests']);
  const addButton = useRef<HTMLButtonElement>(null);
  const { items: legs, ...rows } = form.rows('legs');
  const { maxLegs } = groupRequestLimits;

  function add() {
    const last = legs.at(-1) ?? emptyLeg;
    const destination = legs.length === 1 ? last.origin : '';
    const leg = { origin: last.destination, destination, day: '' };
    flushSync(() => rows.add(leg));
    const empty = airportParts.find(({ part }) => leg[part] === '')?.part;
    focusRequestField(`legs.${legs.length}.${empty ?? 'day'}`);
  }
  function removeAt(index: number) {
    flushSync(() => rows.remove(index));
    if (index < legs.length - 1) focusRequestField(`legs.${index}.origin`);
    else addButton.current?.focus();
  }

  return (
    <section aria-labelledby="legs">
      <h2 id="legs" className="mb-1 text-xl">
        {t('requests:form.legs')}
      </h2>
      <div className="grid gap-3">
        {legs.map((_, index) => (
          <LegFields
            key={index}
            form={form}
            known={known}
            index={index}
            onRemove={() => removeAt(index)}
          />
        ))}
      </div>
      <div className="mt-4">
        {legs.length < maxLegs ? (
          <Button ref={addButton} tone="secondary" size="sm" onClick={add}>
            <Plus className="size-5" />
            {t('search.addLeg')}
          </Button>
        ) : (
          <p className="text-sm text-ink-2">{t('search.mostLegs', { max: maxLegs })}</p>
        )}
      </div>
    </section>
  );
}
