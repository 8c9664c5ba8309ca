import { classNames } from '../class-names.ts';
import { AirlineBadge } from './airline-badge.tsx';

/** A departure or an arrival. */
interface FlightEnd {
  /** Local time, `08:05`. */
  readonly time: string;
  readonly airport: string;
  /** `UTC+7`. */
  readonly zone: string;
  /** `+1` and what it means, if the arrival is on another day. */
  readonly later?: { readonly text: string; readonly label: string };
}

/** One way of a journey. */
export interface FlightSlice {
  /** 'Out, Fri 18 Dec'. */
  readonly title: string;
  readonly airline: string;
  readonly airlineCode: string;
  readonly flightNumber: string;
  readonly from: FlightEnd;
  readonly to: FlightEnd;
  /** '1 h 20 min'. */
  readonly duration: string;
  /** 'Direct' or '1 stop'. */
  readonly stops: string;
  /** Place and duration of the stop; undefined for a direct flight. */
  readonly stopDetail?: string;
}

function End({ end, last = false }: { readonly end: FlightEnd; readonly last?: boolean }) {
  const { time, airport, zone, later } = end;
  return (
    <div
      className={classNames(
        'num leading-tight',
        last && 'text-right @min-[31rem]:min-w-22 @min-[31rem]:text-left',
      )}
    >
      <span className="text-2xl font-strong whitespace-nowrap @min-[31rem]:text-[1.625rem]">
        {time}
        {later && (
          <span className="ml-0.5 align-super text-xs leading-none font-head text-gold-ink">
            <span aria-hidden>{later.text}</span>
            <span className="sr-only"> {later.label}</span>
          </span>
        )}
      </span>
      <span className="block text-xs leading-normal whitespace-nowrap text-ink-2">
        <strong className="font-strong">{airport}</strong> · {zone}
      </span>
    </div>
  );
}

function Way({ slice: { duration, stops, stopDetail } }: { readonly slice: FlightSlice }) {
  const isDirect = stopDetail === undefined;
  return (
    <div className="grid justify-items-center text-center text-xs leading-normal text-ink-2">
      <span className="num">{duration}</span>
      <span
        aria-hidden
        className="relative block h-[9px] w-full before:absolute before:inset-x-0 before:top-1 before:border-t-[1.5px] before:border-line-control before:content-[''] after:absolute after:top-px after:right-0 after:size-[7px] after:rotate-45 after:border-t-[1.5px] after:border-r-[1.5px] after:border-line-control after:content-['']"
      >
        {!isDirect && (
          <span className="absolute top-0 left-1/2 z-1 -ml-[5px] size-[9px] rounded-pill bg-surface inset-ring-2 inset-ring-gold-ink forced-colors:border" />
        )}
      </span>
      <span className={classNames('font-head', isDirect ? 'text-green' : 'text-gold-ink')}>
        {stops}
      </span>
    </div>
  );
}

/** The flights of a journey, a row each: airline, departure, way and arrival; in a narrow card the airline is above the rest. */
export function FlightSlices({ slices }: { readonly slices: readonly FlightSlice[] }) {
  return (
    <ul className="@container divide-y divide-line">
      {slices.map((slice) => (
        <li
          key={`${slice.title} ${slice.flightNumber}`}
          className="grid grid-cols-[auto_minmax(3rem,1fr)_auto] items-center gap-x-3 gap-y-1 py-2 @min-[31rem]:grid-cols-[10.5rem_auto_minmax(4rem,1fr)_auto] @min-[31rem]:gap-x-4 @min-[38rem]:grid-cols-[11rem_auto_minmax(5rem,1fr)_auto]"
        >
          <div className="grid grid-cols-[2rem_minmax(0,1fr)] items-center gap-x-3 text-sm leading-snug @max-[31rem]:col-span-full">
            <AirlineBadge code={slice.airlineCode} />
            <div>
              <p className="font-strong whitespace-nowrap">{slice.title}</p>
              <p className="text-xs text-ink-2">
                {slice.airline} <span className="num whitespace-nowrap">{slice.flightNumber}</span>
              </p>
            </div>
          </div>
          <End end={slice.from} />
          <Way slice={slice} />
          <End end={slice.to} last />
          {slice.stopDetail !== undefined && (
            <p className="col-span-full text-center text-xs leading-normal text-ink-2 @min-[31rem]:col-start-3 @min-[31rem]:col-end-4">
              {slice.stopDetail}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
