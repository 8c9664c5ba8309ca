-- Admins keep the flights, fares and seats. Every change of a flight carries the version that was seen.

-- Locks everything that a change of flights will change or delete, before the first change. Whatever changes departures takes them
-- by fare and day, as bkk_internal.count_seats() does, so that an import and a hold never wait for each other in a circle.
create function bkk_internal.lock_departures(p_changes jsonb) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  perform from public.bkk_flights as flight
    where flight.flight_id in (select (value ->> 'flight_id')::bigint from jsonb_array_elements(p_changes))
    order by flight.flight_id
    for update;
  perform from public.bkk_flight_seats as departure
    where departure.fare_id in (
      select fare.fare_id
      from jsonb_array_elements(p_changes) as change (value)
        cross join jsonb_populate_record(
          null::public.bkk_flights,
          case jsonb_typeof(change.value -> 'flight') when 'object' then (change.value -> 'flight') - 'fares' end) as given
        join public.bkk_flights as flight on flight.flight_id = (change.value ->> 'flight_id')::bigint
        join public.bkk_flight_fares as fare on fare.flight_id = flight.flight_id
      where bkk_internal.itinerary_of(given) <> bkk_internal.itinerary_of(flight)
        or (given.weekdays, given.first_day, given.last_day) is distinct from (flight.weekdays, flight.first_day, flight.last_day)
        or not exists (
          select from jsonb_path_query(change.value, '$.flight.fares[*]') as kept (value)
          where (kept.value ->> 'fare_id')::bigint = fare.fare_id and (kept.value ->> 'seats')::smallint = fare.seats))
    order by departure.fare_id, departure.day
    for update;
end
$$;
comment on function bkk_internal.lock_departures is
  'Locks the flights, and the departures that their changes concern: [{"flight_id", "flight"}] as for bkk_admin_import_flights().';

create function bkk_internal.itinerary_of(p_flight public.bkk_flights) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'flight', p_flight.airline || p_flight.flight_number, 'origin', p_flight.origin, 'destination', p_flight.destination,
    'departs_at', to_char(p_flight.departs_at, 'HH24:MI'), 'arrives_at', to_char(p_flight.arrives_at, 'HH24:MI'),
    'arrives_days', coalesce(p_flight.arrives_days, 0), 'cabin', p_flight.cabin);
end
$$;
comment on function bkk_internal.itinerary_of is 'What a booking of a flight relies on.';

-- The days of the departures stay: a departure with bookings is not removed.
create function bkk_internal.segments_with_flight(
    p_booking public.bkk_bookings, p_former public.bkk_flights, p_flight public.bkk_flights) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(
      case when flight.is_changed then segment.value || jsonb_build_object(
        'airline', p_flight.airline, 'number', p_flight.flight_number,
        'departs_at', to_char(flight.day + p_flight.departs_at, 'YYYY-MM-DD"T"HH24:MI'),
        'arrives_at', to_char(flight.day + p_flight.arrives_days + p_flight.arrives_at, 'YYYY-MM-DD"T"HH24:MI'))
      else segment.value end order by segment.position), '[]')
    from jsonb_array_elements(p_booking.segments) with ordinality as segment (value, position)
      cross join lateral (
        select taken.day, true as is_changed
          from public.bkk_booking_seats as taken
            join public.bkk_flight_fares as fare on fare.fare_id = taken.fare_id
          where taken.booking_id = p_booking.booking_id and taken.state <> 'released' and fare.flight_id = p_flight.flight_id
            and taken.day >= (now() at time zone 'Asia/Bangkok')::date
            and taken.day::text = left(segment.value ->> 'departs_at', 10)
            and (segment.value ->> 'airline', segment.value ->> 'number', segment.value ->> 'origin', segment.value ->> 'destination')
              = (p_former.airline, p_former.flight_number, p_former.origin, p_former.destination)
        union all
        select null, false
        order by is_changed desc limit 1) as flight);
end
$$;
comment on function bkk_internal.segments_with_flight is
  'The flights of a booking with the present number and times of a flight that it has seats on.';

