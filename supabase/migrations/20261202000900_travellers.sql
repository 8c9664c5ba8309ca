-- The travellers that a member has saved, for the passengers of later bookings. The number of a passport is sealed by the function
-- traveller-passport with a key that the database does not have, and is shown as its last three characters.

create table public.bkk_travellers (
  -- Made by the client, so that a repeated call saves the traveller once.
  traveller_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- As in the passport.
  first_name text not null check (char_length(first_name) between 1 and 60),
  last_name text not null check (char_length(last_name) between 1 and 60),
  birth_date date,
  -- Three letters, as in the passport.
  nationality text check (nationality ~ '^[A-Z]{3}$'),
  -- AES-256-GCM, base64.
  passport_sealed text check (char_length(passport_sealed) between 1 and 200),
  passport_ending text check (passport_ending ~ '^[A-Z0-9]{3}$'),
  passport_saved_at timestamptz,
  passport_expires_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nulls(passport_sealed, passport_ending, passport_saved_at) in (0, 3))
);
comment on table public.bkk_travellers is
  'Travellers saved by members, who read their own; functions alone write them.';

create index bkk_travellers_user_idx on public.bkk_travellers (user_id, last_name, first_name);
-- What the clock looks for.
create index bkk_travellers_passport_idx on public.bkk_travellers (passport_saved_at) where passport_saved_at is not null;

alter table public.bkk_travellers enable row level security;

revoke all on table public.bkk_travellers from public, anon, authenticated, service_role;
grant select (
    traveller_id, user_id, first_name, last_name, birth_date, nationality, passport_ending, passport_expires_on,
    created_at, updated_at)
  on table public.bkk_travellers to authenticated;
grant select on table public.bkk_travellers to service_role;

create policy "members read their own travellers" on public.bkk_travellers
  for select to authenticated
  using (
    user_id = (select auth.uid()) and (select public.bkk_is_active()) and (select public.bkk_has_feature('bookings')));

