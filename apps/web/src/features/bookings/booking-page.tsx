import { useQuery } from '@tanstack/react-query';
import type { User } from '@supabase/supabase-js';
import { ArrowLeft, CalendarPlus, Printer, Ticket, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { isOpenBooking } from '@bkksiam/domain/booking-status';
import { EmptyPicture } from '#drawings/empty-picture.tsx';
import { airportsQuery } from '#entities/airport/airport-data.ts';
import { OfferConditions, OfferFlights } from '#entities/offer/offer-parts.tsx';
import { useIsPast } from '#entities/offer/use-deadline.ts';
import { contactAbout, pages } from '#pages.ts';
import { pageLoader } from '#platform/page-loader.ts';
import { QueryFallback } from '#platform/query-fallback.tsx';
import { useUser } from '#platform/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmailLink, PhoneLink } from '#ui/contact-links.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { useCalendarDownload } from './booking-calendar.ts';
import { bookingQuery, hasEnded, type Booking } from './booking-data.ts';
import { BookingHeading, type BookingProps } from './booking-heading.tsx';
import { BookingPassengers } from './booking-passengers.tsx';
import { BookingPrice } from './booking-price.tsx';
import { BookingProgress } from './booking-progress.tsx';
import { BookingSummary } from './booking-summary.tsx';
import { CancelBooking } from './cancel-booking.tsx';
import { Card } from './card.tsx';
import { ItinerarySheet } from './itinerary-sheet.tsx';

function BackLink() {
  const { t } = useTranslation();
  return (
    <Link to={pages.bookings.href()} className={buttonClass({ tone: 'link', className: 'mb-2' })}>
      <ArrowLeft className="size-5" />
      {t('nav.bookings')}
    </Link>
  );
}

/** A booking that is no longer worked on gets no flights. */
function Flights({ booking, known }: BookingProps) {
  const { t } = useTranslation('bookings');
  const hasContent = booking.segments.length + booking.conditions.length > 0;
  if (!hasContent && !isOpenBooking(booking.status)) return null;
  return (
    <Card id="flights" title={t('flights')}>
      {booking.segments.length > 0 ? (
        <OfferFlights offer={booking} known={known} />
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

/** A document that is there, or why it is not there yet. */
function DocumentRow({
  Icon,
  title,
  text,
  onOpen,
}: {
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly onOpen?: () => void;
}): ReactNode {
  const content = (
    <>
      <Icon
        className={`mt-0.5 size-5 flex-none ${onOpen ? 'text-teal' : 'text-ink-3'}`}
        strokeWidth={1.8}
      />
      <span>
        <span className="block font-strong">{title}</span>
        <span className="block text-sm text-ink-2">{text}</span>
      </span>
    </>
  );
  const row = 'flex w-full items-start gap-3 py-3 text-left';
  return (
    <li className="border-t border-line first:border-t-0">
      {onOpen ? (
        <button type="button" className={`${row} hover:text-teal`} onClick={onOpen}>
          {content}
        </button>
      ) : (
        <div className={row}>{content}</div>
      )}
    </li>
  );
}

function Documents({ booking, known }: BookingProps) {
  const { t } = useTranslation('bookings');
  const saveCalendar = useCalendarDownload(booking, known);
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
          to={contactAbout(t('subject', { reference: booking.reference }))}
          className={`inline-flex min-h-11 items-center ${link}`}
        >
          {t('help.write')}
        </Link>
      </p>
      <CancelBooking userId={userId} booking={booking} />
    </Card>
  );
}

function Details({ userId, ...props }: BookingProps & { readonly userId: string }) {
  const { t } = useTranslation('bookings');
  const { booking, known } = props;
  // Renders everything again when the hold ends while the page is open.
  useIsPast(booking.status === 'HOLD' ? (booking.hold_expires_at ?? undefined) : undefined);
  useIsPast(booking.names_due_at ?? undefined);
  return (
    <>
      <BackLink />
      <BookingHeading {...props} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-6">
          <BookingSummary booking={booking} />
          <Flights {...props} />
          <BookingPassengers userId={userId} booking={booking} />
          {(booking.total_satang !== null || booking.payments.length > 0 || !hasEnded(booking)) && (
            <Card id="price" title={t('price.title')}>
              <BookingPrice booking={booking} />
            </Card>
          )}
        </div>
        <div className="grid gap-6">
          <BookingProgress {...props} />
          <Documents {...props} />
          <Help userId={userId} booking={booking} />
        </div>
      </div>
      <ItinerarySheet booking={booking} known={known} />
    </>
  );
}

function NoBooking() {
  const { t } = useTranslation('bookings');
  return (
    <>
      <BackLink />
      <h1 tabIndex={-1} className="sr-only">
        {t('title')}
      </h1>
      <EmptyState
        picture={<EmptyPicture of="lost" />}
        title={t('none')}
        text={<Phrases text={t('noneText')} />}
        action={
          <Link to={pages.bookings.href()} className={buttonClass()}>
            {t('noneAction')}
          </Link>
        }
      />
    </>
  );
}

function BookingSkeleton() {
  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-72 rounded-lg" />
    </div>
  );
}

function BookingOf({ user, reference }: { readonly user: User; readonly reference: string }) {
  const { t } = useTranslation('bookings');
  const query = useQuery(bookingQuery(user.id, reference));
  const airports = useQuery(airportsQuery());
  if (query.data === null) return <NoBooking />;
  if (query.data !== undefined) {
    return <Details userId={user.id} booking={query.data} known={airports.data} />;
  }
  return (
    <>
      <BackLink />
      <h1 tabIndex={-1} className="mb-6 text-3xl">
        {t('title')}
      </h1>
      <QueryFallback query={query} failed={t('loadFailed')}>
        <BookingSkeleton />
      </QueryFallback>
    </>
  );
}

export const loader = pageLoader(async ({ userId, params, read }) => {
  if (userId === null) return undefined;
  await Promise.all([read(bookingQuery(userId, params.id ?? '')), read(airportsQuery())]);
  return undefined;
});

/** A booking of the member: what is due, the flights, the passengers, the price and what has happened. */
export function Component() {
  const user = useUser();
  const { id = '' } = useParams();
  return user && <BookingOf key={`${user.id} ${id}`} user={user} reference={id} />;
}
