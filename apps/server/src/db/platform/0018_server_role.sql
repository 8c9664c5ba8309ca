-- The group of the logins that servers start with where `npm run migrate` prepares the database and they do not
-- (DATABASE_MIGRATE=off). It reads the secrets that servers share and nothing else; requests use the product's own logins.
do $$
begin
  if exists (select from pg_roles where rolname = 'bkksiam_server') then
    return;
  end if;
  begin
    create role bkksiam_server nologin;
  exception
    -- Another database's start made it between the look and the step.
    when duplicate_object or unique_violation then return;
  end;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant bkksiam_server to %I', current_user);
  end if;
end
$$;

create table if not exists bkksiam_private.secrets (name text primary key, value text not null);
revoke all on bkksiam_private.secrets from public;

-- Without the key that the passwords derive from.
create function bkksiam_private.server_secrets() returns table (name text, value text)
  language sql stable security definer set search_path = ''
as $$
  select name, value from bkksiam_private.secrets
  where name in ('jwt secret', 'jwt secret accepted', 'sealing key', 'sealing key accepted', 'login passwords')
$$;
revoke all on function bkksiam_private.server_secrets() from public;
grant usage on schema bkksiam_private to bkksiam_server;
grant execute on function bkksiam_private.server_secrets() to bkksiam_server;
