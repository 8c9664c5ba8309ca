-- The agency's own details, which admins edit: site, mails and papers name them where any feature is on, members pay to them (feature
-- payments), and papers copy them when they are issued.

create table public.bkk_agency (
  agency_id uuid primary key default gen_random_uuid(),
  is_only_row boolean not null unique default true check (is_only_row),
  -- Counts the changes: an admin saves the version that they saw.
  version integer not null default 1,
  name_en text not null check (char_length(name_en) between 1 and 200),
  name_th text not null check (char_length(name_th) between 1 and 200),
  address_en text not null check (char_length(address_en) between 1 and 500),
  address_th text not null check (char_length(address_th) between 1 and 500),
  phone text not null check (char_length(phone) between 1 and 50),
  email text not null check (char_length(email) <= 255 and email ~ '^[^@\s]+@[^@\s]+$'),
  -- Opening hours, as a sentence.
  hours_en text check (char_length(hours_en) between 1 and 200),
  hours_th text check (char_length(hours_th) between 1 and 200),
  -- ISO 639-1, in the order in which they are named.
  languages text[] not null default '{th,en}' check (
    cardinality(languages) <= 12 and array_to_string(languages, ',', '?') ~ '^([a-z]{2}(,[a-z]{2})*)?$'),
  -- The address of a picture, which is in the bucket `agency`.
  logo text check (char_length(logo) <= 2000 and logo ~ '^(/(?!/)|https?://)\S+$'),
  tax_id text check (tax_id ~ '^[0-9]{13}$'),
  -- 00000 is the head office.
  branch text not null default '00000' check (branch ~ '^[0-9]{5}$'),
  -- The number of the licence for travel business.
  licence text check (char_length(licence) between 1 and 50),
  bank_code text check (bank_code ~ '^[0-9]{3}$'),
  bank_account_name text check (char_length(bank_account_name) between 1 and 200),
  bank_account_number text check (bank_account_number ~ '^[0-9]{6,20}$'),
  promptpay_kind text check (promptpay_kind in ('phone', 'tax_id', 'ewallet')),
  promptpay_id text,
  -- Registered for VAT since this day; null if it is not.
  vat_from date,
  -- The rate is renewed by decree each time: [{"from": "1999-04-01", "percent": 7}], oldest first.
  vat_rates jsonb not null default '[{"from": "1999-04-01", "percent": 7}]' check (
    jsonb_typeof(vat_rates) = 'array' and octet_length(vat_rates::text) <= 2000),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(bank_code, bank_account_name, bank_account_number) in (0, 3)),
  check (num_nonnulls(promptpay_kind, promptpay_id) in (0, 2)),
  check (promptpay_id ~ case promptpay_kind when 'phone' then '^0[0-9]{9}$' when 'tax_id' then '^[0-9]{13}$' else '^[0-9]{15}$' end)
);
comment on table public.bkk_agency is 'The one row of the agency''s details. Admins change it with bkk_admin_save_agency().';

call bkk_internal.protect('bkk_agency');
grant select (
    version, name_en, name_th, address_en, address_th, phone, email, hours_en, hours_th, languages, logo, tax_id, branch, licence,
    bank_code, bank_account_name, bank_account_number, promptpay_kind, promptpay_id, vat_from, vat_rates, updated_at)
  on table public.bkk_agency to authenticated;
grant select on table public.bkk_agency to service_role;

create policy "members read the agency's details" on public.bkk_agency
  for select to authenticated
  using ((select public.bkk_is_active()) and (select public.bkk_has_feature('payments')));

create policy "admins read the agency's details" on public.bkk_agency
  for select to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('any')));

-- Invented details, as in the texts of the site; members cannot pay until an admin has entered a bank account or a PromptPay id.
insert into public.bkk_agency (name_en, name_th, address_en, address_th, phone, email, licence, hours_en, hours_th) values (
  'BKK Siam Travel Co., Ltd.', 'บริษัท บีเคเค สยาม ทราเวล จำกัด', '88 Charoen Nakhon Road, Khlong San, Bangkok 10600',
  '88 ถนนเจริญนคร เขตคลองสาน กรุงเทพฯ 10600', '02-000-0000', 'hello@bkksiam.example', '11/00000',
  'We answer the phone from 9:00 to 18:00 Bangkok time, every day.', 'รับสายทุกวัน เวลา 09.00–18.00 น. (เวลาไทย)');

create function bkk_internal.agency_profile() returns jsonb
  language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'name_en', agency.name_en, 'name_th', agency.name_th, 'address_en', agency.address_en, 'address_th', agency.address_th,
      'phone', agency.phone, 'email', agency.email, 'tax_id', agency.tax_id, 'licence', agency.licence,
      'hours_en', agency.hours_en, 'hours_th', agency.hours_th, 'languages', agency.languages, 'logo', agency.logo)
    from public.bkk_agency as agency);
end
$$;
comment on function bkk_internal.agency_profile is 'What everybody may know of the agency: no account to pay to.';

create function public.bkk_agency_profile() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.bkk_require_feature('any');
  return bkk_internal.agency_profile();
end
$$;
comment on function public.bkk_agency_profile is 'The agency as site and papers name it, with any feature.';
call bkk_internal.expose('bkk_agency_profile', 'anon', 'authenticated');

