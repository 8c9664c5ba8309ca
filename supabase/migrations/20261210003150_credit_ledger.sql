-- The books of the feature payments: double entry in satang, append-only. A positive amount comes into an account, a negative one
-- leaves it, and the entries of a posting add up to zero. The account `bank` is the world outside: what came in by bank is negative
-- there. The balance of bkk_credit_accounts and the paid amount of a booking or an order equal the sums of their entries.

create table public.bkk_credit_postings (
  posting_id uuid primary key default gen_random_uuid(),
  -- The order of posting, which the balances follow; received_at is the time that the money moved.
  number bigint generated always as identity unique,
  -- Prevents duplicates.
  key text not null unique check (char_length(key) between 1 and 100),
  kind text not null check (kind in ('opening', 'payment', 'reversal', 'top_up', 'correction', 'refund', 'refund_paid', 'sale')),
  -- The member. Without a foreign key, because the books outlive the account.
  user_id uuid,
  booking_id uuid references public.bkk_bookings (booking_id) on delete restrict,
  order_id uuid references public.bkk_orders (order_id) on delete restrict,
  payment_id uuid unique references public.bkk_booking_payments (payment_id) on delete restrict,
  -- Without a foreign key, because slips are deleted after five years.
  slip_id uuid,
  -- What came in by bank, what became of it for the booking or the order and for the member's credit; negative amounts went the
  -- other way.
  bank_satang bigint not null,
  booking_satang bigint not null,
  order_satang bigint not null default 0,
  credit_satang bigint not null,
  -- The member's credit after it; null if it did not change.
  credit_after_satang bigint check (credit_after_satang >= 0),
  received_at timestamptz not null check (isfinite(received_at)),
  created_at timestamptz not null default clock_timestamp(),
  -- Without a foreign key, because the posting outlives the account of the admin.
  created_by uuid,
  created_by_name text check (char_length(created_by_name) <= 200),
  note text check (char_length(note) <= 500),
  check (num_nonnulls(booking_id, order_id) < 2)
);
comment on table public.bkk_credit_postings is 'The movements of money, each with its entries: append-only.';

create index bkk_credit_postings_user_idx on public.bkk_credit_postings (user_id, number desc);
create index bkk_credit_postings_booking_idx on public.bkk_credit_postings (booking_id);
create index bkk_credit_postings_order_idx on public.bkk_credit_postings (order_id);
create index bkk_credit_postings_received_at_idx on public.bkk_credit_postings (received_at, number);
create index bkk_credit_postings_created_by_idx on public.bkk_credit_postings (created_by);

create table public.bkk_credit_entries (
  entry_id bigint generated always as identity primary key,
  posting_id uuid not null references public.bkk_credit_postings (posting_id) on delete restrict,
  account text not null check (account in (
    'credit', 'booking', 'order', 'bank', 'refunds_due', 'fees', 'sales', 'supplier', 'adjustments')),
  -- The member of a credit, else the booking or the order.
  holder uuid,
  amount_satang bigint not null check (amount_satang <> 0),
  -- The member's credit, or what is paid for the booking or the order, after it; null for the other accounts.
  balance_satang bigint,
  -- Bangkok's day of received_at.
  day date not null,
  check (account not in ('credit', 'booking', 'order') or holder is not null)
);
comment on table public.bkk_credit_entries is 'The entries of the postings in the accounts: append-only.';

create index bkk_credit_entries_posting_idx on public.bkk_credit_entries (posting_id);
create index bkk_credit_entries_holder_idx on public.bkk_credit_entries (account, holder, entry_id desc) where holder is not null;

-- The totals of a day, which postings add to. Every posting changes the account `bank`: 16 rows for each day and account keep
-- postings from waiting for each other.
create table public.bkk_credit_days (
  day date not null,
  account text not null check (char_length(account) <= 20),
  shard smallint not null check (shard between 0 and 15),
  came_in_satang bigint not null,
  went_out_satang bigint not null,
  entries bigint not null,
  primary key (day, account, shard)
);
comment on table public.bkk_credit_days is 'The totals of the accounts by day, in 16 parts.';

