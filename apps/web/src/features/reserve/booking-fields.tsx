import { useTranslation } from 'react-i18next';
import type { BookingField } from '@bkksiam/domain/booking';
import { EmailField, PhoneField } from '#ui/contact-fields.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextArea } from '#ui/form-field.tsx';
import { Section } from '#ui/parts/section.tsx';
import { focusBookingField, type BookingForm } from './booking-form.ts';
import { SlipField } from './slip-field.tsx';

interface FieldsProps {
  readonly form: BookingForm;
}

/** How the member is reached. */
export function ContactFields({
  form: { field },
  title,
  phoneHint,
}: FieldsProps & { readonly title?: string; readonly phoneHint?: string }) {
  const { t } = useTranslation();
  return (
    <Section title={title ?? t('members.booking.contact')} look="page">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <EmailField {...field('contact.email')} enterKeyHint="next" label={t('field.email')} />
        <PhoneField
          {...field('contact.phone')}
          enterKeyHint="next"
          label={t('members.booking.phone')}
          hint={phoneHint}
        />
      </div>
    </Section>
  );
}

/** Notes and an optional payment slip. */
export function Extras({ form }: FieldsProps) {
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
      {!form.isForAirline && (
        <div className="grid gap-2">
          <SlipField form={form} />
          <p className="text-sm text-ink-2">{t('members.booking.slipStored')}</p>
        </div>
      )}
    </div>
  );
}

/** The fields with an error, each with a link to it. */
export function MissingFields({ form: { invalid, errorOf } }: FieldsProps) {
  const { t } = useTranslation();
  function textOf(field: BookingField) {
    const [group, index] = field.split('.');
    if (group !== 'passengers') return errorOf(field);
    const passenger = t('members.booking.passenger', { number: Number(index) + 1 });
    return `${passenger}: ${errorOf(field)}`;
  }
  const errors = invalid.map((field) => ({
    text: textOf(field),
    focus: () => focusBookingField(field),
  }));
  return <ErrorSummary title={t('members.booking.summary')} errors={errors} />;
}
