import { create } from 'zustand';

/** All airports, of the feature `flights`. */
interface AllAirports {
  /** The name of an airport in the language on screen. */
  readonly nameOf: (code: string) => string;
  /** All airports by code, city or name; those of the specification if the others could not be loaded. */
  readonly find: (text: string) => readonly string[];
}

/** Empty without the feature, and until a field of the search form is used. */
export const useAllAirports = create<Partial<AllAirports>>(() => ({}));
