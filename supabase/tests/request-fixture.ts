/** The calendar day after this number of days. */
export const day = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The time after this number of hours. */
export const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

/** To Tokyo and back. */
export const legs = [
  { origin: 'BKK', destination: 'NRT', dep_date: day(40) },
  { origin: 'NRT', destination: 'BKK', dep_date: day(45) },
];

/** An offer for 18 adults and 4 children on {@link legs}. */
export const offer = (changes: Readonly<Record<string, unknown>> = {}) => ({
  segments: [
    {
      airline: 'TG',
      number: '682',
      origin: 'BKK',
      destination: 'NRT',
      departs_at: `${day(40)}T23:45`,
      arrives_at: `${day(41)}T07:40`,
      cabin: 'economy',
      baggage: '30 kg',
    },
    {
      airline: 'TG',
      number: '677',
      origin: 'NRT',
      destination: 'BKK',
      departs_at: `${day(45)}T17:25`,
      arrives_at: `${day(45)}T22:35`,
    },
  ],
  pax_adt: 18,
  pax_chd: 4,
  pax_inf: 0,
  lines: [
    { label: 'Adult fare', type: 'adult', count: 18, price_satang: 2_190_000, tax_satang: 485_000 },
    { label: 'Child fare', type: 'child', count: 4, price_satang: 1_750_000, tax_satang: 485_000 },
  ],
  total_satang: 18 * 2_675_000 + 4 * 2_235_000,
  conditions: [{ kind: 'baggage', text: '30 kg each' }],
  valid_until: hours(48),
  hold_expires_at: hours(96),
  deposit_satang: 11_000_000,
  deposit_due_at: hours(72),
  balance_due_at: hours(240),
  names_due_at: hours(300),
  margin_satang: 900_000,
  internal_notes: 'Ask for the group desk',
  ...changes,
});
