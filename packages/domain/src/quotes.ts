/** Passengers of a quote request as stored: adults, children, infants. */
export interface StoredPassengers {
  readonly pax_adt: number;
  readonly pax_chd: number;
  readonly pax_inf: number;
}

/** A kind of passenger and how many of it travel. */
export interface PassengerCount {
  readonly kind: 'adult' | 'child' | 'infant';
  readonly count: number;
}

/** How a status is coloured: waiting, moving on, done, off, or unknown. */
export type QuoteTone = 'waiting' | 'progress' | 'done' | 'off' | 'plain';

/** What a request may be, in the order it goes through them; a cancelled one is off the way. */
export const quoteStatuses = ['PENDING', 'QUOTED', 'CONFIRMED', 'TICKETED', 'CANCELLED'] as const;

/** How far a request has come. */
export type QuoteStatus = (typeof quoteStatuses)[number];

const steps: ReadonlyMap<string, readonly QuoteStatus[]> = new Map([
  ['PENDING', ['QUOTED', 'CANCELLED']],
  ['QUOTED', ['CONFIRMED', 'CANCELLED']],
  ['CONFIRMED', ['TICKETED', 'CANCELLED']],
]);

const tones: ReadonlyMap<string, QuoteTone> = new Map([
  ['PENDING', 'waiting'],
  ['QUOTED', 'progress'],
  ['CONFIRMED', 'progress'],
  ['TICKETED', 'done'],
  ['CANCELLED', 'off'],
]);

/** The kinds that travel, adults first; kinds nobody travels as are left out. */
export function passengerCounts(request: StoredPassengers): readonly PassengerCount[] {
  const counts: readonly PassengerCount[] = [
    { kind: 'adult', count: request.pax_adt },
    { kind: 'child', count: request.pax_chd },
    { kind: 'infant', count: request.pax_inf },
  ];
  return counts.filter(({ count }) => count > 0);
}

/** Whether a request still waits for the desk. */
export function isPending(status: string): boolean {
  return status === 'PENDING';
}

/** The colour of a status; the status itself is always shown as its raw text. */
export function quoteTone(status: string): QuoteTone {
  return tones.get(status) ?? 'plain';
}

/** What a request of this status may become, the way on first; nothing for one that is done, off or unknown. */
export function nextStatuses(status: string): readonly QuoteStatus[] {
  return steps.get(status) ?? [];
}

/** The status a text names; undefined when it names none. */
export function toQuoteStatus(text: string | null | undefined): QuoteStatus | undefined {
  return quoteStatuses.find((status) => status === text);
}
