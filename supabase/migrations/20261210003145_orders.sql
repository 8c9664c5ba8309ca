-- Orders of the shop: pieces that are kept for a buyer until they are paid, then packed and sent. Only functions write them.

insert into public.bkk_status_transitions (kind, from_status, action, actor, to_status) values
  ('order', 'PLACED', 'record_payment', 'admin', 'PAID'),
  ('order', 'PLACED', 'pay_with_credit', 'member', 'PAID'),
  ('order', 'PLACED', 'cancel', 'member', 'CANCELLED'),
  ('order', 'PLACED', 'expire', 'system', 'CANCELLED'),
  ('order', 'PLACED', 'cancel', 'admin', 'CANCELLED'),
  ('order', 'PAID', 'cancel', 'admin', 'CANCELLED'),
  ('order', 'PACKED', 'cancel', 'admin', 'CANCELLED'),
  ('order', 'PAID', 'pack', 'admin', 'PACKED'),
  ('order', 'PACKED', 'ship', 'admin', 'SHIPPED'),
  ('order', 'PACKED', 'hand_over', 'admin', 'DELIVERED'),
  ('order', 'SHIPPED', 'deliver', 'admin', 'DELIVERED'),
  ('order', 'SHIPPED', 'take_back', 'admin', 'RETURNED'),
  ('order', 'DELIVERED', 'take_back', 'admin', 'RETURNED');

-- What holds for all deliveries.
create table public.bkk_delivery_settings (
  is_only_row boolean primary key default true check (is_only_row),
  -- Counts the changes, also of the rates: an admin saves the version that they saw.
  version integer not null default 1,
  -- Whether buyers may pick orders up at the office.
  offers_pickup boolean not null default true
);
comment on table public.bkk_delivery_settings is 'The one row of what holds for all deliveries. Admins change it with bkk_admin_save_delivery_rates().';

call bkk_internal.protect('bkk_delivery_settings');
grant select (version, offers_pickup) on table public.bkk_delivery_settings to anon, authenticated;
grant select on table public.bkk_delivery_settings to service_role;

create policy "everybody reads how orders are delivered" on public.bkk_delivery_settings
  for select to anon, authenticated
  using ((select public.bkk_has_feature('shop')));

insert into public.bkk_delivery_settings default values;

-- What the agency asks for a parcel; to pick it up costs nothing. packages/domain has the zones.
create table public.bkk_delivery_rates (
  method text not null check (method in ('standard', 'express')),
  zone text not null check (zone in ('bangkok', 'thailand', 'abroad')),
  -- The heaviest parcel that it is for.
  up_to_grams integer not null check (up_to_grams between 1 and 1000000),
  price_satang bigint not null check (price_satang between 0 and 100000000),
  -- Working days.
  days_from smallint not null check (days_from between 0 and 90),
  days_to smallint not null check (days_to between days_from and 90),
  primary key (method, zone, up_to_grams)
);
comment on table public.bkk_delivery_rates is 'The rates of parcels by method, zone and weight. Admins change them with bkk_admin_save_delivery_rates().';

call bkk_internal.protect('bkk_delivery_rates');
grant select (method, zone, up_to_grams, price_satang, days_from, days_to) on table public.bkk_delivery_rates to anon, authenticated;
grant select on table public.bkk_delivery_rates to service_role;

create policy "everybody reads the rates of parcels" on public.bkk_delivery_rates
  for select to anon, authenticated
  using ((select public.bkk_has_feature('shop')));

insert into public.bkk_delivery_rates (method, zone, up_to_grams, price_satang, days_from, days_to) values
  ('standard', 'bangkok', 1000, 6000, 2, 4), ('standard', 'bangkok', 5000, 10000, 2, 4), ('standard', 'bangkok', 20000, 18000, 2, 4),
  ('standard', 'thailand', 1000, 6000, 2, 5), ('standard', 'thailand', 5000, 12000, 2, 5), ('standard', 'thailand', 20000, 22000, 2, 5),
  ('express', 'bangkok', 1000, 11000, 1, 2), ('express', 'bangkok', 5000, 16000, 1, 2), ('express', 'bangkok', 20000, 26000, 1, 2),
  ('express', 'thailand', 1000, 11000, 1, 3), ('express', 'thailand', 5000, 18000, 1, 3), ('express', 'thailand', 20000, 30000, 1, 3),
  ('standard', 'abroad', 1000, 69000, 7, 14), ('standard', 'abroad', 5000, 149000, 7, 14);

