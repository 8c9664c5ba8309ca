-- The store's catalogue, in a schema that the data service does not expose. Amounts are whole cents.

create schema if not exists bkksiam_store;
revoke all on schema bkksiam_store from public;
grant usage on schema bkksiam_store to bkksiam_store_reader;

-- The order of product names. PostgreSQL may be built without ICU; names then have the database's own order.
do $$
begin
  create collation bkksiam_store.names (provider = icu, locale = 'th');
exception
  when duplicate_object then null;
  when feature_not_supported then
    execute (
      select format('create collation if not exists bkksiam_store.names (provider = libc, locale = %L)', datcollate)
      from pg_database where datname = current_database());
end
$$;

create table bkksiam_store.products (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  title text not null check (char_length(title) between 1 and 200),
  subtitle text check (char_length(subtitle) <= 200),
  ribbon_text text check (char_length(ribbon_text) <= 40),
  description text not null default '' check (char_length(description) <= 10000),
  thumbnail text,
  purchasable boolean not null default true,
  is_hidden boolean not null default false,
  position integer not null default 0,
  site_product_selection text default 'lowest_price_first',
  images jsonb not null default '[]' check (jsonb_typeof(images) = 'array'),
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  collections jsonb not null default '[]' check (jsonb_typeof(collections) = 'array'),
  additional_info jsonb not null default '[]' check (jsonb_typeof(additional_info) = 'array'),
  custom_fields jsonb not null default '[]' check (jsonb_typeof(custom_fields) = 'array'),
  related_products jsonb not null default '[]' check (jsonb_typeof(related_products) = 'array'),
  kind text not null default 'physical',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- As searchText() of the domain: any case, any width, without spaces, which Thai does not write between words.
  search_text text not null generated always as (
    lower(regexp_replace(normalize(title || coalesce(subtitle, ''), nfkc), '\s', '', 'g') collate bkksiam_store.names)
  ) stored
);
comment on column bkksiam_store.products.images is 'In order: {url, type}.';
comment on column bkksiam_store.products.options is 'In order: {id, title}; each variant has its values.';
comment on column bkksiam_store.products.related_products is 'In order: {id, section_title, related_type, related_id}.';

create index products_in_order_idx on bkksiam_store.products (position, id);
create index products_by_creation_idx on bkksiam_store.products (created_at, id);
create index products_by_change_idx on bkksiam_store.products (updated_at, id);
create index products_by_title_idx on bkksiam_store.products (title collate bkksiam_store.names, id);

create table bkksiam_store.variants (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  product_id text not null references bkksiam_store.products (id) on delete cascade,
  position integer not null default 0,
  title text not null check (char_length(title) between 1 and 200),
  image_url text,
  sku text,
  price_in_cents integer not null check (price_in_cents >= 0),
  sale_price_in_cents integer check (sale_price_in_cents >= 0),
  currency text not null default 'eur' check (currency ~ '^[a-z]{3}$'),
  manage_inventory boolean not null default true,
  inventory_quantity integer,
  weight integer check (weight >= 0),
  options jsonb not null default '{}' check (jsonb_typeof(options) = 'object')
);
comment on column bkksiam_store.variants.options is 'The value by the id of each of the product''s options.';
comment on column bkksiam_store.variants.weight is 'In grams.';

create index variants_of_product_idx on bkksiam_store.variants (product_id, position, id);

-- Servers then clear their cache of the catalogue. They never cache the stock.
create function bkksiam_store.notify_change() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  notify bkksiam_store;
  return null;
end
$$;
revoke all on function bkksiam_store.notify_change() from public;

create trigger notify_change after insert or update or delete or truncate
  on bkksiam_store.products for each statement execute function bkksiam_store.notify_change();
create trigger notify_change after insert or update or delete or truncate
  on bkksiam_store.variants for each statement execute function bkksiam_store.notify_change();

grant select on bkksiam_store.products, bkksiam_store.variants to bkksiam_store_reader;
