-- Payment slips: the picture that a member sends of a bank transfer, and its review by an admin. The function attach-slip alone writes
-- them, with the service key, after it has checked the file.

create table public.bkk_slips (
  slip_id uuid primary key,
  -- Null after the account is deleted.
  user_id uuid references auth.users (id) on delete set null,
  -- What it pays for; neither for a top-up of the member's credit.
  booking_id uuid references public.bkk_bookings (booking_id) on delete restrict,
  order_id uuid references public.bkk_orders (order_id) on delete restrict,
  -- Repeating the call that sent the slip returns this one.
  request_key uuid not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'ACCEPTED', 'REFUSED')),
  -- What was due when it was sent; null without a price, and for a top-up.
  due_satang bigint,
  -- What the member typed, as the slip's QR holds no amount, and the part that is to come from credit.
  typed_satang bigint not null check (typed_satang between 1 and 100000000000),
  credit_satang bigint not null default 0 check (credit_satang between 0 and 100000000000),
  payer_name text check (char_length(payer_name) <= 100),
  object_path text not null unique check (char_length(object_path) <= 200),
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'application/pdf')),
  byte_size integer not null check (byte_size between 1 and 5242880),
  -- Of the bytes that were sent; the picture is stored anew without its metadata.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- A perceptual hash: near pictures differ in few bits.
  picture_hash bigint,
  -- What a machine made of it: not_checked on a project that cannot decode pictures.
  reading text not null check (reading in ('read', 'no_qr', 'pdf', 'not_checked')),
  bank_code text check (char_length(bank_code) between 1 and 10),
  trans_ref text check (char_length(trans_ref) between 1 and 25),
  -- What an outside checker said of it (SLIP_CHECK_URL); for admins only.
  checker jsonb check (octet_length(checker::text) <= 2000),
  -- What was found when it was sent; for admins only.
  warnings text[] not null default '{}' check (warnings <@ array[
    'used_reference', 'same_picture', 'near_picture', 'typed_differs', 'no_qr', 'late', 'pdf', 'not_checked']),
  created_at timestamptz not null default clock_timestamp(),
  -- The admin who reviews it.
  holder_id uuid references public.bkk_user_roles (user_id) on delete set null,
  held_until timestamptz,
  reviewed_at timestamptz,
  -- Without a foreign key, because the review outlives the account of the admin.
  reviewed_by uuid,
  reviewed_by_name text check (char_length(reviewed_by_name) <= 200),
  review_key uuid unique,
  -- The answer of the review, for calls that repeat its key.
  review jsonb check (octet_length(review::text) <= 2000),
  accepted_satang bigint,
  -- What became credit of it, and what was missing of the deposit or the balance that was due.
  surplus_satang bigint,
  missing_satang bigint,
  reason text check (reason in ('used', 'unreadable', 'not_arrived', 'other')),
  note text check (char_length(note) <= 500),
  unique (user_id, request_key),
  check (num_nonnulls(booking_id, order_id) < 2),
  check ((bank_code is null) = (trans_ref is null)),
  check ((status = 'WAITING') = (reviewed_at is null)),
  check ((status = 'ACCEPTED') = (accepted_satang is not null)),
  check ((status = 'REFUSED') = (reason is not null))
);
comment on table public.bkk_slips is 'Payment slips and their reviews. Members read their own, and functions alone write.';

create index bkk_slips_waiting_idx on public.bkk_slips (created_at, slip_id) where status = 'WAITING';
create index bkk_slips_status_idx on public.bkk_slips (status, created_at desc, slip_id);
create index bkk_slips_created_at_idx on public.bkk_slips (created_at, slip_id);
create index bkk_slips_booking_idx on public.bkk_slips (booking_id);
create index bkk_slips_order_idx on public.bkk_slips (order_id);
create index bkk_slips_holder_idx on public.bkk_slips (holder_id);
create index bkk_slips_reviewed_by_idx on public.bkk_slips (reviewed_by);
create index bkk_slips_sha256_idx on public.bkk_slips (sha256);
create index bkk_slips_reference_idx on public.bkk_slips (bank_code, trans_ref) where trans_ref is not null;
-- A transfer pays once.
create unique index bkk_slips_accepted_reference_idx on public.bkk_slips (bank_code, trans_ref) where status = 'ACCEPTED';

