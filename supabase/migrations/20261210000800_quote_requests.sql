-- Requests for a quote. Members read their own, admins work on all of them. While the feature `requests` is off,
-- bkk_internal.limit_specified_requests() keeps passengers and statuses within the specification.

create table public.bkk_quote_requests (
  quote_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  origin text not null check (origin ~ '^[A-Z]{3}$'),
  destination text not null check (destination ~ '^[A-Z]{3}$'),
  pax_adt smallint not null default 1 check (pax_adt between 1 and 300),
  pax_chd smallint not null default 0 check (pax_chd between 0 and 300),
  pax_inf smallint not null default 0 check (pax_inf between 0 and 300),
  status text not null default 'PENDING'
    check (status in ('PENDING', 'QUOTED', 'CONFIRMED', 'TICKETED', 'CANCELLED', 'ACCEPTED', 'DECLINED', 'EXPIRED')),
  dep_date date not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Copies from bkk_user_roles: with a join the page of 200,000 requests by name takes over 400 ms. Triggers write them.
  member_email text collate "C" check (char_length(member_email) <= 255),
  member_name text check (char_length(member_name) <= 200)
);

-- Of a member: the latest changes, and the history.
create index bkk_quote_requests_recent_idx on public.bkk_quote_requests (user_id, updated_at desc);
create index bkk_quote_requests_history_idx on public.bkk_quote_requests (user_id, created_at desc);
-- The orders of the admins' lists. Many requests have the same status or day; the id orders them.
create index bkk_quote_requests_created_at_idx on public.bkk_quote_requests (created_at);
create index bkk_quote_requests_dep_date_id_idx on public.bkk_quote_requests (dep_date, quote_id);
create index bkk_quote_requests_status_id_idx on public.bkk_quote_requests (status, quote_id);
create index bkk_quote_requests_member_name_idx on public.bkk_quote_requests (member_name);
-- One status, and the count of pending requests, which it covers; user_id is for the row policy.
create index bkk_quote_requests_status_idx on public.bkk_quote_requests (status, created_at, user_id);
-- The short number of a request, which people say on the phone and admins search by.
create index bkk_quote_requests_number_idx
  on public.bkk_quote_requests ((upper(right(quote_id::text, 8))) text_pattern_ops);

call bkk_internal.protect('bkk_quote_requests');
grant
    select (
      quote_id, user_id, origin, destination, pax_adt, pax_chd, pax_inf, status, dep_date, created_at, updated_at,
      member_email, member_name),
    insert (quote_id, user_id, origin, destination, pax_adt, pax_chd, pax_inf, status, dep_date, created_at, updated_at),
    update (quote_id, user_id, origin, destination, pax_adt, pax_chd, pax_inf, status, dep_date, created_at, updated_at),
    delete
  on table public.bkk_quote_requests to authenticated;
grant select, insert, update, delete on table public.bkk_quote_requests to service_role;

create policy "members read their own requests" on public.bkk_quote_requests
  for select to authenticated
  using (user_id = (select auth.uid()) and (select public.bkk_is_active()));

create policy "admins read and change every request" on public.bkk_quote_requests
  for all to authenticated
  using ((select public.bkk_is_admin()))
  with check ((select public.bkk_is_admin()));

-- An update goes PENDING -> QUOTED -> CONFIRMED -> TICKETED, or from one of the first three to CANCELLED, for every writer. A new
-- request may have any of these. With the feature requests the transitions are rows of bkk_status_transitions; switched off again,
-- a status of the feature may only be cancelled. Runs as the owner, because callers may not read the transitions.
create function bkk_internal.check_quote_status() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> old.status and (case
    when public.bkk_has_feature('requests') then not exists (
      select from public.bkk_status_transitions as transition
      where transition.kind = 'request' and transition.from_status = old.status and transition.to_status = new.status)
    else (old.status, new.status) not in (
      ('PENDING', 'QUOTED'),
      ('QUOTED', 'CONFIRMED'),
      ('CONFIRMED', 'TICKETED'),
      ('PENDING', 'CANCELLED'),
      ('QUOTED', 'CANCELLED'),
      ('CONFIRMED', 'CANCELLED'),
      ('ACCEPTED', 'CANCELLED'),
      ('DECLINED', 'CANCELLED'),
      ('EXPIRED', 'CANCELLED')) end)
  then
    raise sqlstate 'PT400' using
      message = format('The status of a request cannot change from %s to %s.', old.status, new.status), hint = 'bkk.request_status';
  end if;
  if new.updated_at = old.updated_at then
    new.updated_at := now();
  end if;
  return new;
