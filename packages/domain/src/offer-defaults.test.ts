import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultDeadlines, defaultDeposit } from './offer-defaults.ts';
import { toInstant } from './zoned-time.ts';

const now = new Date('2026-11-26T03:00:00Z');

it('gives two days to answer, and the names and the balance time until before the departure', () => {
  const departure = toInstant({ local: '2027-02-26T23:45', zone: 'Asia/Bangkok' });
  expect(defaultDeadlines(now, departure)).toEqual({
    validUntil: '2026-11-28T18:00',
    holdExpiresAt: '2026-11-29T18:00',
    depositDueAt: '2026-11-29T18:00',
    balanceDueAt: '2027-01-27T18:00',
    namesDueAt: '2027-02-12T18:00',
  });
});

it('keeps every deadline in order and before any departure', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 24 * 400 }), (hours) => {
      const departure = now.getTime() + hours * 3_600_000;
      const deadlines = defaultDeadlines(now, departure);
      const at = (local: string) => toInstant({ local, zone: 'Asia/Bangkok' }) ?? Number.NaN;
      const { validUntil, holdExpiresAt, depositDueAt, balanceDueAt, namesDueAt } = deadlines;
      expect(at(validUntil)).toBeLessThanOrEqual(at(depositDueAt));
      expect(at(depositDueAt)).toBeLessThanOrEqual(at(holdExpiresAt));
      for (const last of [holdExpiresAt, balanceDueAt, namesDueAt]) {
        expect(at(last)).toBeLessThan(departure);
      }
    }),
  );
});

it('asks for a fifth as deposit, in hundreds of baht and never more than the total', () => {
  expect(defaultDeposit(57_090_000)).toBe(11_420_000);
  expect(defaultDeposit(5000)).toBe(5000);
  expect(defaultDeposit(0)).toBe(0);
});