create table public.bkk_orders (
  order_id uuid primary key default gen_random_uuid(),
  -- What people say on the phone, as the references of bookings.
  number text not null unique check (number ~ '^ORD-[2-9A-HJKMNP-Z]{8}$'),
  -- Null for a guest, and after the account is deleted.
  user_id uuid references auth.users (id) on delete set null,
  is_guest boolean not null,
  -- Repeating the call that placed the order returns this one.
  request_key uuid not null,
  status text not null default 'PLACED'
    check (status in ('PLACED', 'PAID', 'PACKED', 'SHIPPED', 'DELIVERED', 'RETURNED', 'CANCELLED')),
  -- Counts the changes: an action carries the version that its caller saw.
  version integer not null default 1,
  language text not null check (language in ('en', 'th')),
  -- Whom it goes to; null after the account is deleted, and five years after.
  name text check (char_length(name) between 1 and 100),
  email text collate "C" check (char_length(email) between 3 and 255),
  phone text check (char_length(phone) <= 50),
  -- A keyed hash of the network that placed it, for the limits of unpaid orders.
  network text check (char_length(network) <= 64),
  method text not null check (method in ('standard', 'express', 'pickup')),
  -- {"country", "line", "sub_district", "district", "province", "postal_code"} in Thailand, {"country", "line", "city", "region",
  -- "postal_code"} abroad; null if it is picked up.
  address jsonb check (jsonb_typeof(address) = 'object' and octet_length(address::text) <= 4000),
  weight_grams integer not null check (weight_grams >= 0),
  items_satang bigint not null check (items_satang between 0 and 100000000000),
  delivery_satang bigint not null check (delivery_satang between 0 and 100000000),
  total_satang bigint not null generated always as (items_satang + delivery_satang) stored,
  -- The sum of the payments.
  paid_satang bigint not null default 0 check (paid_satang between 0 and 100100000000),
  -- The pieces are kept until then; a slip that waits for its review keeps them as long as that is due.
  pay_by timestamptz,
  review_until timestamptz,
  carrier text check (char_length(carrier) between 1 and 60),
  parcel_number text check (char_length(parcel_number) between 1 and 60),
  tracking_url text check (char_length(tracking_url) <= 500 and tracking_url ~ '^https://'),
  -- Bangkok's day.
  arrives_on date,
  -- The buyer has asked for a refund of what came.
  return_asked_at timestamptz,
  -- The agency has a return to deal with: the buyer has asked for one, or the pieces came back and the refund is not decided.
  return_open boolean not null default false,
  -- Neither ended nor cancelled, or with such a return.
  is_open boolean not null generated always as (status in ('PLACED', 'PAID', 'PACKED', 'SHIPPED') or return_open) stored,
  paid_at timestamptz,
  shipped_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- As that of bookings.
  search_text text not null generated always as (
    left(public.bkk_fold_text(
      '|' || number || coalesce('|' || email, '') || coalesce('|' || name, '') || coalesce('|' || parcel_number, '')), 1000)
  ) stored check (char_length(search_text) <= 1000),
  unique (user_id, request_key),
  check (is_guest <= (user_id is null)),
  check (status <> 'PLACED' or isfinite(pay_by)),
  check ((status in ('RETURNED', 'CANCELLED', 'DELIVERED')) = (ended_at is not null)),
  check (status <> 'SHIPPED' or shipped_at is not null),
  check (status not in ('PAID', 'PACKED', 'SHIPPED', 'DELIVERED') or paid_satang >= items_satang + delivery_satang)
);
comment on table public.bkk_orders is 'Orders of the shop. Members read their own, admins read all, and functions alone write.';

