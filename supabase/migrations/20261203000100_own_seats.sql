-- The agency's own seats: flights by their days of operation, fares with prices, and how many seats of a fare each departure
-- has. Functions alone read and write them, except that admins read all.

-- Passengers need so long to change the aircraft.
alter table public.bkk_airports
  add column if not exists min_connection_minutes smallint not null default 60 check (min_connection_minutes between 15 and 360);
grant select (min_connection_minutes) on table public.bkk_airports to anon, authenticated;

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
  last_day date not null check (last_day between first_day and first_day + 400),
  cabin text not null check (cabin in ('economy', 'premium', 'business', 'first')),
  aircraft text check (char_length(aircraft) between 1 and 60),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (origin <> destination),
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
  sale_until timestamptz not null default 'infinity' check (sale_until > sale_from),
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

alter table public.bkk_flights enable row level security;
alter table public.bkk_flight_fares enable row level security;
alter table public.bkk_flight_seats enable row level security;
alter table public.bkk_booking_seats enable row level security;

revoke all on table public.bkk_flights from public, anon, authenticated, service_role;
grant select (
    flight_id, airline, flight_number, operating_airline, origin, destination, origin_terminal, destination_terminal, departs_at,
    arrives_at, arrives_days, weekdays, first_day, last_day, cabin, aircraft, version, created_at, updated_at)
  on table public.bkk_flights to authenticated;
grant select on table public.bkk_flights to service_role;

revoke all on sequence public.bkk_flights_flight_id_seq from public, anon, authenticated, service_role;
revoke all on sequence public.bkk_flight_fares_fare_id_seq from public, anon, authenticated, service_role;

revoke all on table public.bkk_flight_fares from public, anon, authenticated, service_role;
grant select (
    fare_id, flight_id, name, adult_satang, adult_tax_satang, child_satang, child_tax_satang, infant_satang, infant_tax_satang,
    baggage, change_allowed, change_fee_satang, change_until_hours, refund_allowed, refund_fee_satang, refund_until_hours,
    seats, sale_from, sale_until, closes_hours, version)
  on table public.bkk_flight_fares to authenticated;
grant select on table public.bkk_flight_fares to service_role;

revoke all on table public.bkk_flight_seats from public, anon, authenticated, service_role;
grant select (fare_id, day, total, held, sold, is_closed) on table public.bkk_flight_seats to authenticated;
grant select on table public.bkk_flight_seats to service_role;

revoke all on table public.bkk_booking_seats from public, anon, authenticated, service_role;
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
create function public.bkk_count_seats(p_old public.bkk_booking_seats[], p_new public.bkk_booking_seats[]) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  change record;
begin
  for change in
    select entry.fare_id, entry.day,
      coalesce(sum(entry.seats) filter (where entry.state = 'held'), 0) as held,
      coalesce(sum(entry.seats) filter (where entry.state = 'sold'), 0) as sold
    from (
      select fare_id, day, state, seats::integer from unnest(p_new)
      union all
      select fare_id, day, state, -seats::integer from unnest(p_old)) as entry
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
      raise sqlstate 'PT409' using message = 'These seats are no longer free.';
    end if;
  end loop;
end
$$;
comment on function public.bkk_count_seats(public.bkk_booking_seats[], public.bkk_booking_seats[]) is
  'Changes the seats of departures by what bookings had and have; PT409 where not enough are free. For triggers.';

create function public.bkk_count_taken_seats() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform public.bkk_count_seats(
    '{}', array(select row(booking_id, fare_id, day, seats, state)::public.bkk_booking_seats from new_seats));
  return null;
end
$$;

create function public.bkk_count_changed_seats() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform public.bkk_count_seats(
    array(select row(booking_id, fare_id, day, seats, state)::public.bkk_booking_seats from old_seats),
    array(select row(booking_id, fare_id, day, seats, state)::public.bkk_booking_seats from new_seats));
  return null;
end
$$;

create function public.bkk_count_deleted_seats() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform public.bkk_count_seats(
    array(select row(booking_id, fare_id, day, seats, state)::public.bkk_booking_seats from old_seats), '{}');
  return null;
end
$$;

create trigger bkk_count_taken_seats
  after insert on public.bkk_booking_seats referencing new table as new_seats
  for each statement execute function public.bkk_count_taken_seats();
create trigger bkk_count_changed_seats
  after update on public.bkk_booking_seats referencing old table as old_seats new table as new_seats
  for each statement execute function public.bkk_count_changed_seats();
