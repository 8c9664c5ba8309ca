-- Money above a limit waits for a second admin: refunds, corrections, and what came in without a slip.

create function bkk_internal.set_approval_limit(p_baht numeric) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  if p_baht < 0 or p_baht > 1000000000 then
    raise invalid_parameter_value using message = 'The limit of approvals is 0 to 1,000,000,000 baht, or null for none.',
      hint = 'bkk.approval_limit';
  end if;
  insert into public.bkk_booking_settings as settings (approval_limit_satang) values (p_baht * 100)
    on conflict (is_only_row) do update set approval_limit_satang = excluded.approval_limit_satang
      where settings.approval_limit_satang is distinct from excluded.approval_limit_satang;
end
$$;
comment on function bkk_internal.set_approval_limit is 'Sets the amount in baht above which a second admin approves; null for never.';

create function bkk_internal.needs_approval(p_amount_satang bigint) returns boolean
  language plpgsql stable set search_path = '' as $$
begin
  return public.bkk_has_feature('payments') and coalesce(abs(p_amount_satang) > (
    select settings.approval_limit_satang from public.bkk_booking_settings as settings), false);
end
$$;
comment on function bkk_internal.needs_approval is 'Whether an amount waits for a second admin.';

create table public.bkk_approvals (
  approval_id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('payment', 'reversal', 'credit', 'refund')),
  amount_satang bigint not null,
  booking_id uuid references public.bkk_bookings (booking_id) on delete restrict,
  -- The member whose credit changes. Without a foreign key, because the approval outlives the account.
  user_id uuid,
  -- The further values of the call that waits.
  call jsonb not null default '{}' check (octet_length(call::text) <= 2000),
  note text check (char_length(note) <= 500),
  -- Repeating the call asks no second time.
  idempotency_key uuid not null unique,
  asked_at timestamptz not null default now(),
  -- Without foreign keys, because the approval outlives the accounts of the admins.
  asked_by uuid not null,
  asked_by_name text check (char_length(asked_by_name) <= 200),
  decision text check (decision in ('approved', 'refused')),
  decided_at timestamptz,
  decided_by uuid,
  decided_by_name text check (char_length(decided_by_name) <= 200),
  decided_note text check (char_length(decided_note) <= 500),
  check (num_nonnulls(decision, decided_at, decided_by) in (0, 3)),
  check (decision is distinct from 'approved' or decided_by <> asked_by)
);
comment on table public.bkk_approvals is 'Money that waits, or waited, for a second admin. Functions alone write it.';

create index bkk_approvals_waiting_idx on public.bkk_approvals (asked_at, approval_id) where decision is null;
create index bkk_approvals_asked_at_idx on public.bkk_approvals (asked_at desc, approval_id);
create index bkk_approvals_booking_idx on public.bkk_approvals (booking_id);
create index bkk_approvals_asked_by_idx on public.bkk_approvals (asked_by);
create index bkk_approvals_decided_by_idx on public.bkk_approvals (decided_by);
create index bkk_approvals_user_idx on public.bkk_approvals (user_id);

call bkk_internal.protect('bkk_approvals');
grant select on table public.bkk_approvals to service_role;

create view public.bkk_approvals_admin_view with (security_barrier) as
  select approval.approval_id, approval.kind, approval.amount_satang, approval.booking_id, approval.user_id, approval.note,
    approval.call, approval.asked_at, approval.asked_by_name, approval.asked_by = (select auth.uid()) as is_mine,
    approval.decision, approval.decided_at, approval.decided_by_name, approval.decided_note,
    coalesce(booking.reference, placed.number) as reference, coalesce(booking.status, placed.status) as booking_status,
    booking.due_at, coalesce(member.full_name, booking.member_name, placed.name) as full_name,
    coalesce(member.email, booking.member_email, placed.email) as email, placed.order_id,
    public.bkk_fold_text(
      coalesce(booking.reference, placed.number, '') || ' ' || coalesce(member.email, booking.member_email, placed.email, '') || ' '
      || coalesce(member.full_name, booking.member_name, placed.name, '')) as search_text
  from public.bkk_approvals as approval
    left join public.bkk_bookings as booking on booking.booking_id = approval.booking_id
    left join public.bkk_orders as placed on placed.order_id = (approval.call ->> 'order_id')::uuid
    left join public.bkk_user_roles as member on member.user_id = approval.user_id
  where (select public.bkk_is_admin()) and (select public.bkk_has_feature('payments'));
comment on view public.bkk_approvals_admin_view is 'What waits, or waited, for a second admin, for admins; empty for other callers.';

