-- Demo data of the feature requests, for the members of seed.sql who still have their accounts: group requests in every status,
-- their offers, and the bookings of those that were accepted. Every id is fixed; times are relative to the time of seeding.

insert into public.bkk_quote_requests (
  quote_id, user_id, origin, destination, pax_adt, pax_chd, pax_inf, status, dep_date, created_at, updated_at)
select
  ('00000000-0000-4000-8001-' || lpad(number::text, 12, '0'))::uuid, member.id, origin, destination,
  adults, children, infants, status, current_date + departs_in, now() - created_ago, now() - updated_ago
from (values
  (101, 1, 'BKK', 'NRT', 24, 2, 0, 'PENDING', 64, interval '5 hours', interval '5 hours'),
  (102, 2, 'DMK', 'CNX', 42, 0, 0, 'PENDING', 38, interval '3 days 2 hours', interval '7 hours'),
  (103, 1, 'BKK', 'KIX', 18, 4, 0, 'QUOTED', 52, interval '2 days 9 hours', interval '4 hours'),
  (104, 2, 'BKK', 'SIN', 14, 0, 0, 'QUOTED', 33, interval '1 day 8 hours', interval '20 hours'),
  (105, 1, 'BKK', 'HKG', 16, 2, 1, 'ACCEPTED', 45, interval '4 days', interval '30 hours'),
  (106, 2, 'BKK', 'DPS', 12, 0, 0, 'ACCEPTED', 71, interval '6 days', interval '3 days'),
  (107, 1, 'BKK', 'ICN', 20, 0, 0, 'ACCEPTED', 28, interval '16 days', interval '13 days'),
  (108, 1, 'DMK', 'HKT', 10, 0, 0, 'ACCEPTED', 9, interval '24 days', interval '22 days'),
  (109, 2, 'BKK', 'TPE', 22, 0, 0, 'ACCEPTED', 40, interval '11 days', interval '9 days'),
  (110, 1, 'BKK', 'LHR', 11, 3, 0, 'DECLINED', 95, interval '10 days', interval '7 days'),
  (111, 2, 'BKK', 'FUK', 30, 0, 0, 'EXPIRED', 58, interval '9 days', interval '4 days'),
  (112, 1, 'CNX', 'HAN', 26, 0, 0, 'CANCELLED', 19, interval '8 days', interval '6 days')
) as demo (
  number, member_number, origin, destination, adults, children, infants, status, departs_in, created_ago, updated_ago)
  join auth.users as member
    on member.id = ('00000000-0000-4000-8000-' || lpad(member_number::text, 12, '0'))::uuid
    and member.email like '%@bkksiam.example'
on conflict do nothing;

-- A trigger has inserted the rows.
update public.bkk_quote_details as details
set cabin = demo.cabin, flexible_days = demo.flexible_days, preferred_airlines = demo.airlines::text[],
  budget_satang = demo.budget_satang, notes = demo.notes, version = demo.version, turn = demo.turn,
  waiting_since = case when demo.turn is not null then request.updated_at end
