-- Who changed what and when, with the row before and after. Triggers alone write it. It is append-only, for the owner and the
-- service key too.

create table public.bkk_change_log (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default now(),
  -- The user of the token, null if it was not a user's. Without a foreign key, because the entry outlives the account.
  actor_id uuid,
  actor_email text,
  -- The role of the token; null for the operator's own SQL and for the auth service.
  actor_role text,
  table_name text not null,
  row_id uuid not null,
  operation text not null check (operation in ('INSERT', 'UPDATE', 'DELETE')),
  before jsonb,
  after jsonb
);
-- Apart from the table, which an upgrade of 0.1.0 has already; that of its backup has the constraints too.
alter table public.bkk_change_log
  drop constraint if exists bkk_change_log_actor_email_check,
  drop constraint if exists bkk_change_log_actor_role_check,
  drop constraint if exists bkk_change_log_table_name_check,
  drop constraint if exists bkk_change_log_before_check,
  drop constraint if exists bkk_change_log_after_check,
  add constraint bkk_change_log_actor_email_check check (char_length(actor_email) <= 255),
  add constraint bkk_change_log_actor_role_check check (char_length(actor_role) <= 63),
  add constraint bkk_change_log_table_name_check check (char_length(table_name) <= 63),
  add constraint bkk_change_log_before_check check (octet_length(before::text) <= 65536),
  add constraint bkk_change_log_after_check check (octet_length(after::text) <= 65536);
comment on table public.bkk_change_log is 'Changes of roles, invitations, credit, requests and news by callers of the API, and every change of a role; for admins to read.';

create index bkk_change_log_row_idx on public.bkk_change_log (row_id, id desc);
create index bkk_change_log_actor_idx on public.bkk_change_log (actor_id, id desc);

alter table public.bkk_change_log enable row level security;

revoke all on table public.bkk_change_log from public, anon, authenticated, service_role;
revoke all on sequence public.bkk_change_log_id_seq from public, anon, authenticated, service_role;
grant select (id, changed_at, actor_id, actor_email, actor_role, table_name, row_id, operation, before, after)
  on table public.bkk_change_log to authenticated;
grant select on table public.bkk_change_log to service_role;

create policy "admins read every change" on public.bkk_change_log
  for select to authenticated
  using ((select public.bkk_is_admin()));

create function public.bkk_redact_row(p_row jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select case when p_row is not null then coalesce(
    (select jsonb_object_agg(field.key, case
        when field.key in ('email', 'full_name', 'phone', 'member_email', 'member_name') then 'null'
        else field.value end)
      from jsonb_each(p_row) as field), '{}') end
$$;
comment on function public.bkk_redact_row(jsonb) is 'A row without the fields that identify a person.';
revoke all on function public.bkk_redact_row(p_row jsonb) from public, anon, authenticated, service_role;

-- The one update that is allowed removes a person's data: bkk_erase_user() does. Only the owner has the right to update.
create function public.bkk_protect_change_log() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  redacted constant text[] := array['actor_email', 'before', 'after'];
begin
  if tg_op = 'UPDATE'
    and to_jsonb(new) - redacted = to_jsonb(old) - redacted
    and (new.actor_email is null or new.actor_email = old.actor_email)
    and (new.before is not distinct from old.before
      or new.before is not distinct from public.bkk_redact_row(old.before))
    and (new.after is not distinct from old.after
      or new.after is not distinct from public.bkk_redact_row(old.after))
  then
    return new;
  end if;
  raise insufficient_privilege using message = 'The change log is append-only.';
end
$$;
revoke all on function public.bkk_protect_change_log() from public, anon, authenticated, service_role;

create trigger bkk_protect_change_log
  before delete or truncate on public.bkk_change_log
  for each statement execute function public.bkk_protect_change_log();
create trigger bkk_protect_change_log_entry
  before update on public.bkk_change_log
  for each row execute function public.bkk_protect_change_log();

-- Runs as the owner because no caller may write to the log. The argument is the column with the row's id.
create function public.bkk_record_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb;
  after jsonb;
begin
  -- Without a token it is the seed, or the deletion of an account with its rows. Roles other than that of a new member are always recorded.
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

create trigger bkk_record_insertion
  after insert on public.bkk_user_roles
  for each row when (new.role <> 'member')
  execute function public.bkk_record_change('user_id');

create trigger bkk_record_deletion
  after delete on public.bkk_user_roles
  for each row execute function public.bkk_record_change('user_id');

create trigger bkk_record_change
  after insert or delete or update of user_id, role on public.bkk_invited_roles
  for each row execute function public.bkk_record_change('user_id');
