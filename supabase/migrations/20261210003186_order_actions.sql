-- What buyers do with orders of the shop, and how these are paid. Members and guests place them through the function place-order, which
-- knows their network.

create function bkk_internal.new_order_number() returns text
  language plpgsql volatile set search_path = '' as $$
declare
  candidate text;
begin
  loop
    candidate := 'ORD-' || bkk_internal.random_code();
    exit when not exists (select from public.bkk_orders as placed where placed.number = candidate);
  end loop;
  return candidate;
end
$$;
comment on function bkk_internal.new_order_number is 'A number that no order has.';

create function bkk_internal.add_order_event(
    p_order_id uuid, p_actor text, p_event text, p_details jsonb default '{}', p_message text default null) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  insert into public.bkk_order_events (order_id, actor, actor_id, actor_name, event, details, message)
    values (
      p_order_id, p_actor, case when p_actor in ('member', 'admin') then auth.uid() end,
      case when p_actor in ('member', 'admin') then bkk_internal.caller_name() end, p_event, p_details,
      bkk_internal.check_text(p_message, 2000, 'The reason'));
end
$$;
comment on function bkk_internal.add_order_event is 'Adds to the time line of an order, which its buyer reads.';

create function bkk_internal.delivery_zone(p_address jsonb) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return case
    when p_address ->> 'country' <> 'TH' then 'abroad'
    -- Bangkok, Samut Prakan, Nonthaburi and Pathum Thani; packages/domain has the same.
    when p_address ->> 'postal_code' ~ '^1[0-2]' then 'bangkok'
    else 'thailand' end;
end
$$;
comment on function bkk_internal.delivery_zone is 'The zone of an address, by which a parcel costs: bangkok, thailand or abroad.';

create function bkk_internal.delivery_rate(p_method text, p_address jsonb, p_grams integer) returns public.bkk_delivery_rates
  language plpgsql stable set search_path = '' as $$
declare
  found_rate public.bkk_delivery_rates;
begin
  select rate.* into found_rate from public.bkk_delivery_rates as rate
    where rate.method = p_method and rate.zone = bkk_internal.delivery_zone(p_address) and rate.up_to_grams >= p_grams
    order by rate.up_to_grams limit 1;
  return found_rate;
end
$$;
comment on function bkk_internal.delivery_rate is 'The rate of the lightest step that a parcel fits in; null where it is not delivered.';

create function bkk_internal.parse_address(p_address jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  country constant text := upper(btrim(p_address ->> 'country'));
  parts constant text[] := case when country = 'TH'
    then array['line', 'sub_district', 'district', 'province', 'postal_code'] else array['line', 'city', 'region', 'postal_code'] end;
  part text;
  given text;
  parsed jsonb := jsonb_build_object('country', country);
begin
  if coalesce(country, '') !~ '^[A-Z]{2}$' then
    raise sqlstate 'PT400' using message = 'An address names its country by two letters.', hint = 'bkk.address_country';
  end if;
  foreach part in array parts loop
    given := bkk_internal.check_text(p_address ->> part, case part when 'line' then 300 else 100 end, 'A part of the address');
    -- Countries have addresses without a region or a postal code.
    if given is null and (country = 'TH' or part in ('line', 'city')) then
      raise sqlstate 'PT400' using message = format('The address needs its %s.', replace(part, '_', ' ')), hint = 'bkk.address_part';
    end if;
    parsed := parsed || jsonb_build_object(part, given);
  end loop;
  if country = 'TH' and parsed ->> 'postal_code' !~ '^[1-9][0-9]{4}$' then
    raise sqlstate 'PT400' using message = 'A postal code of Thailand has five digits.', hint = 'bkk.postal_code';
  end if;
  return jsonb_strip_nulls(parsed);
end
$$;
comment on function bkk_internal.parse_address is
  'Checks an address {"country", "line", "sub_district", "district", "province", "postal_code"} in Thailand, or {"country", "line", "city", "region", "postal_code"}; PT400.';

create function bkk_internal.parse_order_lines(p_lines jsonb)
  returns table (
    "position" smallint, product_id text, variant_id text, quantity integer, seen_satang bigint, answers jsonb)
  language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) not between 1 and 50 then
    raise sqlstate 'PT400' using message = 'An order has 1 to 50 lines.', hint = 'bkk.order_lines';
  end if;
  if exists (
    select from jsonb_array_elements(p_lines) as line where not coalesce((line ->> 'quantity')::integer between 1 and 50, false))
  then
    raise sqlstate 'PT400' using message = 'A line is for 1 to 50 pieces.', hint = 'bkk.order_quantity';
  end if;
  if exists (
    select from jsonb_array_elements(p_lines) as line
    where jsonb_typeof(line -> 'answers') not in ('object', 'null') or octet_length((line -> 'answers')::text) > 10000)
  then
    raise sqlstate 'PT400' using message = 'What is typed for a product is an object of at most 10,000 bytes. Shorten it.',
      hint = 'bkk.order_answers';
  end if;
  return query
    select given.place::smallint, given.line ->> 'product_id', given.line ->> 'variant_id', (given.line ->> 'quantity')::integer,
      (given.line ->> 'seen_satang')::bigint, coalesce(nullif(given.line -> 'answers', 'null'), '{}')
    from jsonb_array_elements(p_lines) with ordinality as given (line, place);
exception
  when invalid_text_representation or numeric_value_out_of_range then
    raise sqlstate 'PT400' using message = 'The quantity and the price of a line are whole numbers.', hint = 'bkk.order_lines';
end
$$;
comment on function bkk_internal.parse_order_lines is 'The lines that a buyer sent, whose texts and prices are only what they saw.';

create function bkk_internal.read_order_lines(p_order_id uuid, p_lines jsonb) returns setof public.bkk_order_lines
  language plpgsql volatile set search_path = '' as $$
begin
  -- In one order for all buyers, so that none waits for another in a circle.
  perform from public.bkk_product_variants as variant
    where variant.id in (select line.variant_id from bkk_internal.parse_order_lines(p_lines) as line)
    order by variant.id for update;
  return query
    select p_order_id, line.position, product.id, variant.id, product.title, product.title_th, variant.title, variant.title_th,
      coalesce(variant.image_url, product.thumbnail), variant.sku, line.answers,
      coalesce(variant.sale_price_in_cents, variant.price_in_cents)::bigint, line.quantity, coalesce(variant.weight, 0),
      variant.manage_inventory
    from bkk_internal.parse_order_lines(p_lines) as line
      join public.bkk_products as product on product.id = line.product_id and product.purchasable and product.state = 'PUBLISHED'
      join public.bkk_product_variants as variant
        on variant.id = line.variant_id and variant.product_id = product.id and variant.currency = 'thb'
    order by line.position;
