import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { bangkokIso } from '@bkksiam/domain/bangkok';
import type { Problem } from '@bkksiam/domain/problem';
import type { AppError } from '#platform/app-error.ts';
import { domainCheck } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { Alert } from '#ui/feedback.tsx';
import { TextArea } from '#ui/form-field.tsx';
import { FormDialog } from '#platform/form-dialog.tsx';
import { failureText, useBookingAction, type BookingAction } from './booking-actions.ts';
import { BangkokTimeField } from '#entities/calendar/bangkok-time-field.tsx';
import { bookingKey, type AdminBooking } from './bookings-data.ts';

/** Says why an action failed; what was typed stays. */
export function Failure({ error }: { readonly error: AppError | null }) {
  const { t } = useTranslation('adminBookings');
  if (error === null) return null;
  const text = failureText(error);
  return <Alert title={t('failed')}>{typeof text === 'string' ? t(text) : text.raw}</Alert>;
}

interface ActionField {
  readonly name: string;
  readonly label: string;
  /** A Bangkok time; else a text. */
  readonly isTime?: boolean;
  /** Characters at most. */
  readonly max?: number;
}

type Values = Readonly<Record<string, string>>;

/** Every field is needed: the member or another admin reads it. */
export function problemsOf(fields: readonly ActionField[]) {
  return (values: Values): Readonly<Partial<Record<string, Problem>>> => {
    const problems: Record<string, Problem> = {};
    for (const { name, isTime = false, max = 2000 } of fields) {
      const text = values[name]?.trim() ?? '';
      if (isTime && bangkokIso(text) === undefined) problems[name] = { code: 'admin_booking.time' };
      else if (text === '') problems[name] = { code: 'admin_booking.missing' };
      else if (text.length > max) {
        problems[name] = { code: 'admin_booking.too_long', values: { max } };
      }
    }
    return problems;
  };
}

export interface ActionDialogProps {
  readonly booking: AdminBooking;
  readonly onClose: () => void;
  readonly title: string;
  readonly text: string;
  readonly fields: readonly ActionField[];
  readonly defaults?: Values;
  readonly confirmLabel: string;
  /** For an action that is itself called "Cancel". */
  readonly cancelLabel?: string;
  readonly tone?: 'primary' | 'danger';
  readonly action: (values: Values) => BookingAction;
}

/** Dialog for an action that needs a message. */
export function ActionDialog(props: ActionDialogProps) {
  const { booking, onClose, title, text, fields, defaults, cancelLabel, action } = props;
  const { send } = useBookingAction(booking);
  const initial = Object.fromEntries(fields.map(({ name }) => [name, defaults?.[name] ?? '']));
  const form = useAppForm({
    schema: z
      .record(z.string(), z.string())
      .check(domainCheck<Values>(problemsOf(fields), 'adminBookings')),
    defaultValues: initial,
    // The title names the action, and the payment that is reversed.
    draftKey: `action ${booking.booking_id} ${title}`,
    mutationKey: [...bookingKey, 'action'],
    send: (values: Values) => send(action(values)),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={title}
      text={text}
      form={form}
      onClose={onClose}
      submitLabel={props.confirmLabel}
      {...(cancelLabel !== undefined && { cancelLabel })}
      tone={props.tone ?? 'primary'}
    >
      {fields.map(({ name, label, isTime = false }) =>
        isTime ? (
          <BangkokTimeField key={name} {...form.control(name)} label={label} />
        ) : (
          <TextArea key={name} {...form.field(name)} label={label} rows={3} />
        ),
      )}
      <Failure error={form.failure} />
    </FormDialog>
  );
}
