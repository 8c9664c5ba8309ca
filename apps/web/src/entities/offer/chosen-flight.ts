import * as z from 'zod/mini';
import { localValue } from '#platform/local-store.ts';

/** A flight that somebody chose from the results, before it is held. */
export interface ChosenFlight {
  /** The id of the offer, as in the address of its booking screen. */
  readonly id: string;
  /** The total that was on screen. */
  readonly totalSatang: number;
  /** ISO time. */
  readonly chosenAt: string;
}

const schema = z.object({ id: z.string(), totalSatang: z.int(), chosenAt: z.iso.datetime() });

const stored = localValue<ChosenFlight>('flight', (value) => z.safeParse(schema, value).data);

/** The flight that this browser keeps for its user to continue with. */
export const chosenFlight = (): ChosenFlight | undefined => stored.read();

export function keepChosenFlight({ id, totalSatang }: Omit<ChosenFlight, 'chosenAt'>): void {
  stored.write({ id, totalSatang, chosenAt: new Date().toISOString() });
}

/** Forgets the chosen flight if it is this one, or any. */
export function forgetChosenFlight(id = chosenFlight()?.id): void {
  if (chosenFlight()?.id === id) stored.write(undefined);
}
