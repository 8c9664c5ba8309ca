-- Run once on the primary, by the superuser. psql variables: owner_password, pooler_password.

-- Before PostgreSQL 16 the owner must be a superuser: only one can create a role that bypasses row policies.
select current_setting('server_version_num')::int < 160000 as is_old \gset
\if :is_old
  create role bkksiam login superuser password :'owner_password';
\else
  create role bkksiam login createrole bypassrls password :'owner_password';
\endif
create database bkksiam owner bkksiam encoding 'UTF8' template template0;

create role pgbouncer login password :'pooler_password';

\connect bkksiam
create schema pgbouncer;
revoke all on schema pgbouncer from public;
grant usage on schema pgbouncer to pgbouncer;

-- pgbouncer's auth_query: the verifier of a role that may log in through it.
create function pgbouncer.find_login(p_user text) returns table (user_name text, verifier text)
language sql stable security definer set search_path = pg_catalog
as $$
  select rolname, rolpassword from pg_authid
  where rolname = p_user and rolcanlogin and not rolreplication
    and rolname not in ('postgres', 'rewind') and (rolvaliduntil is null or rolvaliduntil > now())
$$;
revoke all on function pgbouncer.find_login(text) from public;
grant execute on function pgbouncer.find_login(text) to pgbouncer;
