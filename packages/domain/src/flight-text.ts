/** A flight as an agent types or pastes it. What the text lacks is empty. */
export interface TypedFlight {
  readonly airline: string;
  readonly number: string;
  readonly origin: string;
  readonly destination: string;
  /** Local day of the departure. */
  readonly day: string;
  /** Local times: `23:45`. */
  readonly departs: string;
  readonly arrives: string;
  /** Days from the departure's local day to the arrival's. */
  readonly daysLater: number;
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const namedDay = new RegExp(`\\b(\\d{1,2}) ?(${months.join('|')})[A-Z]*(?:[ ,]*(20\\d\\d)\\b)?`);
const numericDay = /\b(?:(20\d\d)-(\d\d)-(\d\d)|(\d{1,2})\/(\d{1,2})\/(20\d\d))\b/;
// Reservation systems number the flights of a list.
const flight = /^\s*(?:\d{1,2}[ .)]+)?([A-Z]{2}|[A-Z]\d|\d[A-Z]) ?(\d{1,4})(?: ?\b|(?=[A-Z]\b))/;
const airports = /\b([A-Z]{3})\s*[-–/>→]?\s*([A-Z]{3})\b/;
const time = /\b([01]\d|2[0-3])[:.]?([0-5]\d)(?: ?([+-]) ?(\d))?(?!\d)/g;

const two = (value: string | number) => String(value).padStart(2, '0');

/** The calendar day, in the year that makes it today or later where none is written. */
function dayOf(year: string | undefined, month: number, date: string, today: string): string {
  const monthAndDate = `${two(month)}-${two(date)}`;
  if (year !== undefined) return `${year}-${monthAndDate}`;
  const thisYear = Number(today.slice(0, 4));
  return monthAndDate >= today.slice(5)
    ? `${String(thisYear)}-${monthAndDate}`
    : `${String(thisYear + 1)}-${monthAndDate}`;
}

interface FoundDay {
  readonly day: string;
  /** The text without it. */
  readonly rest: string;
}

function findDay(text: string, today: string, withYear: boolean): FoundDay {
  const numeric = numericDay.exec(text);
  if (numeric) {
    const [whole, year, month, date, d, m, y] = numeric;
    const day = dayOf(year ?? y, Number(month ?? m), date ?? d ?? '', today);
    return { day, rest: text.replace(whole, ' ') };
  }
  const named = namedDay.exec(text);
  if (!named) return { day: '', rest: text };
  const [whole, date = '', month = '', year] = named;
  const used = withYear || year === undefined ? whole : whole.slice(0, whole.lastIndexOf(year));
  const day = dayOf(withYear ? year : undefined, months.indexOf(month) + 1, date, today);
  return { day, rest: text.replace(used, ' ') };
}

function findTimes(text: string) {
  const [departs, arrives] = [...text.matchAll(time)];
  const days = arrives?.[4] === undefined ? 0 : Number(`${arrives[3] ?? ''}${arrives[4]}`);
  const textOf = (found: RegExpMatchArray | undefined) =>
    found ? `${found[1] ?? ''}:${found[2] ?? ''}` : '';
  return { departs: textOf(departs), arrives: textOf(arrives), daysLater: days };
}

function parseLine(line: string, today: string): TypedFlight | undefined {
  const text = line.toUpperCase();
  const found = flight.exec(text);
  if (!found) return undefined;
  const afterFlight = text.slice(found[0].length);
  // `26DEC 2045` is a day and a time where no other time is there for the arrival.
  const [withYear, withoutYear] = [true, false].map((uses) => {
    const { day, rest } = findDay(afterFlight, today, uses);
    const route = airports.exec(rest);
    return { day, route, ...findTimes(route ? rest.replace(route[0], ' ') : rest) };
  });
  const best = withYear?.arrives === '' ? withoutYear : withYear;
  const { day = '', route = null, departs = '', arrives = '', daysLater = 0 } = best ?? {};
  const [, airline = '', number = ''] = found;
  const [, origin = '', destination = ''] = route ?? [];
  return { airline, number, origin, destination, day, departs, arrives, daysLater };
}

/**
 * Reads flights as people type them (`TG 682 BKK NRT 26 Dec 23:45 07:40+1`) or paste them from a reservation system
 * (`1  TG 682 Y 26DEC 6 BKKNRT HK22 2345 0740+1`), one a line.
 *
 * @param today calendar day; a day without a year is the next one from it on
 * @returns for each line with text its flight, or undefined where it names none
 */
export function parseFlights(text: string, today: string): readonly (TypedFlight | undefined)[] {
  return text
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => parseLine(line, today));
}
