import type { Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import { authErrors } from './errors.ts';
import { queueAuthMail } from './mails.ts';
import { checkMailWait, startMailWait } from './rate-limits.ts';
import { insertAccount, newAccount, type NewAccount } from './account-rows.ts';
import { assertNewPassword, hashPassword } from './passwords.ts';
import { issueConfirmation } from './pending-confirmations.ts';
import type { CodeChallenge } from './pkce.ts';
import { openSession, type OpenSession } from './sessions.ts';
import type { AuthParts, Client, MailContext } from './settings.ts';
import { storeSignUpPassword } from './sign-up-passwords.ts';
import { unconfirmedUser, type User } from './user-object.ts';

/** A valid sign-up: the address is in lower case. */
export interface SignUp {
  readonly email: string;
  readonly password: string;
  /** Becomes user_metadata. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly challenge: CodeChallenge | null;
}

/** A session at once, or the user to show. */
export type SignUpResult = { readonly session: OpenSession } | { readonly user: User };

async function findKnown(transaction: Transaction, email: string) {
  const { rows } = await transaction.run({
    text: `select id, email_confirmed_at is null and deleted_at is null as unconfirmed
      from auth.users where email = $1 and is_sso_user = false`,
    values: [email],
  });
  return { id: String(rows[0]?.id), email, unconfirmed: rows[0]?.unconfirmed === true };
}

/**
 * Sign-up with a mailed link. The response is built from the request alone, so it does not reveal whether the address has an
 * account. Each sign-up of an unconfirmed address has its own link, which confirms only its own password and data.
 */
async function signUpByLink(
  auth: AuthParts,
  account: NewAccount,
  challenge: CodeChallenge | null,
  client: Client,
  mailContext: MailContext,
) {
  return auth.database.serviceTransaction(async (transaction) => {
    await startMailWait(transaction, auth, 'confirmation', account.email);
    const { created, now } = await insertAccount(transaction, account, 'unconfirmed');
    const known = created ? null : await findKnown(transaction, account.email);
    const waiting = created || known?.unconfirmed === true;
    const owner = known ?? account;
    if (waiting) {
      const { passwordHash, data } = account;
      const asked = { kind: 'signup', passwordHash, data, challenge } as const;
      const token = await issueConfirmation(transaction, auth, owner, asked);
      const mail = {
        to: owner.email,
        token,
        type: 'signup',
        language: data.language,
      } as const;
      await queueAuthMail(transaction, auth, mail, mailContext);
    }
    // After the account is locked, as where an account is confirmed.
    await transaction.run(storeSignUpPassword(account.email, account.passwordHash));
    const action = waiting ? 'user_confirmation_requested' : 'user_repeated_signup';
    await transaction.run(auditEntry(action, owner, client));
    return { user: unconfirmedUser({ ...account, now }) };
  });
}

/** Sign-up without a link (`AUTH_AUTOCONFIRM=on`), which has to report a taken address. */
async function signUpAtOnce(auth: AuthParts, account: NewAccount, client: Client) {
  return auth.database.serviceTransaction(async (transaction) => {
    const { created } = await insertAccount(transaction, account, 'confirmed');
    if (!created) throw authErrors.userExists();
    const session = await openSession(transaction, account.id, 'password', client);
    await transaction.run(auditEntry('user_signedup', account, client));
    return { session };
  });
}

/**
 * Creates an account, or responds as if it did. The password is hashed outside the transaction, also for a taken address.
 *
 * @throws validation_failed, weak_password, over_email_send_rate_limit, user_already_exists (without links only)
 */
export async function signUp(
  auth: AuthParts,
  asked: SignUp,
  client: Client,
  mailContext: MailContext,
): Promise<SignUpResult> {
  assertNewPassword(asked.password);
  if (!auth.config.autoconfirm) await checkMailWait(auth, 'confirmation', asked.email);
  const account = newAccount(asked.email, asked.data, await hashPassword(asked.password));
  return auth.config.autoconfirm
    ? signUpAtOnce(auth, account, client)
    : signUpByLink(auth, account, asked.challenge, client, mailContext);
}
