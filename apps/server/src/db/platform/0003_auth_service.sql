-- What the auth service keeps beside the hosted tables: until when an address gets no further mail.
create schema if not exists bkksiam_private;
grant usage on schema bkksiam_private to supabase_auth_admin;

create table bkksiam_private.mail_waits (
  address_hash text primary key,
  until timestamptz not null
);
create index mail_waits_until_idx on bkksiam_private.mail_waits (until);
alter table bkksiam_private.mail_waits enable row level security;
revoke all on bkksiam_private.mail_waits from public;
grant select, insert, update, delete on bkksiam_private.mail_waits to supabase_auth_admin;
create policy "the auth service alone" on bkksiam_private.mail_waits
  to supabase_auth_admin using (true) with check (true);