create unique index bkk_orders_guest_key_idx on public.bkk_orders (request_key) where is_guest;
create index bkk_orders_user_idx on public.bkk_orders (user_id, created_at desc);
create index bkk_orders_created_at_idx on public.bkk_orders (created_at, order_id);
create index bkk_orders_status_idx on public.bkk_orders (status, created_at, order_id);
-- The lists of admins.
create index bkk_orders_open_idx on public.bkk_orders (is_open, created_at, order_id);
create index bkk_orders_returns_idx on public.bkk_orders (return_open, created_at, order_id);
create index bkk_orders_name_idx on public.bkk_orders (name, order_id);
create index bkk_orders_total_idx on public.bkk_orders (total_satang, order_id);
-- What the clock and the limits look for.
create index bkk_orders_unpaid_idx on public.bkk_orders (pay_by) where status = 'PLACED';
create index bkk_orders_network_idx on public.bkk_orders (network, created_at) where network is not null;
create index bkk_orders_ended_idx on public.bkk_orders (ended_at) where email is not null;
create index bkk_orders_email_idx on public.bkk_orders (lower(email)) where status = 'PLACED';

call bkk_internal.protect('bkk_orders');
grant select (
    order_id, number, user_id, status, version, language, name, email, phone, method, address, weight_grams, items_satang,
    delivery_satang, total_satang, paid_satang, pay_by, review_until, carrier, parcel_number, tracking_url, arrives_on,
    return_asked_at, paid_at, shipped_at, ended_at, created_at, updated_at)
  on table public.bkk_orders to authenticated;
grant select on table public.bkk_orders to service_role;

create policy "members read their own orders" on public.bkk_orders
  for select to authenticated
  using (user_id = (select auth.uid()) and (select public.bkk_is_active()) and (select public.bkk_has_feature('shop')));

create policy "admins read every order" on public.bkk_orders
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('shop')));

-- The pieces with the price and texts of the day.
create table public.bkk_order_lines (
  order_id uuid not null references public.bkk_orders (order_id) on delete cascade,
  position smallint not null check (position between 1 and 50),
  -- Without a foreign key: a product may be deleted.
  product_id text not null check (char_length(product_id) <= 64),
  variant_id text not null check (char_length(variant_id) <= 64),
  title text not null check (char_length(title) between 1 and 200),
  -- Null without a Thai text of its own.
  title_th text check (char_length(title_th) <= 200),
  variant_title text not null check (char_length(variant_title) <= 200),
  variant_title_th text check (char_length(variant_title_th) <= 200),
  picture text check (char_length(picture) <= 2000),
  sku text check (char_length(sku) <= 100),
  -- What the buyer typed in the custom fields, by their titles.
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object' and octet_length(answers::text) <= 10000),
  unit_satang bigint not null check (unit_satang between 0 and 100000000000),
  quantity integer not null check (quantity between 1 and 50),
  weight_grams integer not null check (weight_grams >= 0),
  -- Whether the stock was lowered by it.
  has_stock boolean not null,
  primary key (order_id, position)
);
comment on table public.bkk_order_lines is 'What was ordered, with the price and texts of that day; readable with the order.';

create index bkk_order_lines_variant_idx on public.bkk_order_lines (variant_id);

call bkk_internal.protect('bkk_order_lines');
grant select (
    order_id, position, product_id, variant_id, title, title_th, variant_title, variant_title_th, picture, sku, answers, unit_satang, quantity, weight_grams)
  on table public.bkk_order_lines to authenticated;
grant select on table public.bkk_order_lines to service_role;

create policy "who reads an order reads its lines" on public.bkk_order_lines
  for select to authenticated
  using ((select public.bkk_has_feature('shop')) and exists (
    select from public.bkk_orders as placed where placed.order_id = bkk_order_lines.order_id));

