import { flightSearchLimits } from './constants.ts';
import type { FlightSearch } from './flight-search.ts';
import { passengerTotal, type PassengerNumbers } from './passenger-age.ts';

// Apart from `trip.ts`: the field of the home page needs nothing else of it.
/** Whether flights can be searched for these passengers: 1 to 9 with an adult, and no more infants than adults. */
export function canSearchFor(passengers: PassengerNumbers): boolean {
  const { adult, child, infant } = passengers;
  const { maxPassengers } = flightSearchLimits;
  return (
    [adult, child, infant].every((count) => Number.isInteger(count) && count >= 0) &&
    adult >= 1 &&
    infant <= adult &&
    passengerTotal(passengers) <= maxPassengers
  );
}

/** The passengers of a search by type; all are adults where it has no types. */
export function passengersOf({ passengers, passengersByType }: FlightSearch): PassengerNumbers {
  const count = Number(passengers);
  return passengersByType &&
    passengerTotal(passengersByType) === count &&
    canSearchFor(passengersByType)
    ? passengersByType
    : { adult: count, child: 0, infant: 0 };
}
