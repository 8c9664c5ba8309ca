-- How often something was asked, by network, address or account: one counter a window. Unlogged, because a crash of the
-- database may start every count anew, and because counting must cost little. Takes the place of the two counters before it.
create unlogged table bkksiam_private.limits (
  key text primary key,
  uses integer not null,
  until timestamptz not null
);
create index limits_until_idx on bkksiam_private.limits (until);
alter table bkksiam_private.limits enable row level security;
revoke all on bkksiam_private.limits from public;
grant select, insert, update, delete on bkksiam_private.limits to supabase_auth_admin;
create policy "the auth service alone" on bkksiam_private.limits
  to supabase_auth_admin using (true) with check (true);

drop table bkksiam_private.mail_waits, bkksiam_private.code_tries;
