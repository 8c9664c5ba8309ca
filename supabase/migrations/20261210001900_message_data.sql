-- What the mails of requests and bookings say, read when they are rendered. Only the senders of messages may call the functions
-- that read it: null once the row is gone, and PT404 with the feature off, because it sends no mails then.

create function bkk_internal.cities_of_airports(p_codes text[]) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_object_agg(airport.code, jsonb_build_object('en', airport.city_en, 'th', airport.city_th)), '{}')
    from public.bkk_airports as airport where airport.code = any (p_codes));
end
$$;
comment on function bkk_internal.cities_of_airports is 'The cities of airports by their codes, {"BKK": {"en", "th"}}.';

create function public.bkk_request_mail_data(p_quote_id uuid, p_offer_version integer default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  data jsonb;
  legs jsonb;
begin
  perform public.bkk_require_feature('requests');
  select jsonb_agg(
      jsonb_build_object('origin', leg.origin, 'destination', leg.destination, 'day', leg.dep_date) order by leg.position)
    into legs
    from public.bkk_quote_legs as leg where leg.quote_id = p_quote_id;
  select jsonb_build_object(
      'number', upper(right(request.quote_id::text, 8)), 'status', request.status, 'member_name', request.member_name,
      -- A request from before the feature has no legs.
      'legs', coalesce(legs, jsonb_build_array(jsonb_build_object(
        'origin', request.origin, 'destination', request.destination, 'day', request.dep_date))),
      'adults', request.pax_adt, 'children', request.pax_chd, 'infants', request.pax_inf,
      'cabin', details.cabin, 'flexible_days', details.flexible_days, 'budget_satang', details.budget_satang,
      'notes', details.notes,
      'cancel_reason', (
        select event.message from public.bkk_quote_events as event
        where event.quote_id = p_quote_id and event.event = 'cancelled'
        order by event.event_id desc limit 1),
      'offer', (
        select jsonb_build_object(
          'state', offer.state, 'adults', offer.pax_adt, 'children', offer.pax_chd, 'infants', offer.pax_inf,
          'seats_reason', offer.seats_reason, 'total_satang', offer.total_satang, 'deposit_satang', offer.deposit_satang,
          'valid_until', extract(epoch from offer.valid_until)::bigint,
          'deposit_due_at', extract(epoch from offer.deposit_due_at)::bigint, 'answer', offer.answer)
        from public.bkk_quote_offers as offer
        where offer.quote_id = p_quote_id and offer.version = p_offer_version))
    into data
    from public.bkk_quote_requests as request
      join public.bkk_quote_details as details on details.quote_id = request.quote_id
    where request.quote_id = p_quote_id;
  return data || jsonb_build_object('cities', bkk_internal.cities_of_airports(array(
    select jsonb_path_query(data, '$.legs[*].*') #>> '{}')));
end
$$;
comment on function public.bkk_request_mail_data is
  'What mails say of a request, and of one of its offers; null if there is no such request. For the senders of messages.';
call bkk_internal.expose('bkk_request_mail_data', 'service_role', 'supabase_auth_admin');

create function public.bkk_booking_mail_data(p_booking_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  data jsonb;
begin
  perform public.bkk_require_feature('bookings');
  select jsonb_build_object(
      'reference', booking.reference, 'status', booking.status, 'member_name', booking.member_name,
      'version', booking.version, 'updated_at', floor(extract(epoch from booking.updated_at))::bigint,
      'origin', booking.origin, 'destination', booking.destination,
      'departs_on', booking.departs_on, 'returns_on', booking.returns_on,
      'adults', booking.pax_adt, 'children', booking.pax_chd, 'infants', booking.pax_inf,
      'total_satang', booking.total_satang, 'deposit_satang', booking.deposit_satang, 'paid_satang', booking.paid_satang,
      'hold_expires_at', extract(epoch from booking.hold_expires_at)::bigint,
      'review_until', extract(epoch from booking.review_until)::bigint,
      'due_at', extract(epoch from booking.due_at)::bigint,
      'balance_due_at', extract(epoch from booking.balance_due_at)::bigint,
      'names_due_at', extract(epoch from booking.names_due_at)::bigint,
      'has_all_names', booking.has_all_names, 'pnr', booking.pnr, 'can_pay', public.bkk_has_feature('payments'),
      'refund', (
        select jsonb_build_object('status', refund.status, 'paid_satang', refund.paid_satang, 'promised_on', refund.promised_on)
        from public.bkk_refunds as refund where refund.booking_id = p_booking_id and public.bkk_has_feature('payments')),
      'flights', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'number', concat_ws(' ', flight.value ->> 'airline', flight.value ->> 'number'),
          'origin', flight.value ->> 'origin', 'destination', flight.value ->> 'destination',
          'departs_local', flight.value ->> 'departs_at', 'arrives_local', flight.value ->> 'arrives_at',
          'departs_zone', flight.value ->> 'departs_zone', 'arrives_zone', flight.value ->> 'arrives_zone',
          'departs_at', extract(epoch from
            bkk_internal.parse_local_time(flight.value ->> 'departs_at') at time zone (flight.value ->> 'departs_zone'))::bigint,
          'arrives_at', extract(epoch from
            bkk_internal.parse_local_time(flight.value ->> 'arrives_at') at time zone (flight.value ->> 'arrives_zone'))::bigint)
          order by flight.place), '[]')
        from jsonb_array_elements(booking.segments) with ordinality as flight (value, place)),
      'passengers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', concat_ws(' ', passenger.first_name, passenger.last_name), 'ticket_number', passenger.ticket_number)
          order by passenger.position), '[]')
        from public.bkk_booking_passengers as passenger where passenger.booking_id = booking.booking_id),
      -- The last event of each kind.
      'events', (
        select coalesce(jsonb_object_agg(event.event, jsonb_build_object(
          'at', extract(epoch from event.created_at)::bigint, 'actor', event.actor, 'message', event.message,
          'reason', jsonb_build_object('en', event.details -> 'reason_en', 'th', event.details -> 'reason_th'),
          'former_flight', jsonb_build_object(
            'number', event.details -> 'former_flight', 'departs_at', event.details -> 'former_departs_at',
            'arrives_at', event.details -> 'former_arrives_at'))
          order by event.event_id), '{}')
        from public.bkk_booking_events as event
        where event.booking_id = booking.booking_id
          and event.event in ('cancelled', 'deposit_refused', 'ticketed', 'flight_changed', 'times_changed', 'airline_cancelled')))
    into data
    from public.bkk_bookings as booking where booking.booking_id = p_booking_id;
  return data || jsonb_build_object('cities', bkk_internal.cities_of_airports(array(
    select jsonb_path_query(data, '$.**.origin') #>> '{}' union select jsonb_path_query(data, '$.**.destination') #>> '{}')));
end
$$;
comment on function public.bkk_booking_mail_data is
  'What mails say of a booking; null if there is no such booking. For the senders of messages.';
call bkk_internal.expose('bkk_booking_mail_data', 'service_role', 'supabase_auth_admin');