create trigger bkk_count_deleted_seats
  after delete on public.bkk_booking_seats referencing old table as old_seats
  for each statement execute function public.bkk_count_deleted_seats();

-- A booking that ends gives its seats back, and tickets sell them. It follows the status, so that no writer can forget it.
create function public.bkk_settle_seats() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  update public.bkk_booking_seats as taken
    set state = case when booking.status = 'TICKETED' then 'sold' else 'released' end
    from new_bookings as booking
    where taken.booking_id = booking.booking_id and taken.state = 'held'
      and booking.status in ('TICKETED', 'EXPIRED', 'CANCELLED');
  return null;
end
$$;

create trigger bkk_settle_seats
  after update on public.bkk_bookings referencing new table as new_bookings
  for each statement execute function public.bkk_settle_seats();

-- Departures with a fare as flights of an offer, in the shape that the site reads.
create function public.bkk_flights_of_fares(
    p_fares bigint[], p_days date[], out fare_id bigint, out day date, out flight jsonb) returns setof record
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select fare.fare_id, departure.day, jsonb_build_object(
      'fare_id', fare.fare_id, 'day', departure.day, 'fare', fare.name,
      'airline', flight.airline, 'number', flight.flight_number,
      'operating_airline', coalesce(flight.operating_airline, flight.airline),
      'origin', flight.origin, 'origin_terminal', flight.origin_terminal,
      'destination', flight.destination, 'destination_terminal', flight.destination_terminal,
      'departs_at', to_char(departure.day + flight.departs_at, 'YYYY-MM-DD"T"HH24:MI'), 'departs_zone', origin.time_zone,
      'arrives_at', to_char(departure.day + flight.arrives_days + flight.arrives_at, 'YYYY-MM-DD"T"HH24:MI'),
      'arrives_zone', destination.time_zone,
      'cabin', flight.cabin, 'aircraft', flight.aircraft, 'baggage', fare.baggage,
      'prices', jsonb_strip_nulls(jsonb_build_object(
        'adult', jsonb_build_object('fare_satang', fare.adult_satang, 'tax_satang', fare.adult_tax_satang),
        'child', case when fare.child_satang is not null then
          jsonb_build_object('fare_satang', fare.child_satang, 'tax_satang', fare.child_tax_satang) end,
        'infant', case when fare.infant_satang is not null then
          jsonb_build_object('fare_satang', fare.infant_satang, 'tax_satang', fare.infant_tax_satang) end)),
      'change', jsonb_build_object(
        'is_allowed', fare.change_allowed, 'fee_satang', fare.change_fee_satang, 'until_hours', fare.change_until_hours),
      'refund', jsonb_build_object(
        'is_allowed', fare.refund_allowed, 'fee_satang', fare.refund_fee_satang, 'until_hours', fare.refund_until_hours),
      'seats_left', departure.total - departure.held - departure.sold,
      'held_until', least(
        now() + interval '48 hours', fare.sale_until,
        (departure.day + flight.departs_at) at time zone origin.time_zone - make_interval(hours => fare.closes_hours)))
    from unnest(p_fares, p_days) as chosen (fare_id, day)
      join public.bkk_flight_seats as departure on departure.fare_id = chosen.fare_id and departure.day = chosen.day
      join public.bkk_flight_fares as fare on fare.fare_id = chosen.fare_id
      join public.bkk_flights as flight on flight.flight_id = fare.flight_id
      join public.bkk_airports as origin on origin.code = flight.origin
      join public.bkk_airports as destination on destination.code = flight.destination;
end
$$;
comment on function public.bkk_flights_of_fares(bigint[], date[]) is
  'Departures with a fare as flights of an offer, for functions of the owner.';

