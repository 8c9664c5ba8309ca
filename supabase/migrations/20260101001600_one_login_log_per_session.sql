-- One login log per session. The database takes the session from the caller's token: clients have no right on the column,
-- and a second row of a session is refused with 23505. Rows without a session are the service's own and older ones.

alter table public.bkk_login_logs add column session_id uuid;

-- Only the auth service's own form is cast, so that a malformed claim is no session instead of an error.
alter table public.bkk_login_logs alter column session_id set default (
  case when auth.jwt() ->> 'session_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then (auth.jwt() ->> 'session_id')::uuid end);

create unique index bkk_login_logs_session_id_key on public.bkk_login_logs (session_id);

-- As before, and only with a session.
alter policy "members record their own sign-ins with the e-mail of their token" on public.bkk_login_logs
  with check (
    user_id = (select auth.uid())
    and email is not distinct from (select auth.email())
    and session_id is not null
    and (select public.bkk_is_active()));

revoke all on table public.bkk_login_logs from public, anon, authenticated, service_role;
grant select on table public.bkk_login_logs to authenticated;
grant insert (user_id, email, event, success) on table public.bkk_login_logs to authenticated;
grant select, insert, update, delete on table public.bkk_login_logs to service_role;
