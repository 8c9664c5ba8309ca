import type { Transaction } from '../db/database.ts';
import { auditEntry, serviceActor } from './audit.ts';
import { authErrors } from './errors.ts';
import { accountByEmail } from './find-account.ts';
import { issueToken, type IssuedLink } from './link-tokens.ts';
import { postMail } from './mail-outbox.ts';
import { insertPerson, newPerson } from './new-person.ts';
import type { AuthParts, Client, Reader } from './settings.ts';
import type { User } from './user-object.ts';

/** Somebody to invite: the address is in lower case. */
export interface Invitation {
  readonly email: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * The account of that address while it waits for its link: made now, or earlier.
 *
 * @throws email_exists for somebody who has confirmed the address
 */
export async function waitingAccount(
  transaction: Transaction,
  { email, data, passwordHash }: Invitation & { readonly passwordHash: string },
) {
  await insertPerson(transaction, newPerson(email, data, passwordHash), false);
  const account = await accountByEmail(transaction, email);
  if (account === null || account.user.email_confirmed_at !== undefined) {
    throw authErrors.emailExists();
  }
  return account;
}

/** {@link inviteUser} inside the caller's transaction, without the mail. */
export async function inviteWithin(
  transaction: Transaction,
  invitation: Invitation,
  client: Client,
): Promise<IssuedLink> {
  const { user } = await waitingAccount(transaction, { ...invitation, passwordHash: '' });
  const token = await issueToken(transaction, user, 'confirmation_token');
  await transaction.run({
    text: 'update auth.users set invited_at = now() where id = $1',
    values: [user.id],
  });
  await transaction.run(auditEntry('user_invited', serviceActor, client, user));
  const invited = await accountByEmail(transaction, user.email);
  return { user: invited?.user ?? user, token };
}

/**
 * Opens an account for somebody, who comes in by a link and chooses a password then. Asked again it sends a new link.
 *
 * @throws email_exists
 */
export function inviteUser(
  auth: AuthParts,
  invitation: Invitation,
  client: Client,
  reader: Reader,
): Promise<User> {
  return auth.database.serviceTransaction(async (transaction) => {
    const { user, token } = await inviteWithin(transaction, invitation, client);
    const { language } = user.user_metadata;
    await postMail(transaction, auth, { to: user.email, token, type: 'invite', language }, reader);
    return user;
  });
}
