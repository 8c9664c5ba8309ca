import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { searchAirports } from '@bkksiam/domain/airports';
import { groupRequestLimits } from '@bkksiam/domain/group-request';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { controlClass } from '#entities/airport/airport-field.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { Combobox } from '#ui/combobox.tsx';
import { CustomField } from '#ui/form-field.tsx';
import { focusRequestField, type RequestForm } from './request-form.ts';

function ChosenAirlines({
  codes,
  nameOf,
  onRemove,
}: {
  readonly codes: readonly string[];
  readonly nameOf: (code: string) => string;
  readonly onRemove: (code: string) => void;
}) {
  const { t } = useTranslation('requests');
  return (
    <ul aria-label={t('form.airlinesChosen')} className="flex flex-wrap gap-2">
      {codes.map((code) => (
        <li key={code}>
          <button
            type="button"
            aria-label={t('form.airlineRemove', { airline: nameOf(code) })}
            onClick={() => onRemove(code)}
            className="inline-flex min-h-11 items-center gap-2 rounded-pill bg-teal-soft px-4 text-sm font-mid text-teal"
          >
            {nameOf(code)} <X className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Keeps the focus in the field, which a choice replaces by an empty one. */
function useKeptFocus(length: number) {
  const former = useRef(length);
  useEffect(() => {
    if (former.current !== length && document.activeElement === document.body)
      focusRequestField('airlines');
    former.current = length;
  }, [length]);
}

function namesOf(code: string, airlines: AirportsAndAirlines['airlines']): readonly string[] {
  const airline = airlines.get(code);
  return airline ? [airline.name_en, airline.name_th] : [];
}

/** The preferred airlines, searched by code or name; those chosen stand below as buttons that remove them. */
export function AirlinesField({
  form,
  known: { airlines },
}: {
  readonly form: RequestForm;
  readonly known: AirportsAndAirlines;
}) {
  const { t } = useTranslation('requests');
  const language = useLanguage();
  const { value: chosen, onValue: set, error } = form.control('airlines');
  useKeptFocus(chosen.length);
  const nameOf = (code: string) => airlines.get(code)?.[`name_${language}`] ?? code;
  const left = [...airlines.keys()].filter((code) => !chosen.includes(code));
  const { maxAirlines } = groupRequestLimits;
  return (
    <div className="grid content-start gap-2">
      <CustomField
        label={t('form.airlines')}
        hint={t('form.airlinesHint', { max: maxAirlines })}
        error={error}
      >
        {(control) => (
          <Combobox
            // Empties the field after a choice.
            key={chosen.length}
            id={control.id}
            name="airlines"
            chosen={undefined}
            find={(text) =>
              searchAirports(text, (code) => namesOf(code, airlines), left).map((code) => ({
                value: code,
                text: code,
                detail: nameOf(code),
              }))
            }
            onChoose={(code) => {
              if (code !== null && chosen.length < maxAirlines) {
                set([...chosen, code]);
              }
            }}
            placeholder={t('form.airline')}
            listLabel={t('form.airlinesList')}
            countText={(count) => t('form.airlinesFound', { count })}
            noneText={t('form.airlinesNone')}
            describedBy={control['aria-describedby']}
            className={controlClass}
            listClassName="inset-x-0 top-full mt-1"
          />
        )}
      </CustomField>
      {chosen.length > 0 && (
        <ChosenAirlines
          codes={chosen}
          nameOf={nameOf}
          onRemove={(code) => set(chosen.filter((one) => one !== code))}
        />
      )}
    </div>
  );
}
