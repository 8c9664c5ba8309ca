-- Refunds: what a cancelled booking, or an order that was cancelled or came back, gives back, to the member's credit or to a bank
-- account. The conditions decide the fee, and an admin types it.

create table public.bkk_refunds (
  refund_id uuid primary key default gen_random_uuid(),
  booking_id uuid unique references public.bkk_bookings (booking_id) on delete restrict,
  order_id uuid references public.bkk_orders (order_id) on delete restrict,
  -- What somebody without credit has paid beyond the price of an order, or after its end.
  is_surplus boolean not null default false,
  -- Null after the account is deleted.
  user_id uuid references auth.users (id) on delete set null,
  -- OPEN: the agency decides the fee. ACCOUNT: the member says where the money goes. APPROVED: the agency pays it to the bank account.
  status text not null default 'OPEN' check (status in ('OPEN', 'ACCOUNT', 'APPROVED', 'REFUNDED', 'NOTHING')),
  version integer not null default 1,
  -- What was paid when it ended; what the agency keeps of it, and what goes back.
  paid_satang bigint not null check (paid_satang > 0),
  fee_satang bigint check (fee_satang between 0 and paid_satang),
  amount_satang bigint generated always as (paid_satang - fee_satang) stored,
  -- The day by which the member was told to have it, in Bangkok.
  promised_on date not null,
  -- The admin who works on it; null for nobody.
  owner_id uuid references public.bkk_user_roles (user_id) on delete set null,
  destination text check (destination in ('credit', 'bank')),
  bank_code text check (bank_code ~ '^[0-9]{3}$'),
  account_name text check (char_length(account_name) between 1 and 100),
  -- The number of the account, sealed by the function refund-account, and its last four digits. Deleted 30 days after the refund.
  account_sealed text check (char_length(account_sealed) <= 500),
  account_ending text check (account_ending ~ '^[0-9]{4}$'),
  bank_reference text check (char_length(bank_reference) between 1 and 60),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  ended_at timestamptz,
  check (num_nonnulls(booking_id, order_id) = 1),
  check ((status = 'OPEN') = (fee_satang is null)),
  check ((status in ('REFUNDED', 'NOTHING')) = (ended_at is not null))
);
comment on table public.bkk_refunds is 'Refunds of cancelled bookings, and of orders. Members read their own, admins read all, and functions alone write.';

create unique index bkk_refunds_one_of_order_idx on public.bkk_refunds (order_id) where not is_surplus;
create index bkk_refunds_order_idx on public.bkk_refunds (order_id);
create index bkk_refunds_user_idx on public.bkk_refunds (user_id);
create index bkk_refunds_owner_idx on public.bkk_refunds (owner_id);
create index bkk_refunds_open_idx on public.bkk_refunds (promised_on, refund_id) where status not in ('REFUNDED', 'NOTHING');
create index bkk_refunds_created_at_idx on public.bkk_refunds (created_at desc, refund_id);
create index bkk_refunds_account_idx on public.bkk_refunds (ended_at) where account_sealed is not null;

call bkk_internal.protect('bkk_refunds');
grant select (
    refund_id, booking_id, order_id, is_surplus, user_id, status, version, paid_satang, fee_satang, amount_satang, promised_on, destination,
    bank_code, account_name, account_ending, bank_reference, created_at, decided_at, ended_at)
  on table public.bkk_refunds to authenticated;
grant select on table public.bkk_refunds to service_role;

create policy "members read their own refunds" on public.bkk_refunds
  for select to authenticated
  using (user_id = (select auth.uid()) and (select public.bkk_is_active()) and (select public.bkk_has_feature('payments')));

create policy "admins read every refund" on public.bkk_refunds
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('payments')));

alter table public.bkk_booking_payments
  add foreign key (refund_id) references public.bkk_refunds (refund_id) on delete restrict;

