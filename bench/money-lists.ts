// A member's and the admins' money over HTTP, with 100,000 bookings and 1,000,000 entries of the ledger against 100 of each.
// The measured member has as many bookings in both; 2,000 bookings are open in the large one.
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
  readonly bookings: number;
  readonly open: number;
  /** Of the ledger: two of each movement. */
  readonly entries: number;
  /** Days over which the movements are spread. */
  readonly days: number;
}

const sizes: readonly [small: Size, large: Size] = [
  { bookings: 100, open: 40, entries: 100, days: 30 },
  { bookings: 100_000, open: 2_000, entries: 1_000_000, days: 400 },
];

/** Bypasses the triggers to run in seconds. */
const fillBookings = ({ bookings, open }: Size): string => `
  begin;
  set local session_replication_role = replica;
  ${fillMembers};
  insert into public.bkk_bookings (
      booking_id, reference, user_id, status, request_key, pax_adt, total_satang, deposit_satang, paid_satang,
      hold_expires_at, due_at, departs_on, created_at, updated_at, member_email, member_name)
    select ${sqlIdAt(9200, 'n')}, 'BKK-' || translate(lpad(upper(to_hex(n)), 8, 'X'), '01', 'XY'), ${sqlIdAt(9000, owner)}, status,
      ${sqlIdAt(9200, 'n')}, 1, 100000 + n % 977 * 100, 1000, case status when 'TICKETED' then 100000 + n % 977 * 100 else 1000 end,
      now() + (n % 4000) * interval '1 minute', case when status <> 'TICKETED' then now() + (n % 9000 - 100) * interval '1 minute' end,
      current_date + n % 300, now() - n * interval '1 minute', now() - n * interval '1 minute',
      'traveller' || (${owner}) || '@bench.example', 'Traveller ' || (${owner})
    from generate_series(0, ${String(bookings - 1)}) as n
      cross join lateral (
        select case when n >= ${String(open)} then 'TICKETED' when n % 2 = 0 then 'HOLD' else 'CONFIRMED' end) as given (status);
  commit`;

/** Five movements of a booking, of the last 30 days, in the large database of the last 400 days: one in 20 is on a credit of a member. */
const fillBooks = ({ bookings, entries, days }: Size): string => `
  begin;
  set local session_replication_role = replica;
  insert into public.bkk_credit_postings (
      posting_id, key, kind, user_id, booking_id, bank_satang, booking_satang, credit_satang, credit_after_satang, received_at, created_by)
    select ${sqlIdAt(9300, 'n')}, n, case when n % 20 = 0 then 'top_up' else 'payment' end, ${sqlIdAt(9000, owner)},
      case when n % 20 <> 0 then ${sqlIdAt(9200, `n % ${String(Math.min(bookings, entries / 10))}`)} end, 1000 + n % 9973,
      case when n % 20 <> 0 then 1000 + n % 9973 else 0 end, case when n % 20 = 0 then 1000 + n % 9973 else 0 end,
      case when n % 20 = 0 then 1000 + n % 9973 end,
      now() - n * interval '1 day' * ${String(days)} / ${String(entries / 2)}, '${userAt(0)}'
    from generate_series(0, ${String(entries / 2 - 1)}) as n;
  insert into public.bkk_credit_entries (posting_id, account, holder, amount_satang, balance_satang, day)
    select posting_id, part.account, part.holder, part.sign * bank_satang, case part.sign when 1 then bank_satang end,
      (received_at at time zone 'Asia/Bangkok')::date
    from public.bkk_credit_postings
      cross join lateral (values ('bank', null::uuid, -1), (
        case when booking_id is null then 'credit' else 'booking' end, coalesce(booking_id, user_id), 1)) as part (account, holder, sign);
  insert into public.bkk_credit_days (day, account, shard, came_in_satang, went_out_satang, entries)
    select day, account, 0, sum(greatest(amount_satang, 0)), sum(greatest(-amount_satang, 0)), count(*)
    from public.bkk_credit_entries group by day, account;
  insert into public.bkk_receipts (series, year, number, posting_id, user_id, booking_id, issued_at, dated_at, amount_satang, data)
    select 'RT', 2000 + number / 900000, 1 + number % 900000, posting_id, user_id, booking_id, received_at, received_at, bank_satang, '{}'
    from public.bkk_credit_postings;
  insert into public.bkk_finance_days (what, day, holder, satang, count)
    select total.what, (received_at at time zone 'Asia/Bangkok')::date, total.holder, sum(bank_satang), count(*)
    from public.bkk_credit_postings cross join (values
      ('received', '${userAt(0)}'::uuid), ('receipts', '00000000-0000-0000-0000-000000000000')) as total (what, holder)
    group by 1, 2, 3;
  insert into public.bkk_bank_statements (statement_id, account, file_name, first_day, last_day, last_at, lines, new_lines)
    values ('${userAt(0)}', '1', 'a.csv', current_date - 400, current_date, now(), 2000, 2000);
  insert into public.bkk_bank_lines (
      statement_id, account, at, has_time, amount_satang, description, fingerprint, state, posting_id, decided_at)
    select '${userAt(0)}', '1', received_at, true, bank_satang, 'TRF ' || number, sha256(uuid_send(posting_id)),
      case when number > 50 then 'CONFIRMED' else 'OPEN' end, case when number > 50 then posting_id end,
      case when number > 50 then now() end
    from public.bkk_credit_postings;
  insert into public.bkk_finance_days (what, day, satang, count)
    select case state when 'OPEN' then 'open_lines' else 'matched' end, (at at time zone 'Asia/Bangkok')::date, sum(amount_satang),
      count(*) from public.bkk_bank_lines group by 1, 2;
  commit`;

const dayAt = (offset: number) =>
  new Date(Date.now() + 7 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10);
const period = `p_first=${dayAt(-29)}&p_last=${dayAt(0)}`;

const memberRequests: readonly Request[] = [
  [
    'my movements',
    `bkk_credit_postings?select=number,kind,bank_satang,received_at&user_id=eq.${userAt(1)}&kind=neq.sale&order=number.desc&limit=10`,
  ],
  ['my bookings', 'rpc/bkk_my_bookings?p_offset=0&p_limit=10'],
];

const adminRequests: readonly Request[] = [
  ['days', `rpc/bkk_admin_finance_days?${period}`],
  ['sums', 'rpc/bkk_admin_finance_sums'],
  ['agreement', `rpc/bkk_admin_finance_agreement?${period}`],
  ['by booking', `rpc/bkk_admin_finance_bookings?${period}&p_limit=10`],
  ['by admin', `rpc/bkk_admin_finance_admins?${period}`],
  ['lines of statements', 'rpc/bkk_admin_bank_lines?p_limit=10'],
  [
    'movements of a booking',
    `bkk_credit_postings_admin_view?select=*&booking_id=eq.${idAt(9200, 7)}&order=number.desc&limit=10`,
  ],
  [
    'movements of a member',
    `bkk_credit_postings_admin_view?select=*&user_id=eq.${userAt(1)}&order=number.desc&limit=10`,
  ],
];

const fillsOf = (size: Size) => [
  `select bkk_internal.set_features('{requests,bookings,payments}')`,
  fillBookings(size),
  fillBooks(size),
];

export const benchMoneyLists = (): Promise<void> =>
  compareSizes(
    'money_lists',
    [fillsOf(sizes[0]), fillsOf(sizes[1])],
    [
      { who: 'member', number: 1, list: memberRequests },
      { who: 'admin', number: 0, list: adminRequests },
    ],
  );
