-- Receipts of what came in, tax invoices (Revenue Code, section 86/4) where the agency is registered for VAT, and credit notes (86/10).
-- Each has a number of its series and Bangkok's year (CE) without gaps: a void one keeps its number, and the one that replaces it has
-- another. What is printed is copied when it is issued. The defaults below are for the agency's accountant to confirm.

create table public.bkk_receipt_counters (
  -- RT receipt, IV receipt and tax invoice in one, CN credit note.
  series text not null check (series in ('RT', 'IV', 'CN')),
  year integer not null check (year between 2000 and 9999),
  last integer not null check (last between 1 and 999999),
  primary key (series, year)
);
comment on table public.bkk_receipt_counters is
  'The last number of each series and year. Its row is locked until the receipt is committed, so a rollback leaves no gap.';

create function bkk_internal.receipt_search_text(p_series text, p_year integer, p_number integer, p_data jsonb) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return left(
    public.bkk_fold_text(concat_ws(
      '|', '', format('%s%s-%s', p_series, p_year, lpad(p_number::text, 6, '0')), coalesce(p_data ->> 'booking', p_data ->> 'order'),
      p_data -> 'buyer' ->> 'name_th', p_data -> 'buyer' ->> 'tax_id')),
    1000);
end
$$;
comment on function bkk_internal.receipt_search_text is
  'What a search for a receipt looks in, folded. A bar begins each part: with it one or two characters are enough for a trigram index.';

create table public.bkk_receipts (
  receipt_id uuid primary key default gen_random_uuid(),
  series text not null check (series in ('RT', 'IV', 'CN')),
  -- Bangkok's, CE.
  year integer not null,
  number integer not null,
  posting_id uuid not null references public.bkk_credit_postings (posting_id) on delete restrict,
  -- The member. Without a foreign key; null after the account is deleted.
  user_id uuid,
  booking_id uuid references public.bkk_bookings (booking_id) on delete restrict,
  order_id uuid references public.bkk_orders (order_id) on delete restrict,
  issued_at timestamptz not null default now(),
  -- The printed day, which a replacement keeps; data has it too.
  dated_at timestamptz not null,
  amount_satang bigint not null check (amount_satang > 0),
  -- What is printed; packages/domain has its type, ReceiptData.
  data jsonb not null check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 32768),
  -- For the reports of VAT. Null without VAT.
  taxable_satang bigint generated always as ((data -> 'vat' ->> 'taxable_satang')::bigint) stored,
  vat_satang bigint generated always as ((data -> 'vat' ->> 'vat_satang')::bigint) stored,
  -- The receipt that this one replaces, and for a credit note the invoice that it corrects.
  replaces uuid unique references public.bkk_receipts (receipt_id),
  corrects uuid references public.bkk_receipts (receipt_id),
  voided_at timestamptz,
  void_kind text check (void_kind in ('buyer', 'reversal', 'admin')),
  -- The words of an admin; the member reads them.
  void_reason text check (char_length(void_reason) <= 500),
  -- For the admins' list: number, booking or order, buyer and tax id.
  search_text text generated always as (bkk_internal.receipt_search_text(series, year, number, data)) stored
    check (char_length(search_text) <= 1000),
  unique (series, year, number),
  check ((series = 'CN') = (corrects is not null)),
  check ((voided_at is null) = (void_kind is null))
);
comment on table public.bkk_receipts is 'Receipts, tax invoices and credit notes: append-only but for voiding. Members read their own, and functions alone write.';

-- A movement of money has one receipt that counts; a refund has a credit note for each invoice that it corrects.
create unique index bkk_receipts_posting_idx on public.bkk_receipts (posting_id) where series <> 'CN' and voided_at is null;
create index bkk_receipts_postings_idx on public.bkk_receipts (posting_id);
create index bkk_receipts_user_idx on public.bkk_receipts (user_id, issued_at desc);
create index bkk_receipts_booking_idx on public.bkk_receipts (booking_id);
create index bkk_receipts_order_idx on public.bkk_receipts (order_id);
create index bkk_receipts_corrects_idx on public.bkk_receipts (corrects);
create index bkk_receipts_issued_at_idx on public.bkk_receipts (issued_at, receipt_id);

call bkk_internal.protect('bkk_receipt_counters');
call bkk_internal.protect('bkk_receipts');
grant select (
    receipt_id, series, year, number, posting_id, user_id, booking_id, order_id, issued_at, dated_at, amount_satang, data,
    taxable_satang, vat_satang, replaces, corrects, voided_at, void_kind, void_reason)
  on table public.bkk_receipts to authenticated;
grant select on table public.bkk_receipts to service_role;

create policy "members read their own receipts" on public.bkk_receipts
  for select to authenticated
  using (user_id = (select auth.uid()) and (select public.bkk_is_active()) and (select public.bkk_has_feature('payments')));

create policy "admins read every receipt" on public.bkk_receipts
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('payments')));

