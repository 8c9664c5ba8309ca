import { Armchair, BriefcaseBusiness, Clock, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FlightCardProps } from '#ui/parts/flight-card.tsx';
import { useSample } from './sample.tsx';

type Shown = Pick<FlightCardProps, 'label' | 'tag' | 'slices' | 'facts' | 'total' | 'perPassenger'>;

function useSlices() {
  const { t } = useTranslation('parts');
  const { s } = useSample();
  const bkk = { airport: 'BKK', zone: 'UTC+7' };
  const cnx = { airport: 'CNX', zone: 'UTC+7' };
  const lanna = { airline: s('Lanna Airways', 'ล้านนาแอร์เวย์'), airlineCode: 'L5' };
  const andaman = { airline: s('Andaman Jet', 'อันดามันเจ็ต'), airlineCode: 'A4' };
  const river = { airline: s('Chao Phraya Air', 'เจ้าพระยาแอร์'), airlineCode: 'C9' };
  const out = { title: s('Out, Fri 18 Dec', 'ขาไป ศ. 18 ธ.ค.'), from: bkk, to: cnx };
  const back = { title: s('Back, Tue 22 Dec', 'ขากลับ อ. 22 ธ.ค.'), from: cnx, to: bkk };
  const direct = (
    airline: typeof lanna,
    { title, from, to }: typeof out,
    flightNumber: string,
    departs: string,
    arrives: string,
    minutes: number,
  ) => ({
    ...airline,
    title,
    flightNumber,
    from: { ...from, time: departs },
    to: { ...to, time: arrives },
    duration: t('time.hours', { hours: 1, minutes }),
    stops: t('flight.direct'),
  });
  return {
    late: [
      direct(river, out, 'C9 275', '15:00', '16:10', 10),
      direct(river, back, 'C9 272', '13:25', '14:35', 10),
    ],
    direct: [
      direct(lanna, out, 'L5 108', '08:05', '09:25', 20),
      direct(lanna, back, 'L5 119', '17:40', '19:00', 20),
    ],
    overnight: [
      {
        ...andaman,
        ...out,
        flightNumber: 'A4 1306',
        from: { ...bkk, time: '21:40' },
        to: { ...cnx, time: '00:55', later: { text: '+1', label: t('flight.nextDay') } },
        duration: t('time.hours', { hours: 3, minutes: 15 }),
        stops: t('flight.stops', { count: 1 }),
        stopDetail: s('Udon Thani (UTH), 1 h 05', 'อุดรธานี (UTH) 1 ชม. 5 นาที'),
      },
      direct(andaman, back, 'A4 1301', '06:20', '07:40', 20),
    ],
  };
}

/** Invented flights: what is found at first, and one of a late source. */
export function useFlights(): readonly Shown[] {
  const { t } = useTranslation('parts');
  const { s, baht } = useSample();
  const { direct, overnight, late } = useSlices();
  const total = s('total for 3, taxes included', 'รวม 3 คน รวมภาษีแล้ว');
  const bags = s('7 kg cabin + 20 kg checked', 'ถือขึ้น 7 กก. โหลด 20 กก.');
  const hold = { icon: Clock, text: s('Hold 48 h, pay later', 'จองไว้ 48 ชม. จ่ายทีหลัง') };
  return [
    {
      label: `${t('sort.best')}, ${baht(8930)}`,
      tag: t('sort.best'),
      slices: direct,
      facts: [
        { icon: BriefcaseBusiness, text: bags },
        { icon: RefreshCw, text: s('Change THB 1,500', 'เปลี่ยนเที่ยวบิน ฿1,500') },
        hold,
        { icon: Armchair, text: s('9+ seats', 'เหลือ 9 ที่ขึ้นไป') },
      ],
      total: { label: total, amount: baht(8930) },
      perPassenger: [`${s('Adult', 'ผู้ใหญ่')} ${baht(3200)}`, `${s('Child', 'เด็ก')} ${baht(2530)}`],
    },
    {
      label: `${t('sort.cheapest')}, ${baht(6650)}`,
      tag: t('sort.cheapest'),
      slices: overnight,
      facts: [
        { icon: BriefcaseBusiness, text: s('7 kg cabin, no checked bag', 'ถือขึ้น 7 กก. ไม่รวมโหลด') },
        { icon: RefreshCw, text: s('No changes, no refund', 'เปลี่ยนไม่ได้ คืนเงินไม่ได้') },
        { icon: Armchair, text: s('3 seats left', 'เหลือ 3 ที่'), isScarce: true },
      ],
      total: { label: total, amount: baht(6650) },
      perPassenger: [`${s('Adult', 'ผู้ใหญ่')} ${baht(2360)}`, `${s('Child', 'เด็ก')} ${baht(1930)}`],
    },
    {
      label: `${s('Chao Phraya Air', 'เจ้าพระยาแอร์')}, ${baht(9740)}`,
      slices: late,
      facts: [
        { icon: BriefcaseBusiness, text: bags },
        { icon: RefreshCw, text: s('Change free once', 'เปลี่ยนฟรี 1 ครั้ง') },
        hold,
        { icon: Armchair, text: s('3 seats left', 'เหลือ 3 ที่'), isScarce: true },
      ],
      total: { label: total, amount: baht(9740) },
      perPassenger: [`${s('Adult', 'ผู้ใหญ่')} ${baht(3490)}`, `${s('Child', 'เด็ก')} ${baht(2760)}`],
    },
  ];
}
