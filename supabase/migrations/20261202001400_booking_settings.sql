-- The hours that the review of a payment slip lasts are a setting, mails know the time zones of flights, and the counts of the
-- admins' queue are bounded.

create table public.bkk_booking_settings (
  is_only_row boolean primary key default true check (is_only_row),
  -- The hold itself lasts 48 hours.
  review_hours integer not null default 24 check (review_hours between 1 and 48)
);
comment on table public.bkk_booking_settings is
  'The one row of settings of bookings. The owner sets them with bkk_set_review_hours().';

alter table public.bkk_booking_settings enable row level security;

revoke all on table public.bkk_booking_settings from public, anon, authenticated, service_role;

insert into public.bkk_booking_settings default values on conflict do nothing;

create function public.bkk_review_hours() returns integer
  language plpgsql stable set search_path = ''
as $$
begin
  -- A table that was emptied has the default.
  return coalesce((select settings.review_hours from public.bkk_booking_settings as settings), 24);
end
$$;
comment on function public.bkk_review_hours() is
  'The hours that a hold with a payment slip is reviewed at most; for functions of the owner.';

create function public.bkk_set_review_hours(p_hours integer) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  if p_hours is null or p_hours not between 1 and 48 then
    raise invalid_parameter_value using message = 'A review lasts 1 to 48 hours.';
  end if;
  insert into public.bkk_booking_settings as settings (review_hours) values (p_hours)
    on conflict (is_only_row) do update set review_hours = excluded.review_hours
      where settings.review_hours <> excluded.review_hours;
end
$$;
comment on function public.bkk_set_review_hours(integer) is
  'Sets the hours of reviews that begin from now on; for the owner of the database.';

-- As before, with the time zones of the flights.
create or replace function public.bkk_booking_mail_data(p_booking_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  data jsonb;
begin
  perform public.bkk_require_feature('bookings');
  select jsonb_build_object(
      'reference', booking.reference, 'status', booking.status, 'member_name', booking.member_name,
      'origin', booking.origin, 'destination', booking.destination,
      'departs_on', booking.departs_on, 'returns_on', booking.returns_on,
      'adults', booking.pax_adt, 'children', booking.pax_chd, 'infants', booking.pax_inf,
      'total_satang', booking.total_satang, 'deposit_satang', booking.deposit_satang, 'paid_satang', booking.paid_satang,
      'hold_expires_at', extract(epoch from booking.hold_expires_at)::bigint,
      'review_until', extract(epoch from booking.review_until)::bigint,
      'due_at', extract(epoch from booking.due_at)::bigint,
      'balance_due_at', extract(epoch from booking.balance_due_at)::bigint,
      'names_due_at', extract(epoch from booking.names_due_at)::bigint,
      'has_all_names', booking.has_all_names, 'pnr', booking.pnr,
      'flights', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'number', concat_ws(' ', flight.value ->> 'airline', flight.value ->> 'number'),
          'origin', flight.value ->> 'origin', 'destination', flight.value ->> 'destination',
          'departs_local', flight.value ->> 'departs_at', 'arrives_local', flight.value ->> 'arrives_at',
          'departs_zone', flight.value ->> 'departs_zone', 'arrives_zone', flight.value ->> 'arrives_zone',
          'departs_at', extract(epoch from
            public.bkk_parse_local_time(flight.value ->> 'departs_at') at time zone (flight.value ->> 'departs_zone'))::bigint,
          'arrives_at', extract(epoch from
            public.bkk_parse_local_time(flight.value ->> 'arrives_at') at time zone (flight.value ->> 'arrives_zone'))::bigint)
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
          'reason', jsonb_build_object('en', event.details -> 'reason_en', 'th', event.details -> 'reason_th'))
          order by event.event_id), '{}')
        from public.bkk_booking_events as event
        where event.booking_id = booking.booking_id and event.event in ('cancelled', 'deposit_refused', 'ticketed')))
    into data
    from public.bkk_bookings as booking where booking.booking_id = p_booking_id;
  return data || jsonb_build_object('cities', public.bkk_cities_of_airports(array(
    select jsonb_path_query(data, '$.**.origin') #>> '{}' union select jsonb_path_query(data, '$.**.destination') #>> '{}')));
end
$$;

-- Each count ends at 1001, so that it costs the same however many requests there are.
create function public.bkk_admin_count_requests(p_search text default '') returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  -- As the list searches: a star matches any one character.
  pattern constant text :=
    '%' || replace(regexp_replace(btrim(coalesce(p_search, '')), '([\\%_])', '\\\1', 'g'), '*', '_') || '%';
  digits constant text := upper(regexp_replace(coalesce(p_search, ''), '[\s#-]', '', 'g'));
  -- The number of a request or its beginning; of a whole id the last digits.
  number constant text :=
    case when digits ~ '^[0-9A-F]{4,8}$' then digits when digits ~ '^[0-9A-F]{32}$' then right(digits, 8) end || '%';
  filter record;
  matching bigint;
  counts jsonb := '{}';
begin
  perform public.bkk_require_feature('requests');
  perform public.bkk_require_admin();
  for filter in
    select name, condition from (values
      ('all', 'true'),
      ('agency', $f$details.turn = 'agency'$f$),
      ('member', $f$details.turn = 'member'$f$),
      ('ACCEPTED', $f$request.status = 'ACCEPTED'$f$),
      ('DECLINED', $f$request.status = 'DECLINED'$f$),
      ('EXPIRED', $f$request.status = 'EXPIRED'$f$),
      ('CANCELLED', $f$request.status = 'CANCELLED'$f$)) as filters (name, condition)
  loop
    execute format(
      'select count(*) from (
         select from public.bkk_quote_details as details
           join public.bkk_quote_requests as request on request.quote_id = details.quote_id
         where (%s) and (%s) limit 1001) as requests', filter.condition,
      case when pattern = '%%' then 'true' else
        'request.member_email ilike $1 or request.member_name ilike $1 or upper(right(request.quote_id::text, 8)) like $2' end)
      into matching using pattern, number;
    counts := counts || jsonb_build_object(filter.name, matching);
  end loop;
  return counts;
end
$$;
comment on function public.bkk_admin_count_requests(text) is
  'How many requests match a search, by the filters of the admins'' queue: {"all", "agency", "member", "ACCEPTED", ...}. 1001 stands for more than 1000.';

revoke all on function public.bkk_admin_count_requests(p_search text) from public, anon, authenticated, service_role;
grant execute on function public.bkk_admin_count_requests(text) to authenticated;
revoke all on function public.bkk_review_hours() from public, anon, authenticated, service_role;
revoke all on function public.bkk_set_review_hours(p_hours integer) from public, anon, authenticated, service_role;
