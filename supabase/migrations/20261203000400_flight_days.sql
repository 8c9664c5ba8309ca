-- The lowest totals of a trip on the days around it, from the agency's own seats.
create function public.bkk_search_flight_days(
    p_legs jsonb, p_cabin text, p_adults integer, p_children integer default 0, p_infants integer default 0) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  totals jsonb := '[]';
  total bigint;
  landed timestamptz;
  leg record;
  way record;
begin
  perform public.bkk_require_feature('flights');
  perform public.bkk_require_search(p_legs, p_cabin, p_adults, p_children, p_infants);
  -- Each flight is searched on five days, so more than two of them would cost more than all other searches of the page.
  if jsonb_array_length(p_legs) > 2 then
    return '[null, null, null, null, null]';
  end if;
  for shift in -2..2 loop
    total := 0;
    landed := '-infinity';
    for leg in
      select given.value ->> 'origin' as origin, given.value ->> 'destination' as destination,
        public.bkk_parse_local_time(given.value ->> 'day')::date + shift as day
      from jsonb_array_elements(p_legs) with ordinality as given (value, position)
      order by given.position
    loop
      -- Of two ways one is the cheapest, the other the fastest.
      select sum(passenger.number * (
            (flight.value #>> array['prices', passenger.type, 'fare_satang'])::bigint
            + (flight.value #>> array['prices', passenger.type, 'tax_satang'])::bigint)) as satang,
          min((flight.value ->> 'departs_at')::timestamp at time zone (flight.value ->> 'departs_zone')) as departs,
          max((flight.value ->> 'arrives_at')::timestamp at time zone (flight.value ->> 'arrives_zone')) as arrives
        into way
        from jsonb_array_elements(public.bkk_search_leg(
            leg.origin, leg.destination, leg.day, p_cabin, p_adults, p_children, p_infants, 2)) with ordinality as found (flights, position)
          cross join lateral jsonb_array_elements(found.flights) as flight (value)
          cross join (values ('adult', p_adults), ('child', p_children), ('infant', p_infants)) as passenger (type, number)
        where passenger.number > 0
        group by found.position
        order by satang
        limit 1;
      -- Where the cheapest flights cannot be flown one after the other, no price is known.
      if not found or way.departs < landed + interval '1 hour' then
        total := null;
        exit;
      end if;
      total := total + way.satang;
      landed := way.arrives;
    end loop;
    totals := totals || coalesce(to_jsonb(total), 'null');
  end loop;
  return totals;
end
$$;
comment on function public.bkk_search_flight_days(jsonb, text, integer, integer, integer) is
  'The lowest total in satang of own seats, two days before to two days after the days of the legs: an array of five, null where none is known, and for more than two legs.';

revoke all on function public.bkk_search_flight_days(
    p_legs jsonb, p_cabin text, p_adults integer, p_children integer, p_infants integer)
  from public, anon, authenticated, service_role;
grant execute on function public.bkk_search_flight_days(jsonb, text, integer, integer, integer) to anon, authenticated;
