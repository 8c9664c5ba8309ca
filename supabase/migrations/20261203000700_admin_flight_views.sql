-- What the admins' screens of own flights need: the list with its counts, departures by range, an import, and sales by route.

-- The first departure with a free seat, however many before it are full.
create index bkk_flight_seats_free_idx on public.bkk_flight_seats (fare_id, day) where not is_closed and total > held + sold;

-- The flights with what the list shows of their fares and departures; empty for other callers. The list is in pages, so that the
-- subqueries run for the rows of a page alone, unless it is sorted or filtered by them.
create view public.bkk_flights_admin_view as
  select flight.flight_id, flight.version, flight.airline, flight.airline || flight.flight_number as number,
    flight.origin, flight.destination, flight.origin || '-' || flight.destination as route, flight.departs_at,
    flight.arrives_at, flight.arrives_days, flight.weekdays, flight.first_day, flight.last_day, flight.cabin,
    (select string_agg(concat_ws(' ', airport.city_en, airport.city_th, airport.name_en, airport.name_th), ' ')
      from public.bkk_airports as airport
      where airport.code in (flight.origin, flight.destination)) as places,
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
  language plpgsql stable security definer set search_path = ''
as $$
declare
  -- As the list searches: a star matches any one character.
  pattern constant text :=
    '%' || replace(regexp_replace(btrim(coalesce(p_search, '')), '([\\%_])', '\\\1', 'g'), '*', '_') || '%';
  -- 'L5 108' finds L5108, and 'BKK CNX' the route BKK-CNX.
  compact constant text := upper(regexp_replace(coalesce(p_search, ''), '[^[:alnum:]]', '', 'g'));
