-- What the servers themselves store.

-- The addresses that ADMIN_EMAIL has named. Each makes an account an admin once, so that the next start does not give a
-- demoted admin the role again.
create table bkksiam_private.named_admins (
  email text primary key,
  named_at timestamptz not null default now()
);
alter table bkksiam_private.named_admins enable row level security;

-- The secrets that servers share, also those that logins' passwords derive from.
create table if not exists bkksiam_private.secrets (name text primary key, value text not null);

revoke all on bkksiam_private.named_admins, bkksiam_private.secrets from public;

-- The secrets that a server needs under DATABASE_MIGRATE=off: without the key that passwords derive from.
create function bkksiam_private.server_secrets() returns table (name text, value text)
  language sql stable security definer set search_path = ''
as $$
  select name, value from bkksiam_private.secrets
  where name in ('jwt secret', 'jwt secret accepted', 'sealing key', 'sealing key accepted', 'login passwords')
$$;

-- Deletes what is stored by address instead of by account, for bkk_internal.erase_user(): waiting mails, the password of a sign-up, and
-- the address in named_admins.
create function bkksiam_private.erase_address(p_email text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from bkksiam_private.mail_outbox where recipient = p_email;
  delete from bkksiam_private.sign_up_passwords where email = p_email;
  delete from bkksiam_private.named_admins where email = p_email;
end
$$;

revoke all on function bkksiam_private.server_secrets(), bkksiam_private.erase_address(text) from public;

grant usage on schema bkksiam_private to bkksiam_server;
grant execute on function bkksiam_private.server_secrets() to bkksiam_server;

-- The readiness check compares the applied migrations with the files of its release.
grant select (kind, name) on bkksiam_private.applied_files to supabase_auth_admin;

do $$
declare
  owner text := bkksiam_private.product_owner();
begin
  execute format('grant usage on schema bkksiam_private to %I', owner);
  execute format('grant select, insert on bkksiam_private.named_admins to %I', owner);
  execute format('grant execute on function bkksiam_private.erase_address(text) to %I', owner);
end
$$;
