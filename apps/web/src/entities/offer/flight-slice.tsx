import { useTranslation } from 'react-i18next';
import {
  connections,
  isRoundTrip,
  sliceDays,
  sliceEnds,
  sliceMinutes,
  type FlightOffer,
  type FlightSegment,
  type FlightSlice,
} from '@bkksiam/domain/flight-offer';
import { shortDayText, weekdayText } from '@bkksiam/domain/weekday-text';
import { clockOf, dayOf, utcOffsetText, type ZonedTime } from '@bkksiam/domain/zoned-time';
import { useListText } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { FlightSlices, type FlightSlice as SliceRow } from '#ui/parts/flight-slices.tsx';
import { useFlightNames, type FlightNames } from './flight-names.ts';

/** How long a flight takes; a part that is 0 is left out. */
export function useDuration(): (minutes: number) => string {
  const { t } = useTranslation('flights');
  return (total) => {
    const [hours, minutes] = [Math.floor(total / 60), total % 60];
    if (hours === 0) return t('time.minutes', { minutes });
    return minutes === 0 ? t('time.hours', { hours }) : t('time.duration', { hours, minutes });
  };
}

/** 'Out, Fri 18 Dec' and 'Back, Tue 22 Dec' of a round trip, else the day. */
function useSliceTitle(): (offer: Pick<FlightOffer, 'slices'>, slice: FlightSlice) => string {
  const { t } = useTranslation('flights');
  const language = useLanguage();
  return (offer, slice) => {
    const departs = dayOf(sliceEnds(slice).departure);
    const day = shortDayText(departs, language) ?? departs;
    if (!isRoundTrip(offer)) return day;
    return t(slice === offer.slices[0] ? 'slice.out' : 'slice.back', { day });
  };
}

function useSliceRow(names: FlightNames | undefined) {
  const { t } = useTranslation('flights');
  const { airline, city } = useFlightNames(names);
  const duration = useDuration();
  const list = useListText();
  const end = (airport: string, time: ZonedTime) => ({
    time: clockOf(time),
    airport,
    zone: utcOffsetText(time) ?? time.zone,
  });
  const later = (days: number) =>
    days > 0
      ? { text: `+${String(days)}`, label: t('slice.daysLater', { count: days }) }
      : { text: `−${String(-days)}`, label: t('slice.dayBefore') };
  const stop = ({ airport, nextAirport, minutes }: ReturnType<typeof connections>[number]) =>
    t(airport === nextAirport ? 'slice.stopAt' : 'slice.changeAirport', {
      city: city(airport),
      airport,
      next: nextAirport,
      time: duration(minutes ?? 0),
    });
  return (slice: FlightSlice<FlightSegment>, title: string): SliceRow => {
    const { origin, departure, destination, arrival } = sliceEnds(slice);
    const days = sliceDays(slice) ?? 0;
    const stops = connections(slice);
    const sellers = [...new Set(slice.segments.map((segment) => segment.airline))];
    return {
      title,
      airline: list(sellers.map(airline)),
      airlineCode: slice.segments[0].airline,
      flightNumber: slice.segments
        .map((segment) => `${segment.airline} ${segment.flightNumber}`)
        .join(' + '),
      from: end(origin, departure),
      to: { ...end(destination, arrival), ...(days !== 0 && { later: later(days) }) },
      duration: duration(sliceMinutes(slice) ?? 0),
      stops: stops.length === 0 ? t('slice.direct') : t('slice.stops', { count: stops.length }),
      ...(stops.length > 0 && { stopDetail: stops.map(stop).join(' · ') }),
    };
  };
}

/**
 * The rows of an offer's slices, for the card of a flight.
 *
 * @param names undefined until they are loaded
 */
export function useSliceRows(
  names: FlightNames | undefined,
): (offer: Pick<FlightOffer, 'slices'>) => readonly SliceRow[] {
  const row = useSliceRow(names);
  const title = useSliceTitle();
  return (offer) => offer.slices.map((slice) => row(slice, title(offer, slice)));
}

export interface OfferSlicesProps {
  readonly offer: Pick<FlightOffer, 'slices'>;
  /** Undefined until they are loaded. */
  readonly names: FlightNames | undefined;
}

/** The slices of an offer, a row each: airline, departure, way with its stops, arrival. */
export function OfferSlices({ offer, names }: OfferSlicesProps) {
  return <FlightSlices slices={useSliceRows(names)(offer)} />;
}

/** Flights, a row each under its day. */
export function FlightList({
  segments,
  names,
}: {
  readonly segments: readonly FlightSegment[];
  readonly names: FlightNames | undefined;
}) {
  const language = useLanguage();
  const row = useSliceRow(names);
  const rows = segments.map((segment) => {
    const day = dayOf(segment.departure);
    return row({ segments: [segment] }, weekdayText(day, language, true) ?? day);
  });
  return <FlightSlices slices={rows} />;
}
