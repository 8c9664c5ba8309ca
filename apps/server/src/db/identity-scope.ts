import type { Identity, Role } from '@bkksiam/domain/identity';
import type { Scope, Statement } from './database.ts';

/**
 * Statement timeouts by role in milliseconds; 0 means none. They match hosted projects except for visitors (3 s there),
 * whose reads take milliseconds here; a slower one would only block a connection.
 */
export const statementTimeoutMs: Readonly<Record<Role, number>> = {
  anon: 1_000,
  authenticated: 8_000,
  service_role: 0,
};

const texts = new Map<string, string>();

/** One SQL text for each number of settings, so that almost every request uses the same prepared statement. */
function scopeText(readOnly: boolean, extras: number): string {
  const key = `${String(readOnly)} ${String(extras)}`;
  let text = texts.get(key);
  if (text === undefined) {
    const settings = Array.from(
      { length: extras },
      (_, index) => `set_config($${String(4 + 2 * index)}, $${String(5 + 2 * index)}, true)`,
    );
    if (readOnly) settings.push(`set_config('transaction_read_only', 'on', true)`);
    settings.push(
      `set_config('statement_timeout', $2, true)`,
      `set_config('request.jwt.claims', $3, true)`,
      `set_config('role', $1, true)`,
    );
    text = `select ${settings.join(', ')}`;
    texts.set(key, text);
  }
  return text;
}

/**
 * The statement that makes the rest of a transaction run as the identity, with bound, transaction-local settings. It
 * must be executed before the next statement is parsed, because a plan belongs to a role. The role is set last, so that
 * no other setting can replace it.
 */
export function scopeStatement(identity: Identity, scope: Scope = {}): Statement {
  const extras = Object.entries(scope.settings ?? {});
  return {
    text: scopeText(scope.readOnly === true, extras.length),
    values: [
      identity.role,
      String(statementTimeoutMs[identity.role]),
      JSON.stringify({ ...identity.claims, role: identity.role }),
      ...extras.flat(),
    ],
  };
}
