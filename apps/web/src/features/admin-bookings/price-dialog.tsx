import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { bangkokIso, bangkokLocal } from '@bkksiam/domain/bangkok';
import type { Problem } from '@bkksiam/domain/problem';
import { passengerCounts } from '@bkksiam/domain/quotes';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { useBaht } from '#platform/formats.ts';
import { serverNow } from '#platform/server-clock.ts';
import { Button, CrossButton } from '#ui/button.tsx';
import { TextField } from '#ui/form-field.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import { FormDialog } from '#platform/form-dialog.tsx';
import { Failure } from './action-dialog.tsx';
import { useBookingAction, type BookingAction } from './booking-actions.ts';
import { BangkokTimeField } from '#entities/calendar/bangkok-time-field.tsx';
import { bookingKey, type AdminBooking, type BookingDetails } from './bookings-data.ts';

const amount = z.nullable(z.number());
const lineSchema = z.object({
  label: trimmedText,
  type: z.nullable(z.enum(['adult', 'child', 'infant'])),
  count: amount,
  price: amount,
  tax: amount,
});

const shape = z.object({
  lines: z.array(lineSchema),
  /** Null for the total. */
  deposit: amount,
  balanceDueAt: z.string(),
  namesDueAt: z.string(),
});
type PriceInput = z.infer<typeof shape>;

const maxLines = 50;

function totalOf(lines: PriceInput['lines']): number {
  return lines.reduce(
    (sum, { count, price, tax }) => sum + (count ?? 0) * ((price ?? 0) + (tax ?? 0)),
    0,
  );
}

function lineProblems(line: PriceInput['lines'][number]) {
  return [
    ...(line.label === '' || line.label.length > 120
      ? [['label', { code: 'admin_booking.label', values: { max: 120 } }] as const]
      : []),
    ...(line.count === null || line.count < 1 || line.count > 999
      ? [['count', { code: 'admin_booking.count' }] as const]
      : []),
    // A discount is no fare of a passenger.
    ...(line.price === null || (line.type !== null && line.price < 0)
      ? [['price', { code: 'admin_booking.amount' }] as const]
      : []),
  ];
}

function problemsOf({ lines, deposit, balanceDueAt, namesDueAt }: PriceInput) {
  const problems: Record<string, Problem> = {};
  for (const [index, line] of lines.entries()) {
    for (const [field, problem] of lineProblems(line)) {
      problems[`lines.${String(index)}.${field}`] = problem;
    }
  }
  if (deposit !== null && deposit > totalOf(lines)) {
    problems.deposit = { code: 'admin_booking.deposit' };
  }
  for (const [field, text] of Object.entries({ balanceDueAt, namesDueAt })) {
    const iso = bangkokIso(text);
    if (text === '') continue;
    if (iso === undefined) problems[field] = { code: 'admin_booking.time' };
    else if (Date.parse(iso) <= serverNow()) problems[field] = { code: 'admin_booking.past' };
  }
  return problems;
}

const schema = shape.check(domainCheck<PriceInput>(problemsOf, 'adminBookings'));

/** The present price to change, or a fare for each type of passenger. */
function usePriceForm({ row, lines }: BookingDetails, onClose: () => void) {
  const { t } = useTranslation('adminBookings');
  const { send } = useBookingAction(row);
  const fares = passengerCounts(row).map(({ kind, count }) => ({
    label: t(`price.fare.${kind}`),
    type: kind,
    count,
    price: null,
    tax: null,
  }));
  const stored = lines.map(({ label, type, count, priceSatang: price, taxSatang: tax }) => {
    return { label, type, count, price, tax };
  });
  const isWhole = row.deposit_satang === row.total_satang;
  const defaultValues: PriceInput = {
    lines: stored.length > 0 ? stored : fares,
    deposit: isWhole ? null : row.deposit_satang,
    balanceDueAt: row.balance_due_at === null ? '' : bangkokLocal(row.balance_due_at),
    namesDueAt: row.names_due_at === null ? '' : bangkokLocal(row.names_due_at),
  };
  return useAppForm({
    schema,
    defaultValues,
    draftKey: `price ${row.booking_id}`,
    mutationKey: [...bookingKey, 'action'],
    send: (input: PriceInput) => send(actionOf(input)),
    onSuccess: onClose,
  });
}

