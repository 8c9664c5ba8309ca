import { bookingCalendar } from './booking-calendar.ts';
import { Undeliverable } from './delivery-errors.ts';
import { idOf, numberOf, readBooking, type BookingData } from './mail-data.ts';
import { airportRoute, flightLines } from './mail-facts.ts';
import { mailsOf, requireStatus, type WriteParts, type Writing } from './mail-writer.ts';
import { localTimeText } from './message-formats.ts';
import type { MessageFact } from './message-layout.ts';
import type { MessageContext } from './message-mails.ts';
import type { MessageText, MessageTexts } from './message-texts-en.ts';
import { leadToPayment } from './payment-link.ts';
import { refundTexts } from './refund-texts.ts';

interface BookingWriting extends Writing {
  readonly booking: BookingData;
}

/** The present deadline of a hold: an admin may have extended it since the message was queued. */
function deadlineOf({ booking, deadline }: BookingWriting): string {
  return booking.due_at === null ? '' : deadline(booking.due_at);
}

const memberPath = ({ reference }: BookingData) => `/dashboard/bookings/${reference}`;

function bookingFacts(
  booking: BookingData,
  texts: MessageTexts,
  language: MessageContext['language'],
): readonly MessageFact[] {
  const { labels } = texts;
  const { origin, destination, flights, cities, adults, children, infants } = booking;
  const days = [booking.departs_on, booking.returns_on].filter((day) => day !== null);
  const trip: MessageFact =
    origin === null || destination === null || flights.length > 0
      ? [labels.flights, ...flights.flatMap((flight) => flightLines(flight, cities, language))]
      : [
          labels.trip,
          airportRoute({ origin, destination }, cities, language),
          days.map((day) => localTimeText(day, language)).join(' – '),
        ];
  return [
    [labels.booking, booking.reference],
    trip,
    [labels.passengers, texts.passengers(adults, children, infants)],
  ];
}

function priceFacts({ booking, texts, amount, deadline }: BookingWriting): readonly MessageFact[] {
  const { labels } = texts;
  const { total_satang: total, deposit_satang: deposit, paid_satang: paid } = booking;
  const { balance_due_at: balanceDue, names_due_at: namesDue } = booking;
  if (total === null || deposit === null) return [];
  const isOpen = total > paid;
  return [
    [labels.total, amount(total)],
    [labels.deposit, ...(deposit === total ? [] : [amount(deposit)])],
    [labels.paid, ...(paid === 0 ? [] : [amount(paid)])],
    [labels.balance, ...(paid === 0 || !isOpen ? [] : [amount(total - paid)])],
    [labels.balanceDue, ...(balanceDue === null || !isOpen ? [] : [deadline(balanceDue)])],
    [labels.namesDue, ...(namesDue === null || booking.has_all_names ? [] : [deadline(namesDue)])],
  ];
}

/** What has to be paid for the confirmation, such as 'the deposit of THB 11,000'. */
function confirmingText({ booking, texts, amount }: BookingWriting, deposit: number): string {
  const { total_satang: total, paid_satang: paid } = booking;
  const left = amount(deposit - paid);
  const isAll = deposit === total;
  if (paid > 0) return isAll ? texts.rest(left) : texts.restOfDeposit(left);
  return isAll ? texts.total(left) : texts.deposit(left);
}

function holdPlacedText(writing: BookingWriting): MessageText {
  const { booking, texts, amount } = writing;
  const { reference, deposit_satang: deposit } = booking;
  if (booking.review_until !== null)
    return texts.booking.slipReceived(reference, deadlineOf(writing));
  requireStatus(writing.booking, 'HOLD');
  return deposit === null
    ? texts.booking.holdWithoutPrice(reference, deadlineOf(writing))
    : texts.booking.holdPlaced(
        reference,
        amount(deposit),
        confirmingText(writing, deposit),
        deadlineOf(writing),
      );
}

