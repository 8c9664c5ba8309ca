import type { Statement } from '../db/database.ts';

/** As long as an unconfirmed account without further mails. */
const retentionDays = 7;

/**
 * Stores the password of the newest sign-up of an address, with or without an account, so that a sign-in with it gets the
 * same error for both. It is never an account's password.
 */
export function storeSignUpPassword(email: string, passwordHash: string): Statement {
  return {
    text: `insert into bkksiam_private.sign_up_passwords (email, password_hash) values ($1, $2)
      on conflict (email) do update set password_hash = excluded.password_hash, created_at = now()`,
    values: [email, passwordHash],
  };
}

export function findSignUpPassword(email: string): Statement {
  return {
    text: `select password_hash from bkksiam_private.sign_up_passwords
      where email = $1 and created_at > now() - make_interval(days => $2)`,
    values: [email, retentionDays],
  };
}