from (values
  (101, 'economy', 2, '{TG}', 2600000, 1, 'agency',
    'ทริปประจำปีของบริษัท อยากให้ที่นั่งอยู่ใกล้กันทั้งคณะ ขอกระเป๋าคนละ 30 กก. และใบกำกับภาษีในนามบริษัท'),
  (102, 'economy', 0, '{FD,SL}', 350000, 3, 'agency',
    'ค่ายอาสาของนักเรียน ม.5 พร้อมครู 4 คน ต้องถึงเชียงใหม่ก่อนเที่ยง'),
  (103, 'economy', 1, '{TG,NH}', 3000000, 3, 'member',
    'Family reunion, three generations. Two guests use wheelchairs.'),
  (104, 'economy', 0, '{SQ}', null, 2, 'member',
    'ไปงานแสดงสินค้า ขอเที่ยวเช้าขาไป และเที่ยวเย็นขากลับ'),
  (105, 'economy', 3, '{}', 1800000, 3, null, 'Wedding guests. One infant on the lap.'),
  (106, 'economy', 2, '{}', null, 3, null, 'ทีมขายที่ทำยอดได้ครบ ขอห้องประชุมที่สนามบินถ้ามี'),
  (107, 'economy', 0, '{TG,KE}', null, 3, null, 'Study tour of the faculty. The names of the students follow next week.'),
  (108, 'economy', 0, '{FD}', 300000, 3, null, 'Company retreat, hand luggage only.'),
  (109, 'economy', 1, '{}', 1600000, 3, null, 'ทัวร์ไหว้เทพ 22 ท่าน'),
  (110, 'business', 3, '{TG,BA}', 12000000, 3, null, 'Four families to Wimbledon.'),
  (111, 'economy', 2, '{VZ}', 1500000, 3, null, 'ทริปเพื่อนร่วมรุ่น ยังรอสรุปจำนวนคน'),
  (112, 'economy', 0, '{}', 700000, 2, null, 'Football club, with sports bags.')
) as demo (number, cabin, flexible_days, airlines, budget_satang, version, turn, notes)
  join public.bkk_quote_requests as request
    on request.quote_id = ('00000000-0000-4000-8001-' || lpad(number::text, 12, '0'))::uuid
where details.quote_id = request.quote_id;

insert into public.bkk_quote_legs (quote_id, position, origin, destination, dep_date)
select request.quote_id, leg.position, leg.origin, leg.destination, request.dep_date + leg.days
from public.bkk_quote_requests as request
  join (values
    (101, 5), (102, 2), (103, 6), (104, 3), (105, 4), (106, 4), (107, 7), (108, 2), (109, 4), (110, 12), (111, 5), (112, 3)
  ) as demo (number, stay) on request.quote_id = ('00000000-0000-4000-8001-' || lpad(number::text, 12, '0'))::uuid
  cross join lateral (values
    (1, request.origin, request.destination, 0),
    (2, request.destination, request.origin, demo.stay)) as leg (position, origin, destination, days)
on conflict do nothing;

-- The flights of an offer are those of its request, in local times.
with flights as (
  select ('00000000-0000-4000-8001-' || lpad(number::text, 12, '0'))::uuid as quote_id,
    jsonb_agg(jsonb_build_object(
        'airline', airline, 'number', flight_number, 'origin', leg.origin, 'destination', leg.destination,
        'departs_at', to_char(leg.dep_date + departs::time, 'YYYY-MM-DD"T"HH24:MI'),
        'arrives_at', to_char(leg.dep_date + nights + arrives::time, 'YYYY-MM-DD"T"HH24:MI'),
        'cabin', cabin, 'baggage', baggage)
      order by leg.position) as segments
  from (values
    (102, 1, 'FD', '3437', '07:05', 0, '08:20', 'economy', '20 กก.'),
    (102, 2, 'FD', '3446', '20:35', 0, '21:50', 'economy', '20 กก.'),
    (103, 1, 'TG', '622', '23:15', 1, '06:45', 'economy', '30 kg'),
    (103, 2, 'TG', '623', '11:00', 0, '14:50', 'economy', '30 kg'),
    (104, 1, 'SQ', '705', '08:15', 0, '11:40', 'economy', '25 กก.'),
    (104, 2, 'SQ', '712', '18:30', 0, '19:55', 'economy', '25 กก.'),
    (105, 1, 'CX', '700', '08:25', 0, '12:20', 'economy', '23 kg'),
    (105, 2, 'CX', '617', '21:35', 0, '23:30', 'economy', '23 kg'),
    (106, 1, 'TG', '431', '09:35', 0, '15:00', 'economy', '30 กก.'),
    (106, 2, 'TG', '432', '16:05', 0, '19:25', 'economy', '30 กก.'),
    (107, 1, 'KE', '658', '21:45', 1, '05:15', 'economy', '23 kg'),
    (107, 2, 'KE', '657', '17:20', 0, '21:20', 'economy', '23 kg'),
    (108, 1, 'FD', '3005', '07:40', 0, '09:05', 'economy', '7 kg'),
    (108, 2, 'FD', '3014', '17:50', 0, '19:20', 'economy', '7 kg'),
    (109, 1, 'CI', '834', '11:10', 0, '15:50', 'economy', '23 กก.'),
    (109, 2, 'CI', '833', '07:10', 0, '10:05', 'economy', '23 กก.'),
    (110, 1, 'TG', '910', '01:10', 0, '07:20', 'business', '40 kg'),
    (110, 2, 'TG', '911', '12:30', 1, '06:30', 'business', '40 kg'),
    (111, 1, 'VZ', '810', '00:30', 0, '07:40', 'economy', '20 กก.'),
    (111, 2, 'VZ', '811', '08:40', 0, '12:25', 'economy', '20 กก.')
  ) as demo (number, position, airline, flight_number, departs, nights, arrives, cabin, baggage)
    join public.bkk_quote_legs as leg
      on leg.quote_id = ('00000000-0000-4000-8001-' || lpad(number::text, 12, '0'))::uuid and leg.position = demo.position
  group by number)
