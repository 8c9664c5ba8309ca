-- Bookings that the server keeps: seats held for a member until a deadline, then paid and ticketed. Only functions write them.

-- Which status follows which, by which action of whom; an action may have further conditions. packages/domain has the same tables.
create table public.bkk_status_transitions (
  kind text not null check (kind in ('request', 'booking', 'order')),
  from_status text not null,
  action text not null,
  actor text not null check (actor in ('member', 'admin', 'system')),
  to_status text not null,
  primary key (kind, from_status, action, actor, to_status)
);
comment on table public.bkk_status_transitions is 'The status transitions of requests with the feature requests, of bookings, and of orders.';

call bkk_internal.protect('bkk_status_transitions');
grant select on table public.bkk_status_transitions to service_role;

insert into public.bkk_status_transitions (kind, from_status, action, actor, to_status) values
  ('booking', 'HOLD', 'expire', 'system', 'EXPIRED'),
  ('booking', 'HOLD', 'cancel', 'member', 'CANCELLED'),
  ('booking', 'HOLD', 'cancel', 'admin', 'CANCELLED'),
  ('booking', 'HOLD', 'cancel', 'system', 'CANCELLED'),
  ('booking', 'HOLD', 'set_price', 'admin', 'CONFIRMED'),
  ('booking', 'HOLD', 'record_payment', 'admin', 'DEPOSIT_PENDING'),
  ('booking', 'HOLD', 'record_payment', 'admin', 'CONFIRMED'),
  ('booking', 'HOLD', 'attach_slip', 'member', 'DEPOSIT_PENDING'),
  ('booking', 'HOLD', 'pay_with_credit', 'member', 'DEPOSIT_PENDING'),
  ('booking', 'HOLD', 'pay_with_credit', 'member', 'CONFIRMED'),
  ('booking', 'DEPOSIT_PENDING', 'pay_with_credit', 'member', 'CONFIRMED'),
  ('booking', 'DEPOSIT_PENDING', 'end_review', 'system', 'HOLD'),
  ('booking', 'DEPOSIT_PENDING', 'refuse_deposit', 'admin', 'HOLD'),
  ('booking', 'DEPOSIT_PENDING', 'cancel', 'member', 'CANCELLED'),
  ('booking', 'DEPOSIT_PENDING', 'cancel', 'admin', 'CANCELLED'),
  ('booking', 'DEPOSIT_PENDING', 'set_price', 'admin', 'CONFIRMED'),
  ('booking', 'DEPOSIT_PENDING', 'record_payment', 'admin', 'CONFIRMED'),
  ('booking', 'CONFIRMED', 'reverse_payment', 'admin', 'DEPOSIT_PENDING'),
  ('booking', 'CONFIRMED', 'cancel', 'admin', 'CANCELLED'),
  ('booking', 'CONFIRMED', 'issue_tickets', 'admin', 'TICKETED');

