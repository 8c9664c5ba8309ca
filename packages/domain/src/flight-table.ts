import { parseBirthDate } from './birth-date.ts';
import { csvLine, csvRows } from './csv.ts';
import { cabinClasses } from './flight-search.ts';
import {
  amountCell,
  importTable,
  linesByKey,
  readTable,
  textCell,
  wholeCell,
  yesNoCell,
  type CellFormat,
  type ImportTable,
  type ImportedItem,
  type LineError,
  type TableHeader,
  type TableLine,
} from './import-table.ts';
import { parseSatang } from './number-input.ts';
import {
  changedFields,
  checkOwnFlight,
  emptyFare,
  fareFieldNames,
  fareFields,
  flightFieldNames,
  flightFields,
  type FareBaggage,
  type FareField,
  type FieldValues,
  type FlightContext,
  type FlightField,
  type OwnFare,
  type OwnFlight,
  type StoredFlight,
} from './own-flight.ts';
import type { PassengerType } from './passenger-age.ts';

const code: CellFormat<string> = { ...textCell, parse: (value) => value.toUpperCase() };

const clock: CellFormat<string> = {
  ...textCell,
  parse(value) {
    const [, hours, minutes] = /^(\d{1,2})[:.]?(\d{2})(?::00)?$/.exec(value) ?? [];
    return hours === undefined ? undefined : `${hours.padStart(2, '0')}:${String(minutes)}`;
  },
};

const days: CellFormat<number> = {
  write: String,
  parse: (value) => (/^[+-]?\d?$/.test(value) && !/^[+-]$/.test(value) ? Number(value) : undefined),
};

const weekdays: CellFormat<readonly number[]> = {
  write: (value) => value.join(''),
  parse: (value) =>
    /^[1-7](?:[ ,]*[1-7])*$/.test(value)
      ? [...new Set(value.replaceAll(/\D/g, ''))].map(Number).toSorted((one, other) => one - other)
      : undefined,
};

// It reads any day that people write, not only that of a birth.
const day: CellFormat<string> = { ...textCell, parse: parseBirthDate };

const cabin: CellFormat<OwnFlight['cabin']> = {
  write: (value) => value,
  parse: (value) => cabinClasses.find((one) => one === value.toLowerCase()),
};

const tax: CellFormat<number | null> = {
  ...amountCell,
  parse: (value) => (value === '' ? 0 : parseSatang(value)),
};

const time: CellFormat<string> = {
  write: (value) => value.replace('T', ' '),
  parse(value) {
    if (value === '') return '';
    const [, date = '', hours = ''] = /^(.*\S)(?: +|T)(\S+)$/.exec(value) ?? [];
    const [at, on] = [clock.parse(hours), parseBirthDate(date)];
    return at === undefined || on === undefined ? undefined : `${on}T${at}`;
  },
};

/** Pieces and their weight in kilograms. */
type Load = readonly [pieces: number | null, kg: number | null];

// `1x20` stands for a piece of 20 kg: spreadsheets take `1/20` for a date.
const load: CellFormat<Load> = {
  write([pieces, kg]) {
    if (pieces === null) return kg === null ? '' : `${String(kg)}kg`;
    return `${String(pieces)}x${kg === null ? '' : String(kg)}`;
  },
  parse(value) {
    if (value === '') return [null, null];
    const [, pieces, each] = /^(\d)\s*[x×]\s*(\d{1,2})?(?:\s*kg)?$/i.exec(value) ?? [];
    const [, kg] = /^(\d{1,2})\s*kg$/i.exec(value) ?? [];
    if (pieces !== undefined) return [Number(pieces), each === undefined ? null : Number(each)];
    return kg === undefined ? undefined : [null, Number(kg)];
  },
};

const formats: { readonly [Kind in keyof FieldValues]: CellFormat<FieldValues[Kind]> } = {
  text: textCell,
  code,
  clock,
  day,
  time,
  days,
  weekdays,
  cabin,
  amount: amountCell,
  tax,
  seats: wholeCell,
  hours: wholeCell,
  answer: yesNoCell,
};

const baggageColumns = (['adult', 'child', 'infant'] as const).flatMap((type) =>
  (['cabin', 'checked'] as const).map((place) => ({ name: `${type}_${place}_bags`, type, place })),
);

