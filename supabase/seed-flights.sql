-- Demo data of the feature flights: series and group seats on flights from and within Thailand for the next 200 days, with two
-- fares each. Prices and numbers of seats are invented. Flights that exist already are left as they are.

with demo (airline, flight_number, origin, destination, departs_at, arrives_at, arrives_days, weekdays, cabin, aircraft, baht, tax, seats) as (values
  ('TG', '102', 'BKK', 'CNX', '07:55', '09:15', 0, '1234567', 'economy', 'Airbus A320', 2390, 420, 12),
  ('PG', '215', 'BKK', 'CNX', '11:30', '12:50', 0, '1234567', 'economy', 'Airbus A319', 2650, 420, 9),
  ('TG', '116', 'BKK', 'CNX', '17:10', '18:30', 0, '1234567', 'economy', 'Airbus A320', 2190, 420, 12),
  ('PG', '225', 'BKK', 'CNX', '21:40', '23:00', 0, '12345', 'economy', 'Airbus A319', 1790, 420, 6),
  ('TG', '103', 'CNX', 'BKK', '10:05', '11:25', 0, '1234567', 'economy', 'Airbus A320', 2390, 420, 12),
  ('PG', '216', 'CNX', 'BKK', '13:35', '14:55', 0, '1234567', 'economy', 'Airbus A319', 2550, 420, 9),
  ('TG', '121', 'CNX', 'BKK', '19:20', '20:40', 0, '1234567', 'economy', 'Airbus A320', 2090, 420, 12),
  ('FD', '3437', 'DMK', 'CNX', '06:30', '07:45', 0, '1234567', 'economy', 'Airbus A320', 1190, 310, 20),
  ('SL', '504', 'DMK', 'CNX', '09:20', '10:35', 0, '1234567', 'economy', 'Boeing 737-800', 1090, 310, 16),
  ('DD', '6120', 'DMK', 'CNX', '15:45', '17:00', 0, '1234567', 'economy', 'Boeing 737-800', 1150, 310, 14),
  ('FD', '3438', 'CNX', 'DMK', '08:15', '09:30', 0, '1234567', 'economy', 'Airbus A320', 1190, 310, 20),
  ('SL', '505', 'CNX', 'DMK', '11:10', '12:25', 0, '1234567', 'economy', 'Boeing 737-800', 1090, 310, 16),
  ('DD', '6121', 'CNX', 'DMK', '17:35', '18:50', 0, '1234567', 'economy', 'Boeing 737-800', 1250, 310, 14),
  ('TG', '201', 'BKK', 'HKT', '07:35', '09:00', 0, '1234567', 'economy', 'Boeing 777-200', 2290, 420, 14),
  ('PG', '271', 'BKK', 'HKT', '13:10', '14:40', 0, '1234567', 'economy', 'Airbus A320', 2490, 420, 9),
  ('VZ', '308', 'BKK', 'HKT', '20:25', '21:50', 0, '1234567', 'economy', 'Airbus A321', 1290, 420, 18),
  ('TG', '202', 'HKT', 'BKK', '10:05', '11:30', 0, '1234567', 'economy', 'Boeing 777-200', 2290, 420, 14),
  ('PG', '272', 'HKT', 'BKK', '15:25', '16:55', 0, '1234567', 'economy', 'Airbus A320', 2490, 420, 9),
  ('VZ', '309', 'HKT', 'BKK', '22:25', '23:50', 0, '1234567', 'economy', 'Airbus A321', 1190, 420, 18),
  ('FD', '3003', 'DMK', 'HKT', '08:40', '10:05', 0, '1234567', 'economy', 'Airbus A320', 1290, 310, 20),
  ('FD', '3004', 'HKT', 'DMK', '10:45', '12:10', 0, '1234567', 'economy', 'Airbus A320', 1290, 310, 20),
  ('PG', '251', 'CNX', 'HKT', '11:55', '13:55', 0, '1357', 'economy', 'Airbus A320', 3490, 390, 7),
  ('PG', '252', 'HKT', 'CNX', '14:40', '16:40', 0, '1357', 'economy', 'Airbus A320', 3490, 390, 7),
  ('PG', '103', 'BKK', 'USM', '06:45', '07:50', 0, '1234567', 'economy', 'ATR 72-600', 4190, 620, 8),
  ('PG', '145', 'BKK', 'USM', '12:20', '13:25', 0, '1234567', 'economy', 'Airbus A319', 4390, 620, 8),
  ('PG', '104', 'USM', 'BKK', '08:30', '09:40', 0, '1234567', 'economy', 'ATR 72-600', 4190, 620, 8),
  ('PG', '168', 'USM', 'BKK', '18:05', '19:15', 0, '1234567', 'economy', 'Airbus A319', 4290, 620, 8),
  ('TG', '241', 'BKK', 'KBV', '08:10', '09:30', 0, '1234567', 'economy', 'Airbus A320', 2190, 420, 10),
  ('VZ', '340', 'BKK', 'KBV', '16:40', '18:00', 0, '1234567', 'economy', 'Airbus A320', 1190, 420, 16),
  ('TG', '242', 'KBV', 'BKK', '10:20', '11:45', 0, '1234567', 'economy', 'Airbus A320', 2190, 420, 10),
  ('VZ', '341', 'KBV', 'BKK', '18:40', '20:05', 0, '1234567', 'economy', 'Airbus A320', 1190, 420, 16),
  ('TG', '403', 'BKK', 'SIN', '07:55', '11:25', 0, '1234567', 'economy', 'Airbus A350-900', 5290, 1280, 10),
  ('SQ', '711', 'BKK', 'SIN', '18:35', '22:05', 0, '1234567', 'economy', 'Airbus A350-900', 5890, 1280, 9),
  ('TG', '404', 'SIN', 'BKK', '12:30', '14:00', 0, '1234567', 'economy', 'Airbus A350-900', 5290, 1690, 10),
  ('SQ', '708', 'SIN', 'BKK', '09:35', '11:00', 0, '1234567', 'economy', 'Airbus A350-900', 5890, 1690, 9),
  ('TG', '415', 'BKK', 'KUL', '09:05', '12:20', 0, '1234567', 'economy', 'Airbus A320', 4190, 1180, 10),
  ('MH', '783', 'BKK', 'KUL', '17:20', '20:35', 0, '1234567', 'economy', 'Boeing 737-800', 3890, 1180, 12),
  ('TG', '416', 'KUL', 'BKK', '13:20', '14:30', 0, '1234567', 'economy', 'Airbus A320', 4190, 990, 10),
  ('MH', '784', 'KUL', 'BKK', '09:15', '10:25', 0, '1234567', 'economy', 'Boeing 737-800', 3890, 990, 12),
  ('TG', '676', 'BKK', 'NRT', '07:35', '15:45', 0, '1234567', 'economy', 'Boeing 787-9', 11490, 2950, 10),
  ('JL', '708', 'BKK', 'NRT', '08:15', '16:20', 0, '1234567', 'economy', 'Boeing 787-9', 12390, 2950, 8),
  ('TG', '642', 'BKK', 'NRT', '23:55', '08:10', 1, '1234567', 'economy', 'Airbus A350-900', 10890, 2950, 12),
  ('TG', '677', 'NRT', 'BKK', '17:25', '22:25', 0, '1234567', 'economy', 'Boeing 787-9', 11490, 3180, 10),
  ('JL', '707', 'NRT', 'BKK', '18:05', '23:10', 0, '1234567', 'economy', 'Boeing 787-9', 12390, 3180, 8),
  ('TG', '643', 'NRT', 'BKK', '12:00', '17:05', 0, '1234567', 'economy', 'Airbus A350-900', 11190, 3180, 12),
  ('TG', '676', 'BKK', 'NRT', '07:35', '15:45', 0, '1234567', 'business', 'Boeing 787-9', 42900, 2950, 4),
  ('TG', '677', 'NRT', 'BKK', '17:25', '22:25', 0, '1234567', 'business', 'Boeing 787-9', 42900, 3180, 4),
  ('TG', '622', 'BKK', 'KIX', '23:15', '06:40', 1, '1234567', 'economy', 'Airbus A350-900', 10490, 2890, 10),
  ('TG', '623', 'KIX', 'BKK', '11:00', '15:40', 0, '1234567', 'economy', 'Airbus A350-900', 10490, 3060, 10),
  ('TG', '656', 'BKK', 'ICN', '23:10', '06:35', 1, '1234567', 'economy', 'Boeing 777-300ER', 9890, 2740, 12),
  ('KE', '658', 'BKK', 'ICN', '09:45', '17:10', 0, '1234567', 'economy', 'Airbus A330-300', 10290, 2740, 9),
  ('TG', '657', 'ICN', 'BKK', '09:35', '13:35', 0, '1234567', 'economy', 'Boeing 777-300ER', 9890, 2610, 12),
  ('KE', '657', 'ICN', 'BKK', '18:25', '22:25', 0, '1234567', 'economy', 'Airbus A330-300', 10290, 2610, 9),
  ('CX', '700', 'BKK', 'HKG', '13:55', '17:45', 0, '1234567', 'economy', 'Airbus A330-300', 5690, 1490, 9),
  ('CX', '703', 'HKG', 'BKK', '18:55', '20:55', 0, '1234567', 'economy', 'Airbus A330-300', 5690, 1560, 9),
  ('TG', '632', 'BKK', 'TPE', '07:10', '11:50', 0, '1234567', 'economy', 'Boeing 777-200', 6890, 1520, 10),
  ('TG', '633', 'TPE', 'BKK', '13:05', '16:00', 0, '1234567', 'economy', 'Boeing 777-200', 6890, 1480, 10),
  ('TG', '550', 'BKK', 'SGN', '07:45', '09:15', 0, '1234567', 'economy', 'Airbus A320', 3590, 1120, 10),
  ('TG', '551', 'SGN', 'BKK', '10:25', '11:55', 0, '1234567', 'economy', 'Airbus A320', 3590, 1210, 10),
  ('TG', '431', 'BKK', 'DPS', '08:45', '14:10', 0, '1234567', 'economy', 'Boeing 787-8', 7690, 1640, 10),
  ('TG', '432', 'DPS', 'BKK', '16:15', '19:40', 0, '1234567', 'economy', 'Boeing 787-8', 7690, 1720, 10),
  ('TG', '910', 'BKK', 'LHR', '00:15', '06:30', 0, '1234567', 'economy', 'Boeing 777-300ER', 21900, 4850, 12),
  ('TG', '911', 'LHR', 'BKK', '11:50', '05:50', 1, '1234567', 'economy', 'Boeing 777-300ER', 21900, 8960, 12),
  ('TG', '910', 'BKK', 'LHR', '00:15', '06:30', 0, '1234567', 'business', 'Boeing 777-300ER', 89900, 4850, 4),
  ('TG', '911', 'LHR', 'BKK', '11:50', '05:50', 1, '1234567', 'business', 'Boeing 777-300ER', 89900, 16200, 4),
  ('TG', '475', 'BKK', 'SYD', '19:20', '08:10', 1, '1234567', 'economy', 'Airbus A350-900', 17900, 3980, 10),
  ('TG', '476', 'SYD', 'BKK', '10:00', '15:50', 0, '1234567', 'economy', 'Airbus A350-900', 17900, 4420, 10)),