end
$$;
comment on function bkk_internal.read_order_lines is
  'What the lines of a buyer are now, with their variants locked; without those that are not sold, or not in baht.';

create function bkk_internal.order_changes(p_lines jsonb, p_current public.bkk_order_lines[]) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(
        jsonb_build_object(
          'position', seen.position, 'variant_id', seen.variant_id, 'kind', change.kind, 'seen_satang', seen.seen_satang,
          'unit_satang', line.unit_satang, 'left', change.left)
        order by seen.position)
    from bkk_internal.parse_order_lines(p_lines) as seen
      left join unnest(p_current) as line on line.position = seen.position
      left join public.bkk_product_variants as variant on variant.id = line.variant_id
      cross join lateral (
        select case
            when line.variant_id is null then case
              when exists (
                select from public.bkk_product_variants as other
                where other.id = seen.variant_id and other.currency <> 'thb') then 'currency' else 'gone' end
            when line.has_stock and coalesce(variant.inventory_quantity, 0) < (
              select sum(same.quantity) from unnest(p_current) as same where same.variant_id = line.variant_id) then 'stock'
            when line.unit_satang is distinct from seen.seen_satang then 'price' end as kind,
          case when line.has_stock then greatest(coalesce(variant.inventory_quantity, 0), 0) end as left) as change
    where change.kind is not null);
end
$$;
comment on function bkk_internal.order_changes is
  'What is not as the buyer saw it: [{"position", "variant_id", "kind", "seen_satang", "unit_satang", "left"}], kind is gone, currency, stock or price; null for nothing.';

create function bkk_internal.address_key(p_address jsonb) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return lower(regexp_replace(
    concat(p_address ->> 'country', p_address ->> 'postal_code', p_address ->> 'city', p_address ->> 'line'), '[[:space:][:punct:]]', '', 'g'));
end
$$;
comment on function bkk_internal.address_key is 'What addresses are compared by: country, code, city and line without case, spaces and punctuation.';

create function bkk_internal.check_order_limits(p_order public.bkk_orders) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  place constant text := bkk_internal.address_key(p_order.address);
begin
  -- One at a time for each buyer, so that orders at once are counted too; in one order for all, so that none waits in a circle.
  perform pg_catalog.pg_advisory_xact_lock(counted.lock)
    from (
      select distinct pg_catalog.hashtextextended('bkk_order_limits:' || part, 0) as lock
      from unnest(case when p_order.is_guest
        then array['network:' || p_order.network, 'email:' || lower(p_order.email), 'address:' || place]
        else array[p_order.user_id::text] end) as part
      where part is not null
      order by lock) as counted;
  if (
    select count(*) from public.bkk_orders as placed
    where placed.status = 'PLACED' and case when p_order.is_guest
      then placed.is_guest and lower(placed.email) = lower(p_order.email) else placed.user_id = p_order.user_id end)
    >= (case when p_order.is_guest then 2 else 5 end)
    or p_order.is_guest and (
      select count(*) from public.bkk_orders as placed
      where placed.network = p_order.network and placed.is_guest and placed.status = 'PLACED') >= 5
    or p_order.is_guest and (
      select count(*) from public.bkk_orders as placed
      where placed.status = 'PLACED' and placed.is_guest and bkk_internal.address_key(placed.address) = place) >= 3
  then
    raise sqlstate 'PT429' using message = 'Orders wait for their payment already. Pay or cancel them first.',
      hint = 'bkk.too_many_unpaid_orders';
  end if;
  -- Those that were cancelled count too: nobody keeps the pieces by ordering anew.
  if (
    select count(*) from public.bkk_orders as placed
    where placed.created_at > now() - interval '1 hour'
      and (placed.network = p_order.network or placed.user_id = p_order.user_id)) >= 20
  then
    raise sqlstate 'PT429' using message = 'There were 20 orders within an hour. Try again later.', hint = 'bkk.too_many_orders';
  end if;
end
$$;
comment on function bkk_internal.check_order_limits is
  'Raises PT429 beyond 5 unpaid orders of a member, 2 of a guest''s e-mail address, 3 of guests at one address, 5 of a network''s guests, or 20 orders an hour.';

create function bkk_internal.order_result(p_order public.bkk_orders) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object(
    'order_id', p_order.order_id, 'number', p_order.number, 'status', p_order.status, 'version', p_order.version,
    'total_satang', p_order.total_satang, 'paid_satang', p_order.paid_satang, 'pay_by', p_order.pay_by);
end
$$;
comment on function bkk_internal.order_result is 'What the caller of an action on an order is told of it.';

-- The event of an order by its buyer: the member's notifications, or a mail to the guest.
create function bkk_internal.notify_buyer(p_order public.bkk_orders, p_event text, p_ids jsonb default '{}') returns void
  language plpgsql volatile set search_path = '' as $$
begin
  if (p_order.user_id is not null or p_order.is_guest and p_order.email is not null) and public.bkk_has_feature('shop') then
    perform bkk_internal.queue_message(
      'mail', p_order.user_id, p_event,
      jsonb_build_object('order_id', p_order.order_id, 'reference', p_order.number) || p_ids,
      format('%s:%s:%s', p_event, p_order.order_id, p_order.version));
  end if;
end
$$;
comment on function bkk_internal.notify_buyer is 'Tells the buyer of an order, once for a version: a member as they chose, a guest by mail.';

-- What is sent, parsed and priced, but not stored yet.
create function bkk_internal.parse_order(p_user_id uuid, p_network text, p_order jsonb) returns public.bkk_orders
  language plpgsql stable set search_path = '' as $$
declare
  placed public.bkk_orders;
