import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { FlightSlices } from '#ui/parts/flight-slices.tsx';
import { PriceBreakdown } from '#ui/parts/price-breakdown.tsx';
import { PrintSheet } from '#ui/parts/print-sheet.tsx';
import { RegionState } from '#ui/parts/region-state.tsx';
import { useFlights } from './flight-samples.ts';
import { usePriceLines } from './price-exhibit.tsx';
import { Exhibit, useSample } from './sample.tsx';

const states = ['first', 'filtered', 'failed', 'offline', 'expired', 'forbidden'] as const;

/** What stands where a list or a page cannot be shown. */
export function StateExhibit() {
  const { t } = useTranslation('parts');
  const { s } = useSample();
  return (
    <Exhibit id="states" title={s('States of a region', 'สถานะของพื้นที่')}>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {states.map((state) => (
          <li key={state} className="rounded-lg bg-surface inset-ring inset-ring-line">
            <RegionState
              state={state}
              of="bookings"
              title={t(`state.${state}.title`)}
              text={t(`state.${state}.text`)}
              action={<Button tone="secondary">{t(`state.${state}.action`)}</Button>}
            />
          </li>
        ))}
      </ul>
    </Exhibit>
  );
}

/** A page to print. */
export function PrintExhibit() {
  const { t } = useTranslation();
  const { s, baht } = useSample();
  const [, flight] = useFlights();
  const lines = usePriceLines();
  return (
    <Exhibit id="print" title={s('A page to print', 'หน้าสำหรับพิมพ์')}>
      <PrintSheet
        brand={t('brand')}
        title={s('Your itinerary', 'กำหนดการเดินทางของคุณ')}
        reference="BKK-7QM4K2TX"
        sections={[
          {
            title: s('Flights', 'เที่ยวบิน'),
            content: <FlightSlices slices={flight?.slices ?? []} />,
          },
          {
            title: s('Passengers', 'ผู้โดยสาร'),
            content: <p>NATTAYA WONGTHAI, KRIT WONGTHAI</p>,
          },
          {
            title: s('Paid in full', 'ชำระครบแล้ว'),
            content: (
              <PriceBreakdown
                total={{ label: s('Total for 3', 'รวม 3 คน'), amount: baht(8930) }}
                lines={lines}
              />
            ),
          },
        ]}
        foot={s('Issued on 2 Dec 2026, Bangkok time', 'ออกเมื่อ 2 ธ.ค. 2569 เวลาไทย')}
      />
    </Exhibit>
  );
}