added as (
  insert into public.bkk_flights (
      airline, flight_number, origin, destination, departs_at, arrives_at, arrives_days, weekdays, first_day, last_day, cabin,
      aircraft)
    select airline, flight_number, origin, destination, departs_at::time, arrives_at::time, arrives_days,
      string_to_array(weekdays, null)::smallint[], current_date, current_date + 200, cabin, aircraft
    from demo
    on conflict do nothing
    returning *),
fare as (
  insert into public.bkk_flight_fares (
      flight_id, name, adult_satang, adult_tax_satang, child_satang, child_tax_satang, infant_satang, infant_tax_satang, baggage,
      change_allowed, change_fee_satang, change_until_hours, refund_allowed, refund_fee_satang, refund_until_hours, seats)
    select added.flight_id, kind.name,
      100 * price.baht, 100 * tax, 100 * (price.baht * 3 / 4), 100 * tax, 100 * (price.baht / 10), 0,
      jsonb_build_object(
        'adult', bags.seated, 'child', bags.seated,
        'infant', '{"cabin_pieces": 0, "cabin_kg": 0, "checked_pieces": 1, "checked_kg": 10}'::jsonb),
      kind.is_flexible, case when kind.is_flexible then 150000 end, case when kind.is_flexible then 24 end,
      kind.is_flexible, case when kind.is_flexible then 200000 end, case when kind.is_flexible then 24 end,
      case when kind.is_flexible then greatest(demo.seats / 2, 3) else demo.seats end
    from added
      join demo using (airline, flight_number, origin, cabin)
      cross join (values ('Saver', false), ('Flex', true)) as kind (name, is_flexible)
      cross join lateral (
        select case when kind.is_flexible then demo.baht * 5 / 4 else demo.baht end as baht) as price
      cross join lateral (
        select jsonb_build_object(
          'cabin_pieces', 1, 'cabin_kg', 7,
          'checked_pieces', case when kind.is_flexible or demo.baht >= 2000 then 1 else 0 end,
          'checked_kg', case when kind.is_flexible then 30 when demo.baht >= 2000 then 20 else 0 end) as seated) as bags
    returning *)