create table public.bkk_receipt_buyers (
  user_id uuid primary key references auth.users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 200),
  address text not null check (char_length(address) between 1 and 500),
  -- As in bkk_internal.parse_buyer().
  tax_id text check (tax_id ~ '^[0-9]{13}$'),
  branch text check (branch ~ '^[0-9]{5}$'),
  updated_at timestamptz not null default now(),
  check (branch is null or tax_id is not null)
);
comment on table public.bkk_receipt_buyers is
  'The buyer that a member wants on their receipts. A receipt copies it when it is issued; without a row the member is the buyer.';

call bkk_internal.protect('bkk_receipt_buyers');
grant select (user_id, name, address, tax_id, branch, updated_at) on table public.bkk_receipt_buyers to authenticated;

create policy "members read their own buyer" on public.bkk_receipt_buyers
  for select to authenticated
  using (user_id = (select auth.uid()) and (select public.bkk_is_active()) and (select public.bkk_has_feature('payments')));

create function bkk_internal.books_kept_from(p_now timestamptz) returns timestamptz
  language plpgsql stable set search_path = '' as $$
begin
  return date_trunc('year', p_now, 'Asia/Bangkok') - interval '5 years';
end
$$;
comment on function bkk_internal.books_kept_from is 'The books of a year are kept until the fifth year after it is over: from this time on at least.';

-- A receipt is voided once, and loses its member with the account. It is deleted once the books of its year need not be kept.
create function bkk_internal.protect_receipt() returns trigger
  language plpgsql set search_path = '' as $$
declare
  -- The generated columns follow from data, and have no new value yet.
  ignored constant text[] := array['user_id', 'taxable_satang', 'vat_satang', 'search_text'];
  voiding constant text[] := array['voided_at', 'void_kind', 'void_reason'];
begin
  if tg_op = 'DELETE' and old.user_id is null and old.issued_at < bkk_internal.books_kept_from(now()) then
    return old;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - ignored - voiding = to_jsonb(old) - ignored - voiding
    and (new.user_id is null or new.user_id = old.user_id)
    and (old.voided_at is null or to_jsonb(new) - ignored = to_jsonb(old) - ignored)
  then
    return new;
  end if;
  raise insufficient_privilege using message = 'Receipts are never changed or deleted. Void it instead.', hint = 'bkk.append_only';
end
$$;

create trigger bkk_protect_receipt
  before update or delete on public.bkk_receipts
  for each row execute function bkk_internal.protect_receipt();

create function bkk_internal.receipt_number(p_receipt public.bkk_receipts) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return format('%s%s-%s', p_receipt.series, p_receipt.year, lpad(p_receipt.number::text, 6, '0'));
end
$$;
comment on function bkk_internal.receipt_number is 'The number as it is printed, such as RT2026-000418; packages/domain has the same.';

create function bkk_internal.add_receipt(p_receipt public.bkk_receipts) returns public.bkk_receipts
  language plpgsql volatile set search_path = '' as $$
declare
  receipt public.bkk_receipts := p_receipt;
begin
  receipt.issued_at := coalesce(receipt.issued_at, now());
  receipt.year := extract(year from receipt.issued_at at time zone 'Asia/Bangkok');
  insert into public.bkk_receipt_counters as counter (series, year, last) values (receipt.series, receipt.year, 1)
    on conflict (series, year) do update set last = counter.last + 1
    returning counter.last into receipt.number;
  insert into public.bkk_receipts (
      series, year, number, posting_id, user_id, booking_id, order_id, issued_at, dated_at, amount_satang, data, replaces, corrects)
    values (
      receipt.series, receipt.year, receipt.number, receipt.posting_id, receipt.user_id, receipt.booking_id, receipt.order_id,
      receipt.issued_at, (receipt.data ->> 'dated_at')::timestamptz, (receipt.data ->> 'total_satang')::bigint, receipt.data, receipt.replaces, receipt.corrects)
    returning * into receipt;
  return receipt;
end
$$;
comment on function bkk_internal.add_receipt is 'Issues a receipt with the next number of its series, now unless it has a time.';

create function bkk_internal.void_receipt(p_receipt_id uuid, p_kind text, p_reason text default null) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  update public.bkk_receipts set voided_at = now(), void_kind = p_kind, void_reason = p_reason
    where receipt_id = p_receipt_id and voided_at is null;
end
$$;
comment on function bkk_internal.void_receipt is 'Marks a receipt as void; it keeps its number.';

create function bkk_internal.vat_percent(p_agency public.bkk_agency, p_day date) returns numeric
  language plpgsql immutable set search_path = '' as $$
begin
  -- NULL before the first day: the comparison is null then.
  if not coalesce(p_agency.vat_from <= p_day, false) then
    return null;
  end if;
  return (
    select (rate ->> 'percent')::numeric from jsonb_array_elements(p_agency.vat_rates) as rate
    where (rate ->> 'from')::date <= p_day order by (rate ->> 'from')::date desc limit 1);
end
$$;
comment on function bkk_internal.vat_percent is 'The rate of VAT on a day; null if the agency is not registered then.';

create function bkk_internal.vat_of(p_satang bigint, p_percent numeric) returns bigint
  language plpgsql immutable set search_path = '' as $$
begin
  return round(p_satang * p_percent / (100 + p_percent));
end
$$;
comment on function bkk_internal.vat_of is 'The VAT in a sum that includes it, in whole satang: what is left is the value, so both add up to the sum.';

