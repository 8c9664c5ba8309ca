-- Bank statements, which admins read from a CSV file of the bank and match with the movements of the books. Nothing is matched by itself.

create table public.bkk_bank_statements (
  statement_id uuid primary key default gen_random_uuid(),
  account text not null check (char_length(account) between 1 and 40),
  file_name text not null check (char_length(file_name) between 1 and 255),
  -- Bangkok's days that its lines span, and its last line.
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  last_at timestamptz not null,
  lines integer not null check (lines between 1 and 2000),
  new_lines integer not null check (new_lines between 0 and lines),
  imported_at timestamptz not null default now(),
  -- Without a foreign key, because the statement outlives the account of the admin.
  imported_by uuid,
  imported_by_name text check (char_length(imported_by_name) <= 200)
);
comment on table public.bkk_bank_statements is 'The files of bank statements that were read.';

create index bkk_bank_statements_days_idx on public.bkk_bank_statements (last_day, first_day);
create index bkk_bank_statements_imported_by_idx on public.bkk_bank_statements (imported_by);
create index bkk_bank_statements_imported_at_idx on public.bkk_bank_statements (imported_at desc);

create table public.bkk_bank_lines (
  line_id uuid primary key default gen_random_uuid(),
  statement_id uuid not null references public.bkk_bank_statements (statement_id) on delete cascade,
  account text not null check (char_length(account) between 1 and 40),
  at timestamptz not null check (isfinite(at)),
  -- False for a statement with days alone: at is the start of the day then.
  has_time boolean not null,
  -- Positive came in.
  amount_satang bigint not null check (amount_satang <> 0 and abs(amount_satang) <= 100000000000),
  description text not null check (char_length(description) <= 500),
  reference text check (char_length(reference) between 1 and 100),
  balance_satang bigint,
  -- Of account, time, amount, reference, description, and the number of the line among equal ones of its file: a line that was read before
  -- counts once, two equal transfers count twice.
  fingerprint bytea not null unique check (octet_length(fingerprint) = 32),
  state text not null default 'OPEN' check (state in ('OPEN', 'CONFIRMED', 'IGNORED')),
  posting_id uuid unique references public.bkk_credit_postings (posting_id) on delete restrict,
  decided_at timestamptz,
  -- Without a foreign key, because the decision outlives the account of the admin.
  decided_by uuid,
  decided_by_name text check (char_length(decided_by_name) <= 200),
  note text check (char_length(note) <= 500),
  check ((state = 'CONFIRMED') = (posting_id is not null)),
  check ((state = 'OPEN') = (decided_at is null))
);
comment on table public.bkk_bank_lines is 'The lines of bank statements, each with the movement that an admin confirmed for it.';

create index bkk_bank_lines_state_idx on public.bkk_bank_lines (state, at desc, line_id desc);
create index bkk_bank_lines_statement_idx on public.bkk_bank_lines (statement_id);
create index bkk_bank_lines_decided_by_idx on public.bkk_bank_lines (decided_by);

-- What a line is compared with.
create index bkk_credit_postings_bank_idx on public.bkk_credit_postings (bank_satang, received_at) where bank_satang <> 0;
create index bkk_slips_waiting_amount_idx on public.bkk_slips (typed_satang, created_at) where status = 'WAITING';
create index bkk_bookings_balance_idx on public.bkk_bookings ((total_satang - paid_satang))
  where status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED', 'TICKETED') and paid_satang < total_satang;
create index bkk_bookings_deposit_idx on public.bkk_bookings ((deposit_satang - paid_satang))
  where status in ('HOLD', 'DEPOSIT_PENDING') and paid_satang < deposit_satang;

call bkk_internal.protect('bkk_bank_statements');
call bkk_internal.protect('bkk_bank_lines');
grant select on table public.bkk_bank_statements, public.bkk_bank_lines to service_role;

create function bkk_internal.count_bank_line() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    perform bkk_internal.add_bank_line_total(old, -1);
  end if;
  perform bkk_internal.add_bank_line_total(new, 1);
  return null;
end
$$;

