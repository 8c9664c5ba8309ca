import { useTranslation } from 'react-i18next';
import type { FlightOffer } from '@bkksiam/domain/flight-offer';
import { passengerTotal, passengerTypes } from '@bkksiam/domain/passenger-age';
import { useBaht } from '#platform/formats.ts';
import { PriceBreakdown, type PriceLine } from '#ui/parts/price-breakdown.tsx';

/** What is needed of an offer to show its price. */
export type PricedOffer = Pick<FlightOffer, 'passengers' | 'prices' | 'totalSatang'>;

/** A price in texts. */
export interface PriceTexts {
  /** The total for all, and that it is. */
  readonly total: PriceLine;
  /** Fares by passenger type with count times price, then the taxes and fees of all; empty where they are not known. */
  readonly lines: readonly PriceLine[];
  /** What one passenger of each type pays, taxes included. */
  readonly perPassenger: readonly string[];
}

/** The texts of the price of an offer. */
export function useOfferPrice(): (offer: PricedOffer) => PriceTexts {
  const { t } = useTranslation(['flights', 'common']);
  const baht = useBaht();
  const times = (satang: number, count: number) => `${baht(satang)} × ${String(count)}`;
  return ({ passengers, prices, totalSatang }) => {
    const priced = passengerTypes.flatMap((type) => {
      const price = prices?.[type];
      const count = passengers[type];
      return count > 0 && price !== undefined ? [{ type, count, ...price }] : [];
    });
    const taxed = priced.filter(({ taxSatang }) => taxSatang > 0);
    const [first] = taxed;
    const people = taxed.reduce((sum, { count }) => sum + count, 0);
    const taxes = taxed.reduce((sum, { count, taxSatang }) => sum + count * taxSatang, 0);
    const isSame = taxed.every(({ taxSatang }) => taxSatang === first?.taxSatang);
    return {
      total: {
        label: t('price.total', { count: passengerTotal(passengers) }),
        amount: baht(totalSatang),
      },
      lines: [
        ...priced.map(({ type, count, fareSatang }) => ({
          label: t(`common:passengers.${type}`, { count }),
          detail: times(fareSatang, count),
          amount: baht(count * fareSatang),
        })),
        ...(first === undefined
          ? []
          : [
              {
                label: t('price.taxes'),
                ...(isSame && { detail: times(first.taxSatang, people) }),
                amount: baht(taxes),
              },
            ]),
      ],
      perPassenger: priced.map(({ type, fareSatang, taxSatang }) =>
        t(`price.each.${type}`, { price: baht(fareSatang + taxSatang) }),
      ),
    };
  };
}

export interface OfferPriceBreakdownProps {
  readonly offer: PricedOffer;
  /** Of the total; by default 'total for 3, taxes included'. */
  readonly label?: string;
  /** In narrow columns the total is below its label. */
  readonly narrow?: boolean;
}

/** The total of an offer first, then the passengers by type, taxes and fees apart. */
export function OfferPriceBreakdown({ offer, label, narrow = false }: OfferPriceBreakdownProps) {
  const { total, lines } = useOfferPrice()(offer);
  return (
    <PriceBreakdown
      total={label === undefined ? total : { ...total, label }}
      lines={lines}
      narrow={narrow}
    />
  );
}
