import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { FilterPanel } from '#ui/parts/filter-panel.tsx';
import { FlightCard } from '#ui/parts/flight-card.tsx';
import { FlightResult, FlightResults } from '#ui/parts/flight-results.tsx';
import { StickyBar } from '#ui/parts/sticky-bar.tsx';
import { Exhibit } from './exhibit.tsx';
import { flights, priceLines } from './flight-samples.ts';

/** The flights found, while a source still answers. */
function Results() {
  const [open, setOpen] = useState(0);
  const [hasMore, setHasMore] = useState(true);
  const opened = flights[open];
  return (
    <>
      <FlightResults
        label="Flights found"
        canGrow
        sources={[
          { key: 'own', text: 'Our own seats: 2 journeys', isWaiting: false },
          { key: 'airlines', text: 'Airlines: searching', isWaiting: true },
        ]}
        more={hasMore ? { text: 'Show 1 more', onShow: () => setHasMore(false) } : undefined}
      >
        {flights.slice(0, hasMore ? 2 : 3).map((flight, index) => (
          <FlightResult key={flight.label} slices={flight.slices.length}>
            <FlightCard
              {...flight}
              lines={priceLines}
              details="Full refund before ticketing"
              open={open === index}
              onToggle={() => setOpen(open === index ? -1 : index)}
              onChoose={() => undefined}
              texts={{ choose: 'Choose', more: 'See details', fewer: 'Fewer details' }}
            />
          </FlightResult>
        ))}
      </FlightResults>
      {opened && (
        <StickyBar
          label="Total and next step"
          totalLabel="Total for 3"
          total={opened.total.amount}
          action={<Button>Choose</Button>}
        />
      )}
    </>
  );
}

/** Flight cards with filters. */
export function FlightExhibit() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['stops:direct']));
  const [price, setPrice] = useState(9740);
  const [open, setOpen] = useState(false);
  return (
    <Exhibit id="flights" title="Flights">
      <FilterPanel
        groups={[
          {
            id: 'stops',
            title: 'Stops',
            options: [
              { value: 'direct', text: 'Direct both ways', count: 2 },
              { value: 'one', text: 'Up to 1 stop', count: 3 },
            ],
          },
          {
            id: 'price',
            title: 'Total price',
            price: {
              label: 'Highest total price',
              min: 6650,
              max: 9740,
              step: 10,
              value: price,
              onValue: setPrice,
              format: (value) => `THB ${value.toLocaleString('en')}`,
            },
          },
        ]}
        chosen={chosen}
        onChange={setChosen}
        sheet={{ open, onOpen: setOpen }}
        texts={{ title: 'Filters', clear: 'Clear all', close: 'Close', show: 'Show 3 flights' }}
      >
        <Results />
      </FilterPanel>
    </Exhibit>
  );
}