const fields = { ...flightFields, ...fareFields };
const formatOf = (field: FlightField | FareField) =>
  formats[fields[field].kind] as CellFormat<unknown>;

// Amounts of the file are baht.
const columnOf = (field: string) =>
  field === 'name'
    ? 'fare'
    : field.replace(/_satang$/, '').replace(/^(adult|child|infant)$/, '$1_fare');

/** The columns of the file, in their order. */
export const flightColumns: readonly string[] = [
  'flight_id',
  ...flightFieldNames,
  ...fareFieldNames.map(columnOf),
  ...baggageColumns.map(({ name }) => name),
];

function loadOf(fare: OwnFare, type: PassengerType, place: 'cabin' | 'checked'): Load {
  const baggage = fare.baggage[type];
  return [baggage[`${place}_pieces`], baggage[`${place}_kg`]];
}

/** Writes flights as a CSV file, one line for each fare. */
export function writeFlightTable(flights: readonly StoredFlight[]): readonly string[] {
  const lines = flights.flatMap(({ flight_id: id, flight }) =>
    flight.fares.map((fare) =>
      csvLine([
        String(id),
        ...flightFieldNames.map((field) => formatOf(field).write(flight[field])),
        ...fareFieldNames.map((field) => formatOf(field).write(fare[field])),
        ...baggageColumns.map(({ type, place }) => load.write(loadOf(fare, type, place))),
      ]),
    ),
  );
  return [csvLine(flightColumns), ...lines];
}

/** A flight of a file, and what an import would do with it. */
export interface ImportedFlight extends ImportedItem {
  /** Null for a new flight. */
  readonly stored: StoredFlight | null;
  /** With the fares that the file does not name, which stay. */
  readonly flight: OwnFlight;
}

interface Line {
  readonly line: number;
  readonly id: string;
  readonly flight: Omit<OwnFlight, 'fares'>;
  readonly fare: OwnFare;
}

function parseBaggage(cell: (column: string) => string, fail: (column: string) => void) {
  const baggage: Record<PassengerType, FareBaggage> = { ...emptyFare.baggage };
  for (const { name, type, place } of baggageColumns) {
    const parsed = load.parse(cell(name));
    if (parsed === undefined) fail(name);
    const [pieces, kg] = parsed ?? [null, null];
    baggage[type] = { ...baggage[type], [`${place}_pieces`]: pieces, [`${place}_kg`]: kg };
  }
  return baggage;
}

function parseLine({ line, cell, errors: ofLine }: TableLine) {
  const errors = [...ofLine];
  const fail = (column: string) => errors.push({ line, column, problem: { code: 'table.value' } });
  const values = (names: readonly (FlightField | FareField)[]) =>
    Object.fromEntries(
      names.map((field) => {
        const value = formatOf(field).parse(cell(columnOf(field)));
        if (value === undefined) fail(columnOf(field));
        return [field, value];
      }),
    );
  const flight = values(flightFieldNames) as unknown as Line['flight'];
  const fare = {
    fare_id: null,
    ...values(fareFieldNames),
    baggage: parseBaggage(cell, fail),
  } as unknown as OwnFare;
  const withDefaults = { ...fare, closes_hours: fare.closes_hours ?? emptyFare.closes_hours };
  return { errors, parsed: { line, id: cell('flight_id'), flight, fare: withDefaults } };
}

const keyOf = ({ airline, flight_number, origin, first_day, cabin: inCabin }: Line['flight']) =>
  [airline, flight_number, origin, first_day, inCabin].join(' ');

/** The column that a problem of the flight is in. */
function problemColumn(field: string): string {
  const [, type, place] = /baggage\.(\w+)\.(cabin|checked)_/.exec(field) ?? [];
  if (type !== undefined) return `${type}_${String(place)}_bags`;
  return columnOf(field.split('.').at(-1) ?? '');
}

/** Of a stored value what the file has no columns for. */
function kept<Value extends object>(
  stored: Value,
  fields: readonly string[],
  header: TableHeader['columns'],
) {
  const absent = fields.filter((field) => !header.includes(columnOf(field)));
  return Object.fromEntries(absent.map((field) => [field, Reflect.get(stored, field)]));
}

