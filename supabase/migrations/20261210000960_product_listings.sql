-- What the lists of products are searched and sorted by: a short row for each product, which triggers maintain. The rows of the
-- products are long, and their prices and article numbers are those of the variants.

create table public.bkk_product_listings (
  product_id text primary key references public.bkk_products (id) on delete cascade,
  is_published boolean not null,
  is_hidden boolean not null,
  position integer not null,
  title text not null check (char_length(title) <= 200),
  -- The price that a card shows; '' for the currency of a product without variants.
  currency text not null check (char_length(currency) <= 3),
  cents integer not null,
  -- What the store searches.
  search_text text not null check (octet_length(search_text) <= 60000),
  -- What the list of the admins searches: also article numbers.
  folded_text text not null check (octet_length(folded_text) <= 60000)
);
comment on table public.bkk_product_listings is 'What lists of products are searched and sorted by; triggers alone write it.';

create index bkk_product_listings_position_idx on public.bkk_product_listings (is_published, is_hidden, position, product_id);
create index bkk_product_listings_title_idx
  on public.bkk_product_listings (is_published, is_hidden, title collate public.bkk_product_names, product_id);
create index bkk_product_listings_currency_idx on public.bkk_product_listings (is_published, is_hidden, currency, position, product_id);
create index bkk_product_listings_price_idx on public.bkk_product_listings (is_published, is_hidden, currency, cents, position, product_id);

call bkk_internal.protect('bkk_product_listings');
grant select (product_id, is_published, is_hidden, position, title, currency, cents, search_text)
  on table public.bkk_product_listings to bkksiam_store_reader;
grant select on table public.bkk_product_listings to service_role;

-- As "the store reads every variant": its queries ask for published products, of which alone it sees the rows. A condition here
-- would keep searches from their index.
create policy "the store reads every listing" on public.bkk_product_listings
  for select to bkksiam_store_reader
  using (true);

-- As `shownVariant` of the domain chooses the price: that of the first variant, or the lowest one in its currency.
create function bkk_internal.list_product(p_product_id text) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  -- Of two that change variants of a product, the second one sees what the first one has changed.
  perform from public.bkk_products as product where product.id = p_product_id for no key update;
  insert into public.bkk_product_listings as known (
      product_id, is_published, is_hidden, position, title, currency, cents, search_text, folded_text)
    select product.id, product.state = 'PUBLISHED', product.is_hidden, product.position, product.title, coalesce(shown.currency, ''),
      coalesce(case when product.site_product_selection <> 'lowest_price_first' then shown.cents else shown.lowest end, 0),
      product.search_text,
      product.folded_text || coalesce((
        select string_agg(' ' || public.bkk_fold_text(variant.sku), '' order by variant.position, variant.id)
        from public.bkk_product_variants as variant where variant.product_id = product.id), '')
    from public.bkk_products as product
      left join lateral (
        select priced.currency, priced.cents, min(priced.cents) over (partition by priced.currency) as lowest
        from (
          select variant.currency, variant.position, variant.id, coalesce(variant.sale_price_in_cents, variant.price_in_cents) as cents
          from public.bkk_product_variants as variant where variant.product_id = product.id) as priced
        order by priced.position, priced.id limit 1) as shown on true
    where product.id = p_product_id
    on conflict (product_id) do update
      set is_published = excluded.is_published, is_hidden = excluded.is_hidden, position = excluded.position,
        title = excluded.title, currency = excluded.currency, cents = excluded.cents, search_text = excluded.search_text, folded_text = excluded.folded_text
      where (known.is_published, known.is_hidden, known.position, known.title, known.currency, known.cents, known.search_text, known.folded_text)
        is distinct from (
          excluded.is_published, excluded.is_hidden, excluded.position, excluded.title, excluded.currency, excluded.cents, excluded.search_text,
          excluded.folded_text);
end
$$;
comment on function bkk_internal.list_product is 'Brings the listing of a product up to date.';

create function bkk_internal.list_changed_product() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform bkk_internal.list_product(to_jsonb(old) ->> tg_argv[0]);
  end if;
  if tg_op <> 'DELETE' then
    perform bkk_internal.list_product(to_jsonb(new) ->> tg_argv[0]);
  end if;
  return null;
end
$$;

create trigger bkk_list_product after insert or update of state, is_hidden, position, site_product_selection, id, title, title_th, subtitle, subtitle_th
  on public.bkk_products for each row execute function bkk_internal.list_changed_product('id');
create trigger bkk_list_product after insert or delete or update of product_id, position, sku, price_in_cents, sale_price_in_cents, currency
  on public.bkk_product_variants for each row execute function bkk_internal.list_changed_product('product_id');

call bkk_internal.index_search('bkk_product_listings_search_idx', 'bkk_product_listings', 'search_text', 'folded_text');

create index bkk_products_title_idx on public.bkk_products (title, id);
