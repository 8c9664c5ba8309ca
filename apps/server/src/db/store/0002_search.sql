-- Search and order of names over the whole catalogue, as the site does them in the browser.

-- PostgreSQL may be built without ICU; names are then ordered as the database orders text.
do $$
begin
  create collation bkksiam_store.names (provider = icu, locale = 'th');
exception
  when feature_not_supported then
    execute (
      select format('create collation bkksiam_store.names (provider = libc, locale = %L)', datcollate)
      from pg_database where datname = current_database());
end
$$;

-- The form that searchText() of the domain gives a search: any case, any width, no spaces, which Thai does without.
alter table bkksiam_store.products add column search_text text not null generated always as (
  lower(regexp_replace(normalize(title || coalesce(subtitle, ''), nfkc), '\s', '', 'g') collate bkksiam_store.names)
) stored;

-- It has another collation than the listing.
drop index bkksiam_store.products_by_title_idx;
create index products_by_title_idx on bkksiam_store.products (title collate bkksiam_store.names, id);
