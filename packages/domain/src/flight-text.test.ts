import { expect, it } from 'vitest';
import { parseFlights } from './flight-text.ts';

const today = '2026-11-26';
const tokyo = {
  airline: 'TG',
  number: '682',
  origin: 'BKK',
  destination: 'NRT',
  day: '2026-12-26',
  departs: '23:45',
  arrives: '07:40',
  daysLater: 1,
};

it.each([
  'TG 682 BKK NRT 26 Dec 23:45 07:40+1',
  'tg682 bkk-nrt 26dec 2345 0740+1',
  'TG 682 26 December 2026 BKK → NRT 23:45 07:40 +1',
  'TG682 2026-12-26 BKK/NRT 23.45 07.40+1',
  'TG682 26/12/2026 BKKNRT 2345-0740+1',
  '  1  TG 682 Y 26DEC 6 BKKNRT HK22  2345 0740+1',
  '2. TG 682 Y 26DEC 6 BKKNRT HK22  2345 0740+1   *1A/E*',
])('reads %s', (line) => {
  expect(parseFlights(line, today)).toEqual([tokyo]);
});

it('takes four digits for a time where they could be a year', () => {
  expect(parseFlights('FD 3437 DMK CNX 26DEC 2045 2200', today)[0]).toMatchObject({
    day: '2026-12-26',
    departs: '20:45',
    arrives: '22:00',
    daysLater: 0,
  });
});

it('reads airlines with a digit, and an arrival on the day before', () => {
  expect(parseFlights('5J 930 BKK MNL 3 Jan 00:15 23:50-1', today)[0]).toMatchObject({
    airline: '5J',
    number: '930',
    day: '2027-01-03',
    daysLater: -1,
  });
});

it('leaves empty what a line lacks, and marks lines without a flight', () => {
  expect(parseFlights('TG 682\n\nsee below\r\nTG 677 NRT BKK', today)).toEqual([
    { ...tokyo, origin: '', destination: '', day: '', departs: '', arrives: '', daysLater: 0 },
    undefined,
    expect.objectContaining({ number: '677', origin: 'NRT', destination: 'BKK', day: '' }),
  ]);
});
