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
  before update of
    quote_id, user_id, origin, destination, pax_adt, pax_chd, pax_inf, status, dep_date, created_at, updated_at
  on public.bkk_quote_requests
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

-- Whose request it is, in its own row: a list of 200,000 that joins its members takes three times as long to reach its
-- last page. Both follow the profile; nobody writes them by hand.
alter table public.bkk_quote_requests
  add column member_email text,
  add column member_name text;

update public.bkk_quote_requests as request
set member_email = member.email, member_name = member.full_name
from public.bkk_user_roles as member
where member.user_id = request.user_id;

revoke insert, update on table public.bkk_quote_requests from authenticated;
grant insert (
    quote_id, user_id, origin, destination, pax_adt, pax_chd, pax_inf, status, dep_date, created_at, updated_at)
  on table public.bkk_quote_requests to authenticated;
grant update (
    quote_id, user_id, origin, destination, pax_adt, pax_chd, pax_inf, status, dep_date, created_at, updated_at)
  on table public.bkk_quote_requests to authenticated;

-- Runs as the owner because whoever writes a request need not be allowed to read members.
create function public.bkk_fill_quote_member() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_schema <> 'public' or tg_table_name <> 'bkk_quote_requests' then
    raise insufficient_privilege using message = 'This belongs to the quote requests.';
  end if;
  new.member_email := null;
  new.member_name := null;
  select member.email, member.full_name into new.member_email, new.member_name
    from public.bkk_user_roles as member where member.user_id = new.user_id;
  return new;
end
$$;
revoke all on function public.bkk_fill_quote_member() from public, anon, authenticated, service_role;

create trigger bkk_fill_quote_member
  before insert or update of user_id on public.bkk_quote_requests
  for each row execute function public.bkk_fill_quote_member();

create function public.bkk_follow_member() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_schema <> 'public' or tg_table_name <> 'bkk_user_roles' then
    raise insufficient_privilege using message = 'This belongs to the members'' table.';
  end if;
  update public.bkk_quote_requests set member_email = new.email, member_name = new.full_name
    where user_id = new.user_id;
  return null;
end
$$;
revoke all on function public.bkk_follow_member() from public, anon, authenticated, service_role;

create trigger bkk_follow_member
  after update of email, full_name on public.bkk_user_roles
  for each row when ((old.email, old.full_name) is distinct from (new.email, new.full_name))
  execute function public.bkk_follow_member();

create index bkk_quote_requests_created_at_idx on public.bkk_quote_requests (created_at);
create index bkk_quote_requests_updated_at_idx on public.bkk_quote_requests (updated_at);
create index bkk_quote_requests_dep_date_idx on public.bkk_quote_requests (dep_date);
create index bkk_quote_requests_member_email_idx on public.bkk_quote_requests (member_email);
create index bkk_quote_requests_member_name_idx on public.bkk_quote_requests (member_name);
-- With everything that the count of the waiting ones looks at, the member because of the row policy.
create index bkk_quote_requests_desk_idx on public.bkk_quote_requests (status, created_at, user_id);
drop index public.bkk_quote_requests_status_idx;

-- As for the users.
do $$
declare
  home text := (
    select space.nspname
    from pg_catalog.pg_extension as extension
      join pg_catalog.pg_namespace as space on space.oid = extension.extnamespace
    where extension.extname = 'pg_trgm');
begin
  if home is not null then
    execute format(
      'create index bkk_quote_requests_search_idx on public.bkk_quote_requests
         using gin (member_email %1$I.gin_trgm_ops, member_name %1$I.gin_trgm_ops)', home);
  end if;
end
$$;

-- As the list of users: it reads as its owner, and asks once before any row is looked at.
create view public.bkk_quote_requests_admin_view as
  select quote_id, user_id, member_email as email, member_name as full_name,
    origin, destination, pax_adt, pax_chd, pax_inf, status, dep_date, created_at, updated_at
  from public.bkk_quote_requests
  where (select public.bkk_is_admin());
comment on view public.bkk_quote_requests_admin_view is
  'Every request with its member, for admins; empty for everybody else.';

revoke all on table public.bkk_quote_requests_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_quote_requests_admin_view to authenticated;
