import { describe, expect, it } from 'vitest';
import { statusesOf, statusOf, type StatusKind } from './statuses.ts';

const kinds: readonly StatusKind[] = ['request', 'offer', 'booking', 'payment', 'thread'];
const toneOf = (kind: StatusKind, status: string) => statusOf(kind, status)?.tone;

describe('statuses', () => {
  it('have a look and a meaning each', () => {
    for (const kind of kinds) {
      expect(statusesOf(kind).length).toBeGreaterThan(2);
      for (const status of statusesOf(kind)) {
        expect(statusOf(kind, status)?.meaning).toBe(`${kind}.${status}`);
      }
    }
  });

  it('that wait for the member look different from all others', () => {
    const rings = kinds.flatMap((kind) =>
      statusesOf(kind)
        .filter((status) => ['ask', 'pay'].includes(toneOf(kind, status) ?? ''))
        .map((status) => `${kind} ${status}`),
    );
    expect(rings).toEqual([
      'request QUOTED',
      'offer open',
      'booking HOLD',
      'payment REJECTED',
      'thread waiting',
    ]);
  });

  it('are red only where time ran out', () => {
    const red = kinds.flatMap((kind) =>
      statusesOf(kind).filter((status) => toneOf(kind, status) === 'bad'),
    );
    expect(red).toEqual(['EXPIRED', 'expired', 'EXPIRED']);
  });

  it('of a request that became a booking mean what the booking says', () => {
    expect(statusOf('request', 'CONFIRMED')).toBe(statusOf('booking', 'CONFIRMED'));
    expect(statusOf('request', 'TICKETED')?.meaning).toBe('booking.TICKETED');
    expect(statusOf('request', 'HOLD')).toBeUndefined();
  });

  it.each([
    ['CONFIRMED', 'none', 'CONFIRMED'],
    ['CONFIRMED', 'part', 'CONFIRMED'],
    ['CONFIRMED', 'all', 'PAID_IN_FULL'],
    ['DEPOSIT_PENDING', 'none', 'DEPOSIT_PENDING'],
    ['DEPOSIT_PENDING', 'part', 'PART_PAID'],
    ['HOLD', 'all', 'HOLD'],
    ['TICKETED', 'part', 'TICKETED'],
  ] as const)('of a booking, %s with %s paid, mean %s', (status, paid, meaning) => {
    expect(statusOf('booking', status, paid)?.meaning).toBe(`booking.${meaning}`);
  });

  it('that are unknown have neither look nor meaning', () => {
    for (const status of [
      'SOMETHING_NEW',
      'constructor',
      'PAID_IN_FULL',
      'PART_PAID',
      'pending',
      '',
    ]) {
      expect(statusOf('booking', status)).toBeUndefined();
      expect(statusOf('request', status)).toBeUndefined();
    }
  });
});
