-- The products of the store. Amounts are whole cents of the currency. The store's public calls are the only public reading, with a
-- role of their own.

-- The servers' own databases have the role with a login before the first migration.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'bkksiam_store_reader') then
    create role bkksiam_store_reader nologin noinherit;
  end if;
end
$$;

-- The order of product names. PostgreSQL may be built without ICU; names then have the database's own order.
do $$
begin
  create collation public.bkk_product_names (provider = icu, locale = 'th');
exception
  when feature_not_supported then
    execute (
      select format('create collation public.bkk_product_names (provider = libc, locale = %L)', datcollate)
      from pg_database where datname = current_database());
end
$$;

create table public.bkk_products (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  state text not null default 'PUBLISHED' check (state in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  -- Optimistic lock of the admins, and the key of the last save, for calls that repeat it.
  version integer not null default 1,
  saved_key uuid,
  title text not null check (char_length(title) between 1 and 200),
  title_th text check (char_length(title_th) between 1 and 200),
  subtitle text check (char_length(subtitle) <= 200),
  subtitle_th text check (char_length(subtitle_th) between 1 and 200),
  ribbon_text text check (char_length(ribbon_text) <= 40),
  ribbon_text_th text check (char_length(ribbon_text_th) between 1 and 40),
  description text not null default '' check (char_length(description) <= 10000),
  description_th text check (char_length(description_th) between 1 and 10000),
  thumbnail text check (char_length(thumbnail) <= 2000),
  purchasable boolean not null default true,
  -- In no list of the store, though published: its address shows it.
  is_hidden boolean not null default false,
  position integer not null default 0,
  site_product_selection text default 'lowest_price_first' check (char_length(site_product_selection) <= 40),
  images jsonb not null default '[]' check (jsonb_typeof(images) = 'array' and octet_length(images::text) <= 40000),
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array' and octet_length(options::text) <= 20000),
  collections jsonb not null default '[]' check (jsonb_typeof(collections) = 'array' and octet_length(collections::text) <= 10000),
  additional_info jsonb not null default '[]'
    check (jsonb_typeof(additional_info) = 'array' and octet_length(additional_info::text) <= 40000),
  custom_fields jsonb not null default '[]' check (jsonb_typeof(custom_fields) = 'array' and octet_length(custom_fields::text) <= 10000),
  related_products jsonb not null default '[]'
    check (jsonb_typeof(related_products) = 'array' and octet_length(related_products::text) <= 10000),
  kind text not null default 'physical' check (char_length(kind) <= 40),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- As searchText() of the domain: any case, any width, without spaces, which Thai does not write between words.
  search_text text not null generated always as (
    lower(regexp_replace(
      normalize(title || coalesce(title_th, '') || coalesce(subtitle, '') || coalesce(subtitle_th, ''), nfkc), '\s', '', 'g')
      collate public.bkk_product_names)
  ) stored check (octet_length(search_text) <= 60000),
  -- What the list of the admins searches.
  folded_text text not null generated always as (
    public.bkk_fold_text(id || ' ' || title || ' ' || coalesce(title_th, '') || ' ' || coalesce(subtitle, '') || ' ' || coalesce(subtitle_th, ''))
  ) stored check (octet_length(folded_text) <= 60000)
);
comment on table public.bkk_products is
  'The products of the store. Functions and the owner alone write. The store shows a text and the Thai one beside it (_th, null without one) as one text in both languages.';
comment on column public.bkk_products.images is 'In order: {url, type, alt, alt_th}.';
comment on column public.bkk_products.options is 'In order: {id, title, title_th, values: [{value, value_th}]}; each variant has one value of each.';
comment on column public.bkk_products.collections is '{collection_id, order}.';
comment on column public.bkk_products.additional_info is 'In order: {id, title, title_th, description, description_th}.';
comment on column public.bkk_products.custom_fields is 'In order: {id, title, title_th, is_required}.';
comment on column public.bkk_products.related_products is 'In order: {id, section_title, section_title_th, related_type, related_id}.';

create index bkk_products_in_order_idx on public.bkk_products (position, id);
create index bkk_products_by_creation_idx on public.bkk_products (created_at, id);
create index bkk_products_by_change_idx on public.bkk_products (updated_at, id);
create index bkk_products_by_title_idx on public.bkk_products (title collate public.bkk_product_names, id);

create table public.bkk_product_variants (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  product_id text not null references public.bkk_products (id) on delete cascade,
  position integer not null default 0,
  title text not null check (char_length(title) between 1 and 200),
  title_th text check (char_length(title_th) between 1 and 200),
  image_url text check (char_length(image_url) <= 2000),
  sku text check (char_length(sku) <= 100),
  price_in_cents integer not null check (price_in_cents >= 0),
  sale_price_in_cents integer check (sale_price_in_cents >= 0),
  currency text not null default 'eur' check (currency ~ '^[a-z]{3}$'),
  manage_inventory boolean not null default true,
  -- What is free to be bought; null where the stock is not kept. Functions change it by movements.
  inventory_quantity integer check (inventory_quantity >= 0),
  reserved_quantity integer not null default 0 check (reserved_quantity >= 0),
  sold_quantity integer not null default 0 check (sold_quantity >= 0),
  received_quantity integer not null default 0 check (received_quantity >= 0),
  weight integer check (weight >= 0),
  options jsonb not null default '{}' check (jsonb_typeof(options) = 'object' and octet_length(options::text) <= 10000),
  -- What orders have reserved is released or sold before the stock is no longer kept.
  check (manage_inventory or reserved_quantity = 0)
);
comment on table public.bkk_product_variants is 'What is sold of a product: a price, a stock and a value of each option.';
comment on column public.bkk_product_variants.options is 'The value by the id of each of the product''s options.';
comment on column public.bkk_product_variants.weight is 'In grams.';

create index bkk_product_variants_product_idx on public.bkk_product_variants (product_id, position, id);
create unique index bkk_product_variants_sku_idx on public.bkk_product_variants (sku);

call bkk_internal.protect('bkk_products');
call bkk_internal.protect('bkk_product_variants');
grant select (
    id, state, version, title, title_th, subtitle, subtitle_th, ribbon_text, ribbon_text_th, description, description_th, thumbnail,
    purchasable, is_hidden, position, site_product_selection, images, options, collections, additional_info, custom_fields,
    related_products, kind, created_at, updated_at, search_text)
  on table public.bkk_products to authenticated, bkksiam_store_reader;
grant select (
    id, product_id, position, title, title_th, image_url, sku, price_in_cents, sale_price_in_cents, currency, manage_inventory, inventory_quantity,
    weight, options)
  on table public.bkk_product_variants to authenticated, bkksiam_store_reader;
grant select (reserved_quantity, sold_quantity, received_quantity) on table public.bkk_product_variants to authenticated;
grant select on table public.bkk_products, public.bkk_product_variants to service_role;

create policy "the store reads published products" on public.bkk_products
  for select to bkksiam_store_reader
  using (state = 'PUBLISHED');

-- Its queries join the products, of which it sees the published ones. A subquery here would run for every variant of a sort by price.
create policy "the store reads every variant" on public.bkk_product_variants
  for select to bkksiam_store_reader
  using (true);

create policy "admins read every product" on public.bkk_products
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('shop')));

