import type { Row, Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import { confirmAgain, confirmFirstTime, noData } from './confirm-account.ts';
import { countCodeAttempt, resetCodeAttempts } from './rate-limits.ts';
import { authErrors, type AuthError } from './errors.ts';
import { agreeToEmailChange, isChangeKind } from './email-change.ts';
import { isSameText, hashToken, pkcePrefix, tokenCode, type TokenKind } from './link-tokens.ts';
import {
  confirmationCodes,
  confirmationOwner,
  lockConfirmations,
  type PendingConfirmation,
} from './pending-confirmations.ts';
import { issueAuthCode, type FlowOfLink } from './pkce.ts';
import { openSession, type OpenSession } from './sessions.ts';
import type { AuthParts, Client } from './settings.ts';

/** The `type` in a link's address. */
export type LinkType = 'signup' | 'invite' | 'email' | 'magiclink' | 'recovery' | 'email_change';

const kindsOf: Record<LinkType, readonly TokenKind[]> = {
  signup: [],
  invite: [],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
};

/** Types that redeem a pending confirmation. What it confirms follows from its row, not from the type. */
const confirmationTypes: ReadonlySet<LinkType> = new Set(['signup', 'invite', 'email']);

export function isLinkType(type: string): type is LinkType {
  return Object.hasOwn(kindsOf, type);
}

/** The address in a mail. */
export function linkAddress(
  siteUrl: string,
  link: { readonly token: string; readonly type: LinkType; readonly redirectTo: string },
): string {
  const { token, type, redirectTo } = link;
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo });
  return `${siteUrl}/auth/v1/verify?${query.toString()}`;
}

/** The token of a link, or its code with the address it was sent to. */
export type Proof =
  | { readonly type: LinkType; readonly token: string }
  | { readonly type: LinkType; readonly email: string; readonly code: string };

/** Finds the token whose code this is among those of the address. */
async function findByCode(
  auth: AuthParts,
  { type, email, code }: { readonly type: LinkType; readonly email: string; readonly code: string },
): Promise<string> {
  await countCodeAttempt(auth, email);
  const results = await auth.database.asService([
    {
      text: `select t.token_hash from auth.one_time_tokens t
        where t.relates_to = $1 and t.token_type::text = any ($2::text[])`,
      values: [email, kindsOf[type]],
    },
    ...(confirmationTypes.has(type) ? [confirmationCodes(email)] : []),
  ]);
  const hashes = results.flatMap(({ rows }) => rows.map((row) => String(row.token_hash)));
  const match = hashes.find((hash) => isSameText(tokenCode(auth.tokens, hash), code));
  if (match === undefined) throw authErrors.codeInvalid();
  return match;
}

function proofError(proof: Proof): AuthError {
  return 'code' in proof ? authErrors.codeInvalid() : authErrors.linkInvalid();
}

/** A redeemed link or code, and its account, whose row is locked. */
interface Used {
  readonly account: { readonly id: string; readonly email: string };
  /** Null for a pending confirmation. */
  readonly kind: TokenKind | null;
  readonly pending: PendingConfirmation | null;
  readonly confirmed: boolean;
}

/** Deletes the token: of two requests with it only the first finds it. */
async function takeToken(
  transaction: Transaction,
  auth: AuthParts,
  tokenHash: string,
  type: LinkType,
): Promise<Row | undefined> {
  const { rows } = await transaction.run({
    text: `delete from auth.one_time_tokens t using auth.users u
      where t.token_hash = $1 and t.token_type::text = any ($2::text[])
        and u.id = t.user_id and u.deleted_at is null
        and t.relates_to = case t.token_type
          when 'email_change_token_new' then u.email_change else u.email end
      returning u.id, t.token_type::text as kind,
        least(t.created_at at time zone 'utc',
          case t.token_type when 'recovery_token' then u.recovery_sent_at else u.email_change_sent_at end)
          > now() - make_interval(secs => $3) as fresh`,
    values: [tokenHash, kindsOf[type], auth.config.linkLifetimeSeconds],
  });
  return rows[0];
}

