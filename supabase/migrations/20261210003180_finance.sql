-- The day's books: figures for admins and the accountant. Sums over a period come from totals of days, so they cost the same however many
-- entries the days have.

create index bkk_credit_days_account_idx on public.bkk_credit_days (account, day);

-- Sums of what is due read it alone.
create index bkk_bookings_open_due_idx on public.bkk_bookings (due_at)
  include (booking_id, status, deposit_satang, total_satang, paid_satang)
  where status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED', 'TICKETED') and paid_satang < total_satang;

create table public.bkk_finance_days (
  -- received, paid_out: what an admin recorded, by the admin. receipts: of what came in by bank. voided: of these, what an admin voided.
  -- earlier: what came in before the feature was on, without receipts. matched, open_lines: lines of bank statements.
  what text not null check (what in ('received', 'paid_out', 'receipts', 'voided', 'earlier', 'matched', 'open_lines')),
  -- Bangkok's day on which the money moved; for open_lines that of the statement.
  day date not null,
  -- The admin, without a foreign key; all zeros for nobody.
  holder uuid not null default '00000000-0000-0000-0000-000000000000',
  satang bigint not null,
  count bigint not null,
  primary key (what, day, holder)
);
comment on table public.bkk_finance_days is 'Totals by day of what the books are compared with. Triggers alone write it.';

call bkk_internal.protect('bkk_finance_days');
grant select on table public.bkk_finance_days to service_role;

create function bkk_internal.add_finance_total(p_what text, p_at timestamptz, p_satang bigint, p_count integer, p_holder uuid default null)
  returns void
  language plpgsql volatile set search_path = '' as $$
begin
  insert into public.bkk_finance_days as total (what, day, holder, satang, count)
    values (
      p_what, (p_at at time zone 'Asia/Bangkok')::date, coalesce(p_holder, '00000000-0000-0000-0000-000000000000'), p_satang, p_count)
    on conflict (what, day, holder) do update set satang = total.satang + excluded.satang, count = total.count + excluded.count;
end
$$;
comment on function bkk_internal.add_finance_total is 'Adds to a total of the day of a time.';

create function bkk_internal.count_posting() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform bkk_internal.add_finance_total(
    case when new.bank_satang > 0 then 'received' else 'paid_out' end, new.received_at, abs(new.bank_satang), 1, new.created_by);
  if new.key like 'recorded:%' and new.bank_satang > 0 then
    perform bkk_internal.add_finance_total('earlier', new.received_at, new.bank_satang, 1);
  end if;
  return null;
end
$$;

-- At the end of the transaction, so that nobody waits for the row of a day longer than for the commit.
create constraint trigger bkk_count_posting
  after insert on public.bkk_credit_postings deferrable initially deferred
  for each row when (new.bank_satang <> 0) execute function bkk_internal.count_posting();

create function bkk_internal.count_receipt() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  received timestamptz;
begin
  select posting.received_at into received
    from public.bkk_credit_postings as posting where posting.posting_id = new.posting_id and posting.bank_satang > 0;
  if not found then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform bkk_internal.add_finance_total('receipts', received, new.amount_satang, 1);
  else
    perform bkk_internal.add_finance_total('receipts', received, -new.amount_satang, -1);
    if new.void_kind = 'admin' then
      perform bkk_internal.add_finance_total('voided', received, new.amount_satang, 1);
    end if;
  end if;
  return null;
end
$$;

create constraint trigger bkk_count_receipt
  after insert on public.bkk_receipts deferrable initially deferred
  for each row when (new.series <> 'CN') execute function bkk_internal.count_receipt();

-- The receipt of a reversed payment still stands for what came in; the reversal went out.
create constraint trigger bkk_count_voided_receipt
  after update of voided_at on public.bkk_receipts deferrable initially deferred
  for each row when (new.series <> 'CN' and old.voided_at is null and new.void_kind in ('buyer', 'admin'))
  execute function bkk_internal.count_receipt();

create function bkk_internal.check_period(p_first date, p_last date) returns void
  language plpgsql immutable set search_path = '' as $$
begin
  if not coalesce(p_first between '2000-01-01' and p_last and p_last - p_first < 400 and p_last < '2200-01-01', false) then
    raise sqlstate 'PT400' using message = 'Choose a period of at most 400 days.', hint = 'bkk.finance_period';
  end if;
end
$$;
comment on function bkk_internal.check_period is 'Raises PT400 unless a period has 1 to 400 days.';

create function bkk_internal.start_of_day(p_day date) returns timestamptz
  language sql immutable set search_path = '' as $$
  select p_day::timestamp at time zone 'Asia/Bangkok'
$$;
comment on function bkk_internal.start_of_day is 'When a day begins in Bangkok.';

