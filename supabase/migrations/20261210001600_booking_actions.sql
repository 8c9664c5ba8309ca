-- What members and admins do with bookings. Each action but a reversal carries the version of the booking that its caller saw, so
-- that of two callers who act at once the second gets an error. Deadlines are compared with the present time, whether the clock has run or
-- not.

create table public.bkk_booking_settings (
  is_only_row boolean primary key default true check (is_only_row),
  -- The hold itself lasts 48 hours.
  review_hours integer not null default 24 check (review_hours between 1 and 48),
  -- How airlines write the first name of a passenger with one name: FNU (first name unknown), or the name twice.
  one_name_style text not null default 'fnu' check (one_name_style in ('fnu', 'twice')),
  -- Above it refunds, corrections and money without a slip wait for a second admin (feature payments); null for never.
  approval_limit_satang bigint default 2000000 check (approval_limit_satang >= 0)
);
comment on table public.bkk_booking_settings is
  'The one row of settings of bookings. The owner sets them with bkk_internal.set_review_hours(), set_one_name_style() and set_approval_limit().';

call bkk_internal.protect('bkk_booking_settings');

insert into public.bkk_booking_settings default values;

create function bkk_internal.review_hours() returns integer
  language plpgsql stable set search_path = '' as $$
begin
  -- A table that was emptied has the default.
  return coalesce((select settings.review_hours from public.bkk_booking_settings as settings), 24);
end
$$;
comment on function bkk_internal.review_hours is 'The hours that a hold with a payment slip is reviewed at most.';

create function bkk_internal.set_review_hours(p_hours integer) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  if p_hours is null or p_hours not between 1 and 48 then
    raise invalid_parameter_value using message = 'A review lasts 1 to 48 hours.', hint = 'bkk.review_hours';
  end if;
  insert into public.bkk_booking_settings as settings (review_hours) values (p_hours)
    on conflict (is_only_row) do update set review_hours = excluded.review_hours
      where settings.review_hours <> excluded.review_hours;
end
$$;
comment on function bkk_internal.set_review_hours is 'Sets the hours of reviews that begin from now on.';

create function bkk_internal.one_name_style() returns text
  language plpgsql stable set search_path = '' as $$
begin
  -- A table that was emptied has the default.
  return coalesce((select settings.one_name_style from public.bkk_booking_settings as settings), 'fnu');
end
$$;
comment on function bkk_internal.one_name_style is 'How airlines write a passenger with one name: fnu or twice.';

create function bkk_internal.set_one_name_style(p_style text) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  if p_style is null or p_style not in ('fnu', 'twice') then
    raise invalid_parameter_value using message = 'A single name is written as fnu or twice.', hint = 'bkk.one_name_style';
  end if;
  insert into public.bkk_booking_settings as settings (one_name_style) values (p_style)
    on conflict (is_only_row) do update set one_name_style = excluded.one_name_style
      where settings.one_name_style <> excluded.one_name_style;
end
$$;
comment on function bkk_internal.set_one_name_style is 'Sets how airlines write a passenger with one name.';

create function public.bkk_one_name_style() returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_member('bookings');
  return bkk_internal.one_name_style();
end
$$;
comment on function public.bkk_one_name_style is
  'How airlines write the first name of a passenger with one name: fnu (first name unknown) or twice (the name again).';
call bkk_internal.expose('bkk_one_name_style', 'authenticated');

-- The first name as airlines write it; packages/domain has the same rule.
create function bkk_internal.airline_first_name(p_first_name text, p_last_name text) returns text
  language plpgsql stable set search_path = '' as $$
begin
  return coalesce(p_first_name, case when bkk_internal.one_name_style() = 'twice' then p_last_name else 'FNU' end);
end
$$;
comment on function bkk_internal.airline_first_name is 'The first name of a passenger, or what airlines write for one who has one name.';

create function bkk_internal.random_code() returns text
  language plpgsql volatile set search_path = '' as $$
declare
  letters constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  bytes constant bytea := uuid_send(gen_random_uuid());
begin
  -- Without bytes 6 and 8 of a random uuid, whose bits are not all random.
  return (
    select string_agg(substr(letters, 1 + get_byte(bytes, place) % char_length(letters), 1), '')
    from unnest(array[0, 1, 2, 3, 4, 5, 9, 10]) as place);
end
$$;
comment on function bkk_internal.random_code is 'Eight letters and digits of those that neither look nor sound alike.';

create function bkk_internal.new_booking_reference() returns text
  language plpgsql volatile set search_path = '' as $$
declare
  candidate text;
begin
  loop
    candidate := 'BKK-' || bkk_internal.random_code();
    exit when not exists (select from public.bkk_bookings as booking where booking.reference = candidate);
  end loop;
  return candidate;
end
$$;
comment on function bkk_internal.new_booking_reference is 'A reference that no booking has.';

create function bkk_internal.add_booking_event(
    p_booking_id uuid, p_actor text, p_event text, p_details jsonb default '{}', p_message text default null,
    p_for_admins boolean default false) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  insert into public.bkk_booking_events (booking_id, actor, actor_id, actor_name, event, details, message, for_admins)
    values (
      p_booking_id, p_actor, case when p_actor <> 'system' then auth.uid() end,
      case when p_actor <> 'system' then bkk_internal.caller_name() end, p_event, p_details,
      bkk_internal.check_text(p_message, 2000, 'The reason'), p_for_admins);
