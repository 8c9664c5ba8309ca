import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bookingStatus } from '@bkksiam/domain/booking';
import { bookingHoldHours } from '@bkksiam/domain/constants';
import { FlightWay } from '#drawings/flight.tsx';
import { useStatus } from '#platform/status.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { PassPaper } from '#ui/pass-paper.tsx';
import type { BookingForm } from './booking-form.ts';

interface BookingStubProps {
  readonly form: BookingForm;
  readonly flightId: string;
}

/** The tear-off part of the pass: the flight, the status and the submit button. */
function BookingStub({ form, flightId }: BookingStubProps) {
  const { t } = useTranslation();
  const status = useStatus()('booking', bookingStatus(form.input.slip?.name ?? null));
  return (
    <div className="grid gap-5 lg:sticky lg:top-24">
      <div>
        <p className="text-xs font-mid text-ink-2">{t('members.booking.flight')}</p>
        <p className="line-clamp-3 text-2xl leading-tight font-strong wrap-anywhere">{flightId}</p>
        <FlightWay className="mt-2 h-7 w-24 text-gold-ink" />
        <p className="mt-2 text-sm text-ink-2">
          {t('passengers.total', { count: form.input.passengers.length })}
          {', '}
          {t('members.booking.holdFor', { count: bookingHoldHours })}
        </p>
      </div>
      <div className="grid justify-items-start gap-1">
        <p className="text-xs font-mid text-ink-2">{t('field.status')}</p>
        <StatusChip {...status} show="beside" onStub />
      </div>
      {form.notStored && (
        <Alert title={t('members.booking.notStored')}>{t('members.booking.notStoredText')}</Alert>
      )}
      <Button type="submit" size="lg" wide busy={form.sent}>
        {t('members.booking.submit')}
      </Button>
      <p className="text-xs text-ink-2">{t('members.booking.stored')}</p>
    </div>
  );
}

/** A booking form drawn as a boarding pass: the fields on the paper, the flight and the submit button on the stub. */
export function BookingPass({
  children,
  ...stub
}: BookingStubProps & { readonly children: ReactNode }) {
  return (
    <PassPaper
      className="lg:grid-cols-[1fr_300px]"
      columns="grid-cols-[1fr_300px] [--notch-x:calc(100%-300px)]"
      paperClass="grid gap-8"
      stub={<BookingStub {...stub} />}
    >
      {children}
    </PassPaper>
  );
}
