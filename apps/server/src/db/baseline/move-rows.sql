-- Last step: rows of the tables that 0.1.0 did not have or that had another name. A restored backup has no table of the former
-- name; the links and codes in it expire within an hour anyway.
do $$
begin
  if to_regclass('bkksiam_private.remaining_proofs') is not null then
    insert into bkksiam_private.remaining_tokens
      select user_id, token_hash, email, proof, token_type, flow_id, created_at from bkksiam_private.remaining_proofs;
    drop table bkksiam_private.remaining_proofs;
  end if;
end
$$;

-- Sign-ups that are still unconfirmed. A sign-in keeps the error that the address is not confirmed.
insert into bkksiam_private.sign_up_passwords (email, password_hash, created_at)
  select distinct on (email) email, password_hash, created_at
  from bkksiam_private.pending_confirmations
  where kind = 'signup' and password_hash is not null
  order by email, created_at desc
on conflict (email) do nothing;
