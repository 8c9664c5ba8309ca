import type { Statement, Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import type { Caller } from './callers.ts';
import { applyEmailChange, issueEmailChange } from './email-change.ts';
import { authErrors } from './errors.ts';
import { hasVerifiedFactor } from './factors.ts';
import { accountByEmail, accountById, readAccountById } from './find-account.ts';
import { queueAuthMail } from './mails.ts';
import { checkMailWait, countAccountChange, startMailWait } from './rate-limits.ts';
import { checkPatched, metadataPatch, patched } from './metadata.ts';
import { assertNewPassword, checkPassword, hashPassword } from './passwords.ts';
import { readCodeChallenge, type CodeChallenge } from './pkce.ts';
import { findNonce, needsCode, useNonce } from './reauthentication.ts';
import { deleteRemaining } from './remaining-tokens.ts';
import { checkEmail, type AccountBody } from './schemas.ts';
import type { AuthParts, Client, MailContext } from './settings.ts';
import type { User } from './user-object.ts';

interface NewPassword {
  readonly hash: string;
  /** The token hash of the code that allows it, where one is required. */
  readonly nonce: string | null;
}

async function readPassword(
  auth: AuthParts,
  caller: Caller,
  { password, nonce }: AccountBody,
): Promise<NewPassword | null> {
  if (password === '') return null;
  assertNewPassword(password);
  const asksForCode = await needsCode(auth, caller);
  if (asksForCode && nonce === '') throw authErrors.reauthenticationNeeded();
  const nonceHash = asksForCode ? await findNonce(auth, caller, nonce) : null;
  const { passwordHash } = await readAccountById(auth, caller.user.id);
  if (passwordHash !== null && (await checkPassword(passwordHash, password))) {
    throw authErrors.samePassword();
  }
  return { hash: await hashPassword(password), nonce: nonceHash };
}

/**
 * A new password ends every other session and voids every link. The hash changes before the sessions end, so that a sign-in
 * under way with the old one opens none afterwards.
 */
function passwordStatements({ user, sessionId }: Caller, hash: string): Statement[] {
  return [
    { text: 'delete from auth.one_time_tokens where user_id = $1', values: [user.id] },
    { text: 'delete from auth.flow_state where user_id = $1', values: [user.id] },
    {
      text: `update auth.users set encrypted_password = $2, confirmation_token = '', recovery_token = '',
          email_change_token_current = '', email_change_token_new = '', reauthentication_token = '',
          updated_at = now()
        where id = $1`,
      values: [user.id, hash],
    },
    {
      text: 'delete from auth.sessions where user_id = $1 and id is distinct from $2::uuid',
      values: [user.id, sessionId],
    },
    deleteRemaining(user.id),
  ];
}

/** The new address (or the present one, when links are sent again) and the client's PKCE challenge. */
interface EmailRequest {
  readonly email: string;
  readonly challenge: CodeChallenge | null;
}

/** Mails a link to both addresses; a new address that is taken gets a notice instead. */
async function sendEmailChange(
  transaction: Transaction,
  auth: AuthParts,
  user: User,
  request: EmailRequest,
  mailContext: MailContext,
): Promise<void> {
  for (const mail of await issueEmailChange(transaction, user, request.email, request.challenge)) {
    await queueAuthMail(transaction, auth, mail, mailContext);
  }
}

async function changeEmail(
  transaction: Transaction,
  auth: AuthParts,
  user: User,
  request: EmailRequest,
  mailContext: MailContext,
): Promise<void> {
  const { email: newEmail } = request;
  if (auth.config.autoconfirm) {
    if ((await accountByEmail(transaction, newEmail)) !== null) throw authErrors.emailExists();
    await applyEmailChange(transaction, user.id, newEmail);
    return;
  }
  // Both addresses get a mail, so both have to wait.
  for (const address of [user.email, newEmail].filter(Boolean).sort()) {
    await startMailWait(transaction, auth, 'email_change', address);
  }
  await sendEmailChange(transaction, auth, user, request, mailContext);
}

/**
 * Changes the caller's own account: password, metadata key by key, address by two mailed links.
 *
 * @throws insufficient_aal, validation_failed, weak_password, same_password, reauthentication_needed,
 *   reauthentication_not_valid, over_email_send_rate_limit, over_request_rate_limit, email_exists (only without links)
 */
export async function changeAccount(
  auth: AuthParts,
  caller: Caller,
  body: AccountBody,
  client: Client,
  mailContext: MailContext,
): Promise<User> {
  const { id, email } = caller.user;
  await countAccountChange(auth, id);
  const asked = body.email === '' ? email : checkEmail(body.email);
  const newEmail = asked === email ? null : asked;
  if (caller.user.is_anonymous && body.password !== '') throw authErrors.passwordNeedsAddress();
  const sensitive = newEmail !== null || body.password !== '';
  if (sensitive && caller.aal !== 'aal2' && hasVerifiedFactor(caller.user)) {
    throw authErrors.changeNeedsAal2();
  }
  if (newEmail !== null && !auth.config.autoconfirm) {
    await checkMailWait(auth, 'email_change', email);
  }
  const password = await readPassword(auth, caller, body);
  const patch = metadataPatch('user_metadata', body.data);
  const challenge = readCodeChallenge(body);
  return auth.database.serviceTransaction(async (transaction) => {
    if (password !== null) {
      if (password.nonce !== null) await useNonce(transaction, auth, caller, password.nonce);
      for (const statement of passwordStatements(caller, password.hash)) {
        await transaction.run(statement);
      }
      await transaction.run(auditEntry('user_updated_password', caller.user, client));
    }
    await transaction.run({
      text: `update auth.users set raw_user_meta_data = ${patched('raw_user_meta_data', 2, 3)},
        updated_at = now() where id = $1`,
      values: [id, patch.set, patch.removed],
    });
    if (newEmail !== null) {
      const { user } = await accountById(transaction, id);
      await changeEmail(transaction, auth, user, { email: newEmail, challenge }, mailContext);
    }
    await transaction.run(auditEntry('user_modified', caller.user, client));
    const { user } = await accountById(transaction, id);
    checkPatched(patch, user.user_metadata);
    return user;
  });
}

/**
 * Sends both links of a pending change of address again. Both addresses have to confirm again.
 *
 * @param asked.email the present address
 * @throws over_email_send_rate_limit
 */
export async function repeatEmailChange(
  auth: AuthParts,
  asked: EmailRequest,
  mailContext: MailContext,
): Promise<void> {
  const { email, challenge } = asked;
  await checkMailWait(auth, 'email_change', email);
  await auth.database.serviceTransaction(async (transaction) => {
    await startMailWait(transaction, auth, 'email_change', email);
    const account = await accountByEmail(transaction, email);
    const newEmail = account?.user.new_email;
    if (account === null || typeof newEmail !== 'string') return;
    await sendEmailChange(
      transaction,
      auth,
      account.user,
      { email: newEmail, challenge },
      mailContext,
    );
  });
}
