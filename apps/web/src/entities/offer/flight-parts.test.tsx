import { screen, within } from '@testing-library/react';
import { render } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FlightOffer } from '@bkksiam/domain/flight-offer';
import { ownOffers } from '@bkksiam/domain/own-seats';
import type { Trip } from '@bkksiam/domain/trip';
import { changeLanguage, loadTexts, startTranslations } from '#platform/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { withBackend } from '#testing/backend.ts';
import { takeConsoleErrors } from '#testing/console-errors.ts';
import { addFlights, dayAfter, flightDay, shortDay, withFlights } from '#testing/flights.ts';
import { FareDetails, useFareFacts } from './fare-facts.tsx';
import { ownFlightsQuery, ownLegs } from './flight-data.ts';
import { OfferSlices } from './flight-slice.tsx';
import { OfferPriceBreakdown, useOfferPrice } from './price-breakdown.tsx';

const backend = withBackend();
withFlights(backend);

const family = { adult: 2, child: 1, infant: 0 };
const round: Trip = {
  tripType: 'roundtrip',
  legs: [
    { origin: 'BKK', destination: 'CNX', day: flightDay },
    { origin: 'CNX', destination: 'BKK', day: dayAfter(4) },
  ],
  cabin: 'economy',
  passengers: family,
};
const names = {
  airports: new Map([['UTH', { city_en: 'Udon Thani', city_th: 'อุดรธานี' }]]),
  airlines: new Map([['FD', { name_en: 'Thai AirAsia', name_th: 'ไทยแอร์เอเชีย' }]]),
};

beforeAll(async () => {
  await startTranslations({ language: 'en' });
  await loadTexts('flights');
});
beforeEach(async () => {
  await changeLanguage('en');
  await backend().database.sql('delete from public.bkk_flights');
});

const search = async (trip: Trip) =>
  ownOffers((await createQueryClient().query(ownFlightsQuery(trip))) ?? [], trip.passengers);

async function found(trip = round): Promise<FlightOffer> {
  const [offer] = await search(trip);
  if (offer === undefined) throw new Error('no flight was found');
  return offer;
}

function Facts({ offer }: { readonly offer: FlightOffer }) {
  const facts = useFareFacts()(offer);
  const price = useOfferPrice()(offer);
  return (
    <ul>
      {[...facts.map(({ text }) => text), ...price.perPassenger].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

const texts = (element: HTMLElement) =>
  within(element)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('an offer of own seats', () => {
  beforeEach(() =>
    addFlights(backend(), [
      {
        number: '108',
        times: 'BKK 08:05 CNX 09:25',
        baht: 2690,
        fare: {
          adult_tax_satang: 51_000,
          child_satang: 202_000,
          child_tax_satang: 51_000,
          baggage: JSON.stringify({
            adult: { cabin_kg: 7, checked_pieces: 1, checked_kg: 20 },
            child: { cabin_kg: 7, checked_pieces: 0 },
          }),
          change_allowed: true,
          change_fee_satang: 150_000,
          change_until_hours: 24,
          refund_allowed: false,
        },
        seats: 3,
      },
      { number: '119', times: 'CNX 23:40 BKK 00:55', days: 1, baht: 0, on: dayAfter(4) },
    ]),
  );

  it('has both ways with days, local times, zones and the day of arrival', async () => {
    render(<OfferSlices offer={await found()} names={names} />);
    const rows = texts(document.body);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain(`Out, ${shortDay()}Thai AirAsia FD 108`);
    expect(rows[0]).toContain('08:05BKK · UTC+7');
    expect(rows[0]).toContain('1 h 20 minDirect');
    expect(rows[1]).toContain(`Back, ${shortDay(4)}`);
    expect(rows[1]).toContain('00:55+1 arrives 1 day laterBKK · UTC+7');
  });

  it('says its total, who pays what, and what it is made of', async () => {
    const offer = await found();
    render(<OfferPriceBreakdown offer={offer} />);
    const text = document.body.textContent;
    expect(text).toContain('total for 3, taxes includedTHB 8,930');
    expect(text).toContain('2 adultsTHB 2,690 × 2THB 5,380');
    expect(text).toContain('1 childTHB 2,020 × 1THB 2,020');
    expect(text).toContain('Taxes and feesTHB 510 × 3THB 1,530');
    // Alone, the price of one is the total.
    render(<Facts offer={{ ...offer, passengers: { adult: 1, child: 0, infant: 0 } }} />);
    expect(texts(document.body)).not.toContain('Adult THB 3,200');
  });

  it('says its conditions in plain words, the strictest of its flights', async () => {
    const offer = await found();
    render(<Facts offer={offer} />);
    expect(texts(document.body)).toEqual([
      'Bags differ by flight',
      'No refund',
      'Hold 48 h, pay later',
      '3 seats left',
      'Adult THB 3,200',
      'Child THB 2,530',
    ]);
    render(<FareDetails offer={offer} names={names} />);
    const details = within(
      screen.getByText('Bags, per person').closest('section') ?? document.body,
    );
    expect(details.getByText('Adult, FD 108').nextSibling?.textContent).toBe(
      '7 kg cabin + 20 kg checked',
    );
    expect(details.getByText('Child, FD 108').nextSibling?.textContent).toBe(
      '7 kg cabin, no checked bag',
    );
    expect(details.getByText('Adult, FD 119').nextSibling?.textContent).toBe('ask us');
    expect(screen.getByText('Refund').nextSibling?.textContent).toBe('not possible');
    expect(screen.getByText(/^FD 108, BKK 08:05 – CNX 09:25$/)).toBeTruthy();
    expect(screen.getByText(/Bangkok time\. You pay nothing today\./)).toBeTruthy();
  });

  it('says the same in Thai', async () => {
    const offer = await found();
    await changeLanguage('th');
    render(<OfferSlices offer={offer} names={names} />);
    expect(texts(document.body)[0]).toContain(`ขาไป ${shortDay(0, 'th')}ไทยแอร์เอเชีย FD 108`);
  });
});

it('a connection is one row that says where it stops and for how long', async () => {
  await addFlights(backend(), [
    { number: '1', times: 'BKK 08:00 UTH 09:10', baht: 700 },
    { number: '2', times: 'UTH 10:15 CNX 11:30', baht: 500 },
  ]);
  const [leg] = round.legs;
  const offer = await found({ ...round, tripType: 'oneway', legs: [leg] });
  render(<OfferSlices offer={offer} names={names} />);
  const [row, ...others] = texts(document.body);
  expect(others).toEqual([]);
  expect(row).toContain(`${shortDay()}Thai AirAsia FD 1 + FD 2`);
  expect(row).toContain('1 stop');
  expect(row).toContain('Udon Thani (UTH), 1 h 5 min');
});

it('an answer of another shape fails and is logged', async () => {
  expect(() => ownLegs([[[{ fare_id: 'x' }]]])).toThrow();
  await backend().database.sql(`select bkk_internal.set_features('{bookings}')`);
  await expect(search(round)).rejects.toMatchObject({ code: expect.any(String) as string });
  await backend().database.sql(`select bkk_internal.set_features('{bookings,flights}')`);
  expect(takeConsoleErrors()).toHaveLength(1);
});
