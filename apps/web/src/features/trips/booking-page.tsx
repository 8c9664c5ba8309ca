import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, Printer, Ticket } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isOpenBooking } from '@bkksiam/domain/booking-status';
import { airportsQuery } from '#entities/airport/airport-data.ts';
import { memberPage, MemberPageColumns } from '#entities/member-page/member-page.tsx';
import { FlightList } from '#entities/offer/flight-slice.tsx';
import { OfferConditions } from '#entities/offer/offer-parts.tsx';
import { useIsPast } from '#entities/offer/use-deadline.ts';
import { slipsQuery } from '#entities/payment/slip-data.ts';
import { refundsQuery } from '#entities/refund/refund-data.ts';
import { travellersQuery } from '#entities/traveller/traveller-data.ts';
import { askAddress } from '#entities/support/ask-address.ts';
import { EmailLink, PhoneLink } from '#ui/contact-links.tsx';
import { useCalendarDownload } from './booking-calendar.ts';
import { bookingQuery, canSetNames, hasEnded, type Booking } from './booking-data.ts';
import { BookingHeading, type BookingProps } from './booking-heading.tsx';
import { BookingPassengers } from './booking-passengers.tsx';
import { BookingPrice } from './booking-price.tsx';
import { BookingProgress } from './booking-progress.tsx';
import { BookingSummary } from './booking-summary.tsx';
import { CancelBooking } from './cancel-booking.tsx';
import { ShareToLine } from '#platform/share-to-line.tsx';
import { Card } from '#ui/parts/card.tsx';
import { DocumentRow } from '#ui/parts/document-row.tsx';
import { ItinerarySheet } from './itinerary-sheet.tsx';
import { takesPayments } from './last-slip.tsx';
import { BookingRefund } from './booking-refund.tsx';

/** A booking that is no longer worked on gets no flights. */
function Flights({ booking, known }: BookingProps) {
  const { t } = useTranslation('bookings');
  const hasContent = booking.segments.length + booking.conditions.length > 0;
  if (!hasContent && !isOpenBooking(booking.status)) return null;
  return (
    <Card id="flights" title={t('flights')}>
      {booking.segments.length > 0 ? (
        <FlightList segments={booking.segments} names={known} />
      ) : (
        <p className="text-sm text-ink-2">{t('noFlights')}</p>
      )}
      {hasContent && (
        <section className="mt-4 border-t border-line pt-4">
          <h3 className="mb-2 font-strong">{t('conditions')}</h3>
          <OfferConditions offer={booking} />
        </section>
      )}
    </Card>
  );
}

function Documents({ booking }: Pick<BookingProps, 'booking'>) {
  const { t } = useTranslation('bookings');
  const saveCalendar = useCalendarDownload(booking);
  const { status } = booking;
  const isTicketed = status === 'TICKETED';
  if (!isTicketed && !isOpenBooking(status)) return null;
  return (
    <Card id="documents" title={t('documents.title')}>
      <ul className="-mt-3">
        {booking.segments.length > 0 && (
          <DocumentRow
            Icon={CalendarPlus}
            title={t('documents.calendar')}
            text={t('documents.calendarText')}
            onOpen={saveCalendar}
          />
        )}
        <DocumentRow
          Icon={Printer}
          title={t('documents.print')}
          text={t('documents.printText')}
          onOpen={() => window.print()}
        />
        <DocumentRow
          Icon={Ticket}
          title={t('documents.tickets')}
          text={t(isTicketed ? 'documents.ticketsHere' : 'documents.ticketsLater')}
        />
      </ul>
    </Card>
  );
}

function Help({ userId, booking }: { readonly userId: string; readonly booking: Booking }) {
  const { t } = useTranslation(['bookings', 'common']);
  const link = 'font-mid text-teal hover:underline';
  return (
    <Card id="help" title={t('help.title')}>
      <p className="text-sm text-ink-2">{t('help.text')}</p>
      <p className="mt-2 grid justify-items-start">
        <PhoneLink text={t('common:footer.phone')} className={link} />
        <EmailLink text={t('common:footer.email')} className={link} />
        <Link
          to={askAddress(
            { kind: 'booking', id: booking.booking_id, reference: booking.reference },
            t('subject', { reference: booking.reference }),
          )}
          className={`inline-flex min-h-11 items-center ${link}`}
        >
          {t('help.write')}
        </Link>
        <ShareToLine />
      </p>
      <CancelBooking userId={userId} booking={booking} />
    </Card>
  );
}

function Content({ userId, data: booking }: { readonly userId: string; readonly data: Booking }) {
  const { t } = useTranslation('bookings');
  const { data: known } = useQuery(airportsQuery());
  const props = { booking, known };
  const [isOpen, setIsOpen] = useState(false);
  const isEditing = isOpen && canSetNames(booking);
  // With tickets, the documents are what is needed next.
  const isTicketed = booking.status === 'TICKETED';
  // Renders everything again when the hold ends while the page is open.
  useIsPast(booking.status === 'HOLD' ? (booking.hold_expires_at ?? undefined) : undefined);
  useIsPast(booking.names_due_at ?? undefined);
  const hasPrice =
    booking.total_satang !== null || booking.payments.length > 0 || !hasEnded(booking);
  return (
    <>
      <BookingHeading {...props} />
      <MemberPageColumns
        main={
          <>
            <BookingSummary userId={userId} booking={booking} hasBar={!isEditing} />
            <BookingRefund userId={userId} booking={booking} />
            {isTicketed && <Documents booking={booking} />}
            <Flights {...props} />
            <BookingPassengers
              userId={userId}
              booking={booking}
              isEditing={isEditing}
              onEdit={setIsOpen}
            />
            {hasPrice && (
              <Card id="price" title={t('price.title')}>
                <BookingPrice booking={booking} />
              </Card>
            )}
          </>
        }
        aside={
          <>
            <BookingProgress {...props} />
            {!isTicketed && <Documents booking={booking} />}
            <Help userId={userId} booking={booking} />
          </>
        }
      />
      <ItinerarySheet {...props} />
    </>
  );
}

/** A booking of the member: what is due, the flights, the passengers, the price and what has happened. */
export const { Component, loader } = memberPage({
  texts: 'bookings',
  queryOf: bookingQuery,
  alsoReads: (userId) => [
    airportsQuery(),
    travellersQuery(userId),
    ...(takesPayments() ? [slipsQuery(userId), refundsQuery(userId)] : []),
  ],
  Content,
});
