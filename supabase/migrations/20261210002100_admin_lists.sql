-- What the admins' lists of requests and bookings need: the views, counts, the notes of payments, and search indexes.

-- Every request with the feature's columns, for admins; empty for other callers. As bkk_users_admin_view.
create view public.bkk_group_requests_admin_view as
  select request.quote_id, request.user_id, request.member_email as email, request.member_name as full_name,
    request.origin, request.destination, request.pax_adt, request.pax_chd, request.pax_inf, request.status, request.dep_date,
    request.created_at, request.updated_at, upper(right(request.quote_id::text, 8)) as number,
    public.bkk_fold_text(coalesce(request.member_email, '') || ' ' || coalesce(request.member_name, '')) as search_text,
    details.version, details.cabin, details.flexible_days, details.preferred_airlines, details.budget_satang, details.notes,
    details.turn, details.waiting_since,
    case when details.opened_until > now() then details.opened_by end as opened_by, details.opened_until,
    details.assigned_to, details.assigned_to = (select auth.uid()) as is_mine,
    (select coalesce(holder.full_name, holder.email)
      from public.bkk_user_roles as holder where holder.user_id = details.assigned_to) as assigned_name
  from public.bkk_quote_details as details
    join public.bkk_quote_requests as request on request.quote_id = details.quote_id
  where (select public.bkk_is_admin()) and (select public.bkk_has_feature('requests'));
comment on view public.bkk_group_requests_admin_view is
  'Every request with its details and whose turn it is, for admins; empty for other callers.';

revoke all on table public.bkk_group_requests_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_group_requests_admin_view to authenticated;

create function bkk_internal.search_pattern(p_search text) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return '%' || replace(regexp_replace(public.bkk_fold_text(coalesce(p_search, '')), '([\\%_])', '\\\1', 'g'), '*', '_') || '%';
end
$$;
comment on function bkk_internal.search_pattern is 'The pattern with which the lists of admins search folded text: a star matches any one character.';

-- Each query ends at 1001 rows, so that counting them costs the same however many there are.
create function bkk_internal.bounded_queries(p_query text, p_search text, p_match text, variadic p_filters text[]) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_object_agg(p_filters[place], format(
      '%s where (%s) and (%s) limit 1001', p_query, p_filters[place + 1],
      case when bkk_internal.search_pattern(p_search) = '%%' then 'true' else p_match end))
    from generate_series(1, cardinality(p_filters), 2) as place
$$;
comment on function bkk_internal.bounded_queries is
  'The queries of the filters of a list, by their names: each filter is a name and a condition. A search has to match too, where $1 is its pattern and $2 a number that it names, or null.';

create function bkk_internal.count_queries(p_queries jsonb, p_search text, p_named text default null) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  filter record;
  matching bigint;
  counts jsonb := '{}';
begin
  for filter in select key as name, value as query from jsonb_each_text(p_queries) loop
    execute format('select count(*) from (%s) as matching', filter.query)
      into matching using bkk_internal.search_pattern(p_search), p_named;
    counts := counts || jsonb_build_object(filter.name, matching);
  end loop;
  return counts;
end
$$;
comment on function bkk_internal.count_queries is 'The number of rows of each of bkk_internal.bounded_queries(), by its name.';

create function public.bkk_admin_count_requests(p_search text default '') returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  digits constant text := upper(regexp_replace(coalesce(p_search, ''), '[\s#-]', '', 'g'));
  -- The number of a request or its beginning; of a whole id the last digits.
  number constant text :=
    case when digits ~ '^[0-9A-F]{4,8}$' then digits when digits ~ '^[0-9A-F]{32}$' then right(digits, 8) end || '%';
begin
  perform bkk_internal.require_admin('requests');
  return bkk_internal.count_queries(
    bkk_internal.bounded_queries(
      'select from public.bkk_quote_details as details join public.bkk_quote_requests as request on request.quote_id = details.quote_id',
      p_search,
      $m$public.bkk_fold_text(coalesce(request.member_email, '') || ' ' || coalesce(request.member_name, '')) like $1
        or upper(right(request.quote_id::text, 8)) like $2$m$,
      'all', 'true',
      'agency', $f$details.turn = 'agency'$f$,
      'member', $f$details.turn = 'member'$f$,
      'mine', 'details.turn is not null and details.assigned_to = (select auth.uid())',
      'nobody', 'details.turn is not null and details.assigned_to is null',
      'ACCEPTED', $f$request.status = 'ACCEPTED'$f$,
      'DECLINED', $f$request.status = 'DECLINED'$f$,
      'EXPIRED', $f$request.status = 'EXPIRED'$f$,
      'CANCELLED', $f$request.status = 'CANCELLED'$f$),
    p_search, number);
end
$$;
comment on function public.bkk_admin_count_requests is
  'How many requests match a search, by the filters of the admins'' queue: {"all", "agency", "member", "mine", "nobody", "ACCEPTED", ...}. 1001 stands for more than 1000.';