create function bkk_internal.open_dues(p_from timestamptz, p_to timestamptz)
  returns table (booking_id uuid, due_at timestamptz, satang bigint)
  language sql stable set search_path = '' as $$
  -- As bkk_internal.due_satang(), without a call for each booking.
  select booking.booking_id, booking.due_at,
    case when booking.status in ('HOLD', 'DEPOSIT_PENDING') and booking.paid_satang < booking.deposit_satang
      then booking.deposit_satang else booking.total_satang end - booking.paid_satang
  from public.bkk_bookings as booking
  where booking.status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED', 'TICKETED') and booking.due_at >= p_from and booking.due_at < p_to
    and booking.paid_satang < booking.total_satang
$$;
comment on function bkk_internal.open_dues is 'What bookings owe whose next deadline is in a period.';

create function public.bkk_admin_finance_days(p_first date, p_last date) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('payments');
  perform bkk_internal.check_period(p_first, p_last);
  return (
    with bank as (
      -- What left the account, the world outside, came in here.
      select total.day, sum(total.went_out_satang) as received, sum(total.came_in_satang) as paid_out, sum(total.entries) as movements
      from public.bkk_credit_days as total where total.account = 'bank' and total.day between p_first and p_last group by total.day),
    due as (
      select (open.due_at at time zone 'Asia/Bangkok')::date as day, sum(open.satang) as satang, count(*) as bookings
      from bkk_internal.open_dues(bkk_internal.start_of_day(p_first), bkk_internal.start_of_day(p_last + 1)) as open group by 1)
    select jsonb_build_object('days', jsonb_agg(
      jsonb_build_object(
        'day', days.day, 'received_satang', coalesce(bank.received, 0), 'paid_out_satang', coalesce(bank.paid_out, 0),
        'movements', coalesce(bank.movements, 0), 'due_satang', coalesce(due.satang, 0), 'due_bookings', coalesce(due.bookings, 0))
      order by days.day))
    from (select first.day::date as day from generate_series(p_first::timestamp, p_last, '1 day') as first (day)) as days
      left join bank on bank.day = days.day
      left join due on due.day = days.day);
end
$$;
comment on function public.bkk_admin_finance_days is
  'Each day of a period of at most 400 days: {"days": [{"day", "received_satang", "paid_out_satang", "movements", "due_satang", "due_bookings"}]}. Received and paid out, refunds and reversed payments, are by bank; due is what bookings still owe whose next deadline is on that day.';
call bkk_internal.expose('bkk_admin_finance_days', 'authenticated');

create function bkk_internal.sums_of_dues(p_today date) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  tomorrow constant timestamptz := bkk_internal.start_of_day(p_today + 1);
begin
  return (
    select jsonb_build_object(
      'due_today_satang', coalesce(sum(due.satang) filter (where due.due_at >= now() and due.due_at < tomorrow), 0),
      'due_next_at', min(due.due_at) filter (where due.due_at >= now() and due.due_at < tomorrow),
      'due_week_satang', coalesce(sum(due.satang) filter (where due.due_at >= now()), 0),
      'overdue_satang', coalesce(sum(due.satang) filter (where due.due_at < now()), 0),
      'overdue_bookings', count(*) filter (where due.due_at < now()),
      'overdue_since', min(due.due_at) filter (where due.due_at < now()))
    from bkk_internal.open_dues('-infinity', bkk_internal.start_of_day(p_today + 7)) as due);
end
$$;
comment on function bkk_internal.sums_of_dues is 'What bookings owe: today, within 7 days with today, and overdue.';

create function public.bkk_admin_finance_sums() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Asia/Bangkok')::date;
begin
  perform bkk_internal.require_admin('payments');
  return bkk_internal.sums_of_dues(today) || (
    select jsonb_build_object(
      'received_today_satang', coalesce(sum(total.went_out_satang) filter (where total.day = today), 0),
      'received_month_satang', coalesce(sum(total.went_out_satang), 0))
    from public.bkk_credit_days as total
    where total.account = 'bank' and total.day between date_trunc('month', today::timestamp)::date and today)
  || (
    select jsonb_build_object('payments_today', coalesce(sum(total.count), 0))
    from public.bkk_finance_days as total where total.what = 'received' and total.day = today)
  || (
    -- While the fee is not decided, what is due of a refund is not known: at most what was paid.
    select jsonb_build_object(
      'refunds_due_satang', coalesce(sum(refund.amount_satang), 0), 'refunds_due', count(refund.amount_satang),
      'refunds_undecided_satang', coalesce(sum(refund.paid_satang) filter (where refund.status = 'OPEN'), 0),
      'refunds_undecided', count(*) filter (where refund.status = 'OPEN'), 'refunds_promised_on', min(refund.promised_on))
    from public.bkk_refunds as refund where refund.status not in ('REFUNDED', 'NOTHING'))
  || (
    select jsonb_build_object('credit_satang', coalesce(sum(total.came_in_satang - total.went_out_satang), 0))
    from public.bkk_credit_days as total where total.account = 'credit')
  || jsonb_build_object(
    'waiting_slips', (select count(*) from public.bkk_slips as slip where slip.status = 'WAITING'),
    'waiting_approvals', (select count(*) from public.bkk_approvals as approval where approval.decision is null));
