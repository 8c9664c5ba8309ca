import { useTranslation } from 'react-i18next';
import { DayField } from '#entities/calendar/day-field.tsx';
import { TextArea } from '#ui/form-field.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import { ClockField } from '#entities/calendar/clock-field.tsx';
import { Section } from '#ui/parts/section.tsx';
import { todayOf } from './flight-fields.tsx';
import type { OfferForm } from './offer-form.ts';
import { deadlineFields } from './offer-input.ts';

interface FormProps {
  readonly form: OfferForm;
}

/** A deadline as day and time in Bangkok. */
function Deadline({ form, of }: FormProps & { readonly of: (typeof deadlineFields)[number] }) {
  const { t } = useTranslation('offers');
  const { input, change, errorOf, terms } = form;
  const label = t(`terms.${of}`);
  const [day = '', clock = ''] = terms.deadlines[of].split('T');
  const set = (local: string) => change({ deadlines: { ...input.deadlines, [of]: local } });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-start gap-2">
      <DayField
        label={label}
        name={`deadlines.${of}`}
        value={day}
        earliest={todayOf(form)}
        onValue={(next) => set(`${next}T${clock}`)}
        error={errorOf(`deadlines.${of}`)}
      />
      <ClockField
        label={t('terms.time')}
        name={`deadlines.${of}.time`}
        value={clock}
        onValue={(next) => set(`${day}T${next}`)}
      />
    </div>
  );
}

/** Deposit and deadlines, conditions, and what only the agency reads. */
export function TermFields({ form }: FormProps) {
  const { t } = useTranslation('offers');
  const { input, field, terms } = form;
  return (
    <>
      <Section title={t('terms.title')} text={t('terms.text')} look="drawer" grid="gap-4">
        <div className="grid items-start gap-x-6 gap-y-4 md:grid-cols-2">
          <NumberField
            {...form.amount('depositSatang')}
            label={t('terms.deposit')}
            hint={input.depositSatang === undefined ? t('terms.depositHint') : undefined}
            value={terms.depositSatang}
          />
          {deadlineFields.map((of) => (
            <Deadline key={of} form={form} of={of} />
          ))}
        </div>
      </Section>
      <Section title={t('words.title')} look="drawer" grid="gap-4">
        <TextArea
          {...field('conditions')}
          label={t('words.conditions')}
          hint={t('words.conditionsHint')}
          rows={4}
          maxLength={4000}
        />
        <TextArea
          {...field('internalNotes')}
          label={t('words.internal')}
          hint={t('words.internalHint')}
          rows={2}
          maxLength={2000}
        />
      </Section>
    </>
  );
}
