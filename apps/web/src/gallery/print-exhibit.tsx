import { FlightSlices } from '#ui/parts/flight-slices.tsx';
import { PriceBreakdown } from '#ui/parts/price-breakdown.tsx';
import { PrintSheet } from '#ui/parts/print-sheet.tsx';
import { Exhibit } from './exhibit.tsx';
import { flights, priceLines } from './flight-samples.ts';

/** A page to print. */
export function PrintExhibit() {
  const [flight] = flights;
  return (
    <Exhibit id="print" title="A page to print">
      <PrintSheet
        brand="BKK Siam"
        title="Your itinerary"
        reference="BKK-7QM4K2TX"
        sections={[
          { title: 'Flights', content: <FlightSlices slices={flight.slices} /> },
          { title: 'Passengers', content: <p>NATTAYA WONGTHAI, KRIT WONGTHAI</p> },
          {
            title: 'Paid in full',
            content: <PriceBreakdown total={flight.total} lines={priceLines} />,
          },
        ]}
        foot="Issued on 2 Dec 2026, Bangkok time"
      />
    </Exhibit>
  );
}