create function bkk_internal.receipt_line(
    p_label_th text, p_label_en text, p_satang bigint, p_vat text, p_count integer default 1) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object(
    'label_th', p_label_th, 'label_en', p_label_en, 'count', p_count, 'unit_satang', p_satang, 'amount_satang', p_count * p_satang,
    'vat', p_vat);
end
$$;
comment on function bkk_internal.receipt_line is 'A line of a receipt; its amount is for one and includes VAT.';

-- A line of a price that is for passengers is collected for the airline: fares, taxes and baggage are no supply of the agency. One
-- for the whole group is the agency's own fee, or a discount on it.
create function bkk_internal.price_lines(p_lines jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(
      bkk_internal.receipt_line(
        case when given.value ->> 'label' = names.en then names.th else given.value ->> 'label' end,
        case when given.value ->> 'label' = names.th then names.en else given.value ->> 'label' end,
        (given.value ->> 'price_satang')::bigint + coalesce((given.value ->> 'tax_satang')::bigint, 0),
        case when given.value ->> 'type' is null then 'standard' else 'not_ours' end, (given.value ->> 'count')::integer)
      order by given.position), '[]')
    from jsonb_array_elements(p_lines) with ordinality as given (value, position)
      -- The usual names that the forms of admins give; packages/domain has the same.
      left join (values
          ('adult', 'Adult fare', 'ค่าโดยสารผู้ใหญ่'), ('child', 'Child fare', 'ค่าโดยสารเด็ก'), ('infant', 'Infant fare', 'ค่าโดยสารทารก'))
        as names (type, en, th) on names.type = given.value ->> 'type');
end
$$;
comment on function bkk_internal.price_lines is 'The lines of a price as those of a receipt.';

create function bkk_internal.taxable_gross(p_lines jsonb) returns bigint
  language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(greatest(sum((line ->> 'amount_satang')::bigint), 0), 0)
    from jsonb_array_elements(p_lines) as line where line ->> 'vat' = 'standard');
end
$$;
comment on function bkk_internal.taxable_gross is 'What the lines of a receipt have at the standard rate, VAT included.';

create function bkk_internal.invoiced_gross(p_subject_id uuid) returns bigint
  language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(sum((issued.taxable_satang + issued.vat_satang) * case issued.series when 'CN' then -1 else 1 end), 0)
    from public.bkk_receipts as issued
    where (issued.booking_id = p_subject_id or issued.order_id = p_subject_id) and issued.voided_at is null);
end
$$;
comment on function bkk_internal.invoiced_gross is 'What the invoices of a booking, or of an order, have with VAT, VAT included, less their credit notes.';

-- What of a payment is for the agency's fee: the fee's share of all that is paid by now, less what earlier invoices of the booking have
-- of it. So the invoices add up to the fee once the booking is paid, whatever the price was before.
create function bkk_internal.taxable_part(p_booking public.bkk_bookings, p_amount_satang bigint) returns bigint
  language plpgsql stable set search_path = '' as $$
declare
  fee constant bigint := least(
    bkk_internal.taxable_gross(bkk_internal.price_lines(p_booking.lines)), p_booking.total_satang);
  share bigint;
begin
  if not coalesce(p_booking.total_satang > 0, false) then
    return 0;
  end if;
  share := round(fee::numeric * least(p_booking.paid_satang, p_booking.total_satang) / p_booking.total_satang);
  return least(p_amount_satang, greatest(0, share - bkk_internal.invoiced_gross(p_booking.booking_id)));
end
$$;
comment on function bkk_internal.taxable_part is 'What of a payment that is in the paid amount of a booking already is for the agency''s fee, VAT included.';

create function bkk_internal.payment_lines(p_booking public.bkk_bookings, p_amount_satang bigint, p_has_vat boolean) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  lines constant jsonb := bkk_internal.price_lines(p_booking.lines);
  fee bigint := 0;
  kind text[] := case
    when not coalesce(p_booking.paid_satang >= p_booking.total_satang, false) and p_booking.paid_satang = p_amount_satang
      then array['เงินมัดจำ', 'Deposit']
    when coalesce(p_booking.paid_satang >= p_booking.total_satang, false) and p_booking.paid_satang > p_amount_satang
      then array['ส่วนที่เหลือ', 'Balance']
    else array['ชำระเงิน', 'Payment'] end;
begin
  if p_has_vat then
    fee := bkk_internal.taxable_part(p_booking, p_amount_satang);
  end if;
  -- All of it at once is listed as in the price; a paper has room for 12 lines.
  if p_amount_satang = p_booking.total_satang and p_booking.paid_satang = p_amount_satang
    and jsonb_array_length(lines) between 1 and 12 and (not p_has_vat or fee = (
      select coalesce(sum((line ->> 'amount_satang')::bigint), 0)
      from jsonb_array_elements(lines) as line where line ->> 'vat' = 'standard'))
  then
    return lines;
  end if;
  return case when p_amount_satang = fee then '[]'::jsonb else jsonb_build_array(bkk_internal.receipt_line(
      format('%s การจอง %s%s', kind[1], p_booking.reference, case when p_has_vat then ' เก็บแทนสายการบิน' else '' end),
      format('%s, booking %s%s', kind[2], p_booking.reference, case when p_has_vat then ', collected for the airline' else '' end),
      p_amount_satang - fee, 'not_ours')) end
    || case when fee = 0 then '[]'::jsonb else jsonb_build_array(bkk_internal.receipt_line(
      format('ค่าบริการ %s การจอง %s', kind[1], p_booking.reference),
      format('Service fee, %s, booking %s', lower(kind[2]), p_booking.reference), fee, 'standard')) end;