insert into public.bkk_quote_offers (
  quote_id, version, state, sent_at, segments, pax_adt, pax_chd, pax_inf, seats_reason, lines, total_satang, conditions,
  valid_until, hold_expires_at, deposit_satang, deposit_due_at, balance_due_at, names_due_at, margin_satang, internal_notes,
  answered_at, answer)
select
  request.quote_id, demo.version, state, now() - sent_ago, flight.segments,
  coalesce(seats, request.pax_adt), request.pax_chd, request.pax_inf, seats_reason, price.lines, price.total_satang,
  conditions::jsonb, now() + valid_in, now() + hold_in, deposit_satang, now() + deposit_in,
  now() + balance_in, now() + names_in, margin_satang, internal_notes, now() - answered_ago, answer
from (values
  (102, 1, 'void', interval '2 days 20 hours', null, null,
    '[{"label": "ค่าโดยสารผู้ใหญ่", "type": "adult", "count": 42, "price_satang": 178000, "tax_satang": 36000}]',
    '[{"kind": "change", "text": "เปลี่ยนชื่อผู้โดยสารได้ฟรีจนถึง 7 วันก่อนเดินทาง"},
      {"kind": "size", "text": "ราคานี้สำหรับผู้โดยสารอย่างน้อย 38 คน"}]',
    interval '4 hours', interval '30 hours', 2000000, interval '28 hours', interval '20 days', interval '28 days',
    630000, 'ที่นั่งขากลับเหลือ 46 ที่ในชั้นราคานี้', interval '7 hours',
    'ขอเปลี่ยนขากลับเป็นเที่ยวบ่าย เพราะนักเรียนต้องถึงบ้านก่อนสองทุ่ม'),
  (103, 1, 'replaced', interval '1 day 22 hours', null, null,
    '[{"label": "Adult fare", "type": "adult", "count": 18, "price_satang": 2290000, "tax_satang": 485000},
      {"label": "Child fare", "type": "child", "count": 4, "price_satang": 1720000, "tax_satang": 485000}]',
    '[{"kind": "refund", "text": "The deposit is not refunded."}]',
    interval '2 hours', interval '50 hours', 11000000, interval '48 hours', interval '22 days', interval '38 days',
    1120000, 'First quote of the airline''s group desk.', interval '4 hours', null),
  (103, 2, 'open', interval '4 hours', null, null,
    '[{"label": "Adult fare", "type": "adult", "count": 18, "price_satang": 2190000, "tax_satang": 485000},
      {"label": "Child fare", "type": "child", "count": 4, "price_satang": 1650000, "tax_satang": 485000},
      {"label": "Group discount / ส่วนลดหมู่คณะ", "count": 1, "price_satang": -250000}]',
    '[{"kind": "change", "text": "Names can be changed free of charge until 14 days before departure."},
      {"kind": "refund", "text": "The deposit is not refunded. The balance is, less 3,000 baht a person, until 21 days before."},
      {"kind": "size", "text": "The price holds for at least 16 adults."}]',
    interval '22 hours', interval '70 hours', 11000000, interval '66 hours', interval '24 days', interval '38 days',
    980000, 'Group desk gave another 1,000 baht a person. Margin 1.8 %.', null, null),
  (104, 1, 'open', interval '20 hours', 12, 'เที่ยวเช้าเหลือ 12 ที่นั่งในราคานี้ อีก 2 คนเดินทางเที่ยว 09:45 ได้ในราคาเดียวกัน',
    '[{"label": "ค่าโดยสารผู้ใหญ่", "type": "adult", "count": 12, "price_satang": 615000, "tax_satang": 187000}]',
    '[{"kind": "change", "text": "เปลี่ยนเที่ยวบินได้ 1 ครั้ง ค่าธรรมเนียม 1,500 บาทต่อคน"},
      {"kind": "refund", "text": "ไม่คืนเงินมัดจำทุกกรณี"}]',
    interval '3 days 4 hours', interval '5 days', 2400000, interval '4 days 12 hours', interval '18 days', interval '22 days',
    372000, null, null, null),
  (105, 1, 'accepted', interval '2 days 20 hours', null, null,
    '[{"label": "Adult fare", "type": "adult", "count": 16, "price_satang": 1090000, "tax_satang": 298000},
      {"label": "Child fare", "type": "child", "count": 2, "price_satang": 820000, "tax_satang": 298000},
      {"label": "Infant fare", "type": "infant", "count": 1, "price_satang": 110000, "tax_satang": 41000}]',
    '[{"kind": "change", "text": "Dates cannot be changed. Names can, until 10 days before departure."}]',
    interval '-20 hours', interval '5 hours', 6000000, interval '3 hours', interval '20 days', interval '30 days',
    510000, null, interval '30 hours', null),
  (106, 1, 'accepted', interval '5 days', null, null,
    '[{"label": "ค่าโดยสารผู้ใหญ่", "type": "adult", "count": 12, "price_satang": 1150000, "tax_satang": 262000}]',
    '[{"kind": "change", "text": "เปลี่ยนชื่อได้จนถึง 10 วันก่อนเดินทาง คนละ 1,000 บาท"}]',
    interval '-2 days', interval '-10 hours', 4000000, interval '-12 hours', interval '40 days', interval '50 days',
    288000, null, interval '3 days', null),
  (107, 1, 'accepted', interval '14 days', null, null,
    '[{"label": "Adult fare", "type": "adult", "count": 20, "price_satang": 1380000, "tax_satang": 312000}]',
    '[{"kind": "refund", "text": "The deposit is refunded in full if fewer than 10 students enrol."}]',
    interval '-12 days', interval '-10 days', 9000000, interval '-10 days', interval '7 days', interval '4 days',
    640000, 'Faculty pays on invoice, 15 days.', interval '13 days', null),
  (108, 1, 'accepted', interval '23 days', null, null,
    '[{"label": "Adult fare", "type": "adult", "count": 10, "price_satang": 192000, "tax_satang": 38000}]',
    '[{"kind": "baggage", "text": "Hand luggage of 7 kg only."}]',
    interval '-21 days', interval '-20 days', 1000000, interval '-20 days', interval '-8 days', interval '-6 days',
    90000, null, interval '22 days', null),
  (109, 1, 'accepted', interval '10 days', null, null,
    '[{"label": "ค่าโดยสารผู้ใหญ่", "type": "adult", "count": 22, "price_satang": 989000, "tax_satang": 286000}]',
    '[{"kind": "size", "text": "ราคานี้สำหรับผู้โดยสารอย่างน้อย 20 คน"}]',
    interval '-8 days', interval '-6 days', 5500000, interval '-6 days', interval '15 days', interval '25 days',
    440000, null, interval '9 days', null),
  (110, 1, 'declined', interval '9 days', null, null,
    '[{"label": "Adult fare", "type": "adult", "count": 11, "price_satang": 11900000, "tax_satang": 1460000},
      {"label": "Child fare", "type": "child", "count": 3, "price_satang": 8925000, "tax_satang": 1460000}]',
    '[{"kind": "refund", "text": "Refundable until 30 days before departure, less 10 %."}]',
    interval '-6 days', interval '-5 days', 40000000, interval '-5 days', interval '50 days', interval '80 days',
    3900000, 'Asked for BA as well: no group seats.', interval '7 days',
    'Over our budget. We will go in two parties in economy instead.'),
  (111, 1, 'expired', interval '7 days', null, null,
    '[{"label": "ค่าโดยสารผู้ใหญ่", "type": "adult", "count": 30, "price_satang": 920000, "tax_satang": 274000}]',
    '[{"kind": "change", "text": "เปลี่ยนชื่อได้จนถึง 7 วันก่อนเดินทาง"}]',
    interval '-4 days', interval '-3 days', 9000000, interval '-3 days', interval '28 days', interval '45 days',
    600000, null, interval '4 days', null)
) as demo (
  number, version, state, sent_ago, seats, seats_reason, price, conditions, valid_in, hold_in, deposit_satang, deposit_in,
  balance_in, names_in, margin_satang, internal_notes, answered_ago, answer)
  join public.bkk_quote_requests as request
    on request.quote_id = ('00000000-0000-4000-8001-' || lpad(number::text, 12, '0'))::uuid
  join flights on flights.quote_id = request.quote_id
  cross join lateral bkk_internal.parse_segments(flights.segments) as flight
  cross join lateral bkk_internal.parse_lines(demo.price::jsonb) as price
