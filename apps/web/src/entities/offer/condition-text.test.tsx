import { renderHook } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { FareRule } from '@bkksiam/domain/flight-offer';
import type { OfferCondition } from '@bkksiam/domain/offer';
import { changeLanguage, loadTexts, startTranslations } from '#platform/i18n.ts';
import { useBaggageText } from './baggage-text.ts';
import { useConditionText } from './condition-text.ts';
import adminBookingsEn from '../../../public/locales/en/adminBookings.json';
import offersEn from '../../../public/locales/en/offers.json';
import adminBookingsTh from '../../../public/locales/th/adminBookings.json';
import offersTh from '../../../public/locales/th/offers.json';
import { usePriceRows } from './price-breakdown.tsx';

beforeAll(async () => {
  await startTranslations({ language: 'en' });
  await loadTexts(['requests', 'flights']);
});

const textOf = (condition: OfferCondition) =>
  renderHook(useConditionText).result.current(condition);
const rule = (
  isAllowed: boolean | null,
  feeSatang: number | null,
  untilHoursBefore: number | null,
): FareRule => ({ isAllowed, feeSatang, untilHoursBefore });
const change = (...rules: FareRule[]) => textOf({ kind: 'change', text: '', rules });

it('a condition that was written stays as it is', () => {
  expect(textOf({ kind: 'refund', text: 'No refund after 1 May' })).toBe('No refund after 1 May');
});

it('a rule is said in plain words', () => {
  expect(change(rule(true, 150_000, 24))).toBe(
    'Changes cost THB 1,500 per person, until 24 h before departure.',
  );
  expect(change(rule(true, 0, null))).toBe('Changes are free.');
  expect(change(rule(true, null, null))).toBe('Changes are possible for a fee.');
  expect(change(rule(null, null, null))).toBe('Changes: please ask our team.');
  expect(textOf({ kind: 'refund', text: '', rules: [rule(false, null, null)] })).toBe(
    'Not refundable.',
  );
});

it('of flights with different rules the strictest counts', () => {
  expect(change(rule(true, 100_000, 4), rule(true, 50_000, 24))).toBe(
    'Changes cost THB 1,500 per person, until 24 h before departure.',
  );
  expect(change(rule(true, 0, null), rule(false, null, null))).toBe('Changes are not possible.');
});

it('lines of one fare name the type of their passengers', () => {
  const line = { label: 'Flex + Saver', priceSatang: 100, taxSatang: 0, count: 1 };
  const rows = renderHook(usePriceRows).result.current([
    { ...line, type: 'adult' },
    { ...line, type: 'child' },
    { ...line, label: 'Group fare', type: 'adult' },
  ]);
  expect(rows.map(({ label }) => label)).toEqual([
    'Flex + Saver, Adult',
    'Flex + Saver, Child',
    'Group fare',
  ]);
});

it.each([
  ['en', ['Adult fare', 'Child fare', 'Infant fare', 'Group fare']],
  ['th', ['ค่าโดยสารผู้ใหญ่', 'ค่าโดยสารเด็ก', 'ค่าโดยสารทารก', 'Group fare']],
] as const)(
  'the names that the forms give to fares are shown in %s',
  async (language, expected) => {
    await changeLanguage(language);
    const priceRows = renderHook(usePriceRows).result.current;
    const line = { priceSatang: 100, taxSatang: 0, count: 1 };
    const names = [offersEn, offersTh].map(({ fare }) => fare);
    const priceNames = [adminBookingsEn, adminBookingsTh].map(({ price: { fare } }) => fare);
    for (const { adult, child, infant } of [...names, ...priceNames]) {
      const rows = priceRows([
        { ...line, label: adult, type: 'adult' },
        { ...line, label: child, type: 'child' },
        { ...line, label: infant, type: 'infant' },
        { ...line, label: 'Group fare', type: 'adult' },
      ]);
      expect(rows.map(({ label }) => label)).toEqual(expected);
    }
  },
);

it.each([
  ['en', ['7 kg cabin + 30 kg checked', '7 kg cabin + 1 bag checked', '30 kg', '2 pieces']],
  ['th', ['ถือขึ้นเครื่อง 7 กก. โหลด 30 กก.', 'ถือขึ้นเครื่อง 7 กก. โหลด 1 ใบ', '30 กก.', '2 pieces']],
] as const)('stored baggage is said in %s, other texts stay', async (language, expected) => {
  await changeLanguage(language);
  const baggageText = renderHook(useBaggageText).result.current;
  expect(['7 kg + 30 kg', '7 kg + 1 ×', '30 kg', '2 pieces'].map(baggageText)).toEqual(expected);
});
