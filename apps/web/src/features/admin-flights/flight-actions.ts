import { useQueryClient } from '@tanstack/react-query';
import type { Database } from '@bkksiam/domain/database';
import { rowOfFlight } from '@bkksiam/domain/flight-rows';
import type { ImportedFlight } from '@bkksiam/domain/flight-table';
import type { OwnFlight, StoredFlight } from '@bkksiam/domain/own-flight';
import { callData } from '#platform/data-api.ts';
import { logRejection } from '#platform/log.ts';
import { flightKey } from './flights-data.ts';

type Functions = Database['public']['Functions'];
type SaveArgs = Functions['bkk_admin_save_flight']['Args'];
type DeparturesArgs = Functions['bkk_admin_set_departures']['Args'];

/** The generated types know no arguments that may be null. */
type Nullable<Type> = { readonly [Key in keyof Type]: Type[Key] | null };

/** Adds a flight, or changes the stored one; gives its id. */
export async function saveFlight(flight: OwnFlight, stored: StoredFlight | null): Promise<number> {
  const values: Nullable<SaveArgs> = {
    p_flight_id: stored?.flight_id ?? null,
    p_version: stored?.version ?? null,
    p_flight: rowOfFlight(flight),
  };
  return callData((client) => client.rpc('bkk_admin_save_flight', values as SaveArgs));
}

export async function deleteFlight({ flight_id: id, version }: StoredFlight): Promise<void> {
  await callData((client) =>
    client.rpc('bkk_admin_delete_flight', { p_flight_id: id, p_version: version }),
  );
}

/** Gives the number of departures that were changed; null leaves a value as it is. */
export const setDepartures = (change: Nullable<DeparturesArgs>): Promise<number> =>
  callData((client) => client.rpc('bkk_admin_set_departures', change as DeparturesArgs));

export async function importFlights(flights: readonly ImportedFlight[]): Promise<number> {
  const sent = flights.map(({ stored, flight }) => ({
    flight_id: stored?.flight_id ?? null,
    version: stored?.version ?? null,
    flight: rowOfFlight(flight),
  }));
  return callData((client) => client.rpc('bkk_admin_import_flights', { p_flights: sent }));
}

/** Loads all of flights again. */
export function useFlightsReload() {
  const queries = useQueryClient();
  return () =>
    logRejection(
      'the flights could not be loaded again',
      queries.invalidateQueries({ queryKey: flightKey }),
    );
}
