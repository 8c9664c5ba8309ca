import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { airportsQuery } from '#entities/airport/airport-data.ts';
import { OfflineDocuments } from '#features/offline/offline-document.tsx';
import { OfflineList, SavedAt } from '#features/offline/offline-list.tsx';
import { offlineReceiptsQuery } from '#features/payments/offline-receipts.ts';
import { offlineTripsQuery } from '#features/trips/booking-data.ts';
import { useBookingDays } from '#features/trips/booking-heading.tsx';
import { useItineraryTitle } from '#features/trips/itinerary-sheet.tsx';
import { takesPayments } from '#features/trips/last-slip.tsx';
import { OfflineTrip } from '#features/trips/offline-trip.tsx';
import { pages } from '#pages.ts';
import { useBaht } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { offlineFolder } from '#platform/offline-copies.ts';

const isoTime = (time: number) => new Date(time).toISOString();
const isText = (text: string | undefined) => text !== undefined;

/** What a day's visit of the member area reads for it: once in five minutes, and when something has changed. */
const staleTime = 5 * 60_000;

/** Saves the last trips and receipts of the member to be read without a network. It shows nothing. */
export function OfflineCopies({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('offline');
  const language = useLanguage();
  const baht = useBaht();
  const { data: known } = useQuery(airportsQuery());
  const trips = useQuery({ ...offlineTripsQuery(userId), staleTime });
  const receipts = useQuery({
    ...offlineReceiptsQuery(userId),
    staleTime,
    enabled: takesPayments(),
  });
  const titleOf = useItineraryTitle(known);
  const daysOf = useBookingDays();
  const isWaiting = takesPayments() && receipts.isPending;
  if (known === undefined || trips.data === undefined || isWaiting) return null;

  const tripsAt = isoTime(trips.dataUpdatedAt);
  const saved = trips.data.map((booking) => ({
    booking,
    path: pages.memberBooking.href(booking.reference),
    title: titleOf(booking),
    facts: [booking.reference, daysOf(booking)].filter(isText),
    savedAt: tripsAt,
  }));
  const files = (receipts.data ?? []).map(
    ({ path, text, dated_at: at, amount_satang: satang }) => ({
      path,
      title: text,
      facts: [bangkokDayText(at, language), baht(satang)].filter(isText),
      savedAt: isoTime(receipts.dataUpdatedAt),
    }),
  );
  const list = <OfflineList trips={saved} receipts={files} />;
  return (
    <OfflineDocuments
      userId={userId}
      documents={[
        { path: offlineFolder, title: t('title'), content: list },
        ...saved.map(({ booking, path, title }) => ({
          path,
          title,
          content: (
            <OfflineTrip booking={booking} known={known} saved={<SavedAt time={tripsAt} />} />
          ),
        })),
      ]}
    />
  );
}
