import { useTranslation } from 'react-i18next';
import { officeOf, officesOf } from '@bkksiam/domain/receipt-buyer';
import { TextArea, TextField } from '#ui/form-field.tsx';
import { RadioField } from '#ui/radio-field.tsx';
import type { BuyerForm } from './buyer-form.ts';

/** Who is printed as the buyer of a receipt. The office is asked for with a tax id. */
export function BuyerFields({ form: { form, field, change } }: { readonly form: BuyerForm }) {
  const { t } = useTranslation('receipts');
  const [taxId, chosen] = form.watch(['taxId', 'office']);
  const offices = officesOf(taxId);
  const office = officeOf({ taxId, office: chosen });
  return (
    <>
      <TextField {...field('name')} label={t('buyer.name')} autoComplete="off" />
      <TextArea {...field('address')} label={t('buyer.address')} rows={3} autoComplete="off" />
      <TextField
        {...field('taxId')}
        label={t('buyer.taxId')}
        hint={t('buyer.taxIdHint')}
        inputMode="numeric"
        autoComplete="off"
      />
      {offices.length > 0 && (
        <RadioField
          legend={t('buyer.office')}
          choices={offices.map((value) => ({ value, text: t(`buyer.${value}`) }))}
          chosen={office}
          onChoose={(value) => change('office', value)}
        />
      )}
      {office === 'branch' && (
        <TextField
          {...field('branch')}
          label={t('buyer.branchNumber')}
          hint={t('buyer.branchHint')}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
    </>
  );
}
