import {
  calendarFile,
  calendarMethod,
  flightEventId,
  type CalendarStatus,
} from './calendar-file.ts';
import type { BookingData } from './mail-data.ts';
import { airportText, cityRoute } from './mail-facts.ts';
import type { MailAttachment } from './mail.ts';
import { localTimeText } from './message-formats.ts';

/** What the calendar file of a booking is written from, for mails and for the site. */
export interface CalendarBooking extends Pick<
  BookingData,
  'reference' | 'version' | 'updated_at' | 'pnr' | 'flights' | 'cities'
> {
  readonly status: string;
  /** The last event of each kind. */
  readonly events: Partial<Readonly<Record<string, { readonly at: number }>>>;
}

interface CalendarTarget {
  readonly bookingId: string;
  readonly language: 'en' | 'th';
  /** The address of the booking on the site. */
  readonly page: string;
}

const texts = {
  en: {
    times: (departs: string, arrives: string) =>
      `Departs ${departs} and arrives ${arrives}, local times`,
    booking: (reference: string) => `Booking: ${reference}`,
    pnr: (pnr: string) => `Airline reference (PNR): ${pnr}`,
    changed: 'The airline has changed a flight: the times may be others. We will contact you.',
  },
  th: {
    times: (departs: string, arrives: string) => `ออก${departs} ถึง${arrives} (เวลาท้องถิ่น)`,
    booking: (reference: string) => `การจอง: ${reference}`,
    pnr: (pnr: string) => `รหัสการจองของสายการบิน (PNR): ${pnr}`,
    changed: 'สายการบินเปลี่ยนแปลงเที่ยวบิน เวลาอาจไม่ตรงกับที่แสดงนี้ เราจะติดต่อคุณ',
  },
};

/** Whether an airline has changed a flight since tickets were issued. */
function isChanged({ events }: CalendarBooking): boolean {
  return (events.flight_changed?.at ?? 0) > (events.ticketed?.at ?? 0);
}

/** How certain it is that the flights of a booking take place. */
function statusOf(booking: CalendarBooking): CalendarStatus {
  const { status, events } = booking;
  const hasEnded = status === 'CANCELLED' || status === 'EXPIRED';
  if (hasEnded || events.airline_cancelled !== undefined) return 'CANCELLED';
  const isCertain = status === 'CONFIRMED' || status === 'TICKETED';
  return isCertain && !isChanged(booking) ? 'CONFIRMED' : 'TENTATIVE';
}

/**
 * The flights of a booking as a calendar file; undefined for a booking without flights. A later file replaces the entries of
 * an earlier one, or removes them once the flights are cancelled.
 */
export function bookingCalendar(booking: CalendarBooking, target: CalendarTarget) {
  const { reference, pnr, flights, cities, version, updated_at: updatedAt } = booking;
  const { bookingId, language, page } = target;
  if (flights.length === 0) return undefined;
  const text = texts[language];
  const status = statusOf(booking);
  const events = flights.map((flight, index) => ({
    id: flightEventId(bookingId, index + 1),
    start: new Date(flight.departs_at * 1000),
    end: new Date(flight.arrives_at * 1000),
    zones: { start: flight.departs_zone, end: flight.arrives_zone },
    summary: `${flight.number} ${cityRoute(flight, cities, language)}`,
    location: airportText(flight.origin, cities, language),
    description: [
      ...(isChanged(booking) ? [text.changed] : []),
      text.times(
        localTimeText(flight.departs_local, language),
        localTimeText(flight.arrives_local, language),
      ),
      text.booking(reference),
      ...(pnr === null ? [] : [text.pnr(pnr)]),
      page,
    ].join('\n'),
  }));
  const revision = { status, sequence: version, writtenAt: new Date(updatedAt * 1000) };
  const file: MailAttachment = {
    filename: `${reference}.ics`,
    contentType: `text/calendar; charset=utf-8; method=${calendarMethod(status)}`,
    content: calendarFile(events, revision),
  };
  return { status, file };
}
