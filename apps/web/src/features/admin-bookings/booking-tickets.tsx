import type { ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { paidShare } from '@bkksiam/domain/booking-status';
import * as z from 'zod/mini';
import type { Problem } from '@bkksiam/domain/problem';
import { useAirlineNames } from '#entities/traveller/one-name.tsx';
import { personOf } from '#entities/traveller/traveller-data.ts';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { TextField } from '#ui/form-field.tsx';
import { Form } from '#ui/form.tsx';
import { Section } from '#ui/parts/section.tsx';
import { Failure } from './action-dialog.tsx';
import { useBookingAction } from './booking-actions.ts';
import { bookingKey, type BookingDetails, type Passenger } from './bookings-data.ts';

interface TicketInput {
  pnr: string;
  numbers: string[];
  reason: string;
}

/** A ticket number as airlines print it: `217-2403456789` and with spaces. */
const ticketDigits = (text: string) => text.replaceAll(/[\s-]/g, '');

/** The first problem of each field. */
function problemsOf({ pnr, numbers, reason }: TicketInput, needsReason: boolean) {
  const problems: Record<string, Problem> = {};
  if (!/^[A-Z0-9]{6}$/.test(pnr)) problems.pnr = { code: 'admin_booking.pnr' };
  for (const [index, number] of numbers.entries()) {
    const name = `numbers.${String(index)}`;
    if (!/^\d{13}$/.test(number)) problems[name] = { code: 'admin_booking.ticket' };
    else if (numbers.indexOf(number) !== index) {
      problems[name] = { code: 'admin_booking.ticket_twice' };
    }
  }
  if (needsReason && reason === '') problems.reason = { code: 'admin_booking.missing' };
  return problems;
}

const schemaOf = (needsReason: boolean) =>
  z
    .object({
      pnr: z.pipe(
        z.string(),
        z.transform((text) => text.trim().toUpperCase()),
      ),
      numbers: z.array(z.pipe(z.string(), z.transform(ticketDigits))),
      reason: trimmedText,
    })
    .check(domainCheck<TicketInput>((input) => problemsOf(input, needsReason), 'adminBookings'));

/** Gives names in the order of tickets, as airlines write them: last name first, in capitals. */
export function useTicketName(passengers: readonly Passenger[]) {
  const namesOf = useAirlineNames(passengers.map(personOf));
  return (passenger: Passenger): string | undefined => {
    const { firstName, lastName } = namesOf(personOf(passenger));
    return lastName === '' ? undefined : `${lastName} ${firstName}`.trim().toUpperCase();
  };
}

/** The form of the tickets. */
function useTickets({ row, passengers }: BookingDetails, needsReason: boolean) {
  const { send } = useBookingAction(row);
  const tickets = useAppForm({
    schema: schemaOf(needsReason),
    defaultValues: {
      pnr: row.pnr ?? '',
      numbers: passengers.map(({ ticket_number: number }) => number ?? ''),
      reason: '',
    } satisfies TicketInput,
    draftKey: `tickets ${row.booking_id}`,
    mutationKey: [...bookingKey, 'action'],
    send: ({ pnr, numbers, reason }) =>
      send({
        kind: 'ticket',
        args: { p_pnr: pnr, p_ticket_numbers: numbers, p_reason: reason },
      }),
  });
  /** Several copied lines fill the fields from this one on. */
  function paste(event: ClipboardEvent, index: number) {
    const lines = event.clipboardData
      .getData('text')
      .trim()
      .split(/\s*[\r\n,;\t]+\s*/);
    if (lines.length < 2) return;
    event.preventDefault();
    for (const [offset, text] of lines.entries()) {
      if (index + offset < passengers.length) {
        tickets.form.setValue(`numbers.${index + offset}`, text, { shouldDirty: true });
      }
    }
    // As after typing them: the button is below the last one.
    const last = Math.min(index + lines.length, passengers.length) - 1;
    tickets.form.setFocus(`numbers.${last}`);
  }
  return { ...tickets, paste };
}

function TicketFields({ booking }: { readonly booking: BookingDetails }) {
  const { t } = useTranslation('adminBookings');
  const { row, passengers } = booking;
  const needsReason = paidShare(row) !== 'all';
  const ticketName = useTicketName(passengers);
  const { field, busy, onSubmit, failure, paste } = useTickets(booking, needsReason);
  return (
    <Form onSubmit={onSubmit} className="grid gap-3">
      <TextField
        {...field('pnr')}
        label={t('tickets.pnr')}
        hint={t('tickets.pnrHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {passengers.map((passenger, index) => (
        <TextField
          key={passenger.position}
          {...field(`numbers.${index}`)}
          label={ticketName(passenger) ?? t('passengers.unnamed', { number: passenger.position })}
          hint={index === 0 && passengers.length > 1 ? t('tickets.pasteHint') : undefined}
          placeholder={t('tickets.placeholder')}
          inputMode="numeric"
          autoComplete="off"
          onPaste={(event) => paste(event, index)}
        />
      ))}
      {needsReason && (
        <TextField
          {...field('reason')}
          label={t('tickets.reason')}
          hint={t('tickets.reasonHint')}
          autoComplete="off"
        />
      )}
      <Failure error={failure} />
      <Button type="submit" size="sm" tone="secondary" busy={busy} className="justify-self-start">
        {t('tickets.submit', { count: passengers.length })}
      </Button>
    </Form>
  );
}

/** Issues the tickets of a confirmed booking. */
export function Tickets({ booking }: { readonly booking: BookingDetails }) {
  const { t } = useTranslation('adminBookings');
  const { row } = booking;
  return (
    <Section title={t('tickets.title')}>
      {row.has_all_names ? (
        <TicketFields booking={booking} />
      ) : (
        <Alert tone="info" title={t('tickets.namesMissing')}>
          {t('tickets.namesMissingText')}
        </Alert>
      )}
    </Section>
  );
}