create view public.bkk_refunds_admin_view as
  select refund.refund_id, refund.booking_id, refund.user_id, refund.status, refund.version, refund.paid_satang, refund.fee_satang,
    refund.amount_satang, refund.promised_on, refund.owner_id, refund.owner_id = (select auth.uid()) as is_mine,
    (select coalesce(holder.full_name, holder.email)
      from public.bkk_user_roles as holder where holder.user_id = refund.owner_id) as owner_name,
    refund.destination, refund.bank_code, refund.account_name, refund.account_ending, refund.bank_reference, refund.created_at,
    refund.decided_at, refund.ended_at, coalesce(booking.reference, placed.number) as reference,
    coalesce(booking.status, placed.status) as booking_status, coalesce(booking.conditions, '[]') as conditions, booking.origin,
    booking.destination as arrival, booking.departs_on, coalesce(booking.member_name, placed.name) as full_name,
    coalesce(booking.member_email, placed.email) as email, refund.order_id,
    (select approval.approval_id from public.bkk_approvals as approval
      where approval.call ->> 'refund_id' = refund.refund_id::text and approval.kind = 'refund' and approval.decision is null
      limit 1) as approval_id,
    public.bkk_fold_text(
      coalesce(booking.reference, placed.number) || ' ' || coalesce(booking.member_email, placed.email, '') || ' '
      || coalesce(booking.member_name, placed.name, '')) as search_text
  from public.bkk_refunds as refund
    left join public.bkk_bookings as booking on booking.booking_id = refund.booking_id
    left join public.bkk_orders as placed on placed.order_id = refund.order_id
  where (select public.bkk_is_admin()) and (select public.bkk_has_feature('payments'));
comment on view public.bkk_refunds_admin_view is 'Every refund with its booking or order, for admins; empty for other callers.';

revoke all on table public.bkk_refunds_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_refunds_admin_view to authenticated;

create function bkk_internal.notify_refund(p_refund public.bkk_refunds, p_event text) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  if p_refund.user_id is not null or exists (
    select from public.bkk_orders as placed where placed.order_id = p_refund.order_id and placed.is_guest and placed.email is not null)
  then
    perform bkk_internal.queue_message(
        'mail', p_refund.user_id, p_event,
        jsonb_strip_nulls(jsonb_build_object(
          'booking_id', p_refund.booking_id, 'order_id', p_refund.order_id, 'reference', bkk_internal.refund_reference(p_refund),
          'refund_id', p_refund.refund_id, 'amount_satang', p_refund.amount_satang)),
        format('%s:%s:%s', p_event, p_refund.refund_id, p_refund.version));
  end if;
end
$$;
comment on function bkk_internal.notify_refund is 'Queues a mail to the member or the guest of a refund, once for a version.';

create function bkk_internal.refund_reference(p_refund public.bkk_refunds) returns text
  language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select booking.reference from public.bkk_bookings as booking where booking.booking_id = p_refund.booking_id),
    (select placed.number from public.bkk_orders as placed where placed.order_id = p_refund.order_id));
end
$$;
comment on function bkk_internal.refund_reference is 'The reference of a refund''s booking, or the number of its order.';

create function bkk_internal.add_refund_event(
    p_refund public.bkk_refunds, p_actor text, p_event text, p_details jsonb default '{}', p_message text default null) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  if p_refund.order_id is not null then
    perform bkk_internal.add_order_event(
      p_refund.order_id, p_actor, p_event, jsonb_build_object('refund_id', p_refund.refund_id) || p_details, p_message);
  else
    perform bkk_internal.add_booking_event(
      p_refund.booking_id, p_actor, p_event, jsonb_build_object('refund_id', p_refund.refund_id) || p_details, p_message);
  end if;
end
$$;
comment on function bkk_internal.add_refund_event is 'Adds to the time line of a refund''s booking or order.';

create function bkk_internal.open_refund() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  refund public.bkk_refunds;
begin
  if not public.bkk_has_feature('payments') then
    return null;
  end if;
  insert into public.bkk_refunds (booking_id, user_id, paid_satang, promised_on, owner_id)
    values (
      new.booking_id, new.user_id, new.paid_satang, (now() at time zone 'Asia/Bangkok')::date + 14,
      (select member.user_id from public.bkk_user_roles as member where member.user_id = auth.uid() and member.role = 'admin'))
    on conflict (booking_id) do nothing
    returning * into refund;
  if refund.refund_id is not null then
    perform bkk_internal.add_refund_event(
      refund, 'system', 'refund_opened', jsonb_build_object('paid_satang', refund.paid_satang, 'promised_on', refund.promised_on));
  end if;
  return null;
end
$$;