-- The ways from one airport to another on a day: direct and with one stop, at most so many. Which flights fit together is told
-- by their times alone; only of those are fares and seats read.
create function public.bkk_search_leg(
    p_origin text, p_destination text, p_day date, p_cabin text, p_adults integer, p_children integer, p_infants integer,
    p_limit integer) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return (
    with first as materialized (
      select flight.flight_id, flight.destination, destination.min_connection_minutes,
        (p_day + flight.departs_at) at time zone origin.time_zone as departs,
        (p_day + flight.arrives_days + flight.arrives_at) at time zone destination.time_zone as arrives
      from public.bkk_flights as flight
        join public.bkk_airports as origin on origin.code = flight.origin
        join public.bkk_airports as destination on destination.code = flight.destination
      where flight.origin = p_origin and flight.cabin = p_cabin
        and p_day between flight.first_day and flight.last_day
        and extract(isodow from p_day)::smallint = any (flight.weekdays)
        and (flight.destination = p_destination or flight.destination in (
          select onward.origin from public.bkk_flights as onward
          where onward.destination = p_destination and onward.cabin = p_cabin))),
    second as (
      select first.flight_id as first_id, first.departs as first_departs, flight.flight_id, day::date,
        (day::date + flight.departs_at) at time zone origin.time_zone as departs,
        (day::date + flight.arrives_days + flight.arrives_at) at time zone destination.time_zone as arrives
      from first
        join public.bkk_flights as flight on flight.origin = first.destination and flight.destination = p_destination
        join public.bkk_airports as origin on origin.code = flight.origin
        join public.bkk_airports as destination on destination.code = flight.destination
        -- The local days of a connection of up to twelve hours.
        cross join generate_series(
          (first.arrives at time zone origin.time_zone)::date,
          ((first.arrives + interval '12 hours') at time zone origin.time_zone)::date, interval '1 day') as day
      where first.destination <> p_destination and flight.origin <> p_origin and flight.cabin = p_cabin
        and day::date between flight.first_day and flight.last_day
        and extract(isodow from day)::smallint = any (flight.weekdays)
        and (day::date + flight.departs_at) at time zone origin.time_zone
          between first.arrives + make_interval(mins => first.min_connection_minutes) and first.arrives + interval '12 hours'),
    way as materialized (
      select flight_id as first_id, null::bigint as second_id, null::date as second_day, departs, arrives, null::timestamptz as leaves
      from first where destination = p_destination
      union all
      select first_id, flight_id, day, first_departs, arrives, departs from second),
    needed as (
      select first_id as flight_id, p_day as day, departs from way
      union
      select second_id, second_day, leaves from way where second_id is not null),
    seat as materialized (
      select needed.flight_id, needed.day, fare.fare_id,
        p_adults * (fare.adult_satang + fare.adult_tax_satang)
          + case when p_children > 0 then p_children * (fare.child_satang + fare.child_tax_satang) else 0 end
          + case when p_infants > 0 then p_infants * (fare.infant_satang + fare.infant_tax_satang) else 0 end as price
      from needed
        join public.bkk_flight_fares as fare on fare.flight_id = needed.flight_id
        join public.bkk_flight_seats as departure on departure.fare_id = fare.fare_id and departure.day = needed.day
      where not departure.is_closed
        and departure.total - departure.held - departure.sold >= p_adults + p_children
        and (p_children = 0 or fare.child_satang is not null)
        and (p_infants = 0 or fare.infant_satang is not null)
        and now() >= fare.sale_from and now() < fare.sale_until
        and needed.departs > now() + make_interval(hours => fare.closes_hours)),
    -- A connection is offered with the cheapest fares alone.
    cheapest as (
      select distinct on (flight_id, day) seat.* from seat order by flight_id, day, price, fare_id),
    priced as (
      select array[seat.fare_id] as fares, array[p_day] as days, seat.price, way.arrives - way.departs as duration
      from way join seat on seat.flight_id = way.first_id and seat.day = p_day
      where way.second_id is null
      union all
      select array[one.fare_id, other.fare_id], array[p_day, other.day], one.price + other.price, way.arrives - way.departs
      from way
        join cheapest as one on one.flight_id = way.first_id and one.day = p_day
        join cheapest as other on other.flight_id = way.second_id and other.day = way.second_day),
    -- Of many, the cheapest and the fastest.
    ranked as materialized (
      select priced.*, least(
          row_number() over (order by price, duration, fares),
          row_number() over (order by duration, price, fares)) as rank
      from priced order by rank, fares limit p_limit),
    described as materialized (
      select flights.* from public.bkk_flights_of_fares(
        array(select fare_id from ranked, unnest(fares, days) as chosen (fare_id, day) group by fare_id, day order by fare_id, day),
        array(select day from ranked, unnest(fares, days) as chosen (fare_id, day) group by fare_id, day order by fare_id, day)
      ) as flights)
    select coalesce(jsonb_agg(
        case when one.other is null then jsonb_build_array(one.flight) else jsonb_build_array(one.flight, one.other) end
        order by one.rank, one.fares), '[]')
    from (
      select ranked.rank, ranked.fares, described.flight, onward.flight as other
      from ranked
        join described on described.fare_id = ranked.fares[1] and described.day = ranked.days[1]
        left join described as onward on onward.fare_id = ranked.fares[2] and onward.day = ranked.days[2]) as one);
