import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n.ts';
import { Combobox } from '#ui/combobox.tsx';
import { CustomField } from '#ui/form-field.tsx';
import {
  airportName,
  findAirports,
  otherAirportNamesQuery,
  type AirportsAndAirlines,
} from './airport-data.ts';

export const controlClass =
  'h-13 w-full min-w-0 bg-transparent text-md text-ink outline-0 placeholder:text-ink-3';

export interface AirportFieldProps {
  readonly label: string;
  readonly name: string;
  readonly known: AirportsAndAirlines;
  /** Empty until one is chosen. */
  readonly value: string;
  readonly onValue: (code: string) => void;
  readonly error: string;
}

/** An airport, searched by code, city or name in either language. */
export function AirportField({ label, name, known, value, onValue, error }: AirportFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { airports } = known;
  const { data: otherNames } = useQuery(otherAirportNamesQuery());
  const optionOf = (code: string) => {
    const airport = airports.get(code);
    return { value: code, text: code, detail: airport ? airportName(airport, language) : '' };
  };
  const chosen = value === '' ? undefined : optionOf(value);
  return (
    <CustomField label={label} hint={chosen?.detail} error={error}>
      {(control) => (
        <Combobox
          id={control.id}
          name={name}
          chosen={chosen}
          find={(text) => findAirports(text, known, otherNames).map(optionOf)}
          onChoose={(code) => onValue(code ?? '')}
          placeholder={t('search.choose')}
          listLabel={t('search.airports')}
          countText={(found) => t('search.found', { count: found })}
          noneText={t('search.none')}
          invalid={error !== ''}
          describedBy={control['aria-describedby']}
          className={`${controlClass} font-strong placeholder-shown:font-text`}
          listClassName="inset-x-0 top-full mt-1 min-w-72"
        />
      )}
    </CustomField>
  );
}
