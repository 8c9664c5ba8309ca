-- Mails that are due. A row is made in the transaction that makes its link and goes when the mail has left; the link's token
-- is sealed with a key that follows from the server's secret, so whoever reads the table cannot follow the link.
create table bkksiam_private.mail_outbox (
  id uuid primary key,
  -- Gives mails of one moment their order.
  number bigint generated always as identity,
  created_at timestamptz not null default clock_timestamp(),
  type text not null,
  language text not null check (language in ('en', 'th')),
  recipient text not null,
  redirect_to text not null,
  sealed_token bytea not null,
  -- After this moment the link is void, so its mail is not sent any more.
  expires_at timestamptz not null,
  -- When to try next; while somebody tries, when another process may.
  due_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  last_failure text
);
create index mail_outbox_due_at_idx on bkksiam_private.mail_outbox (due_at);
alter table bkksiam_private.mail_outbox enable row level security;
revoke all on bkksiam_private.mail_outbox from public;
grant select, insert, update, delete on bkksiam_private.mail_outbox to supabase_auth_admin;
create policy "the auth service alone" on bkksiam_private.mail_outbox
  to supabase_auth_admin using (true) with check (true);
