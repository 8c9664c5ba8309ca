import { useTranslation } from 'react-i18next';
import { searchAirports } from '@bkksiam/domain/airports';
import { countryCodes, regionOf } from '@bkksiam/domain/countries';
import { languages, type Language } from '@bkksiam/domain/languages';
import { controlClass } from '#entities/airport/airport-field.tsx';
import { useLanguage } from '#platform/i18n.ts';
import { Combobox } from '#ui/combobox.tsx';
import { CustomField } from '#ui/form-field.tsx';

/** The name of a country by its three letters; these themselves for a code that is none. */
export function countryName(country: string, language: Language): string {
  const region = regionOf(country);
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return (region === undefined ? undefined : names.of(region)) ?? country;
}

/** The names of all countries, made once when a field is first searched. */
const allNames = new Map<string, readonly string[]>();

function namesOf(country: string): readonly string[] {
  if (allNames.size === 0) {
    const makers = languages.map((one) => new Intl.DisplayNames(one, { type: 'region' }));
    for (const code of countryCodes) {
      allNames.set(
        code,
        makers.map((maker) => maker.of(regionOf(code) ?? '') ?? code),
      );
    }
  }
  return allNames.get(country) ?? [];
}

export interface CountryFieldProps {
  readonly label: string;
  readonly name: string;
  /** Three letters; empty until one is chosen. */
  readonly value: string;
  readonly onValue: (country: string) => void;
}

/** A country by the three letters of passports, searched by these or by its name in either language. */
export function CountryField({ label, name, value, onValue }: CountryFieldProps) {
  const { t } = useTranslation('travellers');
  const language = useLanguage();
  const optionOf = (country: string) => ({
    value: country,
    text: country,
    detail: countryName(country, language),
  });
  const chosen = value === '' ? undefined : optionOf(value);
  // A passport may have a code that is no country.
  const shownName = chosen?.detail === value ? undefined : chosen?.detail;
  return (
    <CustomField label={label} hint={shownName}>
      {(control) => (
        <Combobox
          id={control.id}
          name={name}
          chosen={chosen}
          find={(text) =>
            searchAirports(text, namesOf, countryCodes).map((country) => optionOf(country))
          }
          onChoose={(country) => onValue(country ?? '')}
          placeholder={t('country.example')}
          listLabel={t('country.list')}
          countText={(found) => t('country.found', { count: found })}
          noneText={t('country.none')}
          describedBy={control['aria-describedby']}
          className={`${controlClass} font-strong placeholder-shown:font-text`}
          listClassName="inset-x-0 top-full mt-1 min-w-72"
        />
      )}
    </CustomField>
  );
}
