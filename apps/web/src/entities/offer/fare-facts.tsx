import { Armchair, Clock, Luggage, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FareRule, FlightOffer, FoundSegment } from '@bkksiam/domain/flight-offer';
import { passengerTypes, type PassengerType } from '@bkksiam/domain/passenger-age';
import { clockOf } from '@bkksiam/domain/zoned-time';
import { useBaht, useBangkokTime, useListText } from '#platform/formats.ts';
import { serverNow } from '#platform/server-clock.ts';
import type { FlightFact } from '#ui/parts/flight-card.tsx';
import { useBagsText } from './baggage-text.ts';
import { useFlightNames, type FlightNames } from './flight-names.ts';

const hourMs = 3_600_000;

/** Fewer seats than these are worth hurrying for, more are not counted. */
const fewSeats = 4;
const manySeats = 9;

const segmentsOf = ({ slices }: Pick<FlightOffer, 'slices'>): readonly FoundSegment[] =>
  slices.flatMap(({ segments }) => segments);

/** The bags of a passenger type as text: one for all flights, or by flight where they differ. */
function useBagsByFlight() {
  const bagsText = useBagsText();
  return (offer: Pick<FlightOffer, 'slices'>, type: PassengerType) => {
    const flights = segmentsOf(offer).map(({ airline, flightNumber, baggage }) => ({
      flight: `${airline} ${flightNumber}`,
      text: bagsText(baggage[type]),
    }));
    return { flights, isSame: new Set(flights.map(({ text }) => text)).size === 1 };
  };
}

function useRuleFacts() {
  const { t } = useTranslation('flights');
  const baht = useBaht();
  const text = (kind: 'change' | 'refund', { isAllowed, feeSatang }: FareRule) => {
    if (isAllowed === null) return [];
    if (!isAllowed) return [t(`fact.${kind}.no`)];
    if (feeSatang === null) return [t(`fact.${kind}.someFee`)];
    return [
      feeSatang === 0 ? t(`fact.${kind}.free`) : t(`fact.${kind}.fee`, { fee: baht(feeSatang) }),
    ];
  };
  return ({ change, refund }: Pick<FlightOffer, 'change' | 'refund'>) =>
    change.isAllowed === false && refund.isAllowed === false
      ? [t('fact.fixed')]
      : [...text('change', change), ...text('refund', refund)];
}

/** The short facts of a fare in plain words: bags, change and refund, hold, seats. What is not known is left out. */
export function useFareFacts(): (offer: FlightOffer) => readonly FlightFact[] {
  const { t } = useTranslation('flights');
  const bagsOf = useBagsByFlight();
  const rulesOf = useRuleFacts();
  return (offer) => {
    const { flights, isSame } = bagsOf(offer, 'adult');
    const bags = isSame ? flights[0]?.text : t('bags.vary');
    // A hold that was offered a moment ago lasts a moment less.
    const hours =
      offer.heldUntil === null
        ? undefined
        : Math.floor((Date.parse(offer.heldUntil) - serverNow()) / hourMs + 0.25);
    const seats = offer.seatsLeft;
    return [
      ...(bags === undefined ? [] : [{ icon: Luggage, text: bags }]),
      ...rulesOf(offer).map((text) => ({ icon: RefreshCw, text })),
      ...(hours === undefined
        ? []
        : [{ icon: Clock, text: hours > 0 ? t('fact.hold', { hours }) : t('fact.shortHold') }]),
      ...(seats === null
        ? []
        : [
            {
              icon: Armchair,
              text:
                seats >= manySeats
                  ? t('fact.manySeats', { count: manySeats })
                  : t(seats > fewSeats ? 'fact.seats' : 'fact.fewSeats', { count: seats }),
              isScarce: seats <= fewSeats,
            },
          ]),
    ];
  };
}

interface Row {
  readonly label: string;
  readonly text: string;
}