create function bkk_internal.add_bank_line_total(p_line public.bkk_bank_lines, p_sign integer) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  if p_line.state = 'OPEN' then
    perform bkk_internal.add_finance_total('open_lines', p_line.at, p_sign * p_line.amount_satang, p_sign);
  elsif p_line.state = 'CONFIRMED' then
    -- By the day of the movement, with whose sums it is compared; the bank's may be the next one.
    perform bkk_internal.add_finance_total('matched', posting.received_at, p_sign * p_line.amount_satang, p_sign)
      from public.bkk_credit_postings as posting where posting.posting_id = p_line.posting_id;
  end if;
end
$$;
comment on function bkk_internal.add_bank_line_total is 'Adds a line to the totals of its day, or takes it from them with the sign -1.';

create trigger bkk_count_bank_line
  after insert or update of state, posting_id on public.bkk_bank_lines
  for each row execute function bkk_internal.count_bank_line();

create function bkk_internal.parse_bank_lines(p_lines jsonb, p_account text) returns setof public.bkk_bank_lines
  language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) not between 1 and 2000 then
    raise sqlstate 'PT400' using message = 'A statement is read in parts of 1 to 2,000 lines.', hint = 'bkk.bank_lines';
  end if;
  return query
    with given as (
      select (line.value ->> 'at')::timestamptz as at, coalesce((line.value ->> 'has_time')::boolean, true) as has_time,
        (line.value ->> 'amount_satang')::bigint as amount,
        regexp_replace(btrim(coalesce(line.value ->> 'description', '')), '\s+', ' ', 'g') as description,
        nullif(btrim(line.value ->> 'reference'), '') as reference, (line.value ->> 'balance_satang')::bigint as balance,
        (line.value ->> 'occurrence')::integer as occurrence, line.position
      from jsonb_array_elements(p_lines) with ordinality as line (value, position)),
    numbered as (
      select given.*, coalesce(given.occurrence, row_number() over (
          partition by given.at, given.amount, given.description, given.reference order by given.position)) as same_number
      from given)
    select gen_random_uuid(), null::uuid, p_account, line.at, line.has_time, line.amount, line.description, line.reference,
      line.balance, sha256(convert_to(jsonb_build_array(
        p_account, extract(epoch from line.at), line.amount, line.description, line.reference, line.same_number)::text, 'utf8')),
      'OPEN', null::uuid, null::timestamptz, null::uuid, null::text, null::text
    from numbered as line order by line.position;
exception
  when data_exception then
    raise sqlstate 'PT400' using message = 'A line of the statement has no valid time or amount.', hint = 'bkk.bank_lines';
end
$$;
comment on function bkk_internal.parse_bank_lines is 'The lines of a statement as rows with their fingerprints; PT400.';

create function public.bkk_admin_import_bank_lines(
    p_lines jsonb, p_account text, p_file_name text, p_is_preview boolean default false) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  account text;
  file_name text;
  statement public.bkk_bank_statements;
  added integer;
begin
  perform bkk_internal.require_admin('payments');
  account := bkk_internal.check_text(p_account, 40, 'The account', 'Say which account the statement is of.');
  file_name := bkk_internal.check_text(p_file_name, 255, 'The name of the file', 'The file has no name.');
  select count(*), min((line.at at time zone 'Asia/Bangkok')::date), max((line.at at time zone 'Asia/Bangkok')::date), max(line.at)
    into statement.lines, statement.first_day, statement.last_day, statement.last_at
    from bkk_internal.parse_bank_lines(p_lines, account) as line;
  if p_is_preview then
    select count(distinct line.fingerprint) into added from bkk_internal.parse_bank_lines(p_lines, account) as line
      where not exists (select from public.bkk_bank_lines as known where known.fingerprint = line.fingerprint);
    return jsonb_build_object('lines', statement.lines, 'new_lines', added);
  end if;
  insert into public.bkk_bank_statements (
      account, file_name, first_day, last_day, last_at, lines, new_lines, imported_by, imported_by_name)
    values (
      account, file_name, statement.first_day, statement.last_day, statement.last_at, statement.lines, 0, auth.uid(),
      bkk_internal.caller_name())
    returning * into statement;
  insert into public.bkk_bank_lines (
      statement_id, account, at, has_time, amount_satang, description, reference, balance_satang, fingerprint)
    select statement.statement_id, line.account, line.at, line.has_time, line.amount_satang, line.description, line.reference,
      line.balance_satang, line.fingerprint
    from bkk_internal.parse_bank_lines(p_lines, account) as line
    -- So that two imports of the same lines wait in the same order.
    order by line.fingerprint
    on conflict (fingerprint) do nothing;
  get diagnostics added = row_count;
  update public.bkk_bank_statements set new_lines = added where statement_id = statement.statement_id;
  return jsonb_build_object('statement_id', statement.statement_id, 'lines', statement.lines, 'new_lines', added);
