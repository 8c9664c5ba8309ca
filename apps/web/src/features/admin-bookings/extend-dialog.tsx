import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { bangkokIso, bangkokLocal } from '@bkksiam/domain/bangkok';
import { BangkokTimeField } from '#entities/calendar/bangkok-time-field.tsx';
import type { FailedRow } from '#list/run-each.ts';
import { FormDialog } from '#platform/form-dialog.tsx';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { showToast } from '#platform/toast.ts';
import { Alert } from '#ui/feedback.tsx';
import { problemsOf } from './action-dialog.tsx';
import { failureText, useBookingsAction } from './booking-actions.ts';
import { bookingKey, type AdminBooking } from './bookings-data.ts';

const dayMs = 86_400_000;
const fields = [{ name: 'until', label: '', isTime: true }] as const;

/** A day after the latest deadline, so that none becomes earlier. */
function dayLater(bookings: readonly AdminBooking[]): string {
  const ends = bookings.map((row) => Date.parse(row.hold_expires_at ?? row.created_at));
  return bangkokLocal(Math.max(...ends) + dayMs);
}

/** Why holds were not extended, line by line. */
function Failures({ failed }: { readonly failed: readonly FailedRow<AdminBooking>[] }) {
  const { t } = useTranslation('adminBookings');
  if (failed.length === 0) return null;
  return (
    <Alert title={t('bulk.failed', { count: failed.length })}>
      <ul className="mt-1 grid gap-1">
        {failed.map(({ row, error }) => {
          const text = failureText(error);
          return (
            <li key={row.booking_id}>
              <strong className="num">{row.reference}</strong>{' '}
              {typeof text === 'string' ? t(text) : text.raw}
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}

interface ExtendDialogProps {
  readonly bookings: readonly AdminBooking[];
  /** Called with the bookings that are left after an attempt. */
  readonly onLeft: (bookings: readonly AdminBooking[]) => void;
  readonly onClose: () => void;
}

/** Extends several holds to the same time. Those that failed stay in the dialog. */
export function ExtendDialog({ bookings, onLeft, onClose }: ExtendDialogProps) {
  const { t } = useTranslation('adminBookings');
  const { sendEach } = useBookingsAction();
  const [failed, setFailed] = useState<readonly FailedRow<AdminBooking>[]>([]);
  const left = failed.length > 0 ? failed.map(({ row }) => row) : bookings;
  const form = useAppForm({
    schema: z
      .object({ until: trimmedText })
      .check(domainCheck(problemsOf(fields), 'adminBookings')),
    defaultValues: { until: dayLater(bookings) },
    draftKey: `extend ${bookings.map(({ reference }) => reference).join(' ')}`,
    mutationKey: [...bookingKey, 'extend'],
    send: ({ until }) =>
      sendEach(left, { kind: 'extend', args: { p_hold_expires_at: bangkokIso(until) ?? '' } }),
    isSent: (failures) => failures.length === 0,
    onSuccess: (failures) => {
      setFailed(failures);
      onLeft(failures.map(({ row }) => row));
      const count = left.length - failures.length;
      if (count > 0) showToast({ title: 'adminBookings:bulk.extended', values: { count } });
      if (failures.length === 0) onClose();
    },
  });
  return (
    <FormDialog
      title={t('bulk.extendTitle', { count: left.length })}
      text={t('extend.text')}
      form={form}
      onClose={onClose}
      submitLabel={t('bulk.extend', { count: left.length })}
    >
      <BangkokTimeField {...form.control('until')} label={t('extend.until')} />
      <Failures failed={failed} />
    </FormDialog>
  );
}