call bkk_internal.protect('bkk_credit_postings');
call bkk_internal.protect('bkk_credit_entries');
call bkk_internal.protect('bkk_credit_days');
revoke all on sequence public.bkk_credit_postings_number_seq, public.bkk_credit_entries_entry_id_seq
  from public, anon, authenticated, service_role;
-- Who posted it, and the note, are for admins: bkk_credit_postings_admin_view.
grant select (
    posting_id, number, kind, user_id, booking_id, order_id, payment_id, slip_id, bank_satang, booking_satang, order_satang,
    credit_satang, credit_after_satang, received_at, created_at)
  on table public.bkk_credit_postings to authenticated;
grant select (entry_id, posting_id, account, holder, amount_satang, balance_satang, day)
  on table public.bkk_credit_entries to authenticated;
grant select on table public.bkk_credit_postings, public.bkk_credit_entries, public.bkk_credit_days to service_role;

create policy "members read their own postings" on public.bkk_credit_postings
  for select to authenticated
  using (
    user_id = (select auth.uid()) and kind <> 'sale' and (select public.bkk_is_active())
    and (select public.bkk_has_feature('payments')));

create policy "admins read every posting" on public.bkk_credit_postings
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('payments')));

create policy "admins read every entry" on public.bkk_credit_entries
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('payments')));

create trigger bkk_protect_history
  before update or delete on public.bkk_credit_postings
  for each row execute function bkk_internal.protect_history('created_by_name', 'note');
create trigger bkk_protect_history
  before update or delete on public.bkk_credit_entries
  for each row execute function bkk_internal.protect_history();

create view public.bkk_credit_postings_admin_view as
  select posting.posting_id, posting.number, posting.kind, posting.user_id, posting.booking_id, posting.payment_id, posting.slip_id,
    posting.bank_satang, posting.booking_satang, posting.credit_satang, posting.credit_after_satang, posting.received_at,
    posting.created_at, posting.created_by_name, posting.note, coalesce(booking.reference, placed.number) as reference,
    coalesce(member.full_name, placed.name) as full_name, coalesce(member.email, placed.email) as email, posting.order_id,
    posting.order_satang
  from public.bkk_credit_postings as posting
    left join public.bkk_bookings as booking on booking.booking_id = posting.booking_id
    left join public.bkk_orders as placed on placed.order_id = posting.order_id
    left join public.bkk_user_roles as member on member.user_id = posting.user_id
  where (select public.bkk_is_admin()) and (select public.bkk_has_feature('payments'));
comment on view public.bkk_credit_postings_admin_view is 'Every posting with its member and its booking or order, for admins; empty for other callers.';

revoke all on table public.bkk_credit_postings_admin_view from public, anon, authenticated, service_role;
grant select on table public.bkk_credit_postings_admin_view to authenticated;

-- For each statement, so that one that finds no row gets the error too. The functions below run as the owner.
create function bkk_internal.protect_balance() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role') and public.bkk_has_feature('payments') then
    raise insufficient_privilege using
      message = 'A balance follows from the ledger. Use bkk_admin_change_credit() instead.', hint = 'bkk.balance_of_ledger';
  end if;
  return null;
end
$$;

create trigger bkk_protect_balance
  before insert or update or delete on public.bkk_credit_accounts
  for each statement execute function bkk_internal.protect_balance();

create function bkk_internal.last_balance(p_account text, p_holder uuid) returns bigint
  language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select entry.balance_satang from public.bkk_credit_entries as entry
    where entry.account = p_account and entry.holder = p_holder and entry.balance_satang is not null
    order by entry.entry_id desc limit 1), 0);
end
$$;
comment on function bkk_internal.last_balance is 'The balance of a member''s credit, of a booking or of an order, after its last entry; 0 without one.';

create function bkk_internal.add_day_totals(p_posting_id uuid) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  chosen integer := 0;
begin
  -- A lock of its own for each part: nobody waits in the rows, whose order would differ between transactions.
  while chosen < 16 loop
    exit when pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtext('bkk_credit_days'), chosen);
    chosen := chosen + 1;
  end loop;
  if chosen = 16 then
    chosen := pg_catalog.pg_backend_pid() % 16;
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('bkk_credit_days'), chosen);
  end if;
  insert into public.bkk_credit_days as total (day, account, shard, came_in_satang, went_out_satang, entries)
    select entry.day, entry.account, chosen, greatest(entry.amount_satang, 0), greatest(-entry.amount_satang, 0), 1
    from public.bkk_credit_entries as entry where entry.posting_id = p_posting_id
    order by entry.account
    on conflict (day, account, shard) do update
      set came_in_satang = total.came_in_satang + excluded.came_in_satang,
        went_out_satang = total.went_out_satang + excluded.went_out_satang, entries = total.entries + excluded.entries;