function pricedText(writing: BookingWriting): MessageText {
  const { booking, texts, amount } = writing;
  const { reference, review_until: reviewUntil, deposit_satang: deposit } = booking;
  const { paid_satang: paid, due_at: due } = booking;
  if (deposit === null) throw new Undeliverable('outdated');
  return reviewUntil === null
    ? texts.booking.priced(
        reference,
        amount(deposit - paid),
        confirmingText(writing, deposit),
        due === null ? null : writing.deadline(due),
      )
    : texts.booking.pricedInReview(
        reference,
        confirmingText(writing, deposit),
        writing.deadline(reviewUntil),
      );
}

/** The text of a confirmed booking with what the member has to do first. */
function confirmedText({ booking, texts, amount, deadline }: BookingWriting): MessageText {
  const { reference, balance_due_at: balanceDue, names_due_at: namesDue } = booking;
  const balance = (booking.total_satang ?? 0) - booking.paid_satang;
  const dueText = (due: number | null) => (due === null ? null : deadline(due));
  if (!booking.has_all_names && (balance <= 0 || (namesDue ?? Infinity) < (balanceDue ?? Infinity)))
    return texts.booking.confirmedWithoutNames(reference, dueText(namesDue));
  return balance > 0
    ? texts.booking.confirmedWithBalance(reference, amount(balance), dueText(balanceDue))
    : texts.booking.confirmed(reference);
}

/** The text of a payment that did not confirm its booking, with what is left by now. */
function paymentText(writing: BookingWriting): MessageText {
  const { context, booking, texts, amount, deadline } = writing;
  const { reference, status, paid_satang: paid, total_satang: total } = booking;
  const { deposit_satang: deposit, balance_due_at: balanceDue } = booking;
  // It was reversed.
  if (paid < numberOf(context, 'paid_satang')) throw new Undeliverable('outdated');
  const received = amount(numberOf(context, 'amount_satang'));
  if (status === 'EXPIRED' || status === 'CANCELLED')
    return texts.booking.paymentAfterEnd(reference, received);
  if (total === null || deposit === null)
    return texts.booking.paymentWithoutPrice(reference, received);
  if (paid < deposit)
    return texts.booking.paymentOfDeposit(reference, received, confirmingText(writing, deposit));
  if (paid >= total) return texts.booking.paidInFull(reference, received);
  return texts.booking.paymentOfBalance(
    reference,
    received,
    amount(total - paid),
    balanceDue === null ? null : deadline(balanceDue),
  );
}

/** The text of a payment that was reversed, with what is to pay by now. */
function reversalText(writing: BookingWriting): MessageText {
  const { context, booking, texts, amount, deadline } = writing;
  const { reference, status, paid_satang: paid, total_satang: total } = booking;
  const { deposit_satang: deposit, balance_due_at: balanceDue } = booking;
  const reversed = amount(numberOf(context, 'amount_satang'));
  const hasEnded = status === 'EXPIRED' || status === 'CANCELLED';
  if (hasEnded || total === null || deposit === null || paid >= total)
    return texts.booking.paymentReversedNothingDue(reference, reversed);
  // An admin decides how long the seats are kept without the deposit.
  if (paid < deposit)
    return texts.booking.paymentReversed(
      reference,
      reversed,
      confirmingText(writing, deposit),
      null,
    );
  return texts.booking.paymentReversed(
    reference,
    reversed,
    texts.rest(amount(total - paid)),
    balanceDue === null ? null : deadline(balanceDue),
  );
}

/** More passengers than these are counted only. */
const maxTickets = 30;

function ticketFacts({ booking, texts }: BookingWriting): readonly MessageFact[] {
  const { labels } = texts;
  const { passengers, pnr } = booking;
  const tickets = passengers
    .slice(0, maxTickets)
    .map(({ name, ticket_number: number }) => texts.ticket(name, number ?? ''));
  const more = passengers.length - tickets.length;
  return [
    [labels.pnr, pnr ?? ''],
    [labels.tickets, ...tickets, ...(more > 0 ? [texts.moreTickets(more)] : [])],
  ];
}

/** The calendar file of a booking, with a sentence about it; nothing for a booking without flights. */
function calendarParts({ context, booking, texts }: BookingWriting) {
  const { language, siteUrl } = context;
  const calendar = bookingCalendar(booking, {
    bookingId: idOf(context, 'booking_id'),
    language,
    page: `${siteUrl}${memberPath(booking)}`,
  });
  return calendar === undefined
    ? { more: [] }
    : { more: [texts.booking.calendarAttached[calendar.status]], attachments: [calendar.file] };
}

