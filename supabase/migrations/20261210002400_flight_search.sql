-- The search among the agency's own seats, and the price of what was found.

-- Departures with a fare as flights of an offer, in the shape that the site reads.
create function bkk_internal.flights_of_fares(
    p_fares bigint[], p_days date[], out fare_id bigint, out day date, out flight jsonb) returns setof record
  language plpgsql stable set search_path = '' as $$
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
comment on function bkk_internal.flights_of_fares is 'Departures with a fare as flights of an offer.';

-- The itineraries from one airport to another on a day: direct and with one stop, at most so many. Connections are matched by time
-- first; fares and seats are read only for those.
create function bkk_internal.search_leg(
    p_origin text, p_destination text, p_day date, p_cabin text, p_adults integer, p_children integer, p_infants integer,
    p_limit integer) returns jsonb
  language plpgsql stable set search_path = '' as $$
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
    itinerary as materialized (
      select flight_id as first_id, null::bigint as second_id, null::date as second_day, departs, arrives, null::timestamptz as leaves
      from first where destination = p_destination
      union all
      select first_id, flight_id, day, first_departs, arrives, departs from second),
    needed as (
      select first_id as flight_id, p_day as day, departs from itinerary
      union
      select second_id, second_day, leaves from itinerary where second_id is not null),
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
      select array[seat.fare_id] as fares, array[p_day] as days, seat.price, itinerary.arrives - itinerary.departs as duration
      from itinerary join seat on seat.flight_id = itinerary.first_id and seat.day = p_day
      where itinerary.second_id is null
      union all
      select array[one.fare_id, other.fare_id], array[p_day, other.day], one.price + other.price, itinerary.arrives - itinerary.departs
      from itinerary
        join cheapest as one on one.flight_id = itinerary.first_id and one.day = p_day
        join cheapest as other on other.flight_id = itinerary.second_id and other.day = itinerary.second_day),
    -- Of many, the cheapest and the fastest.
    ranked as materialized (
      select priced.*, least(
          row_number() over (order by price, duration, fares),
          row_number() over (order by duration, price, fares)) as rank
      from priced order by rank, fares limit p_limit),
    described as materialized (
      select flights.* from bkk_internal.flights_of_fares(
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
comment on function bkk_internal.search_leg is 'The itineraries of own seats on a day: an array of arrays of flights.';

create function bkk_internal.require_search(
    p_legs jsonb, p_cabin text, p_adults integer, p_children integer, p_infants integer) returns void
  language plpgsql stable set search_path = '' as $$
declare
  unclear bigint;
begin
  if p_legs is null or jsonb_typeof(p_legs) <> 'array' or jsonb_array_length(p_legs) not between 1 and 6 then
    raise sqlstate 'PT400' using message = 'A search has 1 to 6 flights.', hint = 'bkk.search_flight_count';
  end if;
  if p_cabin is null or p_cabin not in ('economy', 'premium', 'business', 'first') then
    raise sqlstate 'PT400' using message = 'This is no cabin.', hint = 'bkk.cabin_unknown';
  end if;
  if p_adults is null or p_children is null or p_infants is null or least(p_adults - 1, p_children, p_infants) < 0
    or p_adults + p_children + p_infants > 9 or p_infants > p_adults
  then
    raise sqlstate 'PT400' using message = 'A search is for 1 to 9 passengers with an adult, and no more infants than adults.',
      hint = 'bkk.passenger_count';
  end if;
  select min(given.position) into unclear
    from jsonb_array_elements(p_legs) with ordinality as given (value, position)
    where bkk_internal.parse_local_time(given.value ->> 'day') is null
      or coalesce(given.value ->> 'origin', '') !~ '^[A-Z]{3}$' or coalesce(given.value ->> 'destination', '') !~ '^[A-Z]{3}$'
      or given.value ->> 'origin' = given.value ->> 'destination';
  if unclear is not null then
    raise sqlstate 'PT400' using message = format('Flight %s of the search needs two airports and a day.', unclear),
      hint = 'bkk.search_flight';
  end if;
  select min(given.position) into unclear
    from jsonb_array_elements(p_legs) with ordinality as given (value, position)
    where not bkk_internal.is_travel_day(bkk_internal.parse_local_time(given.value ->> 'day')::date);
  if unclear is not null then
    raise sqlstate 'PT400' using message = format('Flight %s of the search is more than 400 days ahead.', unclear),
      hint = 'bkk.travel_day';
  end if;
end
$$;
comment on function bkk_internal.require_search is 'Raises PT400 unless flights can be searched for these passengers.';

create function public.bkk_search_flights(
    p_legs jsonb, p_cabin text, p_adults integer, p_children integer default 0, p_infants integer default 0) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb := '[]';
  leg record;
begin
  perform public.bkk_require_feature('flights');
  perform bkk_internal.require_search(p_legs, p_cabin, p_adults, p_children, p_infants);
  for leg in
    select given.value ->> 'origin' as origin, given.value ->> 'destination' as destination,
      bkk_internal.parse_local_time(given.value ->> 'day')::date as day
    from jsonb_array_elements(p_legs) with ordinality as given (value, position)
    order by given.position
  loop
    found := found || jsonb_build_array(bkk_internal.search_leg(
      leg.origin, leg.destination, leg.day, p_cabin, p_adults, p_children, p_infants, 200 / jsonb_array_length(p_legs)));
  end loop;
  return found;
end
$$;
comment on function public.bkk_search_flights is
  'Own seats that are free: by leg ({"origin", "destination", "day"}) an array of itineraries, each an array of flights with their fares. At most 200 itineraries together.';
call bkk_internal.expose('bkk_search_flights', 'anon', 'authenticated');

create function bkk_internal.is_on_sale(p_fare_id bigint, p_day date) returns boolean
  language plpgsql stable set search_path = '' as $$
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
comment on function bkk_internal.is_on_sale is 'Whether a departure is sold with a fare now, as bkk_internal.search_leg() has it.';

-- '7 kg + 20 kg': what goes into the cabin, and what is checked.
create function bkk_internal.baggage_text(p_baggage jsonb) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return concat_ws(' + ',
    (p_baggage ->> 'cabin_kg') || ' kg',
    case when (p_baggage ->> 'checked_pieces')::integer > 0 then
      coalesce((p_baggage ->> 'checked_kg') || ' kg', (p_baggage ->> 'checked_pieces') || ' ×') end);
end
$$;
comment on function bkk_internal.baggage_text is 'The baggage of a passenger as a short text.';

-- The departures of an offer by its id: own-2-1-0_12.20261218_15.20261222 is for two adults and a child, out with the fare 12
-- and back with the fare 15.
create function bkk_internal.seats_of_offer(
    p_flight_id text, out slice bigint, out place bigint, out fare_id bigint, out day date, out seats integer)
  returns setof record
  language plpgsql immutable set search_path = '' as $$
declare
  party integer[];
begin
  if coalesce(p_flight_id, '') !~ '^own-\d-\d-\d(_\d{1,15}\.\d{8}(-\d{1,15}\.\d{8}){0,2}){1,6}$' then
    raise sqlstate 'PT400' using message = 'This is no flight.', hint = 'bkk.flight_unreadable';
  end if;
  party := regexp_match(p_flight_id, '^own-(\d)-(\d)-(\d)_');
  if party[1] = 0 or party[3] > party[1] or party[1] + party[2] + party[3] > 9 then
    raise sqlstate 'PT400' using message = 'Seats are for 1 to 9 passengers with an adult, and no more infants than adults.',
      hint = 'bkk.passenger_count';
  end if;
  return query
    select itineraries.number - 1, found.number, found.parts[1]::bigint,
      bkk_internal.parse_local_time(
        left(found.parts[2], 4) || '-' || substr(found.parts[2], 5, 2) || '-' || right(found.parts[2], 2))::date,
      -- Infants have no seat.
      party[1] + party[2]
    from unnest(string_to_array(p_flight_id, '_')) with ordinality as itineraries (text, number)
      cross join lateral regexp_matches(itineraries.text, '(\d{1,15})\.(\d{8})', 'g') with ordinality as found (parts, number)
    where itineraries.number > 1
    order by itineraries.number, found.number;
end
$$;
comment on function bkk_internal.seats_of_offer is
  'The departures of an offer of own seats by its id, slice by slice; PT400 for passengers that no search has.';

-- A departure that is sold now. Somebody who chose it before it was closed or ran out of its sale is told the same as one who
-- came too late.
create function bkk_internal.require_seats(p_fare_id bigint, p_day date, p_seats integer) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  flight constant jsonb := (
    select found.flight from bkk_internal.flights_of_fares(array[p_fare_id], array[p_day]) as found);
begin
  if flight is null or (flight ->> 'seats_left')::integer < p_seats or not bkk_internal.is_on_sale(p_fare_id, p_day) then
    raise sqlstate 'PT409' using message = 'These seats are no longer free.', hint = 'bkk.seats_gone';
  end if;
  return flight;
end
$$;
comment on function bkk_internal.require_seats is
  'A flight as bkk_internal.flights_of_fares() has it, or PT409 where so many seats are not for sale.';

create function public.bkk_own_seats_offer(p_flight_id text) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.bkk_require_feature('flights');
  return (
    select jsonb_agg(slice.flights order by slice.slice)
    from (
      select departure.slice,
        jsonb_agg(
          bkk_internal.require_seats(departure.fare_id, departure.day, departure.seats) order by departure.place) as flights
      from bkk_internal.seats_of_offer(p_flight_id) as departure
      group by departure.slice) as slice);
end
$$;
comment on function public.bkk_own_seats_offer is
  'The flights of an offer of own seats by its id, in the shape of bkk_search_flights(): an array of itineraries, each an array of flights. PT409 where they are no longer sold.';
call bkk_internal.expose('bkk_own_seats_offer', 'anon', 'authenticated');

-- What a hold of own seats takes.
create function bkk_internal.price_own_seats(
    p_flight_id text, p_adults integer, p_children integer, p_infants integer,
    out fares bigint[], out days date[], out segments jsonb, out lines jsonb, out conditions jsonb, out total_satang bigint,
    out held_until timestamptz, out origin text, out destination text, out departs_on date, out returns_on date)
  language plpgsql stable set search_path = '' as $$
declare
  flights jsonb := '[]';
  choice record;
  flight jsonb;
begin
  if p_flight_id not like 'own-%' or not public.bkk_has_feature('flights') then
    return;
  end if;
  if p_flight_id not like format('own-%s-%s-%s\_%%', p_adults, p_children, p_infants) then
    raise sqlstate 'PT400' using message = 'The passengers differ from those of the search.', hint = 'bkk.passengers_differ';
  end if;
  for choice in
    select departure.* from bkk_internal.seats_of_offer(p_flight_id) as departure
    order by departure.slice, departure.place
  loop
    flight := bkk_internal.require_seats(choice.fare_id, choice.day, choice.seats);
    if p_children > 0 and flight #> '{prices,child}' is null or p_infants > 0 and flight #> '{prices,infant}' is null then
      raise sqlstate 'PT400' using message = 'The passengers differ from those of the search.', hint = 'bkk.passengers_differ';
    end if;
    flights := flights || flight;
    fares := fares || choice.fare_id;
    days := days || choice.day;
    held_until := least(held_until, (flight ->> 'held_until')::timestamptz);
    -- The end of the first itinerary, which a later one may leave again.
    if choice.slice = 1 then
      destination := flight ->> 'destination';
    end if;
  end loop;
  segments := (bkk_internal.parse_segments((
    select jsonb_agg(value || jsonb_build_object('baggage', bkk_internal.baggage_text(value #> '{baggage,adult}')) order by position)
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
comment on function bkk_internal.price_own_seats is
  'The flights, lines, conditions and total of an offer of own seats by its id; null for any other flight. PT409 where it is no longer sold.';

-- The lowest totals of a trip on the days around it, from the agency's own seats.
create function public.bkk_search_flight_days(
    p_legs jsonb, p_cabin text, p_adults integer, p_children integer default 0, p_infants integer default 0) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  totals jsonb := '[]';
  total bigint;
  landed timestamptz;
  leg record;
  itinerary record;
begin
  perform public.bkk_require_feature('flights');
  perform bkk_internal.require_search(p_legs, p_cabin, p_adults, p_children, p_infants);
  -- Each flight is searched on five days, so more than two of them would cost more than all other searches of the page.
  if jsonb_array_length(p_legs) > 2 then
    return '[null, null, null, null, null]';
  end if;
  for shift in -2..2 loop
    total := 0;
    landed := '-infinity';
    for leg in
      select given.value ->> 'origin' as origin, given.value ->> 'destination' as destination,
        bkk_internal.parse_local_time(given.value ->> 'day')::date + shift as day
      from jsonb_array_elements(p_legs) with ordinality as given (value, position)
      order by given.position
    loop
      -- Of two itineraries one is the cheapest, the other the fastest.
      select sum(passenger.number * (
            (flight.value #>> array['prices', passenger.type, 'fare_satang'])::bigint
            + (flight.value #>> array['prices', passenger.type, 'tax_satang'])::bigint)) as satang,
          min((flight.value ->> 'departs_at')::timestamp at time zone (flight.value ->> 'departs_zone')) as departs,
          max((flight.value ->> 'arrives_at')::timestamp at time zone (flight.value ->> 'arrives_zone')) as arrives
        into itinerary
        from jsonb_array_elements(bkk_internal.search_leg(
            leg.origin, leg.destination, leg.day, p_cabin, p_adults, p_children, p_infants, 2)) with ordinality as found (flights, position)
          cross join lateral jsonb_array_elements(found.flights) as flight (value)
          cross join (values ('adult', p_adults), ('child', p_children), ('infant', p_infants)) as passenger (type, number)
        where passenger.number > 0
        group by found.position
        order by satang
        limit 1;
      -- Where the cheapest flights cannot be flown one after the other, no price is known.
      if not found or itinerary.departs < landed + interval '1 hour' then
        total := null;
        exit;
      end if;
      total := total + itinerary.satang;
      landed := itinerary.arrives;
    end loop;
    totals := totals || coalesce(to_jsonb(total), 'null');
  end loop;
  return totals;
end
$$;
comment on function public.bkk_search_flight_days is
  'The lowest total in satang of own seats, two days before to two days after the days of the legs: an array of five, null where none is known, and for more than two legs.';
call bkk_internal.expose('bkk_search_flight_days', 'anon', 'authenticated');
