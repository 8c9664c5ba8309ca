import type { Row, Statement, Transaction } from '../db/database.ts';
import { hashToken, newToken, pkcePrefix } from './link-tokens.ts';
import { startFlow, type CodeChallenge } from './pkce.ts';
import type { AuthParts } from './settings.ts';
import { ownMetadataKeys } from './user-object.ts';

/** Only a sign-up has a password. */
export type ConfirmationKind = 'signup' | 'invite' | 'magiclink';

/** What is set once the link is followed. */
export interface Confirmation {
  readonly kind: ConfirmationKind;
  readonly passwordHash: string | null;
  /** Becomes user_metadata. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface PendingConfirmation extends Confirmation {
  readonly tokenHash: string;
  readonly flowId: string | null;
  readonly email: string;
  /** As the database writes it. */
  readonly createdAt: string;
  /** False once the lifetime of links has passed. */
  readonly fresh: boolean;
}

/** Confirmations of an account whose codes are accepted, newest first: each further one makes guessing easier. */
const maxCodes = 5;

/** Sign-ups that stay with the account after they expire: a resend has to know whether there was one or several. */
const storedSignUps = 2;

/** The data of a confirmation without what the service itself writes into metadata. */
export function withoutOwnKeys(data: Confirmation['data']): Confirmation['data'] {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !ownMetadataKeys.has(key)));
}

/** Deletes expired confirmations but for the newest sign-ups; `skip locked`, so that it never waits for a redemption. */
function deleteExpired(auth: AuthParts, userId: string): Statement {
  return {
    text: `delete from bkksiam_private.pending_confirmations where token_hash in (
        select token_hash from bkksiam_private.pending_confirmations p
        where user_id = $1 and created_at < now() - make_interval(secs => $2)
          and (kind <> 'signup' or token_hash not in (
            select token_hash from bkksiam_private.pending_confirmations
            where user_id = $1 and kind = 'signup' order by created_at desc limit $3))
        for update skip locked)`,
    values: [userId, auth.config.linkLifetimeSeconds, storedSignUps],
  };
}

/**
 * Adds a pending confirmation and returns its token, for the mail alone. A new invitation replaces older ones; nothing else
 * voids a confirmation before the account is confirmed.
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
      hashToken(token),
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
 * What a confirmation that is sent again confirms: the sign-up if there was only one, else the address alone, because the
 * resend may not come from the user who typed the newest password.
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
    createdAt: String(row.created_at),
    kind: String(row.kind) as ConfirmationKind,
    passwordHash: textOrNull(row.password_hash),
    data: JSON.parse(String(row.data)) as Confirmation['data'],
    flowId: textOrNull(row.flow_id),
    fresh: row.fresh === true,
  };
}

/** Locks an account's pending confirmations in one order, so that redemptions are serialized. */
export async function lockConfirmations(
  transaction: Transaction,
  auth: AuthParts,
  userId: string,
): Promise<readonly PendingConfirmation[]> {
  const { rows } = await transaction.run({
    text: `select token_hash, email, kind, password_hash, data::text as data, flow_id,
        created_at::text as created_at, created_at > now() - make_interval(secs => $2) as fresh
      from bkksiam_private.pending_confirmations where user_id = $1 order by token_hash for update`,
    values: [userId, auth.config.linkLifetimeSeconds],
  });
  return rows.map(toPending);
}

/** The token hashes whose codes are accepted for an address. */
export function confirmationCodes(email: string): Statement {
  return {
    text: `select p.token_hash from bkksiam_private.pending_confirmations p
        join auth.users u on u.id = p.user_id
      where u.email = $1 and u.is_sso_user = false and p.email = $1
      order by p.created_at desc limit $2`,
    values: [email, maxCodes],
  };
}

/** Voids the sign-ups of the account's address. */
export function deleteConfirmations(userId: string): Statement {
  return {
    text: `with typed as (
        delete from bkksiam_private.sign_up_passwords p using auth.users u
        where u.id = $1 and p.email = u.email)
      delete from bkksiam_private.pending_confirmations where user_id = $1`,
    values: [userId],
  };
}