revoke all on table public.bkk_approvals_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_approvals_admin_view to authenticated;

create function bkk_internal.approval_result(p_approval public.bkk_approvals) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'approval_id', p_approval.approval_id, 'amount_satang', p_approval.amount_satang, 'decision', p_approval.decision,
    'status', (select booking.status from public.bkk_bookings as booking where booking.booking_id = p_approval.booking_id)));
end
$$;
comment on function bkk_internal.approval_result is 'What the admin who asked is told: {"approval_id", "amount_satang", "status"}.';

create function bkk_internal.approval_of_key(p_idempotency_key uuid, p_booking_id uuid, p_subject uuid, p_amount_satang bigint)
  returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  approval public.bkk_approvals;
begin
  select asked.* into approval from public.bkk_approvals as asked where asked.idempotency_key = p_idempotency_key;
  if not found then
    return null;
  end if;
  if (approval.booking_id, coalesce(approval.user_id, (approval.call ->> 'payment_id')::uuid, (approval.call ->> 'refund_id')::uuid), approval.amount_satang)
    is distinct from (p_booking_id, p_subject, p_amount_satang)
  then
    raise sqlstate 'PT409' using message = 'This key was used for another payment. Use a new one.', hint = 'bkk.key_used';
  end if;
  return bkk_internal.approval_result(approval);
end
$$;
comment on function bkk_internal.approval_of_key is
  'The approval that was asked with this key, for the payment, the refund or the member p_subject; null if there is none, PT409 if it is another.';

create function bkk_internal.ask_approval(
    p_idempotency_key uuid, p_kind text, p_amount_satang bigint, p_booking_id uuid, p_user_id uuid, p_call jsonb, p_note text)
  returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  approval public.bkk_approvals;
begin
  insert into public.bkk_approvals (kind, amount_satang, booking_id, user_id, call, note, idempotency_key, asked_by, asked_by_name)
    values (
      p_kind, p_amount_satang, p_booking_id, p_user_id, p_call, bkk_internal.check_text(p_note, 500, 'The note'), p_idempotency_key,
      auth.uid(), bkk_internal.caller_name())
    returning * into approval;
  if p_booking_id is not null then
    perform bkk_internal.add_booking_event(
      p_booking_id, 'admin', 'approval_asked',
      jsonb_build_object('approval_id', approval.approval_id, 'kind', p_kind, 'amount_satang', p_amount_satang), null, true);
  end if;
  perform bkk_internal.queue_message(
      'mail', member.user_id, 'admin.approval_asked',
      jsonb_build_object('approval_id', approval.approval_id, 'amount_satang', abs(p_amount_satang)),
      'admin.approval_asked:' || approval.approval_id || ':' || member.user_id)
    from public.bkk_user_roles as member
    where member.role = 'admin' and member.is_active and member.user_id <> auth.uid();
  return bkk_internal.approval_result(approval);
end
$$;
comment on function bkk_internal.ask_approval is 'Lets money wait for a second admin, tells the others, and returns {"approval_id", "amount_satang", "status"}.';

-- A hold does not run out meanwhile: it is reviewed, as with a slip, and comes back to the admins' list when the review ends.
create function bkk_internal.ask_payment_approval(
    p_booking_id uuid, p_amount_satang bigint, p_received_at timestamptz, p_bank_reference text, p_note text,
    p_idempotency_key uuid) returns jsonb
  language plpgsql volatile set search_path = '' as $$
begin
  update public.bkk_bookings
    set status = 'DEPOSIT_PENDING',
      review_until = least(now() + make_interval(hours => bkk_internal.review_hours()), hold_expires_at)
    where booking_id = p_booking_id and status = 'HOLD';
  return bkk_internal.ask_approval(
    p_idempotency_key, 'payment', p_amount_satang, p_booking_id, null,
    jsonb_build_object(
      'received_at', p_received_at, 'bank_reference', bkk_internal.check_text(p_bank_reference, 60, 'The reference of the bank')),
    p_note);
end
$$;
comment on function bkk_internal.ask_payment_approval is 'Lets a payment of a locked booking wait for a second admin.';

