import type { ComponentType } from 'react';
import { create } from 'zustand';
import type { FlightSearch } from '@bkksiam/domain/flight-search';

/** What the feature `flights` adds to the search form, loaded after hydration; empty until then, and without the feature. */
interface FlightFields {
  /** The name of an airport in the language on screen. */
  readonly nameOf: (code: string) => string;
  /** All airports by code, city or name. */
  readonly find: (text: string) => readonly string[];
  readonly Passengers: ComponentType<{ readonly search: FlightSearch }>;
}

export const useFlightFields = create<Partial<FlightFields>>(() => ({}));
