-- Who changed what, when, from what to what. Filled by triggers alone; nobody changes or removes a row of it, the
-- owner and the service included.

create table public.bkk_change_log (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default now(),
  -- Whoever's token it was. Without a reference, because the record outlives the account; null when it was no person.
  actor_id uuid,
  actor_email text,
  -- The role of the token; null for the operator's own SQL and the auth service.
  actor_role text,
  table_name text not null,
  row_id uuid not null,
  operation text not null check (operation in ('INSERT', 'UPDATE', 'DELETE')),
  before jsonb,
  after jsonb
);
comment on table public.bkk_change_log is 'Every change that admins make, for admins to read.';

create index bkk_change_log_row_idx on public.bkk_change_log (row_id, id desc);
create index bkk_change_log_actor_idx on public.bkk_change_log (actor_id, id desc);

alter table public.bkk_change_log enable row level security;

revoke all on table public.bkk_change_log from public, anon, authenticated, service_role;
revoke all on sequence public.bkk_change_log_id_seq from public, anon, authenticated, service_role;
grant select on table public.bkk_change_log to authenticated;
grant select on table public.bkk_change_log to service_role;

create policy "admins read every change" on public.bkk_change_log
  for select to authenticated
  using ((select public.bkk_is_admin()));

create function public.bkk_keep_change_log() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise insufficient_privilege using message = 'What has happened stays recorded.';
end
$$;
revoke all on function public.bkk_keep_change_log() from public, anon, authenticated, service_role;

create trigger bkk_keep_change_log
  before update or delete or truncate on public.bkk_change_log
  for each statement execute function public.bkk_keep_change_log();

-- Runs as the owner because nobody else may write to the log. The argument names the column of the row's id.
create function public.bkk_record_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb;
  after jsonb;
begin
  if tg_table_schema <> 'public' or tg_nargs <> 1 then
    raise insufficient_privilege using message = 'This belongs to the product''s own tables.';
  end if;
  -- Without a token it is the seed, or an account that goes with all it has; roles are recorded whoever it was.
  if auth.role() is null and tg_table_name <> 'bkk_user_roles' then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    before := to_jsonb(old);
  end if;
  if tg_op <> 'DELETE' then
    after := to_jsonb(new);
  end if;
  insert into public.bkk_change_log (
      actor_id, actor_email, actor_role, table_name, row_id, operation, before, after)
    values (
      auth.uid(), auth.email(), auth.role(), tg_table_name,
      (coalesce(after, before) ->> tg_argv[0])::uuid, tg_op, before, after);
  return null;
end
$$;
revoke all on function public.bkk_record_change() from public, anon, authenticated, service_role;

create trigger bkk_record_change
  after update of user_id, role, is_active on public.bkk_user_roles
  for each row when (
    (old.user_id, old.role, old.is_active) is distinct from (new.user_id, new.role, new.is_active))
  execute function public.bkk_record_change('user_id');

create trigger bkk_record_removal
  after delete on public.bkk_user_roles
  for each row execute function public.bkk_record_change('user_id');

create trigger bkk_record_change
  after insert or update or delete on public.bkk_credit_accounts
  for each row execute function public.bkk_record_change('user_id');

create trigger bkk_record_change
  after insert or delete or update of
    quote_id, user_id, origin, destination, pax_adt, pax_chd, pax_inf, status, dep_date, created_at, updated_at
  on public.bkk_quote_requests
  for each row execute function public.bkk_record_change('quote_id');

create trigger bkk_record_change
  after insert or update or delete on public.bkk_airline_news
  for each row execute function public.bkk_record_change('id');
