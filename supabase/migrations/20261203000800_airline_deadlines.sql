-- How long a hold may last at most, whoever sets it.

create function public.bkk_first_departure(p_booking public.bkk_bookings) returns timestamptz
  language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    public.bkk_parse_local_time(p_booking.segments #>> '{0,departs_at}') at time zone (p_booking.segments #>> '{0,departs_zone}'),
    -- Of flights without times only the day is known.
    p_booking.departs_on::timestamp at time zone 'Asia/Bangkok');
end
$$;
comment on function public.bkk_first_departure(public.bkk_bookings) is
  'The departure of the first flight of a booking; null where no flight is known. For functions of the owner.';

create function public.bkk_hold_limit(p_booking public.bkk_bookings) returns timestamptz
  language plpgsql stable set search_path = ''
as $$
begin
  return least(
    public.bkk_first_departure(p_booking),
    (select min(least(
        fare.sale_until,
        (taken.day + flight.departs_at) at time zone origin.time_zone - make_interval(hours => fare.closes_hours)))
      from public.bkk_booking_seats as taken
        join public.bkk_flight_fares as fare on fare.fare_id = taken.fare_id
        join public.bkk_flights as flight on flight.flight_id = fare.flight_id
        join public.bkk_airports as origin on origin.code = flight.origin
      where taken.booking_id = p_booking.booking_id and taken.state = 'held'),
    -- The airline gives the seats away after it, unless it is paid.
    (select supplier.pay_by from public.bkk_supplier_orders as supplier
      where supplier.booking_id = p_booking.booking_id and supplier.state <> 'paid'));
end
$$;
comment on function public.bkk_hold_limit(public.bkk_bookings) is
  'The time that no hold of a booking outlasts: its departure, the end of the sale of its own seats, or the airline''s deadline; null where none is known. For functions of the owner.';

revoke all on function public.bkk_first_departure(p_booking public.bkk_bookings) from public, anon, authenticated, service_role;
revoke all on function public.bkk_hold_limit(p_booking public.bkk_bookings) from public, anon, authenticated, service_role;
