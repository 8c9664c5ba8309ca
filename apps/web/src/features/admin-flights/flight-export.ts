import { useMutation } from '@tanstack/react-query';
import { writeFlightTable } from '@bkksiam/domain/flight-table';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { saveCsv } from '#platform/save-file.ts';
import { showToast } from '#platform/toast.ts';
import { flightKey, readFlights } from './flights-data.ts';

/** Saves all flights with their fares as a file, which an import reads again. */
export function useFlightExport() {
  const { isPending, mutate } = useMutation({
    mutationKey: [...flightKey, 'export'],
    meta: { errorToast: 'adminFlights:export.failed' },
    mutationFn: readFlights,
    onSuccess: (flights) => {
      saveCsv(`flights-${bangkokToday()}.csv`, writeFlightTable(flights));
      showToast({ title: 'adminFlights:export.done', values: { count: flights.length } });
    },
  });
  return { busy: isPending, start: () => mutate() };
}
