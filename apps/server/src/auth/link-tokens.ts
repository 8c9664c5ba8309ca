import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import type { Tokens } from '../http/jwt.ts';
import { deleteRemaining } from './remaining-tokens.ts';
import type { User } from './user-object.ts';

export interface IssuedLink {
  readonly user: User;
  readonly token: string;
}

/** What a one-time token is for, as the database names it. */
export type TokenKind =
  | 'recovery_token'
  | 'email_change_token_current'
  | 'email_change_token_new'
  | 'reauthentication_token';

/** When a token of that kind was last sent. */
const sentColumns: Record<TokenKind, string> = {
  recovery_token: 'recovery_sent_at',
  email_change_token_current: 'email_change_sent_at',
  email_change_token_new: 'email_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
};

/** As long as GoTrue's, but entirely random. */
export function newToken(): string {
  return randomBytes(28).toString('hex');
}

/** Marks a token that is exchanged for a code instead of a session. */
export const pkcePrefix = 'pkce_';

/** The database stores only this hash, from which a link cannot be made. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

const codePurpose = 'one-time code';

function digits(fingerprint: Buffer): string {
  return String(fingerprint.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/**
 * The six digits to type instead of following the link. They are derived from the token and the sealing key, so the
 * database alone does not reveal them.
 */
export function tokenCode(tokens: Tokens, tokenHash: string): string {
  return digits(tokens.fingerprint(codePurpose, tokenHash));
}

/** Compares in constant time. */
export function isSameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** Whether the code is the token's, by any sealing key that is accepted. */
export function isTokenCode(tokens: Tokens, tokenHash: string, code: string): boolean {
  const fingerprints = tokens.fingerprints(codePurpose, tokenHash);
  return fingerprints.some((fingerprint) => isSameText(digits(fingerprint), code));
}

/**
 * Replaces the user's token of that kind, and what remains of an earlier mail, and returns the new one, for the mail alone. Locks the token's row before the
 * user's, as a redemption does, so that the two cannot deadlock.
 *
 * @param user.email the address the token is sent to
 */
export async function issueToken(
  transaction: Transaction,
  user: { readonly id: string; readonly email: string },
  kind: TokenKind,
  prefix: '' | typeof pkcePrefix = '',
): Promise<string> {
  const token = prefix + newToken();
  await transaction.run({
    text: `with link as (
        insert into auth.one_time_tokens
          (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
        values ($2, $1, $5::auth.one_time_token_type, $3, $4, now() at time zone 'utc', now() at time zone 'utc')
        on conflict (user_id, token_type) do update
        set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
          created_at = excluded.created_at, updated_at = excluded.updated_at
        returning user_id, token_hash)
      update auth.users u
      set ${kind} = link.token_hash, ${sentColumns[kind]} = now(), updated_at = now()
      from link where u.id = link.user_id`,
    values: [user.id, randomUUID(), hashToken(token), user.email, kind],
  });
  if (kind === 'recovery_token') await transaction.run(deleteRemaining(user.id));
  return token;
}
