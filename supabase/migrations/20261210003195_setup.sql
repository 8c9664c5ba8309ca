-- What an operator sets up first, as a list that admins see with any feature until all of it is done.

create table public.bkk_setup (
  is_only_row boolean primary key default true check (is_only_row),
  dismissed_at timestamptz,
  -- Of the last test mail, whose link has the token.
  test_mail_token uuid,
  test_mail_asked_at timestamptz,
  test_mail_opened_at timestamptz,
  -- Written by the operator's commands.
  backup_at timestamptz,
  restore_at timestamptz
);
comment on table public.bkk_setup is 'The one row of what is known of the first set-up and of backups. Admins read it by bkk_admin_setup().';

call bkk_internal.protect('bkk_setup');

insert into public.bkk_setup default values;

create function bkk_internal.record_backup(p_kind text, p_at timestamptz) returns void
  language plpgsql volatile set search_path = '' as $$
begin
  update public.bkk_setup set
    backup_at = case when p_kind = 'backup' then greatest(backup_at, p_at) else backup_at end,
    restore_at = case when p_kind = 'restore' then greatest(restore_at, p_at) else restore_at end
    where is_only_row;
end
$$;
comment on function bkk_internal.record_backup is 'Records the time of a `backup` or of a `restore`, the operator''s commands.';

create function public.bkk_admin_setup() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('any');
  return (
    select jsonb_build_object(
      'is_dismissed', known.dismissed_at is not null,
      'test_mail_asked_at', known.test_mail_asked_at,
      'backup_at', known.backup_at,
      'restore_at', known.restore_at,
      'promptpay', case when agency.promptpay_id is not null and public.bkk_has_feature('payments') then jsonb_build_object(
        'kind', agency.promptpay_kind, 'id', agency.promptpay_id, 'account_name', agency.bank_account_name,
        'name_en', agency.name_en, 'name_th', agency.name_th) end,
      'items', jsonb_strip_nulls(jsonb_build_object(
        -- Not the invented ones.
        'company', agency.email !~ '\.example$' and agency.licence is distinct from '11/00000',
        'mail', known.test_mail_opened_at is not null,
        'promptpay', case when public.bkk_has_feature('payments')
          then coalesce(agency.promptpay_id, '0000000000001') <> '0000000000001' end,
        'flight', case when public.bkk_has_feature('flights') then exists (select from public.bkk_flights) end,
        'product', case when public.bkk_has_feature('shop')
          then exists (select from public.bkk_product_listings as listing where listing.is_published) end,
        'second_admin', (
          select count(*) > 1 from public.bkk_user_roles as member where member.role = 'admin' and member.is_active),
        -- An admin with an authenticator acts with it alone.
        'authenticator', coalesce(auth.jwt() ->> 'aal' = 'aal2', false),
        'backup', coalesce(known.backup_at > now() - interval '8 days', false) and known.restore_at is not null)))
    from public.bkk_setup as known, public.bkk_agency as agency);
end
$$;
comment on function public.bkk_admin_setup is
  'What of the first set-up is done, by item; those of a feature that is off are left out. The authenticator is the caller''s own.';
call bkk_internal.expose('bkk_admin_setup', 'authenticated');

create function public.bkk_admin_dismiss_setup(p_is_dismissed boolean) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('any');
  update public.bkk_setup set dismissed_at = case when p_is_dismissed then now() end where is_only_row;
end
$$;
comment on function public.bkk_admin_dismiss_setup is 'Hides the list of the first set-up from all admins, or shows it again.';
call bkk_internal.expose('bkk_admin_dismiss_setup', 'authenticated');

create function public.bkk_admin_send_test_mail() returns void
  language plpgsql volatile security definer set search_path = '' as $$
declare
  token constant uuid := gen_random_uuid();
begin
  perform bkk_internal.require_admin('any');
  update public.bkk_setup
    set test_mail_token = token, test_mail_asked_at = now()
    where test_mail_asked_at is null or test_mail_asked_at < now() - interval '1 minute';
  if not found then
    raise sqlstate 'PT429' using message = 'A test mail was sent less than a minute ago.', hint = 'bkk.test_mail_limit';
  end if;
  perform bkk_internal.insert_message(
    'mail', auth.uid(), 'setup.test_mail', jsonb_build_object('token', token), 'setup.test_mail:' || token);
end
$$;
comment on function public.bkk_admin_send_test_mail is 'Mails the caller a link that shows that mails arrive, at most once a minute. PT429 before that.';
call bkk_internal.expose('bkk_admin_send_test_mail', 'authenticated');

create function public.bkk_admin_open_test_mail(p_token uuid) returns boolean
  language plpgsql volatile security definer set search_path = '' as $$
begin
  perform bkk_internal.require_admin('any');
  update public.bkk_setup set test_mail_opened_at = now() where test_mail_token = p_token;
  return found;
end
$$;
comment on function public.bkk_admin_open_test_mail is 'Records that the link of the last test mail was opened; false for any other.';
call bkk_internal.expose('bkk_admin_open_test_mail', 'authenticated');