end
$$;
comment on function bkk_internal.add_day_totals is 'Adds the entries of a posting to the totals of their day.';

create function bkk_internal.change_credit(p_user_id uuid, p_amount_satang bigint) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  changed bigint;
begin
  if not exists (select from auth.users where id = p_user_id) then
    raise sqlstate 'PT409' using message = 'The account of this member is deleted: it has no credit.', hint = 'bkk.member_deleted';
  end if;
  insert into public.bkk_credit_accounts (user_id) values (p_user_id) on conflict (user_id) do nothing;
  update public.bkk_credit_accounts as credit
    set balance = credit.balance + p_amount_satang / 100.0
    where credit.user_id = p_user_id and credit.balance * 100 + p_amount_satang >= 0
    returning (credit.balance * 100)::bigint into changed;
  if not found then
    raise sqlstate 'PT409' using message = 'The credit of the member is not enough.', hint = 'bkk.credit_short';
  end if;
  return changed;
end
$$;
comment on function bkk_internal.change_credit is
  'Adds to the credit of a member, whose row it locks, and returns the credit in satang; PT409 if there is less than is taken.';

create function bkk_internal.add_posting(
    p_key text, p_kind text, p_user_id uuid, p_booking_id uuid, p_received_at timestamptz, p_amounts jsonb,
    p_payment_id uuid default null, p_slip_id uuid default null, p_note text default null, p_order_id uuid default null)
  returns public.bkk_credit_postings
  language plpgsql volatile set search_path = '' as $$
declare
  credit constant bigint := coalesce((p_amounts ->> 'credit')::bigint, 0);
  credit_after bigint;
  posting public.bkk_credit_postings;
begin
  if credit <> 0 then
    -- An opening entry follows the balance that stands.
    credit_after := case when p_kind = 'opening'
      then coalesce((
        select (account.balance * 100)::bigint from public.bkk_credit_accounts as account where account.user_id = p_user_id), 0)
      else bkk_internal.change_credit(p_user_id, credit) end;
  end if;
  insert into public.bkk_credit_postings (
      key, kind, user_id, booking_id, order_id, payment_id, slip_id, bank_satang, booking_satang, order_satang, credit_satang,
      credit_after_satang, received_at, created_by, created_by_name, note)
    values (
      p_key, p_kind, p_user_id, p_booking_id, p_order_id, p_payment_id, p_slip_id, -coalesce((p_amounts ->> 'bank')::bigint, 0),
      coalesce((p_amounts ->> 'booking')::bigint, 0), coalesce((p_amounts ->> 'order')::bigint, 0), credit, credit_after,
      p_received_at, auth.uid(), bkk_internal.caller_name(), p_note)
    returning * into posting;
  insert into public.bkk_credit_entries (posting_id, account, holder, amount_satang, balance_satang, day)
    select posting.posting_id, part.account,
      case when part.account = 'credit' then p_user_id else coalesce(p_booking_id, p_order_id) end, part.amount::bigint,
      case
        when part.account = 'credit' then credit_after
        when part.account = 'booking' and p_kind <> 'sale' then (
          select booking.paid_satang from public.bkk_bookings as booking where booking.booking_id = p_booking_id)
        when part.account = 'order' and p_kind <> 'sale' then (
          select placed.paid_satang from public.bkk_orders as placed where placed.order_id = p_order_id) end,
      (p_received_at at time zone 'Asia/Bangkok')::date
    from jsonb_each_text(p_amounts) as part (account, amount)
    where part.amount::bigint <> 0
    order by part.account;
  perform bkk_internal.add_day_totals(posting.posting_id);
  return posting;
