import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { StoredFlight } from '@bkksiam/domain/flight-table';
import {
  changedFields,
  checkOwnFlight,
  emptyFare,
  type OwnFare,
  type OwnFlight,
} from '@bkksiam/domain/own-flight';
import type { Problem } from '@bkksiam/domain/problem';
import type { AirportsAndAirlines } from '#entities/airport/airport-data.ts';
import { domainCheck } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { showToast } from '#platform/toast.ts';
import { saveFlight, useFlightsReload } from './flight-actions.ts';
import { isChangedMeanwhile } from './flight-texts.ts';
import { flightKey, flightQuery, today } from './flights-data.ts';

/** Texts without the spaces around them, and codes in capitals. */
function normalized(flight: OwnFlight): OwnFlight {
  const code = (text: string) => text.trim().toUpperCase();
  return {
    ...flight,
    airline: code(flight.airline),
    flight_number: code(flight.flight_number),
    operating_airline: code(flight.operating_airline),
    origin_terminal: flight.origin_terminal.trim(),
    destination_terminal: flight.destination_terminal.trim(),
    aircraft: flight.aircraft.trim(),
    fares: flight.fares.map((fare) => ({
      ...fare,
      name: fare.name.trim(),
      child_tax_satang: fare.child_tax_satang ?? 0,
      adult_tax_satang: fare.adult_tax_satang ?? 0,
      infant_tax_satang: fare.infant_tax_satang ?? 0,
    })),
  };
}

const zonesOf = ({ airports }: AirportsAndAirlines) =>
  new Map([...airports].map(([code, { time_zone: zone }]) => [code, zone]));

/** The flight, and what was stored when it was seen: a draft is of that version, too. */
interface FlightInput extends OwnFlight {
  readonly base: StoredFlight | null;
}

function schemaOf(zones: ReadonlyMap<string, string>) {
  return z.custom<FlightInput>().check(
    domainCheck<FlightInput>(({ base: _base, ...flight }) => {
      const problems: Record<string, Problem> = {};
      for (const { code, field, values } of checkOwnFlight(normalized(flight), zones)) {
        problems[field] ??= { code, ...(values && { values }) };
      }
      return problems;
    }, 'adminFlights'),
  );
}

/** A flight to begin with: every day, with one fare. */
export function emptyFlight(): OwnFlight {
  return {
    airline: '',
    flight_number: '',
    operating_airline: '',
    origin: '',
    destination: '',
    origin_terminal: '',
    destination_terminal: '',
    departs_at: '',
    arrives_at: '',
    arrives_days: 0,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    first_day: today(),
    last_day: '',
    cabin: 'economy',
    aircraft: '',
    fares: [emptyFare],
  };
}

/** A new flight like another one. */
export function copyOf({ flight }: StoredFlight): OwnFlight {
  return { ...flight, fares: flight.fares.map((fare) => ({ ...fare, fare_id: null })) };
}

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
    send: ({ base, ...flight }: FlightInput) => saveFlight(normalized(flight), base),
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
  function set<Name extends keyof OwnFlight>(name: Name, value: OwnFlight[Name]) {
    // What is sent must equal the input.
    if (app.busy) return;
    app.form.setValue(name, value as never, {
      shouldDirty: true,
      shouldValidate: app.form.formState.isSubmitted,
    });
  }
  // While it is saved, its own new version may come first.
  const isStale =
    !app.busy && current !== null && seen !== null && current.version !== seen.version;
  return {
    ...app,
    values,
    set,
    setFare: (at: number, change: Partial<OwnFare>) =>
      set(
        'fares',
        values.fares.map((fare, index) => (index === at ? { ...fare, ...change } : fare)),
      ),
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
