import { Armchair, BriefcaseBusiness, Clock, RefreshCw } from 'lucide-react';
import type { FlightCardProps } from '#ui/parts/flight-card.tsx';
import type { FlightSlice } from '#ui/parts/flight-slices.tsx';

/** A direct flight of an hour and 20 minutes. `times` is such as `BKK 08:05 CNX 09:25`. */
function slice(title: string, flightNumber: string, times: string): FlightSlice {
  const [origin = '', departs = '', destination = '', arrives = ''] = times.split(' ');
  return {
    title,
    airline: 'Lanna Airways',
    airlineCode: flightNumber.slice(0, 2),
    flightNumber,
    from: { time: departs, airport: origin, zone: 'UTC+7' },
    to: { time: arrives, airport: destination, zone: 'UTC+7' },
    duration: '1 h 20 min',
    stops: 'Direct',
  };
}

const out = slice('Out, Fri 18 Dec', 'L5 108', 'BKK 08:05 CNX 09:25');
const overnight = slice('Out, Fri 18 Dec', 'A4 1306', 'BKK 21:40 CNX 00:55');
const back = slice('Back, Tue 22 Dec', 'L5 119', 'CNX 17:40 BKK 19:00');

const facts = [
  { icon: BriefcaseBusiness, text: '7 kg cabin + 20 kg checked' },
  { icon: RefreshCw, text: 'Change THB 1,500' },
  { icon: Clock, text: 'Hold 48 h, pay later' },
];
const fewSeats = { icon: Armchair, text: '3 seats left', isScarce: true };

type SampleFlight = Pick<
  FlightCardProps,
  'label' | 'tag' | 'slices' | 'facts' | 'total' | 'perPassenger'
>;

function flight(tag: string, amount: string, sample: Pick<SampleFlight, 'slices' | 'facts'>) {
  return {
    ...sample,
    label: `${tag}, ${amount}`,
    tag,
    total: { label: 'total for 3, taxes included', amount },
    perPassenger: ['Adult THB 3,200', 'Child THB 2,530'],
  };
}

/** What is found at first, and the flight of a source that answers late. */
export const flights: readonly [SampleFlight, SampleFlight, SampleFlight] = [
  flight('Best', 'THB 8,930', { slices: [out, back], facts }),
  flight('Cheapest', 'THB 6,650', {
    slices: [
      {
        ...overnight,
        to: { ...overnight.to, later: { text: '+1', label: 'arrives 1 day later' } },
        duration: '3 h 15 min',
        stops: '1 stop',
        stopDetail: 'Udon Thani (UTH), 1 h 05',
      },
      back,
    ],
    facts: [{ icon: RefreshCw, text: 'No changes, no refund' }, fewSeats],
  }),
  flight('Fastest', 'THB 9,740', { slices: [out, back], facts: [...facts, fewSeats] }),
];

/** What a total is made of. */
export const priceLines = [
  { label: '2 adults', detail: 'THB 2,690 × 2', amount: 'THB 5,380' },
  { label: '1 child', detail: 'THB 2,020 × 1', amount: 'THB 2,020' },
  { label: 'Taxes and fees', detail: 'THB 510 × 3', amount: 'THB 1,530' },
];
