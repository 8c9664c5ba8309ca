-- The agency's own seats: flights by their days of operation, fares with prices, and how many seats of a fare each departure
-- has. Functions alone read and write them, except that admins read all.

create table public.bkk_flights (
  flight_id bigint generated always as identity primary key,
  airline text not null check (airline ~ '^([A-Z][A-Z0-9]|[0-9][A-Z])$'),
  flight_number text not null check (flight_number ~ '^[0-9]{1,4}[A-Z]?$'),
  -- The airline that flies it, where that is another one.
  operating_airline text check (operating_airline ~ '^([A-Z][A-Z0-9]|[0-9][A-Z])$'),
  origin text not null references public.bkk_airports (code),
  destination text not null references public.bkk_airports (code),
  origin_terminal text check (char_length(origin_terminal) between 1 and 20),
  destination_terminal text check (char_length(destination_terminal) between 1 and 20),
  -- Local times; the arrival is so many calendar days after the departure, each by its own zone.
  departs_at time not null,
  arrives_at time not null,
  arrives_days smallint not null default 0 check (arrives_days between -1 and 2),
  -- The days of operation: 1 is Monday, 7 Sunday.
  weekdays smallint[] not null check (
    cardinality(weekdays) between 1 and 7 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  first_day date not null,
  last_day date not null constraint bkk_flights_last_day_check check (last_day between first_day and first_day + 400),
  cabin text not null check (cabin in ('economy', 'premium', 'business', 'first')),
  aircraft text check (char_length(aircraft) between 1 and 60),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint bkk_flights_destination_check check (origin <> destination),
  unique (airline, flight_number, origin, first_day, cabin)
);
comment on table public.bkk_flights is 'Flights on which the agency sells its own seats, by their days of operation.';

create index bkk_flights_route_idx on public.bkk_flights (origin, destination);
create index bkk_flights_destination_idx on public.bkk_flights (destination);

create table public.bkk_flight_fares (
  fare_id bigint generated always as identity primary key,
  flight_id bigint not null references public.bkk_flights (flight_id) on delete cascade,
  name text not null check (char_length(name) between 1 and 40),
  adult_satang bigint not null check (adult_satang between 0 and 10000000000),
  adult_tax_satang bigint not null default 0 check (adult_tax_satang between 0 and 10000000000),
  -- Null where the fare is not for them.
  child_satang bigint check (child_satang between 0 and 10000000000),
  child_tax_satang bigint not null default 0 check (child_tax_satang between 0 and 10000000000),
  infant_satang bigint check (infant_satang between 0 and 10000000000),
  infant_tax_satang bigint not null default 0 check (infant_tax_satang between 0 and 10000000000),
  -- By passenger type: {"adult": {"cabin_pieces", "cabin_kg", "checked_pieces", "checked_kg"}}.
  baggage jsonb not null default '{}' check (jsonb_typeof(baggage) = 'object' and octet_length(baggage::text) <= 2000),
  -- Null where it is not known.
  change_allowed boolean,
  change_fee_satang bigint check (change_fee_satang between 0 and 10000000000),
  change_until_hours smallint check (change_until_hours between 0 and 2000),
  refund_allowed boolean,
  refund_fee_satang bigint check (refund_fee_satang between 0 and 10000000000),
  refund_until_hours smallint check (refund_until_hours between 0 and 2000),
  -- Of a departure without a number of its own.
  seats smallint not null check (seats between 0 and 500),
  -- It is sold between these times, and until so many hours before the departure.
  sale_from timestamptz not null default '-infinity',
  sale_until timestamptz not null default 'infinity' constraint bkk_flight_fares_sale_until_check check (sale_until > sale_from),
  closes_hours smallint not null default 4 check (closes_hours between 1 and 2000),
  version integer not null default 1,
  unique (flight_id, name)
);
comment on table public.bkk_flight_fares is 'Prices and conditions of the seats on a flight.';

create table public.bkk_flight_seats (
  fare_id bigint not null references public.bkk_flight_fares (fare_id) on delete cascade,
  -- Local day of the departure.
  day date not null,
  total smallint not null check (total between 0 and 500),
  held smallint not null default 0 check (held >= 0),
  sold smallint not null default 0 check (sold >= 0),
  is_closed boolean not null default false,
  primary key (fare_id, day),
  constraint bkk_flight_seats_free_check check (held + sold <= total)
);
comment on table public.bkk_flight_seats is
  'Seats of a fare by departure: those that are neither held nor sold are free. A departure without a row is not sold.';

-- What a booking has taken; the numbers of bkk_flight_seats follow from it.
create table public.bkk_booking_seats (
  booking_id uuid not null references public.bkk_bookings (booking_id) on delete cascade,
  fare_id bigint not null,
  day date not null,
  seats smallint not null check (seats between 1 and 9),
  state text not null default 'held' check (state in ('held', 'sold', 'released')),
  primary key (booking_id, fare_id, day),
  -- A departure with bookings is not deleted.
  foreign key (fare_id, day) references public.bkk_flight_seats (fare_id, day)
);
comment on table public.bkk_booking_seats is 'The own seats that a booking holds, has bought or has given back.';

create index bkk_booking_seats_departure_idx on public.bkk_booking_seats (fare_id, day);

call bkk_internal.protect('bkk_flights');
call bkk_internal.protect('bkk_flight_fares');
call bkk_internal.protect('bkk_flight_seats');
call bkk_internal.protect('bkk_booking_seats');
grant select (
    flight_id, airline, flight_number, operating_airline, origin, destination, origin_terminal, destination_terminal, departs_at,
    arrives_at, arrives_days, weekdays, first_day, last_day, cabin, aircraft, version, created_at, updated_at)
  on table public.bkk_flights to authenticated;
grant select on table public.bkk_flights to service_role;

revoke all on sequence public.bkk_flights_flight_id_seq from public, anon, authenticated, service_role;
revoke all on sequence public.bkk_flight_fares_fare_id_seq from public, anon, authenticated, service_role;

grant select (
    fare_id, flight_id, name, adult_satang, adult_tax_satang, child_satang, child_tax_satang, infant_satang, infant_tax_satang,
    baggage, change_allowed, change_fee_satang, change_until_hours, refund_allowed, refund_fee_satang, refund_until_hours,
    seats, sale_from, sale_until, closes_hours, version)
  on table public.bkk_flight_fares to authenticated;
grant select on table public.bkk_flight_fares to service_role;

grant select (fare_id, day, total, held, sold, is_closed) on table public.bkk_flight_seats to authenticated;
grant select on table public.bkk_flight_seats to service_role;

grant select (booking_id, fare_id, day, seats, state) on table public.bkk_booking_seats to authenticated;
grant select on table public.bkk_booking_seats to service_role;

create policy "admins read every flight" on public.bkk_flights
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('flights')));

