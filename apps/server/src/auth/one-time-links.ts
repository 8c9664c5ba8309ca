import type { Row, Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import { confirmAgain, confirmFirstTime, nothingTyped } from './confirm-account.ts';
import { countCodeTry, forgetCodeTries } from './try-limits.ts';
import { authErrors, type AuthError } from './errors.ts';
import { agreeToEmailChange, isChangeKind } from './email-change.ts';
import { isSameText, keptToken, pkcePrefix, tokenCode, type TokenKind } from './link-tokens.ts';
import {
  confirmationCodes,
  confirmationOwner,
  lockConfirmations,
  type PendingConfirmation,
} from './pending-confirmations.ts';
import { issueAuthCode, type FlowOfLink } from './pkce.ts';
import { openSession, type OpenSession } from './sessions.ts';
import type { AuthParts, Client } from './settings.ts';

/** What a link's `type` may be in an address. */
export type LinkType = 'signup' | 'invite' | 'email' | 'magiclink' | 'recovery' | 'email_change';

const kindsOf: Record<LinkType, readonly TokenKind[]> = {
  signup: [],
  invite: [],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
};

/** The types that a pending confirmation may be redeemed as. What it confirms follows from its row, never from the type. */
const confirmationTypes: ReadonlySet<LinkType> = new Set(['signup', 'invite', 'email']);

export function isLinkType(type: string): type is LinkType {
  return Object.hasOwn(kindsOf, type);
}

/** The address a mail leads to. */
export function linkAddress(
  siteUrl: string,
  link: { readonly token: string; readonly type: LinkType; readonly redirectTo: string },
): string {
  const { token, type, redirectTo } = link;
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo });
  return `${siteUrl}/auth/v1/verify?${query.toString()}`;
}

/** What somebody proves with: the token of a link, or the code beside it and the address it was sent to. */
export type Proof =
  | { readonly type: LinkType; readonly token: string }
  | { readonly type: LinkType; readonly email: string; readonly code: string };

/** The kept token whose code this is; looked for among all the tokens of the address that may be meant. */
async function findByCode(
  auth: AuthParts,
  { type, email, code }: { readonly type: LinkType; readonly email: string; readonly code: string },
): Promise<string> {
  await countCodeTry(auth, email);
  const results = await auth.database.asService([
    {
      text: `select t.token_hash from auth.one_time_tokens t
        where t.relates_to = $1 and t.token_type::text = any ($2::text[])`,
      values: [email, kindsOf[type]],
    },
    ...(confirmationTypes.has(type) ? [confirmationCodes(email)] : []),
  ]);
  const kept = results.flatMap(({ rows }) => rows.map((row) => String(row.token_hash)));
  const right = kept.find((hash) => isSameText(tokenCode(auth, hash), code));
  if (right === undefined) throw authErrors.codeInvalid();
  return right;
}

function refusalOf(proof: Proof): AuthError {
  return 'code' in proof ? authErrors.codeInvalid() : authErrors.linkInvalid();
}

/** What a link or code that was just used up proves, and to whom its account belongs. The account's row is locked. */
interface Used {
  readonly person: { readonly id: string; readonly email: string };
  /** Null for a pending confirmation. */
  readonly kind: TokenKind | null;
  readonly pending: PendingConfirmation | null;
  readonly confirmed: boolean;
}

/** Takes the token out of the database: of two requests with one token only the first finds it. */
async function takeToken(
  transaction: Transaction,
  auth: AuthParts,
  kept: string,
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
    values: [kept, kindsOf[type], auth.config.linkLifetimeSeconds],
  });
  return rows[0];
}

/**
 * The account and confirmation of a kept token, both locked. The account's other links are locked before its confirmations
 * and these before its row, as everywhere, so that no two redemptions block each other.
 */