call bkk_internal.protect('bkk_slips');
grant select (
    slip_id, user_id, booking_id, order_id, status, due_satang, typed_satang, credit_satang, payer_name, object_path, content_type,
    byte_size, reading, bank_code, trans_ref, created_at, reviewed_at, accepted_satang, surplus_satang, missing_satang, reason, note)
  on table public.bkk_slips to authenticated;
grant select on table public.bkk_slips to service_role;

create policy "members read their own slips" on public.bkk_slips
  for select to authenticated
  using (user_id = (select auth.uid()) and (select public.bkk_is_active()) and (select public.bkk_has_feature('payments')));

create policy "admins read every slip" on public.bkk_slips
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('payments')));

-- Members and the admins' queue follow them. A publication of all tables has it already.
do $$
begin
  if not exists (
    select from pg_catalog.pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'bkk_slips')
  then
    alter publication supabase_realtime add table public.bkk_slips;
  end if;
end
$$;

-- The first part of an object's name is its member.
create policy "members read the pictures of their own slips" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'slips' and split_part(name, '/', 1) = (select auth.uid())::text
    and (select public.bkk_is_active()) and (select public.bkk_has_feature('payments')));

create policy "admins read the pictures of every slip" on storage.objects
  for select to authenticated
  using (bucket_id = 'slips' and (select public.bkk_is_admin()) and (select public.bkk_has_feature('payments')));

create function bkk_internal.delete_objects(p_bucket text, p_paths text[]) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  -- The storage service removes the bytes of objects that are no longer there.
  perform pg_catalog.set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where bucket_id = p_bucket and name = any (p_paths);
  perform pg_catalog.set_config('storage.allow_delete_query', '', true);
end
$$;
comment on function bkk_internal.delete_objects is 'Deletes objects of the storage.';

create trigger bkk_create_slip_bucket
  after update of is_on on public.bkk_features
  for each row when (new.name = 'payments' and new.is_on and not old.is_on)
  execute function bkk_internal.create_bucket('slips', 'false', '5242880', '{image/png,image/jpeg,application/pdf}');

create function bkk_internal.due_kind(p_booking public.bkk_bookings, p_is_whole boolean default false) returns text
  language plpgsql stable set search_path = '' as $$
begin
  return case
    when p_booking.total_satang is null or p_booking.paid_satang >= p_booking.total_satang
      or p_booking.status in ('EXPIRED', 'CANCELLED') then null
    when not p_is_whole and p_booking.status in ('HOLD', 'DEPOSIT_PENDING') and p_booking.paid_satang < p_booking.deposit_satang
      and p_booking.deposit_satang < p_booking.total_satang then 'deposit'
    when p_booking.paid_satang > 0 then 'balance'
    else 'all' end;
end
$$;
comment on function bkk_internal.due_kind is
  'What is due for a booking next, or all that is left of its price: deposit, balance, all for the whole price at once, or null for nothing.';

create function bkk_internal.due_satang(p_booking public.bkk_bookings) returns bigint
  language plpgsql stable set search_path = '' as $$
begin
  return case
    when bkk_internal.due_kind(p_booking) = 'deposit' then p_booking.deposit_satang - p_booking.paid_satang
    when bkk_internal.due_kind(p_booking) is not null then p_booking.total_satang - p_booking.paid_satang end;
end
$$;
comment on function bkk_internal.due_satang is 'What is due for a booking next, in satang; null for nothing, and without a price.';

create function bkk_internal.slip_result(p_slip public.bkk_slips) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'slip_id', p_slip.slip_id, 'status', p_slip.status, 'reading', p_slip.reading, 'bank_code', p_slip.bank_code,
    'trans_ref', p_slip.trans_ref, 'booking_status', (
      select booking.status from public.bkk_bookings as booking where booking.booking_id = p_slip.booking_id));
end
$$;
comment on function bkk_internal.slip_result is 'What the sender of a slip is told of it.';

create function bkk_internal.check_slip(p_user_id uuid, p_booking_id uuid, p_order_id uuid) returns void
  language plpgsql stable set search_path = '' as $$
declare
  booking public.bkk_bookings;
