-- What members and admins do with group requests and offers. Each action carries the version of the request that its caller
-- saw, so that of two callers who act at once the second gets an error. Deadlines are compared with the present time,
-- whether the clock has run or not.

create function bkk_internal.add_quote_event(
    p_quote_id uuid, p_actor text, p_event text, p_details jsonb default '{}', p_message text default null,
    p_for_admins boolean default false) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  insert into public.bkk_quote_events (quote_id, actor, actor_id, actor_name, event, details, message, for_admins)
    values (
      p_quote_id, p_actor, case when p_actor <> 'system' then auth.uid() end,
      case when p_actor <> 'system' then bkk_internal.caller_name() end, p_event, p_details,
      bkk_internal.check_text(p_message, 2000, 'The reason'), p_for_admins);
end
$$;
comment on function bkk_internal.add_quote_event is 'Adds to the time line of a request, which its member reads but for what is for admins.';

-- Locks the request for the rest of the transaction.
create function bkk_internal.lock_request(p_quote_id uuid, p_version integer, p_as_admin boolean)
  returns public.bkk_quote_requests
  language plpgsql volatile set search_path = '' as $$
declare
  locked public.bkk_quote_requests;
  current_version integer;
begin
  select request.* into locked
    from public.bkk_quote_requests as request
    where request.quote_id = p_quote_id and (p_as_admin or request.user_id = auth.uid())
    for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such request.', hint = 'bkk.request_unknown';
  end if;
  select details.version into current_version
    from public.bkk_quote_details as details where details.quote_id = p_quote_id;
  if current_version is distinct from p_version then
    raise sqlstate 'PT409' using message = 'The request was changed meanwhile. Load it again.', hint = 'bkk.request_changed';
  end if;
  return locked;
end
$$;
comment on function bkk_internal.lock_request is
  'Locks a request of the caller, or any for an admin; PT404, or PT409 if its version is another.';

create function bkk_internal.open_offer(p_quote_id uuid) returns public.bkk_quote_offers
  language plpgsql stable set search_path = '' as $$
declare
  offer public.bkk_quote_offers;
begin
  select open.* into offer
    from public.bkk_quote_offers as open where open.quote_id = p_quote_id and open.state = 'open';
  if not found then
    raise sqlstate 'PT409' using message = 'The request has no offer to answer. Load it again.', hint = 'bkk.offer_missing';
  end if;
  if offer.valid_until <= now() then
    raise sqlstate 'PT409' using message = 'The offer has expired. Ask the agency for a new one.', hint = 'bkk.offer_expired';
  end if;
  return offer;
end
$$;
comment on function bkk_internal.open_offer is 'The open offer of a request; PT409 if there is none, or if it has expired.';

create function public.bkk_request_quote(
    p_legs jsonb, p_adults integer, p_children integer, p_infants integer, p_cabin text, p_flexible_days integer,
    p_preferred_airlines text[], p_budget_satang bigint, p_notes text, p_request_key uuid) returns uuid
  language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  -- A traveller west of Bangkok may still have the day before.
  first_day constant date := (now() at time zone 'Asia/Bangkok')::date - 1;
  new_id uuid;
  leg record;
  leg_count integer := 0;
  last_day date := first_day;