create trigger bkk_open_refund
  after update of status on public.bkk_bookings
  for each row when (new.status = 'CANCELLED' and old.status <> 'CANCELLED' and new.paid_satang > 0)
  execute function bkk_internal.open_refund();

create function bkk_internal.refund_amounts(p_payment public.bkk_booking_payments) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'booking', p_payment.amount_satang, 'fees', refund.fee_satang, 'refunds_due', -p_payment.amount_satang - refund.fee_satang)
    from public.bkk_refunds as refund where refund.refund_id = p_payment.refund_id);
end
$$;
comment on function bkk_internal.refund_amounts is 'The amounts by account of the payment that takes a refund from its booking.';

create function bkk_internal.lock_refund(p_refund_id uuid, p_statuses text[], p_user_id uuid default null) returns public.bkk_refunds
  language plpgsql volatile set search_path = '' as $$
declare
  refund public.bkk_refunds;
begin
  select known.* into refund from public.bkk_refunds as known
    where known.refund_id = p_refund_id and (p_user_id is null or known.user_id = p_user_id)
    for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such refund.', hint = 'bkk.refund_unknown';
  end if;
  if not refund.status = any (p_statuses) then
    raise sqlstate 'PT409' using message = format('The refund is %s. Load it again.', refund.status), hint = 'bkk.refund_changed';
  end if;
  return refund;
end
$$;
comment on function bkk_internal.lock_refund is 'Locks a refund, of one member if given; PT404, or PT409 in another status.';

create function bkk_internal.decide_refund(p_refund_id uuid, p_fee_satang bigint, p_note text) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  refund public.bkk_refunds;
begin
  refund := bkk_internal.lock_refund(p_refund_id, '{OPEN}');
  update public.bkk_refunds
    set fee_satang = p_fee_satang, status = case when p_fee_satang = paid_satang then 'NOTHING' else 'ACCOUNT' end,
      decided_at = now(), ended_at = case when p_fee_satang = paid_satang then now() end, version = version + 1
    where refund_id = p_refund_id
    returning * into refund;
  if refund.order_id is not null then
    perform bkk_internal.post_order_refund(refund, p_note);
  else
    insert into public.bkk_booking_payments (
        booking_id, amount_satang, received_at, note, refund_id, recorded_by, recorded_by_name, idempotency_key)
      values (
        refund.booking_id, -refund.paid_satang, now(), bkk_internal.check_text(p_note, 500, 'The note'), p_refund_id, auth.uid(),
        bkk_internal.caller_name(), p_refund_id);
  end if;
  perform bkk_internal.add_refund_event(
    refund, 'admin', 'refund_decided', jsonb_build_object('fee_satang', p_fee_satang, 'amount_satang', refund.amount_satang), p_note);
  perform bkk_internal.notify_refund(refund, case when refund.order_id is null then 'booking.refund_decided' else 'order.refund_decided' end);
  return jsonb_build_object('refund_id', p_refund_id, 'status', refund.status, 'amount_satang', refund.amount_satang);
end
$$;
comment on function bkk_internal.decide_refund is
  'Takes what was paid from a cancelled booking, or from an order: the fee is kept, and the rest is due to the member, who says where it goes.';