-- Some departures have few seats left, some none; those of the holds below have all.
insert into public.bkk_flight_seats (fare_id, day, total)
  select fare.fare_id, day::date,
    case when day::date - current_date in (22, 26, 41, 48) then fare.seats
      else case (fare.fare_id * 7 + (day::date - current_date) * 5) % 11
        when 0 then 0 when 1 then 2 when 2 then 4 else fare.seats end end
  from fare
    join added using (flight_id)
    cross join generate_series(current_date, current_date + 200, interval '1 day') as day
  where extract(isodow from day)::smallint = any (added.weekdays);

-- Two holds of own seats, priced as a member's would be.
with demo (number, member_number, reference, out_number, out_in, back_number, back_in, adults, children, held_for) as (values
  (21, 1, 'BKK-F3K9HT2A', '102', 22, '103', 26, 2, 1, interval '39 hours'),
  (22, 2, 'BKK-W7D4NK8R', '642', 41, '643', 48, 2, 0, interval '11 hours')),
chosen as (
  select demo.*, member.id as user_id, member.email,
    format('own-%s-%s-0_%s.%s_%s.%s', adults, children, way.out_fare, to_char(current_date + out_in, 'YYYYMMDD'),
      way.back_fare, to_char(current_date + back_in, 'YYYYMMDD')) as flight_id
  from demo
    join auth.users as member
      on member.id = ('00000000-0000-4000-8000-' || lpad(member_number::text, 12, '0'))::uuid
      and member.email like '%@bkksiam.example'
    cross join lateral (
      select
        max(fare_id) filter (where flight_number = out_number) as out_fare,
        max(fare_id) filter (where flight_number = back_number) as back_fare
      from public.bkk_flight_fares as fare join public.bkk_flights as flight using (flight_id)
      where flight.airline = 'TG' and flight.cabin = 'economy' and fare.name = 'Saver') as way),
