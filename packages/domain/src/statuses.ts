/** The things that have a status. */
export type StatusKind = 'request' | 'offer' | 'booking' | 'payment' | 'order';

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
  | 'truck'
  | 'return';

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
  ['booking.CONFIRMED', 'info', 'check'],
  ['booking.PAID_IN_FULL', 'info', 'check'],
  ['booking.TICKETED', 'ok', 'ticket'],
  ['booking.EXPIRED', 'bad', 'timeOver'],
  ['booking.CANCELLED', 'calm', 'cross'],
  ['payment.SUBMITTED', 'wait', 'search'],
  ['payment.VERIFIED', 'ok', 'check'],
  ['payment.REJECTED', 'pay', 'cross'],
  ['payment.REFUNDED', 'calm', 'return'],
  ['order.PENDING', 'pay', 'clock'],
  ['order.PAID', 'info', 'check'],
  ['order.SHIPPED', 'info', 'truck'],
  ['order.DELIVERED', 'ok', 'check'],
  ['order.CANCELLED', 'calm', 'cross'],
] as const satisfies readonly (readonly [`${StatusKind}.${string}`, StatusTone, StatusIcon])[];

/** The key of a meaning below `status` in the texts. */
export type StatusMeaning = (typeof statuses)[number][0];

const byMeaning: ReadonlyMap<string, Status> = new Map(
  statuses.map(([meaning, tone, icon]) => [meaning, { meaning, tone, icon }]),
);

/** A request that has become a booking keeps its row: these mean the same as the booking's. */
const ofTheBooking: ReadonlySet<string> = new Set(['CONFIRMED', 'TICKETED']);

/**
 * Look and meaning of a status, whose raw text is always shown; undefined for an unknown one.
 *
 * @param isPaid nothing is left to pay; it changes what CONFIRMED means
 */
export function statusOf(kind: StatusKind, status: string, isPaid = false): Status | undefined {
  const isOfBooking = kind === 'booking' || (kind === 'request' && ofTheBooking.has(status));
  if (!isOfBooking) return byMeaning.get(`${kind}.${status}`);
  // Only a name of the texts: no booking has it as its status.
  if (status === 'PAID_IN_FULL') return undefined;
  return byMeaning.get(
    isPaid && status === 'CONFIRMED' ? 'booking.PAID_IN_FULL' : `booking.${status}`,
  );
}

/** The statuses of a kind, in the order of its progress. */
export function statusesOf(kind: StatusKind): readonly string[] {
  return statuses
    .map(([meaning]) => meaning.split('.'))
    .filter(([of, status]) => of === kind && status !== 'PAID_IN_FULL')
    .map(([, status = '']) => status);
}