begin
  placed.order_id := gen_random_uuid();
  placed.user_id := p_user_id;
  placed.is_guest := p_user_id is null;
  placed.network := p_network;
  placed.language := case p_order ->> 'language' when 'th' then 'th' else 'en' end;
  placed.name := bkk_internal.check_text(p_order ->> 'name', 100, 'The name', 'Say whom it goes to.');
  placed.email := bkk_internal.check_text(p_order ->> 'email', 255, 'The e-mail address', 'An order needs an e-mail address.');
  placed.phone := bkk_internal.check_phone(p_order ->> 'phone');
  placed.method := p_order ->> 'method';
  -- Without what separates addresses in the header of a mail.
  if placed.email !~ '^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+\.[^\s@<>"(),;:\\]+$' then
    raise sqlstate 'PT400' using message = 'This is no e-mail address.', hint = 'bkk.email_invalid';
  end if;
  if not coalesce(placed.method in ('standard', 'express', 'pickup'), false) then
    raise sqlstate 'PT400' using message = 'Choose how the order is delivered.', hint = 'bkk.delivery_method';
  end if;
  if placed.method <> 'pickup' then
    placed.address := bkk_internal.parse_address(p_order -> 'address');
  end if;
  if placed.is_guest and p_order ->> 'pay' = 'credit' then
    raise sqlstate 'PT400' using message = 'A guest has no credit. Pay by transfer, or sign in.', hint = 'bkk.guest_credit';
  end if;
  return placed;
end
$$;
comment on function bkk_internal.parse_order is 'Checks who orders, and where it goes; PT400.';

create function bkk_internal.price_delivery(p_order public.bkk_orders) returns bigint
  language plpgsql stable set search_path = '' as $$
declare
  rate public.bkk_delivery_rates;
begin
  if p_order.method = 'pickup' and (select settings.offers_pickup from public.bkk_delivery_settings as settings) then
    return 0;
  end if;
  rate := bkk_internal.delivery_rate(p_order.method, p_order.address, p_order.weight_grams);
  if rate.price_satang is null then
    raise sqlstate 'PT409' using message = 'We do not deliver a parcel like this there. Choose another way.', hint = 'bkk.not_delivered';
  end if;
  return rate.price_satang;
end
$$;
comment on function bkk_internal.price_delivery is 'What the delivery of an order costs in satang; PT409 where it is not delivered.';