/**
 * Locks the account and the confirmation of a token. Everywhere an account's links are locked before its confirmations and
 * these before its row, so that two redemptions cannot deadlock.
 */
async function takeConfirmation(transaction: Transaction, auth: AuthParts, tokenHash: string) {
  const id = await confirmationOwner(transaction, tokenHash);
  if (id === null) return undefined;
  await transaction.run({
    text: 'select from auth.one_time_tokens where user_id = $1 order by id for update',
    values: [id],
  });
  const all = await lockConfirmations(transaction, auth, id);
  const pending = all.find((other) => other.tokenHash === tokenHash);
  return pending === undefined ? undefined : { id, pending };
}

async function lockAccount(transaction: Transaction, id: string): Promise<Row> {
  const { rows } = await transaction.run({
    text: `select coalesce(email, '') as email, email_confirmed_at is not null as confirmed,
        coalesce(banned_until > now(), false) as banned, deleted_at is not null as deleted
      from auth.users where id = $1 for no key update`,
    values: [id],
  });
  return rows[0] ?? { deleted: true };
}

/** @throws otp_expired, user_banned */
async function take(
  transaction: Transaction,
  auth: AuthParts,
  tokenHash: string,
  proof: Proof,
): Promise<Used> {
  const token = await takeToken(transaction, auth, tokenHash, proof.type);
  const found =
    token === undefined && confirmationTypes.has(proof.type)
      ? await takeConfirmation(transaction, auth, tokenHash)
      : undefined;
  const pending = found?.pending ?? null;
  if ((pending ?? token)?.fresh !== true) throw proofError(proof);
  const id = found?.id ?? String(token?.id);
  if (found === undefined) await lockConfirmations(transaction, auth, id);
  const row = await lockAccount(transaction, id);
  const confirmed = row.confirmed === true;
  // Another confirmation may have been redeemed since this one was issued.
  const late = pending !== null && (confirmed || pending.email !== row.email);
  if (row.deleted === true || late) throw proofError(proof);
  if (row.banned === true) throw authErrors.bannedCaller();
  return {
    account: { id, email: String(row.email) },
    kind: token === undefined ? null : (String(token.kind) as TokenKind),
    pending,
    confirmed,
  };
}

/** Confirms the account by its first proof; a later proof only voids the other links. */
async function confirm(
  transaction: Transaction,
  { account, pending, confirmed }: Used,
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

/** A session, or null after the first of the two confirmations of a change of address. */
export type Redeemed =
  { readonly session: OpenSession; readonly type: LinkType } | { readonly session: null };

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
): Promise<Used & { readonly done: boolean }> {
  const used = await take(transaction, auth, tokenHash, proof);
  const { account, kind } = used;
  if ('code' in proof) await transaction.run(resetCodeAttempts(proof.email));
  if (isChangeKind(kind)) {
    const agreed = await agreeToEmailChange(transaction, account.id, kind, () => proofError(proof));
    if (!agreed) return { ...used, done: false };
    await transaction.run(auditEntry('user_modified', account, client));
  } else {
    await confirm(transaction, used, client);
  }
  return { ...used, done: true };
}

function flowOf({ kind, pending }: Used): FlowOfLink {
  return kind === null ? { id: pending?.flowId ?? null } : { kind };
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
    return used.done ? issueAuthCode(transaction, used.account.id, flowOf(used)) : null;
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
    const { account, pending, done } = await consumeProof(
      transaction,
      auth,
      tokenHash,
      proof,
      client,
    );
    if (!done) return { session: null };
    const session = await openSession(transaction, account.id, 'otp', client);
    if (proof.type !== 'email') return { session, type: proof.type };
    return { session, type: pending === null ? 'magiclink' : 'signup' };
  });
}
