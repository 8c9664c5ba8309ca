import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseSatang, parseWholeNumber, satangText } from '@bkksiam/domain/number-input';
import { Button } from '#ui/button.tsx';
import { NumberField, QuantityField } from '#ui/parts/number-field.tsx';
import { PriceBreakdown } from '#ui/parts/price-breakdown.tsx';
import { PriceChange } from '#ui/parts/price-change.tsx';
import { Exhibit, useSample } from './sample.tsx';

/** What a total is made of. */
export function usePriceLines() {
  const { s, baht } = useSample();
  return [
    { label: s('2 adults', 'ผู้ใหญ่ 2'), detail: `${baht(2690)} × 2`, amount: baht(5380) },
    { label: s('1 child', 'เด็ก 1'), detail: `${baht(2020)} × 1`, amount: baht(2020) },
    {
      label: s('Taxes, fees', 'ภาษีและค่าธรรมเนียม'),
      detail: `${baht(510)} × 3`,
      amount: baht(1530),
    },
  ];
}

function Fields() {
  const { t } = useTranslation('parts');
  const { s } = useSample();
  const [amount, setAmount] = useState<number | null>(2_860_000);
  const [rooms, setRooms] = useState<number | null>(2);
  return (
    <div className="grid content-start gap-5">
      <NumberField
        parse={parseSatang}
        format={satangText}
        label={s('Amount, THB', 'จำนวนเงิน (บาท)')}
        value={amount}
        onValue={setAmount}
        error={Number.isNaN(amount) && t('amount.wrong')}
      />
      <QuantityField
        parse={parseWholeNumber}
        format={String}
        label={s('Passengers', 'ผู้โดยสาร')}
        hint={s('1 to 9', '1 ถึง 9 คน')}
        value={rooms}
        onValue={setRooms}
        min={1}
        max={9}
        lessLabel={t('quantity.less')}
        moreLabel={t('quantity.more')}
      />
    </div>
  );
}

/** Price rise, price breakdown, and the fields of money and quantity. */
export function PriceExhibit() {
  const { s, baht } = useSample();
  const lines = usePriceLines();
  return (
    <Exhibit id="prices" title={s('Prices', 'ราคา')}>
      <div className="grid gap-8">
        <PriceChange
          title={s('The price went up while you were typing', 'ราคาปรับขึ้นระหว่างที่คุณกรอกข้อมูล')}
          text={s(
            'The airline raised the fare by THB 120 a person. Everything you typed is still here.',
            'สายการบินปรับค่าโดยสารขึ้นคนละ ฿120 ข้อมูลที่คุณกรอกไว้ยังอยู่ครบ',
          )}
          before={{
            label: s('You saw, 10:31', 'ราคาที่เห็น 10:31 น.'),
            amount: baht(8930),
            note: s('total for 3', 'รวม 3 คน'),
          }}
          now={{
            label: s('Now, 10:42', 'ราคาตอนนี้ 10:42 น.'),
            amount: baht(9290),
            note: s('THB 360 more', 'เพิ่มขึ้น ฿360'),
          }}
          action={<Button tone="link">{s('See other flights', 'ดูเที่ยวบินอื่น')}</Button>}
        />
        <div className="grid gap-8 roomy:grid-cols-2">
          <div className="rounded-lg bg-surface p-6 inset-ring inset-ring-line">
            <PriceBreakdown
              total={{ label: s('Total for 3', 'รวม 3 คน'), amount: baht(8930) }}
              lines={lines}
              sums={[
                { label: s('Paid 2 Dec 2026', 'ชำระแล้ว 2 ธ.ค. 2569'), amount: `−${baht(3000)}` },
                { label: s('Left to pay', 'คงเหลือต้องชำระ'), amount: baht(5930), strong: true },
              ]}
            />
          </div>
          <Fields />
        </div>
      </div>
    </Exhibit>
  );
}
