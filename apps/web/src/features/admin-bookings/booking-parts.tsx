import { sliceDays, type FlightSegment } from '@bkksiam/domain/flight-offer';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { requestNumber } from '@bkksiam/domain/request-number';
import { shortDayText } from '@bkksiam/domain/weekday-text';
import { clockOf, dayOf } from '@bkksiam/domain/zoned-time';
import { useAssignmentText } from '#entities/assignment/assignment-parts.tsx';
import { useConditionText } from '#entities/offer/condition-text.ts';
import { detailOf, flightChangeOf } from '#entities/offer/event-details.ts';
import { Passengers as PassengerCounts } from '#entities/request/request-parts.tsx';
import { useAirlineNames } from '#entities/traveller/one-name.tsx';
import { personOf } from '#entities/traveller/traveller-data.ts';
import { pages } from '#pages.ts';
import { useBaht, useBangkokTime } from '#platform/formats.ts';
import { useLanguage } from '#platform/i18n.ts';
import { Button } from '#ui/button.tsx';
import { AirlineBadge } from '#ui/parts/airline-badge.tsx';
import { FactList } from '#ui/parts/fact-list.tsx';
import { Section } from '#ui/parts/section.tsx';
import { pastEntry, TimeLine, type TimeLineEntry } from '#ui/parts/time-line.tsx';
import { saveCsvRows, type CsvColumns } from '#platform/save-file.ts';
import { useTicketName } from './booking-tickets.tsx';
import type { BookingDetails, BookingEvent, Passenger } from './bookings-data.ts';

