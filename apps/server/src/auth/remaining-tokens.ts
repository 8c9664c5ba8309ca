import type { Statement, Transaction } from '../db/database.ts';
import type { AuthParts } from './settings.ts';

/** The two ways to prove that a mail was received. */
export type ProofKind = 'link' | 'code';

type RemainingTokenKind = 'confirmation_token' | 'recovery_token';

/** The half of a mail that stays valid after the other one was used. */
export interface RemainingToken {
  readonly tokenHash: string;
  /** The address the mail was sent to. */
  readonly email: string;
  readonly proof: ProofKind;
  readonly kind: RemainingTokenKind;
  /** The flow of a confirmation for a PKCE client; that of a recovery token follows from its kind. */
  readonly flowId: string | null;
  /** When the mail was issued, as the database writes it. */
  readonly createdAt: string;
}

/** Stores the unused half, in the transaction that used the other one and voided everything else. */
export function insertRemaining(userId: string, remaining: RemainingToken): Statement {
  const { tokenHash, email, proof, kind, flowId, createdAt } = remaining;
  return {
    text: `insert into bkksiam_private.remaining_tokens
        (user_id, token_hash, email, form, token_type, flow_id, created_at)
      values ($1, $2, $3, $4, $5, $6::uuid, $7::timestamptz)`,
    values: [userId, tokenHash, email, proof, kind, flowId, createdAt],
  };
}

/**
 * Deletes an account's remaining token and returns it if it is the given one and fresh. The caller has locked the
 * account's row, like all code that deletes one, so that two requests cannot deadlock.
 */
export async function takeRemaining(
  transaction: Transaction,
  auth: AuthParts,
  userId: string,
  given: { readonly tokenHash: string; readonly proof: ProofKind },
): Promise<Omit<RemainingToken, 'createdAt'> | null> {
  const { rows } = await transaction.run({
    text: `delete from bkksiam_private.remaining_tokens
      where user_id = $1 and token_hash = $2 and form = $3
        and created_at > now() - make_interval(secs => $4)
      returning email, token_type, flow_id`,
    values: [userId, given.tokenHash, given.proof, auth.config.linkLifetimeSeconds],
  });
  const [row] = rows;
  if (row === undefined) return null;
  return {
    ...given,
    email: String(row.email),
    kind: String(row.token_type) as RemainingTokenKind,
    flowId: typeof row.flow_id === 'string' ? row.flow_id : null,
  };
}

/** The token hash whose code still signs in to the account of an address, if there is one. */
export function remainingCodes(email: string, kinds: readonly string[]): Statement {
  return {
    text: `select r.token_hash from bkksiam_private.remaining_tokens r
        join auth.users u on u.id = r.user_id
      where u.email = $1 and u.is_sso_user = false and r.email = $1
        and r.form = 'code' and r.token_type = any ($2::text[])`,
    values: [email, kinds],
  };
}

/** Voids the remaining token with every other mail of the account. The caller has locked the account's row. */
export function deleteRemaining(userId: string): Statement {
  return {
    text: 'delete from bkksiam_private.remaining_tokens where user_id = $1',
    values: [userId],
  };
}
