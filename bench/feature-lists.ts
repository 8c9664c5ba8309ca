// Members' and admins' pages of requests and bookings over HTTP, with 100,000 requests and 300,000 bookings against 100 of each.
// The measured member has as many in both.
import {
  compareSizes,
  fillMembers,
  idAt,
  owner,
  sqlIdAt,
  userAt,
  type Request,
} from './size-comparison.ts';

interface Size {
  readonly requests: number;
  readonly bookings: number;
}

const sizes: readonly [Size, Size] = [
  { requests: 100, bookings: 100 },
  { requests: 100_000, bookings: 300_000 },
];

/** As scattered as real ones, and each once: the factor is odd. */
const referenceFactor = 2_654_435_761n;
const referenceAt = (number: number) => {
  const scattered = (BigInt(number) * referenceFactor) % 2n ** 32n;
  const digits = scattered.toString(16).padStart(8, '0').toUpperCase();
  return `BKK-${digits.replaceAll('0', 'X').replaceAll('1', 'Y')}`;
};
const sqlReferenceAt = (number: string) =>
  `'BKK-' || translate(upper(lpad(to_hex(${number} * ${String(referenceFactor)} % 4294967296), 8, '0')), '01', 'XY')`;

/** Bypasses the triggers to run in seconds. */
const fill = ({ requests, bookings }: Size): string => `
  begin;
  set local session_replication_role = replica;
  ${fillMembers};
  insert into public.bkk_quote_requests (
      quote_id, user_id, origin, destination, dep_date, status, created_at, updated_at, member_email, member_name)
    select ${sqlIdAt(9100, 'n')}, ${sqlIdAt(9000, owner)}, 'BKK', 'NRT', current_date + n % 300,
      (array['PENDING', 'QUOTED', 'ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'CANCELLED'])[1 + n % 8],
      now() - n * interval '1 minute', now() - n * interval '1 minute',
      'traveller' || (${owner}) || '@bench.example', 'Traveller ' || (${owner})
    from generate_series(0, ${String(requests - 1)}) as n;
  insert into public.bkk_quote_details (quote_id, user_id, turn, waiting_since, notes)
    select quote_id, user_id, case status when 'PENDING' then 'agency' when 'QUOTED' then 'member' end,
      case when status in ('PENDING', 'QUOTED') then updated_at end, 'Near the window'
    from public.bkk_quote_requests;
  insert into public.bkk_quote_legs (quote_id, position, origin, destination, dep_date)
    select quote_id, position, 'BKK', 'NRT', dep_date from public.bkk_quote_requests, generate_series(1, 2) as position;
  insert into public.bkk_quote_offers (
      quote_id, version, state, segments, pax_adt, pax_chd, pax_inf, lines, total_satang, valid_until, hold_expires_at,
      deposit_satang, deposit_due_at)
    select quote_id, 1, case status when 'QUOTED' then 'open' else 'accepted' end, '[]', 1, 0, 0, '[]', 100000,
      now() + interval '9 days', now() + interval '9 days', 1000, now() + interval '9 days'
    from public.bkk_quote_requests where status in ('QUOTED', 'ACCEPTED');
  insert into public.bkk_quote_events (quote_id, actor, event)
    select quote_id, 'member', 'requested' from public.bkk_quote_requests
    union all select quote_id, 'admin', 'offer_sent' from public.bkk_quote_requests;
  insert into public.bkk_bookings (
      booking_id, reference, user_id, quote_id, status, request_key, pax_adt, total_satang, deposit_satang, paid_satang,
      hold_expires_at, due_at, departs_on, created_at, updated_at, flags, member_email, member_name)
    select ${sqlIdAt(9200, 'n')}, ${sqlReferenceAt('n')}, ${sqlIdAt(9000, owner)},
      ${sqlIdAt(9100, `n % ${String(requests)}`)}, status, ${sqlIdAt(9200, 'n')}, 1, 100000, 1000, 1000,
      now() + (n % 4000) * interval '1 minute', case when status in ('HOLD', 'CONFIRMED') then now() + (n % 9000 - 100) * interval '1 minute' end,
      current_date + n % 300, now() - n * interval '1 minute', now() - n * interval '1 minute',
      case when n % 50 = 0 then '{balance_overdue}'::text[] else '{}' end,
      'traveller' || (${owner}) || '@bench.example', 'Traveller ' || (${owner})
    from generate_series(0, ${String(bookings - 1)}) as n
      cross join lateral (select (array['HOLD', 'DEPOSIT_PENDING', 'CONFIRMED', 'TICKETED', 'TICKETED', 'EXPIRED', 'CANCELLED'])[1 + n % 7])
        as given (status);
  insert into public.bkk_booking_passengers (booking_id, position, first_name, last_name, type)
    select booking_id, 1, 'Nattaya', 'Wongthai', 'adult' from public.bkk_bookings;
  insert into public.bkk_booking_payments (booking_id, amount_satang, received_at, idempotency_key)
    select booking_id, 1000, now(), booking_id from public.bkk_bookings;
  insert into public.bkk_booking_events (booking_id, actor, event)
    select booking_id, 'member', 'hold_placed' from public.bkk_bookings
    union all select booking_id, 'admin', 'payment_recorded' from public.bkk_bookings;
  commit`;

const newest = (id: string) => `order=created_at.desc,${id}.desc&limit=10`;
const searched = (text: string) => `or=(search_text.like.${encodeURIComponent(`"*${text}*"`)})`;

