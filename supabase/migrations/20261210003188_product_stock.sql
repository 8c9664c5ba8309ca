-- The stock of the products (feature shop) and its movements. Pieces are free, reserved for an order, or sold; together they are what
-- was received, corrections included: received = free + reserved + sold, and on hand are the free and the reserved ones.

create table public.bkk_stock_movements (
  movement_id bigint generated always as identity primary key,
  -- With the variant its history goes; admins remove no variant that has stock or was sold.
  variant_id text not null references public.bkk_product_variants (id) on delete cascade,
  kind text not null check (kind in ('RECEIVED', 'CORRECTED', 'RESERVED', 'RELEASED', 'SOLD', 'RETURNED')),
  -- Pieces; of a correction also fewer.
  quantity integer not null check (quantity <> 0 and (quantity > 0 or kind = 'CORRECTED')),
  free_after integer not null,
  reserved_after integer not null,
  note text check (char_length(note) <= 500),
  -- What it belongs to, such as the number of an order.
  reference text check (char_length(reference) <= 100),
  -- Prevents duplicates.
  idempotency_key uuid unique,
  created_at timestamptz not null default clock_timestamp(),
  -- Without a foreign key, because the movement outlives the account of the admin.
  created_by uuid,
  created_by_name text check (char_length(created_by_name) <= 200)
);
comment on table public.bkk_stock_movements is 'What happened to the stock of a variant: append-only.';

create index bkk_stock_movements_variant_idx on public.bkk_stock_movements (variant_id, movement_id desc);
create index bkk_stock_movements_created_by_idx on public.bkk_stock_movements (created_by);

call bkk_internal.protect('bkk_stock_movements');
revoke all on sequence public.bkk_stock_movements_movement_id_seq from public, anon, authenticated, service_role;
grant select (
    movement_id, variant_id, kind, quantity, free_after, reserved_after, note, reference, created_at, created_by, created_by_name)
  on table public.bkk_stock_movements to authenticated;
grant select on table public.bkk_stock_movements to service_role;

create policy "admins read every movement of stock" on public.bkk_stock_movements
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('shop')));

create trigger bkk_protect_history
  before update or delete on public.bkk_stock_movements
  for each row execute function bkk_internal.protect_history('created_by_name');

create function bkk_internal.add_stock_movement(
    p_variant public.bkk_product_variants, p_kind text, p_quantity integer, p_note text default null, p_reference text default null,
    p_idempotency_key uuid default null) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  insert into public.bkk_stock_movements (
      variant_id, kind, quantity, free_after, reserved_after, note, reference, idempotency_key, created_by, created_by_name)
    values (
      p_variant.id, p_kind, p_quantity, coalesce(p_variant.inventory_quantity, 0), p_variant.reserved_quantity, p_note, p_reference,
      p_idempotency_key, auth.uid(), bkk_internal.caller_name());
end
$$;
comment on function bkk_internal.add_stock_movement is 'Records a movement of a variant, which has the quantities after it.';

-- The owner may set the free stock with SQL of their own: the difference is then received with a new variant, or else a correction.
create function bkk_internal.record_set_stock() returns trigger
  language plpgsql set search_path = '' as $$
declare
  difference constant integer :=
    coalesce(new.inventory_quantity, 0) + new.reserved_quantity + new.sold_quantity - new.received_quantity;
begin
  if tg_when = 'AFTER' then
    perform bkk_internal.add_stock_movement(new, 'RECEIVED', new.received_quantity);
    return null;
  end if;
  new.received_quantity := new.received_quantity + difference;
  if tg_op = 'UPDATE' and difference <> 0 then
    perform bkk_internal.add_stock_movement(new, 'CORRECTED', difference);
  end if;
  return new;
end
$$;

create trigger bkk_record_set_stock
  before insert or update on public.bkk_product_variants
  for each row execute function bkk_internal.record_set_stock();
create trigger bkk_record_first_stock
  after insert on public.bkk_product_variants
  for each row when (new.received_quantity > 0) execute function bkk_internal.record_set_stock();

alter table public.bkk_product_variants add constraint bkk_product_variants_stock_check
  check (received_quantity = coalesce(inventory_quantity, 0) + reserved_quantity + sold_quantity);

-- One update with its condition: of two orders for the last piece, the second one waits for the first and finds none. Orders of
-- several variants post them by id, so that they never wait for each other in a circle.
create function bkk_internal.post_stock(
    p_variant_id text, p_kind text, p_quantity integer, p_note text default null, p_reference text default null,
    p_idempotency_key uuid default null) returns boolean
  language plpgsql volatile set search_path = '' as $$
declare
  free constant integer := case
    when p_kind in ('RECEIVED', 'CORRECTED', 'RELEASED', 'RETURNED') then p_quantity when p_kind = 'RESERVED' then -p_quantity else 0 end;
  reserved constant integer := case
    when p_kind = 'RESERVED' then p_quantity when p_kind in ('RELEASED', 'SOLD') then -p_quantity else 0 end;
  sold constant integer := case p_kind when 'SOLD' then p_quantity when 'RETURNED' then -p_quantity else 0 end;
  variant public.bkk_product_variants;
begin
  if p_quantity is null or p_quantity = 0 or abs(p_quantity) > 100000 or p_quantity < 0 and p_kind <> 'CORRECTED' then
    raise sqlstate 'PT400' using message = 'A movement of stock has 1 to 100,000 pieces.', hint = 'bkk.stock_quantity';
  end if;
  update public.bkk_product_variants as known
    set inventory_quantity = known.inventory_quantity + free, reserved_quantity = known.reserved_quantity + reserved,
      sold_quantity = known.sold_quantity + sold, received_quantity = known.received_quantity + free + reserved + sold
    where known.id = p_variant_id and known.manage_inventory and known.inventory_quantity + free between 0 and 1000000
      and known.reserved_quantity + reserved >= 0 and known.sold_quantity + sold >= 0
    returning * into variant;
  if found then
    perform bkk_internal.add_stock_movement(variant, p_kind, p_quantity, p_note, p_reference, p_idempotency_key);
    return true;
  end if;
  select known.* into variant from public.bkk_product_variants as known where known.id = p_variant_id;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such variant.', hint = 'bkk.variant_unknown';
  end if;
  if not variant.manage_inventory or variant.inventory_quantity is null then
    return false;
  end if;
  raise sqlstate 'PT409' using
    message = format('%s pieces are free, %s reserved and %s sold: this is not possible.',
      variant.inventory_quantity, variant.reserved_quantity, variant.sold_quantity),
    hint = 'bkk.stock_short';
end
$$;
comment on function bkk_internal.post_stock is
  'Posts a movement of a variant: RECEIVED, CORRECTED (also fewer), RESERVED (free to reserved), RELEASED (back), SOLD (of the reserved ones) or RETURNED (sold to free). False where the stock is not kept, PT409 where there is not enough.';
