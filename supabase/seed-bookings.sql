-- Demo data of the feature bookings, for the members of seed.sql who still have their accounts: holds of flights, near their
-- deadlines, under review, paid, ticketed and ended. Every id is fixed; times are relative to the time of seeding.

insert into public.bkk_bookings (
  booking_id, reference, user_id, flight_id, status, request_key, contact_email, contact_phone, notes, slip_name,
  pax_adt, pax_chd, pax_inf, lines, total_satang, deposit_satang, hold_expires_at, review_until, balance_due_at, names_due_at,
  has_all_names, pnr, flags, created_at, updated_at)
select
  ('00000000-0000-4000-8003-' || lpad(number::text, 12, '0'))::uuid, reference, member.id, flight_id, status,
  ('00000000-0000-4000-8004-' || lpad(number::text, 12, '0'))::uuid, member.email, demo.phone, notes, slip_name,
  adults, children, 0, coalesce(price.lines, '[]'), price.total_satang, deposit_satang,
  now() + hold_in, now() + review_in, now() + balance_in, now() + names_in,
  true, pnr, demo.flags::text[], now() - created_ago, now() - updated_ago
from (values
  (1, 1, 'BKK-7H2KQ9MD', 'TG110', 'HOLD', '+6625550142',
    'We travel with a child and would like three seats side by side.', null, 2, 1,
    null, null, interval '46 hours', null, null, null,
    null, '{}', interval '2 hours', interval '2 hours'),
  (2, 1, 'BKK-4WX8TPR3', 'PG145', 'HOLD', '+6625550142', null, null, 2, 0,
    '[{"label": "Adult fare", "type": "adult", "count": 2, "price_satang": 389000, "tax_satang": 64000}]', 906000,
    interval '50 minutes', null, null, null,
    null, '{}', interval '47 hours', interval '40 hours'),
  (3, 2, 'BKK-Q6N5VZ2J', 'FD3437', 'HOLD', '+66812345678',
    'ขอที่นั่งแถวหน้าให้คุณแม่ เดินไม่ค่อยสะดวก', null, 3, 0,
    '[{"label": "ค่าโดยสารผู้ใหญ่", "type": "adult", "count": 3, "price_satang": 129000, "tax_satang": 31000},
      {"label": "น้ำหนักกระเป๋าเพิ่ม 20 กก.", "count": 1, "price_satang": 52000}]', 532000,
    interval '5 hours', null, null, null,
    null, '{}', interval '43 hours', interval '30 hours'),
  (4, 1, 'BKK-M3D7YC8H', 'SQ711', 'DEPOSIT_PENDING', '+6625550142', null, 'scb-transfer.jpg', 2, 0,
    '[{"label": "Adult fare", "type": "adult", "count": 2, "price_satang": 645000, "tax_satang": 187000}]', 500000,
    interval '44 hours', interval '20 hours', null, null,
    null, '{}', interval '4 hours', interval '3 hours'),
  (5, 2, 'BKK-9FTB6KWE', 'TG431', 'CONFIRMED', '+66812345678', null, null, 2, 2,
    '[{"label": "Adult fare", "type": "adult", "count": 2, "price_satang": 1180000, "tax_satang": 262000},
      {"label": "Child fare", "type": "child", "count": 2, "price_satang": 885000, "tax_satang": 262000}]', 1500000,
    interval '-8 days', null, interval '-5 hours', interval '6 days',
    null, '{balance_overdue}', interval '10 days', interval '5 hours'),
  (6, 1, 'BKK-C5R2HX7P', 'TG622', 'TICKETED', '+6625550142', null, null, 1, 0,
    '[{"label": "Adult fare", "type": "adult", "count": 1, "price_satang": 4890000, "tax_satang": 612000}]', 5502000,
    interval '-17 days', null, interval '-12 days', interval '-12 days',
    'Q8LK3T', '{}', interval '19 days', interval '12 days'),
  (7, 1, 'BKK-E8YJ4N6V', 'VZ120', 'EXPIRED', '+6625550142', null, null, 1, 0,
    null, null, interval '-5 days', null, null, null,
    null, '{}', interval '7 days', interval '5 days'),
  (8, 2, 'BKK-K2PM9D5S', 'PG171', 'CANCELLED', '+66812345678', null, null, 2, 0,
    '[{"label": "ค่าโดยสารผู้ใหญ่", "type": "adult", "count": 2, "price_satang": 412000, "tax_satang": 71000}]', 300000,
    interval '-2 days', null, null, null,
    null, '{paid_after_end}', interval '4 days', interval '20 hours')
) as demo (
  number, member_number, reference, flight_id, status, phone, notes, slip_name, adults, children, price, deposit_satang,
  hold_in, review_in, balance_in, names_in, pnr, flags, created_ago, updated_ago)
  join auth.users as member
    on member.id = ('00000000-0000-4000-8000-' || lpad(member_number::text, 12, '0'))::uuid
    and member.email like '%@bkksiam.example'
  -- OFFSET keeps the planner from parsing a price that is null.
  left join lateral (
    select parsed.* from (select demo.price::jsonb as lines where demo.price is not null offset 0) as given
      cross join lateral bkk_internal.parse_lines(given.lines) as parsed) as price on true
