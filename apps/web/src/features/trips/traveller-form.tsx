import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { parseBirthDate, typedDay } from '@bkksiam/domain/birth-date';
import type { Language } from '@bkksiam/domain/languages';
import type { PassportData } from '@bkksiam/domain/mrz';
import { normalizePassengerNames } from '@bkksiam/domain/passenger-name';
import { passengerProblems, type TypedPassenger } from '@bkksiam/domain/passenger-seats';
import { passportProblems, type TypedPassport } from '@bkksiam/domain/traveller';
import { useTravellerActions, type Traveller } from '#entities/traveller/traveller-data.ts';
import { OneNameNote } from '#entities/traveller/one-name.tsx';
import { PersonFields } from '#entities/traveller/person-fields.tsx';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { AppError, toAppError } from '#platform/app-error.ts';
import { FormButtons } from '#platform/form-dialog.tsx';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { newId, useAppForm } from '#platform/form.ts';
import { useLanguage } from '#platform/i18n.ts';
import type { FixedToast } from '#platform/query-client.ts';
import { showToast } from '#platform/toast.ts';
import { TextField } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
import { Phrases } from '#ui/phrases.tsx';
import { CountryField } from './country-field.tsx';
import { PassportZone } from './passport-zone.tsx';

const schema = z
  .object({
    lastName: trimmedText,
    firstName: trimmedText,
    birthDate: trimmedText,
    /** Three letters, or empty. */
    nationality: z.string(),
    /** Empty leaves a saved number as it is. */
    passportNumber: trimmedText,
    passportExpiry: trimmedText,
    removesPassport: z.boolean(),
  })
  .check(
    domainCheck<TypedPassenger>((typed) => passengerProblems(typed, bangkokToday()), 'bookings'),
    domainCheck<TypedPassport>(passportProblems, 'travellers'),
  );

type TravellerInput = z.infer<typeof schema>;

function inputOf(traveller: Traveller | undefined, language: Language): TravellerInput {
  return {
    lastName: traveller?.last_name ?? '',
    firstName: traveller?.first_name ?? '',
    birthDate: typedDay(traveller?.birth_date ?? null, language),
    nationality: traveller?.nationality ?? '',
    passportNumber: '',
    passportExpiry: typedDay(traveller?.passport_expires_on ?? null, language),
    removesPassport: false,
  };
}

/** What is known of a failed call; the rest is the server's message. */
function failureToast({ code, message }: AppError): FixedToast {
  if (code === 'conflict') return { title: 'travellers:full', description: 'travellers:fullText' };
  return code === 'passport'
    ? { title: 'travellers:passportFailed', description: 'travellers:passportFailedText' }
    : { title: 'travellers:failed', description: { text: message } };
}

/** The form of a traveller. Its id is made once, so that sending it again changes what was saved. */
function useTravellerForm(userId: string, traveller: Traveller | undefined, onClose: () => void) {
  const language = useLanguage();
  const [id] = useState(() => traveller?.traveller_id ?? newId());
  const [defaultValues] = useState(() => inputOf(traveller, language));
  const { save, storePassport } = useTravellerActions(userId);
  /** Whether the number is stored as it was entered; false on a server without a key for it. */
  async function sendPassport({ passportNumber, removesPassport }: TravellerInput) {
    if (passportNumber === '' && !removesPassport) return true;
    try {
      await storePassport(id, passportNumber === '' ? null : passportNumber);
      return true;
    } catch (error) {
      const { code, message } = toAppError(error);
      if (code === 'no_sealing_key') return false;
      throw new AppError({ code: 'passport', message, cause: error });
    }
  }
  return useAppForm({
    schema,
    defaultValues,
    draftKey: `traveller ${traveller?.traveller_id ?? ''}`,
    notStored: ['passportNumber'],
    mutationKey: ['travellers', 'save'],
    errorToast: failureToast,
    async send(input) {
      await save({
        id,
        ...normalizePassengerNames(input),
        birthDate: parseBirthDate(input.birthDate) ?? null,
        nationality: input.nationality === '' ? null : input.nationality,
        passportExpiry: parseBirthDate(input.passportExpiry) ?? null,
      });
      return sendPassport(input);
    },
    onSuccess(isWhole) {
      showToast(
        isWhole
          ? { title: 'travellers:saved' }
          : {
              title: 'travellers:savedWithoutPassport',
              description: 'travellers:savedWithoutPassportText',
              tone: 'info',
            },
      );
      onClose();
    },
  });
}

type TravellerForm = ReturnType<typeof useTravellerForm>;

function PassportFields(props: { readonly form: TravellerForm; readonly ending: string | null }) {
  const { form, ending } = props;
  const { t } = useTranslation('travellers');
  return (
    <fieldset className="min-w-0 border-t border-line pt-3">
      <legend className="float-left mb-1 font-head">{t('passport.title')}</legend>
      <p className="clear-both mb-3 max-w-[38em] text-sm text-ink-2">
        <Phrases text={t('passport.stored')} />
      </p>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          {...form.field('passportNumber')}
          label={t('passport.number')}
          placeholder={ending === null ? undefined : `•••${ending}`}
          hint={ending === null ? undefined : t('passport.keeps', { ending })}
          maxLength={30}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          translate="no"
        />
        <TextField
          {...form.field('passportExpiry')}
          label={t('passport.expiry')}
          placeholder={t('passport.expiryExample')}
          maxLength={20}
          autoComplete="off"
        />
      </div>
      {ending !== null && (
        <label className="mt-2 inline-flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="checkbox"
            {...form.form.register('removesPassport')}
            className="size-5 flex-none accent-teal"
          />
          {t('passport.remove', { ending })}
        </label>
      )}
    </fieldset>
  );
}

function TypedOneName({ form }: { readonly form: TravellerForm }) {
  const [lastName, firstName] = useWatch({
    control: form.form.control,
    name: ['lastName', 'firstName'],
  });
  return <OneNameNote names={{ lastName, firstName }} isTyped />;
}

export interface TravellerFormProps {
  readonly userId: string;
  /** Undefined for a new one. */
  readonly traveller: Traveller | undefined;
  readonly onClose: () => void;
}

/** The form of a saved traveller, typed or read from the lines of a passport. */
export function TravellerForm({ userId, traveller, onClose }: TravellerFormProps) {
  const { t } = useTranslation(['travellers', 'bookings', 'common']);
  const language = useLanguage();
  const form = useTravellerForm(userId, traveller, onClose);
  function fill(passport: PassportData) {
    const typed = {
      lastName: passport.lastName,
      firstName: passport.firstName,
      birthDate: typedDay(passport.birthDate, language),
      nationality: passport.nationality,
      passportNumber: passport.number,
      passportExpiry: typedDay(passport.expiry, language),
    };
    for (const [name, value] of Object.entries(typed)) {
      form.change(name as keyof typeof typed, value);
    }
  }
  return (
    <Form onSubmit={form.onSubmit} className="grid gap-4">
      <PassportZone onPassport={fill} />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <PersonFields field={form.field} />
        <CountryField {...form.control('nationality')} label={t('nationality')} />
      </div>
      <TypedOneName form={form} />
      <PassportFields form={form} ending={traveller?.passport_ending ?? null} />
      <FormButtons
        busy={form.busy}
        onCancel={onClose}
        cancelLabel={t('bookings:form.back')}
        submitLabel={t('save')}
        busyText={t('common:action.saving')}
        className="border-t border-line pt-4"
      />
    </Form>
  );
}