booking as (
  insert into public.bkk_bookings (
      booking_id, reference, user_id, flight_id, status, request_key, contact_email, contact_phone,
      segments, lines, conditions, origin, destination, departs_on, returns_on, total_satang, deposit_satang,
      pax_adt, pax_chd, pax_inf, hold_expires_at, has_all_names, created_at, updated_at)
    select ('00000000-0000-4000-8003-' || lpad(number::text, 12, '0'))::uuid, reference, user_id, flight_id, 'HOLD',
      ('00000000-0000-4000-8004-' || lpad(number::text, 12, '0'))::uuid, email, '+6625550142',
      price.segments, price.lines, price.conditions, price.origin, price.destination, price.departs_on, price.returns_on,
      price.total_satang, price.total_satang, adults, children, 0, now() + held_for, true,
      now() + held_for - interval '48 hours', now() + held_for - interval '48 hours'
    from chosen cross join lateral bkk_internal.price_own_seats(flight_id, adults, children, 0) as price
    on conflict do nothing
    returning *),
passenger as (
  insert into public.bkk_booking_passengers (booking_id, position, first_name, last_name, type, birth_date)
    select booking_id, position, first_name, last_name, type, birth_date::date
    from (values
      ('BKK-F3K9HT2A', 1, 'Nattaya', 'Wongthai', 'adult', '1988-03-14'),
      ('BKK-F3K9HT2A', 2, 'Prasert', 'Wongthai', 'adult', '1986-11-02'),
      ('BKK-F3K9HT2A', 3, 'Pimchanok', 'Wongthai', 'child', '2018-07-21'),
      ('BKK-W7D4NK8R', 1, 'Somchai', 'Rattanakul', 'adult', '1979-01-30'),
      ('BKK-W7D4NK8R', 2, 'Suda', 'Rattanakul', 'adult', '1981-05-17')
    ) as demo (reference, position, first_name, last_name, type, birth_date)
      join booking using (reference)),
event as (
  insert into public.bkk_booking_events (booking_id, created_at, actor, actor_id, actor_name, event, details)
    select booking_id, created_at, 'member', user_id, member_name, 'hold_placed',
      jsonb_build_object('hold_expires_at', hold_expires_at, 'review_until', null)
    from booking)
insert into public.bkk_booking_seats (booking_id, fare_id, day, seats)
  select booking.booking_id, price.fare_id, price.day, pax_adt + pax_chd
  from booking cross join lateral (
    select unnest(fares) as fare_id, unnest(days) as day
    from bkk_internal.price_own_seats(flight_id, pax_adt, pax_chd, 0)) as price;
