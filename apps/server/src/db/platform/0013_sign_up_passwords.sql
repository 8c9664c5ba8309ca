-- The password of the newest sign-up of an address, whether or not the address has an account. It signs nobody in: a
-- sign-in with it is answered that the address is not confirmed, so that the answer does not reveal the account.
create table bkksiam_private.sign_up_passwords (
  email text primary key,
  password_hash text not null,
  created_at timestamptz not null default now()
);
alter table bkksiam_private.sign_up_passwords enable row level security;
revoke all on bkksiam_private.sign_up_passwords from public;
grant select, insert, update, delete on bkksiam_private.sign_up_passwords to supabase_auth_admin;
create policy "the auth service alone" on bkksiam_private.sign_up_passwords
  to supabase_auth_admin using (true) with check (true);

insert into bkksiam_private.sign_up_passwords (email, password_hash, created_at)
  select distinct on (pending.email) pending.email, pending.password_hash, pending.created_at
  from bkksiam_private.pending_confirmations as pending
  where pending.kind = 'signup' and pending.password_hash is not null
  order by pending.email, pending.created_at desc;