create function public.bkk_place_order(p_user_id uuid, p_network text, p_order jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  placed public.bkk_orders;
  lines public.bkk_order_lines[];
  changes jsonb;
begin
  perform public.bkk_require_feature('shop');
  if jsonb_typeof(p_order) is distinct from 'object' or p_order ->> 'request_key' is null then
    raise sqlstate 'PT400' using message = 'An order is an object with a request key.', hint = 'bkk.key_missing';
  end if;
  -- A repeated call waits for the first one.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_place_order:' || (p_order ->> 'request_key'), 0));
  select known.* into placed from public.bkk_orders as known
    where known.request_key = (p_order ->> 'request_key')::uuid
      and case when p_user_id is null then known.is_guest else known.user_id = p_user_id end;
  if found then
    return bkk_internal.order_result(placed);
  end if;
  placed := bkk_internal.parse_order(p_user_id, p_network, p_order);
  perform bkk_internal.check_order_limits(placed);
  lines := array(select bkk_internal.read_order_lines(placed.order_id, p_order -> 'lines'));
  changes := bkk_internal.order_changes(p_order -> 'lines', lines);
  if changes is null then
    select sum(line.quantity * line.unit_satang), sum(line.quantity * line.weight_grams)
      into placed.items_satang, placed.weight_grams from unnest(lines) as line;
    if placed.items_satang > 100000000000 then
      raise numeric_value_out_of_range;
    end if;
    placed.delivery_satang := bkk_internal.price_delivery(placed);
    if placed.delivery_satang is distinct from (p_order ->> 'seen_delivery_satang')::bigint then
      changes := jsonb_build_array(jsonb_build_object(
        'kind', 'delivery', 'seen_satang', p_order -> 'seen_delivery_satang', 'unit_satang', placed.delivery_satang));
    end if;
  end if;
  if changes is not null then
    return jsonb_build_object('changes', changes);
  end if;
  insert into public.bkk_orders (
      order_id, number, user_id, is_guest, request_key, language, name, email, phone, network, method, address, weight_grams,
      items_satang, delivery_satang, pay_by)
    values (
      placed.order_id, bkk_internal.new_order_number(), p_user_id, placed.is_guest, (p_order ->> 'request_key')::uuid, placed.language,
      placed.name, placed.email, placed.phone, p_network, placed.method, placed.address, placed.weight_grams, placed.items_satang,
      placed.delivery_satang, now() + case when placed.is_guest then interval '1 hour' else interval '24 hours' end)
    returning * into placed;
  insert into public.bkk_order_lines select * from unnest(lines);
  perform bkk_internal.post_order_stock(placed, 'RESERVED');
  perform bkk_internal.add_order_event(
    placed.order_id, case when placed.is_guest then 'guest' else 'member' end, 'placed',
    jsonb_build_object('total_satang', placed.total_satang, 'pay_by', placed.pay_by));
  -- An order that costs nothing is paid.
  if p_order ->> 'pay' = 'credit' or placed.total_satang = 0 then
    placed := bkk_internal.pay_order(placed, placed.total_satang, now(), jsonb_build_object('credit', placed.total_satang));
  else
    perform bkk_internal.notify_buyer(placed, 'order.placed');
  end if;
  return bkk_internal.order_result(placed);
exception
  when invalid_text_representation then
    raise sqlstate 'PT400' using message = 'A request key is a uuid, and what was seen is a number.', hint = 'bkk.order_details';
  when numeric_value_out_of_range then
    raise sqlstate 'PT400' using message = 'A number of this order is too large. Order fewer pieces.', hint = 'bkk.order_details';
end
$$;
comment on function public.bkk_place_order is
  'Places an order of a member, or of a guest (null), {"request_key", "language", "name", "email", "phone", "method", "address", "lines": [{"product_id", "variant_id", "quantity", "seen_satang", "answers"}], "seen_delivery_satang", "pay"}: {"order_id", "number", "status", "version", "total_satang", "paid_satang", "pay_by"}, or {"changes"} as bkk_internal.order_changes() if anything is not as it was seen, and nothing is stored. Pay "credit" pays at once. For the function place-order.';
call bkk_internal.expose('bkk_place_order', 'service_role');

-- One change for each variant of an order, in one order for all.
create function bkk_internal.post_order_stock(p_order public.bkk_orders, p_kind text) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  perform bkk_internal.post_stock(moved.variant_id, p_kind, moved.quantity, null, p_order.number)
    from (
      select line.variant_id, sum(line.quantity)::integer as quantity
      from public.bkk_order_lines as line join public.bkk_product_variants as variant on variant.id = line.variant_id
      where line.order_id = p_order.order_id and line.has_stock
      group by line.variant_id order by line.variant_id) as moved;
end
$$;
comment on function bkk_internal.post_order_stock is 'Posts a movement of stock for the pieces of an order: RESERVED, RELEASED, SOLD or RETURNED.';

create function bkk_internal.pay_order(
    p_order public.bkk_orders, p_amount_satang bigint, p_received_at timestamptz, p_from jsonb, p_slip_id uuid default null,
    p_actor text default 'member', p_key text default null) returns public.bkk_orders
  language plpgsql volatile set search_path = '' as $$
declare
  placed public.bkk_orders;
  posting public.bkk_credit_postings;
  credit constant bigint := coalesce((p_from ->> 'credit')::bigint, 0);
  surplus constant bigint := coalesce((p_from ->> 'surplus')::bigint, 0);
  was_placed constant boolean := p_order.status = 'PLACED';
  is_paid constant boolean := was_placed and p_order.paid_satang + p_amount_satang >= p_order.total_satang;
begin
  update public.bkk_orders as known
    set paid_satang = known.paid_satang + p_amount_satang, status = case when is_paid then 'PAID' else known.status end,
      paid_at = case when is_paid then now() else known.paid_at end,
      -- There is time to pay the rest, and another slip that waits still keeps the pieces.
      pay_by = case when was_placed and not is_paid then greatest(known.pay_by, now() + interval '6 hours') else known.pay_by end,
      review_until = case when not is_paid and bkk_internal.has_other_slip(known.order_id, p_slip_id) then known.review_until end
    where known.order_id = p_order.order_id
    returning * into placed;
  if is_paid then
    -- Before the money: who places an order and pays it from credit has locked the variants first too.
    perform bkk_internal.post_order_stock(placed, 'SOLD');
  end if;
  if p_amount_satang > 0 then
    posting := bkk_internal.add_posting(
      coalesce(p_key, format('order:%s:%s', placed.order_id, placed.version)), 'payment', placed.user_id, null, p_received_at,
      jsonb_build_object('bank', credit - p_amount_satang - surplus, 'credit', surplus - credit, 'order', p_amount_satang),
      null, p_slip_id, null, placed.order_id);
  end if;
  perform bkk_internal.add_order_event(
    placed.order_id, case when placed.is_guest and p_actor = 'member' then 'guest' else p_actor end, 'payment_recorded',
    jsonb_strip_nulls(jsonb_build_object(
      'posting_id', posting.posting_id, 'amount_satang', p_amount_satang, 'credit_satang', credit)));
  if was_placed then
    perform bkk_internal.notify_buyer(
      placed, case when is_paid then 'order.paid' else 'order.part_paid' end,
      jsonb_strip_nulls(jsonb_build_object(
        'posting_id', posting.posting_id, 'left_satang', nullif(greatest(placed.total_satang - placed.paid_satang, 0), 0))));
  end if;
  if is_paid then
    perform bkk_internal.notify_admins(
      'admin.order_paid', jsonb_build_object('order_id', placed.order_id, 'reference', placed.number),
      'admin.order_paid:' || placed.order_id);
  end if;
  return placed;
end
$$;
comment on function bkk_internal.pay_order is
  'Pays an amount for a locked order, of which p_from says what comes from credit, and what came in beyond it: {"credit", "surplus"}. With the whole price one that is PLACED is PAID; else there are at least 6 hours for the rest.';

create function bkk_internal.end_order(
    p_order public.bkk_orders, p_actor text, p_event text, p_message text default null, p_now timestamptz default now())
  returns public.bkk_orders
  language plpgsql volatile set search_path = '' as $$
declare
  placed public.bkk_orders;
begin
  update public.bkk_orders set status = 'CANCELLED', ended_at = p_now, review_until = null, return_asked_at = null, return_open = false
    where order_id = p_order.order_id
    returning * into placed;
  perform bkk_internal.post_order_stock(placed, case p_order.status when 'PLACED' then 'RELEASED' else 'RETURNED' end);
  perform bkk_internal.add_order_event(placed.order_id, p_actor, p_event, '{}', p_message);
  if placed.paid_satang > 0 then
    perform bkk_internal.open_order_refund(placed);
  end if;
  perform bkk_internal.notify_buyer(placed, case p_event when 'expired' then 'order.expired' else 'order.cancelled' end);
  return placed;
end
$$;
comment on function bkk_internal.end_order is 'Cancels a locked order and gives its pieces back to the stock.';

-- A slip that waits keeps the pieces until its review is due, and no longer.
create function bkk_internal.expire_orders(p_now timestamptz, p_order_id uuid default null) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  due public.bkk_orders[];
  ended public.bkk_orders;
begin
  due := array(
    select placed from public.bkk_orders as placed
    where placed.status = 'PLACED' and placed.pay_by <= p_now and coalesce(placed.review_until <= p_now, true)
      and (p_order_id is null or placed.order_id = p_order_id)
    order by placed.pay_by, placed.order_id
    limit 200 for update skip locked);
  -- The variants of all of them at once, in one order for all.
  perform from public.bkk_product_variants as variant
    where variant.id in (
      select line.variant_id from public.bkk_order_lines as line join unnest(due) as placed using (order_id) where line.has_stock)
    order by variant.id for update;
  foreach ended in array due loop
    perform bkk_internal.end_order(ended, 'system', 'expired', null, p_now);
  end loop;
  return cardinality(due);
end
$$;
comment on function bkk_internal.expire_orders is
  'Cancels unpaid orders whose time is over, or one of them, and releases their pieces; returns their number, 200 at most.';

insert into public.bkk_jobs (name, every, batch_size) values ('expire_orders', '30 seconds', 200);

create function bkk_internal.lock_order(p_order_id uuid, p_version integer, p_is_any boolean) returns public.bkk_orders
  language plpgsql volatile set search_path = '' as $$
declare
  locked public.bkk_orders;
begin
  select placed.* into locked from public.bkk_orders as placed
    where placed.order_id = p_order_id and (p_is_any or placed.user_id = auth.uid())
    for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such order.', hint = 'bkk.order_unknown';
  end if;
  if locked.version is distinct from p_version then
    raise sqlstate 'PT409' using message = 'The order was changed meanwhile. Load it again.', hint = 'bkk.order_changed';
  end if;
  if bkk_internal.expire_orders(now(), p_order_id) > 0 then
    select placed.* into locked from public.bkk_orders as placed where placed.order_id = p_order_id;
  end if;
  return locked;
end
$$;
comment on function bkk_internal.lock_order is
  'Locks an order of the caller, or any for an admin and by a guest''s link, after what is due; PT404, or PT409 if its version is another.';

create function bkk_internal.cancel_order(p_order public.bkk_orders, p_reason text) returns public.bkk_orders
  language plpgsql volatile set search_path = '' as $$
begin
  perform bkk_internal.require_transition('order', p_order.status, 'cancel', 'member');
  if p_order.paid_satang > 0 or p_order.review_until is not null then
    raise sqlstate 'PT409' using message = 'There is a payment for this order. Ask the agency to cancel it.', hint = 'bkk.order_paid';
  end if;
  return bkk_internal.end_order(p_order, case when p_order.is_guest then 'guest' else 'member' end, 'cancelled', p_reason);
end
$$;
comment on function bkk_internal.cancel_order is 'Cancels a locked order for its buyer; PT409 once something was paid or sent for it.';

create function public.bkk_cancel_order(p_order_id uuid, p_version integer, p_reason text default null) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  placed public.bkk_orders;
begin
  perform bkk_internal.require_member('shop');
  placed := bkk_internal.lock_order(p_order_id, p_version, false);
  return bkk_internal.order_result(bkk_internal.cancel_order(placed, p_reason));
end
$$;
comment on function public.bkk_cancel_order is 'Cancels the caller''s order that is PLACED and for which nothing was paid or sent.';
call bkk_internal.expose('bkk_cancel_order', 'authenticated');

create function public.bkk_pay_order_with_credit(p_order_id uuid, p_version integer) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  placed public.bkk_orders;
begin
  perform bkk_internal.require_member('shop');
  select known.* into placed from public.bkk_orders as known
    where known.order_id = p_order_id and known.user_id = auth.uid() for update;
  -- A repeated call: credit pays all that is left.
  if placed.status <> 'PLACED' and placed.paid_satang >= placed.total_satang and placed.version = p_version + 1 then
    return bkk_internal.order_result(placed);
  end if;
  placed := bkk_internal.lock_order(p_order_id, p_version, false);
  perform bkk_internal.require_transition('order', placed.status, 'pay_with_credit', 'member');
  return bkk_internal.order_result(bkk_internal.pay_order(
    placed, placed.total_satang - placed.paid_satang, now(),
    jsonb_build_object('credit', placed.total_satang - placed.paid_satang)));
end
$$;
comment on function public.bkk_pay_order_with_credit is 'Pays what is left of the caller''s order from credit; PT409 if that is not enough.';
call bkk_internal.expose('bkk_pay_order_with_credit', 'authenticated');

create function bkk_internal.move_order(p_order public.bkk_orders, p_action text, p_details jsonb) returns public.bkk_orders
  language plpgsql volatile set search_path = '' as $$
declare
  placed public.bkk_orders;
  rate public.bkk_delivery_rates;
begin
  rate := bkk_internal.delivery_rate(p_order.method, p_order.address, p_order.weight_grams);
  update public.bkk_orders
    set status = transition.to_status,
      carrier = case p_action when 'ship'
        then bkk_internal.check_text(p_details ->> 'carrier', 60, 'The carrier', 'Say which carrier has it.') else carrier end,
      parcel_number = case p_action when 'ship' then bkk_internal.check_text(p_details ->> 'parcel_number', 60, 'The number') else parcel_number end,
      tracking_url = case p_action when 'ship' then bkk_internal.check_text(p_details ->> 'tracking_url', 500, 'The link') else tracking_url end,
      shipped_at = case when p_action in ('ship', 'hand_over') then now() else shipped_at end,
      arrives_on = case p_action when 'ship'
        then bkk_internal.add_working_days((now() at time zone 'Asia/Bangkok')::date, rate.days_to) else arrives_on end,
      ended_at = case when p_action in ('deliver', 'hand_over', 'take_back') then now() else ended_at end,
      return_asked_at = case p_action when 'take_back' then null else return_asked_at end,
      return_open = case p_action when 'take_back' then paid_satang > 0 else return_open end
    from public.bkk_status_transitions as transition
    where order_id = p_order.order_id and transition.kind = 'order' and transition.action = p_action and transition.actor = 'admin'
      and transition.from_status = p_order.status
    returning bkk_orders.* into placed;
  perform bkk_internal.add_order_event(
    placed.order_id, 'admin', p_action, jsonb_strip_nulls(jsonb_build_object(
      'carrier', placed.carrier, 'parcel_number', placed.parcel_number, 'arrives_on', placed.arrives_on)),
    p_details ->> 'note');
  return placed;
exception
  when check_violation then
    raise sqlstate 'PT400' using message = 'The link to the parcel begins with https://.', hint = 'bkk.tracking_url';
end
$$;
comment on function bkk_internal.move_order is 'Moves a locked order on, as the table of transitions has it.';

create function bkk_internal.add_working_days(p_day date, p_count integer) returns date
  language plpgsql immutable set search_path = '' as $$
begin
  return (
    select day::date from generate_series(p_day + 1, p_day + 2 * coalesce(p_count, 0) + 7, interval '1 day') as day
    where extract(isodow from day) < 6 order by day offset greatest(coalesce(p_count, 0), 1) - 1 limit 1);
end
$$;
comment on function bkk_internal.add_working_days is 'The day after so many working days, which are Monday to Friday.';

create function bkk_internal.act_on_order(p_order_id uuid, p_version integer, p_action text, p_details jsonb) returns public.bkk_orders
  language plpgsql volatile set search_path = '' as $$
declare
  placed public.bkk_orders;
begin
  if not coalesce(p_action in ('pack', 'ship', 'hand_over', 'deliver', 'take_back', 'refuse_return', 'cancel'), false) then
    raise sqlstate 'PT400' using message = 'There is no such action on an order.', hint = 'bkk.order_action';
  end if;
  placed := bkk_internal.lock_order(p_order_id, p_version, true);
  if p_action = 'refuse_return' then
    return bkk_internal.refuse_return(placed, p_details ->> 'note');
  end if;
  perform bkk_internal.require_transition('order', placed.status, p_action, 'admin');
  if p_action = 'cancel' then
    return bkk_internal.end_order(
      placed, 'admin', 'cancelled',
      bkk_internal.check_text(p_details ->> 'note', 2000, 'The reason', 'Say why the order is cancelled.'));
  end if;
  if (p_action = 'hand_over') <> (placed.method = 'pickup') and p_action in ('ship', 'hand_over') then
    raise sqlstate 'PT409' using message = 'An order that is picked up has no parcel, and the others have one.', hint = 'bkk.order_method';
  end if;
  placed := bkk_internal.move_order(placed, p_action, coalesce(p_details, '{}'));
  if p_action in ('ship', 'hand_over') then
    perform bkk_internal.post_order_sale(placed);
  elsif p_action = 'take_back' and placed.paid_satang > 0 then
    perform bkk_internal.open_order_refund(placed);
  end if;
  if p_action = 'take_back' and coalesce((p_details ->> 'restock')::boolean, true) then
    perform bkk_internal.post_order_stock(placed, 'RETURNED');
  end if;
  if p_action <> 'pack' or placed.method = 'pickup' then
    perform bkk_internal.notify_buyer(placed, case p_action
      when 'pack' then 'order.ready' when 'ship' then 'order.shipped' when 'take_back' then 'order.returned' else 'order.delivered' end);
  end if;
  return placed;
end
$$;
comment on function bkk_internal.act_on_order is 'What bkk_admin_move_order() does for a caller who is an admin.';

create function public.bkk_admin_move_order(p_order_id uuid, p_version integer, p_action text, p_details jsonb default '{}') returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('shop');
  return bkk_internal.order_result(bkk_internal.act_on_order(p_order_id, p_version, p_action, p_details));
end
$$;
comment on function public.bkk_admin_move_order is
  'Packs an order, ships it {"carrier", "parcel_number", "tracking_url"}, hands it over at the office, records that it arrived, takes it back {"restock"} or cancels it {"note"}. PT409 in another status.';
call bkk_internal.expose('bkk_admin_move_order', 'authenticated');

-- What left the agency is sold: nothing of it is owed to the buyer any more.
create function bkk_internal.post_order_sale(p_order public.bkk_orders) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  -- What came in beyond the price is given back.
  if p_order.total_satang > 0 then
    perform bkk_internal.add_posting(
      'sale:' || p_order.order_id, 'sale', p_order.user_id, null, now(),
      jsonb_build_object('order', -p_order.total_satang, 'sales', p_order.total_satang), null, null, null, p_order.order_id);
  end if;
end
$$;
comment on function bkk_internal.post_order_sale is 'Posts the price of a paid order as sold.';

create function public.bkk_ask_return(p_order_id uuid, p_version integer, p_reason text) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  placed public.bkk_orders;
begin
  perform bkk_internal.require_member('shop');
  placed := bkk_internal.lock_order(p_order_id, p_version, false);
  return bkk_internal.order_result(bkk_internal.ask_return(placed, p_reason));
end
$$;
comment on function public.bkk_ask_return is 'Asks to return the caller''s order that was sent, and why.';
call bkk_internal.expose('bkk_ask_return', 'authenticated');

create function bkk_internal.ask_return(p_order public.bkk_orders, p_reason text) returns public.bkk_orders
  language plpgsql volatile set search_path = '' as $$
declare
  placed public.bkk_orders;
begin
  perform bkk_internal.require_status('order', p_order.status, '{SHIPPED,DELIVERED}');
  if p_order.return_asked_at is not null then
    return p_order;
  end if;
  update public.bkk_orders set return_asked_at = now(), return_open = true where order_id = p_order.order_id
    returning * into placed;
  perform bkk_internal.add_order_event(
    placed.order_id, case when placed.is_guest then 'guest' else 'member' end, 'return_asked', '{}',
    bkk_internal.check_text(p_reason, 2000, 'The reason', 'Say why it comes back.'));
  perform bkk_internal.notify_admins(
    'admin.order_return_asked', jsonb_build_object('order_id', placed.order_id, 'reference', placed.number),
    'admin.order_return_asked:' || placed.order_id);
  return placed;
end
$$;
comment on function bkk_internal.ask_return is 'Records that the buyer of a locked order wants to return it.';

create function bkk_internal.refuse_return(p_order public.bkk_orders, p_reason text) returns public.bkk_orders
  language plpgsql volatile set search_path = '' as $$
declare
  placed public.bkk_orders;
begin
  if p_order.return_asked_at is null then
    raise sqlstate 'PT409' using message = 'Nobody wants to return this order.', hint = 'bkk.return_not_asked';
  end if;
  update public.bkk_orders set return_asked_at = null, return_open = false where order_id = p_order.order_id
    returning * into placed;
  perform bkk_internal.add_order_event(
    placed.order_id, 'admin', 'return_refused', '{}',
    bkk_internal.check_text(p_reason, 2000, 'The reason', 'Say why it is not taken back.'));
  perform bkk_internal.notify_buyer(placed, 'order.return_refused');
  return placed;
end
$$;
comment on function bkk_internal.refuse_return is 'Refuses the return that the buyer of a locked order wants, with a reason that they read; PT409.';

create function public.bkk_admin_save_delivery_rates(p_version integer, p_rates jsonb, p_offers_pickup boolean) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('shop');
  if jsonb_typeof(p_rates) is distinct from 'array' or jsonb_array_length(p_rates) > 60 then
    raise sqlstate 'PT400' using message = 'The rates are a list of at most 60.', hint = 'bkk.delivery_rates';
  end if;
  update public.bkk_delivery_settings as settings
    set version = settings.version + 1, offers_pickup = coalesce(p_offers_pickup, settings.offers_pickup)
    where settings.version = p_version;
  if not found then
    raise sqlstate 'PT409' using message = 'The rates were changed meanwhile. Load them again.', hint = 'bkk.delivery_rates_changed';
  end if;
  delete from public.bkk_delivery_rates where true;
  insert into public.bkk_delivery_rates
    select * from jsonb_populate_recordset(null::public.bkk_delivery_rates, p_rates);
  return jsonb_build_object('version', p_version + 1);
exception
  when check_violation or not_null_violation or unique_violation or invalid_text_representation or numeric_value_out_of_range then
    raise sqlstate 'PT400' using message = 'Each rate needs a method, a zone, a weight, a price and days, once each.', hint = 'bkk.delivery_rates';
end
$$;
comment on function public.bkk_admin_save_delivery_rates is
  'Replaces the rates of parcels, [{"method", "zone", "up_to_grams", "price_satang", "days_from", "days_to"}], and says whether orders are picked up: {"version"}. PT409 if its version is another.';
call bkk_internal.expose('bkk_admin_save_delivery_rates', 'authenticated');

create function bkk_internal.order_due_satang(p_order public.bkk_orders) returns bigint
  language plpgsql immutable set search_path = '' as $$
begin
  return case p_order.status when 'PLACED' then p_order.total_satang - p_order.paid_satang end;
end
$$;
comment on function bkk_internal.order_due_satang is 'What is left to pay for an order, in satang; null once nothing is.';

create function bkk_internal.check_order_slip(p_user_id uuid, p_order_id uuid) returns void
  language plpgsql stable set search_path = '' as $$
declare
  placed public.bkk_orders;
begin
  perform public.bkk_require_feature('shop');
  select known.* into placed from public.bkk_orders as known
    where known.order_id = p_order_id and case when p_user_id is null then known.is_guest else known.user_id = p_user_id end;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such order.', hint = 'bkk.order_unknown';
  end if;
  -- Money for an order that was cancelled becomes credit, or is given back to a guest.
  if placed.status not in ('PLACED', 'CANCELLED') then
    raise sqlstate 'PT409' using message = 'This order is paid already.', hint = 'bkk.nothing_due';
  end if;
end
$$;
comment on function bkk_internal.check_order_slip is 'Raises PT404 for an order that is not the member''s, or no guest''s (null); PT409 for one that is paid.';

create function bkk_internal.begin_order_review(p_slip public.bkk_slips) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  update public.bkk_orders set review_until = now() + make_interval(hours => bkk_internal.review_hours())
    where order_id = p_slip.order_id and status = 'PLACED';
  insert into public.bkk_order_events (order_id, actor, actor_id, actor_name, event, details)
    select placed.order_id, case when placed.is_guest then 'guest' else 'member' end, p_slip.user_id, placed.name, 'slip_attached',
      jsonb_build_object('slip_id', p_slip.slip_id, 'amount_satang', p_slip.typed_satang)
    from public.bkk_orders as placed where placed.order_id = p_slip.order_id;
end
$$;
comment on function bkk_internal.begin_order_review is 'Keeps the pieces of an order while its slip waits for the review, and adds an event.';

create function bkk_internal.has_other_slip(p_order_id uuid, p_slip_id uuid) returns boolean
  language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from public.bkk_slips as other
    where other.order_id = p_order_id and other.status = 'WAITING' and other.slip_id is distinct from p_slip_id);
