import { randomUUID } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import { authErrors } from './errors.ts';
import { checkMailWait, startMailWait } from './mail-wait.ts';
import { issueConfirmation } from './one-time-links.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { openSession, type OpenSession } from './sessions.ts';
import type { AuthParts, Client } from './settings.ts';
import { emailProvider, signUpMetadata, unconfirmedUser, utc, type User } from './user-object.ts';

/** A valid sign-up: the address is in lower case. */
export interface SignUp {
  readonly email: string;
  readonly password: string;
  /** What the person said about themselves; becomes user_metadata. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A session at once, or the user to show; `linkToken` is there when a mail with a link is due. */
export type SignUpOutcome =
  { readonly session: OpenSession } | { readonly user: User; readonly linkToken: string | null };

interface NewPerson extends SignUp {
  readonly id: string;
  readonly identityId: string;
  readonly passwordHash: string;
}

function refuseBadPassword(password: string): void {
  const problem = checkNewPassword(password);
  switch (problem) {
    case 'missing':
      throw authErrors.validationFailed('Signup requires a valid password');
    case 'long':
      throw authErrors.validationFailed('Password cannot be longer than 72 characters');
    case 'short':
      throw authErrors.shortPassword();
    case null:
      return;
  }
}

/** Adds the person and their e-mail identity unless the address is taken; tells the transaction's time either way. */
async function insertPerson(
  transaction: Transaction,
  person: NewPerson,
  confirmed: boolean,
): Promise<{ readonly created: boolean; readonly now: string }> {
  const metadata = signUpMetadata(person.id, person.email, person.data, confirmed);
  const { rows } = await transaction.run({
    text: `with person as (
        insert into auth.users (
          instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
          raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
          confirmation_token, recovery_token, email_change_token_new, email_change)
        values (
          '00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3,
          case when $4 then now() end, $5::jsonb, $6::jsonb, now(), now(), '', '', '', '')
        on conflict (email) where is_sso_user = false do nothing
        returning id),
      identity as (
        insert into auth.identities (
          id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
        select $7, id::text, id, $6::jsonb, 'email', now(), now(), now() from person)
      select ${utc('now()')} as now, exists (select from person) as created`,
    values: [
      person.id,
      person.email,
      person.passwordHash,
      confirmed,
      JSON.stringify(emailProvider),
      JSON.stringify(metadata),
      person.identityId,
    ],
  });
  return { created: rows[0]?.created === true, now: String(rows[0]?.now) };
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
 * from the answer: it is made from the request alone. Somebody still waiting gets a new link, and keeps their password.
 */
async function signUpByLink(auth: AuthParts, person: NewPerson, client: Client) {
  return auth.database.serviceTransaction(async (transaction) => {
    await startMailWait(transaction, auth, person.email);
    const { created, now } = await insertPerson(transaction, person, false);
    const known = created ? null : await findKnown(transaction, person.email);
    const waiting = created || known?.unconfirmed === true;
    const owner = known ?? person;
    const linkToken = waiting ? await issueConfirmation(transaction, owner) : null;
    const action = waiting ? 'user_confirmation_requested' : 'user_repeated_signup';
    await transaction.run(auditEntry(action, owner, client));
    return { user: unconfirmedUser({ ...person, now }), linkToken };
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
): Promise<SignUpOutcome> {
  refuseBadPassword(asked.password);
  if (!auth.config.autoconfirm) await checkMailWait(auth, asked.email);
  const person: NewPerson = {
    ...asked,
    id: randomUUID(),
    identityId: randomUUID(),
    passwordHash: await hashPassword(asked.password),
  };
  return auth.config.autoconfirm
    ? signUpAtOnce(auth, person, client)
    : signUpByLink(auth, person, client);
}
