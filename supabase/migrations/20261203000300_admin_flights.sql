-- Admins keep the flights, fares and seats. Every change carries the version that was seen.

-- Locks everything that a change of flights will change or delete, before the first change. Whatever changes departures takes them
-- by fare and day, as bkk_count_seats() does, so that an import and a hold never wait for each other in a circle.
create function public.bkk_lock_departures(p_changes jsonb) returns void
  language plpgsql volatile set search_path = ''
as $$
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
      where public.bkk_itinerary_of(given) <> public.bkk_itinerary_of(flight)
        or (given.weekdays, given.first_day, given.last_day) is distinct from (flight.weekdays, flight.first_day, flight.last_day)
        or not exists (
          select from jsonb_path_query(change.value, '$.flight.fares[*]') as kept (value)
          where (kept.value ->> 'fare_id')::bigint = fare.fare_id and (kept.value ->> 'seats')::smallint = fare.seats))
    order by departure.fare_id, departure.day
    for update;
end
$$;
comment on function public.bkk_lock_departures(jsonb) is
  'Locks the flights, and the departures that their changes concern: [{"flight_id", "flight"}] as for bkk_admin_import_flights(). For functions of the owner.';

create function public.bkk_itinerary_of(p_flight public.bkk_flights) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'flight', p_flight.airline || p_flight.flight_number, 'origin', p_flight.origin, 'destination', p_flight.destination,
    'departs_at', to_char(p_flight.departs_at, 'HH24:MI'), 'arrives_at', to_char(p_flight.arrives_at, 'HH24:MI'),
    'arrives_days', coalesce(p_flight.arrives_days, 0), 'cabin', p_flight.cabin);
end
$$;
comment on function public.bkk_itinerary_of(public.bkk_flights) is
  'What a booking of a flight relies on, for functions of the owner.';

-- A booking keeps the itinerary it was made for, so an admin decides what becomes of it, and its member is told.
create function public.bkk_flag_changed_flight(p_flight public.bkk_flights) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
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
    update public.bkk_bookings set flags = array_append(array_remove(flags, 'flight_changed'), 'flight_changed')
      where booking_id = booking.booking_id
      returning * into booking;
    perform public.bkk_add_booking_event(
      booking.booking_id, 'admin', 'flight_changed', public.bkk_itinerary_of(p_flight));
    perform public.bkk_mail_booking(booking, 'booking.flight_changed');
  end loop;
exception
  when lock_not_available then
    raise sqlstate 'PT409' using message = 'A booking on this flight is being changed. Save the flight again.';
end
$$;
comment on function public.bkk_flag_changed_flight(public.bkk_flights) is
  'Flags the bookings of a flight whose itinerary has changed, and tells their members; for functions of the owner.';

create function public.bkk_save_flight(p_flight_id bigint, p_version integer, p_flight jsonb) returns bigint
  language plpgsql volatile set search_path = ''
as $$
declare
  given public.bkk_flights;
  flight public.bkk_flights;
  former public.bkk_flights;
  fare record;
begin
  if p_flight is null or jsonb_typeof(p_flight) <> 'object' or jsonb_typeof(p_flight -> 'fares') is distinct from 'array'
    or jsonb_array_length(p_flight -> 'fares') not between 1 and 10
  then
    raise check_violation using message = 'A flight has 1 to 10 fares.';
  end if;
  given := jsonb_populate_record(null::public.bkk_flights, p_flight - 'fares');
  if p_flight_id is null then
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
      raise sqlstate 'PT404' using message = 'There is no such flight.';
    end if;
    if former.version is distinct from p_version then
      raise sqlstate 'PT409' using message = 'The flight was changed meanwhile. Load it again.';
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
    if public.bkk_itinerary_of(flight) <> public.bkk_itinerary_of(former) then
      perform public.bkk_flag_changed_flight(flight);
    end if;
  end if;
  delete from public.bkk_flight_fares as known
    where known.flight_id = flight.flight_id and known.fare_id not in (
      select (value ->> 'fare_id')::bigint from jsonb_array_elements(p_flight -> 'fares') as given (value)
      where value ->> 'fare_id' is not null);
  for fare in
    select value from jsonb_array_elements(p_flight -> 'fares') with ordinality as given (value, position) order by position
  loop
    perform public.bkk_save_fare(flight, fare.value);
  end loop;
  return flight.flight_id;
exception
  when foreign_key_violation then
    if sqlerrm like '%bkk_booking_seats%' then
      raise sqlstate 'PT409' using message = 'There are bookings on a departure that this would remove. Close it instead.';
    end if;
    raise check_violation using message = 'A flight needs two airports that are known.';
  when unique_violation then
    raise sqlstate 'PT409' using message = 'There is such a flight, or two fares have one name.';
  when integrity_constraint_violation then
    raise using errcode = sqlstate, message = sqlerrm;
end
$$;
comment on function public.bkk_save_flight(bigint, integer, jsonb) is
  'Saves a flight that bkk_lock_departures() has locked, for functions of the owner.';

