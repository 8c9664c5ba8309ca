-- A large data set for tests, benchmarks and full lists: 100,000 users, 200,000 requests, 200,000 sign-ins and 5,000
-- news, scaled by the setting bkksiam.seed_share. Addresses end in @large.bkksiam.example.

insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
  confirmation_token, recovery_token, email_change_token_new, email_change,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
select
  '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', email, '', since, '', '', '', '',
  '{"provider": "email", "providers": ["email"]}',
  jsonb_build_object('sub', id, 'email', email, 'full_name', first_name || ' ' || last_name), since, since
from (
  select
    ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid as id,
    'traveller' || n || '.' || (array['anong', 'boonmee', 'chai', 'dao', 'ek', 'fah', 'gorn'])[1 + n % 7]
      || '@large.bkksiam.example' as email,
    (array['Anong', 'Boonmee', 'Chai', 'ดาว', 'Ek', 'ฟ้า', 'Gorn', 'Helen', 'Ivan', 'Jiraporn', 'กานดา'])[1 + n % 11]
      as first_name,
    (array['Srisuk', 'Wongthai', 'Rattanakul', 'ใจดี', 'Meesap', 'Charoen', 'Saetang', 'Miller', 'ทองคำ', 'Kittisak',
      'Somboon', 'Novak', 'Phanit'])[1 + n % 13] || ' ' || (n * 7919) % 9973 as last_name,
    now() - (n * 7919 % 1500000) * interval '1 minute' as since
  from generate_series(1, (100000 * coalesce(current_setting('bkksiam.seed_share', true), '1')::float)::int) as n
) as generated;

insert into public.bkk_quote_requests (
  user_id, origin, destination, pax_adt, pax_chd, status, dep_date, created_at, updated_at)
select
  ('00000000-0000-4000-9000-' || lpad((1 + n / 2)::text, 12, '0'))::uuid,
  (array['BKK', 'DMK', 'CNX', 'HKT', 'KBV'])[1 + n % 5], (array['USM', 'NRT', 'ICN', 'SIN', 'KUL'])[1 + n * 3 % 5],
  1 + n % 4, n % 3, (array['PENDING', 'QUOTED', 'CONFIRMED', 'TICKETED', 'TICKETED', 'TICKETED', 'CANCELLED'])[1 + n % 7],
  current_date + n * 31 % 360, since, since + n % 9000 * interval '1 minute'
from (
  select n, now() - (n * 7907::bigint % 1500000) * interval '1 minute' as since
  from generate_series(
    0, (200000 * coalesce(current_setting('bkksiam.seed_share', true), '1')::float)::int - 1) as n
) as requests;

insert into public.bkk_login_logs (user_id, email, success, created_at)
select member.user_id, member.email, n % 40 <> 0, now() - n * interval '3 minutes'
from generate_series(
    1, (200000 * coalesce(current_setting('bkksiam.seed_share', true), '1')::float)::int) as n
  join public.bkk_user_roles as member
    on member.user_id = ('00000000-0000-4000-9000-' || lpad((1 + n / 2 * 7919::bigint % 1000)::text, 12, '0'))::uuid;

insert into public.bkk_airline_news (title, excerpt, is_public, created_at)
select 'News ' || n, 'What changes at the airport, number ' || n, n % 3 <> 0, now() - n * interval '5 hours'
from generate_series(1, (5000 * coalesce(current_setting('bkksiam.seed_share', true), '1')::float)::int) as n;