on conflict do nothing;

insert into public.bkk_booking_passengers (booking_id, position, first_name, last_name, type, birth_date, ticket_number)
select booking.booking_id, position, first_name, last_name, type, birth_date::date, ticket_number
from (values
  ('BKK-7H2KQ9MD', 1, 'Nattaya', 'Wongthai', 'adult', '1988-03-14', null),
  ('BKK-7H2KQ9MD', 2, 'Prasert', 'Wongthai', 'adult', '1986-11-02', null),
  ('BKK-7H2KQ9MD', 3, 'Pimchanok', 'Wongthai', 'child', '2018-07-21', null),
  ('BKK-4WX8TPR3', 1, 'Nattaya', 'Wongthai', 'adult', '1988-03-14', null),
  ('BKK-4WX8TPR3', 2, 'Kanya', 'Boonmee', 'adult', null, null),
  ('BKK-Q6N5VZ2J', 1, 'Somchai', 'Rattanakul', 'adult', '1979-01-30', null),
  ('BKK-Q6N5VZ2J', 2, 'Wilai', 'Rattanakul', 'adult', '1951-09-08', null),
  ('BKK-Q6N5VZ2J', 3, 'Suda', 'Rattanakul', 'adult', '1981-05-17', null),
  ('BKK-M3D7YC8H', 1, 'Nattaya', 'Wongthai', 'adult', '1988-03-14', null),
  ('BKK-M3D7YC8H', 2, 'Prasert', 'Wongthai', 'adult', '1986-11-02', null),
  ('BKK-9FTB6KWE', 1, 'Somchai', 'Rattanakul', 'adult', '1979-01-30', null),
  ('BKK-9FTB6KWE', 2, 'Suda', 'Rattanakul', 'adult', '1981-05-17', null),
  ('BKK-9FTB6KWE', 3, 'Thana', 'Rattanakul', 'child', '2016-12-05', null),
  ('BKK-9FTB6KWE', 4, 'Ploypailin', 'Rattanakul', 'child', '2019-02-11', null),
  ('BKK-C5R2HX7P', 1, 'Nattaya', 'Wongthai', 'adult', '1988-03-14', '2172408851367'),
  ('BKK-E8YJ4N6V', 1, 'Nattaya', 'Wongthai', 'adult', '1988-03-14', null),
  ('BKK-K2PM9D5S', 1, 'Somchai', 'Rattanakul', 'adult', '1979-01-30', null),
  ('BKK-K2PM9D5S', 2, 'Suda', 'Rattanakul', 'adult', '1981-05-17', null)
) as demo (reference, position, first_name, last_name, type, birth_date, ticket_number)
  join public.bkk_bookings as booking on booking.reference = demo.reference and booking.booking_id::text like '00000000-0000-4000-8003-%'
on conflict do nothing;

-- A trigger adds them to paid_satang.
insert into public.bkk_booking_payments (
  payment_id, booking_id, amount_satang, received_at, bank_reference, note, recorded_at, recorded_by_name, idempotency_key)
select
  ('00000000-0000-4000-8005-' || lpad(number::text, 12, '0'))::uuid, booking.booking_id, amount_satang,
  now() - ago, bank_reference, note, now() - ago + interval '20 minutes', 'Arunee',
  ('00000000-0000-4000-8006-' || lpad(number::text, 12, '0'))::uuid
from (values
  (1, 'BKK-9FTB6KWE', 1500000, interval '9 days', 'KB20931174', 'Deposit by K PLUS'),
  (2, 'BKK-C5R2HX7P', 5502000, interval '18 days', 'SCB7740219', null),
  (3, 'BKK-K2PM9D5S', 300000, interval '21 hours', 'BBL5520981', 'Came in the day after the cancellation. Refund or new booking?')
) as demo (number, reference, amount_satang, ago, bank_reference, note)
  join public.bkk_bookings as booking on booking.reference = demo.reference and booking.booking_id::text like '00000000-0000-4000-8003-%'