const cancelledMail: WriteParts<BookingWriting> = (writing) => {
  const { booking, texts, amount, facts } = writing;
  const calendar = calendarParts(writing);
  const { reference, events, refund, paid_satang: paid } = booking;
  const text =
    events.cancelled?.actor === 'member'
      ? texts.booking.cancelledByMember
      : texts.booking.cancelledByAgency;
  const isUndecided = paid > 0 && refund === null;
  return {
    ...text(reference),
    ...calendar,
    more: [...(isUndecided ? [texts.booking.paidBefore(amount(paid))] : []), ...calendar.more],
    facts,
    quote: [texts.labels.reason, events.cancelled?.message ?? null],
  };
};

const forMembers: Readonly<Record<string, WriteParts<BookingWriting>>> = {
  'booking.hold_placed': (writing) => {
    requireStatus(writing.booking, 'HOLD', 'DEPOSIT_PENDING');
    return { ...holdPlacedText(writing), facts: [...writing.facts, ...priceFacts(writing)] };
  },
  'booking.priced': (writing) => {
    requireStatus(writing.booking, 'HOLD', 'DEPOSIT_PENDING');
    return { ...pricedText(writing), facts: [...writing.facts, ...priceFacts(writing)] };
  },
  'booking.hold_reminder': (writing) => {
    requireStatus(writing.booking, 'HOLD');
    const { context, booking, texts, deadline, facts } = writing;
    const { reference, deposit_satang: deposit, hold_expires_at: expiry, due_at: due } = booking;
    const end = numberOf(context, 'deadline');
    const hours = numberOf(context, 'hours');
    // The deadline was moved: the hours in the ids are wrong.
    if (end !== expiry && end !== due) throw new Undeliverable('outdated');
    const text =
      end !== expiry && deposit !== null
        ? texts.booking.depositReminder(
            reference,
            confirmingText(writing, deposit),
            hours,
            deadline(end),
          )
        : texts.booking.holdReminder(
            reference,
            deposit === null ? null : confirmingText(writing, deposit),
            hours,
            deadline(end),
          );
    return { ...text, facts: [...facts, ...priceFacts(writing)] };
  },
  'booking.hold_extended': (writing) => {
    requireStatus(writing.booking, 'HOLD');
    const { context, booking, texts, facts } = writing;
    // Extended again: the later mail says so.
    if (booking.due_at !== numberOf(context, 'deadline')) throw new Undeliverable('outdated');
    return {
      ...texts.booking.holdExtended(booking.reference, deadlineOf(writing)),
      facts: [...facts, ...priceFacts(writing)],
    };
  },
  'booking.expired': (writing) => ({
    ...writing.texts.booking.expired(writing.booking.reference),
    ...calendarParts(writing),
    facts: writing.facts,
  }),
  'booking.confirmed': (writing) => {
    requireStatus(writing.booking, 'CONFIRMED');
    return { ...confirmedText(writing), facts: [...writing.facts, ...priceFacts(writing)] };
  },
  'booking.payment_received': (writing) => ({
    ...paymentText(writing),
    facts: [...writing.facts, ...priceFacts(writing)],
  }),
  'booking.payment_reversed': (writing) => ({
    ...reversalText(writing),
    facts: [...writing.facts, ...priceFacts(writing)],
  }),
  'booking.deposit_refused': (writing) => {
    requireStatus(writing.booking, 'HOLD');
    const { context, booking, texts, facts } = writing;
    return {
      ...texts.booking.depositRefused(booking.reference, deadlineOf(writing)),
      facts: [...facts, ...priceFacts(writing)],
      quote: [
        texts.labels.reason,
        booking.events.deposit_refused?.reason[context.language] ?? null,
      ],
    };
  },
  'booking.review_ended': (writing) => {
    requireStatus(writing.booking, 'HOLD');
    const { booking, texts, facts } = writing;
    return {
      ...texts.booking.reviewEnded(booking.reference, deadlineOf(writing)),
      facts: [...facts, ...priceFacts(writing)],
    };
  },
  'booking.ticketed': (writing) => {
    const { booking, texts, facts } = writing;
    return {
      ...texts.booking.ticketed(booking.reference),
      ...calendarParts(writing),
      facts: [...facts, ...ticketFacts(writing)],
    };
  },
  'booking.flight_changed': (writing) => ({
    ...writing.texts.booking.flightChanged(writing.booking.reference),
    ...calendarParts(writing),
    facts: writing.facts,
  }),
  'booking.times_changed': (writing) => {
    const { booking, texts, facts } = writing;
    const {
      number,
      departs_at: departs,
      arrives_at: arrives,
    } = booking.events.times_changed?.former_flight ?? {};
    const former =
      number && departs && arrives ? [texts.booking.formerTimes(number, departs, arrives)] : [];
    return {
      ...texts.booking.timesChanged(booking.reference),
      ...calendarParts(writing),
      more: [...former, texts.booking.newTimesAttached],
      facts,
    };
  },
  'booking.airline_cancelled': (writing) => ({
    ...writing.texts.booking.airlineCancelled(writing.booking.reference),
    ...calendarParts(writing),
    facts: writing.facts,
  }),
  'booking.cancelled': cancelledMail,
  'booking.refund_opened': (writing) => {
    const { context, booking, texts, amount, facts } = writing;
    const { reference, refund } = booking;
    const mail = cancelledMail(writing);
    // The mail about a decision says the amount.
    if (refund?.status !== 'OPEN') return mail;
    const own = refundTexts(context.language);
    const paid = amount(refund.paid_satang);
    const promised = localTimeText(refund.promised_on, context.language);
    return {
      ...mail,
      ...own.opened(reference, paid, promised),
      facts: [...facts, [texts.labels.paid, paid], [own.labels.promised, promised]],
    };
  },
};

