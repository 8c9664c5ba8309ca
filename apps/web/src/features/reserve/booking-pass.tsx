import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bookingStatus } from '@bkksiam/domain/booking';
import { bookingHoldHours } from '@bkksiam/domain/constants';
import { FlightWay } from '#drawings/flight.tsx';
import type { AppError } from '#platform/app-error.ts';
import { useStatus } from '#platform/status.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { PassPaper } from '#ui/pass-paper.tsx';
import { useWideScreen } from '#ui/wide-screen.ts';
import { type BookingForm } from './booking-form.ts';
import { isHeldByServer } from './hold-data.ts';

interface IsWide {
  readonly isWide: boolean;
}

interface BookingPassProps {
  readonly form: BookingForm;
  readonly flightId: string;
  readonly children: ReactNode;
}

/** The flight and the status that the booking will have. */
function Flight({ form, flightId, isWide }: Omit<BookingPassProps, 'children'> & IsWide) {
  const { t } = useTranslation();
  const status = useStatus()('booking', bookingStatus(form.input.slip?.name ?? null));
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 lg:grid lg:items-start">
      <div className="min-w-0">
        <p className="text-xs font-mid text-ink-2">{t('members.booking.flight')}</p>
        <p className="line-clamp-3 text-2xl leading-tight font-strong wrap-anywhere">{flightId}</p>
        <FlightWay className="mt-2 h-7 w-24 text-gold-ink max-lg:hidden" />
        {isWide && (
          <p className="mt-2 text-sm text-ink-2">
            {t('passengers.total', { count: form.input.passengers.length })}
            {', '}
            {t('members.booking.holdFor', { count: bookingHoldHours })}
          </p>
        )}
      </div>
      <div className="grid justify-items-start gap-1">
        <p className="text-xs font-mid text-ink-2">{t('field.status')}</p>
        <StatusChip {...status} show="beside" onStub />
      </div>
    </div>
  );
}

function NotStored() {
  const { t } = useTranslation();
  return <Alert title={t('members.booking.notStored')}>{t('members.booking.notStoredText')}</Alert>;
}

function NotHeld({ error: { code, message } }: { readonly error: AppError }) {
  const { t } = useTranslation('hold');
  const texts = new Map([
    ['PT429', t('tooMany')],
    ['too_many_holds', t('tooMany')],
    ['network', t('unreachable')],
    ['in_progress', t('airline.unclear')],
    ['unavailable', t('airline.unclear')],
    ['airline_refused', t('airline.refused')],
    ['not_holdable', t('airline.notHoldable')],
    ...['late', 'failed', 'limited'].map((failed) => [failed, t('airline.unreachable')] as const),
  ]);
  return <Alert title={t('failed')}>{texts.get(code) ?? message}</Alert>;
}

/** Why the booking was not made; what was entered stays. A page with an offer says by itself that its seats or price changed. */
export function Failure({ form: { failure, types } }: Pick<BookingPassProps, 'form'>) {
  if (failure === null || (types && failure.code === 'conflict')) return null;
  return isHeldByServer() ? <NotHeld error={failure} /> : <NotStored />;
}

function SubmitButton({ form, isWide }: Pick<BookingPassProps, 'form'> & IsWide) {
  const { t } = useTranslation();
  return (
    <Button type="submit" size={isWide ? 'lg' : 'md'} wide={isWide} busy={form.sent}>
      {t('members.booking.submit')}
    </Button>
  );
}

function KeptByServer() {
  const { t } = useTranslation('hold');
  return t('stored');
}

function KeptByBrowser() {
  const { t } = useTranslation();
  return t('members.booking.stored');
}

function StoredNote() {
  return (
    <p className="text-xs text-ink-2">{isHeldByServer() ? <KeptByServer /> : <KeptByBrowser />}</p>
  );
}

/** The submit button of a narrow screen: a bar that stays at the bottom while the form is on screen. */
function SubmitBar({ form }: Pick<BookingPassProps, 'form'>) {
  const { t } = useTranslation();
  return (
    <div className="sticky bottom-0 z-20 -mx-(--gut) flex items-center justify-between gap-4 border-t-2 border-dashed border-perf bg-surface px-(--gut) py-3">
      <p className="min-w-0 leading-[1.3]">
        <span className="block font-head">
          {t('passengers.total', { count: form.input.passengers.length })}
        </span>
        <span className="block text-sm text-ink-2">
          {t('members.booking.holdFor', { count: bookingHoldHours })}
        </span>
      </p>
      <SubmitButton form={form} isWide={false} />
    </div>
  );
}

/**
 * A booking form drawn as a boarding pass: the flight, then the fields, then the submit button, which on a wide screen
 * stands beside them with the flight.
 */
export function BookingPass({ children, ...flight }: BookingPassProps) {
  const { form } = flight;
  const isWide = useWideScreen();
  const stub = (
    <div className="grid gap-5 lg:sticky lg:top-24">
      <Flight {...flight} isWide={isWide} />
      {isWide && (
        <>
          <Failure form={form} />
          <SubmitButton form={form} isWide />
          <StoredNote />
        </>
      )}
    </div>
  );
  return (
    <>
      <PassPaper
        className="lg:grid-cols-[1fr_300px]"
        columns="grid-cols-[1fr_300px] [--notch-x:calc(100%-300px)]"
        paperClass="grid gap-8"
        stub={stub}
        stubFirst
      >
        {children}
      </PassPaper>
      {!isWide && (
        <>
          <div className="my-4 grid gap-4">
            <Failure form={form} />
            <StoredNote />
          </div>
          <SubmitBar form={form} />
        </>
      )}
    </>
  );
}
