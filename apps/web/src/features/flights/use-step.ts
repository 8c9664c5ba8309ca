import { useMemo } from 'react';
import { isChosenByLeg, offeredLegs, offersWithLegs } from '@bkksiam/domain/flight-legs';
import type { FlightOffer } from '@bkksiam/domain/flight-offer';
import type { Trip } from '@bkksiam/domain/trip';
import type { SourceResult } from './use-results.ts';

/** What is chosen now: a leg, or a whole journey. */
export interface Step {
  /** From 0; undefined where journeys are chosen as a whole. */
  readonly leg: number | undefined;
  /** Whether another leg is chosen after this one. */
  readonly hasNext: boolean;
  /** The keys of the legs that are chosen so far. */
  readonly legs: readonly string[];
  /** The offers that the chosen legs lead to. */
  readonly offers: readonly FlightOffer[];
}

/** The keys of the legs in the address that are chosen before the last leg. The array stays the same while they do. */
export function useChosenLegs(trip: Trip, legs: readonly string[]): readonly string[] {
  const text = legs.slice(0, trip.legs.length - 1).join('_');
  return useMemo(() => (text === '' ? [] : text.split('_')), [text]);
}

/**
 * The step of a trip's choice.
 *
 * @param chosen see {@link useChosenLegs}; those that lead to no offer are left out once there are offers
 */
export function useStep(
  trip: Trip,
  found: {
    readonly offers: readonly FlightOffer[];
    readonly sources: readonly SourceResult[];
  },
  chosen: readonly string[],
): Step {
  const { offers, sources } = found;
  const last = trip.legs.length - 1;
  const mayFindOwn = sources.some(({ name, state }) => name === 'own' && state === 'answering');
  const byLeg = offers.length === 0 ? last > 0 && mayFindOwn : isChosenByLeg(offers);
  return useMemo(() => {
    const given = byLeg ? chosen : [];
    const legs = offers.length === 0 ? given : offeredLegs(offers, given);
    return {
      leg: byLeg ? legs.length : undefined,
      hasNext: byLeg && legs.length < last,
      legs,
      offers: offersWithLegs(offers, legs),
    };
  }, [byLeg, chosen, last, offers]);
}
