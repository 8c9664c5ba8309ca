-- Failed sign-ins in the login log. A visitor's client may not write there, so the auth service calls this function with
-- the event of its password verification hook: {"user_id": "...", "valid": false}.

create function public.bkk_password_verification_attempt(event jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not coalesce((event ->> 'valid')::boolean, false) then
    insert into public.bkk_login_logs (user_id, email, event, success)
      select account.id, account.email, 'login', false
      from auth.users as account where account.id = (event ->> 'user_id')::uuid;
  end if;
  return '{"decision": "continue"}'::jsonb;
end
$$;
comment on function public.bkk_password_verification_attempt(jsonb) is
  'Records a wrong password for an account; the password verification hook of the auth service.';

revoke all on function public.bkk_password_verification_attempt(event jsonb) from public, anon, authenticated,
  service_role;
grant usage on schema public to supabase_auth_admin;
grant execute on function public.bkk_password_verification_attempt(jsonb) to supabase_auth_admin;
