import { describe, expect, it } from 'vitest';
import { isPending, nextStatuses, passengerCounts, toQuoteStatus } from './quotes.ts';

describe('quote requests', () => {
  it('counts only the kinds that travel, adults first', () => {
    expect(passengerCounts({ pax_adt: 2, pax_chd: 0, pax_inf: 1 })).toEqual([
      { kind: 'adult', count: 2 },
      { kind: 'infant', count: 1 },
    ]);
    expect(passengerCounts({ pax_adt: 0, pax_chd: 0, pax_inf: 0 })).toEqual([]);
  });

  it('counts nothing but PENDING as pending', () => {
    expect(['PENDING', 'pending', 'QUOTED', ''].map(isPending)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('leads from each status to the next, and from every open one to CANCELLED', () => {
    expect(nextStatuses('PENDING')).toEqual(['QUOTED', 'CANCELLED']);
    expect(nextStatuses('QUOTED')).toEqual(['CONFIRMED', 'CANCELLED']);
    expect(nextStatuses('CONFIRMED')).toEqual(['TICKETED', 'CANCELLED']);
    expect(['TICKETED', 'CANCELLED', 'constructor'].flatMap(nextStatuses)).toEqual([]);
  });

  it('knows a status by its exact name', () => {
    expect(toQuoteStatus('QUOTED')).toBe('QUOTED');
    expect(['quoted', '', null, undefined].map(toQuoteStatus).filter(Boolean)).toEqual([]);
  });
});
