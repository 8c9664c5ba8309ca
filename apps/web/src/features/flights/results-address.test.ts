import { describe, expect, it } from 'vitest';
import { noFilter, type OfferFilter } from '@bkksiam/domain/flight-offer-list';
import { chosenOf, filterOf } from './flight-filters.ts';
import { isNoFilter, pageSize, readView, writeView } from './results-address.ts';

const filter: OfferFilter = {
  maxStops: 0,
  dayParts: [[], ['morning', 'evening']],
  airlines: ['FD', 'TG'],
  airports: ['DMK'],
  maxTotalSatang: 893_000,
  hasCheckedBaggage: true,
  canBeHeld: true,
};
const params = (text: string) => new URLSearchParams(text);

describe('the address of results', () => {
  it('is empty for what is shown at first', () => {
    const view = readView(params('trip=x'));
    expect(view).toMatchObject({ order: 'best', open: undefined, shown: pageSize });
    expect(isNoFilter(view.filter)).toBe(true);
    expect(writeView(params('trip=x'), { filter: noFilter, order: 'best' }).toString()).toBe(
      'trip=x',
    );
  });

  it('has order, filter, opened offer and how many are shown', () => {
    const first = writeView(params('trip=x'), { order: 'cheapest', filter });
    const next = writeView(first, { open: 'own-1-0-0_1.20261218', shown: 48 });
    expect(next.toString()).toBe(
      'trip=x&sort=cheapest&stops=0&depart=_morning-evening&airlines=FD-TG&airports=DMK&max=8930&bags=1&hold=1&open=own-1-0-0_1.20261218&shown=48',
    );
    expect(readView(next)).toEqual({
      order: 'cheapest',
      filter,
      open: 'own-1-0-0_1.20261218',
      shown: 48,
      legs: [],
    });
  });

  it('has the chosen legs, and begins at the first flight after another one', () => {
    const legs = ['FD108.202612180805', 'PG1.202612200700-PG2.202612200900'];
    const next = writeView(params('trip=x&open=a&shown=48'), { legs });
    expect(next.toString()).toBe(`trip=x&legs=${legs.join('_')}`);
    expect(readView(next).legs).toEqual(legs);
    expect(writeView(next, { legs: [] }).toString()).toBe('trip=x');
    expect(readView(params('legs=FD108')).legs).toEqual([]);
  });

  it('begins at the first flight again after another order or filter', () => {
    const next = writeView(params('trip=x&open=a&shown=48'), { order: 'fastest' });
    expect(next.toString()).toBe('trip=x&sort=fastest');
  });

  it('without anything opened says so', () => {
    expect(readView(writeView(params('trip=x'), { open: '' })).open).toBe('');
  });

  it.each([
    'sort=dearest',
    'stops=many',
    'depart=noon',
    'airlines=thai',
    'airports=bkk',
    'max=-1',
    'shown=x',
  ])('ignores what is wrong: %s', (wrong) => {
    const view = readView(params(wrong));
    expect(view).toMatchObject({ order: 'best', shown: pageSize });
    expect(isNoFilter(view.filter)).toBe(true);
  });
});

describe('the options of the filter panel', () => {
  it('are those of the filter', () => {
    const chosen = chosenOf(filter);
    expect([...chosen]).toEqual([
      'stops:0',
      'depart1:morning',
      'depart1:evening',
      'airline:FD',
      'airline:TG',
      'airport:DMK',
      'good:bags',
      'good:hold',
    ]);
    expect(filterOf(chosen, filter, 2)).toEqual(filter);
  });

  it('of two numbers of stops the new one counts', () => {
    const both = new Set(['stops:0', 'stops:1']);
    expect(filterOf(both, filter, 1).maxStops).toBe(1);
    expect(filterOf(both, { ...filter, maxStops: 1 }, 1).maxStops).toBe(0);
    expect(filterOf(new Set(), filter, 1).maxStops).toBeNull();
  });
});