end
$$;
comment on function public.bkk_admin_finance_sums is
  'The sums of now: received today and this month, due today and within 7 days, overdue, refunds due, the credit of all members, and what waits for a review.';
call bkk_internal.expose('bkk_admin_finance_sums', 'authenticated');

create function public.bkk_admin_finance_bookings(
    p_first date, p_last date, p_before_at timestamptz default null, p_before_number bigint default null, p_limit integer default 50)
  returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  first_at constant timestamptz := bkk_internal.start_of_day(p_first);
  end_at constant timestamptz := bkk_internal.start_of_day(p_last + 1);
begin
  perform bkk_internal.require_admin('payments');
  perform bkk_internal.check_period(p_first, p_last);
  return (
    -- The last movement of each booking or order stands for it, so a page reads only its own part of the index.
    with page as (
      select last.booking_id, last.order_id, last.received_at, last.number
      from public.bkk_credit_postings as last
      where last.received_at >= first_at and last.received_at < end_at and num_nonnulls(last.booking_id, last.order_id) = 1
        and last.kind <> 'sale' and (p_before_at is null or (last.received_at, last.number) < (p_before_at, p_before_number))
        -- Scalar subqueries: a join would read the whole period.
        and case
          when last.booking_id is not null then (
            select count(*) from public.bkk_credit_postings as later
            where later.booking_id = last.booking_id and later.kind <> 'sale' and later.received_at < end_at
              and (later.received_at, later.number) > (last.received_at, last.number))
          else (
            select count(*) from public.bkk_credit_postings as later
            where later.order_id = last.order_id and later.kind <> 'sale' and later.received_at < end_at
              and (later.received_at, later.number) > (last.received_at, last.number))
        end = 0
      order by last.received_at desc, last.number desc
      limit least(greatest(p_limit, 1), 100))
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'booking_id', page.booking_id, 'order_id', page.order_id, 'reference', coalesce(booking.reference, placed.number),
        'status', coalesce(booking.status, placed.status),
        'full_name', coalesce(member.full_name, booking.member_name, placed.name), 'received_satang', sums.received,
        'paid_out_satang', sums.paid_out, 'credit_satang', sums.credit, 'movements', sums.movements,
        'due_satang', coalesce(bkk_internal.due_satang(booking), bkk_internal.order_due_satang(placed)),
        'due_at', coalesce(booking.due_at, placed.pay_by), 'last_at', page.received_at, 'number', page.number)
      order by page.received_at desc, page.number desc), '[]')
    from page
      left join public.bkk_bookings as booking on booking.booking_id = page.booking_id
      left join public.bkk_orders as placed on placed.order_id = page.order_id
      left join public.bkk_user_roles as member on member.user_id = coalesce(booking.user_id, placed.user_id)
      cross join lateral (
        select coalesce(sum(greatest(posting.bank_satang, 0)), 0) as received,
          coalesce(sum(greatest(-posting.bank_satang, 0)), 0) as paid_out, coalesce(sum(posting.credit_satang), 0) as credit,
          count(*) as movements
        from public.bkk_credit_postings as posting
        where (posting.booking_id = page.booking_id or posting.order_id = page.order_id) and posting.kind <> 'sale'
          and posting.received_at >= first_at and posting.received_at < end_at) as sums);
end
$$;
comment on function public.bkk_admin_finance_bookings is
  'The bookings and orders with movements in a period, the last moved first, 100 at most, each with "booking_id" or "order_id"; the next page begins before "last_at" and "number" of the last one.';
call bkk_internal.expose('bkk_admin_finance_bookings', 'authenticated');