on conflict do nothing;

-- The bookings copy the accepted offers.
insert into public.bkk_bookings (
  booking_id, reference, user_id, quote_id, offer_version, status, request_key, contact_email, contact_phone,
  segments, lines, conditions, origin, destination, departs_on, returns_on, pax_adt, pax_chd, pax_inf,
  total_satang, deposit_satang, hold_expires_at, deposit_due_at, balance_due_at, names_due_at, has_all_names, pnr,
  created_at, updated_at)
select
  ('00000000-0000-4000-8003-' || lpad(number::text, 12, '0'))::uuid, reference, request.user_id, request.quote_id,
  offer.version, demo.status, ('00000000-0000-4000-8004-' || lpad(number::text, 12, '0'))::uuid, member.email, demo.phone,
  offer.segments, offer.lines, offer.conditions, request.origin, request.destination,
  left(offer.segments -> 0 ->> 'departs_at', 10)::date, left(offer.segments -> -1 ->> 'arrives_at', 10)::date,
  offer.pax_adt, offer.pax_chd, offer.pax_inf, offer.total_satang, offer.deposit_satang, offer.hold_expires_at,
  offer.deposit_due_at, offer.balance_due_at, offer.names_due_at, has_all_names, pnr,
  offer.answered_at, now() - updated_ago
