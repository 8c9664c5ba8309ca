import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { unsentBookings, type Booking } from '@bkksiam/domain/booking';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { changeLocalBooking, localBookings } from '#entities/booking/local-bookings.ts';
import { pages } from '#pages.ts';
import { focusHeading } from '#platform/page-changes.ts';
import { useLanguage } from '#platform/i18n.ts';
import { Button, buttonClass } from '#ui/button.tsx';

function UnsentBooking({ booking }: { readonly booking: Booking }) {
  const { t } = useTranslation(['hold', 'common']);
  const language = useLanguage();
  const { id, flightId, passengers, createdAt } = booking;
  const day = bangkokDayText(createdAt, language) ?? createdAt;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line py-2">
      <p className="min-w-0">
        <span className="font-strong wrap-anywhere">{flightId}</span>{' '}
        <span className="text-sm text-ink-2">
          {t('common:passengers.total', { count: passengers.length })}, {t('unsent.from', { day })}
        </span>
      </p>
      <Link
        to={pages.hold.href(flightId)}
        state={id}
        className={buttonClass({ tone: 'secondary', size: 'sm' })}
      >
        {t('unsent.again')}
        <span className="sr-only">{flightId}</span>
      </Link>
    </li>
  );
}

/** Offers to send the bookings that only this browser has, each as a form that is filled in; once it is dismissed, no more. */
export function UnsentBookings({ userEmail }: { readonly userEmail: string }) {
  const { t } = useTranslation('hold');
  const [bookings, setBookings] = useState(() => unsentBookings(localBookings(), userEmail));
  if (bookings.length === 0) return null;
  function dismiss() {
    for (const { id } of bookings) changeLocalBooking(id, { isDismissed: true });
    setBookings([]);
    focusHeading();
  }
  return (
    <section
      aria-labelledby="unsent"
      className="mt-6 rounded-lg border border-line bg-surface px-5 pt-5 pb-2 sm:px-6"
    >
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="unsent" className="text-lg">
            {t('unsent.title', { count: bookings.length })}
          </h2>
          <p className="text-sm text-ink-2">{t('unsent.text')}</p>
        </div>
        <Button tone="link" onClick={dismiss}>
          {t('unsent.notNow')}
        </Button>
      </div>
      <ul>
        {bookings.map((booking) => (
          <UnsentBooking key={booking.id} booking={booking} />
        ))}
      </ul>
    </section>
  );
}
