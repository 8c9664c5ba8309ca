import type { User } from '@supabase/supabase-js';
import { Mail, Phone } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { bookingHoldHours } from '@bkksiam/domain/constants';
import { RiverMark } from '#drawings/river.tsx';
import { QueryScope } from '#platform/query-scope.tsx';
import { useSession } from '#platform/session.tsx';
import { TextArea, TextField } from '#ui/form-field.tsx';
import { PageIntro } from '#ui/page-intro.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { focusField, useBookingForm, type BookingForm } from './booking-form.ts';
import { BookingPass } from './booking-pass.tsx';
import { BookingStub } from './booking-stub.tsx';
import { PassengerFields } from './passenger-fields.tsx';
import { useFarRemark, useRemark } from './problem-texts.ts';
import { SlipField } from './slip-field.tsx';
import '#styles/inner.css';

type FormRef = RefObject<HTMLFormElement | null>;

function ContactFields({ form }: { readonly form: BookingForm }) {
  const { t } = useTranslation();
  const remark = useRemark(form);
  const { contact } = form.fields;
  const set = (changed: Partial<typeof contact>) =>
    form.change({ contact: { ...form.draft.contact, ...changed } });
  const common = { required: true, readOnly: form.sent, enterKeyHint: 'next' as const };
  return (
    <section aria-labelledby="contact">
      <h2 id="contact" className="mb-3 text-xl">
        {t('members.booking.contact')}
      </h2>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          {...common}
          label={t('members.booking.email')}
          name="contact.email"
          type="email"
          inputMode="email"
          autoComplete="email"
          icon={Mail}
          error={remark.ofContact('email')}
          value={contact.email}
          onChange={(event) => set({ email: event.target.value })}
        />
        <TextField
          {...common}
          label={t('members.booking.phone')}
          name="contact.phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={50}
          icon={Phone}
          error={remark.ofContact('phone')}
          value={contact.phone}
          onChange={(event) => set({ phone: event.target.value })}
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
        label={t('members.booking.notes')}
        hint={t('members.booking.notesHint')}
        name="notes"
        rows={3}
        maxLength={2000}
        readOnly={form.sent}
        value={form.draft.notes}
        onChange={(event) => form.change({ notes: event.target.value })}
      />
      <div className="grid gap-2">
        <SlipField form={form} />
        <p className="text-sm text-ink-2">{t('members.booking.slipKept')}</p>
      </div>
    </div>
  );
}

/** All that is missing, where it is more than one thing: each entry leads to its field. The toast has announced it. */
function Summary({ form, formRef }: { readonly form: BookingForm; readonly formRef: FormRef }) {
  const { t } = useTranslation();
  const farRemark = useFarRemark();
  const fields = form.problems.flatMap((problem) => problem.fields);
  if (fields.length < 2) return null;
  const title = t('members.booking.summary');
  return (
    <nav aria-label={title} className="rounded-md bg-red-soft px-4 py-3 text-sm text-red">
      <p className="font-head">{title}</p>
      <ul>
        {fields.map((field) => (
          <li key={field}>
            <button
              type="button"
              className="min-h-11 text-left font-mid underline underline-offset-4"
              onClick={() => focusField(formRef.current, field)}
            >
              {farRemark(field)}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function BookingForm({ user, flightId }: { readonly user: User; readonly flightId: string }) {
  const form = useBookingForm(user, flightId);
  const formRef = useRef<HTMLFormElement>(null);
  return (
    <form ref={formRef} method="post" noValidate onSubmit={form.onSubmit}>
      <BookingPass stub={<BookingStub form={form} flightId={flightId} />}>
        <PassengerFields form={form} formRef={formRef} />
        <ContactFields form={form} />
        <Extras form={form} />
        <Summary form={form} formRef={formRef} />
      </BookingPass>
    </form>
  );
}

/** Holding a booking of a flight (spec §2, §5): who travels, how to reach them, and a slip where it is paid already. */
export function Component() {
  const { t } = useTranslation();
  const { user } = useSession();
  const { id = '' } = useParams();
  if (user === null) return null;
  return (
    <QueryScope>
      <div className="wrap py-12 lg:py-20">
        <PageIntro
          mark={<RiverMark />}
          eyebrow={t('members.booking.title')}
          title={t('members.booking.heading')}
          text={<Phrases text={t('members.booking.text', { hours: bookingHoldHours })} />}
        />
        <BookingForm key={`${user.id} ${id}`} user={user} flightId={id} />
      </div>
    </QueryScope>
  );
}