create function public.bkk_save_traveller(
    p_traveller_id uuid, p_first_name text, p_last_name text, p_birth_date date default null,
    p_nationality text default null, p_passport_expires_on date default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  first_name text;
  last_name text;
begin
  perform public.bkk_require_feature('bookings');
  perform public.bkk_require_member();
  first_name := public.bkk_parse_passenger_name(p_first_name, 1);
  last_name := public.bkk_parse_passenger_name(p_last_name, 1);
  if p_traveller_id is null then
    raise check_violation using message = 'A traveller needs an id.';
  end if;
  if first_name is null or last_name is null then
    raise check_violation using message = 'A traveller needs a first and a last name.';
  end if;
  if p_birth_date not between '1900-01-01' and (now() at time zone 'Asia/Bangkok')::date + 1 then
    raise check_violation using message = 'This is no valid date of birth.';
  end if;
  if upper(btrim(p_nationality)) !~ '^([A-Z]{3})?$' then
    raise check_violation using message = 'The nationality has three letters, as in the passport.';
  end if;
  if p_passport_expires_on not between '2000-01-01' and '2100-01-01' then
    raise check_violation using message = 'This is no valid expiry date of a passport.';
  end if;
  -- Serializes the travellers of a member, so that the limit counts all.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_save_traveller:' || caller, 0));
  if (
    select count(*) from public.bkk_travellers as traveller
    where traveller.user_id = caller and traveller.traveller_id <> p_traveller_id) >= 50
  then
    raise sqlstate 'PT409' using message = 'You have saved 50 travellers. Delete one of them first.';
  end if;
  insert into public.bkk_travellers as traveller (
      traveller_id, user_id, first_name, last_name, birth_date, nationality, passport_expires_on)
    values (
      p_traveller_id, caller, first_name, last_name, p_birth_date, nullif(upper(btrim(p_nationality)), ''),
      p_passport_expires_on)
    on conflict (traveller_id) do update
      set first_name = excluded.first_name, last_name = excluded.last_name, birth_date = excluded.birth_date,
        nationality = excluded.nationality, passport_expires_on = excluded.passport_expires_on, updated_at = now()
      where traveller.user_id = caller;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such traveller.';
  end if;
exception
  when integrity_constraint_violation then
    raise using errcode = sqlstate, message = sqlerrm;
end
$$;
comment on function public.bkk_save_traveller(uuid, text, text, date, text, date) is
  'Saves or changes a traveller of the caller, 50 at most. The function traveller-passport stores the passport number.';

create function public.bkk_delete_traveller(p_traveller_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform public.bkk_require_feature('bookings');
  perform public.bkk_require_member();
  delete from public.bkk_travellers where traveller_id = p_traveller_id and user_id = auth.uid();
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such traveller.';
  end if;
exception
  when integrity_constraint_violation then
    raise using errcode = sqlstate, message = sqlerrm;
end
$$;
comment on function public.bkk_delete_traveller(uuid) is 'Deletes a traveller of the caller.';

create function public.bkk_store_passport(p_traveller_id uuid, p_user_id uuid, p_sealed text, p_ending text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.bkk_travellers
    set passport_sealed = p_sealed, passport_ending = p_ending,
      passport_saved_at = case when p_sealed is not null then now() end, updated_at = now()
    where traveller_id = p_traveller_id and user_id = p_user_id;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such traveller.';
  end if;
end
$$;
comment on function public.bkk_store_passport(uuid, uuid, text, text) is
  'Stores the sealed number of a traveller''s passport and its last three characters, or removes both; for the function traveller-passport.';

-- A passport is needed until the journey is over. One without a journey stays for a year.
create function public.bkk_delete_passports(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = ''
as $$
declare
  deleted bigint;
begin
  with due as (
    select traveller.traveller_id from public.bkk_travellers as traveller
    where traveller.passport_saved_at < p_now - interval '30 days'
      and coalesce((
          -- An open booking without a date may still be flown.
          select max(case
            when booking.status in ('HOLD', 'DEPOSIT_PENDING', 'CONFIRMED') then coalesce(booking.returns_on, 'infinity')
            else coalesce(booking.returns_on, booking.updated_at::date) end)
          from public.bkk_bookings as booking
            join public.bkk_booking_passengers as passenger on passenger.booking_id = booking.booking_id
          where booking.user_id = traveller.user_id and booking.status not in ('EXPIRED', 'CANCELLED')
            and upper(passenger.first_name) = upper(traveller.first_name)
            and upper(passenger.last_name) = upper(traveller.last_name)),
        traveller.passport_saved_at::date + 335)
        < (p_now at time zone 'Asia/Bangkok')::date - 30
    order by traveller.passport_saved_at
    limit 500 for update skip locked)
  update public.bkk_travellers as traveller
    set passport_sealed = null, passport_ending = null, passport_saved_at = null, passport_expires_on = null,
      updated_at = p_now
    from due where traveller.traveller_id = due.traveller_id;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.bkk_delete_passports(timestamptz) is
  'Deletes the passports of travellers 30 days after their last flight, or a year after they were saved; returns their number, 500 at most.';

insert into public.bkk_jobs (name, every, batch_size) values ('bkk_delete_passports', '1 hour', 500)
on conflict (name) do nothing;

revoke all on function public.bkk_save_traveller(
    p_traveller_id uuid, p_first_name text, p_last_name text, p_birth_date date, p_nationality text,
    p_passport_expires_on date)
  from public, anon, authenticated, service_role;
revoke all on function public.bkk_delete_traveller(p_traveller_id uuid) from public, anon, authenticated, service_role;
revoke all on function public.bkk_store_passport(p_traveller_id uuid, p_user_id uuid, p_sealed text, p_ending text)
  from public, anon, authenticated, service_role;
revoke all on function public.bkk_delete_passports(p_now timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.bkk_save_traveller(uuid, text, text, date, text, date) to authenticated;
grant execute on function public.bkk_delete_traveller(uuid) to authenticated;
grant execute on function public.bkk_store_passport(uuid, uuid, text, text) to service_role;

-- With the travellers; an account is deleted with its own.
create or replace function public.bkk_export_user(p_user_id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  account jsonb;
begin
  select to_jsonb(users) into account from auth.users where id = p_user_id;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user.';
  end if;
  return jsonb_build_object(
    'exported_at', now(),
    -- Without passwords and tokens.
    'account', account - array[
      'encrypted_password', 'confirmation_token', 'recovery_token', 'email_change_token_new',
      'email_change_token_current', 'phone_change_token', 'reauthentication_token'],
    'identities', (
      select coalesce(jsonb_agg(to_jsonb(identity)), '[]')
      from auth.identities as identity where identity.user_id = p_user_id),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'created_at', session.created_at, 'refreshed_at', session.refreshed_at,
          'user_agent', session.user_agent, 'ip', session.ip) order by session.created_at), '[]')
      from auth.sessions as session where session.user_id = p_user_id),
    'authenticators', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'name', factor.friendly_name, 'type', factor.factor_type, 'created_at', factor.created_at)), '[]')
      from auth.mfa_factors as factor where factor.user_id = p_user_id),
    'audit', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'created_at', entry.created_at, 'action', entry.payload ->> 'action', 'ip', entry.ip_address)
          order by entry.created_at), '[]')
      from auth.audit_log_entries as entry where entry.payload ->> 'actor_id' = p_user_id::text),
    'profile', (
      select to_jsonb(profile) from public.bkk_user_profiles as profile where profile.user_id = p_user_id),
    'role', (
      select to_jsonb(member) from public.bkk_user_roles as member where member.user_id = p_user_id),
    'invited_role', (
      select to_jsonb(invited) from public.bkk_invited_roles as invited where invited.user_id = p_user_id),
    'credit', (
      select to_jsonb(credit) from public.bkk_credit_accounts as credit where credit.user_id = p_user_id),
    'sign_ins', (
      select coalesce(jsonb_agg(to_jsonb(entry) order by entry.id), '[]')
      from public.bkk_login_logs as entry where entry.user_id = p_user_id),
    'requests', (
      select coalesce(jsonb_agg(to_jsonb(request) order by request.created_at), '[]')
      from public.bkk_quote_requests as request where request.user_id = p_user_id),
    -- Without what the agency keeps for itself: its margin, its notes, and which admin has a request open.
    'request_details', (
      select coalesce(jsonb_agg(
          to_jsonb(details) - array['opened_by', 'opened_until'] || jsonb_build_object(
            'legs', (
              select coalesce(jsonb_agg(to_jsonb(leg) - 'quote_id' order by leg.position), '[]')
              from public.bkk_quote_legs as leg where leg.quote_id = details.quote_id),
            'offers', (
              select coalesce(jsonb_agg(
                to_jsonb(offer) - array['quote_id', 'sent_by', 'margin_satang', 'internal_notes'] order by offer.version), '[]')
              from public.bkk_quote_offers as offer where offer.quote_id = details.quote_id),
            'events', (
              select coalesce(jsonb_agg(
                to_jsonb(entry) - array['quote_id', 'actor_id', 'actor_name'] order by entry.event_id), '[]')
              from public.bkk_quote_events as entry where entry.quote_id = details.quote_id))
          order by details.quote_id), '[]')
      from public.bkk_quote_details as details where details.user_id = p_user_id),
    'bookings', (
      select coalesce(jsonb_agg(
          to_jsonb(booking) - 'flags' || jsonb_build_object(
            'passengers', (
              select coalesce(jsonb_agg(to_jsonb(passenger) - 'booking_id' order by passenger.position), '[]')
              from public.bkk_booking_passengers as passenger where passenger.booking_id = booking.booking_id),
            'payments', (
              select coalesce(jsonb_agg(
                to_jsonb(payment) - array['booking_id', 'recorded_by', 'recorded_by_name', 'note'] order by payment.recorded_at),
                '[]')
              from public.bkk_booking_payments as payment where payment.booking_id = booking.booking_id),
            'events', (
              select coalesce(jsonb_agg(
                to_jsonb(entry) - array['booking_id', 'actor_id', 'actor_name'] order by entry.event_id), '[]')
              from public.bkk_booking_events as entry where entry.booking_id = booking.booking_id))
          order by booking.created_at), '[]')
      from public.bkk_bookings as booking where booking.user_id = p_user_id),
    -- The number of a passport is sealed: its last three characters are all that SQL has of it.
    'travellers', (
      select coalesce(jsonb_agg(to_jsonb(traveller) - 'passport_sealed' order by traveller.created_at), '[]')
      from public.bkk_travellers as traveller where traveller.user_id = p_user_id),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(message) - 'lease' order by message.number), '[]')
      from public.bkk_outbox as message where message.user_id = p_user_id),
    -- Without other users: those who made a change, and those whose rows this user has changed as an admin.
    'changes', (
      select coalesce(jsonb_agg(
          case when change.actor_id = p_user_id then to_jsonb(change)
            else to_jsonb(change) - array['actor_id', 'actor_email'] end
          || jsonb_build_object(
            'before', case when change.before ->> 'user_id' = p_user_id::text then change.before
              else public.bkk_redact_row(change.before) end,
            'after', case when change.after ->> 'user_id' = p_user_id::text then change.after
              else public.bkk_redact_row(change.after) end)
          order by change.id), '[]')
      from public.bkk_change_log as change
      where p_user_id in (change.actor_id, change.row_id)
        or p_user_id::text in (change.before ->> 'user_id', change.after ->> 'user_id')));
end
$$;
comment on function public.bkk_export_user(uuid) is
  'All data about a user, for the owner: the account, its sessions and the rows of each table.';
