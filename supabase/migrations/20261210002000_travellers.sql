-- The travellers that a member has saved, for the passengers of later bookings. The number of a passport is sealed by the function
-- traveller-passport with a key that the database does not have, and is shown as its last three characters.

create table public.bkk_travellers (
  -- Made by the client, so that a repeated call saves the traveller once.
  traveller_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- As in the passport; whoever has one name has it as the last name.
  first_name text check (char_length(first_name) between 1 and 60),
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
comment on table public.bkk_travellers is 'Travellers saved by members, who read their own; functions alone write them.';

create index bkk_travellers_user_idx on public.bkk_travellers (user_id, last_name, first_name);
-- What the clock looks for.
create index bkk_travellers_passport_idx on public.bkk_travellers (passport_saved_at) where passport_saved_at is not null;

call bkk_internal.protect('bkk_travellers');
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
  language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  first_name text;
  last_name text;
begin
  perform bkk_internal.require_member('bookings');
  first_name := bkk_internal.parse_passenger_name(p_first_name, 1);
  last_name := bkk_internal.parse_passenger_name(p_last_name, 1);
  if p_traveller_id is null then
    raise sqlstate 'PT400' using message = 'A traveller needs an id.', hint = 'bkk.traveller_id';
  end if;
  if last_name is null then
    last_name := first_name;
    first_name := null;
  end if;
  if last_name is null then
    raise sqlstate 'PT400' using message = 'A traveller needs a name.', hint = 'bkk.traveller_unnamed';
  end if;
  if not bkk_internal.is_birth_day(p_birth_date) then
    raise sqlstate 'PT400' using message = 'This is no valid date of birth.', hint = 'bkk.birth_date';
  end if;
  if upper(btrim(p_nationality)) !~ '^([A-Z]{3})?$' then
    raise sqlstate 'PT400' using message = 'The nationality has three letters, as in the passport.', hint = 'bkk.nationality';
  end if;
  if p_passport_expires_on not between '2000-01-01' and '2100-01-01' then
    raise sqlstate 'PT400' using message = 'This is no valid expiry date of a passport.', hint = 'bkk.passport_expiry';
  end if;
  -- Serializes the travellers of a member, so that the limit counts all.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('bkk_save_traveller:' || caller, 0));
  if (
    select count(*) from public.bkk_travellers as traveller
    where traveller.user_id = caller and traveller.traveller_id <> p_traveller_id) >= 50
  then
    raise sqlstate 'PT409' using message = 'You have saved 50 travellers. Delete one of them first.', hint = 'bkk.too_many_travellers';
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
    raise sqlstate 'PT404' using message = 'There is no such traveller.', hint = 'bkk.traveller_unknown';
  end if;
end
$$;
comment on function public.bkk_save_traveller is
  'Saves or changes a traveller of the caller, 50 at most. The function traveller-passport stores the passport number.';
call bkk_internal.expose('bkk_save_traveller', 'authenticated');

create function public.bkk_delete_traveller(p_traveller_id uuid) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_member('bookings');
  delete from public.bkk_travellers where traveller_id = p_traveller_id and user_id = auth.uid();
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such traveller.', hint = 'bkk.traveller_unknown';
  end if;
end
$$;
comment on function public.bkk_delete_traveller is 'Deletes a traveller of the caller.';
call bkk_internal.expose('bkk_delete_traveller', 'authenticated');

create function public.bkk_store_passport(p_traveller_id uuid, p_user_id uuid, p_sealed text, p_ending text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.bkk_travellers
    set passport_sealed = p_sealed, passport_ending = p_ending,
      passport_saved_at = case when p_sealed is not null then now() end, updated_at = now()
    where traveller_id = p_traveller_id and user_id = p_user_id;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such traveller.', hint = 'bkk.traveller_unknown';
  end if;
end
$$;
comment on function public.bkk_store_passport is
  'Stores the sealed number of a traveller''s passport and its last three characters, or removes both; for the function traveller-passport.';
call bkk_internal.expose('bkk_store_passport', 'service_role');

-- A passport is needed until the journey is over. One without a journey stays for a year.
create function bkk_internal.delete_passports(p_now timestamptz) returns bigint
  language plpgsql volatile set search_path = '' as $$
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
            and upper(passenger.first_name) is not distinct from upper(traveller.first_name)
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
comment on function bkk_internal.delete_passports is
  'Deletes the passports of travellers 30 days after their last flight, or a year after they were saved; returns their number, 500 at most.';

insert into public.bkk_jobs (name, every, batch_size) values ('delete_passports', '1 hour', 500);
