-- The short number of a request, which people read out and admins search by: the last eight digits of its id.

create index bkk_quote_requests_number_idx
  on public.bkk_quote_requests ((upper(right(quote_id::text, 8))) text_pattern_ops);

create or replace view public.bkk_quote_requests_admin_view as
  select quote_id, user_id, member_email as email, member_name as full_name,
    origin, destination, pax_adt, pax_chd, pax_inf, status, dep_date, created_at, updated_at,
    upper(right(quote_id::text, 8)) as number
  from public.bkk_quote_requests
  where (select public.bkk_is_admin());

revoke all on table public.bkk_quote_requests_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_quote_requests_admin_view to authenticated;