end
$$;
comment on function bkk_internal.has_other_slip is 'Whether another slip of an order waits for its review.';

create function bkk_internal.refuse_order_slip(p_slip public.bkk_slips, p_reasons jsonb) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  placed public.bkk_orders;
begin
  -- There is time to send another slip.
  update public.bkk_orders
    set review_until = null, pay_by = case status when 'PLACED' then greatest(pay_by, now() + interval '6 hours') else pay_by end
    where order_id = p_slip.order_id and not bkk_internal.has_other_slip(p_slip.order_id, p_slip.slip_id);
  select known.* into placed from public.bkk_orders as known where known.order_id = p_slip.order_id;
  perform bkk_internal.add_order_event(placed.order_id, 'admin', 'slip_refused', p_reasons || jsonb_build_object('pay_by', placed.pay_by));
  perform bkk_internal.notify_buyer(placed, 'order.slip_refused', jsonb_build_object('slip_id', p_slip.slip_id));
  return jsonb_build_object('status', 'REFUSED', 'booking_status', placed.status, 'paid_satang', placed.paid_satang);
end
$$;
comment on function bkk_internal.refuse_order_slip is
  'Tells the buyer why a slip is refused; an order that waits for nothing else has at least 6 hours for another one.';

-- A guest has no credit, and neither has a member whose account is deleted.
create function bkk_internal.accept_slip_without_credit(
    p_order public.bkk_orders, p_slip public.bkk_slips, p_amount_satang bigint, p_received_at timestamptz) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  due constant bigint := coalesce(bkk_internal.order_due_satang(p_order), 0);
  surplus constant bigint := greatest(p_amount_satang - due, 0);
  placed public.bkk_orders;
