import { memo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { typedDay } from '@bkksiam/domain/birth-date';
import type { Language } from '@bkksiam/domain/languages';
import { passengerTypes } from '@bkksiam/domain/passenger-age';
import { personOfSeat, seatProblems, type Seat } from '@bkksiam/domain/passenger-seats';
import type { Problem } from '@bkksiam/domain/problem';
import {
  TravellerPicks,
  useLastRow,
  type TravellerPicksProps,
} from '#entities/traveller/traveller-picks.tsx';
import { OneNameNote } from '#entities/traveller/one-name.tsx';
import { PersonFields } from '#entities/traveller/person-fields.tsx';
import { usePassengerWarnings, Warnings } from '#entities/traveller/passenger-warnings.tsx';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import type { AppError } from '#platform/app-error.ts';
import { FormButtons } from '#platform/form-dialog.tsx';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { StickyBar } from '#ui/parts/sticky-bar.tsx';
import { failureToast, lastDayOf, useBookingActions, type Booking } from './booking-data.ts';
import { PassengerImport } from './passenger-import.tsx';

const shape = z.object({
  seats: z.array(
    z.object({
      type: z.enum(passengerTypes),
      lastName: trimmedText,
      firstName: trimmedText,
      birthDate: trimmedText,
    }),
  ),
});
type SeatsInput = z.infer<typeof shape>;

function problemsOf({ seats }: SeatsInput): Readonly<Record<string, Problem>> {
  const today = bangkokToday();
  const found = seats.flatMap((seat, index) =>
    Object.entries(seatProblems(seat, today)).map(
      ([column, problem]) => [`seats.${String(index)}.${column}`, problem] as const,
    ),
  );
  return Object.fromEntries(found);
}

const schema = shape.check(domainCheck<SeatsInput>(problemsOf, 'bookings'));

function seatsOf(booking: Booking, language: Language): Seat[] {
  return booking.passengers.map(({ type, last_name, first_name, birth_date }) => ({
    type,
    lastName: last_name ?? '',
    firstName: first_name ?? '',
    birthDate: typedDay(birth_date, language),
  }));
}

const seatColumns = ['lastName', 'firstName', 'birthDate'] as const;

/** Rows that are shown at once: typing in a form of 300 passengers is slow. */
const rowsAtOnce = 20;

/** The form of a booking's names. It carries the version that the member saw when it opened. */
function useSeatsForm(userId: string, booking: Booking, onClose: () => void) {
  const language = useLanguage();
  const [defaultValues] = useState(() => ({ seats: seatsOf(booking, language) }));
  const [version, setVersion] = useState(booking.version);
  const { setPassengers } = useBookingActions(userId, booking);
  // A refused call has loaded the booking again: the next one carries the version that is on screen by then.
  const isRefused = (error: AppError) => error.code === 'changed';
  const [isChanged, setIsChanged] = useState(false);
  if (isChanged && version !== booking.version) {
    setVersion(booking.version);
    setIsChanged(false);
  }
  const [shown, setShown] = useState(rowsAtOnce);
  const form = useAppForm({
    schema,
    defaultValues,
    // A draft fits the seats that it was typed for.
    draftKey: `passengers ${booking.booking_id} ${Object.values(booking.seats).join('-')}`,
    mutationKey: ['bookings', 'names'],
    errorToast: failureToast,
    send: ({ seats }) => setPassengers(version, seats),
    onSuccess() {
      showToast({ title: 'bookings:form.saved' });
      onClose();
    },
    onError: (error) => setIsChanged(isRefused(error)),
    // The first wrong field takes the focus: its row is shown before.
    onInvalid({ seats = [] }) {
      const first = Math.min(...Object.keys(seats).map(Number));
      if (Number.isFinite(first) && first >= shown) flushSync(() => setShown(first + rowsAtOnce));
    },
  });
  const { fields, replace } = useFieldArray({ control: form.form.control, name: 'seats' });
  const left = Math.max(0, fields.length - shown);
  function showMore() {
    flushSync(() => setShown(shown + rowsAtOnce));
    // The button is gone once all rows are shown.
    form.form.setFocus(`seats.${shown}.lastName`);
  }
  const showRow = (index: number) => setShown(Math.max(shown, index + 1));
  return { ...form, fields, replace, shown, left, showMore, showRow };
}

type SeatsForm = ReturnType<typeof useSeatsForm>;

interface SeatFieldsProps {
  readonly userId: string;
  readonly form: SeatsForm;
  readonly booking: Booking;
  readonly index: number;
}

function SeatWarnings({ userId, form, booking, index }: SeatFieldsProps) {
  const warningsOf = usePassengerWarnings(userId, lastDayOf(booking));
  const seat = useWatch({ control: form.form.control, name: `seats.${index}` });
  return (
    <>
      <OneNameNote names={seat} isTyped />
      <Warnings texts={warningsOf(seat.type, personOfSeat(seat))} />
    </>
  );
}

interface SeatRowProps extends SeatFieldsProps {
  readonly type: Seat['type'];
  readonly busy: boolean;
  /** The messages of its fields: those it shows are read from the form. */
  readonly errors: string;
}

/** What a row shows depends on these; the object of the form is another one after each of its renders. */
const rowProps = ['userId', 'booking', 'index', 'type', 'busy', 'errors'] as const;

function areRowsEqual(before: SeatRowProps, after: SeatRowProps): boolean {
  return rowProps.every((name) => before[name] === after[name]);
}

/** The fields of a passenger. Without `memo` each key that is typed would render the rows of 300 passengers. */
const SeatFields = memo(function SeatFields(props: SeatRowProps) {
  const { t } = useTranslation('bookings');
  const { form, index, type } = props;
  return (
    <fieldset className="min-w-0 border-t border-line pt-3">
      <legend className="float-left mb-1 text-sm font-head">
        {t('form.passenger', { number: index + 1, type: t(`type.${type}`) })}
      </legend>
      <div className="clear-both grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_10rem]">
        <PersonFields field={(column) => form.field(`seats.${index}.${column}`)} />
      </div>
      <SeatWarnings {...props} />
    </fieldset>
  );
}, areRowsEqual);

interface SavedTravellersProps extends Omit<SeatFieldsProps, 'index'> {
  readonly lastRow: TravellerPicksProps['lastRow'];
}

/** Fills seats with saved travellers. */
function SavedTravellers({ form, booking, ...picks }: SavedTravellersProps) {
  const seats = useWatch({ control: form.form.control, name: 'seats' });
  return (
    <TravellerPicks
      {...picks}
      seats={seats}
      lastDay={lastDayOf(booking)}
      onFill={(index, values) => {
        form.showRow(index);
        for (const column of seatColumns) {
          form.change(`seats.${index}.${column}`, values[column]);
        }
      }}
    />
  );
}

/** The button that saves, at the foot of a phone, where the end of a long list is far away. */
function NamesBar({ form, booking }: Omit<SeatFieldsProps, 'userId' | 'index'>) {
  const { t } = useTranslation(['bookings', 'common']);
  const timeText = useBangkokTime();
  const seats = useWatch({ control: form.form.control, name: 'seats' });
  const names = seats.filter(({ lastName, firstName }) => (lastName + firstName).trim() !== '');
  const { names_due_at: due } = booking;
  return (
    <StickyBar
      label={t('form.bar')}
      totalLabel={due === null ? t('passengers') : t('by', { time: timeText(due) })}
      total={t('form.typed', { names: names.length, seats: seats.length })}
      action={
        <Button type="submit" busy={form.busy} busyText={t('common:action.saving')}>
          {t('form.save')}
        </Button>
      }
    />
  );
}

/** The names of a booking: typed, pasted, loaded from a file. What is not known yet stays empty. */
export function PassengerForm({
  userId,
  booking,
  onClose,
}: {
  readonly userId: string;
  readonly booking: Booking;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['bookings', 'common']);
  const form = useSeatsForm(userId, booking, onClose);
  const { row, onFocusCapture } = useLastRow();
  const parts = { userId, form, booking };
  return (
    <Form
      onSubmit={form.onSubmit}
      onFocusCapture={onFocusCapture}
      className="grid gap-4 md:[&_:is(input,textarea,button)]:scroll-mb-28"
    >
      <p className="max-w-[38em] text-sm text-ink-2">{t('form.hint')}</p>
      <PassengerImport booking={booking} onUse={(seats) => form.replace([...seats])} />
      <SavedTravellers {...parts} lastRow={row} />
      {form.fields.slice(0, form.shown).map(({ id, type }, index) => (
        <SeatFields
          key={id}
          {...parts}
          index={index}
          type={type}
          busy={form.busy}
          errors={seatColumns.map((column) => form.errorOf(`seats.${index}.${column}`)).join()}
        />
      ))}
      {form.left > 0 && (
        <Button tone="link" onClick={form.showMore} className="justify-self-start">
          {t('form.more', { count: Math.min(rowsAtOnce, form.left), left: form.left })}
        </Button>
      )}
      <FormButtons
        busy={form.busy}
        onCancel={onClose}
        cancelLabel={t('form.back')}
        submitLabel={t('form.save')}
        busyText={t('common:action.saving')}
        // At the foot of the screen too: the end of a long list is far away.
        className="border-t border-line pt-4 md:sticky md:bottom-0 md:z-10 md:-mx-6 md:-mb-6 md:rounded-b-lg md:bg-surface md:px-6 md:pb-6"
        hasBar
      />
      <NamesBar form={form} booking={booking} />
    </Form>
  );
}
