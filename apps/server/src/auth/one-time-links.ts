import type { Row, Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import { countCodeTry, forgetCodeTries } from './try-limits.ts';
import { authErrors, type AuthError } from './errors.ts';
import { agreeToEmailChange, isChangeKind } from './email-change.ts';
import { isSameText, keptToken, pkcePrefix, tokenCode, type TokenKind } from './link-tokens.ts';
import { issueAuthCode } from './pkce.ts';
import { openSession, type OpenSession } from './sessions.ts';
import type { AuthParts, Client } from './settings.ts';

/** What a link's `type` may be in an address. */
export type LinkType = 'signup' | 'invite' | 'email' | 'magiclink' | 'recovery' | 'email_change';

const kindsOf: Record<LinkType, readonly TokenKind[]> = {
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
  const [result] = await auth.database.asService([
    {
      text: `select t.token_hash from auth.one_time_tokens t
        where t.relates_to = $1 and t.token_type::text = any ($2::text[])`,
      values: [email, kindsOf[type]],
    },
  ]);
  const kept = result?.rows.map((row) => String(row.token_hash)) ?? [];
  const right = kept.find((hash) => isSameText(tokenCode(auth, hash), code));
  if (right === undefined) throw authErrors.codeInvalid();
  return right;
}

function refusalOf(proof: Proof): AuthError {
  return 'code' in proof ? authErrors.codeInvalid() : authErrors.linkInvalid();
}

/** Takes the token out of the database: of two requests with one token only the first finds it. */
async function take(
  transaction: Transaction,
  auth: AuthParts,
  kept: string,
  proof: Proof,
): Promise<Row> {
  const { rows } = await transaction.run({
    text: `delete from auth.one_time_tokens t using auth.users u
      where t.token_hash = $1 and t.token_type::text = any ($2::text[])
        and u.id = t.user_id and u.deleted_at is null
        and t.relates_to = case t.token_type
          when 'email_change_token_new' then u.email_change else u.email end
      returning u.id, coalesce(u.email, '') as email, t.token_type::text as kind, u.email_confirmed_at is not null as confirmed,
        coalesce(u.banned_until > now(), false) as banned,
        least(t.created_at at time zone 'utc',
          case t.token_type
            when 'confirmation_token' then u.confirmation_sent_at
            when 'recovery_token' then u.recovery_sent_at
            else u.email_change_sent_at end)
          > now() - make_interval(secs => $3) as fresh`,
    values: [kept, kindsOf[proof.type], auth.config.linkLifetimeSeconds],
  });
  const [row] = rows;
  if (row?.fresh !== true) throw refusalOf(proof);
  if (row.banned === true) throw authErrors.bannedCaller();
  return row;
}

/** The address is the person's own now; every other link they were sent is void. */
async function confirm(transaction: Transaction, userId: string): Promise<void> {
  await transaction.run({
    text: `with other_links as (delete from auth.one_time_tokens where user_id = $1),
      identity as (
        update auth.identities
        set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
        where user_id = $1 and provider = 'email')
      update auth.users
      set email_confirmed_at = coalesce(email_confirmed_at, now()),
        raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}',
        confirmation_token = '', recovery_token = '', updated_at = now()
      where id = $1`,
    values: [userId],
  });
}

/** A session, or the first of the two agreements a change of address takes. */
export type Redeemed =
  { readonly session: OpenSession; readonly type: LinkType } | { readonly session: null };

/** Whether the link was asked for by a client that keeps a verifier. */
export function isFlowToken(token: string): boolean {
  return token.startsWith(pkcePrefix);
}

/** Uses a link or code up and confirms what it proves; false for the first agreement to a change of address. */
async function settle(
  transaction: Transaction,
  auth: AuthParts,
  kept: string,
  proof: Proof,
  client: Client,
) {
  const row = await take(transaction, auth, kept, proof);
  if ('code' in proof) await transaction.run(forgetCodeTries(proof.email));
  const person = { id: String(row.id), email: String(row.email) };
  const kind = String(row.kind) as TokenKind;
  if (isChangeKind(kind)) {
    const agreed = await agreeToEmailChange(transaction, person.id, kind, () => refusalOf(proof));
    if (!agreed) return { person, kind, done: false };
    await transaction.run(auditEntry('user_modified', person, client));
  } else {
    await confirm(transaction, person.id);
    const joined = proof.type === 'invite' ? 'invite_accepted' : 'user_signedup';
    await transaction.run(auditEntry(row.confirmed === true ? 'login' : joined, person, client));
  }
  return { person, kind, done: true };
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
    const settled = await settle(transaction, auth, keptToken(proof.token), proof, client);
    return settled.done ? issueAuthCode(transaction, settled.person.id, settled.kind) : null;
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
    const { person, kind, done } = await settle(transaction, auth, kept, proof, client);
    if (!done) return { session: null };
    const session = await openSession(transaction, person.id, 'otp', client);
    if (proof.type !== 'email') return { session, type: proof.type };
    return { session, type: kind === 'confirmation_token' ? 'signup' : 'magiclink' };
  });
}
