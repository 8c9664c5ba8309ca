import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import type { AuthParts } from './settings.ts';
import type { User } from './user-object.ts';

/** Whom a link is for, and its token. */
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

/** When a person was last sent a token of that kind. */
const sentColumns: Record<TokenKind, string> = {
  recovery_token: 'recovery_sent_at',
  email_change_token_current: 'email_change_sent_at',
  email_change_token_new: 'email_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
};

/** As long as GoTrue's, but wholly random. */
export function newToken(): string {
  return randomBytes(28).toString('hex');
}

/** Marks a link's token that is traded for a code, not for a session. */
export const pkcePrefix = 'pkce_';

/** What the database keeps of a token: who reads it there cannot follow the link. */
export function keptToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The six digits that go with a kept token, for somebody who types instead of following a link. They follow from the token
 * and the server's secret, so that the database alone does not tell them.
 */
export function tokenCode(auth: AuthParts, kept: string): string {
  const number = auth.tokens.fingerprint('one-time code', kept).readUIntBE(0, 6) % 1_000_000;
  return String(number).padStart(6, '0');
}

/** Compares in a time that does not tell how much is right. */
export function isSameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/**
 * Replaces the person's token of that kind inside the caller's transaction; returns the token for the mail alone.
 * The token's row is taken before the person's, as using one does, so that the two cannot block each other.
 *
 * @param person.email the address the token is sent to
 */
export async function issueToken(
  transaction: Transaction,
  person: { readonly id: string; readonly email: string },
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
    values: [person.id, randomUUID(), keptToken(token), person.email, kind],
  });
  return token;
}
