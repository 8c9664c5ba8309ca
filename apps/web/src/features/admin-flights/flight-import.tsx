import { useQueryClient } from '@tanstack/react-query';
import { calendarDayText } from '@bkksiam/domain/date-text';
import { parseFlightTable, type ImportedFlight } from '@bkksiam/domain/flight-table';
import { airportsQuery } from '#entities/airport/airport-data.ts';
import { TableImport } from '#list/table-import.tsx';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { useLanguage } from '#platform/i18n.ts';
import { importFlights, useFlightsReload } from './flight-actions.ts';
import { zonesOf } from './flight-form.ts';
import { useFailureText, useFieldName } from './flight-texts.ts';
import { flightKey, readFlights } from './flights-data.ts';

function FlightName({ flight }: Pick<ImportedFlight, 'flight'>) {
  const language = useLanguage();
  const firstDay = calendarDayText(flight.first_day, language) ?? flight.first_day;
  return (
    <>
      <b className="font-strong">{`${flight.airline} ${flight.flight_number}`}</b>
      {` ${flight.origin}–${flight.destination} · ${firstDay}`}
    </>
  );
}

/** Reads flights from a CSV file. */
export function FlightImport({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const reload = useFlightsReload();
  return (
    <TableImport
      texts="adminFlights:"
      read={async (text) => {
        const [stored, known] = await Promise.all([readFlights(), queries.query(airportsQuery())]);
        const context = { stored, zones: zonesOf(known), today: bangkokToday() };
        return parseFlightTable(text, context);
      }}
      nameOf={({ flight }) => <FlightName flight={flight} />}
      fieldName={useFieldName()}
      failureText={useFailureText()}
      send={importFlights}
      mutationKey={[...flightKey, 'import']}
      reload={reload}
      onClose={onClose}
    />
  );
}