create policy "admins read every variant" on public.bkk_product_variants
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('shop')));

-- Servers then drop what they have cached of the product, or all of it where no product is named. They never cache the stock.
create function bkk_internal.notify_product_change() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if tg_level = 'STATEMENT' then
    notify bkk_products;
    return null;
  end if;
  -- PostgreSQL sends equal notifications of a transaction once.
  if tg_op <> 'INSERT' then
    perform pg_catalog.pg_notify('bkk_products', to_jsonb(old) ->> tg_argv[0]);
  end if;
  if tg_op <> 'DELETE' then
    perform pg_catalog.pg_notify('bkk_products', to_jsonb(new) ->> tg_argv[0]);
  end if;
  return null;
end
$$;

create trigger bkk_notify_product_change after insert or update or delete
  on public.bkk_products for each row execute function bkk_internal.notify_product_change('id');
create trigger bkk_notify_product_truncation after truncate
  on public.bkk_products for each statement execute function bkk_internal.notify_product_change();
create trigger bkk_notify_product_change after insert or update or delete
  on public.bkk_product_variants for each row execute function bkk_internal.notify_product_change('product_id');
create trigger bkk_notify_product_truncation after truncate
  on public.bkk_product_variants for each statement execute function bkk_internal.notify_product_change();

create trigger bkk_record_change
  after insert or update or delete on public.bkk_products
  for each row execute function bkk_internal.record_change('id', 'key');

-- Without the stock, which has its movements.
create trigger bkk_record_change
  after update on public.bkk_product_variants
  for each row when (
    (old.title, old.title_th, old.image_url, old.sku, old.price_in_cents, old.sale_price_in_cents, old.manage_inventory, old.weight, old.options)
      is distinct from
    (new.title, new.title_th, new.image_url, new.sku, new.price_in_cents, new.sale_price_in_cents, new.manage_inventory, new.weight, new.options))
  execute function bkk_internal.record_change('id', 'key');
create trigger bkk_record_variants
  after insert or delete on public.bkk_product_variants
  for each row execute function bkk_internal.record_change('id', 'key');