from (values
  (105, 'BKK-V8NC3RWK', 'HOLD', '+6625550142', false, null, interval '30 hours'),
  (106, 'BKK-T5JX9HQ2', 'DEPOSIT_PENDING', '+66812345678', false, null, interval '26 hours'),
  (107, 'BKK-6ZKD4MYP', 'CONFIRMED', '+6625550142', false, null, interval '3 days'),
  (108, 'BKK-R2W7FEB9', 'TICKETED', '+6625550142', true, 'H4TN7C', interval '6 days'),
  (109, 'BKK-N9C5SVG4', 'EXPIRED', '+66812345678', false, null, interval '6 days')
) as demo (number, reference, status, phone, has_all_names, pnr, updated_ago)
  join public.bkk_quote_requests as request
    on request.quote_id = ('00000000-0000-4000-8001-' || lpad(number::text, 12, '0'))::uuid
  join public.bkk_quote_offers as offer on offer.quote_id = request.quote_id and offer.state = 'accepted'
  join auth.users as member on member.id = request.user_id
on conflict do nothing;

-- The names of a confirmed booking come in over time; those of one with tickets are complete.
insert into public.bkk_booking_passengers (booking_id, position, first_name, last_name, type, ticket_number)
select
  booking.booking_id, passenger.position, names.first_name, names.last_name, 'adult',
  case booking.status when 'TICKETED' then (8292408851400 + passenger.position)::text end