end
$$;
comment on function bkk_internal.payment_lines is
  'The lines of a payment for a booking, whose paid amount has it already: those of the price if it pays all of it, else what is collected for the airline and what is for the agency''s fee.';

create function bkk_internal.order_payment_lines(p_order public.bkk_orders, p_amount_satang bigint) returns jsonb
  language plpgsql stable set search_path = '' as $$
declare
  lines jsonb;
begin
  select coalesce(jsonb_agg(
      bkk_internal.receipt_line(coalesce(line.title_th, line.title), line.title, line.unit_satang, 'standard', line.quantity) order by line.position), '[]')
    into lines from public.bkk_order_lines as line where line.order_id = p_order.order_id;
  -- All of it at once is listed piece by piece; a paper has room for 12 lines.
  if p_amount_satang = p_order.total_satang and jsonb_array_length(lines) < 12 then
    return lines || case when p_order.delivery_satang = 0 then '[]'::jsonb
      else jsonb_build_array(bkk_internal.receipt_line('ค่าจัดส่ง', 'Delivery', p_order.delivery_satang, 'standard')) end;
  end if;
  return jsonb_build_array(bkk_internal.receipt_line(
    format('ชำระเงิน คำสั่งซื้อ %s', p_order.number), format('Payment, order %s', p_order.number), p_amount_satang, 'standard'));
end
$$;
comment on function bkk_internal.order_payment_lines is 'The lines of a payment for an order: its pieces and the delivery if it pays all of it.';

create function bkk_internal.receipt_vat(p_lines jsonb, p_percent numeric) returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  gross constant bigint := bkk_internal.taxable_gross(p_lines);
  vat constant bigint := bkk_internal.vat_of(gross, p_percent);
  sums jsonb;
begin
  if p_percent is null then
    return null;
  end if;
  select jsonb_build_object(
      'exempt_satang', coalesce(sum(amount) filter (where treatment = 'exempt'), 0),
      'zero_satang', coalesce(sum(amount) filter (where treatment = 'zero'), 0),
      'not_ours_satang', coalesce(sum(amount) filter (where treatment not in ('exempt', 'zero')), 0) - gross)
    into sums
    from (
      select line ->> 'vat' as treatment, (line ->> 'amount_satang')::bigint as amount
      from jsonb_array_elements(p_lines) as line) as parts;
  return sums || jsonb_build_object('percent', p_percent, 'taxable_satang', gross - vat, 'vat_satang', vat);
end
$$;
comment on function bkk_internal.receipt_vat is 'The sums of lines by treatment, with the VAT of all at the standard rate rounded once; null without a rate.';

create function bkk_internal.agency_party(p_agency public.bkk_agency) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object(
    'name_th', p_agency.name_th, 'name_en', p_agency.name_en, 'address_th', p_agency.address_th, 'address_en', p_agency.address_en,
    'tax_id', p_agency.tax_id, 'branch', case when p_agency.tax_id is not null then p_agency.branch end, 'phone', p_agency.phone,
    'email', p_agency.email);
end
$$;
comment on function bkk_internal.agency_party is 'The agency as receipts print it.';

create function bkk_internal.buyer_party(p_name text, p_address text, p_tax_id text, p_branch text) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object(
    'name_th', p_name, 'name_en', null, 'address_th', p_address, 'address_en', null, 'tax_id', p_tax_id, 'branch', p_branch);
end
$$;
comment on function bkk_internal.buyer_party is 'A buyer as receipts print it, in the one language that was typed.';

create function bkk_internal.address_text(p_address jsonb) returns text
  language plpgsql immutable set search_path = '' as $$
begin
  return concat_ws(
    ' ', p_address ->> 'line', p_address ->> 'sub_district', p_address ->> 'district', p_address ->> 'city', p_address ->> 'province',
    p_address ->> 'region', p_address ->> 'postal_code', nullif(p_address ->> 'country', 'TH'));
end
$$;
comment on function bkk_internal.address_text is 'An address of an order in one line, without the country within Thailand.';

create function bkk_internal.posting_buyer(
    p_posting public.bkk_credit_postings, p_booking public.bkk_bookings, p_order public.bkk_orders) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select bkk_internal.buyer_party(saved.name, saved.address, saved.tax_id, saved.branch)
      from public.bkk_receipt_buyers as saved where saved.user_id = p_posting.user_id),
    case when p_order.order_id is not null then
      bkk_internal.buyer_party(coalesce(p_order.name, 'ลูกค้า'), nullif(bkk_internal.address_text(p_order.address), ''), null, null) end,
    bkk_internal.buyer_party(coalesce(
      (select coalesce(member.full_name, member.email)
        from public.bkk_user_roles as member where member.user_id = p_posting.user_id),
      p_booking.member_name, 'ลูกค้า'), null, null, null));