end
$$;
comment on function bkk_internal.add_posting is
  'Posts amounts by account, such as {"bank": -100, "booking": 100}, which add up to zero; the member''s credit changes with it.';

create function bkk_internal.check_balance(p_account text, p_holder uuid, p_balance_satang bigint) returns void
  language plpgsql stable set search_path = '' as $$
begin
  if p_balance_satang <> bkk_internal.last_balance(p_account, p_holder) then
    raise check_violation using message = format('The ledger does not agree with the %s %s.', p_account, p_holder),
      hint = 'bkk.ledger_differs';
  end if;
end
$$;
comment on function bkk_internal.check_balance is 'Raises 23514 unless the last entry of an account has this balance.';

create function bkk_internal.check_posting() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if (select sum(entry.amount_satang) from public.bkk_credit_entries as entry where entry.posting_id = new.posting_id) <> 0 then
    raise check_violation using message = 'The entries of a posting must add up to zero.', hint = 'bkk.ledger_unbalanced';
  end if;
  if new.account = 'credit' then
    perform bkk_internal.check_balance('credit', credit.user_id, (credit.balance * 100)::bigint)
      from public.bkk_credit_accounts as credit where credit.user_id = new.holder;
  elsif new.account = 'booking' then
    perform bkk_internal.check_balance('booking', booking.booking_id, booking.paid_satang)
      from public.bkk_bookings as booking where booking.booking_id = new.holder;
  elsif new.account = 'order' then
    perform bkk_internal.check_balance('order', placed.order_id, placed.paid_satang)
      from public.bkk_orders as placed where placed.order_id = new.holder;
  end if;
  return null;
end
$$;

-- At the end of the transaction, because the entries of a posting follow each other.
create constraint trigger bkk_check_posting
  after insert on public.bkk_credit_entries deferrable initially deferred
  for each row execute function bkk_internal.check_posting();

create function bkk_internal.check_credit() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if public.bkk_has_feature('payments') then
    -- The row may have changed again, or be deleted, since this change of the transaction.
    perform bkk_internal.check_balance('credit', credit.user_id, (credit.balance * 100)::bigint)
      from public.bkk_credit_accounts as credit where credit.user_id = new.user_id;
  end if;
  return null;
end
$$;

create constraint trigger bkk_check_credit
  after insert or update of balance on public.bkk_credit_accounts deferrable initially deferred
  for each row execute function bkk_internal.check_credit();

create function bkk_internal.check_paid() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if public.bkk_has_feature('payments') then
    perform bkk_internal.check_balance('booking', booking.booking_id, booking.paid_satang)
      from public.bkk_bookings as booking where booking.booking_id = new.booking_id;
  end if;
  return null;
end
$$;

create constraint trigger bkk_check_paid
  after update of paid_satang on public.bkk_bookings deferrable initially deferred
  for each row when (old.paid_satang <> new.paid_satang) execute function bkk_internal.check_paid();

create function bkk_internal.check_order_paid() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform bkk_internal.check_balance('order', placed.order_id, placed.paid_satang)
    from public.bkk_orders as placed where placed.order_id = new.order_id;
  return null;
end
$$;

create constraint trigger bkk_check_order_paid
  after update of paid_satang on public.bkk_orders deferrable initially deferred
  for each row when (old.paid_satang <> new.paid_satang) execute function bkk_internal.check_order_paid();

-- After bkk_add_payment, by its name: the entry keeps what is paid then.
create function bkk_internal.post_payment() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if public.bkk_has_feature('payments') then
    perform bkk_internal.add_posting(
        -- One of an earlier day, such as those of the demo data, has no receipt.
        case when new.recorded_at = now() then 'payment:' else 'recorded:' end || new.payment_id,
        case when new.refund_id is not null then 'refund' when new.reverses is null then 'payment' else 'reversal' end,
        booking.user_id, new.booking_id, new.received_at,
        case when new.refund_id is not null then bkk_internal.refund_amounts(new) else jsonb_build_object(
          'bank', new.credit_satang - new.amount_satang - new.surplus_satang,
          'credit', new.surplus_satang - new.credit_satang, 'booking', new.amount_satang) end,
        new.payment_id)
      from public.bkk_bookings as booking where booking.booking_id = new.booking_id;
  end if;
  return null;
