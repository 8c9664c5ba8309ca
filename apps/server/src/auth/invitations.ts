import type { Transaction } from '../db/database.ts';
import { auditEntry, serviceActor } from './audit.ts';
import { authErrors } from './errors.ts';
import { accountByEmail } from './find-account.ts';
import type { IssuedLink } from './link-tokens.ts';
import { queueAuthMail } from './mails.ts';
import { insertAccount, newAccount } from './account-rows.ts';
import {
  issueConfirmation,
  withoutOwnKeys,
  type ConfirmationKind,
} from './pending-confirmations.ts';
import type { AuthParts, Client, MailContext } from './settings.ts';
import type { User } from './user-object.ts';

export interface Invitation {
  /** In lower case. */
  readonly email: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Issues a link by which an administrator has an address confirmed, for a new or an unconfirmed account.
 *
 * @throws email_exists when the address is confirmed
 */
export async function issueByAdmin(
  transaction: Transaction,
  auth: AuthParts,
  { email, data }: Invitation,
  given: { readonly kind: ConfirmationKind; readonly passwordHash: string | null },
): Promise<IssuedLink> {
  await insertAccount(transaction, newAccount(email, {}, ''), 'invited');
  const waiting = await accountByEmail(transaction, email);
  if (waiting === null || waiting.user.email_confirmed_at !== undefined) {
    throw authErrors.emailExists();
  }
  const confirmation = { ...given, data, challenge: null };
  const token = await issueConfirmation(transaction, auth, waiting.user, confirmation);
  return { user: waiting.user, token };
}

/** The user with the metadata that its link carries instead of what the account has. */
export function withData(user: User, data: Invitation['data']): User {
  return { ...user, user_metadata: withoutOwnKeys(data) };
}

/** {@link inviteUser} in the caller's transaction, without the mail. */
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
 * Creates an account whose owner follows a mailed link and then chooses a password. Repeating it sends a new link.
 *
 * @throws email_exists
 */
export function inviteUser(
  auth: AuthParts,
  invitation: Invitation,
  client: Client,
  mailContext: MailContext,
): Promise<User> {
  return auth.database.serviceTransaction(async (transaction) => {
    const { user, token } = await inviteWithin(transaction, auth, invitation, client);
    const { language } = user.user_metadata;
    await queueAuthMail(
      transaction,
      auth,
      { to: user.email, token, type: 'invite', language },
      mailContext,
    );
    return user;
  });
}