/** The flights, one line each: local times, and the day of the departure. */
export function Flights({ segments }: { readonly segments: readonly FlightSegment[] }) {
  const language = useLanguage();
  if (segments.length === 0) return null;
  return (
    <ul className="num mt-1 w-full text-xs leading-normal text-ink-2">
      {segments.map((segment, index) => {
        const { departure, arrival } = segment;
        const day = dayOf(departure);
        const days = sliceDays({ segments: [segment] }) ?? 0;
        return (
          <li key={index} className="flex gap-1.5 py-px">
            <AirlineBadge code={segment.airline} small />
            <span>
              {shortDayText(day, language) ?? day} {segment.airline} {segment.flightNumber} ·{' '}
              {segment.origin} {clockOf(departure)} – {segment.destination} {clockOf(arrival)}
              {days !== 0 && ` ${days > 0 ? '+' : '−'}${String(Math.abs(days))}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The file: one line a passenger, in their order, as airlines write them. No cell is a formula for a spreadsheet. */
function usePassengerFile({ row, passengers }: BookingDetails): () => void {
  const { t } = useTranslation('adminBookings');
  const namesOf = useAirlineNames(passengers.map(personOf));
  const columns: CsvColumns<Passenger> = [
    [t('passengers.file.number'), ({ position }) => String(position)],
    [t('passengers.file.lastName'), (passenger) => namesOf(personOf(passenger)).lastName],
    [t('passengers.file.firstName'), (passenger) => namesOf(personOf(passenger)).firstName],
    [t('passengers.file.type'), ({ type }) => type],
    [t('passengers.file.birthDate'), ({ birth_date: day }) => day ?? ''],
    [t('passengers.file.ticket'), ({ ticket_number: number }) => number ?? ''],
  ];
  return () => saveCsvRows(`passengers-${row.reference}.csv`, columns, passengers);
}

/** The passengers in their order, with their ticket numbers. */
export function Passengers({ booking }: { readonly booking: BookingDetails }) {
  const { t } = useTranslation(['adminBookings', 'requests']);
  const save = usePassengerFile(booking);
  const { passengers, row } = booking;
  const ticketName = useTicketName(passengers);
  return (
    <Section
      title={t('passengers.title')}
      action={
        passengers.length > 0 && (
          <Button tone="link" onClick={save} className="text-sm">
            <Download className="size-4" />
            {t('passengers.save')}
          </Button>
        )
      }
    >
      <p className="text-sm text-ink-2">
        <PassengerCounts quote={row} />
        {!row.has_all_names && ` · ${t('passengers.missing')}`}
      </p>
      <ol className="mt-1">
        {passengers.map((passenger) => (
          <li
            key={passenger.position}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line py-1.5 first:border-0"
          >
            <span className="wrap-anywhere">
              {ticketName(passenger) ?? t('passengers.unnamed', { number: passenger.position })}
            </span>
            <span className="num text-right text-ink-2">{passenger.ticket_number}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const eventNames = [
  'hold_placed',
  'confirmed',
  'passengers_set',
  'priced',
  'payment_recorded',
  'payment_reversed',
  'deposit_refused',
  'slip_attached',
  'slip_refused',
  'surplus_credited',
  'review_ended',
  'hold_extended',
  'ticketed',
  'expired',
  'cancelled',
  'deposit_overdue',
  'balance_overdue',
  'names_overdue',
  'flag_cleared',
  'flight_changed',
  'times_changed',
  'airline_cancelled',
  'order_paid',
  'order_cancelled',
  'order_payment_asked',
  'order_payment_failed',
  'order_cancel_failed',
  'order_price_changed',
  'refund_opened',
  'refund_decided',
  'refund_account_given',
  'refund_promised',
  'refund_paid',
  'approval_asked',
  'approval_given',
  'approval_refused',
  'surplus_credited',
  'slip_attached',
  'slip_refused',
] as const;

const actors = ['member', 'admin', 'system'] as const;

/** What has happened; an event without a text here has its name. */
function useEntries(events: readonly BookingEvent[]): readonly TimeLineEntry[] {
  const { t } = useTranslation('adminBookings');
  const language = useLanguage();
  const baht = useBaht();
  const timeText = useBangkokTime();
  const assignmentText = useAssignmentText();
  return events.map((event) => {
    const name = eventNames.find((known) => known === event.event);
    const assigned = assignmentText(event.event, {
      from: detailOf(event, 'assigned_from'),
      to: detailOf(event, 'assigned_to'),
    });
    const amount = detailOf(event, 'amount_satang') ?? detailOf(event, 'total_satang');
    const until = detailOf(event, 'hold_expires_at');
    const promised = String(detailOf(event, 'promised_on') ?? '');
    const values = {
      ...flightChangeOf(event),
      day: shortDayText(promised, language) ?? promised,
    };
    const reason = event.message ?? detailOf(event, `reason_${language}`);
    return pastEntry(event, {
      when: timeText(event.created_at),
      what: assigned ?? (name === undefined ? event.event : t(`event.${name}`, values)),
      who: [
        event.actor_name ?? t(`actor.${actors.find((actor) => actor === event.actor) ?? 'system'}`),
        typeof amount === 'number' ? baht(amount) : '',
        String(detailOf(event, 'pnr') ?? ''),
        typeof until === 'string' ? t('until', { time: timeText(until) }) : '',
      ],
      quote: reason === undefined ? null : String(reason),
    });
  });
}

/** The time line of a booking. */
export function History({ events }: { readonly events: readonly BookingEvent[] }) {
  const { t } = useTranslation('adminBookings');
  return (
    <Section id="history" title={t('history')}>
      <TimeLine labelledBy="history" entries={useEntries(events)} />
    </Section>
  );
}

/** An email address or a phone number; undefined if the member gave none. */
function contactLink(href: string, text: string | null) {
  return (
    text && (
      <a href={href} className="text-teal underline">
        {text}
      </a>
    )
  );
}

function Conditions({ conditions }: Pick<BookingDetails, 'conditions'>) {
  const { t } = useTranslation('adminBookings');
  const conditionText = useConditionText();
  if (conditions.length === 0) return null;
  return (
    <>
      <h4 className="mt-3 text-ink-2">{t('facts.conditions')}</h4>
      <ul className="list-disc pl-5">
        {conditions.map((condition, index) => (
          <li key={index} className="wrap-anywhere">
            {conditionText(condition)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Whom to ask, and what the booking came from. */
export function Facts({ booking }: { readonly booking: BookingDetails }) {
  const { t } = useTranslation('adminBookings');
  const timeText = useBangkokTime();
  const { row, notes, conditions, contact_email: email, contact_phone: phone } = booking;
  const { quote_id: request } = row;
  return (
    <Section title={t('facts.title')}>
      <FactList
        layout="ends"
        facts={[
          { name: t('facts.member'), value: row.full_name ?? row.email ?? t('facts.noMember') },
          {
            name: t('facts.email'),
            value: contactLink(`mailto:${encodeURIComponent(email ?? '')}`, email),
          },
          {
            name: t('facts.phone'),
            value: /^\+\d+$/.test(phone ?? '') ? contactLink(`tel:${phone ?? ''}`, phone) : phone,
          },
          { name: t('facts.slip'), value: row.slip_name },
          { name: t('tickets.pnr'), value: row.pnr },
          {
            name: t('facts.request'),
            value: request && (
              <Link
                to={`${pages.adminRequests.href()}?request=${request}`}
                className="text-teal underline"
              >
                {requestNumber(request)}
              </Link>
            ),
          },
          { name: t('facts.created'), value: timeText(row.created_at) },
        ]}
      />
      {notes !== null && (
        <blockquote className="mt-2 border-l-3 border-line pl-3 wrap-anywhere">{notes}</blockquote>
      )}
      <Conditions conditions={conditions} />
    </Section>
  );
}
