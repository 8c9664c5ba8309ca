import { Armchair, BriefcaseBusiness, Clock, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterPanel, type FilterGroup } from '#ui/parts/filter-panel.tsx';
import { FlightCard, type FlightCardProps } from '#ui/parts/flight-card.tsx';
import { RadioField } from '#ui/radio-field.tsx';
import { usePriceLines } from './price-exhibit.tsx';
import { Exhibit, useSample } from './sample.tsx';

type Shown = Pick<FlightCardProps, 'label' | 'tag' | 'slices' | 'facts' | 'total' | 'perPassenger'>;

function useSlices() {
  const { t } = useTranslation('parts');
  const { s } = useSample();
  const bkk = { airport: 'BKK', zone: 'UTC+7' };
  const cnx = { airport: 'CNX', zone: 'UTC+7' };
  const lanna = { airline: s('Lanna Airways', 'ล้านนาแอร์เวย์'), airlineCode: 'L5' };
  const andaman = { airline: s('Andaman Jet', 'อันดามันเจ็ต'), airlineCode: 'A4' };
  const out = s('Out, Fri 18 Dec', 'ขาไป ศ. 18 ธ.ค.');
  const back = s('Back, Tue 22 Dec', 'ขากลับ อ. 22 ธ.ค.');
  const quick = { duration: t('time.hours', { hours: 1, minutes: 20 }), stops: t('flight.direct') };
  const later = { text: '+1', label: t('flight.nextDay') };
  return {
    direct: [
      {
        ...lanna,
        ...quick,
        title: out,
        flightNumber: 'L5 108',
        from: { ...bkk, time: '08:05' },
        to: { ...cnx, time: '09:25' },
      },
      {
        ...lanna,
        ...quick,
        title: back,
        flightNumber: 'L5 119',
        from: { ...cnx, time: '17:40' },
        to: { ...bkk, time: '19:00' },
      },
    ],
    overnight: [
      {
        ...andaman,
        title: out,
        flightNumber: 'A4 1306',
        from: { ...bkk, time: '21:40' },
        to: { ...cnx, time: '00:55', later },
        duration: t('time.hours', { hours: 3, minutes: 15 }),
        stops: t('flight.stops', { count: 1 }),
        stopDetail: s('Udon Thani (UTH), 1 h 05', 'อุดรธานี (UTH) 1 ชม. 5 นาที'),
      },
      {
        ...andaman,
        ...quick,
        title: back,
        flightNumber: 'A4 1301',
        from: { ...cnx, time: '06:20' },
        to: { ...bkk, time: '07:40' },
      },
    ],
  };
}

function useFlights(): readonly Shown[] {
  const { t } = useTranslation('parts');
  const { s, baht } = useSample();
  const { direct, overnight } = useSlices();
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
      perPassenger: `${s('Adult', 'ผู้ใหญ่')} ${baht(3200)} · ${s('Child', 'เด็ก')} ${baht(2530)}`,
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
      perPassenger: `${s('Adult', 'ผู้ใหญ่')} ${baht(2360)} · ${s('Child', 'เด็ก')} ${baht(1930)}`,
    },
  ];
}

function useGroups(): readonly FilterGroup[] {
  const { t } = useTranslation('parts');
  const { s } = useSample();
  return [
    {
      id: 'stops',
      title: s('Stops', 'จุดแวะ'),
      options: [
        { value: 'direct', text: s('Direct both ways', 'บินตรงไปกลับ'), count: 1 },
        { value: 'one', text: t('flight.stops', { count: 1 }), count: 1 },
      ],
    },
    {
      id: 'airline',
      title: s('Airlines', 'สายการบิน'),
      options: [
        { value: 'L5', text: s('Lanna Airways', 'ล้านนาแอร์เวย์'), count: 1 },
        { value: 'A4', text: s('Andaman Jet', 'อันดามันเจ็ต'), count: 1 },
      ],
    },
  ];
}

function Details() {
  const { s } = useSample();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <div>
        <h3 className="mb-1 font-strong">{s('Bags, per person', 'สัมภาระต่อคน')}</h3>
        <p className="text-ink-2">
          {s('Cabin 7 kg, 56 × 36 × 23 cm', 'ถือขึ้น 7 กก. 56 × 36 × 23 ซม.')}
        </p>
      </div>
      <div>
        <h3 className="mb-1 font-strong">{s('If your plans change', 'หากเปลี่ยนแผน')}</h3>
        <p className="text-ink-2">{s('Full refund before ticketing', 'คืนเงินเต็มจำนวนก่อนออกตั๋ว')}</p>
      </div>
    </div>
  );
}

/** Flight cards with their filters and order. */
export function FlightExhibit() {
  const { t } = useTranslation('parts');
  const common = useTranslation().t;
  const { s, baht } = useSample();
  const flights = useFlights();
  const lines = usePriceLines();
  const [open, setOpen] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['stops:direct']));
  const [order, setOrder] = useState<'best' | 'cheapest' | 'fastest'>('best');
  return (
    <Exhibit id="flights" title={s('Flights', 'เที่ยวบิน')}>
      <FilterPanel
        groups={useGroups()}
        chosen={chosen}
        onChange={setChosen}
        texts={{
          title: t('filter.title'),
          clear: t('filter.clear'),
          close: common('action.close'),
          show: t('filter.show', { count: flights.length }),
        }}
      >
        <RadioField
          look="tabs"
          legend={t('sort.label')}
          chosen={order}
          onChoose={setOrder}
          choices={[
            { value: 'best', text: t('sort.best'), hint: baht(8930) },
            { value: 'cheapest', text: t('sort.cheapest'), hint: baht(6650) },
            { value: 'fastest', text: t('sort.fastest'), hint: baht(10_840) },
          ]}
        />
        <div className="mt-4 grid gap-4">
          {flights.map((flight, index) => (
            <FlightCard
              key={flight.label}
              {...flight}
              lines={lines}
              details={<Details />}
              open={open === index}
              onToggle={() => setOpen(open === index ? -1 : index)}
              onChoose={() => undefined}
              texts={{
                choose: t('flight.choose'),
                more: t('flight.more'),
                fewer: t('flight.fewer'),
              }}
            />
          ))}
        </div>
      </FilterPanel>
    </Exhibit>
  );
}