function actionOf({ lines, deposit, balanceDueAt, namesDueAt }: PriceInput): BookingAction {
  const total = totalOf(lines);
  return {
    kind: 'price',
    args: {
      p_lines: lines.map(({ label, type, count, price, tax }) => ({
        label,
        type,
        count: count ?? 0,
        price_satang: price ?? 0,
        tax_satang: tax ?? 0,
      })),
      p_total_satang: total,
      p_deposit_satang: deposit ?? total,
      p_balance_due_at: bangkokIso(balanceDueAt) ?? null,
      p_names_due_at: bangkokIso(namesDueAt) ?? null,
    },
  };
}

type PriceForm = ReturnType<typeof usePriceForm>;

function LineFields({ price, index }: { readonly price: PriceForm; readonly index: number }) {
  const { t } = useTranslation('adminBookings');
  const { field } = price;
  const lines = price.rows('lines');
  return (
    <div
      role="group"
      aria-label={t('price.line', { number: index + 1 })}
      className="relative grid items-start gap-3 border-t border-line pt-3 sm:grid-cols-[minmax(0,2fr)_5rem_minmax(0,1fr)_minmax(0,1fr)_2.75rem]"
    >
      <TextField {...field(`lines.${index}.label`)} label={t('price.label')} autoComplete="off" />
      <NumberField {...price.count(`lines.${index}.count`)} label={t('price.count')} />
      <NumberField {...price.signedAmount(`lines.${index}.price`)} label={t('price.price')} />
      <NumberField {...price.amount(`lines.${index}.tax`)} label={t('price.tax')} />
      {lines.items.length > 1 && (
        <CrossButton
          label={t('price.remove', { number: index + 1 })}
          onClick={() => lines.remove(index)}
          className="text-ink-2 hover:text-ink max-sm:justify-self-end sm:mt-7"
        />
      )}
    </div>
  );
}

function BookingPriceFields({ price }: { readonly price: PriceForm }) {
  const { t } = useTranslation('adminBookings');
  const baht = useBaht();
  const { control } = price;
  const lines = price.rows('lines');
  const total = totalOf(lines.items);
  return (
    <>
      {lines.items.map((_line, index) => (
        <LineFields key={index} price={price} index={index} />
      ))}
      {lines.items.length < maxLines && (
        <Button
          tone="link"
          className="justify-self-start text-sm"
          onClick={() => lines.add({ label: '', type: null, count: 1, price: null, tax: null })}
        >
          <Plus className="size-4" />
          {t('price.add')}
        </Button>
      )}
      <p className="flex justify-between border-y border-line py-3 font-strong" aria-live="polite">
        <span>{t('money.total')}</span>
        <span className="num">{baht(total)}</span>
      </p>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <NumberField
          {...price.amount('deposit')}
          label={t('price.deposit')}
          hint={t('price.depositHint')}
        />
        <BangkokTimeField {...control('balanceDueAt')} label={t('price.balanceDueAt')} />
        <BangkokTimeField {...control('namesDueAt')} label={t('price.namesDueAt')} />
      </div>
    </>
  );
}

/** Whether an admin may set the price: that of an offer is its own, and payments fix one. */
export function canPrice(row: AdminBooking): boolean {
  const isOpen = row.status === 'HOLD' || row.status === 'DEPOSIT_PENDING';
  return (
    isOpen && row.offer_version === null && (row.total_satang === null || row.paid_satang === 0)
  );
}

/** Sets the price of a hold that came without an offer. */
export function PriceDialog({
  booking,
  onClose,
}: {
  readonly booking: BookingDetails;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('adminBookings');
  const price = usePriceForm(booking, onClose);
  return (
    <FormDialog
      title={t('price.title')}
      text={t('price.text')}
      wide
      form={price}
      onClose={onClose}
      submitLabel={t('price.submit')}
    >
      <BookingPriceFields price={price} />
      <Failure error={price.failure} />
    </FormDialog>
  );
}