from public.bkk_bookings as booking
  cross join lateral generate_series(1, booking.pax_adt) as passenger (position)
  left join lateral (
    select first_name, last_name
    from unnest(
      array['Nattaya', 'Anan', 'Busaba', 'Chatchai', 'Darunee', 'Ekkachai', 'Fonthip', 'Jirawat', 'Kamon', 'Lalita', 'Manop', 'Nok'],
      array['Wongthai', 'Saelim', 'Intarachai', 'Phromma', 'Kaewmanee', 'Thongdee', 'Suksai', 'Yodying', 'Chaiyasit', 'Bunnag',
        'Rungrueang', 'Panyadee']) with ordinality as given (first_name, last_name, place)
    where given.place = passenger.position) as names on true
where booking.booking_id in ('00000000-0000-4000-8003-000000000107', '00000000-0000-4000-8003-000000000108')
on conflict do nothing;

-- A trigger adds them to paid_satang.
insert into public.bkk_booking_payments (
  payment_id, booking_id, amount_satang, received_at, bank_reference, note, recorded_at, recorded_by_name, idempotency_key)
select
  ('00000000-0000-4000-8005-' || lpad(number::text, 12, '0'))::uuid, booking.booking_id, demo.amount_satang,
  now() - ago, bank_reference, note, now() - ago + interval '35 minutes', 'Arunee',
  ('00000000-0000-4000-8006-' || lpad(number::text, 12, '0'))::uuid
from (values
  (101, 106, 1500000, interval '27 hours', 'KTB4410873', 'โอนมาบางส่วน ลูกค้าจะโอนที่เหลือวันศุกร์'),
  (102, 107, 9000000, interval '12 days', 'SCB8830127', null),
  (103, 108, 1000000, interval '21 days', 'KB30018842', 'Deposit'),
  (104, 108, 1300000, interval '9 days', 'KB30105517', 'Balance')
) as demo (number, booking_number, amount_satang, ago, bank_reference, note)
  join public.bkk_bookings as booking
    on booking.booking_id = ('00000000-0000-4000-8003-' || lpad(booking_number::text, 12, '0'))::uuid
on conflict do nothing;

insert into public.bkk_quote_events (quote_id, created_at, actor, actor_id, actor_name, event, details, message)
select
  quote_id, at, actor, case actor when 'member' then user_id end,
  case actor when 'member' then member_name when 'admin' then 'Arunee' end, event, details, message