begin
  placed := bkk_internal.pay_order(p_order, p_amount_satang, p_received_at, '{}', p_slip.slip_id, 'admin', 'slip:' || p_slip.slip_id);
  if surplus > 0 then
    perform bkk_internal.insert_order_refund(placed, surplus, true);
  end if;
  return jsonb_build_object(
    'status', 'ACCEPTED', 'booking_status', placed.status, 'paid_satang', placed.paid_satang, 'surplus_satang', surplus,
    'missing_satang', greatest(due - p_amount_satang, 0),
    'missing_until', case when due > p_amount_satang then placed.pay_by end, 'credit_satang', 0);
end
$$;
comment on function bkk_internal.accept_slip_without_credit is
  'Posts all that a slip paid for a guest''s order; for what is beyond the price, or came after its end, a refund is opened.';

create function bkk_internal.accept_order_slip(p_slip public.bkk_slips, p_amount_satang bigint, p_received_at timestamptz) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  placed public.bkk_orders;
  due bigint;
  paid bigint;
  credit bigint;
begin
  select known.* into placed from public.bkk_orders as known where known.order_id = p_slip.order_id for update;
  due := coalesce(bkk_internal.order_due_satang(placed), 0);
  if placed.user_id is null then
    return bkk_internal.accept_slip_without_credit(placed, p_slip, p_amount_satang, p_received_at);
  end if;
  paid := least(p_amount_satang, due);
  credit := least(p_slip.credit_satang, due - paid, bkk_internal.last_balance('credit', placed.user_id));
  if paid + credit > 0 then
    placed := bkk_internal.pay_order(
      placed, paid + credit, p_received_at, jsonb_build_object('credit', credit, 'surplus', p_amount_satang - paid), p_slip.slip_id,
      'admin', 'slip:' || p_slip.slip_id);
  else
    perform bkk_internal.add_posting(
      'slip:' || p_slip.slip_id, 'top_up', p_slip.user_id, null, p_received_at,
      jsonb_build_object('bank', -p_amount_satang, 'credit', p_amount_satang), null, p_slip.slip_id, null, placed.order_id);
  end if;
  if p_amount_satang > paid then
    perform bkk_internal.add_order_event(
      placed.order_id, 'admin', 'surplus_credited',
      jsonb_build_object('slip_id', p_slip.slip_id, 'amount_satang', p_amount_satang - paid));
    perform bkk_internal.queue_message(
      'mail', p_slip.user_id, 'credit.topped_up',
      jsonb_build_object('slip_id', p_slip.slip_id, 'amount_satang', p_amount_satang - paid), 'credit.topped_up:' || p_slip.slip_id);
  end if;
  return jsonb_build_object(
    'status', 'ACCEPTED', 'booking_status', placed.status, 'paid_satang', placed.paid_satang,
    'surplus_satang', p_amount_satang - paid, 'missing_satang', due - paid - credit,
    'missing_until', case when due > paid + credit then placed.pay_by end,
    'credit_satang', bkk_internal.last_balance('credit', p_slip.user_id));
