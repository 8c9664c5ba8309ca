import type { Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import { confirmAgain, confirmFirstTime, noData } from './confirm-account.ts';
import { resetCodeAttempts } from './rate-limits.ts';
import { agreeToEmailChange, isChangeKind } from './email-change.ts';
import { hashToken, pkcePrefix } from './link-tokens.ts';
import { issueAuthCode } from './pkce.ts';
import {
  findByCode,
  proofError,
  proofKind,
  takeProof,
  type LinkType,
  type Proof,
  type UsedProof,
} from './proofs.ts';
import { insertRemaining } from './remaining-tokens.ts';
import { openSession, type OpenSession } from './sessions.ts';
import type { AuthParts, Client } from './settings.ts';

/** The address in a mail. */
export function linkAddress(
  siteUrl: string,
  link: { readonly token: string; readonly type: LinkType; readonly redirectTo: string },
): string {
  const { token, type, redirectTo } = link;
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo });
  return `${siteUrl}/auth/v1/verify?${query.toString()}`;
}

/** Confirms the account by its first proof; a later proof only voids the other links. */
async function confirm(
  transaction: Transaction,
  { account, pending, confirmed }: UsedProof,
  client: Client,
): Promise<void> {
  if (confirmed) {
    await confirmAgain(transaction, account.id);
    await transaction.run(auditEntry('login', account, client));
    return;
  }
  await confirmFirstTime(transaction, account.id, pending ?? noData);
  const joined = pending?.kind === 'invite' ? 'invite_accepted' : 'user_signedup';
  await transaction.run(auditEntry(joined, account, client));
}

/**
 * Leaves the mail's link valid when its code is used, and its code when the link is: a scanner that opens links must not void
 * the code, nor a typed code the link on another device. The mail of an invitation has no code.
 */
async function keepUnused(
  transaction: Transaction,
  { account, kind, pending, flow, issuedAt }: UsedProof,
  tokenHash: string,
  proof: Proof,
): Promise<void> {
  if (issuedAt === null || pending?.kind === 'invite') return;
  if (kind !== 'confirmation_token' && kind !== 'recovery_token') return;
  const other = proofKind(proof) === 'code' ? 'link' : 'code';
  const { email } = account;
  const flowId = 'id' in flow ? flow.id : null;
  const remaining = { tokenHash, email, proof: other, kind, flowId, createdAt: issuedAt } as const;
  await transaction.run(insertRemaining(account.id, remaining));
}

/** A session, or null after the first of the two confirmations of a change of address. */
export type Redeemed =
  | { readonly session: OpenSession; readonly type: LinkType }
  | { readonly session: null };

/** Whether a PKCE client requested the link. */
export function isFlowToken(token: string): boolean {
  return token.startsWith(pkcePrefix);
}

/** Redeems a link or code; not done after the first of the two confirmations of a change of address. */
async function consumeProof(
  transaction: Transaction,
  auth: AuthParts,
  tokenHash: string,
  proof: Proof,
  client: Client,
): Promise<UsedProof & { readonly done: boolean }> {
  const used = await takeProof(transaction, auth, tokenHash, proof);
  const { account, kind } = used;
  if ('code' in proof) await transaction.run(resetCodeAttempts(auth, proof.email));
  if (isChangeKind(kind)) {
    const agreed = await agreeToEmailChange(transaction, account.id, kind, () => proofError(proof));
    if (!agreed) return { ...used, done: false };
    await transaction.run(auditEntry('user_modified', account, client));
  } else {
    await confirm(transaction, used, client);
    await keepUnused(transaction, used, tokenHash, proof);
  }
  return { ...used, done: true };
}

/**
 * {@link redeem} for a link of a PKCE client: returns the code to exchange for a session, or null after the first of two
 * confirmations.
 *
 * @throws otp_expired, user_banned
 */
export function redeemForCode(
  auth: AuthParts,
  proof: { readonly type: LinkType; readonly token: string },
  client: Client,
): Promise<string | null> {
  return auth.database.serviceTransaction(async (transaction) => {
    const used = await consumeProof(transaction, auth, hashToken(proof.token), proof, client);
    return used.done ? issueAuthCode(transaction, used.account.id, used.flow) : null;
  });
}

/**
 * Redeems a link or code, confirms the address and opens a session, in one transaction.
 *
 * @throws otp_expired for a token or code that is wrong, used, replaced or too old; user_banned, over_request_rate_limit
 */
export async function redeem(auth: AuthParts, proof: Proof, client: Client): Promise<Redeemed> {
  const tokenHash = 'code' in proof ? await findByCode(auth, proof) : hashToken(proof.token);
  return auth.database.serviceTransaction(async (transaction) => {
    const { account, kind, done } = await consumeProof(transaction, auth, tokenHash, proof, client);
    if (!done) return { session: null };
    const session = await openSession(transaction, account.id, 'otp', client);
    if (proof.type !== 'email') return { session, type: proof.type };
    return { session, type: kind === 'confirmation_token' ? 'signup' : 'magiclink' };
  });
}