begin
  if p_order_id is not null then
    perform bkk_internal.check_order_slip(p_user_id, p_order_id);
  end if;
  if p_booking_id is not null then
    select known.* into booking from public.bkk_bookings as known
      where known.booking_id = p_booking_id and known.user_id = p_user_id;
    if not found then
      raise sqlstate 'PT404' using message = 'There is no such booking.', hint = 'bkk.booking_unknown';
    end if;
    -- Money for a booking that has ended becomes credit.
    if booking.status in ('CONFIRMED', 'TICKETED') and booking.paid_satang >= booking.total_satang then
      raise sqlstate 'PT409' using message = 'This booking is paid already.', hint = 'bkk.nothing_due';
    end if;
  end if;
  if p_user_id is null and p_order_id is null then
    raise sqlstate 'PT404' using message = 'There is no such order.', hint = 'bkk.order_unknown';
  end if;
  if (
    select count(*) from public.bkk_slips as sent
    where case when p_user_id is null then sent.user_id is null else sent.user_id = p_user_id end
      and sent.booking_id is not distinct from p_booking_id
      and sent.order_id is not distinct from p_order_id and sent.status = 'WAITING') >= 3
  then
    raise sqlstate 'PT429' using message = 'Three slips wait for their review already.', hint = 'bkk.too_many_waiting_slips';
  end if;
  if (
    select count(*) from public.bkk_slips as sent
    where case when p_user_id is null then sent.order_id = p_order_id else sent.user_id = p_user_id end
      and sent.created_at > now() - interval '24 hours') >= 20
  then
    raise sqlstate 'PT429' using message = 'You have sent 20 slips within a day. Try again later.', hint = 'bkk.too_many_slips';
  end if;
end
$$;
comment on function bkk_internal.check_slip is
  'Raises PT404 for a booking or an order that is not the member''s, or no guest''s (null), PT409 for one that is paid, PT429 beyond 3 waiting slips or 20 a day.';