create function bkk_internal.run_approval(p_approval public.bkk_approvals) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  seen_version integer;
begin
  if p_approval.kind = 'payment' then
    select booking.version into seen_version
      from public.bkk_bookings as booking where booking.booking_id = p_approval.booking_id for update;
    perform bkk_internal.lock_booking(p_approval.booking_id, seen_version, true);
    return bkk_internal.add_booking_payment(
      p_approval.booking_id, p_approval.amount_satang, (p_approval.call ->> 'received_at')::timestamptz,
      p_approval.call ->> 'bank_reference', p_approval.note, null, p_approval.idempotency_key);
  elsif p_approval.kind = 'reversal' then
    return bkk_internal.reverse_payment((p_approval.call ->> 'payment_id')::uuid, p_approval.note, p_approval.idempotency_key);
  elsif p_approval.kind = 'credit' then
    return bkk_internal.change_credit_by_admin(
      p_approval.user_id, p_approval.amount_satang, p_approval.note, p_approval.idempotency_key);
  end if;
  return bkk_internal.decide_refund(
    (p_approval.call ->> 'refund_id')::uuid, (p_approval.call ->> 'fee_satang')::bigint, p_approval.note);
end
$$;
comment on function bkk_internal.run_approval is 'Does what has waited for a second admin, and returns its result.';

create function public.bkk_admin_decide_approval(p_approval_id uuid, p_approve boolean, p_note text) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  approval public.bkk_approvals;
  result jsonb := '{}';
begin
  perform bkk_internal.require_admin('payments');
  select asked.* into approval from public.bkk_approvals as asked where asked.approval_id = p_approval_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such approval.', hint = 'bkk.approval_unknown';
  end if;
  if approval.decision is not null then
    raise sqlstate 'PT409' using message = 'This was decided already. Load it again.', hint = 'bkk.approval_decided';
  end if;
  if p_approve is null then
    raise sqlstate 'PT400' using message = 'A decision approves or refuses.', hint = 'bkk.approval_decision';
  end if;
  if p_approve and approval.asked_by = auth.uid() then
    raise insufficient_privilege using message = 'Another admin has to approve what you have asked for.', hint = 'bkk.own_approval';
  end if;
  if not p_approve then
    perform bkk_internal.check_text(p_note, 500, 'The note', 'Say why it is refused.');
  end if;
  update public.bkk_approvals
    set decision = case when p_approve then 'approved' else 'refused' end, decided_at = now(), decided_by = auth.uid(),
      decided_by_name = bkk_internal.caller_name(), decided_note = bkk_internal.check_text(p_note, 500, 'The note')
    where approval_id = p_approval_id;
  if p_approve then
    result := bkk_internal.run_approval(approval);
  end if;
  if approval.booking_id is not null then
    perform bkk_internal.add_booking_event(
      approval.booking_id, 'admin', case when p_approve then 'approval_given' else 'approval_refused' end,
      jsonb_build_object('approval_id', p_approval_id, 'kind', approval.kind, 'amount_satang', approval.amount_satang), p_note, true);
  end if;
  perform bkk_internal.queue_message(
      'mail', member.user_id, 'admin.approval_decided',
      jsonb_build_object('approval_id', p_approval_id, 'amount_satang', abs(approval.amount_satang)),
      'admin.approval_decided:' || p_approval_id)
    from public.bkk_user_roles as member
    where member.user_id = approval.asked_by and member.is_active and member.user_id <> auth.uid();
  return result || jsonb_build_object('decision', case when p_approve then 'approved' else 'refused' end);
end
$$;
comment on function public.bkk_admin_decide_approval is
  'Approves what another admin has asked for and does it, or refuses it with a note, as also the admin who asked may: the result with {"decision"}.';
call bkk_internal.expose('bkk_admin_decide_approval', 'authenticated');

create function public.bkk_approval_mail_data(p_approval_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.bkk_require_feature('payments');
  return (
    select jsonb_build_object(
      'kind', approval.kind, 'amount_satang', approval.amount_satang, 'asked_by_name', approval.asked_by_name, 'note', approval.note,
      'decision', approval.decision, 'decided_by_name', approval.decided_by_name, 'decided_note', approval.decided_note,
      'reference', coalesce(booking.reference, placed.number),
      'member_name', coalesce(member.full_name, booking.member_name, placed.name))
    from public.bkk_approvals as approval
      left join public.bkk_bookings as booking on booking.booking_id = approval.booking_id
      left join public.bkk_orders as placed on placed.order_id = (approval.call ->> 'order_id')::uuid
      left join public.bkk_user_roles as member on member.user_id = approval.user_id
    where approval.approval_id = p_approval_id);
end
$$;
comment on function public.bkk_approval_mail_data is 'What mails say of an approval; null if there is none. For the senders of messages.';
call bkk_internal.expose('bkk_approval_mail_data', 'service_role', 'supabase_auth_admin');