begin
  perform bkk_internal.require_member('requests');
  if p_request_key is null then
    raise sqlstate 'PT400' using message = 'A request needs a key.', hint = 'bkk.key_missing';
  end if;
  -- Serializes the requests of a member: repeated calls find the first one, and the limit counts all.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_request_quote:' || caller, 0));
  select details.quote_id into new_id
    from public.bkk_quote_details as details where details.user_id = caller and details.request_key = p_request_key;
  if found then
    return new_id;
  end if;
  if (
    select count(*) from public.bkk_quote_events as event
    where event.actor_id = caller and event.event = 'requested' and event.created_at > now() - interval '1 hour') >= 10
  then
    raise sqlstate 'PT429' using message = 'You have sent 10 requests within an hour. Try again later.', hint = 'bkk.too_many_requests';
  end if;
  if p_legs is null or jsonb_typeof(p_legs) <> 'array' or jsonb_array_length(p_legs) not between 1 and 6 then
    raise sqlstate 'PT400' using message = 'A request has one to six legs.', hint = 'bkk.leg_count';
  end if;
  if coalesce(p_adults, 0) < 1 or coalesce(p_children, 0) < 0 or coalesce(p_infants, 0) < 0
    or p_adults > 300 or p_children > 300 or p_infants > 300
    or p_adults + coalesce(p_children, 0) + coalesce(p_infants, 0) > 300
  then
    raise sqlstate 'PT400' using message = 'A request is for 1 to 300 passengers, one of them an adult.', hint = 'bkk.passenger_count';
  end if;
  if p_infants > p_adults then
    raise sqlstate 'PT400' using message = 'There cannot be more infants than adults.', hint = 'bkk.infant_count';
  end if;
  if p_cabin not in ('economy', 'premium_economy', 'business', 'first') then
    raise sqlstate 'PT400' using message = 'The cabin is economy, premium_economy, business or first.', hint = 'bkk.cabin';
  end if;
  if p_flexible_days not between 0 and 7 then
    raise sqlstate 'PT400' using message = 'The dates may be flexible by 0 to 7 days.', hint = 'bkk.flexible_days';
  end if;
  if array_to_string(p_preferred_airlines, ',', '?') !~ '^([A-Z0-9]{2}(,[A-Z0-9]{2}){0,9})?$' then
    raise sqlstate 'PT400' using message = 'A request names at most 10 airlines, by codes of two characters.', hint = 'bkk.airlines';
  end if;
  if p_budget_satang not between 1 and 100000000000 then
    raise sqlstate 'PT400' using message = 'The budget must be above zero.', hint = 'bkk.budget';
  end if;
  new_id := gen_random_uuid();
  for leg in
    select position, value ->> 'origin' as origin, value ->> 'destination' as destination,
      bkk_internal.parse_local_time(value ->> 'dep_date')::date as dep_date
    from jsonb_array_elements(p_legs) with ordinality as legs (value, position)
    order by position
  loop
    if not exists (select from public.bkk_airports as airport where airport.code = leg.origin)
      or not exists (select from public.bkk_airports as airport where airport.code = leg.destination)
    then
      raise sqlstate 'PT400' using message = format('Leg %s has an unknown airport.', leg.position), hint = 'bkk.leg_airport';
    end if;
    if leg.origin = leg.destination then
      raise sqlstate 'PT400' using message = format('Leg %s ends where it begins.', leg.position), hint = 'bkk.leg_circle';
    end if;
    if leg.dep_date is null then
      raise sqlstate 'PT400' using message = format('Leg %s has no date.', leg.position), hint = 'bkk.leg_day';
    end if;
    if not bkk_internal.is_travel_day(leg.dep_date) then
      raise sqlstate 'PT400' using message = format('Leg %s is more than 400 days ahead.', leg.position), hint = 'bkk.travel_day';
    end if;
    if leg.dep_date < last_day then
      raise sqlstate 'PT400' using message = format('Leg %s is too early.', leg.position), hint = 'bkk.leg_order';
    end if;
    last_day := leg.dep_date;
    leg_count := leg_count + 1;
    if leg_count = 1 then
      insert into public.bkk_quote_requests (
          quote_id, user_id, origin, destination, pax_adt, pax_chd, pax_inf, dep_date)
        values (
          new_id, caller, leg.origin, leg.destination, p_adults, coalesce(p_children, 0), coalesce(p_infants, 0), last_day);
    end if;
    insert into public.bkk_quote_legs (quote_id, position, origin, destination, dep_date)
      values (new_id, leg.position, leg.origin, leg.destination, last_day);
  end loop;
  update public.bkk_quote_details
    set request_key = p_request_key, cabin = coalesce(p_cabin, 'economy'), flexible_days = coalesce(p_flexible_days, 0),
      preferred_airlines = coalesce(p_preferred_airlines, '{}'), budget_satang = p_budget_satang,
      notes = bkk_internal.check_text(p_notes, 2000, 'The note')
    where quote_id = new_id;
  perform bkk_internal.add_quote_event(new_id, 'member', 'requested');
  perform bkk_internal.queue_message(
    'mail', caller, 'request.received', jsonb_build_object('quote_id', new_id), 'request.received:' || new_id);
  perform bkk_internal.notify_admins('admin.request_received', jsonb_build_object('quote_id', new_id), 'admin.request_received:' || new_id);
  return new_id;
