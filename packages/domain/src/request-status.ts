import { hasBookingEnded } from './booking-status.ts';
import { allowedVerbs, transitions, type StatusTransition } from './status-transition.ts';

/** The statuses of a request that is answered by offers. `quotes.ts` has those without the feature. */
export const requestStatuses = [
  'PENDING',
  'QUOTED',
  'ACCEPTED',
  'DECLINED',
  'EXPIRED',
  'CANCELLED',
] as const;

/** The status of a request that is answered by offers. */
export type RequestStatus = (typeof requestStatuses)[number];

/** What moves the status of a request. */
export type RequestVerb =
  | 'send_offer'
  | 'accept_offer'
  | 'decline_offer'
  | 'ask_change'
  | 'expire'
  | 'cancel'
  | 'issue_tickets';

/** The statuses of requests from before the feature that are still to be ticketed or have been. */
type EarlierStatus = 'CONFIRMED' | 'TICKETED';

/** The transitions of a request. An offer that replaces an open one keeps QUOTED, so it is none. */
export const requestTransitions: readonly StatusTransition<
  RequestStatus | EarlierStatus,
  RequestVerb
>[] = [
  ...transitions(['PENDING', 'DECLINED', 'EXPIRED', 'ACCEPTED'], 'send_offer', 'admin', 'QUOTED'),
  ...transitions(['QUOTED'], 'accept_offer', 'member', 'ACCEPTED'),
  ...transitions(['QUOTED'], 'decline_offer', 'member', 'DECLINED'),
  ...transitions(['QUOTED'], 'ask_change', 'member', 'PENDING'),
  ...transitions(['QUOTED'], 'expire', 'system', 'EXPIRED'),
  ...transitions(['PENDING', 'QUOTED'], 'cancel', 'member', 'CANCELLED'),
  ...transitions(['PENDING', 'QUOTED', 'CONFIRMED'], 'cancel', 'admin', 'CANCELLED'),
  ...transitions(['CONFIRMED'], 'issue_tickets', 'admin', 'TICKETED'),
];

/**
 * Whether an admin may send an offer. An accepted request receives one only after its booking has ended.
 *
 * @param bookingStatus the status of the booking an accepted request became
 */
export function canSendOffer(status: string, bookingStatus: string | null): boolean {
  if (status === 'QUOTED') return true;
  if (status === 'ACCEPTED') return bookingStatus !== null && hasBookingEnded(bookingStatus);
  return allowedVerbs(requestTransitions, status, 'admin').includes('send_offer');
}
