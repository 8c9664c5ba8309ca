-- A hold of own seats takes them in the transaction that makes the booking, at the price that the member has seen.

create function bkk_internal.hold_of_key(p_user_id uuid, p_request_key uuid) returns public.bkk_bookings
  language plpgsql volatile set search_path = '' as $$
declare
  booking public.bkk_bookings;
begin
  -- Serializes the holds of a member: repeated calls find the first one, and the limits count all.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_hold_booking:' || p_user_id, 0));
  select held.* into booking
    from public.bkk_bookings as held where held.user_id = p_user_id and held.request_key = p_request_key;
  if found then
    return booking;
  end if;
  if (
    select count(*) from public.bkk_bookings as held
    where held.user_id = p_user_id and held.offer_version is null and held.created_at > now() - interval '1 hour') >= 10
  then
    raise sqlstate 'PT429' using message = 'You have placed 10 holds within an hour. Try again later.', hint = 'bkk.too_many_holds';
  end if;
  if (
    select count(*) from public.bkk_bookings as held
    where held.user_id = p_user_id and held.offer_version is null and held.paid_satang <= 0
      and (held.status = 'HOLD' and held.hold_expires_at > now() or held.status = 'DEPOSIT_PENDING')) >= 5
  then
    raise sqlstate 'PT429' using message = 'You have 5 unpaid holds. Pay or cancel one of them first.', hint = 'bkk.too_many_unpaid_holds';
  end if;
  return null;
end
$$;
comment on function bkk_internal.hold_of_key is
  'The booking that a member''s hold with this key has made; null for a new one, or PT429 beyond the limits of holds.';

create function bkk_internal.parse_named_passengers(
    p_passengers jsonb, out passengers public.bkk_booking_passengers[], out adults bigint, out children bigint, out infants bigint)
  language plpgsql stable set search_path = '' as $$
declare
  nameless integer;
begin
  passengers := array(select bkk_internal.parse_passengers(p_passengers));
  select count(*) filter (where type = 'adult'), count(*) filter (where type = 'child'), count(*) filter (where type = 'infant'),
      min(position) filter (where last_name is null)
    into adults, children, infants, nameless from unnest(passengers);
  if nameless is not null then
    raise sqlstate 'PT400' using message = format('Passenger %s needs a name.', nameless), hint = 'bkk.passenger_unnamed';
  end if;
end
$$;
comment on function bkk_internal.parse_named_passengers is 'The passengers of a hold, which all have names, and how many of each type.';

create function public.bkk_hold_booking(
    p_request_key uuid, p_flight_id text, p_passengers jsonb, p_email text, p_phone text, p_notes text,
    p_slip_name text default null, p_expected_total_satang bigint default null) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  named record;
  departure record;
  price record;
  held_until timestamptz;
  slip_name constant text := bkk_internal.check_text(p_slip_name, 255, 'The name of the slip');
  booking public.bkk_bookings;
