-- A mail carries a link and a code, each of which works once. After one of them was used the other is a row here until it
-- lapses; nothing else that was mailed to the account before is valid any more, so an account has one at most.
create table bkksiam_private.remaining_proofs (
  user_id uuid primary key references auth.users (id) on delete cascade,
  token_hash text not null unique,
  -- The address the mail was sent to: void once the account has another one.
  email text not null,
  proof text not null check (proof in ('link', 'code')),
  token_type text not null check (token_type in ('confirmation_token', 'recovery_token')),
  -- The flow of a client that keeps a verifier (PKCE).
  flow_id uuid references auth.flow_state (id) on delete set null,
  -- When the mail was issued.
  created_at timestamptz not null
);
create index remaining_proofs_flow_id_idx
  on bkksiam_private.remaining_proofs (flow_id) where flow_id is not null;
alter table bkksiam_private.remaining_proofs enable row level security;
revoke all on bkksiam_private.remaining_proofs from public;
grant select, insert, update, delete on bkksiam_private.remaining_proofs to supabase_auth_admin;
create policy "the auth service alone" on bkksiam_private.remaining_proofs
  to supabase_auth_admin using (true) with check (true);
