import * as z from 'zod/mini';
import type { FlightOffer } from '@bkksiam/domain/flight-offer';
import { localValue } from '#platform/local-store.ts';

/** A flight that somebody chose from the results, before it is held. */
export interface ChosenFlight {
  /** The id of the offer, as in the address of its booking screen. */
  readonly id: string;
  /** The total that was on screen. */
  readonly totalSatang: number;
  /** The number of its slices, whose place is kept while it loads. */
  readonly slices: number;
  /** ISO time. */
  readonly chosenAt: string;
}

const schema = z.object({
  id: z.string(),
  totalSatang: z.int(),
  slices: z._default(z.int().check(z.minimum(1), z.maximum(6)), 1),
  chosenAt: z.iso.datetime(),
});

const stored = localValue<ChosenFlight>('flight', (value) => z.safeParse(schema, value).data);

/** The flight that this browser keeps for its user to continue with. */
export const chosenFlight = (): ChosenFlight | undefined => stored.read();

export function keepChosenFlight({ id, totalSatang, slices }: FlightOffer): void {
  stored.write({
    id,
    totalSatang,
    slices: slices.length,
    chosenAt: new Date().toISOString(),
  });
}

/** Forgets the chosen flight if it is this one, or any. */
export function forgetChosenFlight(id = chosenFlight()?.id): void {
  if (chosenFlight()?.id === id) stored.write(undefined);
}
