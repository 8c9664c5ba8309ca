-- Admins keep the products of the store (feature shop).

create function bkk_internal.check_languages(p_text text, p_thai text, p_label text, p_is_long boolean default false) returns void
  language plpgsql immutable set search_path = '' as $$
begin
  if p_thai is null then
    return;
  end if;
  if p_text is null or p_text ~ '[\u0e00-\u0e7f]'
    or exists (select from regexp_split_to_table(p_thai, '\n') as given (line) where line ~ '\S' and line !~ '[\u0e00-\u0e7f]')
  then
    raise sqlstate 'PT400' using
      message = format('%s beside a Thai one has no Thai letters, and each line of the Thai one has some.', p_label),
      hint = 'bkk.product_languages';
  end if;
  if not p_is_long and p_text || p_thai ~ ' [·/] ' then
    raise sqlstate 'PT400' using message = format('%s has no " · " or " / " where there is a Thai one.', p_label),
      hint = 'bkk.product_languages';
  end if;
end
$$;
comment on function bkk_internal.check_languages is
  'Raises PT400 unless a text and the Thai one beside it can be shown as one text of which readers find theirs; packages/domain joins and parts them.';

create function bkk_internal.check_items(p_items jsonb, p_label text, p_most integer, p_texts jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  checked jsonb := '[]';
  item jsonb;
  built jsonb;
  field record;
begin
  if p_items is null or p_items = 'null' then
    return checked;
  end if;
  if jsonb_typeof(p_items) <> 'array' or jsonb_array_length(p_items) > p_most then
    raise sqlstate 'PT400' using message = format('There are at most %s of %s.', p_most, p_label), hint = 'bkk.product_invalid';
  end if;
  for item in select value from jsonb_array_elements(p_items) with ordinality as given (value, position) order by position loop
    built := '{}';
    for field in
      select rtrim(key, '?') as name, key like '%?' as is_optional, value::integer as most from jsonb_each_text(p_texts)
    loop
      if jsonb_typeof(item) <> 'object' or jsonb_typeof(item -> field.name) not in ('string', 'null') then
        raise sqlstate 'PT400' using message = format('The %s of %s is no text.', field.name, p_label), hint = 'bkk.product_invalid';
      end if;
      built := built || jsonb_build_object(
        field.name, bkk_internal.check_text(item ->> field.name, field.most, format('The %s of %s', field.name, p_label)));
      if not field.is_optional and built ->> field.name is null then
        raise sqlstate 'PT400' using message = format('The %s of %s is missing.', field.name, p_label), hint = 'bkk.product_invalid';
      end if;
    end loop;
    for field in select rtrim(key, '?') as name from jsonb_object_keys(p_texts) as given (key) where key like '%\_th?' loop
      perform bkk_internal.check_languages(
        built ->> regexp_replace(field.name, '_th$', ''), built ->> field.name,
        format('The %s of %s', regexp_replace(field.name, '_th$', ''), p_label));
    end loop;
    checked := checked || jsonb_build_array(jsonb_strip_nulls(built));
  end loop;
  if (select count(distinct value ->> 'id') <> count(value ->> 'id') from jsonb_array_elements(checked)) then
    raise sqlstate 'PT400' using message = format('Two of %s have one id.', p_label), hint = 'bkk.product_invalid';
  end if;
  return checked;
end
$$;
comment on function bkk_internal.check_items is
  'The items of a list with these texts ({"name": longest}, "name?" if it may be missing) and nothing else; PT400 for any other.';

create function bkk_internal.check_options(p_options jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  options jsonb := bkk_internal.check_items(p_options, 'the options', 3, '{"id": 64, "title": 40, "title_th?": 40}');
  place integer;
  choices jsonb;
begin
  for place in 0 .. jsonb_array_length(options) - 1 loop
    choices := bkk_internal.check_items(p_options -> place -> 'values', 'the values of an option', 50, '{"value": 40, "value_th?": 40}');
    if choices = '[]' or (select count(distinct value ->> 'value') <> count(*) from jsonb_array_elements(choices)) then
      raise sqlstate 'PT400' using message = 'An option has values, each once.', hint = 'bkk.product_options';
    end if;
    options := jsonb_set(options, array[place::text, 'values'], choices);
  end loop;
  return options;
end
$$;
comment on function bkk_internal.check_options is 'The options of a product with their values; PT400 if they are invalid.';

create function bkk_internal.check_address(p_address text) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  if p_address !~ '^(/(?!/)|https?://)\S+$' then
    raise sqlstate 'PT400' using message = 'The address of a picture begins with / or https://.', hint = 'bkk.product_picture';
  end if;
  return bkk_internal.check_text(p_address, 2000, 'The address of a picture');
end
$$;
comment on function bkk_internal.check_address is 'The address of a picture, of the site or another one; PT400 for any other text.';

create function bkk_internal.check_product_texts(p_product public.bkk_products) returns public.bkk_products
  language plpgsql immutable set search_path = '' as $$
declare
  product public.bkk_products := p_product;
begin
  product.title := bkk_internal.check_text(product.title, 200, 'The title', 'A product needs a title.');
  product.title_th := bkk_internal.check_text(product.title_th, 200, 'The Thai title');
  product.subtitle := bkk_internal.check_text(product.subtitle, 200, 'The subtitle');
  product.subtitle_th := bkk_internal.check_text(product.subtitle_th, 200, 'The Thai subtitle');
  product.ribbon_text := bkk_internal.check_text(product.ribbon_text, 40, 'The ribbon');
  product.ribbon_text_th := bkk_internal.check_text(product.ribbon_text_th, 40, 'The Thai ribbon');
  product.description := coalesce(bkk_internal.check_text(product.description, 10000, 'The description'), '');
  product.description_th := bkk_internal.check_text(product.description_th, 10000, 'The Thai description');
  perform bkk_internal.check_languages(product.title, product.title_th, 'The title');
  perform bkk_internal.check_languages(product.subtitle, product.subtitle_th, 'The subtitle');
  perform bkk_internal.check_languages(product.ribbon_text, product.ribbon_text_th, 'The ribbon');
  perform bkk_internal.check_languages(product.description, product.description_th, 'The description', true);
  return product;
end
$$;
comment on function bkk_internal.check_product_texts is 'The product with its texts trimmed; PT400 if one is missing, too long or not in its language.';

create function bkk_internal.product_of(p_product_id text, p_product jsonb) returns public.bkk_products
  language plpgsql stable set search_path = '' as $$
declare
  product public.bkk_products;
begin
  if p_product is null or jsonb_typeof(p_product) <> 'object' then
    raise sqlstate 'PT400' using message = 'A product is an object.', hint = 'bkk.product_invalid';
  end if;
  if coalesce(p_product_id, '') !~ '^[A-Za-z0-9_-]{1,64}$' then
    raise sqlstate 'PT400' using message = 'The address of a product has 1 to 64 letters, digits and dashes.', hint = 'bkk.product_id';
  end if;
  product := bkk_internal.check_product_texts(jsonb_populate_record(null::public.bkk_products, p_product - array['variants', 'state']));
  product.id := p_product_id;
  product.purchasable := coalesce(product.purchasable, true);
  product.is_hidden := coalesce(product.is_hidden, false);
  product.position := coalesce(product.position, 0);
  product.site_product_selection := case product.site_product_selection when 'other' then 'other' else 'lowest_price_first' end;
  product.images := bkk_internal.check_items(product.images, 'the pictures', 20, '{"url": 2000, "alt?": 300, "alt_th?": 300}');
  perform bkk_internal.check_address(value ->> 'url') from jsonb_array_elements(product.images);
  product.thumbnail := bkk_internal.check_address(coalesce(product.thumbnail, product.images #>> '{0,url}'));
  product.options := bkk_internal.check_options(product.options);
  product.additional_info := bkk_internal.check_items(
    product.additional_info, 'the details', 20,
    '{"id": 64, "title": 60, "title_th?": 60, "description": 600, "description_th?": 600}');
  product.custom_fields := (
    select coalesce(jsonb_agg(field.value || jsonb_build_object(
      'is_required', coalesce(product.custom_fields -> (field.position - 1)::integer -> 'is_required' = 'true', false)) order by field.position), '[]')
    from jsonb_array_elements(bkk_internal.check_items(
      product.custom_fields, 'the fields', 10, '{"id": 64, "title": 60, "title_th?": 60}')) with ordinality as field (value, position));
  product.collections := (
    select coalesce(jsonb_agg(item.value || jsonb_build_object('order', product.position) order by item.position), '[]')
    from jsonb_array_elements(bkk_internal.check_items(
      product.collections, 'the collections', 20, '{"collection_id": 64}')) with ordinality as item (value, position));
  product.related_products := (
    select coalesce(jsonb_agg(item.value || jsonb_build_object(
      'id', p_product_id || '-' || (item.value ->> 'related_id'), 'related_type', 'product') order by item.position), '[]')
    from jsonb_array_elements(bkk_internal.check_items(
      product.related_products, 'the related products', 20,
      '{"related_id": 64, "section_title": 60, "section_title_th?": 60}')) with ordinality as item (value, position));
  if exists (
    select from jsonb_array_elements(product.related_products) as item (value)
    where not exists (
      select from public.bkk_products as other where other.id = item.value ->> 'related_id' and other.id <> p_product_id))
  then
    raise sqlstate 'PT400' using message = 'A related product is another one that there is.', hint = 'bkk.product_related';
  end if;
  return product;
end
$$;
comment on function bkk_internal.product_of is 'The product of a call, with everything that its row needs but variants; PT400 if it is invalid.';

-- The values of each option, in the order of the options, are the title of a variant.
create function bkk_internal.variant_of(p_product public.bkk_products, p_variant jsonb) returns public.bkk_product_variants
  language plpgsql stable set search_path = '' as $$
declare
  variant public.bkk_product_variants := jsonb_populate_record(null::public.bkk_product_variants, p_variant);
  choices jsonb;
begin
  variant.options := coalesce(variant.options, '{}');
  select jsonb_agg(chosen.value order by option.position) into choices
    from jsonb_array_elements(p_product.options) with ordinality as option (value, position)
      cross join jsonb_array_elements(option.value -> 'values') as chosen (value)
    where chosen.value ->> 'value' = variant.options ->> (option.value ->> 'id');
  if jsonb_typeof(variant.options) <> 'object' or (select count(*) from jsonb_object_keys(variant.options)) <> jsonb_array_length(p_product.options)
    or coalesce(jsonb_array_length(choices), 0) <> jsonb_array_length(p_product.options)
  then
    raise sqlstate 'PT400' using message = 'A variant has one value of each option.', hint = 'bkk.variant_options';
  end if;
  if choices is not null then
    select string_agg(value ->> 'value', ' / ' order by position),
        string_agg(coalesce(value ->> 'value_th', value ->> 'value'), ' / ' order by position) filter (where choices @? '$[*].value_th')
      into variant.title, variant.title_th
      from jsonb_array_elements(choices) with ordinality as chosen (value, position);
  else
    variant.title := coalesce(bkk_internal.check_text(variant.title, 200, 'The title of a variant'), p_product.title);
    variant.title_th := bkk_internal.check_text(variant.title_th, 200, 'The Thai title of a variant');
    perform bkk_internal.check_languages(variant.title, variant.title_th, 'The title of a variant');
  end if;
  variant.sku := bkk_internal.check_text(variant.sku, 100, 'The article number');
  variant.image_url := bkk_internal.check_address(variant.image_url);
  variant.manage_inventory := coalesce(variant.manage_inventory, true);
  if variant.price_in_cents is null or variant.price_in_cents not between 0 and 100000000
    or variant.sale_price_in_cents not between 0 and variant.price_in_cents - 1
  then
    raise sqlstate 'PT400' using message = 'A variant has a price of at most ฿1,000,000, and a sale price is lower.', hint = 'bkk.variant_price';
  end if;
  if variant.weight not between 0 and 1000000 or variant.inventory_quantity not between 0 and 100000 then
    raise sqlstate 'PT400' using message = 'A variant has at most a ton, and 100,000 pieces at first.', hint = 'bkk.variant_invalid';
  end if;
  return variant;
end
$$;
comment on function bkk_internal.variant_of is 'The variant of a call; PT400 if it is invalid.';

create function bkk_internal.save_variants(p_product public.bkk_products, p_variants jsonb) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  item record;
  given public.bkk_product_variants;
  known public.bkk_product_variants;
begin
  if jsonb_typeof(p_variants) is distinct from 'array' or jsonb_array_length(p_variants) > 100
    or jsonb_array_length(p_variants) = 0 and p_product.state = 'PUBLISHED'
  then
    raise sqlstate 'PT400' using message = 'A product has 1 to 100 variants, a draft perhaps none.', hint = 'bkk.variant_count';
  end if;
  if (select count(distinct coalesce(value -> 'options', '{}')) <> count(*) from jsonb_array_elements(p_variants)) then
    raise sqlstate 'PT400' using message = 'Two variants have the same values.', hint = 'bkk.variant_options';
  end if;
  perform from public.bkk_product_variants as variant where variant.product_id = p_product.id order by variant.id for update;
  if exists (
    select from public.bkk_product_variants as variant
    where variant.product_id = p_product.id and variant.received_quantity <> 0
      and variant.id not in (select value ->> 'id' from jsonb_array_elements(p_variants) where value ->> 'id' is not null))
  then
    raise sqlstate 'PT409' using message = 'A variant that has stock or was sold stays. Correct its stock to 0 first.',
      hint = 'bkk.variant_in_stock';
  end if;
  delete from public.bkk_product_variants as variant
    where variant.product_id = p_product.id
      and variant.id not in (select value ->> 'id' from jsonb_array_elements(p_variants) where value ->> 'id' is not null);
  for item in select value, position from jsonb_array_elements(p_variants) with ordinality as one (value, position) order by position loop
    given := bkk_internal.variant_of(p_product, item.value);
    select variant.* into known from public.bkk_product_variants as variant
      where variant.id = given.id and variant.product_id = p_product.id;
    if not found then
      insert into public.bkk_product_variants (
          id, product_id, position, title, title_th, image_url, sku, price_in_cents, sale_price_in_cents, currency, manage_inventory,
          inventory_quantity, weight, options)
        values (
          coalesce(given.id, left(p_product.id, 51) || '-' || left(replace(gen_random_uuid()::text, '-', ''), 12)), p_product.id,
          item.position, given.title, given.title_th, given.image_url, given.sku, given.price_in_cents, given.sale_price_in_cents, 'thb',
          given.manage_inventory, case when given.manage_inventory then coalesce(given.inventory_quantity, 0) end, given.weight,
          given.options);
      continue;
    end if;
    if not given.manage_inventory and known.reserved_quantity > 0 then
      raise sqlstate 'PT409' using message = 'Pieces are reserved for orders: the stock is kept until they are sold or released.',
        hint = 'bkk.variant_reserved';
    end if;
    update public.bkk_product_variants as variant
      set position = item.position, title = given.title, title_th = given.title_th, image_url = given.image_url, sku = given.sku,
        price_in_cents = given.price_in_cents, sale_price_in_cents = given.sale_price_in_cents, currency = 'thb',
        manage_inventory = given.manage_inventory, weight = given.weight, options = given.options,
        inventory_quantity = case when given.manage_inventory then coalesce(variant.inventory_quantity, 0) else variant.inventory_quantity end
      where variant.id = known.id;
  end loop;
end
$$;
comment on function bkk_internal.save_variants is
  'Saves the variants of a product in their order. The stock that is given counts for new ones; bkk_admin_adjust_stock() changes that of others.';

create function bkk_internal.lock_product(p_product_id text, p_version integer) returns public.bkk_products
  language plpgsql volatile set search_path = '' as $$
declare
  product public.bkk_products;
begin
  select known.* into product from public.bkk_products as known where known.id = p_product_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such product.', hint = 'bkk.product_unknown';
  end if;
  if product.version is distinct from p_version then
    raise sqlstate 'PT409' using message = 'The product was changed meanwhile. Load it again.', hint = 'bkk.product_changed';
  end if;
  return product;
end
$$;
comment on function bkk_internal.lock_product is 'Locks a product of this version; PT404 if there is none, PT409 if it is of another one.';

create function bkk_internal.put_product(p_version integer, p_given public.bkk_products, p_idempotency_key uuid) returns public.bkk_products
  language plpgsql volatile set search_path = '' as $$
declare
  product public.bkk_products;
begin
  if p_version is null then
    insert into public.bkk_products (
        id, state, saved_key, title, title_th, subtitle, subtitle_th, ribbon_text, ribbon_text_th, description, description_th, thumbnail,
        purchasable, is_hidden, position, site_product_selection, images, options, collections, additional_info, custom_fields,
        related_products)
      values (
        p_given.id, 'DRAFT', p_idempotency_key, p_given.title, p_given.title_th, p_given.subtitle, p_given.subtitle_th,
        p_given.ribbon_text, p_given.ribbon_text_th, p_given.description, p_given.description_th, p_given.thumbnail, p_given.purchasable,
        p_given.is_hidden, p_given.position, p_given.site_product_selection, p_given.images, p_given.options, p_given.collections,
        p_given.additional_info, p_given.custom_fields, p_given.related_products)
      returning * into product;
    return product;
  end if;
  perform bkk_internal.lock_product(p_given.id, p_version);
  update public.bkk_products as known
    set version = known.version + 1, saved_key = p_idempotency_key, title = p_given.title, title_th = p_given.title_th,
      subtitle = p_given.subtitle, subtitle_th = p_given.subtitle_th, ribbon_text = p_given.ribbon_text,
      ribbon_text_th = p_given.ribbon_text_th, description = p_given.description, description_th = p_given.description_th,
      thumbnail = p_given.thumbnail, purchasable = p_given.purchasable, is_hidden = p_given.is_hidden, position = p_given.position,
      site_product_selection = p_given.site_product_selection, images = p_given.images, options = p_given.options,
      collections = p_given.collections, additional_info = p_given.additional_info, custom_fields = p_given.custom_fields,
      related_products = p_given.related_products, updated_at = now()
    where known.id = p_given.id
    returning * into product;
  return product;
end
$$;
comment on function bkk_internal.put_product is 'Adds a product as a draft (version null), or changes one of this version.';

create function public.bkk_admin_save_product(p_product_id text, p_version integer, p_product jsonb, p_idempotency_key uuid)
  returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  product public.bkk_products;
  violated text;
  missing text;
begin
  perform bkk_internal.require_admin('shop');
  if p_idempotency_key is null then
    raise sqlstate 'PT400' using message = 'A product needs an idempotency key.', hint = 'bkk.key_missing';
  end if;
  -- A repeated call waits for the first one.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_product:' || p_idempotency_key, 0));
  select known.* into product from public.bkk_products as known where known.id = p_product_id and known.saved_key = p_idempotency_key;
  if not found then
    product := bkk_internal.put_product(p_version, bkk_internal.product_of(p_product_id, p_product), p_idempotency_key);
    perform bkk_internal.save_variants(product, p_product -> 'variants');
  end if;
  return jsonb_build_object('id', product.id, 'version', product.version);
exception
  when unique_violation then
    get stacked diagnostics violated = constraint_name;
    if violated = 'bkk_product_variants_sku_idx' then
      raise sqlstate 'PT409' using message = 'Another variant has this article number.', hint = 'bkk.sku_taken';
    end if;
    raise sqlstate 'PT409' using message = 'There is such a product or variant. Choose another address.', hint = 'bkk.product_duplicate';
  when check_violation or not_null_violation or invalid_text_representation or invalid_parameter_value
    or numeric_value_out_of_range
  then
    get stacked diagnostics violated = constraint_name, missing = column_name;
    raise sqlstate 'PT400' using
      message = format('The product or a variant has no valid %s.', coalesce(
        nullif(missing, ''), substring(violated from '^bkk_product(?:s|_variants)_(.*)_check$'), 'value')),
      hint = 'bkk.product_invalid';
end
$$;
comment on function public.bkk_admin_save_product is
  'Adds a product as a draft (version null) or changes one, with its variants in their order ({"id", "options", "price_in_cents", "sale_price_in_cents", "sku", "manage_inventory", "inventory_quantity" of a new one, ...}); variants that are not given are removed. Prices are satang. Returns {"id", "version"}.';
call bkk_internal.expose('bkk_admin_save_product', 'authenticated');

create function public.bkk_admin_import_products(p_products jsonb) returns integer
  language plpgsql volatile security definer set search_path = '' as $$
declare
  given record;
  code text;
  reason text;
begin
  perform bkk_internal.require_admin('shop');
  if p_products is null or jsonb_typeof(p_products) <> 'array' or jsonb_array_length(p_products) not between 1 and 300 then
    raise sqlstate 'PT400' using message = 'An import has 1 to 300 products.', hint = 'bkk.import_count';
  end if;
  -- Products before variants and both by id, so that imports, saves and orders never wait for each other in a circle.
  perform from public.bkk_products as product
    where product.id in (select value ->> 'id' from jsonb_array_elements(p_products)) order by product.id for update;
  perform from public.bkk_product_variants as variant
    where variant.product_id in (select value ->> 'id' from jsonb_array_elements(p_products)) order by variant.id for update;
  for given in
    select value, position from jsonb_array_elements(p_products) with ordinality as item (value, position) order by position
  loop
    begin
      perform public.bkk_admin_save_product(
        given.value ->> 'id', (given.value ->> 'version')::integer, given.value -> 'product', (given.value ->> 'key')::uuid);
    exception
      when others then
        get stacked diagnostics code = returned_sqlstate, reason = pg_exception_hint;
        raise exception using errcode = code, message = sqlerrm, detail = given.position::text, hint = reason;
    end;
  end loop;
  return jsonb_array_length(p_products);
end
$$;
comment on function public.bkk_admin_import_products is
  'Saves up to 300 products, all or none: [{"id", "version", "product", "key"}] as for bkk_admin_save_product(). An error has the position of its product as its detail.';
call bkk_internal.expose('bkk_admin_import_products', 'authenticated');

create function public.bkk_admin_set_product_state(p_product_id text, p_version integer, p_state text) returns integer
  language plpgsql volatile security definer set search_path = '' as $$
declare
  product public.bkk_products;
begin
  perform bkk_internal.require_admin('shop');
  if p_state is null or p_state not in ('DRAFT', 'PUBLISHED', 'ARCHIVED') then
    raise sqlstate 'PT400' using message = 'A product is a draft, published or archived.', hint = 'bkk.product_state';
  end if;
  product := bkk_internal.lock_product(p_product_id, p_version);
  if p_state = 'PUBLISHED' and not exists (
    select from public.bkk_product_variants as variant where variant.product_id = p_product_id)
  then
    raise sqlstate 'PT409' using message = 'A product without a variant cannot be published.', hint = 'bkk.variant_count';
  end if;
  if product.state <> p_state then
    update public.bkk_products as known
      set state = p_state, version = known.version + 1, updated_at = now()
      where known.id = p_product_id
      returning * into product;
  end if;
  return product.version;
end
$$;
comment on function public.bkk_admin_set_product_state is
  'Makes a product a draft, publishes or archives it (DRAFT, PUBLISHED, ARCHIVED). Returns its version.';
call bkk_internal.expose('bkk_admin_set_product_state', 'authenticated');

create function public.bkk_admin_adjust_stock(
    p_variant_id text, p_kind text, p_quantity integer, p_note text, p_idempotency_key uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  reason text;
  movement public.bkk_stock_movements;
begin
  perform bkk_internal.require_admin('shop');
  if p_kind is null or p_kind not in ('RECEIVED', 'CORRECTED') then
    raise sqlstate 'PT400' using message = 'Admins receive and correct stock.', hint = 'bkk.stock_kind';
  end if;
  reason := bkk_internal.check_text(
    p_note, 500, 'The reason', case p_kind when 'CORRECTED' then 'A correction needs a reason.' end);
  if p_idempotency_key is null then
    raise sqlstate 'PT400' using message = 'A movement of stock needs an idempotency key.', hint = 'bkk.key_missing';
  end if;
  -- A repeated call waits for the first one.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_stock:' || p_idempotency_key, 0));
  if not exists (select from public.bkk_stock_movements as posted where posted.idempotency_key = p_idempotency_key)
    and not bkk_internal.post_stock(p_variant_id, p_kind, p_quantity, reason, null, p_idempotency_key)
  then
    raise sqlstate 'PT409' using message = 'The stock of this variant is not kept.', hint = 'bkk.stock_not_kept';
  end if;
  select posted.* into strict movement from public.bkk_stock_movements as posted where posted.idempotency_key = p_idempotency_key;
  if (movement.variant_id, movement.kind, movement.quantity) is distinct from (p_variant_id, p_kind, p_quantity) then
    raise sqlstate 'PT409' using message = 'This key was used for another movement. Use a new one.', hint = 'bkk.key_used';
  end if;
  return jsonb_build_object(
    'movement_id', movement.movement_id, 'inventory_quantity', movement.free_after, 'reserved_quantity', movement.reserved_after);
end
$$;
comment on function public.bkk_admin_adjust_stock is
  'Receives stock of a variant (RECEIVED), or corrects it by a number of pieces with a reason (CORRECTED, also fewer). Returns {"movement_id", "inventory_quantity", "reserved_quantity"} after it; PT409 where more are missing than are free.';
call bkk_internal.expose('bkk_admin_adjust_stock', 'authenticated');

-- What the list shows and sorts by of the variants of a product. A row of its own, because orders change it all the time.
create table public.bkk_product_stock (
  product_id text primary key references public.bkk_products (id) on delete cascade,
  -- Copies of the product, so that one index has a filter and its order.
  state text not null check (char_length(state) <= 20),
  position integer not null,
  variants integer not null,
  -- The lowest price.
  from_cents integer,
  currency text check (char_length(currency) <= 3),
  free bigint not null,
  reserved bigint not null,
  sold bigint not null,
  stock text not null check (stock in ('not_kept', 'out', 'low', 'in_stock'))
);
comment on table public.bkk_product_stock is
  'The lowest price and the stock of the variants of each product; triggers alone write it. A variant of which at most 5 pieces are free makes the stock low, as it shows how many are left in the store.';

create index bkk_product_stock_free_idx on public.bkk_product_stock (free, product_id);
create index bkk_product_stock_price_idx on public.bkk_product_stock (from_cents, product_id);
create index bkk_product_stock_position_idx on public.bkk_product_stock (position, product_id);
create index bkk_product_stock_state_idx on public.bkk_product_stock (state, position, product_id);
create index bkk_product_stock_stock_idx on public.bkk_product_stock (stock, position, product_id);

call bkk_internal.protect('bkk_product_stock');
grant select on table public.bkk_product_stock to service_role;

create function bkk_internal.sum_stock(p_product_ids text[]) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  -- In one order for all, so that none waits for another in a circle; what the others have changed is seen after it.
  perform from public.bkk_product_stock as known where known.product_id = any (p_product_ids) order by known.product_id for update;
  insert into public.bkk_product_stock as known (product_id, state, position, variants, from_cents, currency, free, reserved, sold, stock)
    select product.id, product.state, product.position, variant.number, variant.from_cents, variant.currency, variant.free,
      variant.reserved, variant.sold,
      case when variant.kept = 0 then 'not_kept' when variant.free = 0 then 'out' when variant.fewest <= 5 then 'low' else 'in_stock' end
    from public.bkk_products as product
      cross join lateral (
        select count(*) as number, min(coalesce(priced.sale_price_in_cents, priced.price_in_cents)) as from_cents,
          min(priced.currency) as currency,
          count(priced.inventory_quantity) filter (where priced.manage_inventory) as kept,
          coalesce(sum(priced.inventory_quantity) filter (where priced.manage_inventory), 0) as free,
          min(priced.inventory_quantity) filter (where priced.manage_inventory) as fewest,
          coalesce(sum(priced.reserved_quantity), 0) as reserved, coalesce(sum(priced.sold_quantity), 0) as sold
        from public.bkk_product_variants as priced where priced.product_id = product.id) as variant
    where product.id = any (p_product_ids)
    order by product.id
    on conflict (product_id) do update
      set state = excluded.state, position = excluded.position, variants = excluded.variants, from_cents = excluded.from_cents,
        currency = excluded.currency, free = excluded.free, reserved = excluded.reserved, sold = excluded.sold, stock = excluded.stock
      where known is distinct from excluded;
end
$$;
comment on function bkk_internal.sum_stock is 'Brings the stock of products up to date.';

-- Variants are locked one after the other until the end of a transaction, so the products follow at its end: all at once.
create function bkk_internal.sum_changed_stock() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  changed text[] := string_to_array(nullif(current_setting('bkk.changed_stock', true), ''), ',');
  named text;
begin
  if tg_argv[1] = 'later' then
    foreach named in array array[to_jsonb(old) ->> tg_argv[0], to_jsonb(new) ->> tg_argv[0]] loop
      if named is not null and named <> all (coalesce(changed, '{}')) then
        changed := changed || named;
        perform pg_catalog.set_config('bkk.changed_stock', array_to_string(changed, ','), true);
      end if;
    end loop;
  elsif changed is not null then
    perform pg_catalog.set_config('bkk.changed_stock', '', true);
    perform bkk_internal.sum_stock(changed);
  end if;
  return null;
end
$$;

create trigger bkk_note_stock after insert or update of state, position
  on public.bkk_products for each row execute function bkk_internal.sum_changed_stock('id', 'later');
create constraint trigger bkk_sum_stock after insert or update of state, position
  on public.bkk_products deferrable initially deferred for each row execute function bkk_internal.sum_changed_stock();
create trigger bkk_note_stock
  after insert or delete or update of product_id, price_in_cents, sale_price_in_cents, currency, manage_inventory, inventory_quantity,
    reserved_quantity, sold_quantity
  on public.bkk_product_variants for each row execute function bkk_internal.sum_changed_stock('product_id', 'later');
create constraint trigger bkk_sum_stock
  after insert or delete or update of product_id, price_in_cents, sale_price_in_cents, currency, manage_inventory, inventory_quantity,
    reserved_quantity, sold_quantity
  on public.bkk_product_variants deferrable initially deferred for each row execute function bkk_internal.sum_changed_stock();

create view public.bkk_products_admin_view as
  select product.id, product.version, stock.state, product.title, product.title_th, product.subtitle, product.subtitle_th,
    product.thumbnail, product.purchasable, product.is_hidden, stock.position, product.created_at, product.updated_at,
    listing.folded_text as search_text,
    stock.variants, stock.from_cents, stock.currency, stock.free, stock.reserved, stock.sold, stock.stock
  from public.bkk_products as product
    join public.bkk_product_listings as listing on listing.product_id = product.id
    join public.bkk_product_stock as stock on stock.product_id = product.id
  where (select public.bkk_is_admin()) and (select public.bkk_has_feature('shop'));
comment on view public.bkk_products_admin_view is
  'The products with the lowest price and the stock of their variants, for admins; empty for other callers.';

revoke all on table public.bkk_products_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_products_admin_view to authenticated;

create function public.bkk_admin_count_products(p_search text default '') returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('shop');
  return bkk_internal.count_queries(
    bkk_internal.bounded_queries(
      -- Joined for a search alone.
      'select from public.bkk_product_stock as stock
         left join public.bkk_product_listings as listing on listing.product_id = stock.product_id',
      p_search, 'listing.folded_text like $1',
      'all', 'true',
      'PUBLISHED', $f$stock.state = 'PUBLISHED'$f$,
      'DRAFT', $f$stock.state = 'DRAFT'$f$,
      'ARCHIVED', $f$stock.state = 'ARCHIVED'$f$,
      'OUT', $f$stock.stock = 'out'$f$),
    p_search);
end
$$;
comment on function public.bkk_admin_count_products is
  'How many products match a search: {"all", "PUBLISHED", "DRAFT", "ARCHIVED", "OUT"}; OUT are those out of stock. 1001 stands for more than 1000.';
call bkk_internal.expose('bkk_admin_count_products', 'authenticated');

-- Everybody reads the pictures by their public addresses.
create policy "admins read the pictures of products" on storage.objects
  for select to authenticated
  using (bucket_id = 'product-images' and (select public.bkk_is_admin()) and (select public.bkk_has_feature('shop')));

create policy "admins add pictures of products" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'product-images' and (select public.bkk_is_admin()) and (select public.bkk_has_feature('shop')));

create policy "admins delete pictures of products" on storage.objects
  for delete to authenticated
  using (bucket_id = 'product-images' and (select public.bkk_is_admin()) and (select public.bkk_has_feature('shop')));

create trigger bkk_create_product_bucket
  after update of is_on on public.bkk_features
  for each row when (new.name = 'shop' and new.is_on and not old.is_on)
  execute function bkk_internal.create_bucket('product-images', 'true', '5242880', '{image/png,image/jpeg,image/webp}');

create function bkk_internal.delete_product_pictures(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  paths text[];
begin
  paths := array(
    select object.name from storage.objects as object
    where object.bucket_id = 'product-images'
      -- Browsers keep the draft of a product for a week, which may name a picture too.
      and object.created_at < p_now - interval '8 days'
      -- An address has other characters encoded, and is not compared.
      and object.name ~ '^[A-Za-z0-9._/-]+$'
      and object.name not in (
        select named.name
        from (
          select substring(address.url from '/product-images/([^?#]+)')
          from (
            select product.thumbnail from public.bkk_products as product
            union all
            select picture.value ->> 'url'
              from public.bkk_products as product cross join jsonb_array_elements(product.images) as picture
            union all
            select variant.image_url from public.bkk_product_variants as variant
            union all
            select line.picture from public.bkk_order_lines as line) as address (url)) as named (name)
        where named.name is not null)
    limit 500);
  perform bkk_internal.delete_objects('product-images', paths);
  return cardinality(paths);
end
$$;
comment on function bkk_internal.delete_product_pictures is
  'Deletes pictures of products that no product, variant or order names, 8 days after they were stored at the earliest; returns their number, 500 at most.';

insert into public.bkk_jobs (name, every, batch_size) values ('delete_product_pictures', '1 day', 500);

-- Admins follow what others change: products, and their stock by its movements. A hosted project has the publication.
do $$
declare
  followed text;
begin
  foreach followed in array array['bkk_products', 'bkk_stock_movements'] loop
    if not exists (
      select from pg_catalog.pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = followed)
    then
      execute format('alter publication supabase_realtime add table public.%I', followed);
    end if;
  end loop;
end
$$;
