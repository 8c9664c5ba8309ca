import { describe, expect, it } from 'vitest';
import type { FareRule } from './flight-offer.ts';
import { refundPenalty } from './refund-penalty.ts';

const rule = (changes: Partial<FareRule>): FareRule => ({
  isAllowed: true,
  feeSatang: 150_000,
  untilHoursBefore: null,
  ...changes,
});
const refund = (...rules: readonly FareRule[]) => ({ kind: 'refund', text: '', rules });

describe('the penalty of a cancelled booking', () => {
  it('is the fee for each passenger, up to what was paid', () => {
    expect(refundPenalty([refund(rule({}))], 3, 1_000_000)).toBe(450_000);
    expect(refundPenalty([refund(rule({}))], 3, 400_000)).toBe(400_000);
    expect(refundPenalty([refund(rule({ feeSatang: 0 }))], 3, 400_000)).toBe(0);
  });

  it('is all that was paid where nothing is given back, as the strictest flight says', () => {
    expect(refundPenalty([refund(rule({}), rule({ isAllowed: false }))], 2, 1_000_000)).toBe(
      1_000_000,
    );
  });

  it('is unknown where the conditions do not say', () => {
    const unknown = [rule({ isAllowed: null }), rule({ feeSatang: null })];
    for (const one of unknown) expect(refundPenalty([refund(one)], 2, 100)).toBeUndefined();
    const note = { kind: 'refund', text: 'No refund' };
    expect(refundPenalty([note, { kind: 'change', text: '', rules: [rule({})] }], 2, 100)).toBe(
      undefined,
    );
  });
});