end
$$;
comment on function public.bkk_request_quote is
  'Places a group request with legs [{"origin", "destination", "dep_date"}] and returns its id; a repeated key returns the first one.';
call bkk_internal.expose('bkk_request_quote', 'authenticated');

create function public.bkk_cancel_request(p_quote_id uuid, p_version integer) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  request public.bkk_quote_requests;
begin
  perform bkk_internal.require_member('requests');
  request := bkk_internal.lock_request(p_quote_id, p_version, false);
  perform bkk_internal.require_transition('request', request.status, 'cancel', 'member');
  if request.status = 'QUOTED' then
    update public.bkk_quote_offers set state = 'void', answered_at = now()
      where quote_id = p_quote_id and state = 'open' and valid_until > now();
  end if;
  update public.bkk_quote_requests set status = 'CANCELLED' where quote_id = p_quote_id;
  perform bkk_internal.add_quote_event(p_quote_id, 'member', 'cancelled');
end
$$;
comment on function public.bkk_cancel_request is 'Cancels the caller''s request that is PENDING or QUOTED.';
call bkk_internal.expose('bkk_cancel_request', 'authenticated');

create function public.bkk_accept_offer(p_quote_id uuid, p_version integer, p_phone text default null) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  request public.bkk_quote_requests;
  offer public.bkk_quote_offers;
  account record;
  phone text;
  booking public.bkk_bookings;
begin
  perform bkk_internal.require_member('requests');
  request := bkk_internal.lock_request(p_quote_id, p_version, false);
  perform bkk_internal.require_transition('request', request.status, 'accept_offer', 'member');
  offer := bkk_internal.open_offer(p_quote_id);
  update public.bkk_quote_offers set state = 'accepted', answered_at = now()
    where quote_id = p_quote_id and version = offer.version;
  update public.bkk_quote_requests set status = 'ACCEPTED' where quote_id = p_quote_id;
  select profile.email, profile.phone into account
    from public.bkk_user_profiles as profile where profile.user_id = request.user_id;
  -- What the profile says is kept where it is no number for machines, such as one with an extension: people can still read it.
  phone := case when p_phone is null then account.phone else bkk_internal.check_phone(p_phone) end;
  insert into public.bkk_bookings (
      reference, user_id, quote_id, offer_version, status, request_key, contact_email, contact_phone,
      segments, lines, conditions, origin, destination, departs_on, returns_on, pax_adt, pax_chd, pax_inf,
      total_satang, deposit_satang, hold_expires_at, deposit_due_at, balance_due_at, names_due_at, assigned_to)
    values (
      bkk_internal.new_booking_reference(), request.user_id, p_quote_id, offer.version,
      case when offer.deposit_satang = 0 then 'CONFIRMED' else 'HOLD' end, gen_random_uuid(), account.email, phone,
      offer.segments, offer.lines, offer.conditions, request.origin, request.destination,
      left(offer.segments -> 0 ->> 'departs_at', 10)::date, left(offer.segments -> -1 ->> 'arrives_at', 10)::date,
      offer.pax_adt, offer.pax_chd, offer.pax_inf,
      offer.total_satang, offer.deposit_satang, offer.hold_expires_at, offer.deposit_due_at, offer.balance_due_at, offer.names_due_at,
      (select details.assigned_to from public.bkk_quote_details as details where details.quote_id = p_quote_id))
    returning * into booking;
  perform bkk_internal.add_quote_event(
    p_quote_id, 'member', 'offer_accepted', jsonb_build_object('version', offer.version, 'reference', booking.reference));
  perform bkk_internal.add_booking_event(
    booking.booking_id, 'member', case booking.status when 'HOLD' then 'hold_placed' else 'confirmed' end,
    jsonb_build_object('hold_expires_at', offer.hold_expires_at, 'total_satang', offer.total_satang));
  if booking.assigned_to is not null then
    perform bkk_internal.add_booking_event(
      booking.booking_id, 'system', 'handed_over', jsonb_build_object('assigned_to', booking.assigned_to), p_for_admins => true);
  end if;
  perform bkk_internal.notify_booking_member(
    booking, case booking.status when 'HOLD' then 'booking.hold_placed' else 'booking.confirmed' end,
    jsonb_strip_nulls(jsonb_build_object(
      'deposit_satang', offer.deposit_satang, 'deadline', extract(epoch from booking.due_at)::bigint)));
  perform bkk_internal.notify_booking_admins(booking, 'admin.offer_accepted', jsonb_build_object('quote_id', p_quote_id));
  return jsonb_build_object(
    'booking_id', booking.booking_id, 'reference', booking.reference, 'status', booking.status,
    'hold_expires_at', booking.hold_expires_at);
