import {
  dayParts,
  noFilter,
  offerOrders,
  type OfferFilter,
  type OfferOrder,
} from '@bkksiam/domain/flight-offer-list';

/** The flights of a page of results. */
export const pageSize = 24;

/** How the results are shown, as their address says. */
export interface ResultsView {
  readonly order: OfferOrder;
  readonly filter: OfferFilter;
  /** The id of the opened offer: empty for none, undefined for the first. */
  readonly open: string | undefined;
  /** How many are shown of a long list. */
  readonly shown: number;
  /** The keys of the legs that are chosen so far. */
  readonly legs: readonly string[];
}

const flightPattern = String.raw`[A-Z0-9]{2}\w{1,5}\.\d{12}`;
const legsPattern = new RegExp(`^${flightPattern}(?:[-_]${flightPattern}){0,17}$`);

const list = (text: string | null, pattern: RegExp) =>
  (text ?? '').split('-').filter((part) => pattern.test(part));

const digit = (text: string | null) => (text !== null && /^\d$/.test(text) ? Number(text) : null);

/** Reads the parameters of an address; what is wrong is as if it were not there. */
export function readView(params: URLSearchParams): ResultsView {
  const order = params.get('sort');
  const max = params.get('max') ?? '';
  const shown = params.get('shown') ?? '';
  const legs = params.get('legs') ?? '';
  return {
    order: offerOrders.find((known) => known === order) ?? 'best',
    open: params.get('open') ?? undefined,
    legs: legsPattern.test(legs) ? legs.split('_') : [],
    shown: Math.max(pageSize, /^\d{1,3}$/.test(shown) ? Number(shown) : 0),
    filter: {
      maxStops: digit(params.get('stops')),
      dayParts: (params.get('depart') ?? '')
        .split('_')
        .slice(0, 6)
        .map((slice) => dayParts.filter((part) => slice.split('-').includes(part))),
      airlines: list(params.get('airlines'), /^[A-Z0-9]{2}$/),
      airports: list(params.get('airports'), /^[A-Z]{3}$/),
      maxTotalSatang: /^\d{1,9}$/.test(max) ? Number(max) * 100 : null,
      hasCheckedBaggage: params.has('bags'),
      canBeHeld: params.has('hold'),
    },
  };
}

function filterParameters(filter: OfferFilter): Readonly<Record<string, string>> {
  const { maxStops, maxTotalSatang } = filter;
  return {
    stops: maxStops === null ? '' : String(maxStops),
    depart: filter.dayParts
      .map((parts) => parts.join('-'))
      .join('_')
      .replace(/_+$/, ''),
    airlines: filter.airlines.join('-'),
    airports: filter.airports.join('-'),
    max: maxTotalSatang === null ? '' : String(maxTotalSatang / 100),
    bags: filter.hasCheckedBaggage ? '1' : '',
    hold: filter.canBeHeld ? '1' : '',
  };
}

/** Writes changes of the view into the parameters of an address; another order, filter or leg begins at the first flight. */
export function writeView(
  params: URLSearchParams,
  { order, filter, open, shown, legs }: Partial<ResultsView>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string) => {
    if (value === '') next.delete(name);
    else next.set(name, value);
  };
  if (order !== undefined) set('sort', order === 'best' ? '' : order);
  if (filter !== undefined) {
    for (const [name, value] of Object.entries(filterParameters(filter))) set(name, value);
  }
  if (legs !== undefined) set('legs', legs.join('_'));
  if (order !== undefined || filter !== undefined || legs !== undefined) {
    next.delete('open');
    next.delete('shown');
  }
  if (open !== undefined) next.set('open', open);
  if (shown !== undefined) set('shown', shown <= pageSize ? '' : String(shown));
  return next;
}

/** Whether a filter hides nothing. */
export function isNoFilter(filter: OfferFilter): boolean {
  const { dayParts: parts, ...rest } = filter;
  const { dayParts: _none, ...allowed } = noFilter;
  return (
    parts.every((slice) => slice.length === 0) && JSON.stringify(rest) === JSON.stringify(allowed)
  );
}
