import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { DayStrip } from '#ui/parts/day-strip.tsx';
import { FilterPanel, type FilterGroup } from '#ui/parts/filter-panel.tsx';
import { FlightCard } from '#ui/parts/flight-card.tsx';
import { FlightResult, FlightResults } from '#ui/parts/flight-results.tsx';
import { StickyBar } from '#ui/parts/sticky-bar.tsx';
import { RadioField } from '#ui/radio-field.tsx';
import { useFlights } from './flight-samples.ts';
import { usePriceLines } from './price-exhibit.tsx';
import { Exhibit, useSample } from './sample.tsx';

const lowest = 6650;
const highest = 10_840;

function useGroups(highestPrice: number, onPrice: (price: number) => void): readonly FilterGroup[] {
  const { t } = useTranslation('parts');
  const { s, baht } = useSample();
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
      id: 'price',
      title: t('price.title'),
      price: {
        label: t('price.highest'),
        min: lowest,
        max: highest,
        step: 10,
        value: highestPrice,
        onValue: onPrice,
        format: baht,
      },
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

function Days() {
  const { t } = useTranslation('parts');
  const { s, digits } = useSample();
  return (
    <DayStrip
      label={t('day.label')}
      selected="2026-12-18"
      days={[
        { key: '2026-12-16', text: s('Wed 16', 'พ. 16'), price: digits(7210) },
        { key: '2026-12-17', text: s('Thu 17', 'พฤ. 17'), price: digits(6980) },
        { key: '2026-12-18', text: s('Fri 18', 'ศ. 18'), price: digits(lowest), isLowest: true },
        { key: '2026-12-19', text: s('Sat 19', 'ส. 19') },
        { key: '2026-12-20', text: s('Sun 20', 'อา. 20'), price: digits(7940) },
      ]}
      note={t('day.note', { count: 3 })}
      link={(day, { children, ...link }) => (
        <a href={`#${day}`} {...link}>
          {children}
        </a>
      )}
      texts={{ lowest: t('day.lowest'), noPrice: t('day.noPrice') }}
    />
  );
}

function Order() {
  const { t } = useTranslation('parts');
  const { baht } = useSample();
  const [order, setOrder] = useState<'best' | 'cheapest' | 'fastest'>('best');
  return (
    <div className="mt-5">
      <RadioField
        look="tabs"
        legend={t('sort.label')}
        chosen={order}
        onChoose={setOrder}
        choices={[
          { value: 'best', text: t('sort.best'), hint: baht(8930) },
          { value: 'cheapest', text: t('sort.cheapest'), hint: baht(lowest) },
          { value: 'fastest', text: t('sort.fastest'), hint: baht(highest) },
        ]}
      />
    </div>
  );
}

/** The flights found, while a source still answers. */
function Results() {
  const { t } = useTranslation('parts');
  const { s } = useSample();
  const flights = useFlights();
  const lines = usePriceLines();
  const [open, setOpen] = useState(0);
  const [hasMore, setMore] = useState(true);
  const texts = { choose: t('flight.choose'), more: t('flight.more'), fewer: t('flight.fewer') };
  const chosen = flights[open];
  const own = s('Our own seats', 'ที่นั่งของ BKK Siam');
  const airlines = s('Airlines', 'สายการบิน');
  return (
    <>
      <FlightResults
        label={t('results.label')}
        sources={[
          {
            key: 'own',
            isWaiting: false,
            text: t('results.answered', { source: own, count: 1 }),
          },
          {
            key: 'airlines',
            isWaiting: true,
            text: t('results.waiting', { source: airlines, count: 2 }),
          },
        ]}
        more={
          hasMore
            ? { text: t('results.more', { count: 1 }), onShow: () => setMore(false) }
            : undefined
        }
      >
        {flights.slice(0, hasMore ? 2 : 3).map((flight, index) => (
          <FlightResult key={flight.label} slices={flight.slices.length}>
            <FlightCard
              {...flight}
              lines={lines}
              details={<Details />}
              open={open === index}
              onToggle={() => setOpen(open === index ? -1 : index)}
              onChoose={() => undefined}
              texts={texts}
            />
          </FlightResult>
        ))}
      </FlightResults>
      {chosen && (
        <StickyBar
          label={t('bar.label')}
          totalLabel={t('bar.total', { count: 3 })}
          total={chosen.total.amount}
          action={<Button>{t('flight.choose')}</Button>}
        />
      )}
    </>
  );
}

/** Flight cards with their filters, days and order. */
export function FlightExhibit() {
  const { t } = useTranslation('parts');
  const common = useTranslation().t;
  const { s } = useSample();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['stops:direct']));
  const [price, setPrice] = useState(highest);
  return (
    <Exhibit id="flights" title={s('Flights', 'เที่ยวบิน')}>
      <FilterPanel
        groups={useGroups(price, setPrice)}
        chosen={chosen}
        onChange={setChosen}
        texts={{
          title: t('filter.title'),
          clear: t('filter.clear'),
          close: common('action.close'),
          show: t('filter.show', { count: 3 }),
        }}
      >
        <Days />
        <Order />
        <Results />
      </FilterPanel>
    </Exhibit>
  );
}
