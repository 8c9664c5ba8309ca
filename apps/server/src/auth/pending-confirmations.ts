import type { Row, Statement, Transaction } from '../db/database.ts';
import { keptToken, newToken, pkcePrefix } from './link-tokens.ts';
import { startFlow, type CodeChallenge } from './pkce.ts';
import type { AuthParts } from './settings.ts';
import { ownMetadataKeys } from './user-object.ts';

/** What a confirmation was mailed for. Only a sign-up has a password. */
export type ConfirmationKind = 'signup' | 'invite' | 'magiclink';

/** What counts once the link is followed, and only then. */
export interface Confirmation {
  readonly kind: ConfirmationKind;
  readonly passwordHash: string | null;
  /** Becomes user_metadata. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A stored confirmation of an account that waits for one. */
export interface PendingConfirmation extends Confirmation {
  readonly tokenHash: string;
  readonly flowId: string | null;
  readonly email: string;
  /** False once the lifetime of links has passed. */
  readonly fresh: boolean;
}

/** How many of an account's confirmations, newest first, can be proved by a typed code: six digits are guessed too easily for more. */
const codesLookedAt = 5;

/** Expired sign-ups that are remembered for a day, so that a resend knows whether there was one sign-up or several. */
const keptSignUps = 2;

function withoutOwnKeys(data: Confirmation['data']): Confirmation['data'] {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !ownMetadataKeys.has(key)));
}

/** Deletes what no link needs any more; `skip locked`, so that this never waits for a redemption. */
function deleteExpired(auth: AuthParts, userId: string): Statement {
  return {
    text: `delete from bkksiam_private.pending_confirmations where token_hash in (
        select token_hash from bkksiam_private.pending_confirmations p
        where user_id = $1 and created_at < now() - make_interval(secs => $2)
          and (created_at < now() - interval '1 day' or kind <> 'signup' or token_hash not in (
            select token_hash from bkksiam_private.pending_confirmations
            where user_id = $1 and kind = 'signup' order by created_at desc limit $3))
        for update skip locked)`,
    values: [userId, auth.config.linkLifetimeSeconds, keptSignUps],
  };
}

/**
 * Adds a confirmation to those that are outstanding and returns its token, for the mail alone. A newer invitation replaces
 * the older ones; nothing else voids a confirmation before the account is confirmed.
 */
export async function issueConfirmation(
  transaction: Transaction,
  auth: AuthParts,
  account: { readonly id: string; readonly email: string },
  confirmation: Confirmation & { readonly challenge: CodeChallenge | null },
): Promise<string> {
  const { kind, passwordHash, data, challenge } = confirmation;
  const token = (challenge === null ? '' : pkcePrefix) + newToken();
  const flowId =
    challenge === null ? null : await startFlow(transaction, account.id, 'email/signup', challenge);
  await transaction.run(deleteExpired(auth, account.id));
  if (kind === 'invite') {
    await transaction.run({
      text: `delete from bkksiam_private.pending_confirmations where user_id = $1 and kind = 'invite'`,
      values: [account.id],
    });
  }
  await transaction.run({
    text: `insert into bkksiam_private.pending_confirmations
        (token_hash, user_id, email, kind, password_hash, data, flow_id)
      values ($1, $2, $3, $4, $5, $6::jsonb, $7)`,
    values: [
      keptToken(token),
      account.id,
      account.email,
      kind,
      passwordHash,
      JSON.stringify(withoutOwnKeys(data)),
      flowId,
    ],
  });
  await transaction.run({
    text: 'update auth.users set confirmation_sent_at = now(), updated_at = now() where id = $1',
    values: [account.id],
  });
  return token;
}

/**
 * What a confirmation that is sent again confirms: the sign-up where there was one alone, else the address and nothing more,
 * because whoever asks for it again need not be who typed the newest password.
 */
export async function confirmationToRepeat(
  transaction: Transaction,
  userId: string,
): Promise<Confirmation> {
  const { rows } = await transaction.run({
    text: `select password_hash, (array_agg(data::text))[1] as data
      from bkksiam_private.pending_confirmations
      where user_id = $1 and kind = 'signup' group by password_hash limit 2`,
    values: [userId],
  });
  const [only, other] = rows;
  if (only === undefined || other !== undefined) {
    return { kind: 'magiclink', passwordHash: null, data: {} };
  }
  return {
    kind: 'signup',
    passwordHash: textOrNull(only.password_hash),
    data: JSON.parse(String(only.data)) as Confirmation['data'],
  };
}

function textOrNull(value: Row[string]): string | null {
  return typeof value === 'string' ? value : null;
}

function toPending(row: Row): PendingConfirmation {
  return {
    tokenHash: String(row.token_hash),
    email: String(row.email),
    kind: String(row.kind) as ConfirmationKind,
    passwordHash: textOrNull(row.password_hash),
    data: JSON.parse(String(row.data)) as Confirmation['data'],
    flowId: textOrNull(row.flow_id),
    fresh: row.fresh === true,
  };
}

/** Locks an account's outstanding confirmations, always in the same order, so that two redemptions take turns. */
export async function lockConfirmations(
  transaction: Transaction,
  auth: AuthParts,
  userId: string,
): Promise<readonly PendingConfirmation[]> {
  const { rows } = await transaction.run({
    text: `select token_hash, email, kind, password_hash, data::text as data, flow_id,
        created_at > now() - make_interval(secs => $2) as fresh
      from bkksiam_private.pending_confirmations where user_id = $1 order by token_hash for update`,
    values: [userId, auth.config.linkLifetimeSeconds],
  });
  return rows.map(toPending);
}

/** The account that a confirmation's kept token belongs to. */
export async function confirmationOwner(
  transaction: Transaction,
  tokenHash: string,
): Promise<string | null> {
  const { rows } = await transaction.run({
    text: 'select user_id from bkksiam_private.pending_confirmations where token_hash = $1',
    values: [tokenHash],
  });
  return rows[0] === undefined ? null : String(rows[0].user_id);
}

/** The kept tokens of an address whose codes are looked at. */
export function confirmationCodes(email: string): Statement {
  return {
    text: `select p.token_hash from bkksiam_private.pending_confirmations p
        join auth.users u on u.id = p.user_id
      where u.email = $1 and u.is_sso_user = false and p.email = $1
      order by p.created_at desc limit $2`,
    values: [email, codesLookedAt],
  };
}

/** Voids what is outstanding for an account. */
export function deleteConfirmations(userId: string): Statement {
  return {
    text: 'delete from bkksiam_private.pending_confirmations where user_id = $1',
    values: [userId],
  };
}