exception
  when not_null_violation or check_violation then
    raise sqlstate 'PT400' using message = 'A line of the statement has no valid time, amount or text.', hint = 'bkk.bank_lines';
end
$$;
comment on function public.bkk_admin_import_bank_lines is
  'Reads up to 2,000 lines [{"at", "has_time", "amount_satang", "description", "reference", "balance_satang", "occurrence"}] of a statement: {"statement_id", "lines", "new_lines"}. A line that was read before counts once; occurrence numbers equal lines of one file. A preview only counts.';
call bkk_internal.expose('bkk_admin_import_bank_lines', 'authenticated');

create function bkk_internal.reference_key(p_text text) returns text
  language sql immutable set search_path = '' as $$
  select upper(regexp_replace(p_text, '[^A-Za-z0-9]', '', 'g'))
$$;
comment on function bkk_internal.reference_key is 'Letters and digits of a bank reference, as banks print it with and without signs.';

create function bkk_internal.names_reference(p_line public.bkk_bank_lines, p_references text[]) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return exists (
    select from unnest(p_references) as given (value)
    -- Shorter ones are found by chance.
    where char_length(bkk_internal.reference_key(given.value)) >= 6
      and position(bkk_internal.reference_key(given.value)
        in bkk_internal.reference_key(coalesce(p_line.reference, '')) || ' ' || bkk_internal.reference_key(p_line.description)) > 0);
end
$$;
comment on function bkk_internal.names_reference is 'Whether a line has one of these references, of six letters and digits at least.';

create function bkk_internal.named_bookings(p_line public.bkk_bank_lines) returns text[]
  language sql immutable set search_path = '' as $$
  select array(
    select distinct 'BKK-' || substr(text.key, start, 8)
    from (select bkk_internal.reference_key(coalesce(p_line.reference, '') || ' ' || p_line.description)) as text (key),
      generate_series(1, char_length(text.key) - 7) as start)
$$;
comment on function bkk_internal.named_bookings is
  'What may be the reference of a booking in the texts of a line: every eight of its letters and digits in a row.';

-- The amount is exact, or less than what is due for a booking that the line names; a movement or slip is at most 2 days away. Its time fits within an hour, or on the day if the bank tells no time.
create function bkk_internal.line_matches(p_line public.bkk_bank_lines) returns jsonb
  -- Planning each call anew takes three times as long as the reading by index.
  language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  line_end constant timestamptz := p_line.at + case when p_line.has_time then interval '0' else interval '1 day' end;