end
$$;

create trigger bkk_post_payment
  after insert on public.bkk_booking_payments
  for each row execute function bkk_internal.post_payment();

-- What is paid for tickets that were issued is sold: nothing of it is owed any more, but to the supplier.
create function bkk_internal.post_sales(p_booking_id uuid default null) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  perform bkk_internal.add_posting(
      format('sale:%s:%s', sold.booking_id, sold.version), 'sale', sold.user_id, sold.booking_id, now(),
      jsonb_build_object('booking', -sold.unsold, 'supplier', sold.owed, 'sales', sold.unsold - sold.owed))
    from (
      select booking.booking_id, booking.user_id, booking.version, coalesce(posted.booking, 0) as unsold,
        coalesce(supplier.total_satang, 0) - coalesce(posted.supplier, 0) as owed
      from public.bkk_bookings as booking
        left join public.bkk_supplier_orders as supplier on supplier.booking_id = booking.booking_id and supplier.state = 'paid'
        cross join lateral (
          select sum(entry.amount_satang) filter (where entry.account = 'booking') as booking,
            sum(entry.amount_satang) filter (where entry.account = 'supplier') as supplier
          from public.bkk_credit_entries as entry
          where entry.account in ('booking', 'supplier') and entry.holder = booking.booking_id) as posted
      where booking.status = 'TICKETED' and (p_booking_id is null or booking.booking_id = p_booking_id)) as sold
    where sold.unsold <> 0;
end
$$;
comment on function bkk_internal.post_sales is
  'Posts what is paid for bookings with tickets as sold, and the supplier''s part of it; for one booking, or for all.';

create function bkk_internal.post_sale() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if public.bkk_has_feature('payments') then
    perform bkk_internal.post_sales(new.booking_id);
  end if;
  return null;
end
$$;

-- At the end of the transaction: the entries of a payment come after the booking has changed.
create constraint trigger bkk_post_sale
  after update of status, paid_satang on public.bkk_bookings deferrable initially deferred
  for each row when (new.status = 'TICKETED' and (old.status <> new.status or old.paid_satang <> new.paid_satang))
  execute function bkk_internal.post_sale();

create function bkk_internal.post_recorded_payments() returns void
  language plpgsql volatile set search_path = '' as $$
begin
  with running as (
    select payment.*, booking.user_id,
      sum(payment.amount_satang) over (
        partition by payment.booking_id order by payment.recorded_at, payment.payment_id) as paid_after
    from public.bkk_booking_payments as payment join public.bkk_bookings as booking using (booking_id)),
  posted as (
    insert into public.bkk_credit_postings (
        key, kind, user_id, booking_id, payment_id, bank_satang, booking_satang, credit_satang, received_at, created_by,
        created_by_name)
      -- Receipts tell these apart, which have none.
      select 'recorded:' || payment_id, case when reverses is null then 'payment' else 'reversal' end, user_id, booking_id,
        payment_id, amount_satang, amount_satang, 0, received_at, recorded_by, recorded_by_name
      from running
      where not exists (
        select from public.bkk_credit_postings as known where known.payment_id = running.payment_id)
      order by recorded_at, payment_id
      returning posting_id, number, booking_id, payment_id, received_at),
  entered as (
    insert into public.bkk_credit_entries (posting_id, account, holder, amount_satang, balance_satang, day)
      select posted.posting_id, part.account, posted.booking_id, part.sign * running.amount_satang,
        case when part.account = 'booking' then running.paid_after end, (posted.received_at at time zone 'Asia/Bangkok')::date
      from posted join running using (payment_id)
        cross join (values ('bank', -1), ('booking', 1)) as part (account, sign)
      order by posted.number
      returning day, account, amount_satang)
  insert into public.bkk_credit_days as total (day, account, shard, came_in_satang, went_out_satang, entries)
    select day, account, 0, sum(greatest(amount_satang, 0)), sum(greatest(-amount_satang, 0)), count(*)
    from entered group by day, account
    on conflict (day, account, shard) do update
      set came_in_satang = total.came_in_satang + excluded.came_in_satang,
        went_out_satang = total.went_out_satang + excluded.went_out_satang, entries = total.entries + excluded.entries;
