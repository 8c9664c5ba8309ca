/** The main texts of a message's mail; none of them has words of a user. */
export interface MessageText {
  /** Ends with the next step. */
  readonly subject: string;
  readonly heading: string;
  readonly lead: string;
  readonly action: string;
}

const count = (number: number, one: string, many: string) =>
  `${String(number)} ${number === 1 ? one : many}`;

const viewRequest = 'View your request';
const viewBooking = 'View your booking';
const openBooking = 'Open the booking';
const openRequest = 'Open the request';

/** Amounts, times, places and counts are formatted by the caller. */
export const english = {
  linkFallback: 'If the button does not work, copy this link into your browser:',
  automatic: 'This message was sent automatically. Please do not reply.',
  receiptAttached: 'The receipt is attached to this email.',

  labels: {
    question: 'Question',
    request: 'Request',
    booking: 'Booking',
    order: 'Order',
    credit: 'Credit',
    member: 'Member',
    trip: 'Trip',
    flights: 'Flights, local times',
    passengers: 'Passengers',
    cabin: 'Cabin',
    flexibleDays: 'Flexible dates',
    budget: 'Budget per person',
    total: 'Total',
    deposit: 'Deposit',
    depositDue: 'Deposit due',
    paymentDue: 'Payment due',
    validUntil: 'Offer valid until',
    amount: 'Amount',
    paid: 'Paid',
    balance: 'Balance',
    balanceDue: 'Balance due',
    namesDue: 'Names due',
    pnr: 'Airline reference (PNR)',
    tickets: 'Tickets',
    reason: 'Reason',
    notes: 'Notes',
    seatsReason: 'Note about the seats',
    change: 'Requested change',
  },
  line: {
    linked: 'Your LINE account is linked. News of your bookings and requests arrives here.',
    unknown:
      'This code does not work. Ask for a new one on our site and send it within 10 minutes.',
    limited: 'There were too many wrong codes. Please try again in an hour.',
  },
  cabins: {
    economy: 'Economy',
    premium_economy: 'Premium economy',
    business: 'Business',
    first: 'First',
  },
  flexibleDays: (days: number) => `${count(days, 'day', 'days')} earlier or later`,
  seats: (seats: number) => count(seats, 'passenger', 'passengers'),
  passengers: (adults: number, children: number, infants: number) =>
    [
      count(adults, 'adult', 'adults'),
      ...(children > 0 ? [count(children, 'child', 'children')] : []),
      ...(infants > 0 ? [count(infants, 'infant', 'infants')] : []),
    ].join(', '),
  pay: 'Pay now',
  deposit: (amount: string) => `the deposit of ${amount}`,
  total: (amount: string) => `the total of ${amount}`,
  rest: (amount: string) => `the rest of ${amount}`,
  restOfDeposit: (amount: string) => `the rest of the deposit, ${amount}`,
  ticket: (name: string, number: string) => `${name}: ${number}`,
  moreTickets: (more: number) => `and ${String(more)} more, in your booking`,

  request: {
    received: (number: string): MessageText => ({
      subject: `Request ${number} received: expect our offer by email`,
      heading: 'We have your request',
      lead: 'Thank you for your request. Our team in Bangkok is pricing your trip and will email you an offer. You pay nothing until you have accepted it.',
      action: viewRequest,
    }),
    offerSent: (number: string, total: string, deadline: string): MessageText => ({
      subject: `Your offer is ready: ${total}, answer by ${deadline}`,
      heading: 'Your offer is ready',
      lead: `We have priced your request ${number}. Accept the offer, decline it or ask for a change by ${deadline}.`,
      action: 'See the offer',
    }),
    offerReminder: (number: string, total: string, deadline: string): MessageText => ({
      subject: `Your offer of ${total} expires soon: answer by ${deadline}`,
      heading: 'Your offer expires soon',
      lead: `Our offer for your request ${number} is valid until ${deadline}. After that we have to price your trip again.`,
      action: 'Answer the offer',
    }),
    offerExpired: (number: string): MessageText => ({
      subject: `Your offer for request ${number} has expired: ask us for a new one`,
      heading: 'Your offer has expired',
      lead: 'The time to answer it is over, and you owe nothing. If you still want to travel, ask us for a new offer.',
      action: viewRequest,
    }),
    cancelled: (number: string): MessageText => ({
      subject: `Request ${number} is cancelled: read why`,
      heading: 'Your request is cancelled',
      lead: 'Our team has cancelled your request, and you owe nothing. You can place a new request at any time.',
      action: viewRequest,
    }),
  },

  booking: {
    holdPlaced: (
      reference: string,
      amount: string,
      due: string,
      deadline: string,
    ): MessageText => ({
      subject: `${reference}: pay ${amount} by ${deadline} to keep your seats`,
      heading: 'Your seats are held',
      lead: `Pay ${due} by ${deadline}. We confirm your booking as soon as we receive it. Otherwise the seats are released.`,
      action: viewBooking,
    }),
    slipReceived: (reference: string, deadline: string): MessageText => ({
      subject: `${reference}: we will check your payment slip by ${deadline}`,
      heading: 'Your seats are held',
      lead: `Thank you for the payment slip. We will check it by ${deadline} and email you the result. You do not need to do anything now.`,
      action: viewBooking,
    }),
    holdWithoutPrice: (reference: string, deadline: string): MessageText => ({
      subject: `${reference}: seats held until ${deadline}, check the price in your booking`,
      heading: 'Your seats are held',
      lead: `We hold your seats until ${deadline}. Our team is working out the price. You will find it in your booking. Pay before that time to keep your seats.`,
      action: viewBooking,
    }),
    priced: (
      reference: string,
      amount: string,
      due: string,
      deadline: string | null,
    ): MessageText => ({
      subject: `${reference}: the price is set, pay ${amount}${deadline === null ? '' : ` by ${deadline}`}`,
      heading: 'The price of your booking is set',
      lead: `Pay ${due}${deadline === null ? '' : ` by ${deadline}`} to keep your seats. We confirm your booking as soon as we receive it.`,
      action: viewBooking,
    }),
    pricedInReview: (reference: string, due: string, deadline: string): MessageText => ({
      subject: `${reference}: the price is set, we will check your payment slip by ${deadline}`,
      heading: 'The price of your booking is set',
      lead: `To confirm your booking we need ${due}. We will check your payment slip by ${deadline} and email you the result. You do not need to do anything now.`,
      action: viewBooking,
    }),
    holdReminder: (
      reference: string,
      due: string | null,
      hours: number,
      deadline: string,
    ): MessageText => ({
      subject: `${hours === 1 ? 'Less than an hour' : `Less than ${String(hours)} hours`} left for ${reference}: ${due === null ? 'see the price and pay' : `pay ${due}`} by ${deadline}`,
      heading: 'Your hold is about to expire',
      lead: `Your seats are held until ${deadline}. If they are not paid for by then, they are released.`,
      action: viewBooking,
    }),
    depositReminder: (
      reference: string,
      due: string,
      hours: number,
      deadline: string,
    ): MessageText => ({
      subject: `${hours === 1 ? 'Less than an hour' : `Less than ${String(hours)} hours`} left for ${reference}: pay ${due} by ${deadline}`,
      heading: 'Your payment is due soon',
      lead: `Please pay ${due} by ${deadline}. If it is late, we cannot keep your seats for long.`,
      action: viewBooking,
    }),
    expired: (reference: string): MessageText => ({
      subject: `${reference} has expired: book again if you still want to travel`,
      heading: 'Your hold has expired',
      lead: 'We did not receive a payment in time, so the seats are released and you owe nothing. If you have paid, contact us with your bank’s reference.',
      action: viewBooking,
    }),
    confirmedWithBalance: (
      reference: string,
      balance: string,
      deadline: string | null,
    ): MessageText => ({
      subject: `${reference} is confirmed: pay the balance of ${balance}${deadline === null ? '' : ` by ${deadline}`}`,
      heading: 'Your booking is confirmed',
      lead: `Your seats are certain. We issue the tickets once we have the balance of ${balance} and the names of all passengers.`,
      action: viewBooking,
    }),
    confirmedWithoutNames: (reference: string, deadline: string | null): MessageText => ({
      subject: `${reference} is confirmed: add the passengers’ names${deadline === null ? '' : ` by ${deadline}`}`,
      heading: 'Your booking is confirmed',
      lead: 'Your seats are certain. We issue the tickets once we have the names of all passengers, as in the passports.',
      action: 'Add the names',
    }),
    confirmed: (reference: string): MessageText => ({
      subject: `${reference} is confirmed: expect your tickets by email`,
      heading: 'Your booking is confirmed',
      lead: 'Your seats are certain. We are issuing the tickets and will email them to you. You do not need to do anything now.',
      action: viewBooking,
    }),
    paymentOfDeposit: (reference: string, received: string, due: string): MessageText => ({
      subject: `${reference}: ${received} received, pay ${due}`,
      heading: 'We have received part of your payment',
      lead: `Thank you, we have received ${received}. Please pay ${due}, and we will confirm your booking. Your seats stay held.`,
      action: viewBooking,
    }),
    paymentOfBalance: (
      reference: string,
      received: string,
      left: string,
      deadline: string | null,
    ): MessageText => ({
      subject: `${reference}: ${received} received, pay the rest of ${left}${deadline === null ? '' : ` by ${deadline}`}`,
      heading: 'We have received your payment',
      lead: `Thank you, we have received ${received}. There is ${left} left to pay.`,
      action: viewBooking,
    }),
    paidInFull: (reference: string, received: string): MessageText => ({
      subject: `${reference}: ${received} received, nothing is left to pay`,
      heading: 'Your booking is paid in full',
      lead: `Thank you, we have received ${received}. Nothing is left to pay, so please make no further payment.`,
      action: viewBooking,
    }),
    paymentWithoutPrice: (reference: string, received: string): MessageText => ({
      subject: `${reference}: ${received} received, expect the price by email`,
      heading: 'We have received your payment',
      lead: `Thank you, we have received ${received}. Our team is still working out the price. Please make no further payment until we have told you what is left.`,
      action: viewBooking,
    }),
    paymentAfterEnd: (reference: string, received: string): MessageText => ({
      subject: `${reference}: ${received} received after the booking ended, we will contact you`,
      heading: 'We have received your payment',
      lead: `We have received ${received}, but the booking has ended and the seats are released. Please make no further payment. Our team will contact you about this amount.`,
      action: viewBooking,
    }),
    paymentReversed: (
      reference: string,
      reversed: string,
      due: string,
      deadline: string | null,
    ): MessageText => ({
      subject: `${reference}: your payment of ${reversed} was reversed, pay ${due}${deadline === null ? '' : ` by ${deadline}`}`,
      heading: 'A payment was reversed',
      lead: `Our team has reversed your payment of ${reversed}: it no longer counts for this booking. Please pay ${due}. If you did not expect this, contact us.`,
      action: viewBooking,
    }),
    paymentReversedNothingDue: (reference: string, reversed: string): MessageText => ({
      subject: `${reference}: your payment of ${reversed} was reversed, nothing to pay now`,
      heading: 'A payment was reversed',
      lead: `Our team has reversed your payment of ${reversed}: it no longer counts for this booking. You do not need to pay anything now. If you did not expect this, contact us.`,
      action: viewBooking,
    }),
    holdExtended: (reference: string, deadline: string): MessageText => ({
      subject: `${reference}: your seats are held longer, you have until ${deadline}`,
      heading: 'Your seats are held longer',
      lead: `We have extended your hold until ${deadline}. If they are not paid for by then, the seats are released.`,
      action: viewBooking,
    }),
    depositRefused: (reference: string, deadline: string): MessageText => ({
      subject: `${reference}: we could not accept your payment slip, please pay by ${deadline}`,
      heading: 'We could not accept your payment slip',
      lead: `Your seats are still held. Pay by ${deadline} to keep them.`,
      action: viewBooking,
    }),
    reviewEnded: (reference: string, deadline: string): MessageText => ({
      subject: `${reference}: your payment is not confirmed yet, please act by ${deadline}`,
      heading: 'We could not confirm your payment yet',
      lead: `We could not check your payment slip in time. Your seats stay held until ${deadline}. If you have paid, contact us with your bank’s reference. If not, pay before that time.`,
      action: viewBooking,
    }),
    ticketed: (reference: string): MessageText => ({
      subject: `${reference}: your tickets are issued, check the names`,
      heading: 'Your tickets are issued',
      lead: 'Check that every name matches the passport, and tell us at once if one does not.',
      action: viewBooking,
    }),
    /** By what the attached file does in a calendar. */
    calendarAttached: {
      CONFIRMED: 'The calendar file attached to this email has your flights.',
      TENTATIVE:
        'If these flights are in your calendar, open the attached calendar file. It marks them as not certain.',
      CANCELLED:
        'If these flights are in your calendar, open the attached calendar file. It removes them.',
    },
    cancelledByMember: (reference: string): MessageText => ({
      subject: `${reference} is cancelled: you owe nothing`,
      heading: 'Your booking is cancelled',
      lead: 'You have cancelled this booking. The seats are released, and you owe nothing.',
      action: viewBooking,
    }),
    cancelledByAgency: (reference: string): MessageText => ({
      subject: `${reference} is cancelled: read why`,
      heading: 'Your booking is cancelled',
      lead: 'Our team has cancelled this booking. The seats are released.',
      action: viewBooking,
    }),
    flightChanged: (reference: string): MessageText => ({
      subject: `${reference}: the airline has changed a flight, we will contact you`,
      heading: 'The airline has changed a flight',
      lead: 'The airline has changed a flight of your booking. Our team is checking what that means for you and will contact you. You do not need to do anything now.',
      action: viewBooking,
    }),
    timesChanged: (reference: string): MessageText => ({
      subject: `${reference}: a flight has new times, check them`,
      heading: 'A flight has new times',
      lead: 'A flight of your booking now has other times or another number. Your booking and this message show the flights as they are now. If they no longer suit you, contact us.',
      action: viewBooking,
    }),
    formerTimes: (flight: string, departs: string, arrives: string) =>
      `Before the change: ${flight}, ${departs} to ${arrives} local time.`,
    newTimesAttached:
      'If these flights are in your calendar, open the attached calendar file. It changes their times.',
    airlineCancelled: (reference: string): MessageText => ({
      subject: `${reference}: the airline has cancelled your seats, we will contact you`,
      heading: 'The airline has cancelled your seats',
      lead: 'The airline no longer holds the seats of your booking. Please make no payment for it now. Our team will contact you about what you have paid and about other flights.',
      action: viewBooking,
    }),
    paidBefore: (paid: string) =>
      `You have paid ${paid} for this booking. We will contact you about this amount.`,
  },

  admin: {
    requestReceived: (number: string, route: string, seats: string): MessageText => ({
      subject: `New request ${number}: send an offer (${route}, ${seats})`,
      heading: 'New group request',
      lead: 'A member is waiting for an offer.',
      action: openRequest,
    }),
    offerAccepted: (reference: string, deposit: string, deadline: string): MessageText => ({
      subject: `${reference}: offer accepted, expect ${deposit} by ${deadline}`,
      heading: 'A member accepted an offer',
      lead: 'The seats are held. Record the payment when it comes in.',
      action: openBooking,
    }),
    offerAcceptedWithoutDeposit: (reference: string): MessageText => ({
      subject: `${reference}: offer accepted without a deposit, prepare the tickets`,
      heading: 'A member accepted an offer',
      lead: 'The booking is confirmed without a deposit.',
      action: openBooking,
    }),
    changeAsked: (number: string): MessageText => ({
      subject: `Request ${number}: change requested, send a new offer`,
      heading: 'A member asked for a change',
      lead: 'The offer is no longer valid, and the request is waiting for a new one.',
      action: openRequest,
    }),
    offerReminder: (number: string, deadline: string): MessageText => ({
      subject: `Request ${number}: no answer yet, call before ${deadline}`,
      heading: 'An offer expires soon',
      lead: `The member has not answered the offer, which is valid until ${deadline}.`,
      action: openRequest,
    }),
    paidAfterEnd: (reference: string, amount: string): MessageText => ({
      subject: `${reference}: ${amount} came in after the booking ended, decide what to do`,
      heading: 'A payment needs a decision',
      lead: 'The booking has ended and cannot be reopened. Return the payment, or make a new booking.',
      action: openBooking,
    }),
    reversedAfterTickets: (reference: string, amount: string): MessageText => ({
      subject: `${reference}: ${amount} was reversed after ticketing, decide what to do`,
      heading: 'A payment needs a decision',
      lead: 'The tickets are issued, but a payment for them was reversed.',
      action: openBooking,
    }),
    reviewEnded: (reference: string, deadline: string): MessageText => ({
      subject: `${reference}: payment slip not checked in time, check it before ${deadline}`,
      heading: 'A payment slip was not checked in time',
      lead: `The booking is on hold again, and the seats are held until ${deadline}. Record the payment or contact the member.`,
      action: openBooking,
    }),
    bookingCancelled: (reference: string): MessageText => ({
      subject: `${reference}: cancelled by the member, release the seats`,
      heading: 'A member cancelled a booking',
      lead: 'Release the seats with the airline.',
      action: openBooking,
    }),
    flightChanged: (reference: string): MessageText => ({
      subject: `${reference}: the airline has changed a flight, decide with the member`,
      heading: 'An airline has changed a flight',
      lead: 'Check the change with the supplier, then agree with the member what to do. The member knows that you will call.',
      action: openBooking,
    }),
    airlineCancelled: (reference: string): MessageText => ({
      subject: `${reference}: the airline has cancelled the seats, contact the member`,
      heading: 'An airline has cancelled an order',
      lead: 'The seats of this booking are gone. Offer the member other flights, and return what was paid.',
      action: openBooking,
    }),
  },
};

export type MessageTexts = typeof english;