end
$$;
comment on function bkk_internal.add_booking_event is 'Adds to the time line of a booking, which its member reads but for what is for admins.';

create function bkk_internal.notify_booking_member(p_booking public.bkk_bookings, p_event text, p_ids jsonb default '{}') returns void
  language plpgsql volatile set search_path = '' as $$
begin
  -- The account may be deleted.
  if p_booking.user_id is not null and public.bkk_has_feature('bookings') then
    perform bkk_internal.queue_message(
      'mail', p_booking.user_id, p_event,
      jsonb_build_object('booking_id', p_booking.booking_id, 'reference', p_booking.reference) || p_ids,
      format('%s:%s:%s', p_event, p_booking.booking_id, p_booking.version));
  end if;
end
$$;
comment on function bkk_internal.notify_booking_member is
  'Queues a mail to the member of a booking, once for a version and unless the feature is off.';

create function bkk_internal.notify_booking_admins(p_booking public.bkk_bookings, p_event text, p_ids jsonb default '{}') returns void
  language plpgsql volatile set search_path = '' as $$
begin
  if public.bkk_has_feature('bookings') then
    perform bkk_internal.notify_admins(
      p_event, jsonb_build_object('booking_id', p_booking.booking_id, 'reference', p_booking.reference) || p_ids,
      format('%s:%s:%s', p_event, p_booking.booking_id, p_booking.version));
  end if;
end
$$;
comment on function bkk_internal.notify_booking_admins is 'As bkk_internal.notify_booking_member(), to each active admin.';

-- Locks the booking for the rest of the transaction. What is due by now happens first: the caller may be earlier than the clock.
create function bkk_internal.lock_booking(p_booking_id uuid, p_version integer, p_as_admin boolean) returns public.bkk_bookings
  language plpgsql volatile set search_path = '' as $$
declare
  locked public.bkk_bookings;
begin
  select booking.* into locked
    from public.bkk_bookings as booking
    where booking.booking_id = p_booking_id and (p_as_admin or booking.user_id = auth.uid())
    for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such booking.', hint = 'bkk.booking_unknown';
  end if;
  if locked.version is distinct from p_version then
    raise sqlstate 'PT409' using message = 'The booking was changed meanwhile. Load it again.', hint = 'bkk.booking_changed';
  end if;
  if bkk_internal.end_reviews(now(), p_booking_id) + bkk_internal.expire_holds(now(), p_booking_id) > 0 then
    select booking.* into locked from public.bkk_bookings as booking where booking.booking_id = p_booking_id;
  end if;
  return locked;
end
$$;
comment on function bkk_internal.lock_booking is
  'Locks a booking of the caller, or any for an admin, after what is due; PT404, or PT409 if its version is another.';

-- The letters of a name without what nobody sees or types; packages/domain has the same rule, and a test compares both.
create function bkk_internal.fold_name(p_name text) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  apostrophe constant text :=
    '[`\u00b4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u2018\u2019\u201b\u2032\ua78b\ua78c\uff07]';
  hyphen constant text := '[\u2010-\u2013\u2212]';
  spaces constant text := '[\u0009-\u000d \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+';
  name text := normalize(public.bkk_remove_invisible(p_name), nfc);
