/** The passenger columns of a quote request: adults, children, infants. */
export interface StoredPassengers {
  readonly pax_adt: number;
  readonly pax_chd: number;
  readonly pax_inf: number;
}

/** A passenger type and its number. */
export interface PassengerCount {
  readonly kind: 'adult' | 'child' | 'infant';
  readonly count: number;
}

/** The statuses of a request in the order of its progress, then cancelled. */
export const quoteStatuses = ['PENDING', 'QUOTED', 'CONFIRMED', 'TICKETED', 'CANCELLED'] as const;

/** The status of a quote request. */
export type QuoteStatus = (typeof quoteStatuses)[number];

const steps: ReadonlyMap<string, readonly QuoteStatus[]> = new Map([
  ['PENDING', ['QUOTED', 'CANCELLED']],
  ['QUOTED', ['CONFIRMED', 'CANCELLED']],
  ['CONFIRMED', ['TICKETED', 'CANCELLED']],
]);

/** The non-zero passenger numbers, adults first. */
export function passengerCounts(request: StoredPassengers): readonly PassengerCount[] {
  const counts: readonly PassengerCount[] = [
    { kind: 'adult', count: request.pax_adt },
    { kind: 'child', count: request.pax_chd },
    { kind: 'infant', count: request.pax_inf },
  ];
  return counts.filter(({ count }) => count > 0);
}

/** Whether a request still waits for an admin. */
export function isPending(status: string): boolean {
  return status === 'PENDING';
}

/** The statuses that may follow, progress first; empty for a final or unknown status. */
export function nextStatuses(status: string): readonly QuoteStatus[] {
  return steps.get(status) ?? [];
}

/** Parses a status; undefined when it is unknown. */
export function toQuoteStatus(text: string | null | undefined): QuoteStatus | undefined {
  return quoteStatuses.find((status) => status === text);
}
