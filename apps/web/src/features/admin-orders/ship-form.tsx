import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  checkCarrier,
  checkParcelNumber,
  parcelLink,
  type ParcelInput,
} from '@bkksiam/domain/parcel';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { TextField } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
import { lastCarrier } from './last-carrier.ts';
import { useOrderAction, useOrderFailure } from './order-actions.ts';
import { adminOrderKey, type AdminOrder } from './orders-data.ts';

function problemsOf({ number, ...carrier }: ParcelInput) {
  const problem = checkParcelNumber(number);
  return { ...checkCarrier(carrier), ...(problem && { number: problem }) };
}

const schema = z
  .object({ carrier: trimmedText, number: trimmedText, link: trimmedText })
  .check(domainCheck<ParcelInput>(problemsOf, 'adminOrders'));

/** Records who has the parcel, which the buyer is mailed. */
export function ShipForm({ id, row }: { readonly id: string; readonly row: AdminOrder }) {
  const { t } = useTranslation('adminOrders');
  const send = useOrderAction(row);
  const failureText = useOrderFailure();
  const form = useAppForm({
    schema,
    defaultValues: { ...(lastCarrier.read() ?? { carrier: '', link: '' }), number: '' },
    draftKey: `ship ${row.order_id}`,
    mutationKey: [...adminOrderKey, 'ship'],
    send: async ({ carrier, number, link }: ParcelInput) => {
      lastCarrier.write({ carrier, link });
      const parcel = { carrier, parcel_number: number, tracking_url: parcelLink(link, number) };
      await send('ship', parcel);
    },
    onSuccess: () =>
      showToast({ title: 'adminOrders:done.ship', description: { text: row.number } }),
  });
  const { field } = form;
  return (
    <Form onSubmit={form.onSubmit} className="grid gap-2">
      <div id={id} className="grid items-start gap-x-3 gap-y-2 sm:grid-cols-2">
        <TextField {...field('carrier')} label={t('ship.carrier')} autoComplete="off" />
        <TextField
          {...field('number')}
          label={t('ship.number')}
          placeholder={t('ship.scan')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <TextField
          {...field('link')}
          label={t('ship.link')}
          hint={t('ship.linkHint')}
          inputMode="url"
          autoComplete="off"
          className="sm:col-span-2"
        />
      </div>
      {form.failure && <Alert title={t('failed')}>{failureText(form.failure)}</Alert>}
      <Button type="submit" size="sm" wide busy={form.busy}>
        {t('ship.submit')}
      </Button>
      <p className="text-xs text-ink-2">{t('stepText.ship')}</p>
    </Form>
  );
}