begin
  perform public.bkk_require_feature('flights');
  perform public.bkk_require_admin();
  return (
    with flight as materialized (
      select listed.airline, listed.route, listed.state,
        (p_route = '' or listed.route = p_route) and (p_airline = '' or listed.airline = p_airline)
          and (pattern = '%%' or listed.number ilike pattern or listed.route ilike pattern or listed.places ilike pattern
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
comment on function public.bkk_admin_count_flights(text, text, text) is
  'How many own flights match a search, a route and an airline, by sale state: {"states": {"all", "on_sale", ...}}, and the "routes" and "airlines" there are.';

create function public.bkk_admin_set_departures(
    p_fare_ids bigint[], p_first_day date, p_last_day date, p_weekdays smallint[], p_total integer, p_is_closed boolean)
  returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  departure record;
  changed integer := 0;
begin
  perform public.bkk_require_feature('flights');
  perform public.bkk_require_admin();
  if coalesce(cardinality(p_fare_ids), 0) not between 1 and 10 or p_first_day is null or p_last_day is null
    or p_last_day not between p_first_day and p_first_day + 400
  then
    raise check_violation using message = 'Departures are changed for 1 to 10 fares and at most 400 days.';
  end if;
  if p_total is null and p_is_closed is null or p_total not between 0 and 500 then
    raise check_violation using message = 'A departure has 0 to 500 seats.';
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
        message = format('%s seats are held or sold on %s already.', departure.taken, departure.day);
    end if;
    update public.bkk_flight_seats as known
      set total = coalesce(p_total, known.total), is_closed = coalesce(p_is_closed, known.is_closed)
      where known.fare_id = departure.fare_id and known.day = departure.day;
    changed := changed + 1;
  end loop;
  if changed = 0 then
    raise sqlstate 'PT404' using message = 'There is no departure from today on these days.';
  end if;
  return changed;
exception
  when integrity_constraint_violation then
    raise using errcode = sqlstate, message = sqlerrm;
end
$$;
comment on function public.bkk_admin_set_departures(bigint[], date, date, smallint[], integer, boolean) is
  'Sets the seats of departures from today on, or closes or opens them, on days of the week between two days; null changes nothing. All or none: PT409 where more seats are held or sold. Returns the number of departures.';

create function public.bkk_admin_import_flights(p_flights jsonb) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  given record;
  code text;
begin
  perform public.bkk_require_feature('flights');
  perform public.bkk_require_admin();
  if p_flights is null or jsonb_typeof(p_flights) <> 'array' or jsonb_array_length(p_flights) not between 1 and 300 then
    raise check_violation using message = 'An import has 1 to 300 flights.';
  end if;
  perform public.bkk_lock_departures(p_flights);
  for given in
    select value, position from jsonb_array_elements(p_flights) with ordinality as item (value, position) order by position
  loop
    begin
      perform public.bkk_save_flight(
        (given.value ->> 'flight_id')::bigint, (given.value ->> 'version')::integer, given.value -> 'flight');
    exception
      when others then
        get stacked diagnostics code = returned_sqlstate;
        raise exception using errcode = code, message = sqlerrm, detail = given.position::text;
    end;
  end loop;
  return jsonb_array_length(p_flights);
end
$$;
comment on function public.bkk_admin_import_flights(jsonb) is
  'Adds and changes flights, all or none: [{"flight_id", "version", "flight"}] as for bkk_admin_save_flight(). An error has the position of its flight as its detail.';

-- A booking counts for the route on which it begins, with the seats of all its flights.
create function public.bkk_admin_route_sales(p_days integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform public.bkk_require_feature('flights');
  perform public.bkk_require_admin();
  if p_days is null or p_days not between 1 and 366 then
    raise check_violation using message = 'Sales are of the last 1 to 366 days.';
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(route) order by route.revenue_satang desc, route.sold desc, route.origin, route.destination), '[]')
    from (
      select booking.origin, booking.destination, count(*) as bookings, sum(taken.held) as held, sum(taken.sold) as sold,
        coalesce(sum(least(booking.paid_satang, booking.total_satang)) filter (
          where booking.status = 'TICKETED'
            or booking.status = 'CONFIRMED' and booking.paid_satang >= booking.total_satang), 0) as revenue_satang
      from public.bkk_bookings as booking
        cross join lateral (
          select sum(seat.seats) filter (where seat.state = 'held') as held,
            sum(seat.seats) filter (where seat.state = 'sold') as sold
          from public.bkk_booking_seats as seat
          where seat.booking_id = booking.booking_id and seat.state <> 'released') as counted
        cross join lateral (select coalesce(counted.held, 0) as held, coalesce(counted.sold, 0) as sold) as taken
      where booking.created_at >= now() - make_interval(days => p_days)
        and booking.status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED', 'TICKETED')
        and taken.held + taken.sold > 0
      group by booking.origin, booking.destination) as route);
end
$$;
comment on function public.bkk_admin_route_sales(integer) is
  'Own seats by the route of the bookings of the last days: [{"origin", "destination", "bookings", "held", "sold", "revenue_satang"}], the highest revenue first. Revenue is what was paid for bookings that are ticketed or paid in full.';

revoke all on function public.bkk_admin_count_flights(p_search text, p_route text, p_airline text) from public, anon,
  authenticated, service_role;
revoke all on function public.bkk_admin_set_departures(
    p_fare_ids bigint[], p_first_day date, p_last_day date, p_weekdays smallint[], p_total integer, p_is_closed boolean)
  from public, anon, authenticated, service_role;
revoke all on function public.bkk_admin_import_flights(p_flights jsonb) from public, anon, authenticated, service_role;
revoke all on function public.bkk_admin_route_sales(p_days integer) from public, anon, authenticated, service_role;
grant execute on function public.bkk_admin_count_flights(text, text, text) to authenticated;
grant execute on function public.bkk_admin_set_departures(bigint[], date, date, smallint[], integer, boolean) to authenticated;
grant execute on function public.bkk_admin_import_flights(jsonb) to authenticated;
grant execute on function public.bkk_admin_route_sales(integer) to authenticated;