call bkk_internal.expose('bkk_admin_count_requests', 'authenticated');

-- The payments with their notes, for admins; empty for other callers.
create view public.bkk_booking_payments_admin_view with (security_barrier) as
  select payment_id, booking_id, amount_satang, received_at, bank_reference, note, reverses, recorded_at, recorded_by_name
  from public.bkk_booking_payments
  where (select public.bkk_is_admin()) and (select public.bkk_has_feature('bookings'));
comment on view public.bkk_booking_payments_admin_view is
  'The payments of bookings with their notes, for admins; empty for other callers.';

revoke all on table public.bkk_booking_payments_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_booking_payments_admin_view to authenticated;

create function bkk_internal.booking_filters(p_search text) returns jsonb
  language sql stable set search_path = '' as $$
  select bkk_internal.bounded_queries(
    'select status, pax_adt + pax_chd + pax_inf as passengers, total_satang, paid_satang from public.bkk_bookings', p_search,
    -- People write a reference without its dash.
    'search_text like $1 or reference = $2',
    'all', 'true',
    'open', $f$status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED')$f$,
    'dueToday', $f$due_at > now()
      and due_at < (date_trunc('day', now() at time zone 'Asia/Bangkok') + interval '1 day') at time zone 'Asia/Bangkok'$f$,
    'overdue', 'due_at <= now()',
    'flagged', $f$flags <> '{}'$f$,
    'mine', $f$status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED') and assigned_to = (select auth.uid())$f$,
    'nobody', $f$status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED') and assigned_to is null$f$,
    'groups', $f$status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED') and pax_adt + pax_chd + pax_inf > 9$f$,
    'HOLD', $f$status = 'HOLD'$f$,
    'DEPOSIT_PENDING', $f$status = 'DEPOSIT_PENDING'$f$,
    'CONFIRMED', $f$status = 'CONFIRMED'$f$,
    'TICKETED', $f$status = 'TICKETED'$f$,
    'EXPIRED', $f$status = 'EXPIRED'$f$,
    'CANCELLED', $f$status = 'CANCELLED'$f$)
$$;
comment on function bkk_internal.booking_filters is 'The queries of the filters of the admins'' list of bookings, by their names.';

create function public.bkk_admin_count_bookings(p_search text default '', p_reference text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('bookings');
  return bkk_internal.count_queries(bkk_internal.booking_filters(p_search), p_search, p_reference);
end
$$;
comment on function public.bkk_admin_count_bookings is
  'How many bookings match a search, or the reference that it names, by the filters of the admins'' list: {"all", "open", "dueToday", "overdue", "flagged", "mine", "nobody", "groups", "HOLD", ...}. 1001 stands for more than 1000.';
call bkk_internal.expose('bkk_admin_count_bookings', 'authenticated');

create function public.bkk_admin_sum_bookings(
    p_filter text default 'all', p_search text default '', p_reference text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  query constant text := bkk_internal.booking_filters(p_search) ->> p_filter;
  sums jsonb;
begin
  perform bkk_internal.require_admin('bookings');
  if query is null then
    raise sqlstate 'PT400' using message = 'Name a filter of the list of bookings.', hint = 'bkk.unknown_filter';
  end if;
  execute format(
    $f$select jsonb_build_object(
         'bookings', count(*), 'passengers', coalesce(sum(passengers), 0), 'total_satang', coalesce(sum(total_satang), 0),
         'paid_satang', coalesce(sum(greatest(paid_satang, 0)), 0),
         'left_satang', coalesce(sum(greatest(total_satang - paid_satang, 0)) filter (where status not in ('EXPIRED', 'CANCELLED')), 0))
       from (%s) as bookings$f$, query)
    into sums using bkk_internal.search_pattern(p_search), p_reference;
  return sums;
end
$$;
comment on function public.bkk_admin_sum_bookings is
  'The sums of the bookings that match a filter and a search, or the reference that it names: {"bookings", "passengers", "total_satang", "paid_satang", "left_satang"}. Of more than 1000 bookings they are those of 1001.';
call bkk_internal.expose('bkk_admin_sum_bookings', 'authenticated');

call bkk_internal.index_search('bkk_user_roles_search_idx', 'bkk_user_roles', 'email', 'full_name');
call bkk_internal.index_search(
  'bkk_user_roles_folded_search_idx', 'bkk_user_roles',
  $$public.bkk_fold_text(coalesce(email, '') || ' ' || coalesce(full_name, ''))$$);
call bkk_internal.index_search(
  'bkk_quote_requests_search_idx', 'bkk_quote_requests',
  $$public.bkk_fold_text(coalesce(member_email, '') || ' ' || coalesce(member_name, ''))$$);
call bkk_internal.index_search('bkk_login_logs_search_idx', 'bkk_login_logs', 'email');
call bkk_internal.index_search('bkk_bookings_search_idx', 'bkk_bookings', 'search_text');
