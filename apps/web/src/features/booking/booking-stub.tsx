import { useTranslation } from 'react-i18next';
import { bookingStatus } from '@bkksiam/domain/booking';
import { bookingHoldHours } from '@bkksiam/domain/constants';
import { FlightWay } from '#drawings/flight.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Alert } from '#ui/feedback.tsx';
import type { BookingForm } from './booking-form.ts';

/** The part of the pass that is torn off: the flight, how many, how long it is held, and the one action. */
export function BookingStub({
  form,
  flightId,
}: {
  readonly form: BookingForm;
  readonly flightId: string;
}) {
  const { t } = useTranslation();
  const status = bookingStatus(form.draft.slip?.name ?? null);
  return (
    <div className="grid gap-5">
      <div>
        <p className="text-xs font-mid text-ink-2">{t('members.booking.flight')}</p>
        <p className="line-clamp-3 text-2xl leading-tight font-strong wrap-anywhere">{flightId}</p>
        <FlightWay className="mt-2 h-7 w-24 text-gold-ink" />
        <p className="mt-2 text-sm text-ink-2">
          {t('members.booking.count', { count: form.fields.passengers.length })}
          {', '}
          {t('members.booking.holdFor', { count: bookingHoldHours })}
        </p>
      </div>
      <div className="grid justify-items-start gap-1">
        <p className="text-xs font-mid text-ink-2">{t('members.booking.status')}</p>
        <Chip tone={status === 'HOLD' ? 'waiting' : 'progress'}>{status}</Chip>
      </div>
      {form.notKept && (
        <Alert title={t('members.booking.notKept')}>{t('members.booking.notKeptText')}</Alert>
      )}
      <Button type="submit" size="lg" wide busy={form.sent}>
        {t('members.booking.submit')}
      </Button>
      <p className="text-xs text-ink-2">{t('members.booking.kept')}</p>
    </div>
  );
}
