-- Demo data for development and tests. Every id is fixed; times are relative to the day of seeding, so that the newest
-- rows look new. The accounts have no passwords: the caller of the seed sets them.

insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
  confirmation_token, recovery_token, email_change_token_new, email_change,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
select
  '00000000-0000-0000-0000-000000000000',
  ('00000000-0000-4000-8000-' || lpad(member_number::text, 12, '0'))::uuid,
  'authenticated', 'authenticated', email, '', date_trunc('day', now()) - ago,
  '', '', '', '',
  '{"provider": "email", "providers": ["email"]}',
  jsonb_build_object(
    'sub', '00000000-0000-4000-8000-' || lpad(member_number::text, 12, '0'), 'email', email,
    'full_name', full_name, 'email_verified', true, 'phone_verified', false),
  date_trunc('day', now()) - ago, date_trunc('day', now()) - ago
from (values
  (1, 'nattaya@bkksiam.example', 'Nattaya Wongthai', interval '210 days 15 hours'),
  (2, 'somchai@bkksiam.example', 'Somchai Rattanakul', interval '95 days 9 hours'),
  (3, 'malee@bkksiam.example', 'Malee Srisuk', interval '4 days 6 hours')
) as demo (member_number, email, full_name, ago);

insert into auth.identities (
  provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
select id::text, id, raw_user_meta_data, 'email', created_at, created_at, created_at
from auth.users
where id in (
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
  '00000000-0000-4000-8000-000000000003');

update public.bkk_user_profiles set phone = '+66 2 555 0142'
where user_id = '00000000-0000-4000-8000-000000000001';

insert into public.bkk_credit_accounts (user_id, balance) values
  ('00000000-0000-4000-8000-000000000001', 12450.00),
  ('00000000-0000-4000-8000-000000000002', 800.50);
-- For the ledger, where the feature payments is on already.
select bkk_internal.open_balances();

insert into public.bkk_quote_requests (
  quote_id, user_id, origin, destination, pax_adt, pax_chd, pax_inf, status, dep_date, created_at, updated_at)
select
  ('00000000-0000-4000-8001-' || lpad(number::text, 12, '0'))::uuid,
  ('00000000-0000-4000-8000-' || lpad(member_number::text, 12, '0'))::uuid,
  origin, destination, adults, children, infants, status,
  current_date + departs_in,
  date_trunc('day', now()) - created_ago, date_trunc('day', now()) - updated_ago
from (values
  (1, 1, 'BKK', 'NRT', 2, 1, 0, 'QUOTED', 38, interval '6 days 14 hours', interval '2 hours'),
  (2, 1, 'DMK', 'CNX', 1, 0, 0, 'PENDING', 12, interval '1 day 3 hours', interval '1 day 3 hours'),
  (3, 1, 'BKK', 'SIN', 2, 0, 0, 'CONFIRMED', 21, interval '15 days 8 hours', interval '1 day 9 hours'),
  (4, 1, 'BKK', 'ICN', 2, 2, 1, 'PENDING', 54, interval '2 days 5 hours', interval '2 days 5 hours'),
  (5, 1, 'BKK', 'USM', 4, 0, 0, 'TICKETED', 9, interval '28 days 11 hours', interval '3 days 7 hours'),
  (6, 1, 'HKT', 'KUL', 1, 0, 0, 'QUOTED', 30, interval '9 days 16 hours', interval '5 days 4 hours'),
  (7, 1, 'DMK', 'KBV', 3, 1, 0, 'CANCELLED', 17, interval '33 days 6 hours', interval '12 days 10 hours'),
  (8, 1, 'CNX', 'BKK', 1, 0, 0, 'TICKETED', -6, interval '41 days 9 hours', interval '20 days 13 hours'),
  (9, 1, 'BKK', 'HKT', 2, 0, 1, 'TICKETED', -18, interval '60 days 12 hours', interval '37 days 5 hours'),
  (10, 1, 'KUL', 'BKK', 1, 0, 0, 'CANCELLED', -25, interval '72 days 7 hours', interval '50 days 15 hours'),
  (11, 1, 'BKK', 'NRT', 1, 0, 0, 'TICKETED', -70, interval '120 days 10 hours', interval '96 days 8 hours'),
  (12, 1, 'SIN', 'BKK', 2, 0, 0, 'TICKETED', -110, interval '160 days 9 hours', interval '131 days 6 hours'),
  (13, 2, 'DMK', 'CNX', 9, 0, 0, 'PENDING', 26, interval '1 day 6 hours', interval '1 day 6 hours'),
  (14, 2, 'BKK', 'ICN', 1, 0, 0, 'CONFIRMED', 45, interval '11 days 4 hours', interval '4 days 2 hours'),
  (15, 2, 'USM', 'BKK', 2, 0, 0, 'TICKETED', -14, interval '52 days 8 hours', interval '31 days 3 hours')
) as demo (
  number, member_number, origin, destination, adults, children, infants, status, departs_in, created_ago, updated_ago);

insert into public.bkk_airline_news (id, title, excerpt, is_public, created_at)
select
  ('00000000-0000-4000-8002-' || lpad(number::text, 12, '0'))::uuid,
  title, excerpt, is_public, date_trunc('day', now()) - ago
from (values
  (1, 'Second daily flight from Bangkok to Tokyo Narita from next month',
    'Andaman Airways adds an overnight departure from Suvarnabhumi at 22:40, arriving in Narita at 06:50. The morning flight stays as it is, so a long weekend needs one day of leave less.',
    true, interval '5 hours'),
  (2, 'เปิดเส้นทางใหม่ ดอนเมือง–กระบี่ วันละสามเที่ยว',
    'สายการบินลานนาคอนเนกต์เริ่มบินตรงดอนเมือง–กระบี่ ใช้เวลาเดินทางหนึ่งชั่วโมงยี่สิบนาที น้ำหนักกระเป๋าโหลดใต้ท้องเครื่อง 20 กิโลกรัมรวมอยู่ในราคาแล้ว',
    true, interval '1 day 8 hours'),
  (3, 'Partner fares to Seoul held until Friday for members',
    'Our group desk has 60 seats to Incheon at last season''s fare. Send a request before Friday 17:00 Bangkok time and we hold your seats for 48 hours without a deposit.',
    false, interval '2 days 4 hours'),
  (4, 'ประกาศปรับเวลาเช็กอินที่สุวรรณภูมิช่วงวันหยุดยาว',
    'ผู้โดยสารเที่ยวบินระหว่างประเทศควรถึงสนามบินก่อนเวลาเครื่องออกอย่างน้อยสามชั่วโมง เคาน์เตอร์จะปิดก่อนเวลาออกเดินทาง 60 นาที',
    true, interval '4 days 13 hours'),
  (5, 'New cabin baggage sizes from Singapore carriers',
    'From the first of next month one piece of up to 54 x 38 x 23 cm and 7 kg travels free in economy. A laptop bag or handbag still counts as a second, small item.',
    true, interval '7 days 10 hours'),
  (6, 'สมาชิกเท่านั้น: ส่วนลดประกันเดินทางเพิ่มอีก 15%',
    'ซื้อประกันเดินทางพร้อมคำขอจองในเดือนนี้ รับส่วนลดพิเศษ 15% สำหรับทุกแผนความคุ้มครอง ทั้งทริปในประเทศและต่างประเทศ',
    false, interval '9 days 6 hours'),
  (7, 'Ko Samui gets larger aircraft for the high season',
    'Between December and April the midday flights from Suvarnabhumi use a 144-seat jet instead of a turboprop. More seats at the same departure times, and the flight is ten minutes shorter.',
    true, interval '12 days 15 hours'),
  (8, 'เชียงใหม่เพิ่มเที่ยวบินกลางคืนรับเทศกาลยี่เป็ง',
    'เพิ่มเที่ยวบินดอนเมือง–เชียงใหม่ช่วงค่ำอีกสี่เที่ยวต่อวันตลอดสัปดาห์เทศกาล เที่ยวสุดท้ายออกจากเชียงใหม่เวลา 23:55 น.',
    true, interval '16 days 9 hours'),
  (9, 'Members'' notice: Kuala Lumpur ticketing closes early on Thursday',
    'The airline''s reservation system is being moved. Requests to Kuala Lumpur confirmed by Thursday 12:00 are ticketed the same day; later ones on Saturday morning.',
    false, interval '20 days 11 hours'),
  (10, 'Phuket terminal: international departures move to the east wing',
    'Check-in rows A to D for international flights are now in the east wing, five minutes on foot from the domestic hall. The shuttle between both wings runs every ten minutes.',
    true, interval '27 days 7 hours')
) as demo (number, title, excerpt, is_public, ago);