end
$$;

-- Names the columns that callers may write, so that synchronizing the copies is no change of the request.
create trigger bkk_check_quote_status
  before update of
    quote_id, user_id, origin, destination, pax_adt, pax_chd, pax_inf, status, dep_date, created_at, updated_at
  on public.bkk_quote_requests
  for each row when (old is distinct from new)
  execute function bkk_internal.check_quote_status();

create trigger bkk_record_change
  after insert or delete or update of
    quote_id, user_id, origin, destination, pax_adt, pax_chd, pax_inf, status, dep_date, created_at, updated_at
  on public.bkk_quote_requests
  for each row execute function bkk_internal.record_change('quote_id');

-- Copies of the member, in requests, bookings and support threads. It runs as the owner, because callers may not read bkk_user_roles.
create function bkk_internal.set_member() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.member_email := null;
  new.member_name := null;
  select member.email, member.full_name into new.member_email, new.member_name
    from public.bkk_user_roles as member where member.user_id = new.user_id;
  return new;
end
$$;

create trigger bkk_set_member
  before insert or update of user_id on public.bkk_quote_requests
  for each row execute function bkk_internal.set_member();

-- Runs as the owner, because members may change their name and may write none of these.
create function bkk_internal.sync_member() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.bkk_quote_requests set member_email = new.email, member_name = new.full_name where user_id = new.user_id;
  update public.bkk_bookings set member_email = new.email, member_name = new.full_name where user_id = new.user_id;
  update public.bkk_support_threads set member_email = new.email, member_name = new.full_name where user_id = new.user_id;
  return null;
end
$$;

create trigger bkk_sync_member
  after update of email, full_name on public.bkk_user_roles
  for each row when ((old.email, old.full_name) is distinct from (new.email, new.full_name))
  execute function bkk_internal.sync_member();

-- p_from is the status that the admin has seen: of two admins who change a request at once, the second gets an error.
create function public.bkk_admin_set_quote_status(p_quote_id uuid, p_from text, p_to text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  current_status text;
begin
  perform bkk_internal.require_admin();
  if public.bkk_has_feature('requests') then
    raise sqlstate 'PT409' using message = 'With the feature requests an offer or a cancellation changes the status.',
      hint = 'bkk.request_feature';
  end if;
  select request.status into current_status
    from public.bkk_quote_requests as request where request.quote_id = p_quote_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such request.', hint = 'bkk.request_unknown';
  end if;
  if current_status is distinct from p_from then
    raise sqlstate 'PT409' using
      message = format('The status is now %s. Load the request again.', current_status), hint = 'bkk.request_changed';
  end if;
  if p_to is null or p_to = p_from then
    raise sqlstate 'PT400' using message = format(
      'The status of a request cannot change from %s to %s.', p_from, coalesce(p_to, 'nothing')), hint = 'bkk.request_status';
  end if;
  update public.bkk_quote_requests set status = p_to where quote_id = p_quote_id;
end
$$;
comment on function public.bkk_admin_set_quote_status is
  'Changes the status of a request from the one that the admin has seen to the next.';
call bkk_internal.expose('bkk_admin_set_quote_status', 'authenticated');

-- With its owner's rights and no barrier, as bkk_users_admin_view.
create view public.bkk_quote_requests_admin_view as
  select quote_id, user_id, member_email as email, member_name as full_name,
    origin, destination, pax_adt, pax_chd, pax_inf, status, dep_date, created_at, updated_at,
    upper(right(quote_id::text, 8)) as number,
    public.bkk_fold_text(coalesce(member_email, '') || ' ' || coalesce(member_name, '')) as search_text
  from public.bkk_quote_requests
  where (select public.bkk_is_admin());
comment on view public.bkk_quote_requests_admin_view is
  'Every request with its member, for admins; no rows for other signed-in users.';

revoke all on table public.bkk_quote_requests_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_quote_requests_admin_view to authenticated;
