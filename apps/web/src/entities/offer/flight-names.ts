import type { Language } from '@bkksiam/domain/languages';
import { useLanguage } from '#platform/i18n.ts';

/** The names of airports and airlines by their codes. */
export interface FlightNames {
  readonly airports: ReadonlyMap<string, { readonly city_en: string; readonly city_th: string }>;
  readonly airlines: ReadonlyMap<string, { readonly name_en: string; readonly name_th: string }>;
}

/**
 * Names in a language; the codes where they are not known.
 *
 * @param names undefined until they are loaded
 */
export const flightNames = (names: FlightNames | undefined, language: Language) => ({
  airline: (code: string) => names?.airlines.get(code)?.[`name_${language}`] ?? code,
  city: (code: string) => names?.airports.get(code)?.[`city_${language}`] ?? code,
});

/** {@link flightNames} in the language on screen. */
export const useFlightNames = (names: FlightNames | undefined) => flightNames(names, useLanguage());