create function public.bkk_agency_mail_data() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return case when public.bkk_has_feature('any') then bkk_internal.agency_profile() end;
end
$$;
comment on function public.bkk_agency_mail_data is 'The agency as mails name it; null without a feature.';
call bkk_internal.expose('bkk_agency_mail_data', 'service_role', 'supabase_auth_admin');

create policy "admins read the agency's pictures" on storage.objects
  for select to authenticated
  using (bucket_id = 'agency' and (select public.bkk_is_admin()) and (select public.bkk_has_feature('any')));

create policy "admins add pictures of the agency" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'agency' and (select public.bkk_is_admin()) and (select public.bkk_has_feature('any')));

create policy "admins delete pictures of the agency" on storage.objects
  for delete to authenticated
  using (bucket_id = 'agency' and (select public.bkk_is_admin()) and (select public.bkk_has_feature('any')));

-- Creates a bucket with a feature; its arguments are the name, whether it is public, the largest file in bytes, and the types.
create function bkk_internal.create_bucket() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
    values (tg_argv[0], tg_argv[0], tg_argv[1]::boolean, tg_argv[2]::bigint, tg_argv[3]::text[])
    on conflict (id) do nothing;
  return null;
end
$$;

create trigger bkk_create_agency_bucket
  after update of is_on on public.bkk_features
  for each row when (new.is_on and not old.is_on)
  execute function bkk_internal.create_bucket('agency', 'true', '1048576', '{image/png,image/jpeg,image/webp}');

create trigger bkk_record_change
  after update on public.bkk_agency
  for each row execute function bkk_internal.record_change('agency_id');

create function bkk_internal.is_thai_id(p_id text) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return p_id ~ '^[0-9]{13}$' and substr(p_id, 13, 1)::integer = (11 - (
    select sum(substr(p_id, place, 1)::integer * (14 - place)) from generate_series(1, 12) as place) % 11) % 10;
end
$$;
comment on function bkk_internal.is_thai_id is 'Whether the last of the 13 digits of a citizen or tax id checks the others.';

create function bkk_internal.check_vat_rates(p_rates jsonb) returns jsonb
  language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(p_rates) is distinct from 'array' or jsonb_array_length(p_rates) not between 1 and 20
    or exists (
      select from jsonb_array_elements(p_rates) as rate
      where not coalesce(
        jsonb_typeof(rate -> 'percent') = 'number' and (rate ->> 'percent')::numeric between 0 and 30
        and bkk_internal.parse_local_time(rate ->> 'from') is not null, false))
  then
    raise sqlstate 'PT400' using message = 'A rate of VAT has a first day and 0 to 30 percent, such as {"from": "1999-04-01", "percent": 7}.',
      hint = 'bkk.vat_rates';
  end if;
  return (
    select jsonb_agg(
      jsonb_build_object('from', (rate ->> 'from')::date, 'percent', (rate ->> 'percent')::numeric) order by (rate ->> 'from')::date)
    from jsonb_array_elements(p_rates) as rate);
end
$$;
comment on function bkk_internal.check_vat_rates is 'The rates of VAT, oldest first; PT400 if one has no first day or no percentage.';

create function public.bkk_admin_save_agency(p_version integer, p_details jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = '' as $$
declare
  agency public.bkk_agency;
  changed public.bkk_agency;
begin
  perform bkk_internal.require_admin('any');
  select known.* into agency from public.bkk_agency as known for update;
  if agency.version is distinct from p_version then
    raise sqlstate 'PT409' using message = 'The details of the agency were changed meanwhile. Load them again.', hint = 'bkk.agency_changed';
  end if;
  if jsonb_typeof(p_details) is distinct from 'object' then
    raise sqlstate 'PT400' using message = 'The details are an object.', hint = 'bkk.agency_details';
  end if;
  changed := jsonb_populate_record(agency, p_details);
  if changed.tax_id is not null and not bkk_internal.is_thai_id(changed.tax_id)
    or changed.promptpay_kind = 'tax_id' and not bkk_internal.is_thai_id(changed.promptpay_id)
  then
    raise sqlstate 'PT400' using message = 'A citizen or tax id has 13 digits, and the last one checks the others.', hint = 'bkk.thai_id';
  end if;
  changed.vat_rates := bkk_internal.check_vat_rates(changed.vat_rates);
  update public.bkk_agency set
    version = agency.version + 1, name_en = changed.name_en, name_th = changed.name_th, address_en = changed.address_en,
    address_th = changed.address_th, phone = changed.phone, email = changed.email, hours_en = changed.hours_en,
    hours_th = changed.hours_th, languages = changed.languages, logo = changed.logo, tax_id = changed.tax_id, branch = changed.branch,
    licence = changed.licence, bank_code = changed.bank_code, bank_account_name = changed.bank_account_name,
    bank_account_number = changed.bank_account_number, promptpay_kind = changed.promptpay_kind, promptpay_id = changed.promptpay_id,
    vat_from = changed.vat_from, vat_rates = changed.vat_rates, updated_at = now()
    returning * into changed;
  return to_jsonb(changed) - array['agency_id', 'is_only_row'];
exception
  when check_violation or not_null_violation or invalid_text_representation or datetime_field_overflow or invalid_datetime_format then
    raise sqlstate 'PT400' using message = 'The details of the agency are not valid: ' || sqlerrm, hint = 'bkk.agency_details';
end
$$;
comment on function public.bkk_admin_save_agency is
  'Saves the agency''s details, of which those that are not given stay, and returns the row. PT409 if its version is another.';
call bkk_internal.expose('bkk_admin_save_agency', 'authenticated');