create function public.bkk_admin_decide_refund(
    p_refund_id uuid, p_fee_satang bigint, p_note text, p_idempotency_key uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  refund public.bkk_refunds;
  result jsonb;
begin
  perform bkk_internal.require_admin('payments');
  if p_idempotency_key is null then
    raise sqlstate 'PT400' using message = 'A decision needs an idempotency key.', hint = 'bkk.key_missing';
  end if;
  -- A repeated call waits for the first one, and finds the refund decided as it asks for.
  select known.* into refund from public.bkk_refunds as known where known.refund_id = p_refund_id for update;
  if refund.fee_satang = p_fee_satang then
    return jsonb_build_object('refund_id', p_refund_id, 'status', refund.status, 'amount_satang', refund.amount_satang);
  end if;
  result := bkk_internal.approval_of_key(p_idempotency_key, refund.booking_id, p_refund_id, refund.paid_satang - p_fee_satang);
  if result is not null then
    return result;
  end if;
  refund := bkk_internal.lock_refund(p_refund_id, '{OPEN}');
  if p_fee_satang is null or p_fee_satang not between 0 and refund.paid_satang then
    raise sqlstate 'PT400' using message = 'The fee is between zero and what was paid.', hint = 'bkk.refund_fee';
  end if;
  if exists (
    select from public.bkk_approvals as approval
    where approval.call ->> 'refund_id' = p_refund_id::text and approval.kind = 'refund' and approval.decision is null)
  then
    raise sqlstate 'PT409' using message = 'This refund waits for a second admin already.', hint = 'bkk.approval_waiting';
  end if;
  if bkk_internal.needs_approval(refund.paid_satang - p_fee_satang) then
    return bkk_internal.ask_approval(
      p_idempotency_key, 'refund', refund.paid_satang - p_fee_satang, refund.booking_id, null,
      jsonb_strip_nulls(jsonb_build_object(
        'refund_id', p_refund_id, 'fee_satang', p_fee_satang, 'order_id', refund.order_id)),
      p_note);
  end if;
  return bkk_internal.decide_refund(p_refund_id, p_fee_satang, p_note);
end
$$;
comment on function public.bkk_admin_decide_refund is
  'Decides what the agency keeps of the payments of a cancelled booking, or of an order: {"refund_id", "status", "amount_satang"}, or {"approval_id", "amount_satang"} if it waits for a second admin.';
call bkk_internal.expose('bkk_admin_decide_refund', 'authenticated');

create function bkk_internal.pay_refund(
    p_refund public.bkk_refunds, p_account text, p_actor text, p_paid_at timestamptz, p_bank_reference text) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  refund public.bkk_refunds;
begin
  update public.bkk_refunds
    set status = 'REFUNDED', destination = p_account, ended_at = now(), version = version + 1,
      bank_reference = bkk_internal.check_text(p_bank_reference, 60, 'The reference of the bank')
    where refund_id = p_refund.refund_id
    returning * into refund;
  perform bkk_internal.add_posting(
    'refund_paid:' || refund.refund_id, 'refund_paid', refund.user_id, refund.booking_id, p_paid_at,
    jsonb_build_object('refunds_due', -refund.amount_satang, p_account, refund.amount_satang), null, null, null, refund.order_id);
  perform bkk_internal.add_refund_event(
    refund, p_actor, 'refund_paid', jsonb_build_object('amount_satang', refund.amount_satang, 'destination', p_account));
  perform bkk_internal.notify_refund(refund, case when refund.order_id is null then 'booking.refund_paid' else 'order.refund_paid' end);
  return jsonb_build_object('refund_id', refund.refund_id, 'status', refund.status, 'amount_satang', refund.amount_satang);
end
$$;
comment on function bkk_internal.pay_refund is 'Ends a locked refund: it is paid to the account credit or bank.';

create function public.bkk_take_refund_as_credit(p_refund_id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_member('payments');
  return bkk_internal.pay_refund(
    bkk_internal.lock_refund(p_refund_id, '{ACCOUNT,APPROVED}', auth.uid()), 'credit', 'member', now(), null);
end
$$;
comment on function public.bkk_take_refund_as_credit is 'Takes the caller''s refund as credit: {"refund_id", "status", "amount_satang"}.';
call bkk_internal.expose('bkk_take_refund_as_credit', 'authenticated');

create function public.bkk_store_refund_account(
    p_refund_id uuid, p_user_id uuid, p_bank_code text, p_account_name text, p_sealed text, p_ending text, p_link_hash text default null)
  returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  refund public.bkk_refunds;
begin
  perform public.bkk_require_feature('payments');
  if p_user_id is null and not exists (
    select from public.bkk_refunds as known
    where known.refund_id = p_refund_id and known.order_id = (bkk_internal.order_of_link(p_link_hash)).order_id)
  then
    raise sqlstate 'PT404' using message = 'There is no such refund.', hint = 'bkk.refund_unknown';
  end if;
  refund := bkk_internal.lock_refund(p_refund_id, '{ACCOUNT,APPROVED}', p_user_id);
  -- Each change tells the admins.
  if (
    select count(*)
    from (
      select event.event, event.created_at from public.bkk_booking_events as event where event.booking_id = refund.booking_id
      union all
      select event.event, event.created_at from public.bkk_order_events as event where event.order_id = refund.order_id) as event
    where event.event = 'refund_account_given' and event.created_at > now() - interval '24 hours') >= 5
  then
    raise sqlstate 'PT429' using message = 'The account was changed 5 times within a day. Try again later.',
      hint = 'bkk.too_many_changes';
  end if;
  update public.bkk_refunds
    set status = 'APPROVED', destination = 'bank', bank_code = p_bank_code, account_sealed = p_sealed, account_ending = p_ending,
      account_name = bkk_internal.check_text(p_account_name, 100, 'The name of the account', 'Say whose account it is.'),
      version = version + 1
    where refund_id = p_refund_id
    returning * into refund;
  perform bkk_internal.add_refund_event(
    refund, case when p_user_id is null then 'guest' else 'member' end, 'refund_account_given', jsonb_build_object('bank_code', p_bank_code, 'account_ending', p_ending));
  perform bkk_internal.notify_admins(
    'admin.refund_account_given',
    jsonb_strip_nulls(jsonb_build_object(
      'booking_id', refund.booking_id, 'order_id', refund.order_id, 'reference', bkk_internal.refund_reference(refund),
      'refund_id', p_refund_id)),
    format('admin.refund_account_given:%s:%s', p_refund_id, refund.version));
  return jsonb_build_object('refund_id', p_refund_id, 'status', refund.status, 'amount_satang', refund.amount_satang);
end
$$;
comment on function public.bkk_store_refund_account is
  'Stores the bank account of a member''s refund, or of a guest''s by the hash of a link, with its sealed number; for the function refund-account.';
call bkk_internal.expose('bkk_store_refund_account', 'service_role');

create function public.bkk_open_refund_account(p_refund_id uuid, p_admin_id uuid) returns text
  language plpgsql volatile security definer set search_path = '' as $$
declare
  sealed text;
begin
  perform public.bkk_require_feature('payments');
  insert into public.bkk_change_log (actor_id, actor_email, actor_role, table_name, row_id, operation, after)
    select opener.user_id, opener.email, auth.role(), 'bkk_refunds', refund.refund_id, 'READ',
      jsonb_build_object(
        'user_id', refund.user_id, 'reference', bkk_internal.refund_reference(refund),
        'member_name', coalesce(booking.member_name, placed.name), 'member_email', coalesce(booking.member_email, placed.email),
        'account_ending', refund.account_ending)
    from public.bkk_refunds as refund
      left join public.bkk_bookings as booking on booking.booking_id = refund.booking_id
      left join public.bkk_orders as placed on placed.order_id = refund.order_id
      join public.bkk_user_roles as opener
        on opener.user_id = p_admin_id and opener.role = 'admin' and opener.is_active
    where refund.refund_id = p_refund_id and refund.account_sealed is not null;
  if found then
    select refund.account_sealed into sealed from public.bkk_refunds as refund where refund.refund_id = p_refund_id;
  end if;
  return sealed;
end
$$;
comment on function public.bkk_open_refund_account is
  'The sealed number of a refund''s bank account, which the function refund-account opens for an admin; null without one. The change log records who opened it.';
call bkk_internal.expose('bkk_open_refund_account', 'service_role');

create function public.bkk_admin_pay_refund(p_refund_id uuid, p_paid_at timestamptz, p_bank_reference text) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  refund public.bkk_refunds;
begin
  perform bkk_internal.require_admin('payments');
  select known.* into refund from public.bkk_refunds as known where known.refund_id = p_refund_id for update;
  -- A repeated call.
  if refund.status = 'REFUNDED' and refund.destination = 'bank' and refund.bank_reference is not distinct from nullif(btrim(p_bank_reference), '') then
    return jsonb_build_object('refund_id', refund.refund_id, 'status', refund.status, 'amount_satang', refund.amount_satang);
  end if;
  refund := bkk_internal.lock_refund(p_refund_id, '{APPROVED}');
  perform bkk_internal.check_payment(refund.amount_satang, p_paid_at);
  return bkk_internal.pay_refund(refund, 'bank', 'admin', p_paid_at, p_bank_reference);
end
$$;
comment on function public.bkk_admin_pay_refund is
  'Records that a refund was paid to its bank account: {"refund_id", "status", "amount_satang"}.';
call bkk_internal.expose('bkk_admin_pay_refund', 'authenticated');

create function public.bkk_admin_plan_refund(p_refund_id uuid, p_version integer, p_promised_on date, p_owner_id uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  refund public.bkk_refunds;
begin
  perform bkk_internal.require_admin('payments');
  refund := bkk_internal.lock_refund(p_refund_id, '{OPEN,ACCOUNT,APPROVED}');
  if refund.version is distinct from p_version then
    raise sqlstate 'PT409' using message = 'The refund was changed meanwhile. Load it again.', hint = 'bkk.refund_changed';
  end if;
  if p_promised_on is null or p_promised_on not between (now() at time zone 'Asia/Bangkok')::date
    and (now() at time zone 'Asia/Bangkok')::date + 365
  then
    raise sqlstate 'PT400' using message = 'The promised day is from today to a year ahead.', hint = 'bkk.refund_day';
  end if;
  if p_owner_id is not null and not exists (
    select from public.bkk_user_roles as member
    where member.user_id = p_owner_id and member.role = 'admin' and member.is_active)
  then
    raise sqlstate 'PT400' using message = 'Only an active admin can work on it.', hint = 'bkk.not_an_admin';
  end if;
  update public.bkk_refunds set promised_on = p_promised_on, owner_id = p_owner_id, version = version + 1
    where refund_id = p_refund_id;
  if refund.promised_on <> p_promised_on then
    perform bkk_internal.add_refund_event(refund, 'admin', 'refund_promised', jsonb_build_object('promised_on', p_promised_on));
  end if;
end
$$;
comment on function public.bkk_admin_plan_refund is 'Sets until when a refund is promised and which admin works on it.';
call bkk_internal.expose('bkk_admin_plan_refund', 'authenticated');

create function public.bkk_admin_count_refunds(p_search text default '') returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('payments');
  return bkk_internal.count_queries(
    bkk_internal.bounded_queries(
      'select from public.bkk_refunds_admin_view', p_search, 'search_text like $1',
      'all', 'true',
      'open', $f$status not in ('REFUNDED', 'NOTHING')$f$,
      'OPEN', $f$status = 'OPEN'$f$,
      'ACCOUNT', $f$status = 'ACCOUNT'$f$,
      'APPROVED', $f$status = 'APPROVED'$f$,
      'REFUNDED', $f$status = 'REFUNDED'$f$,
      'NOTHING', $f$status = 'NOTHING'$f$),
    p_search);
end
$$;
comment on function public.bkk_admin_count_refunds is
  'How many refunds match a search, by status, and "open" for those that have not ended. 1001 stands for more than 1000.';
call bkk_internal.expose('bkk_admin_count_refunds', 'authenticated');

create function public.bkk_refund_mail_data(p_refund_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.bkk_require_feature('payments');
  return (
    select jsonb_build_object(
      'status', refund.status, 'paid_satang', refund.paid_satang, 'fee_satang', refund.fee_satang,
      'amount_satang', refund.amount_satang, 'promised_on', refund.promised_on, 'destination', refund.destination,
      'bank_code', refund.bank_code, 'account_ending', refund.account_ending, 'reference', bkk_internal.refund_reference(refund),
      'member_name', coalesce(booking.member_name, placed.name))
    from public.bkk_refunds as refund
      left join public.bkk_bookings as booking on booking.booking_id = refund.booking_id
      left join public.bkk_orders as placed on placed.order_id = refund.order_id
    where refund.refund_id = p_refund_id);
end
$$;
comment on function public.bkk_refund_mail_data is 'What mails say of a refund; null if there is none. For the senders of messages.';
call bkk_internal.expose('bkk_refund_mail_data', 'service_role', 'supabase_auth_admin');

create function bkk_internal.delete_refund_accounts(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  deleted bigint;
begin
  with due as (
    select refund.refund_id from public.bkk_refunds as refund
    where refund.account_sealed is not null and refund.ended_at < p_now - interval '30 days'
    order by refund.ended_at
    limit 500 for update skip locked)
  update public.bkk_refunds as refund set account_sealed = null, account_ending = null, account_name = null, bank_code = null
    from due where refund.refund_id = due.refund_id;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function bkk_internal.delete_refund_accounts is
  'Deletes the bank accounts of refunds 30 days after their end; returns their number, 500 at most.';

insert into public.bkk_jobs (name, every, batch_size) values ('delete_refund_accounts', '1 hour', 500);