end
$$;
comment on function public.bkk_search_leg(text, text, date, text, integer, integer, integer, integer) is
  'The ways of own seats on a day: an array of arrays of flights. For functions of the owner.';

create function public.bkk_require_search(
    p_legs jsonb, p_cabin text, p_adults integer, p_children integer, p_infants integer) returns void
  language plpgsql immutable set search_path = ''
as $$
declare
  unclear bigint;
begin
  if p_legs is null or jsonb_typeof(p_legs) <> 'array' or jsonb_array_length(p_legs) not between 1 and 6 then
    raise check_violation using message = 'A search has 1 to 6 flights.';
  end if;
  if p_cabin is null or p_cabin not in ('economy', 'premium', 'business', 'first') then
    raise check_violation using message = 'This is no cabin.';
  end if;
  if p_adults is null or p_children is null or p_infants is null or least(p_adults - 1, p_children, p_infants) < 0
    or p_adults + p_children + p_infants > 9 or p_infants > p_adults
  then
    raise check_violation using message = 'A search is for 1 to 9 passengers with an adult, and no more infants than adults.';
  end if;
  select min(given.position) into unclear
    from jsonb_array_elements(p_legs) with ordinality as given (value, position)
    where public.bkk_parse_local_time(given.value ->> 'day') is null
      or coalesce(given.value ->> 'origin', '') !~ '^[A-Z]{3}$' or coalesce(given.value ->> 'destination', '') !~ '^[A-Z]{3}$'
      or given.value ->> 'origin' = given.value ->> 'destination';
  if unclear is not null then
    raise check_violation using message = format('Flight %s of the search needs two airports and a day.', unclear);
  end if;
end
$$;
comment on function public.bkk_require_search(jsonb, text, integer, integer, integer) is
  'Raises 23514 unless flights can be searched for these passengers; for functions of the owner.';

create function public.bkk_search_flights(
    p_legs jsonb, p_cabin text, p_adults integer, p_children integer default 0, p_infants integer default 0) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  found jsonb := '[]';
  leg record;
begin
  perform public.bkk_require_feature('flights');
  perform public.bkk_require_search(p_legs, p_cabin, p_adults, p_children, p_infants);
  for leg in
    select given.value ->> 'origin' as origin, given.value ->> 'destination' as destination,
      public.bkk_parse_local_time(given.value ->> 'day')::date as day
    from jsonb_array_elements(p_legs) with ordinality as given (value, position)
    order by given.position
  loop
    found := found || jsonb_build_array(public.bkk_search_leg(
      leg.origin, leg.destination, leg.day, p_cabin, p_adults, p_children, p_infants, 200 / jsonb_array_length(p_legs)));
  end loop;
  return found;
end
$$;
comment on function public.bkk_search_flights(jsonb, text, integer, integer, integer) is
  'Own seats that are free: by leg ({"origin", "destination", "day"}) an array of ways, each an array of flights with their fares. At most 200 ways together.';

create function public.bkk_is_on_sale(p_fare_id bigint, p_day date) returns boolean
  language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from public.bkk_flight_seats as departure
      join public.bkk_flight_fares as fare on fare.fare_id = departure.fare_id
      join public.bkk_flights as flight on flight.flight_id = fare.flight_id
      join public.bkk_airports as origin on origin.code = flight.origin
    where departure.fare_id = p_fare_id and departure.day = p_day and not departure.is_closed
      and now() >= fare.sale_from and now() < fare.sale_until
      and (departure.day + flight.departs_at) at time zone origin.time_zone > now() + make_interval(hours => fare.closes_hours));
end
$$;
comment on function public.bkk_is_on_sale(bigint, date) is
  'Whether a departure is sold with a fare now, as bkk_search_leg() has it. For functions of the owner.';

-- '7 kg + 20 kg': what goes into the cabin, and what is checked.
create function public.bkk_baggage_text(p_baggage jsonb) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return concat_ws(' + ',
    (p_baggage ->> 'cabin_kg') || ' kg',
    case when (p_baggage ->> 'checked_pieces')::integer > 0 then
      coalesce((p_baggage ->> 'checked_kg') || ' kg', (p_baggage ->> 'checked_pieces') || ' ×') end);
end
$$;
comment on function public.bkk_baggage_text(jsonb) is 'The baggage of a passenger as a short text, for functions of the owner.';