/** The fares of a file with what is stored of them, and those that the file does not name. */
function mergedFares(
  fares: readonly OwnFare[],
  stored: StoredFlight | null,
  header: TableHeader['columns'],
): readonly OwnFare[] {
  const known = stored?.flight.fares ?? [];
  const named = new Set(fares.map(({ name }) => name));
  const hasBaggage = baggageColumns.some(({ name }) => header.includes(name));
  return [
    ...fares.map((fare): OwnFare => {
      const before = known.find(({ name }) => name === fare.name);
      if (before === undefined) return fare;
      return {
        ...fare,
        ...kept(before, fareFieldNames, header),
        ...(!hasBaggage && { baggage: before.baggage }),
        fare_id: before.fare_id,
      };
    }),
    ...known.filter(({ name }) => !named.has(name)),
  ];
}

/** Errors of lines that contradict the first line of their flight. */
function contradictions([first, ...rest]: readonly Line[]): LineError[] {
  if (first === undefined) return [];
  return rest.flatMap(({ line, flight }) => {
    const field = flightFieldNames.find(
      (one) => JSON.stringify(flight[one]) !== JSON.stringify(first.flight[one]),
    );
    const problem = { code: 'flight_table.differs', values: { line: first.line } };
    return field === undefined ? [] : [{ line, column: field, problem }];
  });
}

interface Context extends FlightContext {
  readonly stored: readonly StoredFlight[];
}

function readFlight(lines: readonly Line[], header: TableHeader['columns'], context: Context) {
  const { stored } = context;
  const [first] = lines;
  if (first === undefined) return { errors: [] };
  const { line, id, flight: given } = first;
  const found =
    stored.find((one) =>
      id === '' ? keyOf(one.flight) === keyOf(given) : String(one.flight_id) === id,
    ) ?? null;
  if (id !== '' && found === null) {
    return { errors: [{ line, column: 'flight_id', problem: { code: 'flight_table.unknown' } }] };
  }
  const flight: OwnFlight = {
    ...given,
    ...(found && kept(found.flight, flightFieldNames, header)),
    fares: mergedFares(
      lines.map(({ fare }) => fare),
      found,
      header,
    ),
  };
  const problems = checkOwnFlight(flight, context).map(({ code: problem, values, field }) => {
    const index = /^fares\.(\d+)/.exec(field)?.[1];
    const at = (index === undefined ? undefined : lines[Number(index)]) ?? first;
    return {
      line: at.line,
      column: problemColumn(field),
      problem: { code: problem, ...(values && { values }) },
    };
  });
  const fields = found === null ? [] : changedFields(found.flight, flight);
  const change = found === null ? 'new' : fields.length > 0 ? 'changed' : 'unchanged';
  const imported: ImportedFlight = { line, change, stored: found, flight, fields };
  return { errors: [...contradictions(lines), ...problems], imported };
}

/** The columns that every flight needs. */
const neededColumns = [
  'airline',
  'flight_number',
  'origin',
  'destination',
  'departs_at',
  'arrives_at',
  'weekdays',
  'first_day',
  'last_day',
  'cabin',
  'fare',
  'adult_fare',
  'seats',
];

/** Parses a CSV file of flights, and compares it with those that are stored. Lines with an error belong to no flight. */
export function parseFlightTable(file: string, context: Context): ImportTable<ImportedFlight> {
  const { header, lines, failure } = readTable(csvRows(file), flightColumns, neededColumns);
  if (failure) return importTable(header, [], [failure]);
  const parsed = lines.map(parseLine);
  const valid = parsed.filter(({ errors }) => errors.length === 0).map((one) => one.parsed);
  const groups = linesByKey(valid, (line) => (line.id === '' ? keyOf(line.flight) : line.id));
  const read = groups.map((group) => readFlight(group, header.columns, context));
  const flights = read.flatMap(({ errors, imported }) =>
    errors.length === 0 && imported !== undefined ? [imported] : [],
  );
  return importTable(
    header,
    flights,
    [...parsed, ...read].flatMap((one) => one.errors),
  );
}
