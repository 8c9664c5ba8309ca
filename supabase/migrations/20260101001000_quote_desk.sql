-- The desk's work on quote requests: all of them with their member, and a status that moves along one table.

-- PENDING -> QUOTED -> CONFIRMED -> TICKETED, and CANCELLED from every open one; for whoever writes.
create function public.bkk_move_quote() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    ('PENDING', 'QUOTED'),
    ('QUOTED', 'CONFIRMED'),
    ('CONFIRMED', 'TICKETED'),
    ('PENDING', 'CANCELLED'),
    ('QUOTED', 'CANCELLED'),
    ('CONFIRMED', 'CANCELLED'))
  then
    raise check_violation using
      message = format('A request that is %s cannot become %s.', old.status, new.status);
  end if;
  if new.updated_at = old.updated_at then
    new.updated_at := now();
  end if;
  return new;
end
$$;
revoke all on function public.bkk_move_quote() from public, anon, authenticated, service_role;

create trigger bkk_move_quote
  before update on public.bkk_quote_requests
  for each row when (old is distinct from new)
  execute function public.bkk_move_quote();

-- p_from is the status the admin saw: of two who act on one request at once, the second is told.
create function public.bkk_admin_set_quote_status(p_quote_id uuid, p_from text, p_to text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  current_status text;
begin
  if not public.bkk_is_admin() then
    raise insufficient_privilege using message = 'Only an admin can do this.';
  end if;
  select request.status into current_status
    from public.bkk_quote_requests as request where request.quote_id = p_quote_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such request.';
  end if;
  if current_status is distinct from p_from then
    raise sqlstate 'PT409' using message = format('The request is %s by now.', current_status);
  end if;
  if p_to is null or p_to = p_from then
    raise check_violation using
      message = format('A request that is %s cannot become %s.', p_from, coalesce(p_to, 'nothing'));
  end if;
  update public.bkk_quote_requests set status = p_to where quote_id = p_quote_id;
end
$$;
comment on function public.bkk_admin_set_quote_status(uuid, text, text) is
  'Moves a request from the status it was seen in to the next.';
revoke all on function public.bkk_admin_set_quote_status(p_quote_id uuid, p_from text, p_to text) from public, anon, authenticated,
  service_role;
grant execute on function public.bkk_admin_set_quote_status(uuid, text, text) to authenticated;

create index bkk_quote_requests_created_at_idx on public.bkk_quote_requests (created_at);
create index bkk_quote_requests_updated_at_idx on public.bkk_quote_requests (updated_at);
create index bkk_quote_requests_dep_date_idx on public.bkk_quote_requests (dep_date);
-- With everything that the count of the waiting ones looks at, the member because of the row policy.
create index bkk_quote_requests_desk_idx on public.bkk_quote_requests (status, created_at, user_id);
drop index public.bkk_quote_requests_status_idx;

-- As the list of users: it reads as its owner, and asks once before any row is looked at.
create view public.bkk_quote_requests_admin_view as
  select request.quote_id, request.user_id, member.email, member.full_name,
    request.origin, request.destination, request.pax_adt, request.pax_chd, request.pax_inf,
    request.status, request.dep_date, request.created_at, request.updated_at
  from public.bkk_quote_requests as request
    left join public.bkk_user_roles as member on member.user_id = request.user_id
  where (select public.bkk_is_admin());
comment on view public.bkk_quote_requests_admin_view is
  'Every request with its member, for admins; empty for everybody else.';

revoke all on table public.bkk_quote_requests_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_quote_requests_admin_view to authenticated;