create table public.bkk_order_events (
  event_id bigint generated always as identity primary key,
  order_id uuid not null references public.bkk_orders (order_id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  actor text not null check (actor in ('member', 'guest', 'admin', 'system')),
  -- Without a foreign key, because the event outlives the account.
  actor_id uuid,
  actor_name text check (char_length(actor_name) <= 200),
  event text not null check (event ~ '^[a-z_]{1,40}$'),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 10000),
  -- The words of the buyer or of the admin.
  message text check (char_length(message) <= 2000)
);
comment on table public.bkk_order_events is 'What happened to an order: append-only.';

create index bkk_order_events_order_idx on public.bkk_order_events (order_id, event_id);
create index bkk_order_events_actor_idx on public.bkk_order_events (actor_id);

call bkk_internal.protect('bkk_order_events');
revoke all on sequence public.bkk_order_events_event_id_seq from public, anon, authenticated, service_role;
grant select (event_id, order_id, created_at, actor, actor_name, event, details, message)
  on table public.bkk_order_events to authenticated;
grant select on table public.bkk_order_events to service_role;

create policy "who reads an order reads its events" on public.bkk_order_events
  for select to authenticated
  using ((select public.bkk_has_feature('shop')) and exists (
    select from public.bkk_orders as placed where placed.order_id = bkk_order_events.order_id));

create trigger bkk_protect_history
  before update or delete on public.bkk_order_events
  for each row execute function bkk_internal.protect_history('actor_name', 'message', 'details');

-- The links that guests are mailed, as hashes: whoever reads the table can follow none.
create table public.bkk_order_links (
  link_hash text primary key check (link_hash ~ '^[0-9a-f]{64}$'),
  order_id uuid not null references public.bkk_orders (order_id) on delete cascade,
  expires_at timestamptz not null
);
comment on table public.bkk_order_links is 'SHA-256 of the links to the orders of guests; functions alone read and write them.';

create index bkk_order_links_order_idx on public.bkk_order_links (order_id);
create index bkk_order_links_expires_idx on public.bkk_order_links (expires_at);

call bkk_internal.protect('bkk_order_links');

-- Checks the status and counts the version, for every writer.
create function bkk_internal.check_order() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if new.status <> old.status and not exists (
    select from public.bkk_status_transitions as transition
    where transition.kind = 'order' and transition.from_status = old.status and transition.to_status = new.status)
  then
    raise sqlstate 'PT400' using
      message = format('The status of an order cannot change from %s to %s.', old.status, new.status), hint = 'bkk.order_status';
  end if;
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;

create trigger bkk_check_order
  before update on public.bkk_orders
  for each row execute function bkk_internal.check_order();

-- Every order, for admins; empty for other callers. As bkk_users_admin_view.
create view public.bkk_orders_admin_view as
  select placed.order_id, placed.number, placed.user_id, placed.is_guest, placed.status, placed.version, placed.language, placed.name,
    placed.email, placed.phone, placed.method, placed.address ->> 'country' as country, placed.weight_grams, placed.items_satang,
    placed.delivery_satang, placed.total_satang, placed.paid_satang, placed.pay_by, placed.review_until, placed.carrier,
    placed.parcel_number, placed.arrives_on, placed.return_asked_at, placed.return_open, placed.is_open, placed.paid_at,
    placed.shipped_at, placed.ended_at, placed.created_at, placed.updated_at,
    line.title, line.title_th, line.quantity,
    (select count(*) from public.bkk_order_lines as other where other.order_id = placed.order_id) as lines,
    placed.search_text
  from public.bkk_orders as placed
    left join public.bkk_order_lines as line on line.order_id = placed.order_id and line.position = 1
  where (select public.bkk_is_admin()) and (select public.bkk_has_feature('shop'));
comment on view public.bkk_orders_admin_view is 'Every order with its first piece, for admins; empty for other callers.';

revoke all on table public.bkk_orders_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_orders_admin_view to authenticated;

-- Members follow their own, and admins all. A publication of all tables has it already.
do $$
begin
  if not exists (
    select from pg_catalog.pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'bkk_orders')
  then
    alter publication supabase_realtime add table public.bkk_orders;
  end if;
end
$$;
