-- The orders that bookings have at airlines, through a supplier. The functions hold-flight, reconcile-flight-orders and duffel-webhook
-- ask the supplier and write here with the service key.

-- A row is the intent before the order is placed, so that neither an order nor a booking is without the other unnoticed.
create table public.bkk_supplier_orders (
  booking_id uuid primary key references public.bkk_bookings (booking_id) on delete cascade,
  offer_id uuid not null references public.bkk_flight_offers (offer_id),
  source text not null check (source ~ '^[a-z]{1,20}$'),
  -- ordering: it is not known yet whether the supplier has the order. cancelling, paying: to be done by reconcile-flight-orders.
  state text not null default 'ordering' check (state in (
    'ordering', 'held', 'paying', 'paid', 'cancelling', 'cancelled', 'failed')),
  source_order_id text unique check (char_length(source_order_id) between 1 and 100),
  -- The airline's own reference.
  airline_reference text check (char_length(airline_reference) between 1 and 20),
  total_satang bigint not null,
  -- The seats are gone after the first, the price may rise after the second.
  pay_by timestamptz,
  price_until timestamptz,
  -- Ids of the airline's changes that the member was told of.
  changes text[] not null default '{}' check (octet_length(array_to_string(changes, ',')) <= 10000),
  created_at timestamptz not null default clock_timestamp(),
  polled_at timestamptz,
  -- When it is read again or acted on; during that, when the lease ends. Null once nothing is to be done.
  due_at timestamptz,
  lease uuid,
  attempts integer not null default 0,
  -- Codes only.
  last_failure text check (last_failure ~ '^[A-Za-z0-9_ ]{1,100}$')
);
comment on table public.bkk_supplier_orders is 'The order that a booking has at a supplier of flights.';

create index bkk_supplier_orders_offer_idx on public.bkk_supplier_orders (offer_id);
create index bkk_supplier_orders_due_idx on public.bkk_supplier_orders (due_at) where due_at is not null;

-- A supplier calls its webhook at least once for an event.
create table public.bkk_supplier_events (
  source text not null check (source ~ '^[a-z]{1,20}$'),
  event_id text not null check (char_length(event_id) between 1 and 100),
  received_at timestamptz not null default clock_timestamp(),
  primary key (source, event_id)
);
comment on table public.bkk_supplier_events is 'The events of suppliers that were received.';

create index bkk_supplier_events_received_at_idx on public.bkk_supplier_events (received_at);

call bkk_internal.protect('bkk_supplier_orders');
call bkk_internal.protect('bkk_supplier_events');

grant select (
    booking_id, offer_id, source, state, source_order_id, airline_reference, total_satang, pay_by, price_until, changes, created_at,
    polled_at, due_at, attempts, last_failure)
  on table public.bkk_supplier_orders to authenticated;
grant select on table public.bkk_supplier_orders to service_role;

create policy "admins read every order at a supplier" on public.bkk_supplier_orders
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('flights')));

create function bkk_internal.supplier_booking(p_booking_id uuid) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'booking_id', booking.booking_id, 'reference', booking.reference, 'status', booking.status,
      'hold_expires_at', booking.hold_expires_at, 'state', supplier.state)
    from public.bkk_bookings as booking
      join public.bkk_supplier_orders as supplier on supplier.booking_id = booking.booking_id
    where booking.booking_id = p_booking_id);
end
$$;
comment on function bkk_internal.supplier_booking is 'A booking with the state of its order.';

create function public.bkk_supplier_booking_of_key(p_user_id uuid, p_request_key uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select bkk_internal.supplier_booking(booking.booking_id)
    from public.bkk_bookings as booking where booking.user_id = p_user_id and booking.request_key = p_request_key);
end
$$;
comment on function public.bkk_supplier_booking_of_key is
  'The booking that a member has made with a key, with the state of its order; null without one.';
call bkk_internal.expose('bkk_supplier_booking_of_key', 'service_role');

