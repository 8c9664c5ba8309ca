-- Which of the listed users have never confirmed their address. The users' view keeps its columns; the accounts are read
-- for the ids of one page only.

create function public.bkk_admin_account_states(p_user_ids uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.bkk_is_admin() then
    raise insufficient_privilege using message = 'Only an admin can do this.';
  end if;
  if cardinality(p_user_ids) > 100 then
    raise invalid_parameter_value using message = 'At most 100 users can be looked up at once.';
  end if;
  return coalesce(
    (select jsonb_object_agg(
        account.id, case when account.invited_at is null then 'unconfirmed' else 'invited' end)
      from auth.users as account
      where account.id = any (p_user_ids) and account.deleted_at is null
        and account.email_confirmed_at is null and account.phone_confirmed_at is null
        and not account.is_anonymous),
    '{}');
end
$$;
comment on function public.bkk_admin_account_states(uuid[]) is
  'Of these users, "invited" or "unconfirmed" by id; a confirmed user is left out.';

revoke all on function public.bkk_admin_account_states(p_user_ids uuid[]) from public, anon, authenticated,
  service_role;
grant execute on function public.bkk_admin_account_states(uuid[]) to authenticated;