function Rows({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <dl className="grid gap-1.5 text-ink-2">
      {rows.map(({ label, text }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt>{label}</dt>
          <dd className="text-right font-mid text-ink">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function useBagRows(): (offer: FlightOffer) => readonly Row[] {
  const { t } = useTranslation('flights');
  const bagsOf = useBagsByFlight();
  const list = useListText();
  return (offer) =>
    passengerTypes
      .filter((type) => offer.passengers[type] > 0)
      .flatMap((type) => {
        const { flights, isSame } = bagsOf(offer, type);
        return (isSame ? flights.slice(0, 1) : flights).map(({ flight, text }) => ({
          label: isSame ? t(`type.${type}`) : list([t(`type.${type}`), flight]),
          text: text ?? t('rule.unknown'),
        }));
      });
}

function useRuleRows(): (offer: FlightOffer) => readonly Row[] {
  const { t } = useTranslation('flights');
  const baht = useBaht();
  const textOf = (kind: 'change' | 'refund', { isAllowed, feeSatang }: FareRule) => {
    if (isAllowed === null) return t('rule.unknown');
    if (!isAllowed) return t('rule.no');
    if (feeSatang === null) return t('rule.someFee');
    return feeSatang === 0
      ? t(`rule.${kind}.free`)
      : t(`rule.${kind}.fee`, { fee: baht(feeSatang) });
  };
  return (offer) =>
    (['change', 'refund'] as const).map((kind) => {
      const hours = offer[kind].untilHoursBefore;
      return {
        label: hours ? t(`rule.${kind}.until`, { hours }) : t(`rule.${kind}.label`),
        text: textOf(kind, offer[kind]),
      };
    });
}

function Flights({ offer, names }: FareDetailsProps) {
  const { t } = useTranslation(['flights', 'common']);
  const { airline } = useFlightNames(names);
  const list = useListText();
  const onBoard = (segment: FoundSegment) =>
    [
      ...(segment.aircraft === null ? [] : [segment.aircraft]),
      t(`common:search.cabin.${segment.cabin}`),
      t('segment.operatedBy', { airline: airline(segment.operatingAirline) }),
      ...(segment.originTerminal === null
        ? []
        : [t('segment.from', { terminal: segment.originTerminal })]),
      ...(segment.destinationTerminal === null
        ? []
        : [t('segment.to', { terminal: segment.destinationTerminal })]),
    ].join(' · ');
  return (
    <ul className="grid gap-2">
      {segmentsOf(offer).map((segment) => {
        const { flightNumber, origin, destination, departure, arrival } = segment;
        return (
          <li key={`${flightNumber} ${departure.local}`}>
            <span className="num font-mid">
              {list([
                `${segment.airline} ${flightNumber}`,
                `${origin} ${clockOf(departure)} – ${destination} ${clockOf(arrival)}`,
              ])}
            </span>
            <span className="block text-ink-2">{onBoard(segment)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 font-strong">{title}</h3>
      {children}
    </section>
  );
}

export interface FareDetailsProps {
  readonly offer: FlightOffer;
  /** Undefined until they are loaded. */
  readonly names: FlightNames | undefined;
}

/** The conditions of an offer in plain words: bags by passenger type, change and refund, each flight, the hold. */
export function FareDetails({ offer, names }: FareDetailsProps) {
  const { t } = useTranslation('flights');
  const timeText = useBangkokTime();
  return (
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      <Part title={t('details.bags')}>
        <Rows rows={useBagRows()(offer)} />
      </Part>
      <Part title={t('details.rules')}>
        <Rows rows={useRuleRows()(offer)} />
      </Part>
      <Part title={t('details.flights')}>
        <Flights offer={offer} names={names} />
      </Part>
      <Part title={t('details.hold')}>
        <p className="text-ink-2">
          {offer.heldUntil === null
            ? t('details.noHold')
            : t('details.holdUntil', { time: timeText(offer.heldUntil) })}
        </p>
      </Part>
    </div>
  );
}