begin
  name := regexp_replace(name, apostrophe, '''', 'g');
  name := regexp_replace(name, hyphen, '-', 'g');
  return btrim(regexp_replace(name, spaces, ' ', 'g'));
end
$$;
comment on function bkk_internal.fold_name is
  'A name in NFC with plain apostrophes, hyphens and single spaces, without invisible characters.';

-- A passenger's name as in the passport; packages/domain has the same rule.
create function bkk_internal.parse_passenger_name(p_name text, p_position bigint) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  name constant text := bkk_internal.fold_name(p_name);
begin
  if upper(name collate "C") ~ '(^|[ .,])(MR|MRS|MS|MISS|MSTR|DR)([ .,]|$)' then
    raise sqlstate 'PT400' using message = format('Passenger %s: write the name without a title.', p_position),
      hint = 'bkk.passenger_title';
  end if;
  if name ~ '[^A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff ''-]' or name ~ '^[ ''-]+$' then
    raise sqlstate 'PT400' using message = format(
      'Passenger %s: write the name in Latin letters, as in the passport.', p_position), hint = 'bkk.passenger_not_latin';
  end if;
  if char_length(name) > 60 then
    raise sqlstate 'PT400' using message = format('Passenger %s: a name has at most 60 characters.', p_position),
      hint = 'bkk.passenger_too_long';
  end if;
  return nullif(name, '');
end
$$;
comment on function bkk_internal.parse_passenger_name is
  'A first or last name with plain spaces, hyphens and apostrophes; null if it is empty. PT400 with the number of the passenger.';

create function bkk_internal.parse_passengers(p_passengers jsonb) returns setof public.bkk_booking_passengers
  language plpgsql stable set search_path = '' as $$
declare
  given record;
  passenger public.bkk_booking_passengers;
begin
  if p_passengers is null or jsonb_typeof(p_passengers) <> 'array' or jsonb_array_length(p_passengers) not between 1 and 300 then
    raise sqlstate 'PT400' using message = 'A booking has 1 to 300 passengers.', hint = 'bkk.passenger_count';
  end if;
  for given in
    select place, value from jsonb_array_elements(p_passengers) with ordinality as passengers (value, place) order by place
  loop
    passenger.position := given.place;
    passenger.first_name := bkk_internal.parse_passenger_name(given.value ->> 'first_name', given.place);
    passenger.last_name := bkk_internal.parse_passenger_name(given.value ->> 'last_name', given.place);
    -- Whoever has one name has it as the last name, wherever it was written.
    if passenger.last_name is null then
      passenger.last_name := passenger.first_name;
      passenger.first_name := null;
    end if;
    passenger.type := coalesce(given.value ->> 'type', 'adult');
    if passenger.type not in ('adult', 'child', 'infant') then
      raise sqlstate 'PT400' using message = format('Passenger %s is no adult, child or infant.', given.place), hint = 'bkk.passenger_type';
    end if;
    passenger.birth_date := bkk_internal.parse_local_time(given.value ->> 'birth_date')::date;
    if given.value ->> 'birth_date' <> ''
      and not coalesce(bkk_internal.is_birth_day(passenger.birth_date), false)
    then
      raise sqlstate 'PT400' using message = format('Passenger %s has no valid date of birth.', given.place),
        hint = 'bkk.passenger_birth_date';
    end if;
    return next passenger;
  end loop;
end
$$;
comment on function bkk_internal.parse_passengers is
  'The passengers of [{"first_name", "last_name", "type", "birth_date"}], without names if both are empty, without a first name if one is. PT400 with the number of the passenger.';

create function public.bkk_cancel_booking(p_booking_id uuid, p_version integer, p_reason text default null) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  booking public.bkk_bookings;
begin
  perform bkk_internal.require_member('bookings');
  booking := bkk_internal.lock_booking(p_booking_id, p_version, false);
  perform bkk_internal.require_transition('booking', booking.status, 'cancel', 'member');
  if booking.paid_satang <> 0 then
    raise sqlstate 'PT409' using message = 'There are payments for this booking. Ask the agency to cancel it.', hint = 'bkk.booking_paid';
  end if;
  update public.bkk_bookings set status = 'CANCELLED', review_until = null
    where booking_id = p_booking_id
    returning * into booking;
  perform bkk_internal.add_booking_event(p_booking_id, 'member', 'cancelled', '{}', p_reason);
  perform bkk_internal.notify_booking_member(booking, 'booking.cancelled');
  perform bkk_internal.notify_booking_admins(booking, 'admin.booking_cancelled');
end
$$;
comment on function public.bkk_cancel_booking is
  'Cancels the caller''s booking that is HOLD or DEPOSIT_PENDING, and for which nothing is paid.';
call bkk_internal.expose('bkk_cancel_booking', 'authenticated');

create function public.bkk_set_passengers(p_booking_id uuid, p_version integer, p_passengers jsonb) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  as_admin boolean;
  booking public.bkk_bookings;
  passengers public.bkk_booking_passengers[];
  counts record;
  has_changed boolean;
begin
  perform bkk_internal.require_member('bookings');
  as_admin := public.bkk_is_admin();
  booking := bkk_internal.lock_booking(p_booking_id, p_version, as_admin);
  perform bkk_internal.require_status('booking', booking.status, '{HOLD,DEPOSIT_PENDING,CONFIRMED}');
  if not as_admin and booking.names_due_at <= now() then
    raise sqlstate 'PT409' using message = 'The names were due already. Ask the agency to change them.', hint = 'bkk.names_due';
  end if;
  passengers := array(select bkk_internal.parse_passengers(p_passengers));
  select count(*) filter (where type = 'adult') as adults, count(*) filter (where type = 'child') as children,
      count(*) filter (where type = 'infant') as infants, count(last_name) as names, count(*) as seats
    into counts from unnest(passengers);
  if (counts.adults, counts.children, counts.infants) is distinct from (booking.pax_adt, booking.pax_chd, booking.pax_inf) then
    raise sqlstate 'PT400' using message = format(
      'The booking is for %s adults, %s children and %s infants.', booking.pax_adt, booking.pax_chd, booking.pax_inf),
      hint = 'bkk.passengers_differ';
  end if;
  has_changed := exists (
    select position, first_name, last_name, type, birth_date from unnest(passengers)
    except
    select position, first_name, last_name, type, birth_date
    from public.bkk_booking_passengers as known where known.booking_id = p_booking_id);
  -- Saving the same list again adds nothing to the time line.
  if not has_changed and booking.has_all_names = (counts.names = counts.seats) then
    return;
  end if;
  if not as_admin and (
    select count(*) from public.bkk_booking_events as event
    where event.booking_id = p_booking_id and event.event = 'passengers_set' and event.actor = 'member'
      and event.created_at > now() - interval '1 hour') >= 30
  then
    raise sqlstate 'PT429' using message = 'You have changed the names 30 times within an hour. Try again later.',
      hint = 'bkk.too_many_changes';
  end if;
  insert into public.bkk_booking_passengers (booking_id, position, first_name, last_name, type, birth_date)
    select p_booking_id, position, first_name, last_name, type, birth_date from unnest(passengers)
    on conflict (booking_id, position) do update
      set first_name = excluded.first_name, last_name = excluded.last_name, type = excluded.type,
        birth_date = excluded.birth_date;
  update public.bkk_bookings
    set has_all_names = counts.names = counts.seats,
      flags = case when counts.names = counts.seats then array_remove(flags, 'names_overdue') else flags end
    where booking_id = p_booking_id;
  perform bkk_internal.add_booking_event(
    p_booking_id, case when booking.user_id = auth.uid() then 'member' else 'admin' end, 'passengers_set',
    jsonb_build_object('names', counts.names, 'seats', counts.seats));
  -- The airline still has the former names.
  if has_changed and exists (
    select from public.bkk_supplier_orders as supplier
    where supplier.booking_id = p_booking_id and supplier.state not in ('cancelled', 'failed'))
  then
    perform bkk_internal.flag_supplier_order(p_booking_id);
  end if;
end
$$;
comment on function public.bkk_set_passengers is
  'Replaces the passengers of an open booking, as in bkk_internal.parse_passengers(): members until names_due_at and 30 times an hour, admins until the tickets. Flags a booking whose order is at an airline.';
call bkk_internal.expose('bkk_set_passengers', 'authenticated');

-- The status that follows from the payments; packages/domain has the same rule.
create function bkk_internal.apply_payments(p_booking_id uuid, p_event text, p_details jsonb, p_actor text default 'admin')
  returns public.bkk_bookings
  language plpgsql volatile set search_path = '' as $$
declare
  former public.bkk_bookings;
  booking public.bkk_bookings;
  next_status text;
  -- Names the receipt that the mail has (feature payments).
  paid jsonb := case when public.bkk_has_feature('payments') and p_event = 'payment_recorded'
    then jsonb_build_object('payment_id', p_details -> 'payment_id') else '{}' end;
begin
  select held.* into former from public.bkk_bookings as held where held.booking_id = p_booking_id;
  next_status := case
    when former.status in ('TICKETED', 'EXPIRED', 'CANCELLED') then former.status
    when former.paid_satang >= former.deposit_satang then 'CONFIRMED'
    when former.status = 'HOLD' and former.paid_satang <= 0 then 'HOLD'
    else 'DEPOSIT_PENDING' end;
  update public.bkk_bookings
    set status = next_status,
      -- A payment ends the review, and with it the automatic expiry.
      review_until = case when next_status = 'DEPOSIT_PENDING' and paid_satang = 0 then review_until end,
      flags = array_remove(
          case when paid_satang >= total_satang then array_remove(flags, 'balance_overdue') else flags end, 'overpaid')
        || case when paid_satang > total_satang then array['overpaid'] else '{}' end
    where booking_id = p_booking_id
    returning * into booking;
  perform bkk_internal.add_booking_event(
    p_booking_id, p_actor, p_event,
    p_details || jsonb_build_object('paid_satang', booking.paid_satang, 'status', booking.status));
  if booking.status = 'CONFIRMED' and former.status <> 'CONFIRMED' then
    perform bkk_internal.add_booking_event(
      p_booking_id, p_actor, 'confirmed', jsonb_build_object('total_satang', booking.total_satang));
    perform bkk_internal.notify_booking_member(
      booking, 'booking.confirmed',
      jsonb_strip_nulls(jsonb_build_object(
        'paid_satang', booking.paid_satang, 'total_satang', booking.total_satang,
        'deadline', extract(epoch from booking.due_at)::bigint)) || paid);
  -- A payment that confirms the booking has the mail of the confirmation, and a price its own.
  elsif p_event in ('payment_recorded', 'payment_reversed') then
    perform bkk_internal.notify_booking_member(
      booking, case p_event when 'payment_recorded' then 'booking.payment_received' else 'booking.payment_reversed' end,
      jsonb_strip_nulls(jsonb_build_object(
        'amount_satang', abs((p_details ->> 'amount_satang')::bigint), 'paid_satang', booking.paid_satang,
        'left_satang', case
          when booking.status not in ('EXPIRED', 'CANCELLED') then greatest(booking.total_satang - booking.paid_satang, 0) end)) || paid);
  end if;
  return booking;
end
$$;
comment on function bkk_internal.apply_payments is
  'Sets the status of a locked booking by its payments and deposit, adds an event and tells the member of a payment or a reversal.';

create function public.bkk_admin_price_booking(
    p_booking_id uuid, p_version integer, p_lines jsonb, p_total_satang bigint, p_deposit_satang bigint default null,
    p_balance_due_at timestamptz default null, p_names_due_at timestamptz default null) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  booking public.bkk_bookings;
  price record;
begin
  perform bkk_internal.require_admin('bookings');
  booking := bkk_internal.lock_booking(p_booking_id, p_version, true);
  perform bkk_internal.require_transition('booking', booking.status, 'set_price', 'admin');
  if booking.offer_version is not null then
    raise sqlstate 'PT409' using message = 'The price of this booking is that of its offer.', hint = 'bkk.price_of_offer';
  end if;
  if booking.total_satang is not null and booking.paid_satang <> 0 then
    raise sqlstate 'PT409' using message = 'There are payments for this price already.', hint = 'bkk.price_paid';
  end if;
  price := bkk_internal.parse_lines(p_lines);
  if p_total_satang is distinct from price.total_satang then
    raise sqlstate 'PT400' using message = format(
      'The lines add up to %s satang, not to %s.', price.total_satang, coalesce(p_total_satang::text, 'nothing')), hint = 'bkk.price_sum';
  end if;
  if p_deposit_satang not between 0 and p_total_satang then
    raise sqlstate 'PT400' using message = 'The deposit must be between zero and the total.', hint = 'bkk.deposit_amount';
  end if;
  if least(p_balance_due_at, p_names_due_at) <= now() then
    raise sqlstate 'PT400' using message = 'A deadline must be a time to come.', hint = 'bkk.deadline_past';
  end if;
  if greatest(p_balance_due_at, p_names_due_at) > least(now() + interval '2 years', bkk_internal.first_departure(booking)) then
    raise sqlstate 'PT400' using message = 'A deadline must be within two years and before the departure.', hint = 'bkk.deadline_late';
  end if;
  update public.bkk_bookings
    set lines = price.lines, total_satang = p_total_satang, deposit_satang = coalesce(p_deposit_satang, p_total_satang),
      balance_due_at = p_balance_due_at, names_due_at = p_names_due_at
    where booking_id = p_booking_id
    returning * into booking;
  booking := bkk_internal.apply_payments(
    p_booking_id, 'priced',
    jsonb_build_object('total_satang', booking.total_satang, 'deposit_satang', booking.deposit_satang));
  -- A booking that the price confirms has its own mail.
  if booking.status <> 'CONFIRMED' then
    perform bkk_internal.notify_booking_member(booking, 'booking.priced');
  end if;
end
$$;
comment on function public.bkk_admin_price_booking is
  'Sets the price of a booking without an offer; the deposit is the total unless it is given. A deposit that is paid confirms.';
call bkk_internal.expose('bkk_admin_price_booking', 'authenticated');

-- The result of a payment is kept in its event, for calls that repeat its key.
create function bkk_internal.payment_of_key(p_idempotency_key uuid, p_booking_id uuid, p_reverses uuid, p_amount_satang bigint)
  returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  payment public.bkk_booking_payments;
begin
  if p_idempotency_key is null then
    raise sqlstate 'PT400' using message = 'A payment needs an idempotency key.', hint = 'bkk.key_missing';
  end if;
  -- A repeated call waits for the first one.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_payment:' || p_idempotency_key, 0));
  select recorded.* into payment
    from public.bkk_booking_payments as recorded where recorded.idempotency_key = p_idempotency_key;
  if not found then
    return null;
  end if;
  if (payment.booking_id, payment.reverses, payment.amount_satang) is distinct from (p_booking_id, p_reverses, p_amount_satang)
  then
    raise sqlstate 'PT409' using message = 'This key was used for another payment. Use a new one.', hint = 'bkk.key_used';
  end if;
  return (
    select event.details from public.bkk_booking_events as event
    where event.booking_id = payment.booking_id and event.event in ('payment_recorded', 'payment_reversed')
      and event.details ->> 'payment_id' = payment.payment_id::text);
end
$$;
comment on function bkk_internal.payment_of_key is
  'The result of the payment with this key; null if there is none, PT409 if it is another payment.';

create function bkk_internal.add_booking_payment(
    p_booking_id uuid, p_amount_satang bigint, p_received_at timestamptz, p_bank_reference text, p_note text,
    p_reverses uuid, p_idempotency_key uuid, p_credit_satang bigint default 0, p_surplus_satang bigint default 0,
    p_actor text default 'admin') returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  booking public.bkk_bookings;
  added uuid;
  raised text;
  result jsonb;
begin
  insert into public.bkk_booking_payments (
      booking_id, amount_satang, credit_satang, surplus_satang, received_at, bank_reference, note, reverses, recorded_by,
      recorded_by_name, idempotency_key)
    values (
      p_booking_id, p_amount_satang, p_credit_satang, p_surplus_satang, p_received_at, bkk_internal.check_text(p_bank_reference, 60, 'The reference of the bank'),
      bkk_internal.check_text(p_note, 500, 'The note'), p_reverses, auth.uid(), bkk_internal.caller_name(), p_idempotency_key)
    returning payment_id into added;
  result := jsonb_build_object('payment_id', added, 'amount_satang', p_amount_satang)
    || case when p_credit_satang = 0 then '{}' else jsonb_build_object('credit_satang', p_credit_satang) end
    || case when p_surplus_satang = 0 then '{}' else jsonb_build_object('surplus_satang', p_surplus_satang) end;
  booking := bkk_internal.apply_payments(
    p_booking_id, case when p_reverses is null then 'payment_recorded' else 'payment_reversed' end, result, p_actor);
  raised := case
    when p_reverses is null and booking.status in ('EXPIRED', 'CANCELLED') then 'paid_after_end'
    when p_reverses is not null and booking.status = 'TICKETED' then 'reversed_after_tickets' end;
  if raised is not null then
    update public.bkk_bookings set flags = array_append(array_remove(flags, raised), raised)
      where booking_id = p_booking_id
      returning * into booking;
    perform bkk_internal.notify_booking_admins(
      booking, 'admin.payment_needs_decision', result || jsonb_build_object('status', booking.status));
  end if;
  return result || jsonb_build_object('paid_satang', booking.paid_satang, 'status', booking.status);
end
$$;
comment on function bkk_internal.add_booking_payment is 'Adds a payment or a reversal to a locked booking and returns the result.';

create function bkk_internal.check_payment(p_amount_satang bigint, p_received_at timestamptz) returns void
  language plpgsql stable set search_path = '' as $$
begin
  if p_amount_satang is null or p_amount_satang not between 1 and 100000000000 then
    raise sqlstate 'PT400' using message = 'The amount must be above zero.', hint = 'bkk.payment_amount';
  end if;
  if p_received_at is null
    or (p_received_at at time zone 'Asia/Bangkok')::date not between '2020-01-01' and (now() at time zone 'Asia/Bangkok')::date
  then
    raise sqlstate 'PT400' using message = 'The payment needs the day on which it came in, from 2020 to today.', hint = 'bkk.payment_day';
  end if;
end
$$;
comment on function bkk_internal.check_payment is 'Raises PT400 unless an amount is above zero and came in between 2020 and today.';

create function public.bkk_admin_record_payment(
    p_booking_id uuid, p_version integer, p_amount_satang bigint, p_received_at timestamptz, p_bank_reference text,
    p_note text, p_idempotency_key uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  result jsonb;
begin
  perform bkk_internal.require_admin('bookings');
  result := coalesce(
    bkk_internal.payment_of_key(p_idempotency_key, p_booking_id, null, p_amount_satang),
    bkk_internal.approval_of_key(p_idempotency_key, p_booking_id, null, p_amount_satang));
  if result is not null then
    return result;
  end if;
  perform bkk_internal.check_payment(p_amount_satang, p_received_at);
  perform bkk_internal.lock_booking(p_booking_id, p_version, true);
  if bkk_internal.needs_approval(p_amount_satang) then
    return bkk_internal.ask_payment_approval(
      p_booking_id, p_amount_satang, p_received_at, p_bank_reference, p_note, p_idempotency_key);
  end if;
  return bkk_internal.add_booking_payment(
    p_booking_id, p_amount_satang, p_received_at, p_bank_reference, p_note, null, p_idempotency_key);
end
$$;
comment on function public.bkk_admin_record_payment is
  'Records a payment: {"payment_id", "amount_satang", "paid_satang", "status"}. With the deposit the booking is CONFIRMED, with less DEPOSIT_PENDING; one that has ended keeps its status and is flagged. With the feature payments an amount above the limit waits for a second admin: {"approval_id", "amount_satang", "status"}. A repeated key returns the first result.';
call bkk_internal.expose('bkk_admin_record_payment', 'authenticated');

create function bkk_internal.reverse_payment(p_payment_id uuid, p_note text, p_idempotency_key uuid) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  payment public.bkk_booking_payments;
  seen_version integer;
begin
  select recorded.* into payment
    from public.bkk_booking_payments as recorded where recorded.payment_id = p_payment_id;
  select booking.version into seen_version
    from public.bkk_bookings as booking where booking.booking_id = payment.booking_id for update;
  perform bkk_internal.lock_booking(payment.booking_id, seen_version, true);
  if exists (select from public.bkk_booking_payments as reversal where reversal.reverses = p_payment_id) then
    raise sqlstate 'PT409' using message = 'This payment is reversed already.', hint = 'bkk.payment_reversed';
  end if;
  -- Without the ledger the member's credit would not follow.
  if (payment.credit_satang <> 0 or payment.surplus_satang <> 0) and not public.bkk_has_feature('payments') then
    raise sqlstate 'PT409' using message = 'Part of this payment is credit. Switch the feature payments on to reverse it.',
      hint = 'bkk.payment_has_credit';
  end if;
  return bkk_internal.add_booking_payment(
    payment.booking_id, -payment.amount_satang, now(), payment.bank_reference, p_note, p_payment_id, p_idempotency_key,
    -payment.credit_satang, -payment.surplus_satang);
end
$$;
comment on function bkk_internal.reverse_payment is 'Reverses a payment whose reversal was checked, and returns the result.';

create function public.bkk_admin_reverse_payment(p_payment_id uuid, p_note text, p_idempotency_key uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.bkk_booking_payments;
  result jsonb;
begin
  perform bkk_internal.require_admin('bookings');
  select recorded.* into payment
    from public.bkk_booking_payments as recorded where recorded.payment_id = p_payment_id;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such payment.', hint = 'bkk.payment_unknown';
  end if;
  result := coalesce(
    bkk_internal.payment_of_key(p_idempotency_key, payment.booking_id, p_payment_id, -payment.amount_satang),
    bkk_internal.approval_of_key(p_idempotency_key, payment.booking_id, p_payment_id, -payment.amount_satang));
  if result is not null then
    return result;
  end if;
  perform bkk_internal.check_text(p_note, 500, 'The note', 'Say why the payment is reversed.');
  if payment.reverses is not null then
    raise sqlstate 'PT409' using message = 'A reversal cannot be reversed. Record the payment again.', hint = 'bkk.payment_reversal';
  end if;
  if payment.refund_id is not null then
    raise sqlstate 'PT409' using message = 'A refund cannot be reversed. Record a payment instead.', hint = 'bkk.payment_refunded';
  end if;
  if bkk_internal.needs_approval(payment.amount_satang) then
    return bkk_internal.ask_approval(
      p_idempotency_key, 'reversal', -payment.amount_satang, payment.booking_id, null,
      jsonb_build_object('payment_id', p_payment_id), p_note);
  end if;
  return bkk_internal.reverse_payment(p_payment_id, p_note, p_idempotency_key);
end
$$;
comment on function public.bkk_admin_reverse_payment is
  'Reverses a payment, with the result of bkk_admin_record_payment(). Below the deposit a CONFIRMED booking is DEPOSIT_PENDING again; one with tickets is flagged. Waits for a second admin as payments do.';
call bkk_internal.expose('bkk_admin_reverse_payment', 'authenticated');

create function bkk_internal.return_to_hold(p_booking_ids uuid[], p_now timestamptz) returns setof public.bkk_bookings
  language plpgsql volatile set search_path = '' as $$
begin
  return query
    update public.bkk_bookings as booking
    set status = 'HOLD', review_until = null,
      -- The member has 6 hours to pay, and the hold that was promised before.
      hold_expires_at = greatest(booking.hold_expires_at, p_now + interval '6 hours'),
      deposit_due_at = case
        when booking.deposit_due_at is not null then greatest(booking.deposit_due_at, p_now + interval '6 hours') end
    where booking.booking_id = any (p_booking_ids)
    returning booking.*;
end
$$;
comment on function bkk_internal.return_to_hold is
  'Lets bookings be HOLD again for at least 6 hours, as far as bkk_internal.hold_limit() allows, and returns them.';

create function public.bkk_admin_refuse_deposit(p_booking_id uuid, p_version integer, p_reason_en text, p_reason_th text)
  returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  booking public.bkk_bookings;
begin
  perform bkk_internal.require_admin('bookings');
  perform bkk_internal.check_text(reason, 500, 'The reason', 'Say why the deposit is refused, in English and in Thai.')
    from unnest(array[p_reason_en, p_reason_th]) as reason;
  booking := bkk_internal.lock_booking(p_booking_id, p_version, true);
  perform bkk_internal.require_transition('booking', booking.status, 'refuse_deposit', 'admin');
  if booking.paid_satang <> 0 then
    raise sqlstate 'PT409' using message = 'There are payments for this booking. Reverse them first.', hint = 'bkk.booking_paid';
  end if;
  select held.* into booking from bkk_internal.return_to_hold(array[p_booking_id], now()) as held;
  perform bkk_internal.add_booking_event(
    p_booking_id, 'admin', 'deposit_refused',
    jsonb_build_object(
      'hold_expires_at', booking.hold_expires_at, 'reason_en', btrim(p_reason_en), 'reason_th', btrim(p_reason_th)));
  perform bkk_internal.notify_booking_member(
    booking, 'booking.deposit_refused', jsonb_build_object('deadline', extract(epoch from booking.due_at)::bigint));
end
$$;
comment on function public.bkk_admin_refuse_deposit is
  'Refuses the deposit of a DEPOSIT_PENDING booking without payments: it is HOLD again for at least 6 hours.';
call bkk_internal.expose('bkk_admin_refuse_deposit', 'authenticated');

create function public.bkk_admin_extend_hold(p_booking_id uuid, p_version integer, p_hold_expires_at timestamptz) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  booking public.bkk_bookings;
  known_deadline timestamptz;
  airline_deadline timestamptz;
begin
  perform bkk_internal.require_admin('bookings');
  booking := bkk_internal.lock_booking(p_booking_id, p_version, true);
  perform bkk_internal.require_status('booking', booking.status, '{HOLD}');
  if p_hold_expires_at is null or p_hold_expires_at <= booking.hold_expires_at
    or p_hold_expires_at > now() + interval '1 year'
  then
    raise sqlstate 'PT400' using message = 'The hold must end later than now set, and within a year.', hint = 'bkk.hold_not_later';
  end if;
  -- Without `pay_by` a hold cannot be extended.
  select coalesce(supplier.pay_by, booking.hold_expires_at) into airline_deadline
    from public.bkk_supplier_orders as supplier where supplier.booking_id = p_booking_id and supplier.state <> 'paid';
  if p_hold_expires_at > airline_deadline then
    raise sqlstate 'PT409' using message = format(
      'The airline keeps the seats until %s, Bangkok time. The hold cannot last longer.',
      to_char(airline_deadline at time zone 'Asia/Bangkok', 'YYYY-MM-DD HH24:MI')), hint = 'bkk.airline_deadline';
  end if;
  if p_hold_expires_at > bkk_internal.hold_limit(booking) then
    raise sqlstate 'PT400' using message = 'The hold must end before the departure, and before the sale of its seats closes.',
      hint = 'bkk.hold_too_long';
  end if;
  known_deadline := booking.due_at;
  update public.bkk_bookings
    set hold_expires_at = p_hold_expires_at,
      deposit_due_at = case when deposit_due_at is not null then p_hold_expires_at end
    where booking_id = p_booking_id
    returning * into booking;
  perform bkk_internal.add_booking_event(
    p_booking_id, 'admin', 'hold_extended', jsonb_build_object('hold_expires_at', p_hold_expires_at));
  if booking.due_at is distinct from known_deadline then
    perform bkk_internal.notify_booking_member(
      booking, 'booking.hold_extended', jsonb_build_object('deadline', extract(epoch from booking.due_at)::bigint));
  end if;
end
$$;
comment on function public.bkk_admin_extend_hold is 'Lets a hold, and its deposit, be due later.';
call bkk_internal.expose('bkk_admin_extend_hold', 'authenticated');

create function public.bkk_admin_ticket(
    p_booking_id uuid, p_version integer, p_pnr text, p_ticket_numbers text[], p_reason text default null) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  booking public.bkk_bookings;
  taken text;
begin
  perform bkk_internal.require_admin('bookings');
  booking := bkk_internal.lock_booking(p_booking_id, p_version, true);
  perform bkk_internal.require_transition('booking', booking.status, 'issue_tickets', 'admin');
  if not booking.has_all_names then
    raise sqlstate 'PT409' using message = 'Names of passengers are missing. Add them before the tickets.', hint = 'bkk.names_missing';
  end if;
  if booking.paid_satang < booking.total_satang and nullif(btrim(p_reason), '') is null then
    raise sqlstate 'PT409' using message = 'The total is not paid. Say why the tickets are issued.', hint = 'bkk.total_unpaid';
  end if;
  if exists (
    select from public.bkk_supplier_orders as supplier
    where supplier.booking_id = p_booking_id and supplier.state in ('ordering', 'held', 'paying'))
  then
    raise sqlstate 'PT409' using message = 'The airline is not paid yet. Pay its order before the tickets.', hint = 'bkk.order_unpaid';
  end if;
  if coalesce(p_pnr, '') !~ '^[A-Z0-9]{6}$' then
    raise sqlstate 'PT400' using message = 'The PNR has 6 letters and digits.', hint = 'bkk.pnr';
  end if;
  if cardinality(p_ticket_numbers) is distinct from booking.pax_adt + booking.pax_chd + booking.pax_inf
    or array_ndims(p_ticket_numbers) <> 1
    or exists (select from unnest(p_ticket_numbers) as given (number) where coalesce(given.number, '') !~ '^[0-9]{13}$')
    or (select count(distinct given.number) from unnest(p_ticket_numbers) as given (number)) <> cardinality(p_ticket_numbers)
  then
    raise sqlstate 'PT400' using message = 'Each passenger needs a ticket number of 13 digits, and no other one has it.',
      hint = 'bkk.ticket_numbers';
  end if;
  -- Of two admins with the same numbers the second one waits, and then finds them.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_admin_ticket', 0));
  select min(passenger.ticket_number) into taken
    from public.bkk_booking_passengers as passenger
    where passenger.ticket_number = any (p_ticket_numbers) and passenger.booking_id <> p_booking_id;
  if taken is not null then
    raise sqlstate 'PT409' using message = format('The ticket number %s is that of another booking.', taken), hint = 'bkk.ticket_used';
  end if;
  update public.bkk_booking_passengers as passenger set ticket_number = given.number
    from unnest(p_ticket_numbers) with ordinality as given (number, place)
    where passenger.booking_id = p_booking_id and passenger.position = given.place;
  update public.bkk_bookings set status = 'TICKETED', pnr = p_pnr
    where booking_id = p_booking_id
    returning * into booking;
  perform bkk_internal.add_booking_event(p_booking_id, 'admin', 'ticketed', jsonb_build_object('pnr', p_pnr), p_reason);
  perform bkk_internal.notify_booking_member(booking, 'booking.ticketed', jsonb_build_object('pnr', p_pnr));
end
$$;
comment on function public.bkk_admin_ticket is
  'Issues the tickets of a CONFIRMED booking: the PNR, and the numbers in the order of the passengers. A reason is needed if the total is not paid.';
call bkk_internal.expose('bkk_admin_ticket', 'authenticated');

create function public.bkk_admin_cancel_booking(p_booking_id uuid, p_version integer, p_reason text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  booking public.bkk_bookings;
begin
  perform bkk_internal.require_admin('bookings');
  perform bkk_internal.check_text(p_reason, 2000, 'The reason', 'Say why the booking is cancelled.');
  booking := bkk_internal.lock_booking(p_booking_id, p_version, true);
  perform bkk_internal.require_transition('booking', booking.status, 'cancel', 'admin');
  update public.bkk_bookings set status = 'CANCELLED', review_until = null
    where booking_id = p_booking_id
    returning * into booking;
  perform bkk_internal.add_booking_event(
    p_booking_id, 'admin', 'cancelled', jsonb_build_object('paid_satang', booking.paid_satang), p_reason);
  -- One message says that the booking is cancelled and that its refund is opened.
  perform bkk_internal.notify_booking_member(
    booking,
    case when booking.paid_satang > 0 and public.bkk_has_feature('payments') then 'booking.refund_opened' else 'booking.cancelled' end);
end
$$;
comment on function public.bkk_admin_cancel_booking is 'Cancels an open booking; the member reads the reason.';
call bkk_internal.expose('bkk_admin_cancel_booking', 'authenticated');

create function public.bkk_admin_clear_flag(p_booking_id uuid, p_version integer, p_flag text, p_note text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  booking public.bkk_bookings;
begin
  perform bkk_internal.require_admin('bookings');
  perform bkk_internal.check_text(p_note, 2000, 'The note', 'Say what was decided.');
  booking := bkk_internal.lock_booking(p_booking_id, p_version, true);
  if not coalesce(p_flag = any (booking.flags), false) then
    raise sqlstate 'PT409' using message = 'There is nothing to decide any more. Load the booking again.', hint = 'bkk.flag_cleared';
  end if;
  update public.bkk_bookings set flags = array_remove(flags, p_flag) where booking_id = p_booking_id;
  perform bkk_internal.add_booking_event(p_booking_id, 'admin', 'flag_cleared', jsonb_build_object('flag', p_flag), p_note);
end
$$;
comment on function public.bkk_admin_clear_flag is 'Clears a flag of a booking; the member reads what was decided.';
call bkk_internal.expose('bkk_admin_clear_flag', 'authenticated');
