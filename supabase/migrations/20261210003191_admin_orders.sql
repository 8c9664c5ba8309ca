-- What the admins' list of orders needs: counts, sums, what is on the shelf, actions on several orders, and its search index.

create function bkk_internal.order_filters(p_search text) returns jsonb
  language sql stable set search_path = '' as $$
  select bkk_internal.bounded_queries(
    'select total_satang from public.bkk_orders', p_search, 'search_text like $1 or number = $2',
    'all', 'true',
    'open', 'is_open',
    'toPack', $f$status = 'PAID'$f$,
    'toShip', $f$status = 'PACKED'$f$,
    'returns', 'return_open',
    'PLACED', $f$status = 'PLACED'$f$,
    'SHIPPED', $f$status = 'SHIPPED'$f$,
    'DELIVERED', $f$status = 'DELIVERED'$f$,
    'CANCELLED', $f$status = 'CANCELLED'$f$)
$$;
comment on function bkk_internal.order_filters is 'The queries of the filters of the admins'' list of orders, by their names.';

create function public.bkk_admin_count_orders(p_search text default '', p_number text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('shop');
  return bkk_internal.count_queries(bkk_internal.order_filters(p_search), p_search, p_number);
end
$$;
comment on function public.bkk_admin_count_orders is
  'How many orders match a search, or the number that it names, by the filters of the admins'' list: {"all", "open", "toPack", "toShip", "returns", "PLACED", "SHIPPED", "DELIVERED", "CANCELLED"}. 1001 stands for more than 1000.';
call bkk_internal.expose('bkk_admin_count_orders', 'authenticated');

create function public.bkk_admin_sum_orders(p_filter text default 'all', p_search text default '', p_number text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  query constant text := bkk_internal.order_filters(p_search) ->> p_filter;
  sums jsonb;
begin
  perform bkk_internal.require_admin('shop');
  if query is null then
    raise sqlstate 'PT400' using message = 'Name a filter of the list of orders.', hint = 'bkk.unknown_filter';
  end if;
  execute format(
    $f$select jsonb_build_object('orders', count(*), 'total_satang', coalesce(sum(total_satang), 0)) from (%s) as orders$f$, query)
    into sums using bkk_internal.search_pattern(p_search), p_number;
  return sums;
end
$$;
comment on function public.bkk_admin_sum_orders is
  'The sum of the orders that match a filter and a search, or the number that it names: {"orders", "total_satang"}. Of more than 1000 orders it is that of 1001.';
call bkk_internal.expose('bkk_admin_sum_orders', 'authenticated');

create function public.bkk_admin_shelf(p_variant_ids text[]) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('shop');
  if coalesce(cardinality(p_variant_ids), 0) > 1000 then
    raise sqlstate 'PT400' using message = 'Ask for at most 1,000 variants.', hint = 'bkk.too_many_variants';
  end if;
  return (
    -- What is paid counts as sold, and is on the shelf until it is packed.
    with unpacked as (
      select line.variant_id, sum(line.quantity) as pieces
      from public.bkk_orders as placed join public.bkk_order_lines as line on line.order_id = placed.order_id
      where placed.status = 'PAID' and line.has_stock and line.variant_id = any (p_variant_ids)
      group by line.variant_id)
    select coalesce(jsonb_object_agg(
        variant.id, variant.inventory_quantity + variant.reserved_quantity + coalesce(unpacked.pieces, 0)), '{}')
    from public.bkk_product_variants as variant left join unpacked on unpacked.variant_id = variant.id
    where variant.id = any (p_variant_ids) and variant.manage_inventory and variant.inventory_quantity is not null);
end
$$;
comment on function public.bkk_admin_shelf is
  'How many pieces of variants lie on the shelf, by their ids: free, reserved, or sold and not packed yet. Without those whose stock is not counted.';
call bkk_internal.expose('bkk_admin_shelf', 'authenticated');

create function bkk_internal.try_order_action(p_order jsonb, p_action text, p_details jsonb) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  code text;
  reason text;
  said text;
begin
  return bkk_internal.order_result(bkk_internal.act_on_order(
    (p_order ->> 'order_id')::uuid, (p_order ->> 'version')::integer, p_action, p_details || coalesce(p_order -> 'details', '{}')));
exception
  when sqlstate 'PT400' or sqlstate 'PT404' or sqlstate 'PT409' or invalid_text_representation then
    get stacked diagnostics code = returned_sqlstate, said = message_text, reason = pg_exception_hint;
    return jsonb_build_object(
      'order_id', p_order -> 'order_id', 'error', jsonb_build_object('code', code, 'message', said, 'hint', reason));
end
$$;
comment on function bkk_internal.try_order_action is
  'An action on an order {"order_id", "version", "details"}: its result, or {"order_id", "error": {"code", "message", "hint"}} and nothing has changed.';

create function public.bkk_admin_move_orders(p_orders jsonb, p_action text, p_details jsonb default '{}') returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  perform bkk_internal.require_admin('shop');
  if jsonb_typeof(p_orders) is distinct from 'array' or jsonb_array_length(p_orders) not between 1 and 100 then
    raise sqlstate 'PT400' using message = 'Name 1 to 100 orders.', hint = 'bkk.order_list';
  end if;
  -- The others change the stock, whose variants are locked before the sums of the day.
  if not coalesce(p_action in ('pack', 'ship', 'hand_over', 'deliver'), false) then
    raise sqlstate 'PT400' using message = 'This is done with one order at a time.', hint = 'bkk.order_action';
  end if;
  begin
    ids := array(select (named ->> 'order_id')::uuid from jsonb_array_elements(p_orders) as named);
  exception
    when invalid_text_representation then
      raise sqlstate 'PT400' using message = 'The id of an order is a uuid.', hint = 'bkk.order_list';
  end;
  -- All of them first, and in one order for all callers: the sums of the day are locked after them.
  perform from public.bkk_orders as placed where placed.order_id = any (ids) order by placed.order_id for update;
  return (
    select jsonb_agg(bkk_internal.try_order_action(named.value, p_action, coalesce(p_details, '{}')) order by named.place)
    from jsonb_array_elements(p_orders) with ordinality as named (value, place));
end
$$;
comment on function public.bkk_admin_move_orders is
  'Packs, ships, hands over or delivers orders [{"order_id", "version", "details"}] as bkk_admin_move_order(), with their details added to those of all: a list of their results, in which an order that stays as it was has {"order_id", "error": {"code", "message", "hint"}}.';
call bkk_internal.expose('bkk_admin_move_orders', 'authenticated');

call bkk_internal.index_search('bkk_orders_search_idx', 'bkk_orders', 'search_text');
