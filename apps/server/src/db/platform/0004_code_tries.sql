-- How often codes were tried for an address, right or wrong, known or not: six digits could else be guessed.
create table bkksiam_private.code_tries (
  address_hash text primary key,
  tries integer not null,
  until timestamptz not null
);
create index code_tries_until_idx on bkksiam_private.code_tries (until);
alter table bkksiam_private.code_tries enable row level security;
revoke all on bkksiam_private.code_tries from public;
grant select, insert, update, delete on bkksiam_private.code_tries to supabase_auth_admin;
create policy "the auth service alone" on bkksiam_private.code_tries
  to supabase_auth_admin using (true) with check (true);
