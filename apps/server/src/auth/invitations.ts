import type { Transaction } from '../db/database.ts';
import { auditEntry, serviceActor } from './audit.ts';
import { authErrors } from './errors.ts';
import { accountByEmail } from './find-account.ts';
import type { IssuedLink } from './link-tokens.ts';
import { postMail } from './mail-outbox.ts';
import { insertPerson, newPerson } from './new-person.ts';
import { issueConfirmation, type ConfirmationKind } from './pending-confirmations.ts';
import type { AuthParts, Client, Reader } from './settings.ts';
import { ownMetadataKeys, type User } from './user-object.ts';

/** Somebody to invite: the address is in lower case. */
export interface Invitation {
  readonly email: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * A link by which an administrator lets somebody confirm an address: an account that waits for it is made now, or was earlier.
 *
 * @throws email_exists for somebody who has confirmed the address
 */
export async function issueByAdmin(
  transaction: Transaction,
  auth: AuthParts,
  { email, data }: Invitation,
  given: { readonly kind: ConfirmationKind; readonly passwordHash: string | null },
): Promise<IssuedLink> {
  await insertPerson(transaction, newPerson(email, {}, ''), false);
  const waiting = await accountByEmail(transaction, email);
  if (waiting === null || waiting.user.email_confirmed_at !== undefined) {
    throw authErrors.emailExists();
  }
  const confirmation = { ...given, data, challenge: null };
  const token = await issueConfirmation(transaction, auth, waiting.user, confirmation);
  return { user: waiting.user, token };
}

/** The user as it will be once the link with that data is followed. */
export function withData(user: User, data: Invitation['data']): User {
  const own = Object.entries(user.user_metadata).filter(([key]) => ownMetadataKeys.has(key));
  return {
    ...user,
    user_metadata: { ...user.user_metadata, ...data, ...Object.fromEntries(own) },
  };
}

/** {@link inviteUser} inside the caller's transaction, without the mail. */
export async function inviteWithin(
  transaction: Transaction,
  auth: AuthParts,
  invitation: Invitation,
  client: Client,
): Promise<IssuedLink> {
  const given = { kind: 'invite', passwordHash: null } as const;
  const { user, token } = await issueByAdmin(transaction, auth, invitation, given);
  await transaction.run({
    text: 'update auth.users set invited_at = now() where id = $1',
    values: [user.id],
  });
  await transaction.run(auditEntry('user_invited', serviceActor, client, user));
  const invited = await accountByEmail(transaction, user.email);
  return { user: withData(invited?.user ?? user, invitation.data), token };
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
    const { user, token } = await inviteWithin(transaction, auth, invitation, client);
    const { language } = user.user_metadata;
    await postMail(transaction, auth, { to: user.email, token, type: 'invite', language }, reader);
    return user;
  });
}
