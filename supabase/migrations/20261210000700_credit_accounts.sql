-- What a member may spend, in baht.

create table public.bkk_credit_accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  balance numeric(14, 2) not null default 0 check (balance >= 0)
);

call bkk_internal.protect('bkk_credit_accounts');
grant select (user_id, balance), insert (user_id, balance), update (user_id, balance), delete
  on table public.bkk_credit_accounts to authenticated;
grant select, insert, update, delete on table public.bkk_credit_accounts to service_role;

create policy "members read their own balance" on public.bkk_credit_accounts
  for select to authenticated
  using (user_id = (select auth.uid()) and (select public.bkk_is_active()));

create policy "admins read and change every balance" on public.bkk_credit_accounts
  for all to authenticated
  using ((select public.bkk_is_admin()))
  with check ((select public.bkk_is_admin()));

create trigger bkk_record_change
  after insert or update or delete on public.bkk_credit_accounts
  for each row execute function bkk_internal.record_change('user_id');
