import type { Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import { authErrors } from './errors.ts';
import { postMail } from './mail-outbox.ts';
import { checkMailWait, startMailWait } from './mail-limits.ts';
import { insertPerson, newPerson, type NewPerson } from './new-person.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { issueConfirmation } from './pending-confirmations.ts';
import type { CodeChallenge } from './pkce.ts';
import { openSession, type OpenSession } from './sessions.ts';
import type { AuthParts, Client, Reader } from './settings.ts';
import { unconfirmedUser, type User } from './user-object.ts';

/** A valid sign-up: the address is in lower case. */
export interface SignUp {
  readonly email: string;
  readonly password: string;
  /** What the person said about themselves; becomes user_metadata. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly challenge: CodeChallenge | null;
}

/** A session at once, or the user to show. */
export type SignUpOutcome = { readonly session: OpenSession } | { readonly user: User };

function refuseBadPassword(password: string): void {
  const problem = checkNewPassword(password);
  switch (problem) {
    case 'missing':
      throw authErrors.validationFailed('Signup requires a valid password');
    case 'long':
      throw authErrors.longPassword();
    case 'short':
      throw authErrors.shortPassword();
    case null:
      return;
  }
}

async function findKnown(transaction: Transaction, email: string) {
  const { rows } = await transaction.run({
    text: `select id, email_confirmed_at is null and deleted_at is null as unconfirmed
      from auth.users where email = $1 and is_sso_user = false`,
    values: [email],
  });
  return { id: String(rows[0]?.id), email, unconfirmed: rows[0]?.unconfirmed === true };
}

/**
 * Sign-up that needs the mailed link. Whether the address is new, waits for its link or belongs to somebody cannot be told
 * from the answer: it is made from the request alone. Each sign-up of a waiting address has a link of its own, which alone
 * confirms the password and data that were typed with it.
 */
async function signUpByLink(
  auth: AuthParts,
  person: NewPerson,
  challenge: CodeChallenge | null,
  client: Client,
  reader: Reader,
) {
  return auth.database.serviceTransaction(async (transaction) => {
    await startMailWait(transaction, auth, 'confirmation', person.email);
    const { created, now } = await insertPerson(transaction, person, false);
    const known = created ? null : await findKnown(transaction, person.email);
    const waiting = created || known?.unconfirmed === true;
    const owner = known ?? person;
    if (waiting) {
      const { passwordHash, data } = person;
      const asked = { kind: 'signup', passwordHash, data, challenge } as const;
      const token = await issueConfirmation(transaction, auth, owner, asked);
      const mail = {
        to: owner.email,
        token,
        type: 'signup',
        language: data.language,
      } as const;
      await postMail(transaction, auth, mail, reader);
    }
    const action = waiting ? 'user_confirmation_requested' : 'user_repeated_signup';
    await transaction.run(auditEntry(action, owner, client));
    return { user: unconfirmedUser({ ...person, now }) };
  });
}

/** Sign-up where the operator asks for no link: a taken address has to be told. */
async function signUpAtOnce(auth: AuthParts, person: NewPerson, client: Client) {
  return auth.database.serviceTransaction(async (transaction) => {
    const { created } = await insertPerson(transaction, person, true);
    if (!created) throw authErrors.userExists();
    const session = await openSession(transaction, person.id, 'password', client);
    await transaction.run(auditEntry('user_signedup', person, client));
    return { session };
  });
}

/**
 * Creates an account, or answers as if. The password is hashed for known and unknown addresses alike, outside the transaction.
 *
 * @throws validation_failed, weak_password, over_email_send_rate_limit, user_already_exists (only without links)
 */
export async function signUp(
  auth: AuthParts,
  asked: SignUp,
  client: Client,
  reader: Reader,
): Promise<SignUpOutcome> {
  refuseBadPassword(asked.password);
  if (!auth.config.autoconfirm) await checkMailWait(auth, 'confirmation', asked.email);
  const person = newPerson(asked.email, asked.data, await hashPassword(asked.password));
  return auth.config.autoconfirm
    ? signUpAtOnce(auth, person, client)
    : signUpByLink(auth, person, asked.challenge, client, reader);
}