end
$$;
comment on function bkk_internal.accept_order_slip is
  'Posts what a slip paid: what is left of its order, with the part from credit, and the rest as credit.';

create function bkk_internal.insert_order_refund(p_order public.bkk_orders, p_paid_satang bigint, p_is_surplus boolean) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  refund public.bkk_refunds;
begin
  insert into public.bkk_refunds (order_id, is_surplus, user_id, paid_satang, promised_on, owner_id)
    values (
      p_order.order_id, p_is_surplus, p_order.user_id, p_paid_satang, (now() at time zone 'Asia/Bangkok')::date + 14,
      (select member.user_id from public.bkk_user_roles as member where member.user_id = auth.uid() and member.role = 'admin'))
    on conflict (order_id) where not is_surplus do nothing
    returning * into refund;
  if refund.refund_id is not null then
    perform bkk_internal.add_refund_event(
      refund, 'system', 'refund_opened', jsonb_build_object('paid_satang', refund.paid_satang, 'promised_on', refund.promised_on));
  end if;
end
$$;
comment on function bkk_internal.insert_order_refund is 'Opens a refund of what was paid for an order, once, or of a surplus.';

create function bkk_internal.open_order_refund(p_order public.bkk_orders) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  paid constant bigint := p_order.paid_satang - coalesce((
    select sum(surplus.paid_satang) from public.bkk_refunds as surplus
    where surplus.order_id = p_order.order_id and surplus.is_surplus and surplus.status = 'OPEN'), 0);