create policy "admins read every fare" on public.bkk_flight_fares
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('flights')));

create policy "admins read the seats of every departure" on public.bkk_flight_seats
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('flights')));

create policy "admins read the seats of every booking" on public.bkk_booking_seats
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('flights')));

-- Counts what bookings hold and have bought. All departures of a statement are locked in one order, so that two of them never
-- wait for each other.
create function bkk_internal.count_seats() returns trigger
  language plpgsql set search_path = '' as $$
declare
  former public.bkk_booking_seats[] := '{}';
  present public.bkk_booking_seats[] := '{}';
  change record;
begin
  if tg_op <> 'INSERT' then
    former := array(select row(booking_id, fare_id, day, seats, state)::public.bkk_booking_seats from old_seats);
  end if;
  if tg_op <> 'DELETE' then
    present := array(select row(booking_id, fare_id, day, seats, state)::public.bkk_booking_seats from new_seats);
  end if;
  for change in
    select entry.fare_id, entry.day,
      coalesce(sum(entry.seats) filter (where entry.state = 'held'), 0) as held,
      coalesce(sum(entry.seats) filter (where entry.state = 'sold'), 0) as sold
    from (
      select fare_id, day, state, seats::integer from unnest(present)
      union all
      select fare_id, day, state, -seats::integer from unnest(former)) as entry
    group by entry.fare_id, entry.day
    order by entry.fare_id, entry.day
  loop
    update public.bkk_flight_seats as departure
      set held = departure.held + change.held, sold = departure.sold + change.sold
      where departure.fare_id = change.fare_id and departure.day = change.day
        -- Giving back is always possible, taking only where enough are free.
        and (change.held + change.sold <= 0
          or departure.held + departure.sold + change.held + change.sold <= departure.total);
    if not found then
      raise sqlstate 'PT409' using message = 'These seats are no longer free.', hint = 'bkk.seats_gone';
    end if;
  end loop;
  return null;
end
$$;
comment on function bkk_internal.count_seats is
  'Changes the seats of departures by what bookings had and have; PT409 where not enough are free.';

create trigger bkk_count_taken_seats
  after insert on public.bkk_booking_seats referencing new table as new_seats
  for each statement execute function bkk_internal.count_seats();
create trigger bkk_count_changed_seats
  after update on public.bkk_booking_seats referencing old table as old_seats new table as new_seats
  for each statement execute function bkk_internal.count_seats();
create trigger bkk_count_deleted_seats
  after delete on public.bkk_booking_seats referencing old table as old_seats
  for each statement execute function bkk_internal.count_seats();

create constraint trigger bkk_check_deadlines
  after insert or update on public.bkk_booking_seats deferrable initially deferred
  for each row execute function bkk_internal.check_deadlines();

-- A booking that ends gives its seats back, and tickets sell them. It follows the status, so that no writer can forget it.
create function bkk_internal.update_seat_states() returns trigger
  language plpgsql set search_path = '' as $$
begin
  update public.bkk_booking_seats as taken
    set state = case when booking.status = 'TICKETED' then 'sold' else 'released' end
    from new_bookings as booking
    where taken.booking_id = booking.booking_id and taken.state = 'held'
      and booking.status in ('TICKETED', 'EXPIRED', 'CANCELLED');
  return null;
end
$$;

create trigger bkk_update_seat_states
  after update on public.bkk_bookings referencing new table as new_bookings
  for each statement execute function bkk_internal.update_seat_states();