-- The departures of an offer by its id: own-2-1-0_12.20261218_15.20261222 is for two adults and a child, out with the fare 12
-- and back with the fare 15.
create function public.bkk_seats_of_offer(
    p_flight_id text, out slice bigint, out place bigint, out fare_id bigint, out day date, out seats integer)
  returns setof record
  language plpgsql immutable set search_path = ''
as $$
declare
  party integer[];
begin
  if coalesce(p_flight_id, '') !~ '^own-\d-\d-\d(_\d{1,15}\.\d{8}(-\d{1,15}\.\d{8}){0,2}){1,6}$' then
    raise check_violation using message = 'This is no flight.';
  end if;
  party := regexp_match(p_flight_id, '^own-(\d)-(\d)-(\d)_');
  if party[1] = 0 or party[3] > party[1] or party[1] + party[2] + party[3] > 9 then
    raise check_violation using message = 'Seats are for 1 to 9 passengers with an adult, and no more infants than adults.';
  end if;
  return query
    select ways.number - 1, found.number, found.parts[1]::bigint,
      public.bkk_parse_local_time(
        left(found.parts[2], 4) || '-' || substr(found.parts[2], 5, 2) || '-' || right(found.parts[2], 2))::date,
      -- Infants have no seat.
      party[1] + party[2]
    from unnest(string_to_array(p_flight_id, '_')) with ordinality as ways (text, number)
      cross join lateral regexp_matches(ways.text, '(\d{1,15})\.(\d{8})', 'g') with ordinality as found (parts, number)
    where ways.number > 1
    order by ways.number, found.number;
end
$$;
comment on function public.bkk_seats_of_offer(text) is
  'The departures of an offer of own seats by its id, slice by slice; 23514 for passengers that no search has. For functions of the owner.';

-- A departure that is sold now. Somebody who chose it before it was closed or ran out of its sale is told the same as one who
-- came too late.
create function public.bkk_require_seats(p_fare_id bigint, p_day date, p_seats integer) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  flight constant jsonb := (
    select found.flight from public.bkk_flights_of_fares(array[p_fare_id], array[p_day]) as found);
begin
  if flight is null or (flight ->> 'seats_left')::integer < p_seats or not public.bkk_is_on_sale(p_fare_id, p_day) then
    raise sqlstate 'PT409' using message = 'These seats are no longer free.';
  end if;
  return flight;
end
$$;
comment on function public.bkk_require_seats(bigint, date, integer) is
  'A flight as bkk_flights_of_fares() has it, or PT409 where so many seats are not for sale. For functions of the owner.';