begin
  perform bkk_internal.require_member('bookings');
  if p_request_key is null then
    raise sqlstate 'PT400' using message = 'A booking needs a request key.', hint = 'bkk.key_missing';
  end if;
  booking := bkk_internal.hold_of_key(caller, p_request_key);
  if booking.booking_id is null then
    if nullif(btrim(p_flight_id), '') is null then
      raise sqlstate 'PT400' using message = 'A booking needs a flight.', hint = 'bkk.flight_missing';
    end if;
    if coalesce(btrim(p_email), '') !~ '^[^@\s]+@[^@\s]+$' then
      raise sqlstate 'PT400' using message = 'A booking needs an e-mail address.', hint = 'bkk.email_missing';
    end if;
    perform bkk_internal.check_phone(p_phone);
    named := bkk_internal.parse_named_passengers(p_passengers);
    if named.adults = 0 then
      raise sqlstate 'PT400' using message = 'A booking needs an adult.', hint = 'bkk.adult_missing';
    end if;
    if named.infants > named.adults then
      raise sqlstate 'PT400' using message = 'There cannot be more infants than adults.', hint = 'bkk.infant_count';
    end if;
    if btrim(p_flight_id) like 'own-%' and public.bkk_has_feature('flights') then
      -- In the order of bkk_internal.lock_departures(), and before they are priced: a flight that is being saved is held as it is then.
      for departure in
        select chosen.fare_id, chosen.day from bkk_internal.seats_of_offer(btrim(p_flight_id)) as chosen
        order by chosen.fare_id, chosen.day
      loop
        perform from public.bkk_flight_seats as known
          where known.fare_id = departure.fare_id and known.day = departure.day for no key update;
      end loop;
    end if;
    price := bkk_internal.price_own_seats(
      btrim(p_flight_id), named.adults::integer, named.children::integer, named.infants::integer);
    -- Also where no total is expected: nobody has seen the price then.
    if p_expected_total_satang is distinct from price.total_satang then
      raise sqlstate 'PT409' using message = 'The price has changed.',
        detail = jsonb_build_object('total_satang', price.total_satang, 'lines', price.lines)::text, hint = 'bkk.price_changed';
    end if;
    held_until := coalesce(price.held_until, now() + interval '48 hours');
    insert into public.bkk_bookings (
        reference, user_id, flight_id, status, request_key, contact_email, contact_phone, notes, slip_name,
        segments, lines, conditions, origin, destination, departs_on, returns_on, total_satang, deposit_satang,
        pax_adt, pax_chd, pax_inf, hold_expires_at, review_until, has_all_names)
      values (
        bkk_internal.new_booking_reference(), caller, bkk_internal.check_text(p_flight_id, 400, 'The flight'),
        case when slip_name is null then 'HOLD' else 'DEPOSIT_PENDING' end, p_request_key,
        bkk_internal.check_text(p_email, 255, 'The e-mail address'), p_phone,
        bkk_internal.check_text(p_notes, 2000, 'The note'), slip_name,
        coalesce(price.segments, '[]'), coalesce(price.lines, '[]'), coalesce(price.conditions, '[]'),
        price.origin, price.destination, price.departs_on, price.returns_on, price.total_satang, price.total_satang,
        named.adults, named.children, named.infants, held_until,
        case when slip_name is not null then least(now() + make_interval(hours => bkk_internal.review_hours()), held_until) end, true)
      returning * into booking;
    -- Infants have no seat.
    insert into public.bkk_booking_seats (booking_id, fare_id, day, seats)
      select booking.booking_id, taken.fare_id, taken.day, named.adults + named.children
      from unnest(price.fares, price.days) as taken (fare_id, day);
    insert into public.bkk_booking_passengers (booking_id, position, first_name, last_name, type, birth_date)
      select booking.booking_id, position, first_name, last_name, type, birth_date from unnest(named.passengers);
    perform bkk_internal.add_booking_event(
      booking.booking_id, 'member', 'hold_placed',
      jsonb_build_object('hold_expires_at', booking.hold_expires_at, 'review_until', booking.review_until));
    perform bkk_internal.notify_booking_member(
      booking, 'booking.hold_placed',
      jsonb_build_object('deadline', extract(epoch from coalesce(booking.review_until, booking.hold_expires_at))::bigint));
  end if;
  return jsonb_build_object(
    'booking_id', booking.booking_id, 'reference', booking.reference, 'status', booking.status,
    'hold_expires_at', booking.hold_expires_at);
end
$$;
comment on function public.bkk_hold_booking is
  'Holds seats for 48 hours, own ones until their sale closes at most, with the name of a payment slip for a review of bkk_internal.review_hours(): {"booking_id", "reference", "status", "hold_expires_at"}. A repeated key returns the first booking. PT409 where own seats are gone, or cost another total than expected: the details say it.';
call bkk_internal.expose('bkk_hold_booking', 'authenticated');