const bookingParts =
  `booking_id,reference,status,version,total_satang,paid_satang,segments,lines,conditions,
  passengers:bkk_booking_passengers(position,first_name,last_name,type,ticket_number),
  payments:bkk_booking_payments(payment_id,amount_satang,received_at),
  events:bkk_booking_events(event_id,created_at,actor,event,details,message)`.replace(/\s/g, '');
const requestParts =
  `quote_id,origin,destination,status,details:bkk_quote_details(version,cabin,notes),
  legs:bkk_quote_legs(position,origin,destination,dep_date),
  offers:bkk_quote_offers(version,state,segments,lines,total_satang,valid_until),
  events:bkk_quote_events(event_id,created_at,actor,event,details,message),
  bookings:bkk_bookings(reference,status,offer_version)`.replace(/\s/g, '');

const own = `user_id=eq.${userAt(1)}`;
const memberRequests: readonly Request[] = [
  ['my requests', `bkk_quote_requests?select=*&${own}&${newest('quote_id')}`],
  ['a request', `bkk_quote_requests?select=${requestParts}&${own}&quote_id=eq.${idAt(9100, 1)}`],
  ['my bookings', 'rpc/bkk_my_bookings?p_offset=0&p_limit=10'],
  ['a booking', `bkk_bookings?select=${bookingParts}&${own}&reference=eq.${referenceAt(1)}`],
];

const requests = 'bkk_group_requests_admin_view?select=*';
const bookings = 'bkk_bookings_admin_view?select=*';
const byDeadline = 'order=due_at.asc,booking_id.asc&limit=10';
const adminRequests: readonly Request[] = [
  ['requests, longest waiting', `${requests}&order=waiting_since.asc,quote_id.asc&limit=10`],
  [
    'requests of the agency',
    `${requests}&turn=eq.agency&order=waiting_since.asc,quote_id.asc&limit=10`,
  ],
  [
    'requests of the admin',
    `${requests}&turn=not.is.null&is_mine=eq.true&order=waiting_since.asc,quote_id.asc&limit=10`,
  ],
  ['requests, newest', `${requests}&${newest('quote_id')}`],
  ['requests of a status', `${requests}&status=eq.QUOTED&${newest('quote_id')}`],
  ['requests by departure', `${requests}&order=dep_date.asc,quote_id.asc&limit=10`],
  ['requests by status', `${requests}&order=status.asc,quote_id.asc&limit=10`],
  ['requests by member', `${requests}&order=full_name.asc,quote_id.asc&limit=10`],
  ['requests of a member', `${requests}&${searched('traveller1@')}&${newest('quote_id')}`],
  ['requests, search without result', `${requests}&${searched('zzzz')}&${newest('quote_id')}`],
  ['a request', `bkk_quote_requests?select=${requestParts}&quote_id=eq.${idAt(9100, 70)}`],
  ['counts of requests', 'rpc/bkk_admin_count_requests', 'HEAD'],
  ['bookings, open', `${bookings}&status=in.(HOLD,DEPOSIT_PENDING,CONFIRMED)&${byDeadline}`],
  ['bookings, newest', `${bookings}&${newest('booking_id')}`],
  ['bookings of a status', `${bookings}&status=eq.CONFIRMED&${byDeadline}`],
  ['bookings overdue', `${bookings}&due_at=lte.now&${byDeadline}`],
  ['bookings with flags', `${bookings}&flags=not.eq.{}&${byDeadline}`],
  ['bookings by departure', `${bookings}&order=departs_on.asc,booking_id.asc&limit=10`],
  ['bookings by status', `${bookings}&order=status.asc,booking_id.asc&limit=10`],
  ['bookings by reference', `${bookings}&order=reference.asc,booking_id.asc&limit=10`],
  ['bookings by member', `${bookings}&order=full_name.asc,booking_id.asc&limit=10`],
  ['bookings of a member', `${bookings}&${searched('traveller1@')}&${newest('booking_id')}`],
  ['bookings, search without result', `${bookings}&${searched('zzzz')}&${newest('booking_id')}`],
  ['bookings, search of two letters', `${bookings}&${searched('|zq')}&${newest('booking_id')}`],
  ['bookings, search in Thai', `${bookings}&${searched('สมชาย')}&${newest('booking_id')}`],
  [
    'bookings of the admin',
    `${bookings}&status=in.(HOLD,DEPOSIT_PENDING,CONFIRMED)&is_mine=eq.true&${byDeadline}`,
  ],
  [
    'bookings, part of a reference',
    `${bookings}&${searched(referenceAt(70).slice(-6).toLowerCase())}&${byDeadline}`,
  ],
  ['a booking', `bkk_bookings?select=${bookingParts}&booking_id=eq.${idAt(9200, 70)}`],
  ['counts of bookings', 'rpc/bkk_admin_count_bookings', 'HEAD'],
  ['sums of bookings', 'rpc/bkk_admin_sum_bookings', 'HEAD'],
];

const fillsOf = (size: Size) => [
  `select bkk_internal.set_features('{requests,bookings}')`,
  fill(size),
];

export const benchFeatureLists = (): Promise<void> =>
  compareSizes(
    'feature_lists',
    [fillsOf(sizes[0]), fillsOf(sizes[1])],
    [
      { who: 'member', number: 1, list: memberRequests },
      { who: 'admin', number: 0, list: adminRequests },
    ],
  );