end
$$;
comment on function bkk_internal.posting_buyer is 'The buyer on the receipt of a posting: the one that the member has saved, whom the order goes to, or the member.';

create function bkk_internal.payment_facts(
    p_posting public.bkk_credit_postings, p_booking public.bkk_bookings, p_order public.bkk_orders) returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'method', case when p_posting.bank_satang = 0 then 'credit' else 'transfer' end, 'received_at', p_posting.received_at,
    'amount_satang', abs(case when p_posting.bank_satang = 0 then p_posting.credit_satang else p_posting.bank_satang end),
    'bank_reference', case p_posting.kind
      when 'payment' then coalesce(
        (select payment.bank_reference from public.bkk_booking_payments as payment where payment.payment_id = p_posting.payment_id),
        (select slip.trans_ref from public.bkk_slips as slip where slip.slip_id = p_posting.slip_id))
      when 'top_up' then (select slip.trans_ref from public.bkk_slips as slip where slip.slip_id = p_posting.slip_id)
      when 'refund_paid' then (
        select refund.bank_reference from public.bkk_refunds as refund
        where 'refund_paid:' || refund.refund_id = p_posting.key) end,
    'credit_satang', case when p_posting.bank_satang > 0 then greatest(-p_posting.credit_satang, 0) else 0 end,
    'paid_satang', case when p_posting.booking_satang <> 0 then p_booking.paid_satang
      when p_posting.order_satang <> 0 then p_order.paid_satang end,
    -- Without a price nobody knows; greatest() ignores NULL.
    'left_satang', case when p_posting.booking_satang <> 0 and p_booking.total_satang is not null
      then greatest(p_booking.total_satang - p_booking.paid_satang, 0)
      when p_posting.order_satang <> 0 then greatest(p_order.total_satang - p_order.paid_satang, 0) end);
end
$$;
comment on function bkk_internal.payment_facts is 'How the money of a posting moved, and what is paid for its booking or order with it.';

create function bkk_internal.issue_receipt(p_posting public.bkk_credit_postings) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  agency public.bkk_agency;
  booking public.bkk_bookings;
  placed public.bkk_orders;
  receipt public.bkk_receipts;
  percent numeric;
  surplus constant bigint := greatest(p_posting.credit_satang, 0);
  lines jsonb := '[]';
begin
  select known.* into agency from public.bkk_agency as known;
  select known.* into booking from public.bkk_bookings as known where known.booking_id = p_posting.booking_id;
  select known.* into placed from public.bkk_orders as known where known.order_id = p_posting.order_id;
  -- The tax point of a service is its payment. A top-up is no supply.
  if p_posting.kind = 'payment' then
    percent := bkk_internal.vat_percent(agency, (p_posting.received_at at time zone 'Asia/Bangkok')::date);
    lines := case when placed.order_id is not null then bkk_internal.order_payment_lines(
        -- Each piece is the agency's supply: the invoice is for what comes from credit too.
        placed, case when percent is not null then p_posting.order_satang else p_posting.bank_satang - surplus end)
      else bkk_internal.payment_lines(
        booking, case when p_posting.bank_satang = 0 then p_posting.booking_satang else p_posting.bank_satang - surplus end,
        percent is not null) end;
  end if;
  -- Credit had its receipt when it came in; with the agency's fee it pays for a supply, which needs an invoice.
  if p_posting.bank_satang = 0 and (percent is null or bkk_internal.taxable_gross(lines) = 0) then
    return;
  end if;
  if p_posting.bank_satang > 0 and surplus > 0 then
    lines := lines || bkk_internal.receipt_line(
      case p_posting.kind when 'payment' then 'ส่วนที่ชำระเกิน เก็บเป็นเครดิต' else 'เติมเครดิต' end,
      case p_posting.kind when 'payment' then 'Surplus, kept as credit' else 'Credit top-up' end, surplus, 'none');
  end if;
  receipt.series := case when percent is null then 'RT' else 'IV' end;
  receipt.posting_id := p_posting.posting_id;
  receipt.user_id := p_posting.user_id;
  receipt.booking_id := p_posting.booking_id;
  receipt.order_id := p_posting.order_id;
  receipt.data := jsonb_build_object(
    'agency', bkk_internal.agency_party(agency),
    'buyer', bkk_internal.posting_buyer(p_posting, booking, placed),
    'dated_at', now(), 'booking', booking.reference, 'order', placed.number, 'lines', lines, 'vat', bkk_internal.receipt_vat(lines, percent),
    'total_satang', (select sum((line ->> 'amount_satang')::bigint) from jsonb_array_elements(lines) as line),
    'payment', bkk_internal.payment_facts(p_posting, booking, placed),
    'received_by', case when p_posting.created_by is distinct from p_posting.user_id then p_posting.created_by_name end,
    'replaces', null, 'corrects', null);
  perform bkk_internal.add_receipt(receipt);
end
$$;
comment on function bkk_internal.issue_receipt is
  'Issues the receipt of what came in by bank, a tax invoice too if the agency is registered for VAT on that day; of a payment from credit if it is for the agency''s fee.';

