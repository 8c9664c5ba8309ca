import { useMutation } from '@tanstack/react-query';
import { utf8Bom } from '@bkksiam/domain/csv';
import { writeFlightTable } from '@bkksiam/domain/flight-table';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { saveFile } from '#platform/save-file.ts';
import { showToast } from '#platform/toast.ts';
import { flightKey, readFlights } from './flights-data.ts';

/** Saves all flights with their fares as a file, which an import reads again. */
export function useFlightExport() {
  const { isPending, mutate } = useMutation({
    mutationKey: [...flightKey, 'export'],
    meta: { errorToast: 'adminFlights:export.failed' },
    mutationFn: readFlights,
    onSuccess: (flights) => {
      const type = 'text/csv;charset=utf-8';
      saveFile(
        `flights-${bangkokToday()}.csv`,
        new Blob([utf8Bom, ...writeFlightTable(flights)], { type }),
      );
      showToast({ title: 'adminFlights:export.done', values: { count: flights.length } });
    },
  });
  return { busy: isPending, start: () => mutate() };
}