async function takeConfirmation(transaction: Transaction, auth: AuthParts, kept: string) {
  const id = await confirmationOwner(transaction, kept);
  if (id === null) return undefined;
  await transaction.run({
    text: 'select from auth.one_time_tokens where user_id = $1 order by id for update',
    values: [id],
  });
  const all = await lockConfirmations(transaction, auth, id);
  const pending = all.find(({ tokenHash }) => tokenHash === kept);
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
  kept: string,
  proof: Proof,
): Promise<Used> {
  const token = await takeToken(transaction, auth, kept, proof.type);
  const found =
    token === undefined && confirmationTypes.has(proof.type)
      ? await takeConfirmation(transaction, auth, kept)
      : undefined;
  const pending = found?.pending ?? null;
  if ((pending ?? token)?.fresh !== true) throw refusalOf(proof);
  const id = found?.id ?? String(token?.id);
  if (found === undefined) await lockConfirmations(transaction, auth, id);
  const account = await lockAccount(transaction, id);
  const confirmed = account.confirmed === true;
  // A confirmation that was issued while another one was redeemed has come too late.
  const late = pending !== null && (confirmed || pending.email !== account.email);
  if (account.deleted === true || late) throw refusalOf(proof);
  if (account.banned === true) throw authErrors.bannedCaller();
  return {
    person: { id, email: String(account.email) },
    kind: token === undefined ? null : (String(token.kind) as TokenKind),
    pending,
    confirmed,
  };
}

/**
 * The first proof sets what its own link carries and clears the rest; a later one changes nothing of the kind.
 */
async function confirm(
  transaction: Transaction,
  { person, pending, confirmed }: Used,
  client: Client,
): Promise<void> {
  if (confirmed) {
    await confirmAgain(transaction, person.id);
    await transaction.run(auditEntry('login', person, client));
    return;
  }
  await confirmFirstTime(transaction, person.id, pending ?? nothingTyped);
  const joined = pending?.kind === 'invite' ? 'invite_accepted' : 'user_signedup';
  await transaction.run(auditEntry(joined, person, client));
}

/** A session, or the first of the two agreements a change of address takes. */
export type Redeemed =
  { readonly session: OpenSession; readonly type: LinkType } | { readonly session: null };

/** Whether the link was asked for by a client that keeps a verifier. */
export function isFlowToken(token: string): boolean {
  return token.startsWith(pkcePrefix);
}

/** Uses a link or code up and confirms what it proves; not done after the first agreement to a change of address. */
async function settle(
  transaction: Transaction,
  auth: AuthParts,
  kept: string,
  proof: Proof,
  client: Client,
): Promise<Used & { readonly done: boolean }> {
  const used = await take(transaction, auth, kept, proof);
  const { person, kind } = used;
  if ('code' in proof) await transaction.run(forgetCodeTries(proof.email));
  if (isChangeKind(kind)) {
    const agreed = await agreeToEmailChange(transaction, person.id, kind, () => refusalOf(proof));
    if (!agreed) return { ...used, done: false };
    await transaction.run(auditEntry('user_modified', person, client));
  } else {
    await confirm(transaction, used, client);
  }
  return { ...used, done: true };
}

function flowOf({ kind, pending }: Used): FlowOfLink {
  return kind === null ? { id: pending?.flowId ?? null } : { kind };
}

/**
 * {@link redeem} for a link that a client with a verifier asked for: a code that is traded for the session, or null
 * after the first of two agreements.
 *
 * @throws otp_expired, user_banned
 */
export function redeemForCode(
  auth: AuthParts,
  proof: { readonly type: LinkType; readonly token: string },
  client: Client,
): Promise<string | null> {
  return auth.database.serviceTransaction(async (transaction) => {
    const used = await settle(transaction, auth, keptToken(proof.token), proof, client);
    return used.done ? issueAuthCode(transaction, used.person.id, flowOf(used)) : null;
  });
}

/**
 * Uses a link or code up, confirms the address and opens a session, all or nothing.
 *
 * @throws otp_expired for a token or code that is wrong, used, replaced or too old; user_banned, over_request_rate_limit
 */
export async function redeem(auth: AuthParts, proof: Proof, client: Client): Promise<Redeemed> {
  const kept = 'code' in proof ? await findByCode(auth, proof) : keptToken(proof.token);
  return auth.database.serviceTransaction(async (transaction) => {
    const { person, pending, done } = await settle(transaction, auth, kept, proof, client);
    if (!done) return { session: null };
    const session = await openSession(transaction, person.id, 'otp', client);
    if (proof.type !== 'email') return { session, type: proof.type };
    return { session, type: pending === null ? 'magiclink' : 'signup' };
  });
}
