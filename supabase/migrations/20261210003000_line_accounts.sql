-- The LINE accounts of members, which take the agency's messages, and the codes that link them.

create table public.bkk_line_accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- The id of the member in the channel of the agency.
  line_user_id text not null unique check (line_user_id ~ '^U[0-9a-f]{32}$'),
  linked_at timestamptz not null default clock_timestamp()
);
comment on table public.bkk_line_accounts is 'The LINE accounts of members; functions alone read and write them.';

create table public.bkk_line_codes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  expires_at timestamptz not null,
  -- Who used it: LINE may send an event twice.
  used_by text check (char_length(used_by) <= 100)
);
comment on table public.bkk_line_codes is 'Hashes of the codes that link a LINE account, one for a member.';

create index bkk_line_codes_expires_idx on public.bkk_line_codes (expires_at);

create table public.bkk_line_attempts (
  line_user_id text primary key check (char_length(line_user_id) <= 100),
  since timestamptz not null,
  attempts integer not null
);
comment on table public.bkk_line_attempts is 'Wrong codes of a LINE account within an hour.';

create index bkk_line_attempts_since_idx on public.bkk_line_attempts (since);

call bkk_internal.protect('bkk_line_accounts');
call bkk_internal.protect('bkk_line_codes');
call bkk_internal.protect('bkk_line_attempts');

-- A code such as BKK-7F3K-9QWM: 40 random bits. Letters that look like digits are read as these.
create function bkk_internal.hash_line_code(p_code text) returns bytea
  language plpgsql immutable set search_path = '' as $$
begin
  return sha256(convert_to(
    translate(right(regexp_replace(upper(p_code), '[^0-9A-Z]', '', 'g'), 8), 'OIL', '011'), 'UTF8'));
end
$$;
comment on function bkk_internal.hash_line_code is 'The hash of a code that links a LINE account.';

create function public.bkk_start_line_link() returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  -- The first six bytes of a random UUID are random.
  bytes constant bytea := substring(uuid_send(gen_random_uuid()) from 1 for 5);
  bits constant bigint := ('x' || encode(bytes, 'hex'))::bit(40)::bigint;
  expires constant timestamptz := clock_timestamp() + interval '10 minutes';
  code text;
begin
  perform bkk_internal.require_member('notifications');
  if not exists (select from public.bkk_notification_channels where has_line) then
    raise sqlstate 'PT409' using message = 'The agency sends no messages by LINE.', hint = 'bkk.line_off';
  end if;
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (bits >> (5 * place) & 31)::integer + 1, 1), '' order by place)
    into code from generate_series(0, 7) as place;
  code := format('BKK-%s-%s', left(code, 4), right(code, 4));
  insert into public.bkk_line_codes (user_id, code_hash, expires_at)
    values (auth.uid(), bkk_internal.hash_line_code(code), expires)
    on conflict (user_id) do update
      set code_hash = excluded.code_hash, expires_at = excluded.expires_at, used_by = null;
  return jsonb_build_object('code', code, 'expires_at', expires);
end
$$;
comment on function public.bkk_start_line_link is
  'A code that the caller sends to the LINE account of the agency within 10 minutes, once: {"code", "expires_at"}.';
call bkk_internal.expose('bkk_start_line_link', 'authenticated');

create function public.bkk_unlink_line() returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_member('notifications');
  delete from public.bkk_line_codes where user_id = auth.uid();
  delete from public.bkk_line_accounts where user_id = auth.uid();
  perform bkk_internal.delete_waiting_messages(auth.uid(), 'line');
end
$$;
comment on function public.bkk_unlink_line is 'Unlinks the LINE account of the caller.';
call bkk_internal.expose('bkk_unlink_line', 'authenticated');

create function public.bkk_link_line(p_code text, p_line_user_id text) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  code public.bkk_line_codes;
  failures integer;
  linked boolean;
begin
  perform public.bkk_require_feature('notifications');
  -- Serializes the attempts of an account, so that the limit counts all.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_link_line:' || p_line_user_id, 0));
  select attempts into failures
    from public.bkk_line_attempts
    where line_user_id = p_line_user_id and since > clock_timestamp() - interval '1 hour';
  if failures >= 10 then
    return '{"state": "limited"}';
  end if;
  select * into code from public.bkk_line_codes
    where code_hash = bkk_internal.hash_line_code(p_code) and expires_at > clock_timestamp()
    for update;
  if code.used_by is null and code.user_id is not null then
    update public.bkk_line_codes set used_by = p_line_user_id where user_id = code.user_id;
    -- A LINE account belongs to one member, a member has one.
    delete from public.bkk_line_accounts where line_user_id = p_line_user_id and user_id <> code.user_id;
    insert into public.bkk_line_accounts (user_id, line_user_id) values (code.user_id, p_line_user_id)
      on conflict (user_id) do update set line_user_id = excluded.line_user_id, linked_at = excluded.linked_at;
    linked := true;
  else
    -- The event came again.
    linked := exists (
      select from public.bkk_line_accounts
      where user_id = code.user_id and line_user_id = p_line_user_id and code.used_by = p_line_user_id);
  end if;
  if linked then
    return jsonb_build_object(
      'state', 'linked',
      'language', (select raw_user_meta_data ->> 'language' from auth.users where id = code.user_id));
  end if;
  insert into public.bkk_line_attempts as attempt (line_user_id, since, attempts) values (p_line_user_id, clock_timestamp(), 1)
    on conflict (line_user_id) do update
      set attempts = case when attempt.since > clock_timestamp() - interval '1 hour' then attempt.attempts + 1 else 1 end,
        since = case when attempt.since > clock_timestamp() - interval '1 hour' then attempt.since else excluded.since end;
  return '{"state": "unknown"}';
end
$$;
comment on function public.bkk_link_line is
  'Links a LINE account to the member whose code it sent: {"state": "linked", "language"}, {"state": "unknown"}, or {"state": "limited"} after 10 wrong codes within an hour.';
call bkk_internal.expose('bkk_link_line', 'service_role');

create function public.bkk_unlink_line_account(p_line_user_id text, p_at timestamptz) returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  member uuid;
begin
  -- A late event says nothing of an account that was linked after it.
  delete from public.bkk_line_accounts where line_user_id = p_line_user_id and linked_at <= p_at
    returning user_id into member;
  perform bkk_internal.delete_waiting_messages(member, 'line');
end
$$;
comment on function public.bkk_unlink_line_account is 'Unlinks a LINE account that has blocked the agency at a time.';
call bkk_internal.expose('bkk_unlink_line_account', 'service_role');

create function public.bkk_line_recipient(p_user_id uuid) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.bkk_require_feature('notifications');
  return (select line_user_id from public.bkk_line_accounts where user_id = p_user_id);
end
$$;
comment on function public.bkk_line_recipient is 'The LINE account of a user; for the senders of messages.';
call bkk_internal.expose('bkk_line_recipient', 'service_role', 'supabase_auth_admin');