on conflict do nothing;

insert into public.bkk_booking_events (booking_id, created_at, actor, actor_id, actor_name, event, details, message)
select
  booking.booking_id, now() - ago, actor, case actor when 'member' then booking.user_id end,
  case actor when 'member' then booking.member_name when 'admin' then 'Arunee' end, event,
  details::jsonb || case
    when event in ('hold_placed', 'expired') then
      jsonb_build_object('hold_expires_at', booking.hold_expires_at, 'review_until', booking.review_until)
    when event = 'priced' then
      jsonb_build_object(
        'total_satang', booking.total_satang, 'deposit_satang', booking.deposit_satang, 'paid_satang', 0, 'status', 'HOLD')
    when event = 'confirmed' then jsonb_build_object('total_satang', booking.total_satang)
    when event = 'ticketed' then jsonb_build_object('pnr', booking.pnr)
    else '{}' end,
  message
from (values
  ('BKK-7H2KQ9MD', interval '2 hours', 'member', 'hold_placed', '{}', null),
  ('BKK-4WX8TPR3', interval '47 hours', 'member', 'hold_placed', '{}', null),
  ('BKK-4WX8TPR3', interval '40 hours', 'admin', 'priced', '{}', null),
  ('BKK-Q6N5VZ2J', interval '43 hours', 'member', 'hold_placed', '{}', null),
  ('BKK-Q6N5VZ2J', interval '30 hours', 'admin', 'priced', '{}', null),
  ('BKK-M3D7YC8H', interval '4 hours', 'member', 'hold_placed', '{}', null),
  ('BKK-M3D7YC8H', interval '3 hours', 'admin', 'priced', '{"status": "DEPOSIT_PENDING"}', null),
  ('BKK-9FTB6KWE', interval '10 days', 'member', 'hold_placed', '{}', null),
  ('BKK-9FTB6KWE', interval '9 days 20 hours', 'admin', 'priced', '{}', null),
  ('BKK-9FTB6KWE', interval '8 days 23 hours', 'admin', 'payment_recorded',
    '{"payment_id": "00000000-0000-4000-8005-000000000001", "amount_satang": 1500000, "paid_satang": 1500000, "status": "CONFIRMED"}',
    null),
  ('BKK-9FTB6KWE', interval '8 days 23 hours', 'admin', 'confirmed', '{}', null),
  ('BKK-9FTB6KWE', interval '5 hours', 'system', 'balance_overdue', '{}', null),
  ('BKK-C5R2HX7P', interval '19 days', 'member', 'hold_placed', '{}', null),
  ('BKK-C5R2HX7P', interval '18 days 22 hours', 'admin', 'priced', '{}', null),
  ('BKK-C5R2HX7P', interval '17 days 23 hours', 'admin', 'payment_recorded',
    '{"payment_id": "00000000-0000-4000-8005-000000000002", "amount_satang": 5502000, "paid_satang": 5502000, "status": "CONFIRMED"}',
    null),
  ('BKK-C5R2HX7P', interval '17 days 23 hours', 'admin', 'confirmed', '{}', null),
  ('BKK-C5R2HX7P', interval '12 days', 'admin', 'ticketed', '{}', null),
  ('BKK-E8YJ4N6V', interval '7 days', 'member', 'hold_placed', '{}', null),
  ('BKK-E8YJ4N6V', interval '5 days', 'system', 'expired', '{}', null),
  ('BKK-K2PM9D5S', interval '4 days', 'member', 'hold_placed', '{}', null),
  ('BKK-K2PM9D5S', interval '3 days 18 hours', 'admin', 'priced', '{}', null),
  ('BKK-K2PM9D5S', interval '2 days 9 hours', 'member', 'cancelled', '{}', 'เลื่อนการเดินทางเพราะลูกป่วย'),
  ('BKK-K2PM9D5S', interval '20 hours', 'admin', 'payment_recorded',
    '{"payment_id": "00000000-0000-4000-8005-000000000003", "amount_satang": 300000, "paid_satang": 300000, "status": "CANCELLED"}',
    null)
) as demo (reference, ago, actor, event, details, message)
  join public.bkk_bookings as booking on booking.reference = demo.reference and booking.booking_id::text like '00000000-0000-4000-8003-%'
where not exists (select from public.bkk_booking_events as event where event.booking_id = booking.booking_id)
order by demo.ago desc, demo.event = 'confirmed';