create table public.bkk_bookings (
  booking_id uuid primary key default gen_random_uuid(),
  -- What people say on the phone: no letters or digits that look or sound alike.
  reference text not null unique check (reference ~ '^BKK-[2-9A-HJKMNP-Z]{8}$'),
  -- Null after the account is deleted: accounting keeps the amounts.
  user_id uuid references auth.users (id) on delete set null,
  -- The request whose offer was accepted; null for a hold.
  quote_id uuid references public.bkk_quote_requests (quote_id) on delete set null,
  -- The version of that offer.
  offer_version integer,
  -- The flight of a hold (specification §2), or the id of an offer, which names every departure.
  flight_id text check (char_length(flight_id) <= 400),
  status text not null check (status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED', 'TICKETED', 'EXPIRED', 'CANCELLED')),
  -- Counts the changes: an action carries the version that its caller saw.
  version integer not null default 1,
  -- Repeating the call that made the booking returns this one.
  request_key uuid not null,

  contact_email text check (char_length(contact_email) <= 255),
  contact_phone text check (char_length(contact_phone) <= 50),
  notes text check (char_length(notes) <= 2000),
  -- The file name of the payment slip that the member attached.
  slip_name text check (char_length(slip_name) <= 255),

  -- Copied from the offer, in its shape: a later offer changes no booking, but other times of an own flight do. Empty for a hold without a flight.
  segments jsonb not null default '[]' check (jsonb_typeof(segments) = 'array' and octet_length(segments::text) <= 65536),
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array' and octet_length(lines::text) <= 65536),
  conditions jsonb not null default '[]' check (jsonb_typeof(conditions) = 'array' and octet_length(conditions::text) <= 65536),
  -- The first leg, and the local days of the first departure and the last arrival.
  origin text check (origin ~ '^[A-Z]{3}$'),
  destination text check (destination ~ '^[A-Z]{3}$'),
  departs_on date,
  returns_on date,
  pax_adt smallint not null check (pax_adt between 0 and 300),
  pax_chd smallint not null default 0 check (pax_chd between 0 and 300),
  pax_inf smallint not null default 0 check (pax_inf between 0 and 300),

  -- Null until an admin sets the price of a hold that came without an offer.
  total_satang bigint check (total_satang between 0 and 100000000000),
  deposit_satang bigint check (deposit_satang between 0 and total_satang),
  -- The sum of the payments.
  paid_satang bigint not null default 0,

  -- The hold ends at this time, unless a payment stops the clock.
  hold_expires_at timestamptz,
  deposit_due_at timestamptz,
  -- The review of a payment slip ends at this time.
  review_until timestamptz,
  balance_due_at timestamptz,
  names_due_at timestamptz,
  -- The next of these deadlines.
  due_at timestamptz,
  has_all_names boolean not null default false,
  pnr text check (pnr ~ '^[A-Z0-9]{6}$'),
  -- What an admin has to decide, for admins only; the events of the booking say why.
  flags text[] not null default '{}' check (flags <@ array[
    'paid_after_end', 'reversed_after_tickets', 'overpaid', 'deposit_overdue', 'balance_overdue', 'names_overdue',
    'supplier_order', 'flight_changed']),
  -- The admin who works on it, for admins only; null for nobody.
  assigned_to uuid references public.bkk_user_roles (user_id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Copies from bkk_user_roles, as in bkk_quote_requests.
  member_email text collate "C" check (char_length(member_email) <= 255),
  member_name text check (char_length(member_name) <= 200),
  -- For the admins' list. A bar begins each part, so that one or two characters find the parts that they begin by the index.
  search_text text not null generated always as (
    left(public.bkk_fold_text('|' || reference || coalesce('|' || member_email, '') || coalesce('|' || member_name, '')), 1000)
  ) stored check (char_length(search_text) <= 1000),

  unique (user_id, request_key),
  check (pax_adt + pax_chd + pax_inf between 1 and 300),
  -- So that an open booking always has a deadline until it is paid.
  check (status not in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED') or hold_expires_at is not null),
  check (isfinite(least(hold_expires_at, deposit_due_at, review_until, balance_due_at, names_due_at))),
  check (isfinite(greatest(hold_expires_at, deposit_due_at, review_until, balance_due_at, names_due_at))),
  check ((total_satang is null) = (deposit_satang is null))
);
comment on table public.bkk_bookings is 'Bookings. Members read their own, admins read all, and functions alone write.';

-- Of a member, and of a request.
create index bkk_bookings_recent_idx on public.bkk_bookings (user_id, created_at desc);
create index bkk_bookings_quote_idx on public.bkk_bookings (quote_id);
-- The orders of the admins' list.
create index bkk_bookings_created_at_idx on public.bkk_bookings (created_at, booking_id);
create index bkk_bookings_due_idx on public.bkk_bookings (due_at, booking_id);
create index bkk_bookings_departs_on_idx on public.bkk_bookings (departs_on, booking_id);
create index bkk_bookings_status_id_idx on public.bkk_bookings (status, booking_id);
create index bkk_bookings_member_name_idx on public.bkk_bookings (member_name);
-- Its filters by deadline: one status, and what an admin has to decide.
create index bkk_bookings_status_idx on public.bkk_bookings (status, due_at, booking_id);
create index bkk_bookings_flagged_due_idx on public.bkk_bookings (due_at, booking_id) where flags <> '{}';
create index bkk_bookings_assigned_to_idx on public.bkk_bookings (assigned_to, due_at, booking_id);
-- What the jobs look for.
create index bkk_bookings_hold_idx on public.bkk_bookings (hold_expires_at) where status = 'HOLD';
create index bkk_bookings_review_idx on public.bkk_bookings (review_until)
  where status = 'DEPOSIT_PENDING' and review_until is not null;

call bkk_internal.protect('bkk_bookings');
grant select (
    booking_id, reference, user_id, quote_id, offer_version, flight_id, status, version, contact_email, contact_phone, notes,
    slip_name, segments, lines, conditions, origin, destination, departs_on, returns_on, pax_adt, pax_chd, pax_inf,
    total_satang, deposit_satang, paid_satang, hold_expires_at, deposit_due_at, review_until, balance_due_at,
    names_due_at, due_at, has_all_names, pnr, created_at, updated_at)
  on table public.bkk_bookings to authenticated;
grant select on table public.bkk_bookings to service_role;

create policy "members read their own bookings" on public.bkk_bookings
  for select to authenticated
  using (
    user_id = (select auth.uid()) and (select public.bkk_is_active()) and (select public.bkk_has_feature('bookings')));

create policy "admins read every booking" on public.bkk_bookings
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('bookings')));

-- Checks the status, counts the version, bounds the hold and finds the next deadline, for every writer.
create function bkk_internal.check_booking() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if new.status <> old.status and not exists (
      select from public.bkk_status_transitions as transition
      where transition.kind = 'booking' and transition.from_status = old.status and transition.to_status = new.status)
    then
      raise sqlstate 'PT400' using
        message = format('The status of a booking cannot change from %s to %s.', old.status, new.status), hint = 'bkk.booking_status';
    end if;
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  if new.status in ('HOLD', 'DEPOSIT_PENDING') then
    new.hold_expires_at := least(new.hold_expires_at, bkk_internal.hold_limit(new));
    if new.deposit_due_at > new.hold_expires_at then
      new.deposit_due_at := new.hold_expires_at;
    end if;
    if new.review_until > new.hold_expires_at then
      new.review_until := new.hold_expires_at;
    end if;
  end if;
  new.due_at := case new.status
    when 'HOLD' then coalesce(new.deposit_due_at, new.hold_expires_at)
    -- A payment below the deposit ends the review, not the deadline of the deposit.
    when 'DEPOSIT_PENDING' then coalesce(new.review_until, new.deposit_due_at, new.hold_expires_at)
    when 'CONFIRMED' then least(
      -- A balance without a date is listed for admins from the end of the hold on.
      case when not coalesce(new.paid_satang >= new.total_satang, false) then
        coalesce(new.balance_due_at, new.hold_expires_at) end,
      case when not new.has_all_names then new.names_due_at end)
  end;
  -- OLD is null for an INSERT.
  if new.status not in ('HOLD', 'DEPOSIT_PENDING') or new.due_at > old.due_at then
    new.flags := array_remove(new.flags, 'deposit_overdue');
  end if;
  return new;
end
$$;

-- Names the columns that functions write, so that synchronizing the copies is no change of the booking.
create trigger bkk_check_booking
  before insert or update of
    user_id, status, contact_email, contact_phone, notes, slip_name, segments, lines, conditions, origin, destination,
    departs_on, returns_on, pax_adt, pax_chd, pax_inf, total_satang, deposit_satang, paid_satang, hold_expires_at,
    deposit_due_at, review_until, balance_due_at, names_due_at, has_all_names, pnr, flags
  on public.bkk_bookings
  for each row execute function bkk_internal.check_booking();

create trigger bkk_set_member
  before insert or update of user_id on public.bkk_bookings
  for each row execute function bkk_internal.set_member();

-- The passengers in their order, with the names as in the passport.
create table public.bkk_booking_passengers (
  booking_id uuid not null references public.bkk_bookings (booking_id) on delete cascade,
  position smallint not null check (position between 1 and 300),
  -- Both are null after the account is deleted, and the first name of a passenger with one name.
  first_name text check (char_length(first_name) between 1 and 60),
  last_name text check (char_length(last_name) between 1 and 60),
  type text not null check (type in ('adult', 'child', 'infant')),
  birth_date date,
  -- An airline issues a number once.
  ticket_number text unique check (ticket_number ~ '^[0-9]{13}$'),
  primary key (booking_id, position)
);
comment on table public.bkk_booking_passengers is 'The passengers of a booking, readable with it.';

call bkk_internal.protect('bkk_booking_passengers');
grant select (booking_id, position, first_name, last_name, type, birth_date, ticket_number)
  on table public.bkk_booking_passengers to authenticated;
grant select on table public.bkk_booking_passengers to service_role;

create policy "who reads a booking reads its passengers" on public.bkk_booking_passengers
  for select to authenticated
  using ((select public.bkk_has_feature('bookings')) and exists (
    select from public.bkk_bookings as booking where booking.booking_id = bkk_booking_passengers.booking_id));

-- What came in for a booking. It is append-only: a mistake is reversed by a negative amount.
create table public.bkk_booking_payments (
  payment_id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bkk_bookings (booking_id) on delete restrict,
  amount_satang bigint not null check (amount_satang <> 0 and abs(amount_satang) <= 100000000000),
  -- The part of it that came from the member's credit, and what came in beyond it and became credit (feature payments).
  credit_satang bigint not null default 0,
  surplus_satang bigint not null default 0,
  received_at timestamptz not null check (isfinite(received_at)),
  bank_reference text check (char_length(bank_reference) between 1 and 60),
  note text check (char_length(note) <= 500),
  -- The payment that this one reverses.
  reverses uuid unique references public.bkk_booking_payments (payment_id),
  -- The refund that took this amount from the booking.
  refund_id uuid unique,
  recorded_at timestamptz not null default now(),
  -- Without a foreign key, because the payment outlives the account of the admin.
  recorded_by uuid,
  recorded_by_name text check (char_length(recorded_by_name) <= 200),
  -- Repeating the call records nothing.
  idempotency_key uuid not null unique,
  check (num_nonnulls(reverses, refund_id) = case when amount_satang > 0 then 0 else 1 end),
  -- Of the sign of the amount, and at most as much.
  check (credit_satang between least(amount_satang, 0) and greatest(amount_satang, 0)),
  check (surplus_satang = 0 or sign(surplus_satang) = sign(amount_satang))
);
comment on table public.bkk_booking_payments is 'Payments of bookings: append-only.';

create index bkk_booking_payments_booking_idx on public.bkk_booking_payments (booking_id, recorded_at);
create index bkk_booking_payments_recorded_by_idx on public.bkk_booking_payments (recorded_by);

call bkk_internal.protect('bkk_booking_payments');
-- The note is for admins.
grant select (
    payment_id, booking_id, amount_satang, credit_satang, surplus_satang, received_at, bank_reference, reverses, refund_id,
    recorded_at, recorded_by_name)
  on table public.bkk_booking_payments to authenticated;
grant select on table public.bkk_booking_payments to service_role;

create policy "who reads a booking reads its payments" on public.bkk_booking_payments
  for select to authenticated
  using ((select public.bkk_has_feature('bookings')) and exists (
    select from public.bkk_bookings as booking where booking.booking_id = bkk_booking_payments.booking_id));

-- The time line of a booking, oldest first.
create table public.bkk_booking_events (
  event_id bigint generated always as identity primary key,
  booking_id uuid not null references public.bkk_bookings (booking_id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  actor text not null check (actor in ('member', 'admin', 'system')),
  -- Without a foreign key, because the event outlives the account.
  actor_id uuid,
  actor_name text check (char_length(actor_name) <= 200),
  event text not null check (event ~ '^[a-z_]{1,40}$'),
  -- Amounts, deadlines and statuses of the event.
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 10000),
  -- The words of the member or of the admin.
  message text check (char_length(message) <= 2000),
  -- The member does not read it, such as who works on the booking.
  for_admins boolean not null default false
);
comment on table public.bkk_booking_events is 'What happened to a booking: append-only.';

create index bkk_booking_events_booking_idx on public.bkk_booking_events (booking_id, event_id);
create index bkk_booking_events_actor_idx on public.bkk_booking_events (actor_id);

call bkk_internal.protect('bkk_booking_events');
revoke all on sequence public.bkk_booking_events_event_id_seq from public, anon, authenticated, service_role;
grant select (event_id, booking_id, created_at, actor, actor_name, event, details, message)
  on table public.bkk_booking_events to authenticated;
grant select on table public.bkk_booking_events to service_role;

create policy "who reads a booking reads its events" on public.bkk_booking_events
  for select to authenticated
  using ((select public.bkk_has_feature('bookings')) and (not for_admins or (select public.bkk_is_admin())) and exists (
    select from public.bkk_bookings as booking where booking.booking_id = bkk_booking_events.booking_id));

-- Rows of a history are neither changed nor deleted. Exceptions: they go with the row they belong to, whose foreign key then
-- deletes them from a trigger, and the erasure of a person's data empties the columns named by the arguments, or removes keys
-- from their objects.
create function bkk_internal.protect_history() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and pg_catalog.pg_trigger_depth() > 1 then
    return old;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv and not exists (
    select from unnest(tg_argv) as field (name)
    where to_jsonb(new) -> field.name <> 'null' and not to_jsonb(old) -> field.name @> (to_jsonb(new) -> field.name))
  then
    return new;
  end if;
  raise insufficient_privilege using message = format('Rows of %s are never changed or deleted.', tg_table_name), hint = 'bkk.append_only';
end
$$;

create trigger bkk_protect_history
  before update or delete on public.bkk_booking_payments
  for each row execute function bkk_internal.protect_history('recorded_by_name', 'note');
create trigger bkk_protect_history
  before update or delete on public.bkk_booking_events
  for each row execute function bkk_internal.protect_history('actor_name', 'message', 'details');

create function bkk_internal.add_payment() returns trigger
  language plpgsql set search_path = '' as $$
begin
  update public.bkk_bookings set paid_satang = paid_satang + new.amount_satang where booking_id = new.booking_id;
  return null;
end
$$;

create trigger bkk_add_payment
  after insert on public.bkk_booking_payments
  for each row execute function bkk_internal.add_payment();

-- Every booking with its member, for admins; empty for other callers. As bkk_users_admin_view.
create view public.bkk_bookings_admin_view as
  select booking_id, reference, user_id, member_email as email, member_name as full_name, quote_id, offer_version, flight_id,
    status, version, origin, destination, departs_on, returns_on, pax_adt, pax_chd, pax_inf,
    pax_adt + pax_chd + pax_inf as passengers, total_satang, deposit_satang, paid_satang,
    total_satang - paid_satang as balance_satang, hold_expires_at, deposit_due_at, review_until,
    balance_due_at, names_due_at, due_at, has_all_names, pnr, slip_name, flags, assigned_to,
    assigned_to = (select auth.uid()) as is_mine,
    (select coalesce(holder.full_name, holder.email)
      from public.bkk_user_roles as holder where holder.user_id = bkk_bookings.assigned_to) as assigned_name,
    created_at, updated_at, search_text
  from public.bkk_bookings
  where (select public.bkk_is_admin()) and (select public.bkk_has_feature('bookings'));
comment on view public.bkk_bookings_admin_view is 'Every booking with its member, for admins; empty for other callers.';

revoke all on table public.bkk_bookings_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_bookings_admin_view to authenticated;
