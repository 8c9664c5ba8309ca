import type { Identity, Role } from '@bkksiam/domain/identity';
import type { Scope, Statement } from './database.ts';

/**
 * How long a request's statement may run; `0` is for ever. As on hosted projects, but for visitors, who have 3 s there:
 * what they read here takes milliseconds, and what takes longer keeps a connection from other visitors.
 */
const statementTimeouts: Readonly<Record<Role, string>> = {
  anon: '1s',
  authenticated: '8s',
  service_role: '0',
};

const texts = new Map<string, string>();

/** One text for each number of settings, so that the scope is one prepared statement for almost every request. */
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
 * The statement that makes the rest of a transaction run as the identity: everything bound, everything local to the
 * transaction. It must be executed before the next statement is even parsed, because a plan belongs to a role.
 * The role comes last, so no further setting can replace it.
 */
export function scopeStatement(identity: Identity, scope: Scope = {}): Statement {
  const extras = Object.entries(scope.settings ?? {});
  return {
    text: scopeText(scope.readOnly === true, extras.length),
    values: [
      identity.role,
      statementTimeouts[identity.role],
      JSON.stringify({ ...identity.claims, role: identity.role }),
      ...extras.flat(),
    ],
  };
}