-- A refund of a booking lowers the value of the agency's fee by the fee's share of what is paid, of the newest invoices first; the rest
-- of it was collected for the airline and is on no credit note. All of an order is the agency's.
create function bkk_internal.issue_credit_notes(p_posting public.bkk_credit_postings) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  -- To a bank account, or to the member's credit.
  refunded constant bigint := p_posting.credit_satang - p_posting.bank_satang;
  invoice record;
  receipt public.bkk_receipts;
  booking public.bkk_bookings;
  placed public.bkk_orders;
  subject constant uuid := coalesce(p_posting.booking_id, p_posting.order_id);
  agency public.bkk_agency;
  rest bigint;
  part bigint;
  lines jsonb;
  vat jsonb;
begin
  select known.* into agency from public.bkk_agency as known;
  select known.* into booking from public.bkk_bookings as known where known.booking_id = p_posting.booking_id;
  select known.* into placed from public.bkk_orders as known where known.order_id = p_posting.order_id;
  -- A booking, or an order, has one refund.
  select round(
      bkk_internal.invoiced_gross(subject) * refunded / greatest(refunded, sum(paid.booking_satang + paid.order_satang)))
    into rest
    from public.bkk_credit_postings as paid
    where (paid.booking_id = subject or paid.order_id = subject) and paid.kind in ('payment', 'reversal');
  for invoice in
    select issued as row, bkk_internal.receipt_number(issued) as number_text,
      issued.taxable_satang - coalesce(noted.taxable, 0) as value,
      issued.taxable_satang + issued.vat_satang - coalesce(noted.gross, 0) as gross
    from public.bkk_receipts as issued
      left join lateral (
        select sum(note.taxable_satang) as taxable, sum(note.taxable_satang + note.vat_satang) as gross
        from public.bkk_receipts as note where note.corrects = issued.receipt_id and note.voided_at is null) as noted on true
    where (issued.booking_id = subject or issued.order_id = subject) and issued.series = 'IV' and issued.voided_at is null
    order by issued.issued_at desc, issued.year desc, issued.number desc
  loop
    part := least(rest, invoice.gross);
    continue when not coalesce(part > 0, false);
    rest := rest - part;
    lines := jsonb_build_array(case when placed.order_id is not null then bkk_internal.receipt_line(
        format('คืนค่าสินค้า คำสั่งซื้อ %s', placed.number), format('Refund, order %s', placed.number), part, 'standard')
      else bkk_internal.receipt_line(
        format('คืนค่าบริการ การจอง %s', booking.reference), format('Refund of the service fee, booking %s', booking.reference), part,
        'standard') end);
    vat := bkk_internal.receipt_vat(lines, ((invoice.row).data -> 'vat' ->> 'percent')::numeric);
    receipt := null;
    receipt.series := 'CN';
    receipt.posting_id := p_posting.posting_id;
    receipt.user_id := p_posting.user_id;
    receipt.booking_id := booking.booking_id;
    receipt.order_id := placed.order_id;
    receipt.corrects := (invoice.row).receipt_id;
    receipt.data := (invoice.row).data || jsonb_build_object(
      'agency', bkk_internal.agency_party(agency), 'dated_at', now(), 'lines', lines, 'vat', vat, 'total_satang', part,
      'payment', bkk_internal.payment_facts(p_posting, booking, placed) || '{"paid_satang": null, "left_satang": null}',
      'received_by', case when p_posting.created_by is distinct from p_posting.user_id then p_posting.created_by_name end,
      'replaces', null,
      'corrects', jsonb_build_object(
        'number', invoice.number_text, 'dated_at', (invoice.row).data -> 'dated_at', 'former_satang', invoice.value,
        'correct_satang', invoice.value - (vat ->> 'taxable_satang')::bigint,
        'reason_th', case when placed.order_id is null then 'คืนเงินค่าบริการให้ผู้ซื้อ' else 'คืนเงินค่าสินค้าให้ผู้ซื้อ' end,
        'reason_en', case when placed.order_id is null then 'The service fee is refunded' else 'The goods are refunded' end));
    perform bkk_internal.add_receipt(receipt);
  end loop;
end
$$;
comment on function bkk_internal.issue_credit_notes is 'Issues credit notes for what a refund gives back of the agency''s fee: one for each invoice that it corrects.';

create function bkk_internal.issue_receipts() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- A payment of the time without the feature has no receipt here: it was recorded in an earlier transaction than its posting.
  if new.kind = 'payment' and (new.order_id is not null or exists (
      select from public.bkk_booking_payments as payment where payment.payment_id = new.payment_id and payment.recorded_at = now()))
    or new.kind = 'top_up' and new.bank_satang > 0
  then
    perform bkk_internal.issue_receipt(new);
  elsif new.kind = 'reversal' then
    perform bkk_internal.void_receipt(issued.receipt_id, 'reversal')
      from public.bkk_booking_payments as reversal
        join public.bkk_credit_postings as reversed on reversed.payment_id = reversal.reverses
        join public.bkk_receipts as issued on issued.posting_id = reversed.posting_id
      where reversal.payment_id = new.payment_id;
  elsif new.kind = 'refund_paid' then
    perform bkk_internal.issue_credit_notes(new);
  end if;
  return null;
end
$$;