end
$$;
comment on function bkk_internal.post_recorded_payments is 'Posts the payments of bookings that were recorded without the ledger.';

create function bkk_internal.open_balances() returns void
  language plpgsql volatile set search_path = '' as $$
begin
  perform bkk_internal.add_posting(
      format('opening:%s:%s', found.holder, gen_random_uuid()), 'opening', found.holder, null, now(),
      jsonb_build_object('credit', found.difference, 'adjustments', -found.difference))
    from (
      select holder, coalesce((credit.balance * 100)::bigint, 0) - bkk_internal.last_balance('credit', holder) as difference
      from (
          select user_id as holder from public.bkk_credit_accounts
          union
          select holder from public.bkk_credit_entries where account = 'credit') as holders
        left join public.bkk_credit_accounts as credit on credit.user_id = holders.holder) as found
    where found.difference <> 0 and public.bkk_has_feature('payments');
end
$$;
comment on function bkk_internal.open_balances is
  'Posts an opening entry for each balance that the ledger does not have, such as those of the demo data.';

create function bkk_internal.open_ledger() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- Whoever writes one of them waits, and then finds the feature on.
  lock table public.bkk_booking_payments, public.bkk_credit_accounts, public.bkk_credit_days in share row exclusive mode;
  perform bkk_internal.open_balances();
  perform bkk_internal.post_recorded_payments();
  perform bkk_internal.post_sales();
  return null;
end
$$;

-- Balances and payments of the time without the feature become entries.
create trigger bkk_open_ledger
  after update of is_on on public.bkk_features
  for each row when (new.name = 'payments' and new.is_on and not old.is_on)
  execute function bkk_internal.open_ledger();

create function bkk_internal.check_ledger(p_now timestamptz) returns bigint
  language plpgsql stable set search_path = '' as $$
declare
  difference record;
begin
  if not public.bkk_has_feature('payments') then
    return 0;
  end if;
  with sums as (
    select account, holder, sum(amount_satang) as amount,
      sum(amount_satang) filter (where balance_satang is not null) as balance
    from public.bkk_credit_entries group by account, holder)
  select found.what, found.amount, found.expected into difference
    from (
      select 'all entries' as what, sum(amount) as amount, 0 as expected from sums
      union all
      select 'the days of ' || account, coalesce(days.amount, 0), sums.amount
      from (select account, sum(amount) as amount from sums group by account) as sums
        left join (
          select account, sum(came_in_satang - went_out_satang) as amount
          from public.bkk_credit_days group by account) as days using (account)
      union all
      select 'the credit of ' || user_id, (credit.balance * 100)::bigint, coalesce(sums.balance, 0)
      from public.bkk_credit_accounts as credit left join sums on sums.account = 'credit' and sums.holder = credit.user_id
      union all
      select 'the booking ' || booking.reference, booking.paid_satang, coalesce(sums.balance, 0)
      from public.bkk_bookings as booking left join sums on sums.account = 'booking' and sums.holder = booking.booking_id
      union all
      select 'the order ' || placed.number, placed.paid_satang, coalesce(sums.balance, 0)
      from public.bkk_orders as placed left join sums on sums.account = 'order' and sums.holder = placed.order_id
    ) as found
    where found.amount <> found.expected
    limit 1;
  if found then
    raise check_violation using hint = 'bkk.ledger_differs', message = format(
      'The ledger does not agree: %s is %s satang and its entries %s.', difference.what, difference.amount, difference.expected);
  end if;
  return 0;
end
$$;
comment on function bkk_internal.check_ledger is
  'Raises 23514 unless all entries add up to zero and equal balances, paid amounts and the totals of days.';

insert into public.bkk_jobs (name, every, batch_size) values ('check_ledger', '1 hour', 1);