begin
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'kind', found.kind, 'posting_id', found.posting_id, 'slip_id', found.slip_id, 'booking_id', found.booking_id,
        'reference', found.reference, 'full_name', found.full_name, 'at', found.at, 'due_kind', found.due_kind,
        'due_satang', found.due_satang, 'due_at', found.due_at, 'time_fits', found.time_fits, 'reference_fits', found.reference_fits)
      order by found.reference_fits desc, found.time_fits desc, found.position, found.at), '[]')
    from (
      select candidate.*, bkk_internal.names_reference(p_line, candidate.names) as reference_fits,
        coalesce(candidate.at >= p_line.at - case when p_line.has_time then interval '1 hour' else interval '0' end
          and candidate.at <= line_end + case when p_line.has_time then interval '1 hour' else interval '0' end, false) as time_fits
      from (
        (select 1 as position, 'posting' as kind, posting.posting_id, null::uuid as slip_id, posting.booking_id,
          coalesce(booking.reference, shop.number) as reference,
          coalesce(member.full_name, booking.member_name, shop.name) as full_name, posting.received_at as at, null::text as due_kind,
          null::bigint as due_satang, null::timestamptz as due_at,
          array[payment.bank_reference, slip.trans_ref, right(booking.reference, 8), right(shop.number, 8)] as names
        from public.bkk_credit_postings as posting
          left join public.bkk_bookings as booking on booking.booking_id = posting.booking_id
          left join public.bkk_orders as shop on shop.order_id = posting.order_id
          left join public.bkk_user_roles as member on member.user_id = posting.user_id
          left join public.bkk_booking_payments as payment on payment.payment_id = posting.payment_id
          left join public.bkk_slips as slip on slip.slip_id = posting.slip_id
        where posting.bank_satang = p_line.amount_satang
          and posting.received_at between p_line.at - interval '2 days' and line_end + interval '2 days'
          and (select count(*) from public.bkk_bank_lines as taken where taken.posting_id = posting.posting_id) = 0
        limit 200)
        union all
        (select 2, 'slip', null, slip.slip_id, slip.booking_id, coalesce(booking.reference, shop.number),
          coalesce(member.full_name, slip.payer_name), slip.created_at, null, null, null,
          array[slip.trans_ref, right(booking.reference, 8), right(shop.number, 8)]
        from public.bkk_slips as slip
          left join public.bkk_bookings as booking on booking.booking_id = slip.booking_id
          left join public.bkk_orders as shop on shop.order_id = slip.order_id
          left join public.bkk_user_roles as member on member.user_id = slip.user_id
        where slip.status = 'WAITING' and slip.typed_satang = p_line.amount_satang
          and slip.created_at between p_line.at - interval '2 days' and line_end + interval '2 days'
        limit 200)
        union all
        (select 3, 'due', null, null, booking.booking_id, booking.reference, coalesce(member.full_name, booking.member_name),
          booking.due_at, bkk_internal.due_kind(booking, true), p_line.amount_satang, booking.due_at, array[right(booking.reference, 8)]
        from public.bkk_bookings as booking left join public.bkk_user_roles as member on member.user_id = booking.user_id
        where p_line.amount_satang > 0 and booking.created_at <= line_end + interval '1 hour'
          and booking.status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED', 'TICKETED') and booking.paid_satang < booking.total_satang
          and booking.total_satang - booking.paid_satang = p_line.amount_satang
        limit 200)
        union all
        -- Apart, so that each reads its own index.
        (select 3, 'due', null, null, booking.booking_id, booking.reference, coalesce(member.full_name, booking.member_name),
          booking.due_at, bkk_internal.due_kind(booking), p_line.amount_satang, booking.due_at, array[right(booking.reference, 8)]
        from public.bkk_bookings as booking left join public.bkk_user_roles as member on member.user_id = booking.user_id
        where p_line.amount_satang > 0 and booking.created_at <= line_end + interval '1 hour'
          and booking.status in ('HOLD', 'DEPOSIT_PENDING') and booking.paid_satang < booking.deposit_satang
          and booking.deposit_satang < booking.total_satang
          and booking.deposit_satang - booking.paid_satang = p_line.amount_satang
        limit 200)
        union all
        -- Less than what is due, for a booking that the line names. Its slip is reviewed instead if one waits.
        (select 4, case when slip.slip_id is null then 'due' else 'slip' end, null, slip.slip_id, booking.booking_id, booking.reference,
          coalesce(member.full_name, booking.member_name), coalesce(slip.created_at, booking.due_at), bkk_internal.due_kind(booking),
          bkk_internal.due_satang(booking), booking.due_at, array[right(booking.reference, 8)]
        from public.bkk_bookings as booking
          left join public.bkk_user_roles as member on member.user_id = booking.user_id
          left join lateral (
            select sent.* from public.bkk_slips as sent where sent.booking_id = booking.booking_id and sent.status = 'WAITING'
            order by sent.created_at desc limit 1) as slip on true
        where p_line.amount_satang > 0 and booking.reference = any (bkk_internal.named_bookings(p_line))
          and booking.status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED', 'TICKETED')
          and bkk_internal.due_satang(booking) > p_line.amount_satang
          and slip.typed_satang is distinct from p_line.amount_satang)
      ) as candidate
      order by reference_fits desc, time_fits desc, candidate.position, candidate.at
      limit 5) as found);