create function public.bkk_hold_supplier_booking(
    p_user_id uuid, p_request_key uuid, p_offer_id uuid, p_passengers jsonb, p_email text, p_phone text, p_notes text,
    p_expected_total_satang bigint) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  found_offer public.bkk_flight_offers;
  named record;
  price record;
  known uuid;
  lease constant uuid := gen_random_uuid();
begin
  perform public.bkk_require_feature('flights');
  known := (bkk_internal.hold_of_key(p_user_id, p_request_key)).booking_id;
  if known is not null then
    return bkk_internal.supplier_booking(known);
  end if;
  select offer.* into found_offer from public.bkk_flight_offers as offer where offer.offer_id = p_offer_id and offer.expires_at > now();
  if not found or found_offer.total_satang is distinct from p_expected_total_satang then
    raise sqlstate 'PT409' using message = 'This offer has expired. Search again.', hint = 'bkk.offer_expired';
  end if;
  named := bkk_internal.parse_named_passengers(p_passengers);
  if (named.adults, named.children, named.infants) is distinct from (
    (found_offer.offer #>> '{passengers,adult}')::bigint, (found_offer.offer #>> '{passengers,child}')::bigint,
    (found_offer.offer #>> '{passengers,infant}')::bigint)
  then
    raise sqlstate 'PT400' using message = 'The passengers differ from those of the search.', hint = 'bkk.passengers_differ';
  end if;
  price := bkk_internal.price_flight_offer(found_offer);
  insert into public.bkk_bookings (
      reference, user_id, flight_id, status, request_key, contact_email, contact_phone, notes, segments, lines, conditions,
      origin, destination, departs_on, returns_on, total_satang, deposit_satang, pax_adt, pax_chd, pax_inf, hold_expires_at,
      has_all_names)
    values (
      bkk_internal.new_booking_reference(), p_user_id, p_offer_id, 'HOLD', p_request_key,
      bkk_internal.check_text(p_email, 255, 'The e-mail address'), bkk_internal.check_phone(p_phone),
      bkk_internal.check_text(p_notes, 2000, 'The note'), price.segments, price.lines, price.conditions, price.origin, price.destination,
      price.departs_on, price.returns_on, found_offer.total_satang, found_offer.total_satang, named.adults, named.children,
      -- Until the airline's deadline is known; nobody is told of this one.
      named.infants, now() + interval '10 minutes', true)
    returning booking_id into known;
  insert into public.bkk_booking_passengers (booking_id, position, first_name, last_name, type, birth_date)
    select known, position, first_name, last_name, type, birth_date from unnest(named.passengers);
  insert into public.bkk_supplier_orders (booking_id, offer_id, source, total_satang, due_at, lease)
    values (known, p_offer_id, found_offer.source, found_offer.total_satang, clock_timestamp() + interval '1 minute', lease);
  return bkk_internal.supplier_booking(known) || jsonb_build_object('lease', lease, 'names', (
    select jsonb_agg(jsonb_build_object(
        'first_name', bkk_internal.airline_first_name(first_name, last_name), 'last_name', last_name) order by position)
    from unnest(named.passengers)));
end
$$;
comment on function public.bkk_hold_supplier_booking is
  'Makes a member''s booking of an offer, before its order is placed: {"booking_id", "reference", "status", "hold_expires_at", "state", "lease", "names"}, where the names are those that the airline gets. A repeated key returns the first booking, without them.';
call bkk_internal.expose('bkk_hold_supplier_booking', 'service_role');

create function public.bkk_delete_supplier_hold(p_booking_id uuid, p_lease uuid) returns boolean
  language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.bkk_bookings as booking
    using public.bkk_supplier_orders as supplier
    where booking.booking_id = p_booking_id and supplier.booking_id = p_booking_id
      and supplier.state = 'ordering' and supplier.lease = p_lease
      and booking.status in ('HOLD', 'CANCELLED', 'EXPIRED') and booking.paid_satang = 0
      and not exists (select from public.bkk_booking_payments as payment where payment.booking_id = p_booking_id);
  return found;
end
$$;
comment on function public.bkk_delete_supplier_hold is
  'Deletes a booking whose order the airline has refused at once, before its member was told that seats are held.';
call bkk_internal.expose('bkk_delete_supplier_hold', 'service_role');

create function bkk_internal.flag_supplier_order(p_booking_id uuid) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  -- A new version each time, which the key of a mail contains.
  update public.bkk_bookings set flags = array_append(array_remove(flags, 'supplier_order'), 'supplier_order')
    where booking_id = p_booking_id;
end
$$;
comment on function bkk_internal.flag_supplier_order is 'Lets an admin decide about an order.';

create function public.bkk_lease_supplier_orders(p_limit integer, p_lease_seconds double precision, p_booking_id uuid default null)
  returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  leased jsonb;
begin
  with due as (
    select supplier.booking_id from public.bkk_supplier_orders as supplier
    where (p_booking_id is null or supplier.booking_id = p_booking_id)
      -- A due_at this far ahead means that the clock was set back.
      and (supplier.due_at <= clock_timestamp() or supplier.due_at > clock_timestamp() + interval '1 day')
    order by supplier.due_at
    limit least(p_limit, 100) for update skip locked),
  taken as (
    update public.bkk_supplier_orders as supplier
    set lease = gen_random_uuid(), attempts = supplier.attempts + 1,
      due_at = clock_timestamp() + make_interval(secs => least(p_lease_seconds, 3600))
    from due where supplier.booking_id = due.booking_id
    returning supplier.*)
  select coalesce(jsonb_agg(jsonb_build_object(
      'booking_id', taken.booking_id, 'lease', taken.lease, 'source', taken.source, 'state', taken.state,
      'source_order_id', taken.source_order_id, 'source_offer_id', offer.source_offer_id, 'total_satang', taken.total_satang)), '[]')
    into leased
    from taken join public.bkk_flight_offers as offer on offer.offer_id = taken.offer_id;
  return leased;
end
$$;
comment on function public.bkk_lease_supplier_orders is
  'Leases the orders that are due, for an hour at most, or one of them if it is due.';
call bkk_internal.expose('bkk_lease_supplier_orders', 'service_role');

create function bkk_internal.next_order_state(p_former public.bkk_supplier_orders, p_seen text, p_booking_has_ended boolean) returns text
  language plpgsql stable set search_path = '' as $$
begin
  return case
    -- An order that was placed just before may not be found at once.
    when p_seen = 'missing' and p_former.state = 'ordering' then
      case when p_former.created_at > clock_timestamp() - interval '3 minutes' then 'ordering' else 'failed' end
    when p_seen = 'missing' then p_former.state
    when p_seen = 'held' and p_booking_has_ended then 'cancelling'
    when p_seen = 'held' and p_former.state <> 'ordering' then p_former.state
    else p_seen end;
end
$$;
comment on function bkk_internal.next_order_state is 'The state of an order of which a supplier says "held", "paid", "cancelled" or "missing".';

create function bkk_internal.confirm_supplier_hold(p_booking_id uuid, p_pay_by timestamptz) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  booking public.bkk_bookings;
begin
  update public.bkk_bookings set hold_expires_at = coalesce(p_pay_by, now() + interval '48 hours')
    where booking_id = p_booking_id
    returning * into booking;
  insert into public.bkk_booking_events (booking_id, actor, actor_id, actor_name, event, details)
    values (
      p_booking_id, 'member', booking.user_id, booking.member_name, 'hold_placed',
      jsonb_build_object('hold_expires_at', booking.hold_expires_at));
  perform bkk_internal.notify_booking_member(
    booking, 'booking.hold_placed', jsonb_build_object('deadline', extract(epoch from booking.hold_expires_at)::bigint));
end
$$;
comment on function bkk_internal.confirm_supplier_hold is
  'Lets a booking be held until the airline''s deadline, or for 48 hours, and tells its member, who was told of nothing before.';

create function bkk_internal.lose_supplier_order(p_booking public.bkk_bookings, p_was_held boolean) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  is_unpaid_hold constant boolean := p_booking.status = 'HOLD' and p_booking.paid_satang = 0;
  booking public.bkk_bookings := p_booking;
begin
  if p_was_held or not is_unpaid_hold then
    perform bkk_internal.add_booking_event(booking.booking_id, 'system', 'airline_cancelled');
    perform bkk_internal.notify_booking_member(booking, 'booking.airline_cancelled');
    perform bkk_internal.notify_booking_admins(booking, 'admin.airline_cancelled');
  end if;
  if not is_unpaid_hold then
    perform bkk_internal.flag_supplier_order(booking.booking_id);
    return;
  end if;
  update public.bkk_bookings set status = 'CANCELLED' where booking_id = booking.booking_id returning * into booking;
  perform bkk_internal.add_booking_event(booking.booking_id, 'system', 'cancelled', '{"by": "airline"}');
  if not p_was_held then
    perform bkk_internal.notify_booking_member(booking, 'booking.cancelled');
  end if;
end
$$;
comment on function bkk_internal.lose_supplier_order is
  'Cancels an unpaid hold whose order the airline has cancelled or never had; any other booking is for an admin to decide.';

create function bkk_internal.note_airline_changes(p_booking_id uuid, p_known text[], p_changes jsonb) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  booking public.bkk_bookings;
  change text;
begin
  for change in
    select value #>> '{}' from jsonb_array_elements(coalesce(p_changes, '[]')) as given (value)
    where not value #>> '{}' = any (p_known)
  loop
    update public.bkk_supplier_orders set changes = changes || change where booking_id = p_booking_id;
    perform bkk_internal.flag_supplier_order(p_booking_id);
    select held.* into booking from public.bkk_bookings as held where held.booking_id = p_booking_id;
    perform bkk_internal.add_booking_event(p_booking_id, 'system', 'flight_changed', jsonb_build_object('change_id', change));
    perform bkk_internal.notify_booking_member(booking, 'booking.flight_changed');
    perform bkk_internal.notify_booking_admins(booking, 'admin.flight_changed');
  end loop;
end
$$;
comment on function bkk_internal.note_airline_changes is 'Flags a booking for each new change of its flights by the airline, and tells of it.';

create function public.bkk_record_supplier_order(p_booking_id uuid, p_lease uuid, p_seen jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  booking public.bkk_bookings;
  former public.bkk_supplier_orders;
  seen constant text := p_seen ->> 'state';
  deadline constant timestamptz := p_seen ->> 'pay_by';
  total constant bigint := p_seen ->> 'total_satang';
  next_state text;
  booking_has_ended boolean;
begin
  -- The booking first, as every action on it locks them.
  select held.* into booking from public.bkk_bookings as held where held.booking_id = p_booking_id for update;
  select supplier.* into former
    from public.bkk_supplier_orders as supplier where supplier.booking_id = p_booking_id and supplier.lease = p_lease for update;
  if former.booking_id is null then
    return '{"state": "lost"}';
  end if;
  booking_has_ended := booking.status in ('EXPIRED', 'CANCELLED');
  next_state := bkk_internal.next_order_state(former, seen, booking_has_ended);
  update public.bkk_supplier_orders as supplier
    set state = next_state, lease = null, attempts = 0, last_failure = null, polled_at = clock_timestamp(),
      source_order_id = coalesce(supplier.source_order_id, p_seen ->> 'order_id'),
      airline_reference = coalesce(p_seen ->> 'reference', supplier.airline_reference),
      pay_by = case when seen = 'held' then deadline else supplier.pay_by end,
      price_until = case when seen = 'held' then (p_seen ->> 'price_until')::timestamptz else supplier.price_until end,
      due_at = case
        when next_state = 'ordering' then clock_timestamp() + interval '1 minute'
        when next_state in ('cancelling', 'paying') and seen <> 'missing' then clock_timestamp()
        when next_state in ('cancelling', 'paying', 'held') then clock_timestamp() + interval '10 minutes'
        when next_state = 'paid' and booking.returns_on >= (now() at time zone 'Asia/Bangkok')::date - 1
          then clock_timestamp() + interval '6 hours' end
    where supplier.booking_id = p_booking_id;
  if former.state = 'ordering' and next_state = 'held' then
    perform bkk_internal.confirm_supplier_hold(p_booking_id, deadline);
  elsif next_state in ('held', 'paying') and booking.status in ('HOLD', 'DEPOSIT_PENDING') and deadline < booking.hold_expires_at then
    update public.bkk_bookings set hold_expires_at = deadline where booking_id = p_booking_id;
  elsif next_state = 'paid' and former.state <> 'paid' then
    perform bkk_internal.add_booking_event(
      p_booking_id, 'system', 'order_paid', jsonb_build_object('total_satang', former.total_satang));
    if booking_has_ended then
      perform bkk_internal.flag_supplier_order(p_booking_id);
    end if;
  elsif next_state = 'cancelled' and former.state = 'cancelling' then
    perform bkk_internal.add_booking_event(p_booking_id, 'system', 'order_cancelled');
  elsif next_state in ('cancelled', 'failed') and next_state <> former.state and not booking_has_ended then
    perform bkk_internal.lose_supplier_order(booking, next_state = 'cancelled');
  end if;
  if next_state in ('held', 'paying') and total <> former.total_satang then
    update public.bkk_supplier_orders set total_satang = total where booking_id = p_booking_id;
    perform bkk_internal.add_booking_event(
      p_booking_id, 'system', 'order_price_changed',
      jsonb_build_object('old_total_satang', former.total_satang, 'total_satang', total));
    perform bkk_internal.flag_supplier_order(p_booking_id);
  end if;
  if not booking_has_ended then
    perform bkk_internal.note_airline_changes(p_booking_id, former.changes, p_seen -> 'changes');
  end if;
  return bkk_internal.supplier_booking(p_booking_id);
end
$$;
comment on function public.bkk_record_supplier_order is
  'Records what a supplier says of a leased order: {"state": "held" | "paid" | "cancelled" | "missing", "order_id", "reference", "pay_by", "price_until", "total_satang", "changes"}; returns the booking, {"state": "lost"} without the lease.';
call bkk_internal.expose('bkk_record_supplier_order', 'service_role');

create function public.bkk_supplier_order_failed(p_booking_id uuid, p_lease uuid, p_reason text, p_is_final boolean) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  reason constant text := coalesce(substring(p_reason from '^[A-Za-z0-9_ ]{1,100}$'), 'unknown');
  former public.bkk_supplier_orders;
  gives_up boolean;
  order_has_ended boolean;
begin
  perform from public.bkk_bookings as booking where booking.booking_id = p_booking_id for update;
  select supplier.* into former
    from public.bkk_supplier_orders as supplier where supplier.booking_id = p_booking_id and supplier.lease = p_lease for update;
  if not found then
    return;
  end if;
  gives_up := p_is_final or former.attempts >= 30;
  -- An unpaid order has ended with the airline's deadline, whether it can be cancelled or not.
  order_has_ended := gives_up and former.state = 'cancelling' and coalesce(former.pay_by <= clock_timestamp(), false);
  update public.bkk_supplier_orders
    set lease = null, last_failure = reason,
      -- A payment is pressed again; everything else is tried again, every 6 hours once it is given up.
      state = case
        when order_has_ended then 'cancelled'
        when gives_up and former.state = 'paying' then 'held'
        else former.state end,
      due_at = case
        when order_has_ended then null
        when gives_up then clock_timestamp() + interval '6 hours'
        else clock_timestamp() + make_interval(secs => least(3600, 15 * 2 ^ least(former.attempts, 10))) end
    where booking_id = p_booking_id;
  if gives_up and not order_has_ended
    and (former.state = 'paying' or former.state = 'cancelling' and former.last_failure is distinct from reason)
  then
    perform bkk_internal.add_booking_event(
      p_booking_id, 'system', case former.state when 'paying' then 'order_payment_failed' else 'order_cancel_failed' end,
      jsonb_build_object('reason', reason));
    perform bkk_internal.flag_supplier_order(p_booking_id);
  end if;
end
$$;
comment on function public.bkk_supplier_order_failed is
  'Records why a leased order could not be read, paid or cancelled. It is tried again; an admin decides where paying or cancelling has failed for good.';
call bkk_internal.expose('bkk_supplier_order_failed', 'service_role');

-- A booking that ends cancels its order. It follows the status, as the seats do. An order that may not have been placed yet is
-- cancelled once it is found; one that is paid is for an admin to decide.
create function bkk_internal.end_supplier_orders() returns trigger
  language plpgsql set search_path = '' as $$
begin
  update public.bkk_supplier_orders as supplier
    set state = 'cancelling', due_at = clock_timestamp(), lease = null, attempts = 0
    from new_bookings as booking
    where supplier.booking_id = booking.booking_id and supplier.state in ('held', 'paying')
      and booking.status in ('EXPIRED', 'CANCELLED');
  perform bkk_internal.flag_supplier_order(booking.booking_id)
    from new_bookings as booking
      join old_bookings as former on former.booking_id = booking.booking_id and former.status <> booking.status
      join public.bkk_supplier_orders as supplier on supplier.booking_id = booking.booking_id and supplier.state = 'paid'
    where booking.status in ('EXPIRED', 'CANCELLED');
  return null;
end
$$;

create constraint trigger bkk_check_deadlines
  after insert or update of pay_by, state on public.bkk_supplier_orders deferrable initially deferred
  for each row execute function bkk_internal.check_deadlines();

create trigger bkk_end_supplier_orders
  after update on public.bkk_bookings referencing old table as old_bookings new table as new_bookings
  for each statement execute function bkk_internal.end_supplier_orders();

create function public.bkk_admin_pay_supplier_order(p_booking_id uuid, p_version integer) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  booking public.bkk_bookings;
begin
  perform bkk_internal.require_admin('flights');
  booking := bkk_internal.lock_booking(p_booking_id, p_version, true);
  perform bkk_internal.require_status('booking', booking.status, '{DEPOSIT_PENDING,CONFIRMED}');
  update public.bkk_supplier_orders
    set state = 'paying', due_at = clock_timestamp(), lease = null, attempts = 0, last_failure = null
    where booking_id = p_booking_id and state = 'held';
  if not found then
    raise sqlstate 'PT409' using message = 'The airline has no order of this booking that can be paid.', hint = 'bkk.order_unpayable';
  end if;
  perform bkk_internal.add_booking_event(p_booking_id, 'admin', 'order_payment_asked');
end
$$;
comment on function public.bkk_admin_pay_supplier_order is 'Lets reconcile-flight-orders pay the airline for a booking, once.';
call bkk_internal.expose('bkk_admin_pay_supplier_order', 'authenticated');

create function public.bkk_receive_supplier_event(p_source text, p_event_id text, p_order_id text) returns boolean
  language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.bkk_supplier_events (source, event_id) values (p_source, p_event_id) on conflict do nothing;
  if not found then
    return false;
  end if;
  -- The order is read from the supplier: the event itself is believed in nothing.
  update public.bkk_supplier_orders
    set due_at = clock_timestamp()
    where source = p_source and source_order_id = p_order_id and state in ('held', 'paid') and lease is null;
  return true;
end
$$;
comment on function public.bkk_receive_supplier_event is
  'Records an event of a supplier, whose order is read soon; false if it came before.';
call bkk_internal.expose('bkk_receive_supplier_event', 'service_role');