create function public.bkk_pay_with_credit(
    p_booking_id uuid, p_version integer, p_amount_satang bigint, p_idempotency_key uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  booking public.bkk_bookings;
  result jsonb;
begin
  perform bkk_internal.require_member('payments');
  result := bkk_internal.payment_of_key(p_idempotency_key, p_booking_id, null, p_amount_satang);
  if result is null or not exists (
    select from public.bkk_bookings as known where known.booking_id = p_booking_id and known.user_id = auth.uid())
  then
    booking := bkk_internal.lock_booking(p_booking_id, p_version, false);
    perform bkk_internal.require_status('booking', booking.status, '{HOLD,DEPOSIT_PENDING,CONFIRMED,TICKETED}');
    if p_amount_satang is null or p_amount_satang < 1 then
      raise sqlstate 'PT400' using message = 'The amount must be above zero.', hint = 'bkk.payment_amount';
    end if;
    if not coalesce(p_amount_satang <= booking.total_satang - booking.paid_satang, false) then
      raise sqlstate 'PT409' using message = 'This is more than is due for the booking.', hint = 'bkk.payment_too_much';
    end if;
    result := bkk_internal.add_booking_payment(
      p_booking_id, p_amount_satang, now(), null, null, null, p_idempotency_key, p_amount_satang, 0, 'member');
  end if;
  return result || jsonb_build_object('credit_left_satang', bkk_internal.last_balance('credit', auth.uid()));
end
$$;
comment on function public.bkk_pay_with_credit is
  'Pays for the caller''s booking from credit: {"payment_id", "amount_satang", "paid_satang", "status", "credit_satang", "credit_left_satang"}, the last is what is left. A repeated key returns the first payment.';
call bkk_internal.expose('bkk_pay_with_credit', 'authenticated');

create function bkk_internal.change_credit_by_admin(
    p_user_id uuid, p_amount_satang bigint, p_note text, p_idempotency_key uuid) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  posting public.bkk_credit_postings;
begin
  posting := bkk_internal.add_posting(
    'correction:' || p_idempotency_key, 'correction', p_user_id, null, now(),
    jsonb_build_object('credit', p_amount_satang, 'adjustments', -p_amount_satang), null, null, btrim(p_note));
  return jsonb_build_object('posting_id', posting.posting_id, 'credit_satang', posting.credit_after_satang);
end
$$;
comment on function bkk_internal.change_credit_by_admin is 'Posts a checked change of credit and returns the result.';

create function public.bkk_admin_change_credit(
    p_user_id uuid, p_amount_satang bigint, p_note text, p_idempotency_key uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  posting public.bkk_credit_postings;
  result jsonb;
begin
  perform bkk_internal.require_admin('payments');
  if p_idempotency_key is null then
    raise sqlstate 'PT400' using message = 'A correction needs an idempotency key.', hint = 'bkk.key_missing';
  end if;
  -- A repeated call waits for the first one.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_payment:' || p_idempotency_key, 0));
  select known.* into posting from public.bkk_credit_postings as known where known.key = 'correction:' || p_idempotency_key;
  if found then
    if (posting.user_id, posting.credit_satang) is distinct from (p_user_id, p_amount_satang) then
      raise sqlstate 'PT409' using message = 'This key was used for another payment. Use a new one.', hint = 'bkk.key_used';
    end if;
    return jsonb_build_object('posting_id', posting.posting_id, 'credit_satang', posting.credit_after_satang);
  end if;
  result := bkk_internal.approval_of_key(p_idempotency_key, null, p_user_id, p_amount_satang);
  if result is not null then
    return result;
  end if;
  perform bkk_internal.check_text(p_note, 500, 'The note', 'Say why the credit changes.');
  if p_amount_satang is null or p_amount_satang = 0 or abs(p_amount_satang) > 100000000 then
    raise sqlstate 'PT400' using message = 'The amount must be between 0.01 and 1,000,000 baht, or as much less.',
      hint = 'bkk.credit_amount';
  end if;
  if bkk_internal.needs_approval(p_amount_satang) then
    return bkk_internal.ask_approval(
      p_idempotency_key, 'credit', p_amount_satang, null, p_user_id, '{}', p_note);
  end if;
  return bkk_internal.change_credit_by_admin(p_user_id, p_amount_satang, p_note, p_idempotency_key);
end
$$;
comment on function public.bkk_admin_change_credit is
  'Gives a member credit, or takes a negative amount: {"posting_id", "credit_satang"}, or {"approval_id", "amount_satang"} if it waits for a second admin. A repeated key returns the first result.';
call bkk_internal.expose('bkk_admin_change_credit', 'authenticated');
