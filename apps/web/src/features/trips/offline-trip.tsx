import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { cardClass } from '#ui/parts/card.tsx';
import type { BookingProps } from './booking-heading.tsx';
import { useItinerarySections, useItineraryTitle } from './itinerary-sheet.tsx';

/** A booking as it is saved to be read without a network: its itinerary, without what can be done with it. */
export function OfflineTrip({
  booking,
  known,
  saved,
}: BookingProps & {
  /** When it was saved. */
  readonly saved: ReactNode;
}) {
  const { t } = useTranslation(['bookings', 'offline']);
  const sections = useItinerarySections({ booking, known });
  return (
    <>
      <div>
        <h1 className="text-3xl leading-tight font-strong">{useItineraryTitle(known)(booking)}</h1>
        <p className="mt-1 flex flex-wrap gap-x-6 text-sm text-ink-2">
          <span className="num">
            {t('booking')} <b className="font-strong text-ink">{booking.reference}</b>
          </span>
          {saved}
        </p>
        <p className="mt-3 text-sm text-ink-2">{t('offline:tripText')}</p>
      </div>
      {sections.map(
        ({ title, content }) =>
          content !== false && (
            <section key={title} className={cardClass}>
              <h2 className="mb-3 text-xl">{title}</h2>
              {content}
            </section>
          ),
      )}
    </>
  );
}