end
$$;
comment on function bkk_internal.line_matches is
  'The movements, waiting slips and due amounts that may be a line of a statement, the best five first.';

create function public.bkk_admin_bank_lines(
    p_state text default 'OPEN', p_before_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50)
  returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('payments');
  return jsonb_build_object(
    'lines', (
      select coalesce(jsonb_agg(
        to_jsonb(page.line) - array['fingerprint', 'decided_by', 'statement_id'] || jsonb_build_object(
          'matches', case when (page.line).state = 'OPEN' then bkk_internal.line_matches(page.line) else '[]' end,
          'booking', (
            select coalesce(booking.reference, shop.number) from public.bkk_credit_postings as posting
              left join public.bkk_bookings as booking on booking.booking_id = posting.booking_id
              left join public.bkk_orders as shop on shop.order_id = posting.order_id
            where posting.posting_id = (page.line).posting_id))
        order by (page.line).at desc, (page.line).line_id desc), '[]')
      from (
        select line from public.bkk_bank_lines as line
        where line.state = p_state and (p_before_at is null or (line.at, line.line_id) < (p_before_at, p_before_id))
        order by line.at desc, line.line_id desc
        limit least(greatest(p_limit, 1), 100)) as page),
    'open', (select count(*) from (select from public.bkk_bank_lines as line where line.state = 'OPEN' limit 1001) as open),
    'statement', (
      select to_jsonb(last) - array['imported_by', 'statement_id'] from public.bkk_bank_statements as last
      order by last.imported_at desc limit 1));
end
$$;
comment on function public.bkk_admin_bank_lines is
  'Lines of statements in a state, the newest first, 100 at most, each with what may match: {"lines", "open" (1001 stands for more than 1000), "statement" (the last one read)}; the next page begins before "at" and "line_id" of the last one.';
call bkk_internal.expose('bkk_admin_bank_lines', 'authenticated');

create function bkk_internal.lock_bank_line(p_line_id uuid, p_states text[]) returns public.bkk_bank_lines
  language plpgsql volatile set search_path = '' as $$
declare
  line public.bkk_bank_lines;
begin
  select known.* into line from public.bkk_bank_lines as known where known.line_id = p_line_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such line.', hint = 'bkk.bank_line_unknown';
  end if;
  if not line.state = any (p_states) then
    raise sqlstate 'PT409' using message = 'Another admin has decided on this line. Load it again.', hint = 'bkk.bank_line_decided';
  end if;
  return line;
end
$$;
comment on function bkk_internal.lock_bank_line is 'Locks a line of a statement in one of these states; PT404 or PT409.';

