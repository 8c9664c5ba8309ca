-- Indexes of the lists of requests and bookings.

-- The queue without a filter, by status and by departure. Many requests have the same status or day; the id orders them.
create index bkk_quote_details_waiting_since_idx on public.bkk_quote_details (waiting_since, quote_id);
create index bkk_quote_requests_status_id_idx on public.bkk_quote_requests (status, quote_id);
create index bkk_quote_requests_dep_date_id_idx on public.bkk_quote_requests (dep_date, quote_id);

-- Trigram index for searching bookings by a part of the reference, the name or the e-mail of the member, as for requests. Without
-- the extension the search works, but reads the whole table.
do $$
declare
  extension_schema text;
begin
  select schema.nspname into extension_schema
    from pg_catalog.pg_extension as extension
      join pg_catalog.pg_namespace as schema on schema.oid = extension.extnamespace
    where extension.extname = 'pg_trgm';
  if extension_schema is not null then
    execute format(
      'create index bkk_bookings_search_idx on public.bkk_bookings
         using gin (reference %1$I.gin_trgm_ops, member_email %1$I.gin_trgm_ops, member_name %1$I.gin_trgm_ops)',
      extension_schema);
  end if;
end
$$;
