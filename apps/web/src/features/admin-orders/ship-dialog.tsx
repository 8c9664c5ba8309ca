import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { checkCarrier, checkParcelNumbers, parcelLink } from '@bkksiam/domain/parcel';
import { FormDialog } from '#platform/form-dialog.tsx';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { showToast } from '#platform/toast.ts';
import { TextField } from '#ui/form-field.tsx';
import { FailedOrders } from './failed-orders.tsx';
import { lastCarrier } from './last-carrier.ts';
import { useOrdersAction, type FailedOrder } from './order-actions.ts';
import { adminOrderKey, type AdminOrder } from './orders-data.ts';

const shape = z.object({
  carrier: trimmedText,
  link: trimmedText,
  /** By the position of the order. */
  numbers: z.array(trimmedText),
});

type Parcels = z.infer<typeof shape>;

function problemsOf({ carrier, link, numbers }: Parcels) {
  const ofNumbers = checkParcelNumbers(numbers).flatMap((problem, index) =>
    problem === null ? [] : [[`numbers.${String(index)}`, problem] as const],
  );
  return { ...checkCarrier({ carrier, link }), ...Object.fromEntries(ofNumbers) };
}

const schema = shape.check(domainCheck<Parcels>(problemsOf, 'adminOrders'));

/** A scanner ends each number with Enter, which goes to the next field; in the last one it sends. */
function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  const { currentTarget } = event;
  if (event.key !== 'Enter') return;
  const inputs = [...(currentTarget.closest('[role=group]')?.querySelectorAll('input') ?? [])];
  const next = inputs[inputs.indexOf(currentTarget) + 1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.select();
}

interface ShipDialogProps {
  readonly orders: readonly AdminOrder[];
  /** Called with the orders that are left after an attempt. */
  readonly onLeft: (orders: readonly AdminOrder[]) => void;
  readonly onClose: () => void;
}

function useShipping({ orders, onLeft, onClose }: ShipDialogProps) {
  const move = useOrdersAction();
  const [failed, setFailed] = useState<readonly FailedOrder[]>([]);
  const left = failed.length > 0 ? failed.map(({ order }) => order) : orders;
  const form = useAppForm({
    schema,
    defaultValues: {
      ...(lastCarrier.read() ?? { carrier: '', link: '' }),
      numbers: orders.map(() => ''),
    } satisfies Parcels,
    draftKey: `ship ${orders.map(({ number }) => number).join(' ')}`,
    mutationKey: [...adminOrderKey, 'ship'],
    send: ({ carrier, link, numbers }: Parcels) => {
      lastCarrier.write({ carrier, link });
      return move(
        left.map((order, index) => {
          const number = numbers[index] ?? '';
          return {
            order,
            details: { parcel_number: number, tracking_url: parcelLink(link, number) },
          };
        }),
        'ship',
        { carrier },
      );
    },
    isSent: (failures) => failures.length === 0,
    onSuccess: (failures, { numbers, ...carrier }) => {
      const kept = failures.map(({ order }) => numbers[left.indexOf(order)] ?? '');
      setFailed(failures);
      onLeft(failures.map(({ order }) => order));
      const count = left.length - failures.length;
      if (count > 0) showToast({ title: 'adminOrders:bulk.shipped', values: { count } });
      if (failures.length === 0) onClose();
      else form.form.reset({ ...carrier, numbers: kept }, { keepDefaultValues: true });
    },
  });
  return { form, left, failed };
}

/** Records several parcels of one carrier, each with its number. Those that failed stay in the dialog. */
export function ShipDialog(props: ShipDialogProps) {
  const { t } = useTranslation('adminOrders');
  const { form, left, failed } = useShipping(props);
  const { field } = form;
  return (
    <FormDialog
      title={t('ship.many', { count: left.length })}
      text={t('ship.manyText')}
      form={form}
      onClose={props.onClose}
      submitLabel={t('bulk.ship', { count: left.length })}
    >
      <TextField {...field('carrier')} label={t('ship.carrier')} autoComplete="off" />
      <TextField
        {...field('link')}
        label={t('ship.link')}
        hint={t('ship.linkHint')}
        inputMode="url"
        autoComplete="off"
      />
      <div role="group" aria-label={t('ship.numbers')} className="grid gap-3">
        {left.map((order, index) => (
          <TextField
            key={order.order_id}
            {...field(`numbers.${index}`)}
            onKeyDown={goOn}
            label={t('ship.numberOf', { number: order.number, name: order.name ?? '' })}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        ))}
      </div>
      <FailedOrders failed={failed} />
    </FormDialog>
  );
}