create function public.bkk_admin_save_flight(p_flight_id bigint, p_version integer, p_flight jsonb) returns bigint
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform public.bkk_require_feature('flights');
  perform public.bkk_require_admin();
  perform public.bkk_lock_departures(jsonb_build_array(jsonb_build_object('flight_id', p_flight_id, 'flight', p_flight)));
  return public.bkk_save_flight(p_flight_id, p_version, p_flight);
exception
  when integrity_constraint_violation then
    raise using errcode = sqlstate, message = sqlerrm;
end
$$;
comment on function public.bkk_admin_save_flight(bigint, integer, jsonb) is
  'Adds a flight (id null) or changes one, with its fares ({"fare_id", "name", "adult_satang", ..., "seats"}) and a departure for each day of operation. Fares that are not given are removed, and bookings of another itinerary are flagged. Returns its id.';

-- Days that were set by hand keep their number of seats; so do those where more seats are taken than the fare has.
create function public.bkk_save_fare(p_flight public.bkk_flights, p_fare jsonb) returns void
  language plpgsql volatile set search_path = ''
as $$
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
      raise sqlstate 'PT404' using message = 'There is no such fare.';
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
comment on function public.bkk_save_fare(public.bkk_flights, jsonb) is
  'Saves a fare of a flight and its departures, for bkk_admin_save_flight().';

create function public.bkk_admin_set_departure(p_fare_id bigint, p_day date, p_total integer, p_is_closed boolean) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  departure public.bkk_flight_seats;
begin
  perform public.bkk_require_feature('flights');
  perform public.bkk_require_admin();
  select known.* into departure from public.bkk_flight_seats as known
    where known.fare_id = p_fare_id and known.day = p_day for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such departure.';
  end if;
  if p_total is null or p_total not between 0 and 500 or p_is_closed is null then
    raise check_violation using message = 'A departure has 0 to 500 seats.';
  end if;
  if p_total < departure.held + departure.sold then
    raise sqlstate 'PT409' using
      message = format('%s seats are held or sold already.', departure.held + departure.sold);
  end if;
  update public.bkk_flight_seats as known
    set total = p_total, is_closed = p_is_closed
    where known.fare_id = p_fare_id and known.day = p_day;
exception
  when integrity_constraint_violation then
    raise using errcode = sqlstate, message = sqlerrm;
end
$$;
comment on function public.bkk_admin_set_departure(bigint, date, integer, boolean) is
  'Sets the number of seats of a departure, and whether it is closed. PT409 where more seats are held or sold.';

create function public.bkk_admin_delete_flight(p_flight_id bigint, p_version integer) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform public.bkk_require_feature('flights');
  perform public.bkk_require_admin();
  perform public.bkk_lock_departures(jsonb_build_array(jsonb_build_object('flight_id', p_flight_id)));
  delete from public.bkk_flights as known where known.flight_id = p_flight_id and known.version = p_version;
  if found then
    return;
  end if;
  if exists (select from public.bkk_flights as known where known.flight_id = p_flight_id) then
    raise sqlstate 'PT409' using message = 'The flight was changed meanwhile. Load it again.';
  end if;
  raise sqlstate 'PT404' using message = 'There is no such flight.';
exception
  when foreign_key_violation then
    raise sqlstate 'PT409' using message = 'There are bookings on this flight. Close its departures instead.';
  when integrity_constraint_violation then
    raise using errcode = sqlstate, message = sqlerrm;
end
$$;
comment on function public.bkk_admin_delete_flight(bigint, integer) is 'Deletes a flight that nobody has booked.';

revoke all on function public.bkk_lock_departures(p_changes jsonb) from public, anon, authenticated, service_role;
revoke all on function public.bkk_itinerary_of(p_flight public.bkk_flights) from public, anon, authenticated, service_role;
revoke all on function public.bkk_flag_changed_flight(p_flight public.bkk_flights) from public, anon, authenticated, service_role;
revoke all on function public.bkk_save_flight(p_flight_id bigint, p_version integer, p_flight jsonb) from public, anon,
  authenticated, service_role;
revoke all on function public.bkk_admin_save_flight(p_flight_id bigint, p_version integer, p_flight jsonb) from public, anon,
  authenticated, service_role;
revoke all on function public.bkk_save_fare(p_flight public.bkk_flights, p_fare jsonb) from public, anon, authenticated,
  service_role;
revoke all on function public.bkk_admin_set_departure(p_fare_id bigint, p_day date, p_total integer, p_is_closed boolean)
  from public, anon, authenticated, service_role;
revoke all on function public.bkk_admin_delete_flight(p_flight_id bigint, p_version integer) from public, anon, authenticated,
  service_role;
grant execute on function public.bkk_admin_save_flight(bigint, integer, jsonb) to authenticated;
grant execute on function public.bkk_admin_set_departure(bigint, date, integer, boolean) to authenticated;
grant execute on function public.bkk_admin_delete_flight(bigint, integer) to authenticated;