from (
  select request.quote_id, request.user_id, request.member_name, request.created_at as at, 'member' as actor,
    'requested' as event, '{}'::jsonb as details, null as message
  from public.bkk_quote_requests as request
  union all
  select request.quote_id, request.user_id, request.member_name, offer.sent_at, 'admin', 'offer_sent',
    jsonb_build_object('version', offer.version, 'total_satang', offer.total_satang, 'valid_until', offer.valid_until), null
  from public.bkk_quote_requests as request join public.bkk_quote_offers as offer on offer.quote_id = request.quote_id
  union all
  select request.quote_id, request.user_id, request.member_name, offer.answered_at,
    case offer.state when 'expired' then 'system' else 'member' end,
    case offer.state when 'accepted' then 'offer_accepted' when 'declined' then 'offer_declined' when 'void' then 'change_asked'
      when 'expired' then 'offer_expired' end,
    jsonb_strip_nulls(jsonb_build_object('version', offer.version, 'reference', booking.reference)), offer.answer
  from public.bkk_quote_requests as request
    join public.bkk_quote_offers as offer
      on offer.quote_id = request.quote_id and offer.state in ('accepted', 'declined', 'void', 'expired')
    left join public.bkk_bookings as booking on booking.quote_id = request.quote_id
  union all
  select request.quote_id, request.user_id, request.member_name, request.updated_at, 'admin', 'cancelled', '{}',
    'The airline has cancelled this route for the winter. We can offer Da Nang instead.'
  from public.bkk_quote_requests as request where request.status = 'CANCELLED'
) as happened
where quote_id between '00000000-0000-4000-8001-000000000101' and '00000000-0000-4000-8001-000000000112'
  and not exists (select from public.bkk_quote_events as event where event.quote_id = happened.quote_id)
order by at;

insert into public.bkk_booking_events (booking_id, created_at, actor, actor_id, actor_name, event, details, message)
select
  booking.booking_id, now() - ago, actor, case actor when 'member' then booking.user_id end,
  case actor when 'member' then booking.member_name when 'admin' then 'Arunee' end, event,
  details::jsonb || case event
    when 'hold_placed' then
      jsonb_build_object('hold_expires_at', booking.hold_expires_at, 'total_satang', booking.total_satang)
    when 'expired' then jsonb_build_object('hold_expires_at', booking.hold_expires_at)
    when 'confirmed' then jsonb_build_object('total_satang', booking.total_satang)
    when 'ticketed' then jsonb_build_object('pnr', booking.pnr)
    else '{}' end,
  null
from (values
  (105, interval '30 hours', 'member', 'hold_placed', '{}'),
  (106, interval '3 days', 'member', 'hold_placed', '{}'),
  (106, interval '26 hours', 'admin', 'payment_recorded',
    '{"payment_id": "00000000-0000-4000-8005-000000000101", "amount_satang": 1500000, "paid_satang": 1500000, "status": "DEPOSIT_PENDING"}'),
  (107, interval '13 days', 'member', 'hold_placed', '{}'),
  (107, interval '11 days 23 hours', 'admin', 'payment_recorded',
    '{"payment_id": "00000000-0000-4000-8005-000000000102", "amount_satang": 9000000, "paid_satang": 9000000, "status": "CONFIRMED"}'),
  (107, interval '11 days 23 hours', 'admin', 'confirmed', '{}'),
  (107, interval '3 days', 'member', 'passengers_set', '{"names": 12, "seats": 20}'),
  (108, interval '22 days', 'member', 'hold_placed', '{}'),
  (108, interval '20 days 23 hours', 'admin', 'payment_recorded',
    '{"payment_id": "00000000-0000-4000-8005-000000000103", "amount_satang": 1000000, "paid_satang": 1000000, "status": "CONFIRMED"}'),
  (108, interval '20 days 23 hours', 'admin', 'confirmed', '{}'),
  (108, interval '15 days', 'member', 'passengers_set', '{"names": 10, "seats": 10}'),
  (108, interval '8 days 23 hours', 'admin', 'payment_recorded',
    '{"payment_id": "00000000-0000-4000-8005-000000000104", "amount_satang": 1300000, "paid_satang": 2300000, "status": "CONFIRMED"}'),
  (108, interval '6 days', 'admin', 'ticketed', '{}'),
  (109, interval '9 days', 'member', 'hold_placed', '{}'),
  (109, interval '6 days', 'system', 'expired', '{}')
) as demo (number, ago, actor, event, details)
  join public.bkk_bookings as booking
    on booking.booking_id = ('00000000-0000-4000-8003-' || lpad(number::text, 12, '0'))::uuid
where not exists (select from public.bkk_booking_events as event where event.booking_id = booking.booking_id)
order by demo.ago desc, demo.event = 'confirmed';
