import { useLanguage } from '#platform/i18n.ts';

/** The names of airports and airlines by their codes. */
export interface FlightNames {
  readonly airports: ReadonlyMap<string, { readonly city_en: string; readonly city_th: string }>;
  readonly airlines: ReadonlyMap<string, { readonly name_en: string; readonly name_th: string }>;
}

/**
 * Names in the language on screen; the codes where they are not known.
 *
 * @param names undefined until they are loaded
 */
export function useFlightNames(names: FlightNames | undefined) {
  const language = useLanguage();
  return {
    airline: (code: string) => names?.airlines.get(code)?.[`name_${language}`] ?? code,
    city: (code: string) => names?.airports.get(code)?.[`city_${language}`] ?? code,
  };
}
