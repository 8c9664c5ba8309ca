-- First step of upgrading a database whose migrations are older than those of this release. Everything that has no rows is
-- dropped: this release's migrations create it. Tables are kept; of them, the migrations create those that are missing.
do $$
declare
  command text;
begin
  for command in
    select format('drop view %s cascade', oid::regclass)
    from pg_class
    where relkind = 'v' and relnamespace = 'public'::regnamespace and relname like 'bkk\_%'
    union all
    -- Cascades to triggers, those on auth.users included, and to policies that call the function.
    select format('drop function if exists %s cascade', oid::regprocedure)
    from pg_proc
    where pronamespace = 'public'::regnamespace and proname like 'bkk\_%'
      or pronamespace in ('bkksiam_private'::regnamespace, 'bkksiam_store'::regnamespace)
    union all
    select format('drop policy if exists %I on %I.%I', policyname, schemaname, tablename)
    from pg_policies
    where schemaname = 'public' and tablename like 'bkk\_%' or schemaname = 'bkksiam_private'
    union all
    select format('drop index %s', indexrelid::regclass)
    from pg_index join pg_class as indexed on indexed.oid = indrelid
    where not exists (select from pg_constraint where conindid = indexrelid)
      and (relnamespace = 'public'::regnamespace and relname like 'bkk\_%'
        or relnamespace in ('bkksiam_private'::regnamespace, 'bkksiam_store'::regnamespace))
  loop
    execute command;
  end loop;
end
$$;

-- What passes through it is not kept.
drop schema if exists realtime cascade;

drop index if exists auth.users_waiting_idx;
revoke all on all tables in schema bkksiam_store from supabase_auth_admin;
revoke all on schema bkksiam_store from supabase_auth_admin;

delete from supabase_migrations.schema_migrations where version in (
  select left(name, 14) from bkksiam_private.applied_files where kind = 'product');
delete from bkksiam_private.applied_files;