end
$$;
comment on function public.bkk_accept_offer is
  'Accepts the open offer and returns the booking: {"booking_id", "reference", "status", "hold_expires_at"}. Without a deposit it is confirmed. The admin who works on the request has the booking too.';
call bkk_internal.expose('bkk_accept_offer', 'authenticated');

create function public.bkk_decline_offer(p_quote_id uuid, p_version integer, p_reason text default null) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  request public.bkk_quote_requests;
  offer public.bkk_quote_offers;
begin
  perform bkk_internal.require_member('requests');
  request := bkk_internal.lock_request(p_quote_id, p_version, false);
  perform bkk_internal.require_transition('request', request.status, 'decline_offer', 'member');
  offer := bkk_internal.open_offer(p_quote_id);
  update public.bkk_quote_offers set state = 'declined', answered_at = now(), answer = bkk_internal.check_text(p_reason, 2000, 'The reason')
    where quote_id = p_quote_id and version = offer.version;
  update public.bkk_quote_requests set status = 'DECLINED' where quote_id = p_quote_id;
  perform bkk_internal.add_quote_event(
    p_quote_id, 'member', 'offer_declined', jsonb_build_object('version', offer.version), p_reason);
end
$$;
comment on function public.bkk_decline_offer is 'Declines the open offer.';
call bkk_internal.expose('bkk_decline_offer', 'authenticated');

