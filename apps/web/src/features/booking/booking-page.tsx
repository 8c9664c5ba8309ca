import type { User } from '@supabase/supabase-js';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { BookingField } from '@bkksiam/domain/booking';
import { bookingHoldHours } from '@bkksiam/domain/constants';
import { useUser } from '#platform/session.ts';
import { EmailField, PhoneField } from '#ui/contact-fields.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextArea } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
import { PageIntro } from '#ui/page-intro.tsx';
import { useWideScreen } from '#ui/wide-screen.ts';
import { focusField, useBookingForm, type BookingForm } from './booking-form.ts';
import { BookingPass } from './booking-pass.tsx';
import { PassengerFields } from './passenger-fields.tsx';
import { SlipField } from './slip-field.tsx';
import '#styles/inner.css';

function ContactFields({ form: { field } }: { readonly form: BookingForm }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="contact">
      <h2 id="contact" className="mb-3 text-xl">
        {t('members.booking.contact')}
      </h2>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <EmailField {...field('contact.email')} enterKeyHint="next" label={t('field.email')} />
        <PhoneField
          {...field('contact.phone')}
          enterKeyHint="next"
          label={t('members.booking.phone')}
        />
      </div>
    </section>
  );
}

function Extras({ form }: { readonly form: BookingForm }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-6">
      <TextArea
        {...form.field('notes')}
        label={t('members.booking.notes')}
        hint={t('members.booking.notesHint')}
        rows={3}
        maxLength={2000}
      />
      <div className="grid gap-2">
        <SlipField form={form} />
        <p className="text-sm text-ink-2">{t('members.booking.slipStored')}</p>
      </div>
    </div>
  );
}

function MissingFields({ form: { invalid, errorOf } }: { readonly form: BookingForm }) {
  const { t } = useTranslation();
  function textOf(field: BookingField) {
    const [group, index] = field.split('.');
    if (group !== 'passengers') return errorOf(field);
    const passenger = t('members.booking.passenger', { number: Number(index) + 1 });
    return `${passenger}: ${errorOf(field)}`;
  }
  const errors = invalid.map((field) => ({ text: textOf(field), focus: () => focusField(field) }));
  return <ErrorSummary title={t('members.booking.summary')} errors={errors} />;
}

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
  const form = useBookingForm(user, flightId);
  return (
    <Form onSubmit={form.onSubmit}>
      <BookingPass form={form} flightId={flightId}>
        {!isWide && (
          <div className="-mb-10">
            <Intro />
          </div>
        )}
        <PassengerFields userId={user.id} form={form} />
        <ContactFields form={form} />
        <Extras form={form} />
        <MissingFields form={form} />
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