-- A booking shows the number and times that its flight has now. Another route or cabin is not what was booked, so the booking keeps
-- the former one. An admin decides in either case what becomes of it, and its member is told.
create function bkk_internal.apply_changed_flight(p_former public.bkk_flights, p_flight public.bkk_flights) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  is_same_trip constant boolean :=
    (p_former.origin, p_former.destination, p_former.cabin) = (p_flight.origin, p_flight.destination, p_flight.cabin);
  booking public.bkk_bookings;
begin
  for booking in
    select booked.* from public.bkk_bookings as booked
    where booked.booking_id in (
      select seat.booking_id
      from public.bkk_flight_fares as fare
        join public.bkk_booking_seats as seat on seat.fare_id = fare.fare_id
      where fare.flight_id = p_flight.flight_id and seat.state <> 'released'
        and seat.day >= (now() at time zone 'Asia/Bangkok')::date)
    -- Actions lock a booking before its departures, which are locked here: waiting could be a deadlock.
    for no key update nowait
  loop
    if is_same_trip then
      booking.segments := bkk_internal.segments_with_flight(booking, p_former, p_flight);
      booking.returns_on := coalesce(left(booking.segments #>> '{-1,arrives_at}', 10)::date, booking.returns_on);
    end if;
    update public.bkk_bookings
      set segments = booking.segments, returns_on = booking.returns_on,
        flags = array_append(array_remove(flags, 'flight_changed'), 'flight_changed')
      where booking_id = booking.booking_id
      returning * into booking;
    if is_same_trip then
      perform bkk_internal.add_booking_event(
        booking.booking_id, 'admin', 'times_changed',
        jsonb_build_object(
          'flight', concat_ws(' ', p_flight.airline, p_flight.flight_number),
          'departs_at', to_char(p_flight.departs_at, 'HH24:MI'), 'arrives_at', to_char(p_flight.arrives_at, 'HH24:MI'),
          'former_flight', concat_ws(' ', p_former.airline, p_former.flight_number),
          'former_departs_at', to_char(p_former.departs_at, 'HH24:MI'),
          'former_arrives_at', to_char(p_former.arrives_at, 'HH24:MI')));
      perform bkk_internal.notify_booking_member(booking, 'booking.times_changed');
    else
      perform bkk_internal.add_booking_event(
        booking.booking_id, 'admin', 'flight_changed', bkk_internal.itinerary_of(p_flight));
      perform bkk_internal.notify_booking_member(booking, 'booking.flight_changed');
    end if;
  end loop;
exception
  when lock_not_available then
    raise sqlstate 'PT409' using message = 'A booking on this flight is being changed. Save the flight again.', hint = 'bkk.flight_busy';
end
$$;
comment on function bkk_internal.apply_changed_flight is
  'Changes the bookings of a flight that has another number or other times, flags them and those of another route or cabin, and tells their members.';

create function bkk_internal.check_first_day(p_day date) returns void
  language plpgsql stable set search_path = '' as $$
begin
  if not bkk_internal.is_travel_day(p_day) then
    raise sqlstate 'PT400' using message = 'The first day of a flight is at most 400 days ahead.', hint = 'bkk.travel_day';
  end if;
end
$$;
comment on function bkk_internal.check_first_day is 'Raises PT400 for a day that is further ahead than flights are searched.';

create function bkk_internal.save_flight(p_flight_id bigint, p_version integer, p_flight jsonb) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  given public.bkk_flights;
  flight public.bkk_flights;
  former public.bkk_flights;
  fare record;
  violated text;
  missing text;
begin
  if p_flight is null or jsonb_typeof(p_flight) <> 'object' or jsonb_typeof(p_flight -> 'fares') is distinct from 'array'
    or jsonb_array_length(p_flight -> 'fares') not between 1 and 10
  then
    raise sqlstate 'PT400' using message = 'A flight has 1 to 10 fares.', hint = 'bkk.fare_count';
  end if;
  given := jsonb_populate_record(null::public.bkk_flights, p_flight - 'fares');
  if p_flight_id is null then
    perform bkk_internal.check_first_day(given.first_day);
    insert into public.bkk_flights (
        airline, flight_number, operating_airline, origin, destination, origin_terminal, destination_terminal, departs_at,
        arrives_at, arrives_days, weekdays, first_day, last_day, cabin, aircraft)
      values (
        given.airline, given.flight_number, given.operating_airline, given.origin, given.destination, given.origin_terminal,
        given.destination_terminal, given.departs_at, given.arrives_at, coalesce(given.arrives_days, 0), given.weekdays,
        given.first_day, given.last_day, given.cabin, given.aircraft)
      returning * into flight;
  else
    select known.* into former from public.bkk_flights as known where known.flight_id = p_flight_id;
    if not found then
      raise sqlstate 'PT404' using message = 'There is no such flight.', hint = 'bkk.flight_unknown';
    end if;
    if former.version is distinct from p_version then
      raise sqlstate 'PT409' using message = 'The flight was changed meanwhile. Load it again.', hint = 'bkk.flight_changed';
    end if;
    if given.first_day is distinct from former.first_day then
      perform bkk_internal.check_first_day(given.first_day);
    end if;
    update public.bkk_flights as known
      set airline = given.airline, flight_number = given.flight_number, operating_airline = given.operating_airline,
        origin = given.origin, destination = given.destination, origin_terminal = given.origin_terminal,
        destination_terminal = given.destination_terminal, departs_at = given.departs_at, arrives_at = given.arrives_at,
        arrives_days = coalesce(given.arrives_days, 0), weekdays = given.weekdays, first_day = given.first_day,
        last_day = given.last_day, cabin = given.cabin, aircraft = given.aircraft, version = known.version + 1,
        updated_at = now()
      where known.flight_id = p_flight_id
      returning * into flight;
    if bkk_internal.itinerary_of(flight) <> bkk_internal.itinerary_of(former) then
      perform bkk_internal.apply_changed_flight(former, flight);
    end if;
  end if;
  delete from public.bkk_flight_fares as known
    where known.flight_id = flight.flight_id and known.fare_id not in (
      select (value ->> 'fare_id')::bigint from jsonb_array_elements(p_flight -> 'fares') as given (value)
      where value ->> 'fare_id' is not null);
  for fare in
    select value from jsonb_array_elements(p_flight -> 'fares') with ordinality as given (value, position) order by position
  loop
    perform bkk_internal.save_fare(flight, fare.value);
  end loop;
  return flight.flight_id;
exception
  when foreign_key_violation then
    if sqlerrm like '%bkk_booking_seats%' then
      raise sqlstate 'PT409' using message = 'There are bookings on a departure that this would remove. Close it instead.',
        hint = 'bkk.departure_booked';
    end if;
    raise sqlstate 'PT400' using message = 'A flight needs two airports that are known.', hint = 'bkk.flight_airport';
  when unique_violation then
    raise sqlstate 'PT409' using message = 'There is such a flight, or two fares have one name.', hint = 'bkk.flight_duplicate';
  when check_violation or not_null_violation then
    get stacked diagnostics violated = constraint_name, missing = column_name;
    raise sqlstate 'PT400' using
      message = format('The flight or a fare has no valid %s.', coalesce(
        nullif(missing, ''), substring(violated from '^bkk_flight(?:s|_fares|_seats)_(.*)_check$'))),
      hint = 'bkk.flight_invalid';
end
$$;
comment on function bkk_internal.save_flight is 'Saves a flight that bkk_internal.lock_departures() has locked.';

create function public.bkk_admin_save_flight(p_flight_id bigint, p_version integer, p_flight jsonb) returns bigint
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('flights');
  perform bkk_internal.lock_departures(jsonb_build_array(jsonb_build_object('flight_id', p_flight_id, 'flight', p_flight)));
  return bkk_internal.save_flight(p_flight_id, p_version, p_flight);
end
$$;
comment on function public.bkk_admin_save_flight is
  'Adds a flight (id null) or changes one, with its fares ({"fare_id", "name", "adult_satang", ..., "seats"}) and a departure for each day of operation. Fares that are not given are removed, and bookings of a flight with another itinerary are changed and flagged. Returns its id.';
call bkk_internal.expose('bkk_admin_save_flight', 'authenticated');

-- Days that were set by hand keep their number of seats; so do those where more seats are taken than the fare has.
create function bkk_internal.save_fare(p_flight public.bkk_flights, p_fare jsonb) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  given public.bkk_flight_fares;
  fare public.bkk_flight_fares;
  known_seats smallint;
begin
  given := jsonb_populate_record(null::public.bkk_flight_fares, p_fare);
  if given.fare_id is null then
    insert into public.bkk_flight_fares (
        flight_id, name, adult_satang, adult_tax_satang, child_satang, child_tax_satang, infant_satang, infant_tax_satang,
        baggage, change_allowed, change_fee_satang, change_until_hours, refund_allowed, refund_fee_satang,
        refund_until_hours, seats, sale_from, sale_until, closes_hours)
      values (
        p_flight.flight_id, btrim(given.name), given.adult_satang, coalesce(given.adult_tax_satang, 0), given.child_satang,
        coalesce(given.child_tax_satang, 0), given.infant_satang, coalesce(given.infant_tax_satang, 0),
        coalesce(given.baggage, '{}'), given.change_allowed, given.change_fee_satang, given.change_until_hours,
        given.refund_allowed, given.refund_fee_satang, given.refund_until_hours, given.seats,
        coalesce(given.sale_from, '-infinity'), coalesce(given.sale_until, 'infinity'), coalesce(given.closes_hours, 4))
      returning * into fare;
  else
    select known.seats into known_seats from public.bkk_flight_fares as known
      where known.fare_id = given.fare_id and known.flight_id = p_flight.flight_id;
    if not found then
      raise sqlstate 'PT404' using message = 'There is no such fare.', hint = 'bkk.fare_unknown';
    end if;
    update public.bkk_flight_fares as known
      set name = btrim(given.name), adult_satang = given.adult_satang, adult_tax_satang = coalesce(given.adult_tax_satang, 0),
        child_satang = given.child_satang, child_tax_satang = coalesce(given.child_tax_satang, 0),
        infant_satang = given.infant_satang, infant_tax_satang = coalesce(given.infant_tax_satang, 0),
        baggage = coalesce(given.baggage, '{}'), change_allowed = given.change_allowed,
        change_fee_satang = given.change_fee_satang, change_until_hours = given.change_until_hours,
        refund_allowed = given.refund_allowed, refund_fee_satang = given.refund_fee_satang,
        refund_until_hours = given.refund_until_hours, seats = given.seats,
        sale_from = coalesce(given.sale_from, '-infinity'), sale_until = coalesce(given.sale_until, 'infinity'),
        closes_hours = coalesce(given.closes_hours, 4), version = known.version + 1
      where known.fare_id = given.fare_id
      returning * into fare;
    update public.bkk_flight_seats as departure
      set total = fare.seats
      where departure.fare_id = fare.fare_id and departure.total = known_seats and known_seats <> fare.seats
        and departure.held + departure.sold <= fare.seats;
  end if;
  -- What has departed stays for the records.
  delete from public.bkk_flight_seats as departure
    where departure.fare_id = fare.fare_id and departure.day >= (now() at time zone 'Asia/Bangkok')::date
      and not (
        departure.day between p_flight.first_day and p_flight.last_day
        and extract(isodow from departure.day)::smallint = any (p_flight.weekdays));
  insert into public.bkk_flight_seats (fare_id, day, total)
    select fare.fare_id, day::date, fare.seats
    from generate_series(p_flight.first_day, p_flight.last_day, interval '1 day') as day
    where extract(isodow from day)::smallint = any (p_flight.weekdays)
      and not exists (
        select from public.bkk_flight_seats as known where known.fare_id = fare.fare_id and known.day = day.day::date);
end
$$;
comment on function bkk_internal.save_fare is 'Saves a fare of a flight and its departures, for bkk_admin_save_flight().';

create function public.bkk_admin_set_departure(p_fare_id bigint, p_day date, p_total integer, p_is_closed boolean) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  departure public.bkk_flight_seats;
begin
  perform bkk_internal.require_admin('flights');
  select known.* into departure from public.bkk_flight_seats as known
    where known.fare_id = p_fare_id and known.day = p_day for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such departure.', hint = 'bkk.departure_unknown';
  end if;
  if p_total is null or p_total not between 0 and 500 or p_is_closed is null then
    raise sqlstate 'PT400' using message = 'A departure has 0 to 500 seats.', hint = 'bkk.seat_count';
  end if;
  if p_total < departure.held + departure.sold then
    raise sqlstate 'PT409' using
      message = format('%s seats are held or sold already.', departure.held + departure.sold), hint = 'bkk.seats_taken';
  end if;
  update public.bkk_flight_seats as known
    set total = p_total, is_closed = p_is_closed
    where known.fare_id = p_fare_id and known.day = p_day;
end
$$;
comment on function public.bkk_admin_set_departure is
  'Sets the number of seats of a departure, and whether it is closed. PT409 where more seats are held or sold.';
call bkk_internal.expose('bkk_admin_set_departure', 'authenticated');

create function public.bkk_admin_delete_flight(p_flight_id bigint, p_version integer) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('flights');
  perform bkk_internal.lock_departures(jsonb_build_array(jsonb_build_object('flight_id', p_flight_id)));
  delete from public.bkk_flights as known where known.flight_id = p_flight_id and known.version = p_version;
  if found then
    return;
  end if;
  if exists (select from public.bkk_flights as known where known.flight_id = p_flight_id) then
    raise sqlstate 'PT409' using message = 'The flight was changed meanwhile. Load it again.', hint = 'bkk.flight_changed';
  end if;
  raise sqlstate 'PT404' using message = 'There is no such flight.', hint = 'bkk.flight_unknown';
exception
  when foreign_key_violation then
    raise sqlstate 'PT409' using message = 'There are bookings on this flight. Close its departures instead.', hint = 'bkk.flight_booked';
end
$$;
comment on function public.bkk_admin_delete_flight is 'Deletes a flight that nobody has booked.';
call bkk_internal.expose('bkk_admin_delete_flight', 'authenticated');

-- The first departure with a free seat, however many before it are full.
create index bkk_flight_seats_free_idx on public.bkk_flight_seats (fare_id, day) where not is_closed and total > held + sold;

-- The flights with what the list shows of their fares and departures; empty for other callers. The list is in pages, so that the
-- subqueries run for the rows of a page alone, unless it is sorted or filtered by them.
create view public.bkk_flights_admin_view as
  select flight.flight_id, flight.version, flight.airline, flight.airline || flight.flight_number as number,
    flight.origin, flight.destination, flight.origin || '-' || flight.destination as route, flight.departs_at,
    flight.arrives_at, flight.arrives_days, flight.weekdays, flight.first_day, flight.last_day, flight.cabin,
    lower(flight.airline || flight.flight_number || ' ' || flight.origin || '-' || flight.destination) || coalesce(
      (select string_agg(' ' || airport.search_text, '') from public.bkk_airports as airport
        where airport.code in (flight.origin, flight.destination)), '') as search_text,
    (select count(*) from public.bkk_flight_fares as fare where fare.flight_id = flight.flight_id) as fares,
    (select min(fare.adult_satang + fare.adult_tax_satang)
      from public.bkk_flight_fares as fare where fare.flight_id = flight.flight_id) as from_satang,
    -- Of the 30 days from today.
    (select coalesce(sum(departure.total - departure.held - departure.sold), 0)
      from public.bkk_flight_fares as fare
        join public.bkk_flight_seats as departure on departure.fare_id = fare.fare_id
      where fare.flight_id = flight.flight_id and not departure.is_closed
        and departure.day between (now() at time zone 'Asia/Bangkok')::date
          and (now() at time zone 'Asia/Bangkok')::date + 29) as free_seats,
    -- The common states first. Scalar subqueries with a limit stop at the first row; EXISTS would be hashed over all flights.
    case
      when flight.last_day < (now() at time zone 'Asia/Bangkok')::date then 'ended'
      when (
        select true from public.bkk_flight_fares as fare
        where fare.flight_id = flight.flight_id and fare.sale_from <= now() and fare.sale_until > now() and (
          select true from public.bkk_flight_seats as departure
          where departure.fare_id = fare.fare_id and departure.day >= (now() at time zone 'Asia/Bangkok')::date
            and not departure.is_closed and departure.total > departure.held + departure.sold
          order by departure.day limit 1)
        limit 1) then 'on_sale'
      when (
        select true from public.bkk_flight_fares as fare
        where fare.flight_id = flight.flight_id and fare.sale_from <= now() and fare.sale_until > now() and (
          select true from public.bkk_flight_seats as departure
          where departure.fare_id = fare.fare_id and departure.day >= (now() at time zone 'Asia/Bangkok')::date
            and not departure.is_closed
          order by departure.day limit 1)
        limit 1) then 'sold_out'
      when (
        select true from public.bkk_flight_fares as fare
        where fare.flight_id = flight.flight_id and fare.sale_from <= now() and fare.sale_until > now() limit 1) then 'closed'
      when (
        select true from public.bkk_flight_fares as fare
        where fare.flight_id = flight.flight_id and fare.sale_from > now() limit 1) then 'scheduled'
      else 'ended'
    end as state
  from public.bkk_flights as flight
  where (select public.bkk_is_admin()) and (select public.bkk_has_feature('flights'));
comment on view public.bkk_flights_admin_view is
  'The agency''s own flights with their lowest price, free seats and sale state, for admins; empty for other callers.';

revoke all on table public.bkk_flights_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_flights_admin_view to authenticated;

create function public.bkk_admin_count_flights(p_search text default '', p_route text default '', p_airline text default '')
  returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  pattern constant text := bkk_internal.search_pattern(p_search);
  -- 'L5 108' finds L5108, and 'BKK CNX' the route BKK-CNX.
  compact constant text := upper(regexp_replace(coalesce(p_search, ''), '[^[:alnum:]]', '', 'g'));
begin
  perform bkk_internal.require_admin('flights');
  return (
    with flight as materialized (
      select listed.airline, listed.route, listed.state,
        (p_route = '' or listed.route = p_route) and (p_airline = '' or listed.airline = p_airline)
          and (pattern = '%%' or listed.search_text like pattern
            or compact <> '' and (listed.number like '%' || compact || '%' or replace(listed.route, '-', '') = compact)) as matches
      from public.bkk_flights_admin_view as listed)
    select jsonb_build_object(
      'states', (select coalesce(jsonb_object_agg(counted.state, counted.number), '{}') from (
        select 'all' as state, count(*) as number from flight where matches
        union all
        select state, count(*) from flight where matches group by state) as counted),
      'routes', (select coalesce(jsonb_agg(distinct route), '[]') from flight),
      'airlines', (select coalesce(jsonb_agg(distinct airline), '[]') from flight)));
end
$$;
comment on function public.bkk_admin_count_flights is
  'How many own flights match a search, a route and an airline, by sale state: {"states": {"all", "on_sale", ...}}, and the "routes" and "airlines" there are.';
call bkk_internal.expose('bkk_admin_count_flights', 'authenticated');

create function public.bkk_admin_set_departures(
    p_fare_ids bigint[], p_first_day date, p_last_day date, p_weekdays smallint[], p_total integer, p_is_closed boolean)
  returns integer
  language plpgsql volatile security definer set search_path = '' as $$
declare
  departure record;
  changed integer := 0;
begin
  perform bkk_internal.require_admin('flights');
  if coalesce(cardinality(p_fare_ids), 0) not between 1 and 10 or p_first_day is null or p_last_day is null
    or p_last_day not between p_first_day and p_first_day + 400
  then
    raise sqlstate 'PT400' using message = 'Departures are changed for 1 to 10 fares and at most 400 days.', hint = 'bkk.departure_count';
  end if;
  if p_total is null and p_is_closed is null or p_total not between 0 and 500 then
    raise sqlstate 'PT400' using message = 'A departure has 0 to 500 seats.', hint = 'bkk.seat_count';
  end if;
  -- In the order of holds, so that they never wait for each other in a circle.
  for departure in
    select known.fare_id, known.day, known.held + known.sold as taken from public.bkk_flight_seats as known
    where known.fare_id = any (p_fare_ids) and known.day between p_first_day and p_last_day
      and known.day >= (now() at time zone 'Asia/Bangkok')::date
      and (p_weekdays is null or extract(isodow from known.day)::smallint = any (p_weekdays))
    order by known.fare_id, known.day
    for update
  loop
    if departure.taken > p_total then
      raise sqlstate 'PT409' using
        message = format('%s seats are held or sold on %s already.', departure.taken, departure.day), hint = 'bkk.seats_taken';
    end if;
    update public.bkk_flight_seats as known
      set total = coalesce(p_total, known.total), is_closed = coalesce(p_is_closed, known.is_closed)
      where known.fare_id = departure.fare_id and known.day = departure.day;
    changed := changed + 1;
  end loop;
  if changed = 0 then
    raise sqlstate 'PT404' using message = 'There is no departure from today on these days.', hint = 'bkk.departure_unknown';
  end if;
  return changed;
end
$$;
comment on function public.bkk_admin_set_departures is
  'Sets the seats of departures from today on, or closes or opens them, on days of the week between two days; null changes nothing. All or none: PT409 where more seats are held or sold. Returns the number of departures.';
call bkk_internal.expose('bkk_admin_set_departures', 'authenticated');

create function public.bkk_admin_import_flights(p_flights jsonb) returns integer
  language plpgsql volatile security definer set search_path = '' as $$
declare
  given record;
  code text;
  reason text;
begin
  perform bkk_internal.require_admin('flights');
  if p_flights is null or jsonb_typeof(p_flights) <> 'array' or jsonb_array_length(p_flights) not between 1 and 300 then
    raise sqlstate 'PT400' using message = 'An import has 1 to 300 flights.', hint = 'bkk.import_count';
  end if;
  perform bkk_internal.lock_departures(p_flights);
  for given in
    select value, position from jsonb_array_elements(p_flights) with ordinality as item (value, position) order by position
  loop
    begin
      perform bkk_internal.save_flight(
        (given.value ->> 'flight_id')::bigint, (given.value ->> 'version')::integer, given.value -> 'flight');
    exception
      when others then
        get stacked diagnostics code = returned_sqlstate, reason = pg_exception_hint;
        raise exception using errcode = code, message = sqlerrm, detail = given.position::text, hint = reason;
    end;
  end loop;
  return jsonb_array_length(p_flights);
end
$$;
comment on function public.bkk_admin_import_flights is
  'Adds and changes flights, all or none: [{"flight_id", "version", "flight"}] as for bkk_admin_save_flight(). An error has the position of its flight as its detail.';
call bkk_internal.expose('bkk_admin_import_flights', 'authenticated');

-- A booking counts for the route on which it begins, with the seats of all its flights: its own seats, or of an offer one
-- for each adult and child.
create function public.bkk_admin_route_sales(p_days integer) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('flights');
  if p_days is null or p_days not between 1 and 366 then
    raise sqlstate 'PT400' using message = 'Sales are of the last 1 to 366 days.', hint = 'bkk.sales_days';
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(route) order by route.revenue_satang desc, route.sold desc, route.origin, route.destination), '[]')
    from (
      select booking.origin, booking.destination, count(*) as bookings,
        coalesce(sum(taken.seats) filter (where booking.status <> 'TICKETED'), 0) as held,
        coalesce(sum(taken.seats) filter (where booking.status = 'TICKETED'), 0) as sold,
        coalesce(sum(least(booking.paid_satang, booking.total_satang)) filter (
          where booking.status = 'TICKETED'
            or booking.status = 'CONFIRMED' and booking.paid_satang >= booking.total_satang), 0) as revenue_satang
      from public.bkk_bookings as booking
        cross join lateral (
          select coalesce(
              sum(seat.seats), (booking.pax_adt + booking.pax_chd) * jsonb_array_length(booking.segments)) as seats
          from public.bkk_booking_seats as seat
          where seat.booking_id = booking.booking_id and seat.state <> 'released') as taken
      where booking.created_at >= now() - make_interval(days => p_days)
        and booking.status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED', 'TICKETED')
        and booking.origin is not null and booking.destination is not null
      group by booking.origin, booking.destination) as route);
end
$$;
comment on function public.bkk_admin_route_sales is
  'Seats by the route of the bookings of the last days, of own flights and of offers: [{"origin", "destination", "bookings", "held", "sold", "revenue_satang"}], the highest revenue first. Revenue is what was paid for bookings that are ticketed or paid in full.';
call bkk_internal.expose('bkk_admin_route_sales', 'authenticated');