create function public.bkk_check_slip(p_booking_id uuid, p_request_key uuid, p_order_id uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  known public.bkk_slips;
begin
  perform bkk_internal.require_member('payments');
  if p_request_key is null then
    raise sqlstate 'PT400' using message = 'A slip needs a request key.', hint = 'bkk.key_missing';
  end if;
  select sent.* into known
    from public.bkk_slips as sent where sent.user_id = auth.uid() and sent.request_key = p_request_key;
  if found then
    return bkk_internal.slip_result(known);
  end if;
  perform bkk_internal.check_slip(auth.uid(), p_booking_id, p_order_id);
  return null;
end
$$;
comment on function public.bkk_check_slip is
  'Whether the caller may send a slip for a booking or an order, or for a top-up: null, or the slip that was sent with this key. The function attach-slip asks before it reads the file.';
call bkk_internal.expose('bkk_check_slip', 'authenticated');

create function bkk_internal.slip_twins(p_slip public.bkk_slips) returns table (slip_id uuid, same text, bits integer)
  language plpgsql stable set search_path = '' as $$
begin
  return query
    select other.slip_id,
      case
        when (other.bank_code, other.trans_ref) = (p_slip.bank_code, p_slip.trans_ref) then 'reference'
        when other.sha256 = p_slip.sha256 or other.picture_hash = p_slip.picture_hash then 'picture'
        else 'near' end,
      bit_count((other.picture_hash # p_slip.picture_hash)::bit(64))::integer
    from public.bkk_slips as other
    where other.slip_id <> p_slip.slip_id and (
      (other.bank_code, other.trans_ref) = (p_slip.bank_code, p_slip.trans_ref) or other.sha256 = p_slip.sha256
      or other.picture_hash = p_slip.picture_hash
      -- Slips of one bank look alike: a transfer has one reference.
      or bit_count((other.picture_hash # p_slip.picture_hash)::bit(64)) <= 4 and num_nonnulls(other.trans_ref, p_slip.trans_ref) < 2);
end
$$;
comment on function bkk_internal.slip_twins is
  'Other slips with the same bank reference, the same picture, or, if one of both has no reference, one whose hash differs in 4 bits at most.';

-- Also while a slip is checked: the hold lasts until the review ends.
create function bkk_internal.begin_slip_review(p_booking_id uuid, p_user_id uuid, p_slip public.bkk_slips) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  update public.bkk_bookings
    set status = 'DEPOSIT_PENDING',
      review_until = least(now() + make_interval(hours => bkk_internal.review_hours()), hold_expires_at)
    where booking_id = p_booking_id and status = 'HOLD';
  insert into public.bkk_booking_events (booking_id, actor, actor_id, actor_name, event, details)
    select p_booking_id, 'member', p_user_id, member.full_name, 'slip_attached',
      jsonb_build_object('slip_id', p_slip.slip_id, 'amount_satang', p_slip.typed_satang)
    from public.bkk_user_roles as member where member.user_id = p_user_id;
end
$$;
comment on function bkk_internal.begin_slip_review is 'Lets a HOLD wait for the review of a slip, and adds an event.';

create function public.bkk_record_slip(p_user_id uuid, p_slip jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  slip public.bkk_slips;
  booking public.bkk_bookings;
  placed public.bkk_orders;
begin
  perform public.bkk_require_feature('payments');
  if jsonb_typeof(p_slip) is distinct from 'object' then
    raise sqlstate 'PT400' using message = 'A slip is an object.', hint = 'bkk.slip_details';
  end if;
  -- One at a time, so that of two equal slips the second one is found to be used.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_record_slip', 0));
  select sent.* into slip from public.bkk_slips as sent
    where sent.request_key = (p_slip ->> 'request_key')::uuid and (
      sent.user_id = p_user_id
      or p_user_id is null and sent.user_id is null and sent.order_id = (p_slip ->> 'order_id')::uuid);
  if found then
    return bkk_internal.slip_result(slip);
  end if;
  slip := jsonb_populate_record(null::public.bkk_slips, p_slip - 'picture_hash');
  perform bkk_internal.check_slip(p_user_id, slip.booking_id, slip.order_id);
  if slip.booking_id is not null then
    select known.* into booking from public.bkk_bookings as known where known.booking_id = slip.booking_id for update;
    booking := bkk_internal.lock_booking(slip.booking_id, booking.version, true);
  elsif slip.order_id is not null then
    select known.* into placed from public.bkk_orders as known where known.order_id = slip.order_id for update;
  elsif slip.typed_satang not between 2000 and 20000000 then
    raise sqlstate 'PT400' using message = 'A top-up is between 20 and 200,000 baht.', hint = 'bkk.top_up_amount';
  end if;
  slip.picture_hash := ('x' || (p_slip ->> 'picture_hash'))::bit(64)::bigint;
  slip.due_satang := coalesce(bkk_internal.due_satang(booking), bkk_internal.order_due_satang(placed));
  slip.credit_satang := case when p_user_id is null then 0 else coalesce(slip.credit_satang, 0) end;
  slip.warnings := array(
    select distinct case twin.same when 'reference' then 'used_reference' when 'picture' then 'same_picture' else 'near_picture' end
    from bkk_internal.slip_twins(slip) as twin
    union all
    select slip.reading where slip.reading <> 'read'
    union all
    select 'late' where booking.status in ('EXPIRED', 'CANCELLED') or booking.due_at < now()
      or placed.status = 'CANCELLED' or placed.pay_by < now()
    union all
    select 'typed_differs' where slip.typed_satang + slip.credit_satang not in (
      slip.due_satang, coalesce(booking.total_satang - booking.paid_satang, slip.due_satang)));
  insert into public.bkk_slips (
      slip_id, user_id, booking_id, order_id, request_key, due_satang, typed_satang, credit_satang, payer_name, object_path, content_type,
      byte_size, sha256, picture_hash, reading, bank_code, trans_ref, checker, warnings)
    values (
      slip.slip_id, p_user_id, slip.booking_id, slip.order_id, slip.request_key, slip.due_satang, slip.typed_satang, slip.credit_satang,
      bkk_internal.check_text(slip.payer_name, 100, 'The name of the payer'), slip.object_path, slip.content_type, slip.byte_size,
      slip.sha256, slip.picture_hash, slip.reading, slip.bank_code, slip.trans_ref, slip.checker, slip.warnings)
    returning * into slip;
  if slip.booking_id is not null then
    perform bkk_internal.begin_slip_review(slip.booking_id, p_user_id, slip);
  elsif slip.order_id is not null then
    perform bkk_internal.begin_order_review(slip);
  end if;
  perform bkk_internal.notify_admins(
    'admin.slip_attached',
    jsonb_strip_nulls(jsonb_build_object(
      'slip_id', slip.slip_id, 'booking_id', slip.booking_id, 'order_id', slip.order_id,
      'reference', coalesce(booking.reference, placed.number), 'amount_satang', slip.typed_satang)),
    'admin.slip_attached:' || slip.slip_id);
  return bkk_internal.slip_result(slip);
end
$$;
comment on function public.bkk_record_slip is
  'Records a slip whose file is stored, of a member or a guest (null): {"slip_id", "status", "booking_status", "reading", "bank_code", "trans_ref"}. A HOLD becomes DEPOSIT_PENDING. For the function attach-slip.';
call bkk_internal.expose('bkk_record_slip', 'service_role');

-- Every slip with its booking or order, for admins; empty for other callers. As bkk_users_admin_view.
create view public.bkk_slips_admin_view as
  select slip.slip_id, slip.user_id, slip.booking_id, slip.order_id, slip.status, slip.due_satang, slip.typed_satang, slip.credit_satang,
    slip.payer_name, slip.object_path, slip.content_type, slip.byte_size, slip.reading, slip.bank_code, slip.trans_ref, slip.checker,
    slip.warnings, slip.created_at, slip.reviewed_at, slip.reviewed_by_name, slip.accepted_satang, slip.surplus_satang,
    slip.missing_satang, slip.reason, slip.note,
    case when slip.held_until > now() then slip.holder_id end as holder_id,
    case when slip.held_until > now() then slip.held_until end as held_until,
    case when slip.held_until > now() then (
      select coalesce(holder.full_name, holder.email)
      from public.bkk_user_roles as holder where holder.user_id = slip.holder_id) end as holder_name,
    slip.held_until > now() and slip.holder_id = (select auth.uid()) as is_mine,
    coalesce(booking.reference, placed.number) as reference, booking.origin, booking.destination, booking.departs_on, booking.returns_on,
    booking.pax_adt + booking.pax_chd + booking.pax_inf as passengers, coalesce(booking.status, placed.status) as booking_status,
    booking.version as booking_version, coalesce(booking.total_satang, placed.total_satang) as total_satang, booking.deposit_satang,
    coalesce(booking.paid_satang, placed.paid_satang) as paid_satang, coalesce(booking.due_at, placed.pay_by) as due_at,
    coalesce(member.full_name, placed.name) as full_name, coalesce(member.email, placed.email) as email,
    public.bkk_fold_text(
      coalesce(booking.reference, placed.number, '') || ' ' || coalesce(member.email, placed.email, '') || ' '
      || coalesce(member.full_name, placed.name, '') || ' '
      || coalesce(slip.payer_name, '') || ' ' || coalesce(slip.trans_ref, '')) as search_text
  from public.bkk_slips as slip
    left join public.bkk_bookings as booking on booking.booking_id = slip.booking_id
    left join public.bkk_orders as placed on placed.order_id = slip.order_id
    left join public.bkk_user_roles as member on member.user_id = slip.user_id
  where (select public.bkk_is_admin()) and (select public.bkk_has_feature('payments'));
comment on view public.bkk_slips_admin_view is 'Every slip with its booking, for admins; empty for other callers.';

revoke all on table public.bkk_slips_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_slips_admin_view to authenticated;

create function public.bkk_admin_count_slips(p_search text default '') returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('payments');
  return bkk_internal.count_queries(
    bkk_internal.bounded_queries(
      'select from public.bkk_slips_admin_view', p_search, 'search_text like $1',
      'all', 'true',
      'WAITING', $f$status = 'WAITING'$f$,
      'ACCEPTED', $f$status = 'ACCEPTED'$f$,
      'SHORT', $f$status = 'ACCEPTED' and missing_satang > 0$f$,
      'REFUSED', $f$status = 'REFUSED'$f$),
    p_search);
end
$$;
comment on function public.bkk_admin_count_slips is
  'How many slips match a search: {"all", "WAITING", "ACCEPTED", "SHORT", "REFUSED"}. 1001 stands for more than 1000.';
call bkk_internal.expose('bkk_admin_count_slips', 'authenticated');

create function bkk_internal.hold_slip(p_slip_id uuid) returns public.bkk_slips
  language plpgsql volatile set search_path = '' as $$
declare
  slip public.bkk_slips;
begin
  select sent.* into slip from public.bkk_slips as sent where sent.slip_id = p_slip_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such slip.', hint = 'bkk.slip_unknown';
  end if;
  if slip.status <> 'WAITING' then
    raise sqlstate 'PT409' using message = 'This slip is reviewed already.', hint = 'bkk.slip_reviewed';
  end if;
  if slip.held_until > now() and slip.holder_id <> auth.uid() then
    raise sqlstate 'PT409' using message = format('%s has this slip.', (
      select coalesce(holder.full_name, holder.email) from public.bkk_user_roles as holder where holder.user_id = slip.holder_id)),
      hint = 'bkk.slip_taken';
  end if;
  return slip;
end
$$;
comment on function bkk_internal.hold_slip is 'Locks a slip that waits for its review and that no other admin has; PT404 or PT409.';

create function public.bkk_admin_take_slip(p_slip_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  slip public.bkk_slips;
begin
  perform bkk_internal.require_admin('payments');
  perform bkk_internal.hold_slip(p_slip_id);
  update public.bkk_slips set holder_id = auth.uid(), held_until = now() + interval '10 minutes'
    where slip_id = p_slip_id
    returning * into slip;
  return jsonb_build_object('held_until', slip.held_until, 'twins', (
    select coalesce(jsonb_agg(
        jsonb_build_object(
          'slip_id', other.slip_id, 'reference', coalesce(booking.reference, placed.number), 'status', other.status, 'created_at', other.created_at,
          'reviewed_at', other.reviewed_at, 'reviewed_by_name', other.reviewed_by_name, 'full_name', member.full_name,
          'object_path', other.object_path, 'content_type', other.content_type, 'same', twin.same, 'bits', twin.bits)
        order by array_position(array['reference', 'picture', 'near'], twin.same), other.created_at), '[]')
    from (select * from bkk_internal.slip_twins(slip) order by bits nulls first limit 10) as twin
      join public.bkk_slips as other on other.slip_id = twin.slip_id
      left join public.bkk_bookings as booking on booking.booking_id = other.booking_id
      left join public.bkk_orders as placed on placed.order_id = other.order_id
      left join public.bkk_user_roles as member on member.user_id = other.user_id));
end
$$;
comment on function public.bkk_admin_take_slip is
  'Takes a slip for 10 minutes, so that no other admin reviews it: {"held_until", "twins"}, the slips that may be the same. PT409 if another admin has it.';
call bkk_internal.expose('bkk_admin_take_slip', 'authenticated');

create function public.bkk_admin_leave_slip(p_slip_id uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('payments');
  update public.bkk_slips set holder_id = null, held_until = null where slip_id = p_slip_id and holder_id = auth.uid();
end
$$;
comment on function public.bkk_admin_leave_slip is 'Leaves a slip that the caller has taken to other admins.';
call bkk_internal.expose('bkk_admin_leave_slip', 'authenticated');

create function bkk_internal.rejection_text(p_reason text, p_note text, p_language text) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return concat_ws(' ', case p_language || ':' || p_reason
    when 'en:used' then 'This slip paid something else already.'
    when 'th:used' then 'สลิปนี้ใช้ชำระรายการอื่นไปแล้ว'
    when 'en:unreadable' then 'The picture cannot be read.'
    when 'th:unreadable' then 'รูปไม่ชัด อ่านข้อมูลไม่ได้'
    when 'en:not_arrived' then 'The money has not arrived.'
    when 'th:not_arrived' then 'ยังไม่พบเงินเข้าบัญชี' end, p_note);
end
$$;
comment on function bkk_internal.rejection_text is 'Why a slip is refused, in a language (en, th), with what the admin wrote.';

create function bkk_internal.refuse_slip(p_slip public.bkk_slips) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  booking public.bkk_bookings;
  reasons constant jsonb := jsonb_build_object(
    'slip_id', p_slip.slip_id, 'reason_en', bkk_internal.rejection_text(p_slip.reason, p_slip.note, 'en'),
    'reason_th', bkk_internal.rejection_text(p_slip.reason, p_slip.note, 'th'));
begin
  if p_slip.order_id is not null then
    return bkk_internal.refuse_order_slip(p_slip, reasons);
  end if;
  if p_slip.booking_id is null then
    perform bkk_internal.queue_message(
      'mail', p_slip.user_id, 'credit.slip_refused', jsonb_build_object('slip_id', p_slip.slip_id),
      'credit.slip_refused:' || p_slip.slip_id);
    return jsonb_build_object('status', 'REFUSED');
  end if;
  select known.* into booking from public.bkk_bookings as known where known.booking_id = p_slip.booking_id for update;
  booking := bkk_internal.lock_booking(p_slip.booking_id, booking.version, true);
  if booking.status = 'DEPOSIT_PENDING' and booking.paid_satang = 0 and not exists (
    select from public.bkk_slips as other
    where other.booking_id = p_slip.booking_id and other.status = 'WAITING' and other.slip_id <> p_slip.slip_id)
  then
    select held.* into booking from bkk_internal.return_to_hold(array[p_slip.booking_id], now()) as held;
    perform bkk_internal.add_booking_event(
      p_slip.booking_id, 'admin', 'deposit_refused', reasons || jsonb_build_object('hold_expires_at', booking.hold_expires_at));
    perform bkk_internal.notify_booking_member(
      booking, 'booking.deposit_refused', jsonb_build_object('deadline', extract(epoch from booking.due_at)::bigint));
  else
    perform bkk_internal.add_booking_event(p_slip.booking_id, 'admin', 'slip_refused', reasons);
    if booking.user_id is not null then
      perform bkk_internal.queue_message(
        'mail', booking.user_id, 'booking.slip_refused',
        jsonb_build_object('booking_id', booking.booking_id, 'reference', booking.reference, 'slip_id', p_slip.slip_id),
        'booking.slip_refused:' || p_slip.slip_id);
    end if;
  end if;
  return jsonb_build_object('status', 'REFUSED', 'booking_status', booking.status, 'paid_satang', booking.paid_satang);
end
$$;
comment on function bkk_internal.refuse_slip is
  'Tells the member why a slip is refused. A booking that waits for nothing else is HOLD again for at least 6 hours.';

create function bkk_internal.accept_slip(
    p_slip public.bkk_slips, p_amount_satang bigint, p_received_at timestamptz, p_idempotency_key uuid) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  booking public.bkk_bookings;
  due bigint := 0;
  paid bigint := 0;
  credit bigint := 0;
  surplus bigint;
  missing bigint := 0;
begin
  if p_slip.order_id is not null then
    return bkk_internal.accept_order_slip(p_slip, p_amount_satang, p_received_at);
  end if;
  if p_slip.booking_id is not null then
    select known.* into booking from public.bkk_bookings as known where known.booking_id = p_slip.booking_id for update;
    booking := bkk_internal.lock_booking(p_slip.booking_id, booking.version, true);
    due := case when booking.status not in ('EXPIRED', 'CANCELLED') then
      -- Without a price all of it is for the booking.
      greatest(coalesce(booking.total_satang - booking.paid_satang, p_amount_satang), 0) else 0 end;
    paid := least(p_amount_satang, due);
    credit := least(p_slip.credit_satang, due - paid, bkk_internal.last_balance('credit', booking.user_id));
    missing := greatest(coalesce(bkk_internal.due_satang(booking), 0) - paid - credit, 0);
  end if;
  surplus := p_amount_satang - paid;
  if paid + credit > 0 then
    perform bkk_internal.add_booking_payment(
      p_slip.booking_id, paid + credit, p_received_at, p_slip.trans_ref, null, null, p_idempotency_key, credit, surplus);
  else
    perform bkk_internal.add_posting(
      'slip:' || p_slip.slip_id, 'top_up', p_slip.user_id, p_slip.booking_id, p_received_at,
      jsonb_build_object('bank', -surplus, 'credit', surplus), null, p_slip.slip_id);
  end if;
  if surplus > 0 then
    if p_slip.booking_id is not null then
      perform bkk_internal.add_booking_event(
        p_slip.booking_id, 'admin', 'surplus_credited', jsonb_build_object('slip_id', p_slip.slip_id, 'amount_satang', surplus));
    end if;
    perform bkk_internal.queue_message(
      'mail', p_slip.user_id, 'credit.topped_up', jsonb_build_object('slip_id', p_slip.slip_id, 'amount_satang', surplus),
      'credit.topped_up:' || p_slip.slip_id);
  end if;
  select known.* into booking from public.bkk_bookings as known where known.booking_id = p_slip.booking_id;
  return jsonb_build_object(
    'status', 'ACCEPTED', 'booking_status', booking.status, 'paid_satang', booking.paid_satang, 'surplus_satang', surplus,
    'missing_satang', missing, 'missing_until', case when missing > 0 then booking.due_at end,
    'credit_satang', bkk_internal.last_balance('credit', p_slip.user_id));
end
$$;
comment on function bkk_internal.accept_slip is
  'Posts what a slip paid: what is due for its booking, with the part from credit, and the rest as credit.';

create function public.bkk_admin_review_slip(
    p_slip_id uuid, p_accept boolean, p_amount_satang bigint, p_received_at timestamptz, p_reason text, p_note text,
    p_idempotency_key uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  slip public.bkk_slips;
  result jsonb;
begin
  perform bkk_internal.require_admin('payments');
  -- A repeated call waits for the first one.
  perform from public.bkk_slips as sent where sent.slip_id = p_slip_id for update;
  select sent.review into result
    from public.bkk_slips as sent where sent.slip_id = p_slip_id and sent.review_key = p_idempotency_key;
  if found then
    return result;
  end if;
  slip := bkk_internal.hold_slip(p_slip_id);
  if p_idempotency_key is null or p_accept is null then
    raise sqlstate 'PT400' using message = 'A review needs an answer and an idempotency key.', hint = 'bkk.key_missing';
  end if;
  slip.note := bkk_internal.check_text(p_note, 500, 'The note');
  if p_accept then
    perform bkk_internal.check_payment(p_amount_satang, p_received_at);
    result := bkk_internal.accept_slip(slip, p_amount_satang, p_received_at, p_idempotency_key);
  else
    slip.reason := p_reason;
    if coalesce(p_reason, '') not in ('used', 'unreadable', 'not_arrived', 'other')
      or p_reason = 'other' and slip.note is null
    then
      raise sqlstate 'PT400' using message = 'Choose why the slip is refused, or write it.', hint = 'bkk.reason_missing';
    end if;
    result := bkk_internal.refuse_slip(slip);
  end if;
  update public.bkk_slips
    set status = case when p_accept then 'ACCEPTED' else 'REFUSED' end, reviewed_at = now(), reviewed_by = auth.uid(),
      reviewed_by_name = bkk_internal.caller_name(), review_key = p_idempotency_key, review = result, holder_id = null,
      held_until = null, reason = slip.reason, note = slip.note, accepted_satang = case when p_accept then p_amount_satang end,
      surplus_satang = (result ->> 'surplus_satang')::bigint, missing_satang = (result ->> 'missing_satang')::bigint
    where slip_id = p_slip_id;
  return result;
exception
  when unique_violation then
    raise sqlstate 'PT409' using message = 'A slip with this bank reference was accepted already.', hint = 'bkk.reference_used';
end
$$;
comment on function public.bkk_admin_review_slip is
  'Accepts a slip with the amount that came in, or refuses it with a reason (used, unreadable, not_arrived, other with a note): {"status", "booking_status", "paid_satang", "surplus_satang", "missing_satang", "missing_until", "credit_satang"}. A repeated key returns the first result.';
call bkk_internal.expose('bkk_admin_review_slip', 'authenticated');

create function public.bkk_slip_mail_data(p_slip_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.bkk_require_feature('payments');
  return (
    select jsonb_build_object(
      'status', slip.status, 'typed_satang', slip.typed_satang, 'accepted_satang', slip.accepted_satang,
      'surplus_satang', slip.surplus_satang, 'payer_name', slip.payer_name, 'member_name', member.full_name,
      'reference', coalesce(booking.reference, placed.number), 'booking_status', coalesce(booking.status, placed.status),
      'warnings', slip.warnings,
      'credit_satang', bkk_internal.last_balance('credit', slip.user_id),
      'reason', case when slip.reason is not null then jsonb_build_object(
        'en', bkk_internal.rejection_text(slip.reason, slip.note, 'en'),
        'th', bkk_internal.rejection_text(slip.reason, slip.note, 'th')) end)
    from public.bkk_slips as slip
      left join public.bkk_bookings as booking on booking.booking_id = slip.booking_id
      left join public.bkk_orders as placed on placed.order_id = slip.order_id
      left join public.bkk_user_roles as member on member.user_id = slip.user_id
    where slip.slip_id = p_slip_id);
end
$$;
comment on function public.bkk_slip_mail_data is 'What mails say of a slip; null if there is no such slip. For the senders of messages.';
call bkk_internal.expose('bkk_slip_mail_data', 'service_role', 'supabase_auth_admin');

-- With the books: until the fifth year after that of the slip is over.
create function bkk_internal.delete_slips(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  paths text[];
begin
  with due as (
    select slip.slip_id from public.bkk_slips as slip
    where slip.created_at < date_trunc('year', p_now, 'Asia/Bangkok') - interval '5 years' and slip.status <> 'WAITING'
    order by slip.created_at
    limit 500 for update skip locked),
  deleted as (
    delete from public.bkk_slips as slip using due where slip.slip_id = due.slip_id returning slip.object_path)
  select array_agg(object_path) into paths from deleted;
  -- The function attach-slip has stored these files, and has not come to record their slips.
  paths := paths || array(
    select object.name from storage.objects as object
    where object.bucket_id = 'slips' and object.created_at < p_now - interval '1 day'
      and not exists (select from public.bkk_slips as slip where slip.object_path = object.name)
    limit 500);
  perform bkk_internal.delete_objects('slips', paths);
  return coalesce(cardinality(paths), 0);
end
$$;
comment on function bkk_internal.delete_slips is 'Deletes slips once the books of their year need not be kept, and files without a slip after a day; returns their number.';

insert into public.bkk_jobs (name, every, batch_size) values ('delete_slips', '1 hour', 500);
