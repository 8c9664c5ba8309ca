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

-- Each count ends at 1001, so that it costs the same however many requests there are.
create function bkk_internal.search_pattern(p_search text) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return '%' || replace(regexp_replace(public.bkk_fold_text(coalesce(p_search, '')), '([\\%_])', '\\\1', 'g'), '*', '_') || '%';
end
$$;
comment on function bkk_internal.search_pattern is 'The pattern with which the lists of admins search folded text: a star matches any one character.';

create function public.bkk_admin_count_requests(p_search text default '') returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  pattern constant text := bkk_internal.search_pattern(p_search);
  digits constant text := upper(regexp_replace(coalesce(p_search, ''), '[\s#-]', '', 'g'));
  -- The number of a request or its beginning; of a whole id the last digits.
  number constant text :=
    case when digits ~ '^[0-9A-F]{4,8}$' then digits when digits ~ '^[0-9A-F]{32}$' then right(digits, 8) end || '%';
  filter record;
  matching bigint;
  counts jsonb := '{}';
begin
  perform bkk_internal.require_admin('requests');
  for filter in
    select name, condition from (values
      ('all', 'true'),
      ('agency', $f$details.turn = 'agency'$f$),
      ('member', $f$details.turn = 'member'$f$),
      ('mine', 'details.turn is not null and details.assigned_to = (select auth.uid())'),
      ('nobody', 'details.turn is not null and details.assigned_to is null'),
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
        'public.bkk_fold_text(coalesce(request.member_email, '''') || '' '' || coalesce(request.member_name, '''')) like $1
          or upper(right(request.quote_id::text, 8)) like $2' end)
      into matching using pattern, number;
    counts := counts || jsonb_build_object(filter.name, matching);
  end loop;
  return counts;
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

-- The bookings of each filter, up to 1001 so that it costs the same however many there are. $1 is the pattern of a search, and $2
-- the reference that the search names, which people write without its dash, or null.
create function bkk_internal.booking_filters(p_search text) returns table (name text, bookings text)
  language sql stable set search_path = '' as $$
  select filters.name, format(
      'select status, pax_adt + pax_chd + pax_inf as passengers, total_satang, paid_satang
       from public.bkk_bookings where (%s) and (%s) limit 1001',
      filters.condition,
      case when bkk_internal.search_pattern(p_search) = '%%' then 'true' else
        'public.bkk_fold_text(reference || '' '' || coalesce(member_email, '''') || '' '' || coalesce(member_name, '''')) like $1
          or reference = $2' end)
    from (values
      ('all', 'true'),
      ('open', $f$status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED')$f$),
      ('dueToday', $f$due_at > now()
        and due_at < (date_trunc('day', now() at time zone 'Asia/Bangkok') + interval '1 day') at time zone 'Asia/Bangkok'$f$),
      ('overdue', 'due_at <= now()'),
      ('flagged', $f$flags <> '{}'$f$),
      ('mine', $f$status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED') and assigned_to = (select auth.uid())$f$),
      ('nobody', $f$status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED') and assigned_to is null$f$),
      ('groups', $f$status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED') and pax_adt + pax_chd + pax_inf > 9$f$),
      ('HOLD', $f$status = 'HOLD'$f$),
      ('DEPOSIT_PENDING', $f$status = 'DEPOSIT_PENDING'$f$),
      ('CONFIRMED', $f$status = 'CONFIRMED'$f$),
      ('TICKETED', $f$status = 'TICKETED'$f$),
      ('EXPIRED', $f$status = 'EXPIRED'$f$),
      ('CANCELLED', $f$status = 'CANCELLED'$f$)) as filters (name, condition)
$$;
comment on function bkk_internal.booking_filters is 'The queries of the filters of the admins'' list of bookings.';

create function public.bkk_admin_count_bookings(p_search text default '', p_reference text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  filter record;
  matching bigint;
  counts jsonb := '{}';
begin
  perform bkk_internal.require_admin('bookings');
  for filter in select name, bookings from bkk_internal.booking_filters(p_search)
  loop
    execute format('select count(*) from (%s) as bookings', filter.bookings)
      into matching using bkk_internal.search_pattern(p_search), p_reference;
    counts := counts || jsonb_build_object(filter.name, matching);
  end loop;
  return counts;
end
$$;
comment on function public.bkk_admin_count_bookings is
  'How many bookings match a search, or the reference that it names, by the filters of the admins'' list: {"all", "open", "dueToday", "overdue", "flagged", "mine", "nobody", "groups", "HOLD", ...}. 1001 stands for more than 1000.';
call bkk_internal.expose('bkk_admin_count_bookings', 'authenticated');

create function public.bkk_admin_sum_bookings(
    p_filter text default 'all', p_search text default '', p_reference text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  query constant text :=
    (select filter.bookings from bkk_internal.booking_filters(p_search) as filter where filter.name = p_filter);
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

-- Trigram indexes for searching the admin's lists by a part of a name or an e-mail. Without the extension the search works,
-- but reads the whole table.
do $$
declare
  extension_schema text;
begin
  begin
    if exists (select from pg_catalog.pg_available_extensions where name = 'pg_trgm') then
      create extension if not exists pg_trgm with schema extensions;
    end if;
  exception
    when insufficient_privilege then
      raise notice 'pg_trgm may not be created: searching the admin''s lists will be slower';
  end;
  select schema.nspname into extension_schema
    from pg_catalog.pg_extension as extension
      join pg_catalog.pg_namespace as schema on schema.oid = extension.extnamespace
    where extension.extname = 'pg_trgm';
  if extension_schema is not null then
    execute format(
      'create index bkk_user_roles_search_idx on public.bkk_user_roles
         using gin (email %1$I.gin_trgm_ops, full_name %1$I.gin_trgm_ops);
       create index bkk_user_roles_folded_search_idx on public.bkk_user_roles
         using gin (public.bkk_fold_text(coalesce(email, '''') || '' '' || coalesce(full_name, '''')) %1$I.gin_trgm_ops);
       create index bkk_quote_requests_search_idx on public.bkk_quote_requests
         using gin (public.bkk_fold_text(coalesce(member_email, '''') || '' '' || coalesce(member_name, '''')) %1$I.gin_trgm_ops);
       create index bkk_login_logs_search_idx on public.bkk_login_logs using gin (email %1$I.gin_trgm_ops);
       create index bkk_bookings_search_idx on public.bkk_bookings
         using gin (public.bkk_fold_text(
           reference || '' '' || coalesce(member_email, '''') || '' '' || coalesce(member_name, '''')) %1$I.gin_trgm_ops)',
      extension_schema);
  end if;
end
$$;
