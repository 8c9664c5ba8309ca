import type { PaidShare } from './booking-status.ts';

/** The things that have a status. */
export type StatusKind = 'request' | 'offer' | 'booking' | 'payment' | 'thread';

/**
 * The look of a status. `ask` (an answer) and `pay` wait for the member and are rings; the others are fills: with the agency
 * (`wait`), under way, done, ended on purpose (`calm`), or run out (`bad`).
 */
export type StatusTone = 'ask' | 'pay' | 'wait' | 'info' | 'ok' | 'calm' | 'bad' | 'plain';

/** The icon of a status. */
export type StatusIcon =
  | 'clock'
  | 'timeOver'
  | 'letter'
  | 'check'
  | 'cross'
  | 'pen'
  | 'pages'
  | 'search'
  | 'ticket'
  | 'box'
  | 'truck'
  | 'return'
  | 'coin'
  | 'again';

/** A status: its look, and its meaning as a key below `status` in the texts. */
export interface Status {
  readonly tone: StatusTone;
  readonly icon: StatusIcon;
  readonly meaning: StatusMeaning;
}

const statuses = [
  ['request.PENDING', 'wait', 'clock'],
  ['request.QUOTED', 'ask', 'letter'],
  ['request.ACCEPTED', 'info', 'check'],
  ['request.DECLINED', 'calm', 'cross'],
  ['request.EXPIRED', 'bad', 'timeOver'],
  ['request.CANCELLED', 'calm', 'cross'],
  ['offer.open', 'ask', 'letter'],
  ['offer.accepted', 'info', 'check'],
  ['offer.declined', 'calm', 'cross'],
  ['offer.void', 'calm', 'pen'],
  ['offer.replaced', 'calm', 'pages'],
  ['offer.expired', 'bad', 'timeOver'],
  ['booking.HOLD', 'pay', 'clock'],
  ['booking.DEPOSIT_PENDING', 'wait', 'search'],
  ['booking.PART_PAID', 'pay', 'clock'],
  ['booking.CONFIRMED', 'info', 'check'],
  ['booking.PAID_IN_FULL', 'info', 'check'],
  ['booking.TICKETED', 'ok', 'ticket'],
  ['booking.EXPIRED', 'bad', 'timeOver'],
  ['booking.CANCELLED', 'calm', 'cross'],
  ['payment.SUBMITTED', 'wait', 'search'],
  ['payment.VERIFIED', 'ok', 'check'],
  ['payment.REJECTED', 'pay', 'cross'],
  ['payment.REFUNDED', 'calm', 'return'],
  ['thread.open', 'wait', 'clock'],
  ['thread.waiting', 'ask', 'letter'],
  ['thread.solved', 'ok', 'check'],
] as const satisfies readonly (readonly [`${StatusKind}.${string}`, StatusTone, StatusIcon])[];

/** The key of a meaning below `status` in the texts. */
export type StatusMeaning = (typeof statuses)[number][0];

const byMeaning: ReadonlyMap<string, Status> = new Map(
  statuses.map(([meaning, tone, icon]) => [meaning, { meaning, tone, icon }]),
);

/** A request that has become a booking keeps its row: these mean the same as the booking's. */
const ofTheBooking: ReadonlySet<string> = new Set(['CONFIRMED', 'TICKETED']);

/** Names of the texts alone: no booking has them as its status. */
const meaningsOnly: ReadonlySet<string> = new Set(['PART_PAID', 'PAID_IN_FULL']);

/** The name of what the status of a booking means. */
function bookingMeaning(status: string, paid: PaidShare): string {
  if (status === 'CONFIRMED' && paid === 'all') return 'PAID_IN_FULL';
  // With the name of a slip and no payment yet, the slip is checked.
  return status === 'DEPOSIT_PENDING' && paid !== 'none' ? 'PART_PAID' : status;
}

/**
 * Look and meaning of a status, whose raw text is always shown; undefined for an unknown one.
 *
 * @param paid changes what DEPOSIT_PENDING and CONFIRMED mean
 */
export function statusOf(
  kind: StatusKind,
  status: string,
  paid: PaidShare = 'none',
): Status | undefined {
  const isOfBooking = kind === 'booking' || (kind === 'request' && ofTheBooking.has(status));
  if (!isOfBooking) return byMeaning.get(`${kind}.${status}`);
  return meaningsOnly.has(status)
    ? undefined
    : byMeaning.get(`booking.${bookingMeaning(status, paid)}`);
}

/** The statuses of a kind, in the order of its progress. */
export function statusesOf(kind: StatusKind): readonly string[] {
  return statuses
    .map(([meaning]) => meaning.split('.'))
    .filter(([of, status = '']) => of === kind && !meaningsOnly.has(status))
    .map(([, status = '']) => status);
}