create function public.bkk_ask_offer_change(p_quote_id uuid, p_version integer, p_message text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  request public.bkk_quote_requests;
  offer public.bkk_quote_offers;
begin
  perform bkk_internal.require_member('requests');
  perform bkk_internal.check_text(p_message, 2000, 'The message', 'Say what should be different.');
  request := bkk_internal.lock_request(p_quote_id, p_version, false);
  perform bkk_internal.require_transition('request', request.status, 'ask_change', 'member');
  offer := bkk_internal.open_offer(p_quote_id);
  update public.bkk_quote_offers set state = 'void', answered_at = now(), answer = btrim(p_message)
    where quote_id = p_quote_id and version = offer.version;
  update public.bkk_quote_requests set status = 'PENDING' where quote_id = p_quote_id;
  perform bkk_internal.add_quote_event(
    p_quote_id, 'member', 'change_asked', jsonb_build_object('version', offer.version), p_message);
  perform bkk_internal.notify_admins(
    'admin.change_asked', jsonb_build_object('quote_id', p_quote_id, 'version', offer.version),
    format('admin.change_asked:%s:%s', p_quote_id, offer.version));
end
$$;
comment on function public.bkk_ask_offer_change is
  'Asks for another offer: the open one is void, and the request is PENDING again.';
call bkk_internal.expose('bkk_ask_offer_change', 'authenticated');

-- The segments of an offer with the time zones of their airports, and the earliest departure.
create function bkk_internal.parse_segments(p_segments jsonb, out segments jsonb, out departs_at timestamptz)
  language plpgsql stable set search_path = '' as $$
declare
  segment record;
  arrives_at timestamptz := '-infinity';
begin
  if p_segments is null or jsonb_typeof(p_segments) <> 'array' or jsonb_array_length(p_segments) not between 1 and 24 then
    raise sqlstate 'PT400' using message = 'An offer has 1 to 24 flights.', hint = 'bkk.flight_count';
  end if;
  segments := '[]';
  for segment in
    select given.position, given.value,
      departure.time_zone as departs_zone, bkk_internal.parse_local_time(given.value ->> 'departs_at') as departs,
      arrival.time_zone as arrives_zone, bkk_internal.parse_local_time(given.value ->> 'arrives_at') as arrives
    from jsonb_array_elements(p_segments) with ordinality as given (value, position)
      left join public.bkk_airports as departure on departure.code = given.value ->> 'origin'
      left join public.bkk_airports as arrival on arrival.code = given.value ->> 'destination'
    order by given.position
  loop
    if segment.departs_zone is null or segment.arrives_zone is null then
      raise sqlstate 'PT400' using message = format('Flight %s has an unknown airport.', segment.position), hint = 'bkk.flight_airport';
    end if;
    if coalesce(segment.value ->> 'airline', '') !~ '^[A-Z0-9]{2}$' or coalesce(segment.value ->> 'number', '') !~ '^[0-9]{1,4}[A-Z]?$' then
      raise sqlstate 'PT400' using message = format('Flight %s has no flight number.', segment.position), hint = 'bkk.flight_number';
    end if;
    if segment.departs is null or segment.arrives is null then
      raise sqlstate 'PT400' using message = format('Flight %s has no times.', segment.position), hint = 'bkk.flight_times';
    end if;
    if not bkk_internal.is_travel_day(segment.departs::date) then
      raise sqlstate 'PT400' using message = format('Flight %s is more than 400 days ahead.', segment.position), hint = 'bkk.travel_day';
    end if;
    if segment.departs at time zone segment.departs_zone < arrives_at then
      raise sqlstate 'PT400' using message = format('Flight %s departs before the one before it has arrived.', segment.position),
        hint = 'bkk.flight_order';
    end if;
    if segment.position = 1 then
      departs_at := segment.departs at time zone segment.departs_zone;
    end if;
    arrives_at := segment.arrives at time zone segment.arrives_zone;
    if arrives_at <= segment.departs at time zone segment.departs_zone then
      raise sqlstate 'PT400' using message = format('Flight %s arrives before it departs.', segment.position), hint = 'bkk.flight_times';
    end if;
    segments := segments || jsonb_build_object(
      'airline', segment.value -> 'airline', 'number', segment.value -> 'number',
      'origin', segment.value -> 'origin', 'destination', segment.value -> 'destination',
      'departs_at', to_char(segment.departs, 'YYYY-MM-DD"T"HH24:MI'), 'departs_zone', segment.departs_zone,
      'arrives_at', to_char(segment.arrives, 'YYYY-MM-DD"T"HH24:MI'), 'arrives_zone', segment.arrives_zone,
      'cabin', left(segment.value ->> 'cabin', 20), 'baggage', left(segment.value ->> 'baggage', 100));
  end loop;
end
$$;
comment on function bkk_internal.parse_segments is
  'Checks the flights of an offer; returns them with time zones, and the first departure. PT400 with the number of the flight.';

-- The lines of an offer or of a price, and their sum.
create function bkk_internal.parse_lines(p_lines jsonb, out lines jsonb, out total_satang bigint)
  language plpgsql stable set search_path = '' as $$
declare
  line record;
begin
  if p_lines is null or jsonb_typeof(p_lines) <> 'array' or jsonb_array_length(p_lines) not between 1 and 50 then
    raise sqlstate 'PT400' using message = 'A price has 1 to 50 lines.', hint = 'bkk.price_line_count';
  end if;
  lines := '[]';
  total_satang := 0;
  for line in
    select given.position, btrim(given.value ->> 'label') as label, given.value ->> 'type' as type,
      given.value ->> 'count' as count, given.value ->> 'price_satang' as price, coalesce(given.value ->> 'tax_satang', '0') as tax
    from jsonb_array_elements(p_lines) with ordinality as given (value, position)
    order by given.position
  loop
    if coalesce(char_length(line.label), 0) not between 1 and 120
      or coalesce(line.type, 'adult') not in ('adult', 'child', 'infant')
      or coalesce(line.count, '') !~ '^[1-9]\d{0,2}$' or coalesce(line.price, '') !~ '^-?\d{1,11}$' or line.tax !~ '^\d{1,11}$'
    then
      raise sqlstate 'PT400' using message = format(
        'Line %s needs a label, a count from 1 to 999, and a price in whole satang.', line.position), hint = 'bkk.price_line';
    end if;
    total_satang := total_satang + line.count::bigint * (line.price::bigint + line.tax::bigint);
    lines := lines || jsonb_build_object(
      'label', line.label, 'type', line.type, 'count', line.count::integer,
      'price_satang', line.price::bigint, 'tax_satang', line.tax::bigint);
  end loop;
  if total_satang not between 0 and 100000000000 then
    raise sqlstate 'PT400' using message = 'The total is below zero or over a thousand million baht.', hint = 'bkk.price_total';
  end if;
end
$$;
comment on function bkk_internal.parse_lines is
  'Checks the lines of a price; returns them with their sum. PT400 with the number of the line.';

create function public.bkk_admin_send_offer(p_quote_id uuid, p_version integer, p_offer jsonb) returns integer
  language plpgsql volatile security definer set search_path = '' as $$
declare
  request public.bkk_quote_requests;
  offer public.bkk_quote_offers;
  flights record;
  price record;
begin
  perform bkk_internal.require_admin('requests');
  request := bkk_internal.lock_request(p_quote_id, p_version, true);
  if request.status <> 'QUOTED' then
    perform bkk_internal.require_transition('request', request.status, 'send_offer', 'admin');
  end if;
  if request.status = 'ACCEPTED' and exists (
    select from public.bkk_bookings as booking
    where booking.quote_id = p_quote_id and booking.status not in ('EXPIRED', 'CANCELLED'))
  then
    raise sqlstate 'PT409' using message = 'The booking of this request is still open. Cancel it before you send another offer.',
      hint = 'bkk.booking_open';
  end if;
  flights := bkk_internal.parse_segments(p_offer -> 'segments');
  price := bkk_internal.parse_lines(p_offer -> 'lines');
  offer := jsonb_populate_record(null::public.bkk_quote_offers, p_offer);
  if offer.total_satang is distinct from price.total_satang then
    raise sqlstate 'PT400' using message = format(
      'The lines add up to %s satang, not to %s.', price.total_satang, coalesce(offer.total_satang::text, 'nothing')),
      hint = 'bkk.price_sum';
  end if;
  if (least(offer.pax_adt, offer.pax_chd, offer.pax_inf) >= 0 and offer.pax_adt + offer.pax_chd + offer.pax_inf between 1 and 300)
    is not true
  then
    raise sqlstate 'PT400' using message = 'An offer is for 1 to 300 passengers.', hint = 'bkk.passenger_count';
  end if;
  offer.seats_reason := bkk_internal.check_text(offer.seats_reason, 500, 'The reason');
  if (offer.pax_adt, offer.pax_chd, offer.pax_inf) is distinct from (request.pax_adt, request.pax_chd, request.pax_inf)
    and offer.seats_reason is null
  then
    raise sqlstate 'PT400' using message = 'The seats differ from the request. Say why.', hint = 'bkk.reason_missing';
  end if;
  if offer.valid_until is null or offer.valid_until <= now() then
    raise sqlstate 'PT400' using message = 'The offer must be valid until a time to come.', hint = 'bkk.offer_validity';
  end if;
  if offer.hold_expires_at is null or offer.hold_expires_at < offer.valid_until then
    raise sqlstate 'PT400' using message = 'The seats must be held at least as long as the offer is valid.', hint = 'bkk.hold_too_short';
  end if;
  if offer.deposit_due_at is null or offer.deposit_due_at > offer.hold_expires_at or offer.deposit_due_at < offer.valid_until then
    raise sqlstate 'PT400' using message = 'The deposit must be due after the offer expires and before the hold ends.',
      hint = 'bkk.deposit_due';
  end if;
  if offer.deposit_satang is null or offer.deposit_satang not between 0 and price.total_satang then
    raise sqlstate 'PT400' using message = 'The deposit must be between zero and the total.', hint = 'bkk.deposit_amount';
  end if;
  if flights.departs_at <= greatest(offer.hold_expires_at, offer.balance_due_at, offer.names_due_at) then
    raise sqlstate 'PT400' using message = 'Every deadline must be before the first departure.', hint = 'bkk.deadline_late';
  end if;
  if least(offer.balance_due_at, offer.names_due_at) <= now() then
    raise sqlstate 'PT400' using message = 'A deadline must be a time to come.', hint = 'bkk.deadline_past';
  end if;
  if jsonb_typeof(offer.conditions) <> 'array' or octet_length(offer.conditions::text) > 65536 then
    raise sqlstate 'PT400' using message = 'The conditions must be a list, of at most 65,536 bytes.', hint = 'bkk.conditions';
  end if;
  update public.bkk_quote_offers
    set state = case when valid_until <= now() then 'expired' else 'replaced' end, answered_at = now()
    where quote_id = p_quote_id and state = 'open';
  insert into public.bkk_quote_offers (
      quote_id, version, sent_by, segments, pax_adt, pax_chd, pax_inf, seats_reason, lines, total_satang, conditions,
      valid_until, hold_expires_at, deposit_satang, deposit_due_at, balance_due_at, names_due_at, margin_satang, internal_notes)
    select p_quote_id, coalesce(max(former.version), 0) + 1, auth.uid(), flights.segments,
      offer.pax_adt, offer.pax_chd, offer.pax_inf, offer.seats_reason, price.lines, price.total_satang,
      coalesce(offer.conditions, '[]'), offer.valid_until, offer.hold_expires_at, offer.deposit_satang, offer.deposit_due_at,
      offer.balance_due_at, offer.names_due_at, offer.margin_satang, bkk_internal.check_text(offer.internal_notes, 2000, 'The note')
    from public.bkk_quote_offers as former where former.quote_id = p_quote_id
    returning * into offer;
  update public.bkk_quote_requests set status = 'QUOTED', updated_at = now() where quote_id = p_quote_id;
  perform bkk_internal.add_quote_event(
    p_quote_id, 'admin', 'offer_sent',
    jsonb_build_object('version', offer.version, 'total_satang', offer.total_satang, 'valid_until', offer.valid_until));
  perform bkk_internal.queue_message(
    'mail', request.user_id, 'request.offer_sent',
    jsonb_build_object(
      'quote_id', p_quote_id, 'version', offer.version, 'total_satang', offer.total_satang,
      'deadline', extract(epoch from offer.valid_until)::bigint),
    format('request.offer_sent:%s:%s', p_quote_id, offer.version));
  return offer.version;
end
$$;
comment on function public.bkk_admin_send_offer is
  'Sends an offer, an object with the columns of bkk_quote_offers, and returns its version. An open offer is replaced.';
call bkk_internal.expose('bkk_admin_send_offer', 'authenticated');

create function public.bkk_admin_cancel_request(p_quote_id uuid, p_version integer, p_reason text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  request public.bkk_quote_requests;
begin
  perform bkk_internal.require_admin('requests');
  perform bkk_internal.check_text(p_reason, 2000, 'The reason', 'Say why the request is cancelled.');
  request := bkk_internal.lock_request(p_quote_id, p_version, true);
  perform bkk_internal.require_transition('request', request.status, 'cancel', 'admin');
  update public.bkk_quote_offers set state = 'void', answered_at = now()
    where quote_id = p_quote_id and state = 'open';
  update public.bkk_quote_requests set status = 'CANCELLED' where quote_id = p_quote_id;
  perform bkk_internal.add_quote_event(p_quote_id, 'admin', 'cancelled', '{}', p_reason);
  perform bkk_internal.queue_message(
    'mail', request.user_id, 'request.cancelled', jsonb_build_object('quote_id', p_quote_id), 'request.cancelled:' || p_quote_id);
end
$$;
comment on function public.bkk_admin_cancel_request is
  'Cancels a request that is PENDING or QUOTED, or that was CONFIRMED before the feature.';
call bkk_internal.expose('bkk_admin_cancel_request', 'authenticated');

create function public.bkk_admin_ticket_request(p_quote_id uuid, p_version integer) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  request public.bkk_quote_requests;
begin
  perform bkk_internal.require_admin('requests');
  request := bkk_internal.lock_request(p_quote_id, p_version, true);
  perform bkk_internal.require_transition('request', request.status, 'issue_tickets', 'admin');
  update public.bkk_quote_requests set status = 'TICKETED' where quote_id = p_quote_id;
  perform bkk_internal.add_quote_event(p_quote_id, 'admin', 'ticketed');
end
$$;
comment on function public.bkk_admin_ticket_request is
  'Notes that the tickets of a request are issued which was CONFIRMED before the feature; the others are ticketed as bookings.';
call bkk_internal.expose('bkk_admin_ticket_request', 'authenticated');

create function public.bkk_admin_open_request(p_quote_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  lease record;
begin
  perform bkk_internal.require_admin('requests');
  update public.bkk_quote_details
    set opened_by = caller, opened_until = now() + interval '2 minutes'
    where quote_id = p_quote_id and (opened_by is null or opened_by = caller or opened_until <= now());
  select details.opened_by, details.opened_until, member.full_name into lease
    from public.bkk_quote_details as details
      left join public.bkk_user_roles as member on member.user_id = details.opened_by
    where details.quote_id = p_quote_id;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such request.', hint = 'bkk.request_unknown';
  end if;
  return jsonb_build_object(
    'is_mine', lease.opened_by = caller, 'opened_by_name', lease.full_name, 'opened_until', lease.opened_until);
end
$$;
comment on function public.bkk_admin_open_request is
  'Leases a request to the caller for two minutes unless another admin has it open: {"is_mine", "opened_by_name", "opened_until"}.';
call bkk_internal.expose('bkk_admin_open_request', 'authenticated');

-- The clock. An offer that expires while the feature is off expires without a mail.
create function bkk_internal.expire_offers(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  expired record;
  count bigint := 0;
begin
  for expired in
    select request.quote_id, request.user_id, request.status, offer.version
    from public.bkk_quote_offers as offer
      join public.bkk_quote_requests as request on request.quote_id = offer.quote_id
    where offer.state = 'open' and offer.valid_until <= p_now
    order by offer.valid_until
    limit 500 for update of request skip locked
  loop
    update public.bkk_quote_offers set state = 'expired', answered_at = p_now
      where quote_id = expired.quote_id and version = expired.version and state = 'open';
    continue when not found;
    count := count + 1;
    perform bkk_internal.add_quote_event(
      expired.quote_id, 'system', 'offer_expired', jsonb_build_object('version', expired.version));
    if public.bkk_has_feature('requests') and expired.status = 'QUOTED' then
      update public.bkk_quote_requests set status = 'EXPIRED' where quote_id = expired.quote_id;
      perform bkk_internal.queue_message(
        'mail', expired.user_id, 'request.offer_expired',
        jsonb_build_object('quote_id', expired.quote_id, 'version', expired.version),
        format('request.offer_expired:%s:%s', expired.quote_id, expired.version));
    elsif expired.status = 'QUOTED' then
      -- The member has no offer to answer any more.
      update public.bkk_quote_details set turn = 'agency', waiting_since = p_now where quote_id = expired.quote_id;
    end if;
  end loop;
  return count;
end
$$;
comment on function bkk_internal.expire_offers is 'Lets the offers expire whose time is over; returns their number, 500 at most.';

create function bkk_internal.remind_offers(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  due record;
  queued bigint := 0;
begin
  if not public.bkk_has_feature('requests') then
    return 0;
  end if;
  for due in
    select offer.quote_id, offer.version, offer.total_satang, offer.valid_until, request.user_id, reminder.hours
    from public.bkk_quote_offers as offer
      join public.bkk_quote_requests as request on request.quote_id = offer.quote_id
      cross join (values (24), (6)) as reminder (hours)
    where offer.state = 'open' and request.status = 'QUOTED'
      and offer.valid_until > p_now and offer.valid_until <= p_now + interval '24 hours'
      and offer.valid_until <= p_now + make_interval(hours => reminder.hours)
      -- An offer that is valid for less time gets no such reminder.
      and offer.valid_until > offer.sent_at + make_interval(hours => reminder.hours)
      and not bkk_internal.was_queued(
        format('request.offer_reminder:%s:%s:%s', offer.quote_id, offer.version, reminder.hours))
    order by offer.valid_until
    limit 500
  loop
    if bkk_internal.queue_message(
      'mail', due.user_id, 'request.offer_reminder',
      jsonb_build_object(
        'quote_id', due.quote_id, 'version', due.version, 'total_satang', due.total_satang,
        'deadline', extract(epoch from due.valid_until)::bigint),
      format('request.offer_reminder:%s:%s:%s', due.quote_id, due.version, due.hours))
    then
      queued := queued + 1;
      if due.hours = 24 then
        perform bkk_internal.notify_admins(
          'admin.offer_reminder',
          jsonb_build_object(
            'quote_id', due.quote_id, 'version', due.version, 'deadline', extract(epoch from due.valid_until)::bigint),
          format('admin.offer_reminder:%s:%s', due.quote_id, due.version));
      end if;
    end if;
  end loop;
  return queued;
end
$$;
comment on function bkk_internal.remind_offers is
  'Queues the reminders 24 and 6 hours before an offer expires, once each, and to admins 24 hours before; returns their number, 500 at most.';

insert into public.bkk_jobs (name, every, batch_size) values
  ('expire_offers', '10 seconds', 500),
  ('remind_offers', '1 minute', 500);
