import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  changedFields,
  checkOwnFlight,
  normalizeFlight,
  type OwnFlight,
  type StoredFlight,
} from '@bkksiam/domain/own-flight';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { domainCheck } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { showToast } from '#platform/toast.ts';
import { saveFlight, useFlightsReload } from './flight-actions.ts';
import { isChangedMeanwhile } from './flight-texts.ts';
import { flightKey, flightQuery } from './flights-data.ts';

/** The time zones of the airports by their codes. */
export const zonesOf = ({ airports }: AirportsAndAirlines) =>
  new Map([...airports].map(([code, { time_zone: zone }]) => [code, zone]));

/** The flight, and what was stored when it was seen: a draft is of that version, too. */
interface FlightInput extends OwnFlight {
  readonly base: StoredFlight | null;
}

const schemaOf = (zones: ReadonlyMap<string, string>) =>
  z
    .custom<FlightInput>()
    .check(
      domainCheck<FlightInput>(
        (flight) => checkOwnFlight(normalizeFlight(flight), { zones, today: bangkokToday() }),
        'adminFlights',
      ),
    );

export interface FlightFormProps {
  /** Of the draft: the id, or what a new flight is made from. */
  readonly name: string;
  /** As it is stored now; null for a new flight. */
  readonly current: StoredFlight | null;
  /** What the fields begin with. */
  readonly start: OwnFlight;
  readonly known: AirportsAndAirlines;
  /** Opens the new flight. */
  readonly onCreated: (id: number) => void;
}

/** The form, which is sent with the version that was seen. */
function useFlightSender({ name, current, start, known, onCreated }: FlightFormProps) {
  const queries = useQueryClient();
  const reload = useFlightsReload();
  const zones = zonesOf(known);
  async function showSaved(id: number) {
    try {
      const saved = await queries.query(flightQuery(String(id)));
      // New fares have an id now.
      if (saved !== null) app.form.reset({ ...saved.flight, base: saved });
    } catch {
      // The flight is saved all the same; the pane shows that it could not be loaded.
    }
    reload();
  }
  const app = useAppForm({
    schema: schemaOf(zones),
    defaultValues: { ...start, base: current },
    draftKey: `flight ${name}`,
    mutationKey: [...flightKey, 'save'],
    send: ({ base, ...flight }: FlightInput) => saveFlight(normalizeFlight(flight), base),
    onSuccess: async (id, { base, ...flight }) => {
      showToast({
        title: 'adminFlights:saved',
        description: { text: `${flight.airline} ${flight.flight_number}`.toUpperCase() },
      });
      if (base === null) reload();
      else await showSaved(id);
    },
    afterwards: (id) => current === null && onCreated(id),
    onError: (error) => {
      if (isChangedMeanwhile(error)) reload();
    },
  });
  return app;
}

/** The form of a flight with its fares, and what another admin has changed since it was filled. */
export function useFlightForm(props: FlightFormProps) {
  const { current } = props;
  const app = useFlightSender(props);
  const { base: seen, ...values } = app.form.watch();
  // While it is saved, its own new version may come first.
  const isStale =
    !app.busy && current !== null && seen !== null && current.version !== seen.version;
  return {
    ...app,
    values,
    /** Undefined for nothing. */
    changedMeanwhile: isStale ? changedFields(seen.flight, current.flight) : undefined,
    keepMine: () => {
      app.form.setValue('base', current);
      app.clearResult();
    },
    takeTheirs: () => {
      if (current !== null) app.form.reset({ ...current.flight, base: current });
      app.clearResult();
    },
  };
}

export type FlightForm = ReturnType<typeof useFlightForm>;
