import type { Row, Transaction } from '../db/database.ts';
import { countCodeAttempt, countAttemptPerCode } from './rate-limits.ts';
import { authErrors, type AuthError } from './errors.ts';
import { isTokenCode, type TokenKind } from './link-tokens.ts';
import {
  confirmationCodes,
  lockConfirmations,
  type PendingConfirmation,
} from './pending-confirmations.ts';
import type { FlowOfLink } from './pkce.ts';
import { remainingCodes, takeRemaining, type ProofKind } from './remaining-tokens.ts';
import type { AuthParts } from './settings.ts';

/** The `type` in a link's address. */
export type LinkType = 'signup' | 'invite' | 'email' | 'magiclink' | 'recovery' | 'email_change';

/** What a mail is for; what a pending confirmation confirms follows from its row. */
type MailedKind = TokenKind | 'confirmation_token';

const kindsOf: Record<LinkType, readonly MailedKind[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
};

export function isLinkType(type: string): type is LinkType {
  return Object.hasOwn(kindsOf, type);
}

/** The token of a link, or its code with the address it was sent to. */
export type Proof =
  | { readonly type: LinkType; readonly token: string }
  | { readonly type: LinkType; readonly email: string; readonly code: string };

export function proofKind(proof: Proof): ProofKind {
  return 'code' in proof ? 'code' : 'link';
}

export function proofError(proof: Proof): AuthError {
  return 'code' in proof ? authErrors.codeInvalid() : authErrors.linkInvalid();
}

/**
 * Finds the token hash of a code among the mails to the address. An address without mails takes the same steps, so that
 * timing does not reveal accounts.
 *
 * @throws otp_expired, over_request_rate_limit
 */
export async function findByCode(
  auth: AuthParts,
  { type, email, code }: { readonly type: LinkType; readonly email: string; readonly code: string },
): Promise<string> {
  await countCodeAttempt(auth, email);
  const kinds = kindsOf[type];
  const results = await auth.database.asService([
    {
      text: `select t.token_hash from auth.one_time_tokens t
        where t.relates_to = $1 and t.token_type::text = any ($2::text[])`,
      values: [email, kinds],
    },
    remainingCodes(email, kinds),
    ...(kinds.includes('confirmation_token') ? [confirmationCodes(email)] : []),
  ]);
  const hashes = results.flatMap(({ rows }) => rows.map((row) => String(row.token_hash)));
  const valid = await countAttemptPerCode(auth, email, hashes);
  const match = valid.find((hash) => isTokenCode(auth.tokens, hash, code));
  if (match === undefined) throw authErrors.codeInvalid();
  return match;
}

/** A used link or code, and its account, whose row is locked. */
export interface UsedProof {
  readonly account: { readonly id: string; readonly email: string };
  readonly confirmed: boolean;
  readonly kind: MailedKind;
  /** Null for a token that is no confirmation, and where the mail's other half has confirmed it. */
  readonly pending: PendingConfirmation | null;
  readonly flow: FlowOfLink;
  /** Timestamp of the mail as PostgreSQL text; null for the second half of a mail. */
  readonly issuedAt: string | null;
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
      returning u.id, t.token_type::text as kind, (t.created_at at time zone 'utc')::text as created_at,
        least(t.created_at at time zone 'utc',
          case t.token_type when 'recovery_token' then u.recovery_sent_at else u.email_change_sent_at end)
          > now() - make_interval(secs => $3) as fresh`,
    values: [tokenHash, kindsOf[type], auth.config.linkLifetimeSeconds],
  });
  return rows[0];
}

/**
 * Finds the account of a pending confirmation or a remaining token, and locks its links. The lock order is always links,
 * confirmations, account row, so that two redemptions cannot deadlock.
 */
async function lockOwner(
  transaction: Transaction,
  tokenHash: string,
  proof: Proof,
): Promise<string> {
  const kinds = kindsOf[proof.type];
  const { rows } = await transaction.run({
    text: `select user_id from bkksiam_private.pending_confirmations where token_hash = $1 and $2
      union all
      select user_id from bkksiam_private.remaining_tokens
      where token_hash = $1 and form = $3 and token_type = any ($4::text[])`,
    values: [tokenHash, kinds.includes('confirmation_token'), proofKind(proof), kinds],
  });
  if (rows[0] === undefined) throw proofError(proof);
  const id = String(rows[0].user_id);
  await transaction.run({
    text: 'select from auth.one_time_tokens where user_id = $1 order by id for update',
    values: [id],
  });
  return id;
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

type MailedProof = Pick<UsedProof, 'kind' | 'pending' | 'flow' | 'issuedAt'>;

function ofToken(token: Row): MailedProof {
  const kind = String(token.kind) as TokenKind;
  return { kind, pending: null, flow: { kind }, issuedAt: String(token.created_at) };
}

/** Null if another proof has confirmed the account since the mail was issued. */
function ofConfirmation(pending: PendingConfirmation, account: Row): MailedProof | null {
  if (account.confirmed === true || pending.email !== account.email) return null;
  const { flowId, createdAt: issuedAt } = pending;
  return { kind: 'confirmation_token', pending, flow: { id: flowId }, issuedAt };
}

async function ofRemaining(
  transaction: Transaction,
  auth: AuthParts,
  id: string,
  account: Row,
  given: { readonly tokenHash: string; readonly proof: ProofKind },
): Promise<MailedProof | null> {
  const remaining = await takeRemaining(transaction, auth, id, given);
  if (remaining === null) return null;
  if (account.confirmed !== true || remaining.email !== account.email) return null;
  const { kind, flowId } = remaining;
  const flow = kind === 'recovery_token' ? { kind } : { id: flowId };
  return { kind, pending: null, flow, issuedAt: null };
}

/**
 * Takes a link or code out of use; the caller confirms the account by it.
 *
 * @throws otp_expired, user_banned
 */
export async function takeProof(
  transaction: Transaction,
  auth: AuthParts,
  tokenHash: string,
  proof: Proof,
): Promise<UsedProof> {
  const token = await takeToken(transaction, auth, tokenHash, proof.type);
  if (token !== undefined && token.fresh !== true) throw proofError(proof);
  const id =
    token === undefined ? await lockOwner(transaction, tokenHash, proof) : String(token.id);
  const confirmations = await lockConfirmations(transaction, auth, id);
  const pending = confirmations.find((other) => other.tokenHash === tokenHash);
  if (pending?.fresh === false) throw proofError(proof);
  const row = await lockAccount(transaction, id);
  if (row.deleted === true) throw proofError(proof);
  let mailed: MailedProof | null;
  if (token !== undefined) mailed = ofToken(token);
  else if (pending !== undefined) mailed = ofConfirmation(pending, row);
  else {
    const given = { tokenHash, proof: proofKind(proof) };
    mailed = await ofRemaining(transaction, auth, id, row, given);
  }
  if (mailed === null) throw proofError(proof);
  if (row.banned === true) throw authErrors.bannedCaller();
  const account = { id, email: String(row.email) };
  return { ...mailed, account, confirmed: row.confirmed === true };
}
