import { Info, Luggage, RefreshCw, Users, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Offer } from '@bkksiam/domain/offer';
import { passengerTotal } from '@bkksiam/domain/passenger-age';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { classNames } from '#ui/class-names.ts';
import { useBaggageText } from './baggage-text.ts';
import { useConditionText } from './condition-text.ts';
import type { FlightNames } from './flight-names.ts';
import { FlightList } from './flight-slice.tsx';
import { usePriceRows } from './price-breakdown.tsx';

interface OfferProps {
  readonly offer: Offer;
}

/** The lines of a price, taxes apart, then the total. */
function OfferLines({ offer }: OfferProps) {
  const { t } = useTranslation('requests');
  const baht = useBaht();
  const rows = usePriceRows()(offer.lines);
  const number = 'num py-2 print:py-0.5 pl-3 text-right whitespace-nowrap';
  const each = 'max-sm:hidden print:table-cell';
  return (
    <table className="w-full text-sm">
      <thead className="text-ink-2">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 text-left font-text print:py-0.5">
            {t('offer.line')}
          </th>
          <th scope="col" className={`${number} font-text`}>
            {t('offer.count')}
          </th>
          <th scope="col" className={classNames(number, each, 'font-text')}>
            {t('offer.each')}
          </th>
          <th scope="col" className={`${number} font-text`}>
            {t('offer.sum')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} className="border-b border-line">
            <td className="py-2 print:py-0.5 wrap-anywhere">{row.label}</td>
            <td className={number}>{row.count}</td>
            <td className={classNames(number, each)}>{row.each}</td>
            <td className={number}>{row.sum}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="text-md font-strong">
        <tr>
          <td className="py-2 print:py-0.5">{t('offer.total')}</td>
          <td className={number}>{passengerTotal(offer.seats)}</td>
          <td className={each} />
          <td className={number}>{baht(offer.totalSatang)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** What is due until when: deposit, balance and names. */
function OfferDues({ offer }: OfferProps) {
  const { t } = useTranslation('requests');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const balance = offer.totalSatang - offer.depositSatang;
  const dues = [
    ...(offer.depositSatang > 0
      ? [
          {
            label: t(balance > 0 ? 'offer.deposit' : 'offer.total'),
            what: baht(offer.depositSatang),
            by: offer.depositDueAt,
          },
        ]
      : []),
    ...(balance > 0
      ? [{ label: t('offer.balance'), what: baht(balance), by: offer.balanceDueAt }]
      : []),
    {
      label: t('offer.names'),
      what: t('offer.allNames', { count: passengerTotal(offer.seats) }),
      by: offer.namesDueAt,
    },
  ];
  return (
    <ul className="grid gap-3 sm:grid-cols-3 print:grid-cols-3">
      {dues.map(({ label, what, by }) => (
        <li key={label} className="rounded-md bg-sunken px-4 py-3 print:bg-transparent print:p-0">
          <span className="block text-xs text-ink-2">{label}</span>
          <b className="num block font-strong">{what}</b>
          <span className="num block text-sm text-ink-2">
            {by === null ? t('offer.noDate') : t('offer.by', { time: timeText(by) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

const conditionIcons: Readonly<Partial<Record<string, LucideIcon>>> = {
  baggage: Luggage,
  size: Users,
  people: Users,
  refund: RefreshCw,
  change: RefreshCw,
};

/** Conditions, with cabin and baggage of the flights first. */
export function OfferConditions({
  offer,
}: {
  readonly offer: Pick<Offer, 'segments' | 'conditions'> & Partial<Pick<Offer, 'seatsReason'>>;
}) {
  const { t } = useTranslation('common');
  const conditionText = useConditionText();
  const baggageText = useBaggageText();
  const fares = offer.segments.map(({ cabin, baggage, airline, flightNumber }) => ({
    flight: `${airline} ${flightNumber}`,
    text: [cabin === null ? '' : t(`search.cabin.${cabin}`), baggageText(baggage)]
      .filter((part) => part !== '')
      .join(' · '),
  }));
  const isSame = new Set(fares.map(({ text }) => text)).size === 1;
  const conditions = [
    ...(isSame
      ? fares.slice(0, 1).map(({ text }) => ({ kind: 'baggage', text }))
      : fares.map(({ flight, text }) => ({ kind: 'baggage', text: `${flight}: ${text}` }))),
    ...offer.conditions.map((condition) => ({
      kind: condition.kind,
      text: conditionText(condition),
    })),
    { kind: 'people', text: offer.seatsReason ?? '' },
  ].filter(({ text }) => text !== '');
  return (
    <ul className="grid gap-3 print:gap-0.5">
      {conditions.map(({ kind, text }, index) => {
        const Icon = conditionIcons[kind] ?? Info;
        return (
          <li key={index} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-3 text-sm">
            <Icon className="mt-0.5 size-5 text-teal" strokeWidth={1.8} />
            <span className="wrap-anywhere">{text}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** What an offer contains, with the titles of its sections: first the flights. */
export function useOfferSections(offer: Offer, names: FlightNames | undefined) {
  const { t } = useTranslation('requests');
  return [
    {
      title: t('offer.flights'),
      content: <FlightList segments={offer.segments} names={names} />,
    },
    { title: t('offer.lines'), content: <OfferLines offer={offer} /> },
    { title: t('offer.dues'), content: <OfferDues offer={offer} /> },
    { title: t('offer.conditions'), content: <OfferConditions offer={offer} /> },
  ];
}