const forAdmins: Readonly<Record<string, WriteParts<BookingWriting>>> = {
  'admin.offer_accepted': (writing) => {
    const { booking, texts, amount, facts } = writing;
    const { reference, deposit_satang: deposit } = booking;
    const isFree = deposit === null || deposit === 0;
    requireStatus(writing.booking, isFree ? 'CONFIRMED' : 'HOLD');
    return {
      ...(isFree
        ? texts.admin.offerAcceptedWithoutDeposit(reference)
        : texts.admin.offerAccepted(reference, amount(deposit), deadlineOf(writing))),
      facts: [...facts, ...priceFacts(writing)],
    };
  },
  'admin.payment_needs_decision': (writing) => {
    const { context, booking, texts, amount, facts } = writing;
    const given = numberOf(context, 'amount_satang');
    const text =
      idOf(context, 'status') === 'TICKETED'
        ? texts.admin.reversedAfterTickets
        : texts.admin.paidAfterEnd;
    return {
      ...text(booking.reference, amount(Math.abs(given))),
      facts: [...facts, [texts.labels.amount, amount(given)], ...priceFacts(writing)],
    };
  },
  'admin.review_ended': (writing) => {
    requireStatus(writing.booking, 'HOLD');
    const { booking, texts, facts } = writing;
    return {
      ...texts.admin.reviewEnded(booking.reference, deadlineOf(writing)),
      facts: [...facts, ...priceFacts(writing)],
    };
  },
  'admin.flight_changed': ({ booking, texts, facts }) => ({
    ...texts.admin.flightChanged(booking.reference),
    facts,
  }),
  'admin.airline_cancelled': ({ booking, texts, facts }) => ({
    ...texts.admin.airlineCancelled(booking.reference),
    facts,
  }),
  'admin.booking_cancelled': ({ booking, texts, facts }) => ({
    ...texts.admin.bookingCancelled(booking.reference),
    facts,
    quote: [texts.labels.reason, booking.events.cancelled?.message ?? null],
  }),
};

/** The mails of bookings by their event. */
export const bookingMails = mailsOf<BookingData, BookingWriting>({
  read: readBooking,
  facts: bookingFacts,
  writing: (common, booking) => ({ ...common, booking }),
  memberPath: ({ booking }) => memberPath(booking),
  adminPath: ({ context }) => `/admin/bookings?booking=${idOf(context, 'booking_id')}`,
  forMembers: leadToPayment(forMembers),
  forAdmins,
});