create trigger bkk_issue_receipts
  after insert on public.bkk_credit_postings
  for each row execute function bkk_internal.issue_receipts();

create function bkk_internal.parse_buyer(p_buyer jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
declare
  tax_id constant text := nullif(regexp_replace(p_buyer ->> 'tax_id', '[\s-]', '', 'g'), '');
  branch text := nullif(btrim(p_buyer ->> 'branch'), '');
begin
  if tax_id is not null and not bkk_internal.is_thai_id(tax_id) then
    raise sqlstate 'PT400' using
      message = 'A citizen or tax id has 13 digits, and the last one checks the others.', hint = 'bkk.thai_id';
  end if;
  -- The ids of companies begin with 0, and their invoices name the head office or the branch.
  if branch is null and tax_id like '0%' then
    branch := '00000';
  end if;
  if branch is not null and (tax_id is null or branch !~ '^[0-9]{5}$') then
    raise sqlstate 'PT400' using
      message = 'A branch has 5 digits, 00000 for the head office, and a tax id.', hint = 'bkk.receipt_branch';
  end if;
  return bkk_internal.buyer_party(
    bkk_internal.check_text(p_buyer ->> 'name', 200, 'The name', 'A receipt needs the name of the buyer.'),
    bkk_internal.check_text(p_buyer ->> 'address', 500, 'The address', 'A receipt needs the address of the buyer.'), tax_id, branch);
end
$$;
comment on function bkk_internal.parse_buyer is 'Checks {"name", "address", "tax_id", "branch"}, of which a person has no branch and may have no tax id; PT400.';

create function bkk_internal.lock_receipt(p_receipt_id uuid) returns public.bkk_receipts
  language plpgsql volatile set search_path = '' as $$
declare
  receipt public.bkk_receipts;
begin
  select issued.* into receipt from public.bkk_receipts as issued
    where issued.receipt_id = p_receipt_id and (issued.user_id = auth.uid() or public.bkk_is_admin())
    for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such receipt.', hint = 'bkk.receipt_unknown';
  end if;
  if receipt.voided_at is not null then
    raise sqlstate 'PT409' using message = 'This receipt is void already.', hint = 'bkk.receipt_void';
  end if;
  if exists (select from public.bkk_receipts as note where note.corrects = p_receipt_id and note.voided_at is null) then
    raise sqlstate 'PT409' using
      message = 'A credit note corrects this invoice: it stays as it is.', hint = 'bkk.receipt_corrected';
  end if;
  return receipt;
end
$$;
comment on function bkk_internal.lock_receipt is
  'Locks a receipt of the caller, or any for an admin; PT404, and PT409 if it is void or a credit note corrects it.';

create function bkk_internal.mail_receipt(p_receipt public.bkk_receipts, p_event text) returns void
  language plpgsql volatile set search_path = '' as $$
declare
  guest_order uuid;
begin
  if p_receipt.user_id is null then
    select placed.order_id into guest_order
      from public.bkk_orders as placed where placed.order_id = p_receipt.order_id and placed.is_guest and placed.email is not null;
    -- The account of the receipt was deleted.
    if guest_order is null then
      return;
    end if;
  end if;
  perform bkk_internal.queue_message(
    'mail', p_receipt.user_id, p_event,
    jsonb_strip_nulls(jsonb_build_object('receipt_id', p_receipt.receipt_id, 'order_id', guest_order)),
    p_event || ':' || p_receipt.receipt_id);
end
$$;
comment on function bkk_internal.mail_receipt is 'Mails the member, or the guest of the order, what became of a receipt.';

create function bkk_internal.change_receipt_buyer(p_receipt_id uuid, p_buyer jsonb) returns jsonb
  language plpgsql volatile set search_path = '' as $$
declare
  receipt public.bkk_receipts;
  former public.bkk_receipts;
  buyer jsonb;
begin
  former := bkk_internal.lock_receipt(p_receipt_id);
  if former.series = 'CN'
    or not public.bkk_is_admin() and (former.replaces is not null or former.issued_at < now() - interval '7 days')
  then
    raise sqlstate 'PT409' using message = 'The buyer of a receipt can be changed once, within 7 days. Please ask us.',
      hint = 'bkk.receipt_buyer_fixed';
  end if;
  buyer := bkk_internal.parse_buyer(p_buyer);
  perform bkk_internal.void_receipt(p_receipt_id, 'buyer');
  receipt := former;
  receipt.replaces := former.receipt_id;
  receipt.issued_at := null;
  -- It keeps the day of the former one, whose number it names (order of the Revenue Department ป.86/2542).
  receipt.data := former.data || jsonb_build_object(
    'buyer', buyer, 'replaces', jsonb_build_object(
      'number', bkk_internal.receipt_number(former), 'dated_at', former.data -> 'dated_at'));
  receipt := bkk_internal.add_receipt(receipt);
  -- Members see on the screen what they have changed.
  if receipt.user_id is distinct from auth.uid() then
    perform bkk_internal.mail_receipt(receipt, 'receipt.replaced');
  end if;
  return jsonb_build_object(
    'receipt_id', receipt.receipt_id, 'series', receipt.series, 'year', receipt.year, 'number', receipt.number);
end
$$;
comment on function bkk_internal.change_receipt_buyer is
  'Voids a receipt and issues another one for a buyer; PT409 if the caller may not, or no longer.';

create function public.bkk_set_receipt_buyer(p_receipt_id uuid, p_buyer jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_member('payments');
  return bkk_internal.change_receipt_buyer(p_receipt_id, p_buyer);
end
$$;
comment on function public.bkk_set_receipt_buyer is
  'Voids a receipt and issues another one for a buyer, {"name", "address", "tax_id", "branch"}: {"receipt_id", "series", "year", "number"}. Members may do so once for their own, within 7 days, admins always.';
call bkk_internal.expose('bkk_set_receipt_buyer', 'authenticated');

create function public.bkk_save_receipt_buyer(p_buyer jsonb, p_receipt_ids uuid[] default '{}') returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  buyer jsonb;
  changed uuid;
  issued jsonb := '[]';
begin
  perform bkk_internal.require_member('payments');
  if p_buyer is null then
    delete from public.bkk_receipt_buyers where user_id = auth.uid();
    return issued;
  end if;
  buyer := bkk_internal.parse_buyer(p_buyer);
  if cardinality(p_receipt_ids) > 50 then
    raise sqlstate 'PT400' using message = 'At most 50 receipts can be changed at once.', hint = 'bkk.receipts_too_many';
  end if;
  insert into public.bkk_receipt_buyers as saved (user_id, name, address, tax_id, branch)
    values (auth.uid(), buyer ->> 'name_th', buyer ->> 'address_th', buyer ->> 'tax_id', buyer ->> 'branch')
    on conflict (user_id) do update
      set name = excluded.name, address = excluded.address, tax_id = excluded.tax_id, branch = excluded.branch, updated_at = now();
  -- In the order of their issue, so that the new numbers have it too.
  for changed in
    select former.receipt_id from public.bkk_receipts as former
    where former.receipt_id = any (p_receipt_ids) and former.user_id = auth.uid()
    order by former.issued_at, former.year, former.number
  loop
    issued := issued || bkk_internal.change_receipt_buyer(changed, p_buyer);
  end loop;
  return issued;
end
$$;
comment on function public.bkk_save_receipt_buyer is
  'Saves the buyer, {"name", "address", "tax_id", "branch"}, of the caller''s coming receipts, or with null removes it, and changes that of their own receipts as bkk_set_receipt_buyer() does: all of them or none. Returns the receipts that replace them.';
call bkk_internal.expose('bkk_save_receipt_buyer', 'authenticated');

create function public.bkk_admin_void_receipt(p_receipt_id uuid, p_reason text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  receipt public.bkk_receipts;
begin
  perform bkk_internal.require_admin('payments');
  receipt := bkk_internal.lock_receipt(p_receipt_id);
  perform bkk_internal.void_receipt(
    p_receipt_id, 'admin', bkk_internal.check_text(p_reason, 500, 'The reason', 'Say why the receipt is void.'));
  perform bkk_internal.mail_receipt(receipt, 'receipt.voided');
end
$$;
comment on function public.bkk_admin_void_receipt is 'Voids a receipt without another one; it keeps its number, and its member or guest gets a mail with the reason.';
call bkk_internal.expose('bkk_admin_void_receipt', 'authenticated');

create function public.bkk_receipt_mail_data(
    p_payment_id uuid default null, p_slip_id uuid default null, p_posting_id uuid default null, p_receipt_id uuid default null)
  returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  private constant text[] := array['user_id', 'posting_id', 'search_text'];
begin
  perform public.bkk_require_feature('payments');
  if p_receipt_id is not null then
    return (select to_jsonb(issued) - private from public.bkk_receipts as issued where issued.receipt_id = p_receipt_id);
  end if;
  return (
    select to_jsonb(issued) - private
    from public.bkk_credit_postings as posting join public.bkk_receipts as issued using (posting_id)
    where (posting.payment_id = p_payment_id or posting.slip_id = p_slip_id or posting.posting_id = p_posting_id) and issued.series <> 'CN' and issued.voided_at is null);
end
$$;
comment on function public.bkk_receipt_mail_data is
  'The receipt of a payment, of a slip or of a posting; null if there is none that counts. By its own id also a void one. For the senders of messages.';
call bkk_internal.expose('bkk_receipt_mail_data', 'service_role', 'supabase_auth_admin');

-- Those of deleted accounts, which name a person: the law asks for them that long. The others stay.
create function bkk_internal.delete_receipts(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  deleted bigint;
begin
  with due as (
    select issued.receipt_id from public.bkk_receipts as issued
    where issued.user_id is null and issued.issued_at < bkk_internal.books_kept_from(p_now)
      and not exists (
        select from public.bkk_receipts as later where issued.receipt_id in (later.replaces, later.corrects))
    order by issued.issued_at
    limit 500)
  delete from public.bkk_receipts as issued using due where issued.receipt_id = due.receipt_id;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function bkk_internal.delete_receipts is
  'Deletes receipts of deleted accounts once the books of their year need not be kept, the newest of a chain first; returns their number, 500 at most.';

insert into public.bkk_jobs (name, every, batch_size) values ('delete_receipts', '1 day', 500);
