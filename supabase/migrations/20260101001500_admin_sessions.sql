-- Admin rights need a live session, and the second factor where the account has one. An access token outlives
-- sign-out by up to its lifetime, and its aal claim outlives the removal of the factor behind it.

create or replace function public.bkk_is_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  claims constant jsonb := auth.jwt();
  -- Only the service's own form is cast, so that a malformed claim is no session instead of an error.
  session_id constant uuid := case
    when claims ->> 'session_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then (claims ->> 'session_id')::uuid end;
begin
  return exists (
    select from public.bkk_user_roles as member
      join auth.sessions as session on session.user_id = member.user_id
    where member.user_id = auth.uid() and member.is_active and member.role = 'admin'
      and session.id = session_id
      and (session.not_after is null or session.not_after > now())
      -- Both: the session may have lost the level since the token was signed, or the token be older than the level.
      and ((claims ->> 'aal' = 'aal2' and session.aal = 'aal2')
        or not exists (
          select from auth.mfa_factors as factor
          where factor.user_id = member.user_id and factor.status = 'verified')));
end
$$;
comment on function public.bkk_is_admin() is
  'True for an active admin whose session exists, at aal2 where the account has a verified factor.';

revoke all on function public.bkk_is_admin() from public, anon, authenticated, service_role;
grant execute on function public.bkk_is_admin() to authenticated, service_role;
