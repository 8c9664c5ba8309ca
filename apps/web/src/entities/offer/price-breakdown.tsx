import { useTranslation } from 'react-i18next';
import type { FlightOffer } from '@bkksiam/domain/flight-offer';
import { hasUsualName, pricesPerPassenger, type OfferLine } from '@bkksiam/domain/offer';
import { passengerTotal, passengerTypes } from '@bkksiam/domain/passenger-age';
import { useBaht } from '#platform/formats.ts';
import { PriceBreakdown, type PriceLine } from '#ui/parts/price-breakdown.tsx';

/** A row of a price in texts. */
interface PriceRow {
  readonly label: string;
  readonly count: number;
  /** Empty if it differs. */
  readonly each: string;
  readonly sum: string;
}

/** The rows of a price: each line without its taxes, then the taxes of all. Texts: `flights`. */
export function usePriceRows(): (lines: readonly OfferLine[]) => readonly PriceRow[] {
  const { t } = useTranslation('flights');
  const baht = useBaht();
  return (lines) => {
    const isShared = (label: string) => lines.filter((line) => line.label === label).length > 1;
    const nameOf = ({ label, type }: OfferLine) => {
      if (type === null) return label;
      if (hasUsualName({ label, type })) return t(`price.fare.${type}`);
      // A fare has the same name for all passengers.
      return isShared(label) ? t('price.line', { label, type: t(`type.${type}`) }) : label;
    };
    const rows = lines.map((line) => ({
      label: nameOf(line),
      count: line.count,
      each: baht(line.priceSatang),
      sum: baht(line.count * line.priceSatang),
    }));
    const taxed = lines.filter((line) => line.taxSatang > 0);
    const [first] = taxed;
    if (first === undefined) return rows;
    const isSame = taxed.every((line) => line.taxSatang === first.taxSatang);
    const taxes = {
      label: t('price.taxes'),
      count: taxed.reduce((sum, line) => sum + line.count, 0),
      each: isSame ? baht(first.taxSatang) : '',
      sum: baht(taxed.reduce((sum, line) => sum + line.count * line.taxSatang, 0)),
    };
    return [...rows, taxes];
  };
}

/** The rows of a price for a breakdown, with count times price. Texts: `flights`. */
export function usePriceLines(): (lines: readonly OfferLine[]) => readonly PriceLine[] {
  const priceRows = usePriceRows();
  return (lines) =>
    priceRows(lines).map(({ label, count, each, sum }) => ({
      label,
      ...(each !== '' && { detail: `${each} × ${String(count)}` }),
      amount: sum,
    }));
}

/** What is needed of an offer to show its price. */
export type PricedOffer = Pick<FlightOffer, 'passengers' | 'prices' | 'totalSatang'>;

/** A price in texts. */
export interface PriceTexts {
  /** The total for all, and that it is. */
  readonly total: PriceLine;
  /** Fares by passenger type, then the taxes and fees of all; empty if they are not known. */
  readonly lines: readonly PriceLine[];
  /** What one passenger of each type pays, taxes included. */
  readonly perPassenger: readonly string[];
}

/** The texts of the price of an offer that a search found. */
export function useOfferPrice(): (offer: PricedOffer) => PriceTexts {
  const { t } = useTranslation(['flights', 'common']);
  const baht = useBaht();
  const priceLines = usePriceLines();
  return ({ passengers, prices, totalSatang }) => {
    const lines = passengerTypes.flatMap((type) => {
      const price = prices?.[type];
      const count = passengers[type];
      if (count === 0 || price === undefined) return [];
      const label = t(`common:passengers.${type}`, { count });
      return [{ label, type, count, priceSatang: price.fareSatang, taxSatang: price.taxSatang }];
    });
    return {
      total: {
        label: t('price.total', { count: passengerTotal(passengers) }),
        amount: baht(totalSatang),
      },
      lines: priceLines(lines),
      // The total is the price of one passenger.
      perPassenger:
        passengerTotal(passengers) === 1
          ? []
          : pricesPerPassenger(lines, passengers).map(({ type, satang }) =>
              t(`price.each.${type}`, { price: baht(satang) }),
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
