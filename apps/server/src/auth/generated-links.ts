import type { Transaction } from '../db/database.ts';
import type { GenerateLinkBody } from './admin-schemas.ts';
import { auditEntry, serviceActor } from './audit.ts';
import { requestEmail, type ChangeKind } from './email-change.ts';
import { authErrors } from './errors.ts';
import { accountByEmail } from './find-account.ts';
import { inviteWithin, issueByAdmin, withData } from './invitations.ts';
import { issueToken, hashToken, tokenCode, type IssuedLink } from './link-tokens.ts';
import { linkAddress } from './one-time-links.ts';
import { assertNewPassword, hashPassword } from './passwords.ts';
import type { LinkType } from './proofs.ts';
import { checkEmail } from './schemas.ts';
import type { AuthParts, Client } from './settings.ts';

type Issued = IssuedLink & { readonly type: Exclude<LinkType, 'email'> };

const actionOf = {
  signup: 'user_confirmation_requested',
  magiclink: 'user_recovery_requested',
  recovery: 'user_recovery_requested',
  email_change: 'user_modified',
} as const;

async function issueSignUp(
  transaction: Transaction,
  auth: AuthParts,
  body: GenerateLinkBody,
  passwordHash: string | null,
): Promise<Issued> {
  const kind = passwordHash === null ? 'magiclink' : 'signup';
  const link = await issueByAdmin(transaction, auth, body, { kind, passwordHash });
  return { ...link, type: 'signup' };
}

async function issueAccess(
  transaction: Transaction,
  auth: AuthParts,
  body: GenerateLinkBody,
  type: 'magiclink' | 'recovery',
): Promise<Issued> {
  const account = await accountByEmail(transaction, body.email);
  if (account === null && type === 'magiclink') return issueSignUp(transaction, auth, body, null);
  if (account === null) throw authErrors.userWithEmailNotFound();
  const token = await issueToken(transaction, account.user, 'recovery_token');
  return { user: account.user, token, type };
}

async function issueChange(
  transaction: Transaction,
  body: GenerateLinkBody,
  kind: ChangeKind,
): Promise<Issued> {
  const account = await accountByEmail(transaction, body.email);
  if (account === null) throw authErrors.userWithEmailNotFound();
  const newEmail = checkEmail(body.new_email);
  await requestEmail(transaction, account.user, newEmail);
  const address = kind === 'email_change_token_new' ? newEmail : body.email;
  const token = await issueToken(transaction, { id: account.user.id, email: address }, kind);
  return { user: account.user, token, type: 'email_change' };
}

async function newPasswordHash(body: GenerateLinkBody): Promise<string | null> {
  if (body.type !== 'signup') return null;
  assertNewPassword(body.password);
  return hashPassword(body.password);
}

function issue(
  transaction: Transaction,
  auth: AuthParts,
  body: GenerateLinkBody,
  passwordHash: string | null,
  client: Client,
): Promise<Issued> {
  switch (body.type) {
    case 'signup':
      return issueSignUp(transaction, auth, body, passwordHash);
    case 'invite':
      return inviteWithin(transaction, auth, body, client).then((link) => ({
        ...link,
        type: 'invite',
      }));
    case 'magiclink':
    case 'recovery':
      return issueAccess(transaction, auth, body, body.type);
    case 'email_change_current':
      return issueChange(transaction, body, 'email_change_token_current');
    case 'email_change_new':
      return issueChange(transaction, body, 'email_change_token_new');
    default:
      throw authErrors.validationFailed(
        `Invalid email action link type requested: ${body.type.slice(0, 50)}`,
      );
  }
}

/**
 * A link for an administrator to deliver by other means than our mail: the user's fields beside the link's.
 *
 * @throws validation_failed, weak_password, email_exists, user_not_found
 */
export async function generateLink(
  auth: AuthParts,
  asked: GenerateLinkBody,
  redirectTo: string,
  client: Client,
): Promise<Readonly<Record<string, unknown>>> {
  const body = { ...asked, email: checkEmail(asked.email) };
  const passwordHash = await newPasswordHash(body);
  return auth.database.serviceTransaction(async (transaction) => {
    const { token, type, user } = await issue(transaction, auth, body, passwordHash, client);
    // inviteWithin has recorded the invitation.
    if (type !== 'invite') {
      await transaction.run(auditEntry(actionOf[type], serviceActor, client, user));
    }
    const account = await accountByEmail(transaction, user.email);
    const shown = account?.user ?? user;
    return {
      ...(type === 'signup' || type === 'invite' ? withData(shown, body.data) : shown),
      action_link: linkAddress(auth.config.siteUrl, { token, type, redirectTo }),
      email_otp: tokenCode(auth.tokens, hashToken(token)),
      hashed_token: token,
      verification_type: type === 'email_change' ? body.type : type,
      redirect_to: redirectTo,
    };
  });
}
