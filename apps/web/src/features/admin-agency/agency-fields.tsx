import { useTranslation } from 'react-i18next';
import { headOffice } from '@bkksiam/domain/agency';
import { bankCodes, bankName } from '@bkksiam/domain/banks';
import { parsePromptPayId } from '@bkksiam/domain/promptpay-id';
import { languages } from '@bkksiam/domain/languages';
import { DayField } from '#entities/calendar/day-field.tsx';
import { settings } from '#platform/env.ts';
import { useLanguage } from '#platform/i18n.ts';
import { TextArea, TextField } from '#ui/form-field.tsx';
import { RadioField } from '#ui/radio-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Group, type FieldsProps } from './field-group.tsx';
import { VisitorFields } from './visitor-fields.tsx';

/** Whether members pay, which needs an account. */
export const hasPayments = () => settings().features.includes('payments');

const typed = { autoComplete: 'off', spellCheck: false } as const;
const pair = 'grid items-start gap-4 sm:grid-cols-2';

function Names({ form: { field } }: FieldsProps) {
  const { t } = useTranslation('adminAgency');
  return (
    <Group title={t('group.names')} text={t('group.namesText')}>
      <div className={pair}>
        {languages.map((language) => (
          <TextField
            key={language}
            {...field(`name_${language}`)}
            {...typed}
            lang={language}
            label={t(`field.name_${language}`)}
          />
        ))}
        {languages.map((language) => (
          <TextArea
            key={language}
            {...field(`address_${language}`)}
            {...typed}
            lang={language}
            rows={3}
            label={t(`field.address_${language}`)}
          />
        ))}
        <TextField {...field('phone')} {...typed} type="tel" label={t('field.phone')} />
        <TextField {...field('email')} {...typed} type="email" label={t('field.email')} />
      </div>
    </Group>
  );
}

function Registration({ form }: FieldsProps) {
  const { t } = useTranslation('adminAgency');
  const { field, control, change, values } = form;
  const isHead = values.branch === headOffice;
  return (
    <Group title={t('group.registration')} text={t('group.registrationText')}>
      <div className={pair}>
        <TextField
          {...field('tax_id')}
          {...typed}
          inputMode="numeric"
          label={t('field.tax_id')}
          hint={t('hint.tax_id')}
        />
        <TextField {...field('licence')} {...typed} label={t('field.licence')} />
      </div>
      <RadioField
        legend={t('field.office')}
        choices={[
          { value: 'head', text: t('office.head') },
          { value: 'branch', text: t('office.branch') },
        ]}
        chosen={isHead ? 'head' : 'branch'}
        onChoose={(office) => change('branch', office === 'head' ? headOffice : '')}
      />
      <div className={pair}>
        {!isHead && (
          <TextField
            {...field('branch')}
            {...typed}
            inputMode="numeric"
            label={t('field.branch')}
            hint={t('hint.branch')}
          />
        )}
        {hasPayments() && (
          <DayField {...control('vat_from')} earliest="1992-01-01" label={t('field.vat_from')} />
        )}
      </div>
    </Group>
  );
}

/** In the list of banks for one that is not in it. */
const otherBank = 'other';

function Bank({ form }: FieldsProps) {
  const { t } = useTranslation('adminAgency');
  const language = useLanguage();
  const { field, change, values, errorOf } = form;
  const { bank_code: code } = values;
  const names = bankCodes.map((known) => ({
    value: known,
    text: [
      bankName(known, language),
      ...languages.filter((other) => other !== language).map((other) => bankName(known, other)),
    ].join(' · '),
  }));
  const isOther = code !== '' && !bankCodes.includes(code);
  return (
    <Group title={t('group.bank')} text={t('group.bankText')}>
      <div className={pair}>
        <div className="grid gap-1.5 sm:col-span-2">
          <SelectField
            label={t('field.bank_code')}
            name="bank_code.choice"
            choices={[
              { value: '', text: t('bank.none') },
              ...names,
              { value: otherBank, text: t('bank.other') },
            ]}
            value={isOther ? otherBank : code}
            onValue={(value) => change('bank_code', value)}
          />
          {!isOther && errorOf('bank_code') !== '' && (
            <p className="text-sm font-mid text-red">{errorOf('bank_code')}</p>
          )}
        </div>
        {isOther && (
          <TextField
            {...typed}
            name="bank_code"
            error={errorOf('bank_code')}
            readOnly={form.busy}
            value={code === otherBank ? '' : code}
            onChange={({ target }) => change('bank_code', target.value || otherBank)}
            inputMode="numeric"
            maxLength={3}
            label={t('field.otherBank')}
            hint={t('hint.otherBank')}
          />
        )}
        <TextField {...field('bank_account_name')} {...typed} label={t('field.account_name')} />
        <TextField
          {...field('bank_account_number')}
          {...typed}
          inputMode="numeric"
          label={t('field.account_number')}
        />
      </div>
    </Group>
  );
}

function PromptPay({ form }: FieldsProps) {
  const { t } = useTranslation('adminAgency');
  const text = form.values.promptpay;
  const parsed = text.trim() === '' ? undefined : parsePromptPayId(text);
  const kind = parsed === undefined || 'code' in parsed ? undefined : parsed.kind;
  return (
    <Group title={t('group.promptpay')} text={t('group.promptpayText')}>
      <div className={pair}>
        <TextField
          {...form.field('promptpay')}
          {...typed}
          inputMode="tel"
          label={t('field.promptpay')}
          hint={kind === undefined ? t('hint.promptpay') : t(`promptpay.${kind}`)}
        />
      </div>
    </Group>
  );
}

export function AgencyFields({ form }: FieldsProps) {
  return (
    <>
      <Names form={form} />
      <VisitorFields form={form} />
      <Registration form={form} />
      {hasPayments() && (
        <>
          <Bank form={form} />
          <PromptPay form={form} />
        </>
      )}
    </>
  );
}
