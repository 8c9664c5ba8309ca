import type { User } from '@supabase/supabase-js';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { bookingHoldHours } from '@bkksiam/domain/constants';
import { travellersQuery } from '#entities/traveller/traveller-data.ts';
import { useAreAwaited } from '#platform/awaited-queries.ts';
import { useUser } from '#platform/session.ts';
import { Loading, Skeleton } from '#ui/feedback.tsx';
import { Form } from '#ui/form.tsx';
import { PageIntro } from '#ui/page-intro.tsx';
import { useWideScreen } from '#ui/wide-screen.ts';
import { ContactFields, Extras, MissingFields } from './booking-fields.tsx';
import { useBookingForm } from './booking-form.ts';
import { BookingPass } from './booking-pass.tsx';
import { isHeldByServer } from './hold-data.ts';
import { PassengerFields } from './passenger-fields.tsx';
import '#styles/inner.css';

function Intro() {
  const { t } = useTranslation();
  return (
    <PageIntro
      eyebrow={t('members.booking.title')}
      title={t('members.booking.heading')}
      text={t('members.booking.text', { hours: bookingHoldHours })}
    />
  );
}

interface BookingFormProps {
  readonly user: User;
  readonly flightId: string;
  readonly isWide: boolean;
}

/** On a narrow screen the flight comes before the heading. */
function BookingForm({ user, flightId, isWide }: BookingFormProps) {
  const { t } = useTranslation();
  const form = useBookingForm(user, flightId);
  // The saved travellers are above the fields.
  const isWaiting = useAreAwaited(isHeldByServer() ? [travellersQuery(user.id)] : []);
  return (
    <Form onSubmit={form.onSubmit}>
      <BookingPass form={form} flightId={flightId}>
        {!isWide && (
          <div className="-mb-10">
            <Intro />
          </div>
        )}
        {isWaiting ? (
          <Loading data-page-loading label={t('state.loading')}>
            <Skeleton className="h-svh rounded-lg" />
          </Loading>
        ) : (
          <>
            <PassengerFields userId={user.id} form={form} />
            <ContactFields form={form} />
            <Extras form={form} />
            <MissingFields form={form} />
          </>
        )}
      </BookingPass>
    </Form>
  );
}

/** Holds a booking of a flight: passengers, contact and an optional payment slip (spec §2, §5). */
export function Component() {
  const user = useUser();
  const { id = '' } = useParams();
  const isWide = useWideScreen();
  if (user === null) return null;
  return (
    <>
      {isWide && <Intro />}
      <BookingForm key={`${user.id} ${id}`} user={user} flightId={id} isWide={isWide} />
    </>
  );
}
