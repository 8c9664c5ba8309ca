import { Info, Luggage, RefreshCw, Users, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { passengerCounts } from '@bkksiam/domain/quotes';
import { weekdayText } from '@bkksiam/domain/weekday-text';
import {
  dayDifference,
  minutesBetween,
  utcOffsetText,
  type ZonedTime,
} from '@bkksiam/domain/zoned-time';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { classNames } from '#ui/class-names.ts';
import { FlightSlices, type FlightSlice } from '#ui/parts/flight-slices.tsx';
import { useConditionText } from './condition-text.ts';
import { cabinOf, type Offer, type OfferContent, type Segment } from './offer.ts';

/** The names of airlines by their codes. */
export interface AirlineNames {
  readonly airlines: ReadonlyMap<string, { readonly name_en: string; readonly name_th: string }>;
}

/** The passengers of an offer or request. */
export function peopleOf(row: Pick<Offer, 'pax_adt' | 'pax_chd' | 'pax_inf'>): number {
  return row.pax_adt + row.pax_chd + row.pax_inf;
}

/**
 * What a passenger of each type pays, taxes included, where the lines of the type are for every passenger of it and no
 * line is for the whole group.
 */
export function pricePerPerson(offer: Offer) {
  if (offer.lines.some(({ type }) => type === null)) return [];
  return passengerCounts(offer).flatMap(({ kind, count }) => {
    const lines = offer.lines.filter(({ type }) => type === kind);
    if (lines.length === 0 || lines.some((line) => line.count !== count)) return [];
    const satang = lines.reduce((sum, line) => sum + line.price_satang + line.tax_satang, 0);
    return [{ kind, satang }];
  });
}

/** How long a flight takes; a part that is 0 is left out. */
export function useDurationText(): (minutes: number) => string {
  const { t } = useTranslation('requests');
  return (total) => {
    const [hours, minutes] = [Math.floor(total / 60), total % 60];
    if (hours === 0) return t('time.minutes', { minutes });
    return minutes === 0 ? t('time.wholeHours', { hours }) : t('time.hours', { hours, minutes });
  };
}

function useSlices(known: AirlineNames | undefined): (segment: Segment) => FlightSlice {
  const { t } = useTranslation('requests');
  const language = useLanguage();
  const durationText = useDurationText();
  const end = (airport: string, time: ZonedTime) => ({
    time: time.local.slice(11),
    airport,
    zone: utcOffsetText(time) ?? time.zone,
  });
  return (segment) => {
    const departure = { local: segment.departs_at, zone: segment.departs_zone };
    const arrival = { local: segment.arrives_at, zone: segment.arrives_zone };
    const minutes = minutesBetween(departure, arrival) ?? 0;
    const days = dayDifference(departure, arrival) ?? 0;
    const day = departure.local.slice(0, 10);
    const dayText = days > 0 ? `+${String(days)}` : `−${String(-days)}`;
    return {
      title: weekdayText(day, language, true) ?? day,
      airline: known?.airlines.get(segment.airline)?.[`name_${language}`] ?? '',
      airlineCode: segment.airline,
      flightNumber: `${segment.airline} ${segment.number}`,
      from: end(segment.origin, departure),
      to: {
        ...end(segment.destination, arrival),
        ...(days !== 0 && {
          later: {
            text: dayText,
            label: days > 0 ? t('offer.daysLater', { count: days }) : t('offer.dayBefore'),
          },
        }),
      },
      duration: durationText(minutes),
      stops: t('offer.direct'),
    };
  };
}

/** The flights of an offer. */
export function OfferFlights({
  offer,
  known,
}: {
  readonly offer: Pick<OfferContent, 'segments'>;
  readonly known: AirlineNames | undefined;
}) {
  return <FlightSlices slices={offer.segments.map(useSlices(known))} />;
}

/** The rows of a price: each line without its taxes, then the taxes of all. */
export function usePriceRows({ lines }: Pick<OfferContent, 'lines'>) {
  const { t } = useTranslation('requests');
  const baht = useBaht();
  const rows = lines.map(({ label, count, price_satang: price }) => ({
    label,
    count,
    each: baht(price),
    sum: baht(count * price),
  }));
  const taxed = lines.filter((line) => line.tax_satang > 0);
  const [first] = taxed;
  if (first === undefined) return rows;
  const isSame = taxed.every((line) => line.tax_satang === first.tax_satang);
  const taxes = {
    label: t('offer.taxes'),
    count: taxed.reduce((sum, line) => sum + line.count, 0),
    each: isSame ? baht(first.tax_satang) : '',
    sum: baht(taxed.reduce((sum, line) => sum + line.count * line.tax_satang, 0)),
  };
  return [...rows, taxes];
}

/** The lines of a price, taxes apart, then the total. */
export function OfferLines({ offer }: { readonly offer: Offer }) {
  const { t } = useTranslation('requests');
  const baht = useBaht();
  const rows = usePriceRows(offer);
  const number = 'num py-2 print:py-0.5 pl-3 text-right whitespace-nowrap';
  const each = 'max-sm:hidden print:table-cell';
  return (
    <table className="w-full text-sm">
      <thead className="text-ink-2">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 text-left font-text">
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
          <td className={number}>{peopleOf(offer)}</td>
          <td className={each} />
          <td className={number}>{baht(offer.total_satang)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** What is due until when: deposit, balance and names. */
export function OfferDues({ offer }: { readonly offer: Offer }) {
  const { t } = useTranslation('requests');
  const baht = useBaht();
  const timeText = useBangkokTime();
  const balance = offer.total_satang - offer.deposit_satang;
  const dues = [
    ...(offer.deposit_satang > 0
      ? [
          {
            label: t('offer.deposit'),
            what: baht(offer.deposit_satang),
            by: offer.deposit_due_at,
          },
        ]
      : []),
    ...(balance > 0
      ? [{ label: t('offer.balance'), what: baht(balance), by: offer.balance_due_at }]
      : []),
    {
      label: t('offer.names'),
      what: t('offer.allNames', { count: peopleOf(offer) }),
      by: offer.names_due_at,
    },
  ];
  return (
    <ul className="grid gap-3 sm:grid-cols-3 print:grid-cols-3">
      {dues.map(({ label, what, by }) => (
        <li key={label} className="rounded-md bg-sunken px-4 py-3 print:p-0">
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
  readonly offer: Pick<OfferContent, 'segments' | 'conditions'> &
    Partial<Pick<Offer, 'seats_reason'>>;
}) {
  const { t } = useTranslation(['requests', 'common']);
  const conditionText = useConditionText();
  const cabinText = (stored: string | null) => {
    const cabin = cabinOf(stored);
    return cabin ? t(`common:search.cabin.${cabin}`) : (stored ?? '');
  };
  const fares = offer.segments.map(({ cabin, baggage, airline, number }) => ({
    flight: `${airline} ${number}`,
    text: [cabinText(cabin), baggage ?? ''].filter((part) => part !== '').join(' · '),
  }));
  const isSame = new Set(fares.map(({ text }) => text)).size === 1;
  const said = [
    ...(isSame
      ? fares.slice(0, 1).map(({ text }) => ({ kind: 'baggage', text }))
      : fares.map(({ flight, text }) => ({ kind: 'baggage', text: `${flight}: ${text}` }))),
    ...offer.conditions.map((condition) => ({
      kind: condition.kind,
      text: conditionText(condition),
    })),
    { kind: 'people', text: offer.seats_reason ?? '' },
  ].filter(({ text }) => text !== '');
  return (
    <ul className="grid gap-3 print:gap-1">
      {said.map(({ kind, text }, index) => {
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
