-- Trigram indexes for searching the admin's lists by a part of a name or an e-mail. Without the extension the search works,
-- but reads the whole table.
do $$
declare
  extension_schema text;
begin
  begin
    if exists (select from pg_catalog.pg_available_extensions where name = 'pg_trgm') then
      create extension if not exists pg_trgm with schema extensions;
    end if;
  exception
    when insufficient_privilege then
      raise notice 'pg_trgm may not be created: searching the admin''s lists will be slower';
  end;
  select schema.nspname into extension_schema
    from pg_catalog.pg_extension as extension
      join pg_catalog.pg_namespace as schema on schema.oid = extension.extnamespace
    where extension.extname = 'pg_trgm';
  if extension_schema is not null then
    execute format(
      'create index bkk_user_roles_search_idx on public.bkk_user_roles
         using gin (email %1$I.gin_trgm_ops, full_name %1$I.gin_trgm_ops);
       create index bkk_quote_requests_search_idx on public.bkk_quote_requests
         using gin (member_email %1$I.gin_trgm_ops, member_name %1$I.gin_trgm_ops);
       create index bkk_login_logs_search_idx on public.bkk_login_logs using gin (email %1$I.gin_trgm_ops)',
      extension_schema);
  end if;
end
$$;