create function public.bkk_admin_confirm_bank_line(p_line_id uuid, p_posting_id uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  line public.bkk_bank_lines;
  posting public.bkk_credit_postings;
begin
  perform bkk_internal.require_admin('payments');
  line := bkk_internal.lock_bank_line(p_line_id, '{OPEN,CONFIRMED}');
  if line.posting_id = p_posting_id then
    return;
  end if;
  line := bkk_internal.lock_bank_line(p_line_id, '{OPEN}');
  select known.* into posting from public.bkk_credit_postings as known where known.posting_id = p_posting_id;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such movement.', hint = 'bkk.posting_unknown';
  end if;
  if posting.bank_satang <> line.amount_satang then
    raise sqlstate 'PT409' using message = 'The movement has another amount than the line.', hint = 'bkk.bank_line_amount';
  end if;
  update public.bkk_bank_lines
    set state = 'CONFIRMED', posting_id = p_posting_id, decided_at = now(), decided_by = auth.uid(),
      decided_by_name = bkk_internal.caller_name()
    where line_id = p_line_id;
exception
  when unique_violation then
    raise sqlstate 'PT409' using message = 'This movement belongs to another line already.', hint = 'bkk.posting_matched';
end
$$;
comment on function public.bkk_admin_confirm_bank_line is
  'Says that a line of a statement is a movement by bank of the same amount, which belongs to one line alone. Repeating it changes nothing.';
call bkk_internal.expose('bkk_admin_confirm_bank_line', 'authenticated');

create function public.bkk_admin_post_bank_line(p_line_id uuid, p_booking_id uuid, p_idempotency_key uuid) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  line public.bkk_bank_lines;
  booking public.bkk_bookings;
  result jsonb;
begin
  perform bkk_internal.require_admin('payments');
  -- A repeated call finds the line confirmed, and the payment of its key.
  line := bkk_internal.lock_bank_line(p_line_id, '{OPEN,CONFIRMED}');
  select known.* into booking from public.bkk_bookings as known where known.booking_id = p_booking_id for update;
  if line.state = 'OPEN' and coalesce(bkk_internal.due_satang(booking), 0) < line.amount_satang then
    raise sqlstate 'PT409' using message = 'This is more than is due for the booking.', hint = 'bkk.payment_too_much';
  end if;
  if line.state = 'CONFIRMED' and bkk_internal.payment_of_key(p_idempotency_key, p_booking_id, null, line.amount_satang) is null then
    line := bkk_internal.lock_bank_line(p_line_id, '{OPEN}');
  end if;
  result := public.bkk_admin_record_payment(
    p_booking_id, booking.version, line.amount_satang, line.at, left(line.reference, 60), left(nullif(line.description, ''), 500),
    p_idempotency_key);
  if result ? 'payment_id' then
    perform public.bkk_admin_confirm_bank_line(p_line_id, posting.posting_id)
      from public.bkk_credit_postings as posting where posting.payment_id = (result ->> 'payment_id')::uuid;
    select known.* into booking from public.bkk_bookings as known where known.booking_id = p_booking_id;
    result := result || jsonb_build_object(
      'missing_satang', coalesce(bkk_internal.due_satang(booking), 0), 'missing_until', booking.due_at);
  end if;
  return result;
end
$$;
comment on function public.bkk_admin_post_bank_line is
  'Records what a line of a statement brought for a booking, and confirms the line: as bkk_admin_record_payment(), with "missing_satang" and "missing_until". It is not more than is due. An amount that waits for a second admin leaves the line open. A repeated key returns the first result.';
call bkk_internal.expose('bkk_admin_post_bank_line', 'authenticated');

create function public.bkk_admin_ignore_bank_line(p_line_id uuid, p_note text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('payments');
  perform bkk_internal.lock_bank_line(p_line_id, '{OPEN}');
  update public.bkk_bank_lines
    set state = 'IGNORED', note = bkk_internal.check_text(p_note, 500, 'The note', 'Say why the line is no payment.'),
      decided_at = now(), decided_by = auth.uid(), decided_by_name = bkk_internal.caller_name()
    where line_id = p_line_id;
end
$$;
comment on function public.bkk_admin_ignore_bank_line is 'Sets aside a line that is no movement of the books, such as a fee of the bank, with a note.';
call bkk_internal.expose('bkk_admin_ignore_bank_line', 'authenticated');

create function public.bkk_admin_reopen_bank_line(p_line_id uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('payments');
  perform bkk_internal.lock_bank_line(p_line_id, '{CONFIRMED,IGNORED}');
  update public.bkk_bank_lines
    set state = 'OPEN', posting_id = null, note = null, decided_at = null, decided_by = null, decided_by_name = null
    where line_id = p_line_id;
end
$$;
comment on function public.bkk_admin_reopen_bank_line is 'Undoes a decision on a line of a statement.';
call bkk_internal.expose('bkk_admin_reopen_bank_line', 'authenticated');

create function bkk_internal.compared_days(p_first date, p_last date)
  returns table (day date, is_covered boolean, bank_in bigint, bank_out bigint, receipts bigint, receipt_count bigint, earlier bigint,
    matched bigint, open_lines bigint, open_count bigint)
  language sql stable set search_path = '' as $$
  with papers as (
    select total.day, sum(total.satang) filter (where total.what = 'receipts') as receipts,
      sum(total.count) filter (where total.what = 'receipts') as receipt_count,
      sum(total.satang) filter (where total.what = 'earlier') as earlier,
      sum(total.satang) filter (where total.what = 'matched') as matched,
      sum(total.satang) filter (where total.what = 'open_lines') as open_lines,
      sum(total.count) filter (where total.what = 'open_lines') as open_count
    from public.bkk_finance_days as total
    where total.what in ('receipts', 'earlier', 'matched', 'open_lines') and total.day between p_first and p_last
    group by total.day),
  bank as (
    select total.day, sum(total.went_out_satang) as came_in, sum(total.came_in_satang) as went_out
    from public.bkk_credit_days as total where total.account = 'bank' and total.day between p_first and p_last group by total.day)
  select days.day::date, exists (
      select from public.bkk_bank_statements as statement where days.day between statement.first_day and statement.last_day),
    coalesce(bank.came_in, 0)::bigint, coalesce(bank.went_out, 0)::bigint, coalesce(papers.receipts, 0)::bigint,
    coalesce(papers.receipt_count, 0)::bigint, coalesce(papers.earlier, 0)::bigint, coalesce(papers.matched, 0)::bigint,
    coalesce(papers.open_lines, 0)::bigint, coalesce(papers.open_count, 0)::bigint
  from generate_series(p_first::timestamp, p_last, '1 day') as days (day)
    left join bank on bank.day = days.day::date
    left join papers on papers.day = days.day::date
$$;
comment on function bkk_internal.compared_days is
  'For each day what came in and went out by bank, and what receipts and confirmed lines of statements have of it; is_covered if a statement spans the day.';

-- Reads the movements of days that differ alone; planning it anew takes longer.
create function bkk_internal.difference_causes(p_first date, p_last date) returns jsonb
  language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    with days as materialized (select * from bkk_internal.compared_days(p_first, p_last)),
    -- Scalar subqueries: a join would read all receipts and lines.
    without_receipt as (
      select case when exists (
          select from public.bkk_receipts as issued where issued.posting_id = posting.posting_id and issued.void_kind = 'admin')
          then 'receipt_void' else 'no_receipt' end as cause, posting.posting_id, null::uuid as line_id
      from (select * from days where bank_in <> receipts + earlier order by day desc limit 20) as differing
        cross join lateral (
          select found.posting_id, found.received_at from public.bkk_credit_postings as found
          where found.received_at >= bkk_internal.start_of_day(differing.day)
            and found.received_at < bkk_internal.start_of_day(differing.day + 1)
            and found.bank_satang > 0 and found.key not like 'recorded:%' and (
              select count(*) from public.bkk_receipts as issued
              where issued.posting_id = found.posting_id and issued.series <> 'CN'
                and coalesce(issued.void_kind, 'reversal') = 'reversal') = 0
          order by found.received_at desc limit 20) as posting
      limit 20),
    without_line as (
      select 'no_line', posting.posting_id, null::uuid
      from (select * from days where is_covered and bank_in - bank_out <> matched order by day desc limit 20) as differing
        cross join lateral (
          select found.posting_id from public.bkk_credit_postings as found
          where found.received_at >= bkk_internal.start_of_day(differing.day)
            and found.received_at < bkk_internal.start_of_day(differing.day + 1) and found.bank_satang <> 0 and (
              select count(*) from public.bkk_bank_lines as line where line.posting_id = found.posting_id) = 0
          order by found.received_at desc limit 20) as posting
      limit 20),
    without_posting as (
      select 'no_posting', null::uuid, line.line_id from public.bkk_bank_lines as line
      where line.state = 'OPEN' and line.at >= bkk_internal.start_of_day(p_first) and line.at < bkk_internal.start_of_day(p_last + 1)
      order by line.at desc limit 20),
    causes as (select * from without_receipt union all select * from without_line union all select * from without_posting limit 20)
    select coalesce(jsonb_agg(jsonb_build_object(
      'cause', causes.cause, 'posting_id', causes.posting_id, 'line_id', causes.line_id, 'booking_id', posting.booking_id,
      'reference', booking.reference, 'full_name', coalesce(member.full_name, booking.member_name, line.description),
      'at', coalesce(posting.received_at, line.at), 'amount_satang', coalesce(posting.bank_satang, line.amount_satang),
      'recorded_by', posting.created_by_name)
      order by array_position(array['no_receipt', 'receipt_void', 'no_line', 'no_posting'], causes.cause),
        coalesce(posting.received_at, line.at) desc), '[]')
    from causes
      left join public.bkk_credit_postings as posting on posting.posting_id = causes.posting_id
      left join public.bkk_bookings as booking on booking.booking_id = posting.booking_id
      left join public.bkk_user_roles as member on member.user_id = posting.user_id
      left join public.bkk_bank_lines as line on line.line_id = causes.line_id);
end
$$;
comment on function bkk_internal.difference_causes is
  'Up to 20 movements without a receipt or a line of a statement, and lines without a movement, in a period.';

create function public.bkk_admin_finance_agreement(p_first date, p_last date) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  sums record;
begin
  perform bkk_internal.require_admin('payments');
  perform bkk_internal.check_period(p_first, p_last);
  select coalesce(sum(day.bank_in), 0) as bank_in, coalesce(sum(day.bank_out), 0) as bank_out, coalesce(sum(day.receipts), 0) as receipts,
      coalesce(sum(day.receipt_count), 0) as receipt_count, coalesce(sum(day.earlier), 0) as earlier,
      count(*) filter (where day.is_covered) as covered, min(day.day) filter (where day.is_covered) as covered_first,
      max(day.day) filter (where day.is_covered) as covered_last,
      coalesce(sum(day.bank_in - day.bank_out) filter (where day.is_covered), 0) as covered_bank,
      coalesce(sum(day.matched) filter (where day.is_covered), 0) as matched, coalesce(sum(day.open_lines), 0) as open_lines,
      coalesce(sum(day.open_count), 0) as open_count,
      bool_or(day.bank_in <> day.receipts + day.earlier or day.open_count > 0
        or day.is_covered and day.bank_in - day.bank_out <> day.matched) as differs
    into sums from bkk_internal.compared_days(p_first, p_last) as day;
  return jsonb_build_object(
    'bank_in_satang', sums.bank_in, 'bank_out_satang', sums.bank_out, 'receipts_satang', sums.receipts, 'receipts', sums.receipt_count,
    'earlier_satang', sums.earlier, 'receipts_difference_satang', sums.bank_in - sums.receipts - sums.earlier,
    'statement', case when sums.covered > 0 then jsonb_build_object(
      'first_day', sums.covered_first, 'last_day', sums.covered_last, 'days', sums.covered, 'last_at', (
        select max(statement.last_at) from public.bkk_bank_statements as statement
        where statement.first_day <= sums.covered_last and statement.last_day >= sums.covered_last),
      'bank_satang', sums.covered_bank, 'matched_satang', sums.matched, 'difference_satang', sums.covered_bank - sums.matched) end,
    'open_lines_satang', sums.open_lines, 'open_lines', sums.open_count, 'agrees', not sums.differs,
    'causes', case when sums.differs then bkk_internal.difference_causes(p_first, p_last) else '[]' end);
end
$$;
comment on function public.bkk_admin_finance_agreement is
  'Whether the ledger, receipts and bank statements of a period agree: the sums, the differences, and up to 20 causes (no_receipt, receipt_void, no_line, no_posting). Statements are compared on the days that they span.';
call bkk_internal.expose('bkk_admin_finance_agreement', 'authenticated');

create function bkk_internal.delete_bank_statements(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
declare
  deleted bigint;
begin
  with due as (
    select statement.statement_id from public.bkk_bank_statements as statement
    where statement.last_at < bkk_internal.books_kept_from(p_now) order by statement.last_at limit 20)
  delete from public.bkk_bank_statements as statement using due where statement.statement_id = due.statement_id;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function bkk_internal.delete_bank_statements is
  'Deletes bank statements, whose lines name people, once the books of their year need not be kept; returns their number, 20 at most.';

insert into public.bkk_jobs (name, every, batch_size) values ('delete_bank_statements', '1 day', 20);
