-- Who changed what and when, with the row before and after, and who opened what is sealed. Triggers and functions alone write it. It is append-only, for the owner and the
-- service key too.

create table public.bkk_change_log (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default now(),
  -- The user of the token, null if it was not a user's. Without a foreign key, because the entry outlives the account.
  actor_id uuid,
  actor_email text check (char_length(actor_email) <= 255),
  -- The role of the token; null for the operator's own SQL and for the auth service.
  actor_role text check (char_length(actor_role) <= 63),
  table_name text not null check (char_length(table_name) <= 63),
  row_id uuid,
  -- In place of `row_id` for ids that are no UUIDs, such as those of products.
  row_key text check (char_length(row_key) <= 64),
  operation text not null check (operation in ('INSERT', 'UPDATE', 'DELETE', 'READ')),
  before jsonb check (octet_length(before::text) <= 262144),
  after jsonb check (octet_length(after::text) <= 262144),
  check (num_nonnulls(row_id, row_key) = 1)
);
comment on table public.bkk_change_log is 'Changes of roles, invitations, credit, requests, news and products by callers of the API, every change of a role, each opening of a sealed value, and each erasure of a visitor''s thread; for admins to read.';

create index bkk_change_log_row_idx on public.bkk_change_log (row_id, id desc);
create index bkk_change_log_key_idx on public.bkk_change_log (row_key, id desc) where row_key is not null;
create index bkk_change_log_actor_idx on public.bkk_change_log (actor_id, id desc);
create index bkk_change_log_read_idx on public.bkk_change_log (changed_at desc, id) where operation = 'READ';

call bkk_internal.protect('bkk_change_log');
revoke all on sequence public.bkk_change_log_id_seq from public, anon, authenticated, service_role;
grant select (id, changed_at, actor_id, actor_email, actor_role, table_name, row_id, row_key, operation, before, after)
  on table public.bkk_change_log to authenticated;
grant select on table public.bkk_change_log to service_role;

create policy "admins read every change" on public.bkk_change_log
  for select to authenticated
  using ((select public.bkk_is_admin()));

create function bkk_internal.redact_row(p_row jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select case when p_row is not null then coalesce(
    (select jsonb_object_agg(field.key, case
        when field.key in ('email', 'full_name', 'phone', 'member_email', 'member_name') then 'null'
        else field.value end)
      from jsonb_each(p_row) as field), '{}') end
$$;
comment on function bkk_internal.redact_row is 'A row without the fields that identify a person.';

-- The one update that is allowed removes a person's data: bkk_internal.erase_user() does. Only the owner has the right to update.
create function bkk_internal.protect_change_log() returns trigger
  language plpgsql set search_path = '' as $$
declare
  redacted constant text[] := array['actor_email', 'before', 'after'];
begin
  if tg_op = 'UPDATE'
    and to_jsonb(new) - redacted = to_jsonb(old) - redacted
    and (new.actor_email is null or new.actor_email = old.actor_email)
    and (new.before is not distinct from old.before
      or new.before is not distinct from bkk_internal.redact_row(old.before))
    and (new.after is not distinct from old.after
      or new.after is not distinct from bkk_internal.redact_row(old.after))
  then
    return new;
  end if;
  raise insufficient_privilege using message = 'The change log is append-only.', hint = 'bkk.append_only';
end
$$;

create trigger bkk_protect_change_log
  before delete or truncate on public.bkk_change_log
  for each statement execute function bkk_internal.protect_change_log();
create trigger bkk_protect_change_log_entry
  before update on public.bkk_change_log
  for each row execute function bkk_internal.protect_change_log();

-- Runs as the owner because no caller may write to the log. The first argument is the column with the row's id;
-- `key` follows if that is no UUID. What search columns hold is in the other columns already.
create function bkk_internal.record_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  before jsonb;
  after jsonb;
  id text;
begin
  -- Without a token it is the seed, or the deletion of an account with its rows. Roles other than that of a new member are always recorded.
  if auth.role() is null and tg_table_name <> 'bkk_user_roles' then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    before := to_jsonb(old) - array['search_text', 'folded_text'];
  end if;
  if tg_op <> 'DELETE' then
    after := to_jsonb(new) - array['search_text', 'folded_text'];
  end if;
  id := coalesce(after, before) ->> tg_argv[0];
  insert into public.bkk_change_log (
      actor_id, actor_email, actor_role, table_name, row_id, row_key, operation, before, after)
    values (
      auth.uid(), auth.email(), auth.role(), tg_table_name,
      case when tg_nargs = 1 then id::uuid end, case when tg_nargs > 1 then id end, tg_op, before, after);
  return null;
end
$$;

create trigger bkk_record_change
  after update of user_id, role, is_active on public.bkk_user_roles
  for each row when (
    (old.user_id, old.role, old.is_active) is distinct from (new.user_id, new.role, new.is_active))
  execute function bkk_internal.record_change('user_id');

create trigger bkk_record_insertion
  after insert on public.bkk_user_roles
  for each row when (new.role <> 'member')
  execute function bkk_internal.record_change('user_id');

create trigger bkk_record_deletion
  after delete on public.bkk_user_roles
  for each row execute function bkk_internal.record_change('user_id');

create trigger bkk_record_change
  after insert or delete or update of user_id, role on public.bkk_invited_roles
  for each row execute function bkk_internal.record_change('user_id');
