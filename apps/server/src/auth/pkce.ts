import { createHash, randomUUID } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import { auditEntry } from './audit.ts';
import { authErrors } from './errors.ts';
import { isSameText, issueToken, hashToken, pkcePrefix, type TokenKind } from './link-tokens.ts';
import { openSession, type OpenSession, type SignInMethod } from './sessions.ts';
import type { AuthParts, Client } from './settings.ts';

/** The challenge of a PKCE client, so that a stolen link alone opens no session (RFC 7636). */
export interface CodeChallenge {
  readonly text: string;
  readonly method: 's256' | 'plain';
}

/** What a link is requested for, as the session's `amr` claim names it. */
export type FlowMethod = Extract<
  SignInMethod,
  'email/signup' | 'magiclink' | 'recovery' | 'email_change'
>;

/** How long the code of a followed link can be exchanged for a session. */
const exchangeSeconds = 300;

/** Null without PKCE. @throws validation_failed */
export function readCodeChallenge(body: {
  readonly code_challenge: string;
  readonly code_challenge_method: string;
}): CodeChallenge | null {
  const { code_challenge: text, code_challenge_method: given } = body;
  if (text === '' && given === '') return null;
  if (text === '' || given === '') {
    throw authErrors.validationFailed(
      'PKCE flow requires code_challenge_method and code_challenge',
    );
  }
  if (text.length < 43 || text.length > 128) {
    throw authErrors.validationFailed('code challenge has to be between 43 and 128 characters');
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(text)) {
    throw authErrors.validationFailed(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  const method = given.toLowerCase();
  if (method !== 's256' && method !== 'plain') {
    throw authErrors.validationFailed('code challenge method has to be s256 or plain');
  }
  return { text, method };
}

/** The flows of a token's kind. A user has one at a time, as there is one token of that kind. */
const flowsOf: Partial<Record<TokenKind, readonly FlowMethod[]>> = {
  recovery_token: ['magiclink', 'recovery'],
  email_change_token_current: ['email_change'],
  email_change_token_new: ['email_change'],
};

/**
 * {@link issueToken} for a client that may use PKCE: then the challenge is stored in the same transaction, and the link
 * leads to a code instead of a session.
 */
export async function issueFlowToken(
  transaction: Transaction,
  user: { readonly id: string; readonly email: string },
  kind: TokenKind,
  method: Exclude<FlowMethod, 'email/signup'>,
  challenge: CodeChallenge | null,
): Promise<string> {
  const token = await issueToken(transaction, user, kind, challenge === null ? '' : pkcePrefix);
  if (challenge !== null) await startFlow(transaction, user.id, method, challenge);
  return token;
}

/**
 * Stores a challenge and returns the flow's id. It replaces flows of the same token; an account has several confirmations,
 * so a sign-up's flow replaces none.
 */
export async function startFlow(
  transaction: Transaction,
  userId: string,
  method: FlowMethod,
  challenge: CodeChallenge,
): Promise<string> {
  const id = randomUUID();
  const replaced = Object.values(flowsOf).find((methods) => methods.includes(method)) ?? [];
  await transaction.run({
    text: `delete from auth.flow_state
      where user_id = $1 and authentication_method = any ($2::text[])`,
    values: [userId, replaced],
  });
  await transaction.run({
    text: `insert into auth.flow_state (id, user_id, code_challenge_method, code_challenge, provider_type,
        authentication_method, created_at, updated_at)
      values ($1, $2, $3::auth.code_challenge_method, $4, 'email', $5, now(), now())`,
    values: [id, userId, challenge.method, challenge.text, method],
  });
  return id;
}

/** The flow of a followed link: that of its confirmation, or that of the token's kind. */
export type FlowOfLink = { readonly id: string | null } | { readonly kind: TokenKind };

/**
 * Issues the code for a followed link; the database stores only its hash.
 *
 * @throws otp_expired when the flow no longer exists
 */
export async function issueAuthCode(
  transaction: Transaction,
  userId: string,
  flow: FlowOfLink,
): Promise<string> {
  const code = randomUUID();
  const { rows } = await transaction.run({
    text: `update auth.flow_state set auth_code = $3, auth_code_issued_at = now(), updated_at = now()
      where user_id = $1 and (id = $2::uuid or authentication_method = any ($4::text[]))
      returning id`,
    values: [
      userId,
      'id' in flow ? flow.id : null,
      hashToken(code),
      'kind' in flow ? (flowsOf[flow.kind] ?? []) : [],
    ],
  });
  if (rows.length === 0) throw authErrors.linkInvalid();
  return code;
}

function matchesChallenge(verifier: string, challenge: string, method: unknown): boolean {
  const computed =
    method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return isSameText(computed, challenge);
}

function isFlowMethod(method: unknown): method is FlowMethod {
  return (
    method === 'email/signup' ||
    Object.values(flowsOf).some((methods) => methods.some((known) => known === method))
  );
}

/**
 * Exchanges a code and the challenge's verifier for a session. A code works once.
 *
 * @throws validation_failed, flow_state_not_found, flow_state_expired, bad_code_verifier, user_banned
 */
export async function exchangeCode(
  auth: AuthParts,
  { code, verifier }: { readonly code: string; readonly verifier: string },
  client: Client,
): Promise<OpenSession> {
  if (code === '' || verifier === '') throw authErrors.codeAndVerifierNeeded();
  return auth.database.serviceTransaction(async (transaction) => {
    const { rows } = await transaction.run({
      text: `select f.id as flow, f.authentication_method as method, f.code_challenge,
          f.code_challenge_method::text as challenge_method, u.id, coalesce(u.email, '') as email,
          case f.authentication_method when 'magiclink' then f.auth_code_issued_at else f.created_at end
            <= clock_timestamp() - make_interval(secs => $2) as expired
        from auth.flow_state f join auth.users u on u.id = f.user_id and u.deleted_at is null
        where f.auth_code = $1 for update of f`,
      values: [hashToken(code), exchangeSeconds],
    });
    const [row] = rows;
    if (row === undefined || !isFlowMethod(row.method)) throw authErrors.flowNotFound();
    if (row.expired === true) throw authErrors.flowExpired();
    if (!matchesChallenge(verifier, String(row.code_challenge), row.challenge_method)) {
      throw authErrors.wrongCodeVerifier();
    }
    await transaction.run({
      text: 'delete from auth.flow_state where id = $1',
      values: [String(row.flow)],
    });
    const user = { id: String(row.id), email: String(row.email) };
    const session = await openSession(transaction, user.id, row.method, client);
    await transaction.run(auditEntry('login', user, client));
    return session;
  });
}