create function public.bkk_own_seats_offer(p_flight_id text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform public.bkk_require_feature('flights');
  return (
    select jsonb_agg(slice.flights order by slice.slice)
    from (
      select departure.slice,
        jsonb_agg(
          public.bkk_require_seats(departure.fare_id, departure.day, departure.seats) order by departure.place) as flights
      from public.bkk_seats_of_offer(p_flight_id) as departure
      group by departure.slice) as slice);
end
$$;
comment on function public.bkk_own_seats_offer(text) is
  'The flights of an offer of own seats by its id, in the shape of bkk_search_flights(): an array of ways, each an array of flights. PT409 where they are no longer sold.';

-- What a hold of own seats takes.
create function public.bkk_price_own_seats(
    p_flight_id text, p_adults integer, p_children integer, p_infants integer,
    out fares bigint[], out days date[], out segments jsonb, out lines jsonb, out conditions jsonb, out total_satang bigint,
    out held_until timestamptz, out origin text, out destination text, out departs_on date, out returns_on date)
  language plpgsql stable set search_path = ''
as $$
declare
  flights jsonb := '[]';
  choice record;
  flight jsonb;
begin
  if p_flight_id not like 'own-%' or not public.bkk_has_feature('flights') then
    return;
  end if;
  if p_flight_id not like format('own-%s-%s-%s\_%%', p_adults, p_children, p_infants) then
    raise check_violation using message = 'The passengers differ from those of the search.';
  end if;
  for choice in
    select departure.* from public.bkk_seats_of_offer(p_flight_id) as departure
    order by departure.slice, departure.place
  loop
    flight := public.bkk_require_seats(choice.fare_id, choice.day, choice.seats);
    if p_children > 0 and flight #> '{prices,child}' is null or p_infants > 0 and flight #> '{prices,infant}' is null then
      raise check_violation using message = 'The passengers differ from those of the search.';
    end if;
    flights := flights || flight;
    fares := fares || choice.fare_id;
    days := days || choice.day;
    held_until := least(held_until, (flight ->> 'held_until')::timestamptz);
    -- The end of the first way, which a later one may leave again.
    if choice.slice = 1 then
      destination := flight ->> 'destination';
    end if;
  end loop;
  segments := (public.bkk_parse_segments((
    select jsonb_agg(value || jsonb_build_object('baggage', public.bkk_baggage_text(value #> '{baggage,adult}')) order by position)
    from jsonb_array_elements(flights) with ordinality as given (value, position)))).segments;
  select jsonb_agg(jsonb_build_object(
      'label', fare.label, 'type', passenger.type, 'count', passenger.number,
      'price_satang', sums.fare_satang, 'tax_satang', sums.tax_satang) order by passenger.position),
      sum(passenger.number * (sums.fare_satang + sums.tax_satang))
    into lines, total_satang
    from (values (1, 'adult', p_adults), (2, 'child', p_children), (3, 'infant', p_infants)) as passenger (position, type, number)
      cross join lateral (
        select sum((value #>> array['prices', passenger.type, 'fare_satang'])::bigint)::bigint as fare_satang,
          sum((value #>> array['prices', passenger.type, 'tax_satang'])::bigint)::bigint as tax_satang
        from jsonb_array_elements(flights) as given (value)) as sums
      cross join (
        select string_agg(distinct value ->> 'fare', ' + ') as label from jsonb_array_elements(flights) as given (value)) as fare
    where passenger.number > 0;
  select jsonb_agg(jsonb_build_object('kind', rule.kind, 'text', '', 'rules', rule.rules) order by rule.kind)
    into conditions
    from (
      select kind, jsonb_agg(value -> kind order by position) as rules
      from jsonb_array_elements(flights) with ordinality as given (value, position), unnest(array['change', 'refund']) as kind
      group by kind) as rule;
  origin := flights #>> '{0,origin}';
  departs_on := left(flights #>> '{0,departs_at}', 10)::date;
  returns_on := left(flights #>> '{-1,arrives_at}', 10)::date;
end
$$;
comment on function public.bkk_price_own_seats(text, integer, integer, integer) is
  'The flights, lines, conditions and total of an offer of own seats by its id; null for any other flight. PT409 where it is no longer sold.';

revoke all on function public.bkk_count_seats(p_old public.bkk_booking_seats[], p_new public.bkk_booking_seats[]) from public,
  anon, authenticated, service_role;
revoke all on function public.bkk_count_taken_seats() from public, anon, authenticated, service_role;
revoke all on function public.bkk_count_changed_seats() from public, anon, authenticated, service_role;
revoke all on function public.bkk_count_deleted_seats() from public, anon, authenticated, service_role;
revoke all on function public.bkk_settle_seats() from public, anon, authenticated, service_role;
revoke all on function public.bkk_flights_of_fares(p_fares bigint[], p_days date[]) from public, anon, authenticated, service_role;
revoke all on function public.bkk_search_leg(
    p_origin text, p_destination text, p_day date, p_cabin text, p_adults integer, p_children integer, p_infants integer,
    p_limit integer)
  from public, anon, authenticated, service_role;
revoke all on function public.bkk_require_search(
    p_legs jsonb, p_cabin text, p_adults integer, p_children integer, p_infants integer)
  from public, anon, authenticated, service_role;
revoke all on function public.bkk_search_flights(
    p_legs jsonb, p_cabin text, p_adults integer, p_children integer, p_infants integer)
  from public, anon, authenticated, service_role;
revoke all on function public.bkk_is_on_sale(p_fare_id bigint, p_day date) from public, anon, authenticated, service_role;
revoke all on function public.bkk_baggage_text(p_baggage jsonb) from public, anon, authenticated, service_role;
revoke all on function public.bkk_seats_of_offer(p_flight_id text) from public, anon, authenticated, service_role;
revoke all on function public.bkk_require_seats(p_fare_id bigint, p_day date, p_seats integer) from public, anon,
  authenticated, service_role;
revoke all on function public.bkk_own_seats_offer(p_flight_id text) from public, anon, authenticated, service_role;
revoke all on function public.bkk_price_own_seats(p_flight_id text, p_adults integer, p_children integer, p_infants integer)
  from public, anon, authenticated, service_role;
grant execute on function public.bkk_search_flights(jsonb, text, integer, integer, integer) to anon, authenticated;
grant execute on function public.bkk_own_seats_offer(text) to anon, authenticated;