begin
  if paid > 0 then
    perform bkk_internal.insert_order_refund(p_order, paid, false);
  end if;
end
$$;
comment on function bkk_internal.open_order_refund is
  'Opens the refund of what was paid for an order that was cancelled or came back, without a surplus that has a refund of its own.';

create function bkk_internal.post_order_refund(p_refund public.bkk_refunds, p_note text) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  is_sold constant boolean := not p_refund.is_surplus and exists (
    select from public.bkk_credit_postings as sale where sale.order_id = p_refund.order_id and sale.kind = 'sale');
begin
  -- What left the agency was sold already, and what it keeps of that stays sold.
  update public.bkk_orders
    set return_open = false, paid_satang = case when is_sold then paid_satang else paid_satang - p_refund.paid_satang end
    where order_id = p_refund.order_id;
  perform bkk_internal.add_posting(
    'refund:' || p_refund.refund_id, 'refund', p_refund.user_id, null, now(),
    case when is_sold then jsonb_build_object('sales', -p_refund.amount_satang, 'refunds_due', p_refund.amount_satang)
      else jsonb_build_object(
        'order', -p_refund.paid_satang, 'fees', p_refund.fee_satang, 'refunds_due', p_refund.amount_satang) end,
    null, null, bkk_internal.check_text(p_note, 500, 'The note'), p_refund.order_id);
end
$$;
comment on function bkk_internal.post_order_refund is 'Posts the decision on an order''s refund: from what was paid for it, or once it was sold from the sales.';

create function public.bkk_issue_order_link(p_order_id uuid, p_link_hash text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform public.bkk_require_feature('shop');
  insert into public.bkk_order_links (link_hash, order_id, expires_at)
    select p_link_hash, placed.order_id, clock_timestamp() + interval '180 days'
    from public.bkk_orders as placed where placed.order_id = p_order_id and placed.is_guest
    on conflict (link_hash) do nothing;
  delete from public.bkk_order_links
    where link_hash in (
      select link.link_hash from public.bkk_order_links as link where link.order_id = p_order_id
      order by link.expires_at desc, link.link_hash offset 30);
end
$$;
comment on function public.bkk_issue_order_link is
  'Lets the bearer of a link with this hash see and pay the order of a guest for 180 days; an order has its 30 newest links. For the senders of messages, who mail the link.';
call bkk_internal.expose('bkk_issue_order_link', 'service_role', 'supabase_auth_admin');

create function public.bkk_order_mail_data(p_order_id uuid, p_slip_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.bkk_require_feature('shop');
  return (
    select jsonb_build_object(
      'number', placed.number, 'status', placed.status, 'member_name', placed.name, 'is_guest', placed.is_guest,
      'method', placed.method, 'total_satang', placed.total_satang, 'paid_satang', placed.paid_satang,
      'pay_by', extract(epoch from placed.pay_by)::bigint, 'carrier', placed.carrier, 'parcel_number', placed.parcel_number,
      'tracking_url', placed.tracking_url, 'arrives_on', placed.arrives_on,
      'lines', (
        select jsonb_agg(jsonb_build_object(
            'title', line.title, 'title_th', coalesce(line.title_th, line.title), 'quantity', line.quantity,
            'amount_satang', line.quantity * line.unit_satang) order by line.position)
        from public.bkk_order_lines as line where line.order_id = placed.order_id),
      'message', (
        select event.message from public.bkk_order_events as event
        where event.order_id = placed.order_id and event.event in ('cancelled', 'take_back', 'return_asked', 'return_refused')
        order by event.event_id desc limit 1),
      'reason', (
        select jsonb_build_object(
          'en', bkk_internal.rejection_text(slip.reason, slip.note, 'en'), 'th', bkk_internal.rejection_text(slip.reason, slip.note, 'th'))
        from public.bkk_slips as slip where slip.slip_id = p_slip_id and slip.reason is not null))
    from public.bkk_orders as placed where placed.order_id = p_order_id);
end
$$;
comment on function public.bkk_order_mail_data is 'What mails say of an order, and of a slip that was refused; null if there is none. For the senders of messages.';
call bkk_internal.expose('bkk_order_mail_data', 'service_role', 'supabase_auth_admin');

create function bkk_internal.prune_orders(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  pruned bigint;
begin
  delete from public.bkk_order_links where expires_at < p_now;
  with due as (
    select placed.order_id from public.bkk_orders as placed
    where placed.ended_at < p_now - interval '5 years' and placed.email is not null
    order by placed.ended_at
    limit 500 for update skip locked)
  update public.bkk_orders as placed set name = null, email = null, phone = null, address = null, network = null
    from due where placed.order_id = due.order_id;
  get diagnostics pruned = row_count;
  return pruned;
end
$$;
comment on function bkk_internal.prune_orders is
  'Deletes names and addresses of orders five years after their end, and links that have expired; returns the number of orders, 500 at most.';

insert into public.bkk_jobs (name, every, batch_size) values ('prune_orders', '1 hour', 500);