create function public.bkk_admin_finance_admins(p_first date, p_last date, p_after uuid default null, p_limit integer default 50)
  returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('payments');
  perform bkk_internal.check_period(p_first, p_last);
  return (
    select coalesce(jsonb_agg(to_jsonb(page) order by page.admin_id), '[]')
    from (
      select total.holder as admin_id,
        coalesce(
          (select coalesce(member.full_name, member.email) from public.bkk_user_roles as member where member.user_id = total.holder),
          (select posting.created_by_name from public.bkk_credit_postings as posting
            where posting.created_by = total.holder order by posting.number desc limit 1)) as full_name,
        coalesce(sum(total.satang) filter (where total.what = 'received'), 0) as received_satang,
        coalesce(sum(total.satang) filter (where total.what = 'paid_out'), 0) as paid_out_satang,
        sum(total.count) as movements
      from public.bkk_finance_days as total
      where total.what in ('received', 'paid_out') and total.day between p_first and p_last
        and (p_after is null or total.holder > p_after)
      group by total.holder
      order by total.holder
      limit least(greatest(p_limit, 1), 100)) as page);
end
$$;
comment on function public.bkk_admin_finance_admins is
  'What each admin recorded by bank in a period, 100 at most: [{"admin_id", "full_name", "received_satang", "paid_out_satang", "movements"}]; the next page is after the last "admin_id". All zeros stand for the system.';
call bkk_internal.expose('bkk_admin_finance_admins', 'authenticated');

create function public.bkk_admin_finance_movements(
    p_first date, p_last date, p_after_at timestamptz default null, p_after_number bigint default null, p_limit integer default 500)
  returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('payments');
  perform bkk_internal.check_period(p_first, p_last);
  return (
    with page as (
      select posting.* from public.bkk_credit_postings as posting
      where posting.received_at >= bkk_internal.start_of_day(p_first) and posting.received_at < bkk_internal.start_of_day(p_last + 1)
        and (p_after_at is null or (posting.received_at, posting.number) > (p_after_at, p_after_number))
      order by posting.received_at, posting.number
      limit least(greatest(p_limit, 1), 500))
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'number', page.number, 'received_at', page.received_at, 'created_at', page.created_at, 'kind', page.kind,
        'bank_satang', page.bank_satang, 'booking_satang', page.booking_satang, 'order_satang', page.order_satang,
        'credit_satang', page.credit_satang,
        'reference', coalesce(booking.reference, placed.number),
        'full_name', coalesce(member.full_name, booking.member_name, placed.name),
        'recorded_by', page.created_by_name, 'bank_reference', coalesce(payment.bank_reference, slip.trans_ref),
        'receipts', papers.numbers, 'taxable_satang', papers.taxable, 'vat_satang', papers.vat)
      order by page.received_at, page.number), '[]')
    from page
      left join public.bkk_bookings as booking on booking.booking_id = page.booking_id
      left join public.bkk_orders as placed on placed.order_id = page.order_id
      left join public.bkk_user_roles as member on member.user_id = page.user_id
      left join public.bkk_booking_payments as payment on payment.payment_id = page.payment_id
      left join public.bkk_slips as slip on slip.slip_id = page.slip_id
      left join lateral (
        select string_agg(bkk_internal.receipt_number(issued), ' ' order by issued.issued_at, issued.number) as numbers,
          sum(issued.taxable_satang * case issued.series when 'CN' then -1 else 1 end) as taxable,
          sum(issued.vat_satang * case issued.series when 'CN' then -1 else 1 end) as vat
        from public.bkk_receipts as issued
        where issued.posting_id = page.posting_id and issued.voided_at is null) as papers on true);
end
$$;
comment on function public.bkk_admin_finance_movements is
  'The movements of a period with their receipts for the accountant, oldest first, 500 at most; the next page is after "received_at" and "number" of the last one. Credit notes lower the VAT.';
call bkk_internal.expose('bkk_admin_finance_movements', 'authenticated');

create function bkk_internal.check_receipts(p_now timestamptz) returns bigint
  language plpgsql stable set search_path = '' as $$
declare
  difference record;
begin
  if not public.bkk_has_feature('payments') then
    return 0;
  end if;
  select day, sum(bank) as bank, sum(papers) as papers into difference
    from (
      select total.day, total.went_out_satang as bank, 0 as papers from public.bkk_credit_days as total where total.account = 'bank'
      union all
      select total.day, 0, total.satang from public.bkk_finance_days as total where total.what in ('receipts', 'voided', 'earlier')
    ) as totals
    group by day
    having sum(bank) <> sum(papers)
    order by day
    limit 1;
  if found then
    raise check_violation using hint = 'bkk.ledger_differs', message = format(
      'The receipts do not agree with the bank: on %s %s satang came in, and receipts have %s.', difference.day, difference.bank,
      difference.papers);
  end if;
  return 0;
end
$$;
comment on function bkk_internal.check_receipts is
  'Raises 23514 unless all that came in by bank on a day has a receipt, came in before the feature, or had its receipt voided by an admin.';

insert into public.bkk_jobs (name, every, batch_size) values ('check_receipts', '1 hour', 1);
