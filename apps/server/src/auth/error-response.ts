import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseBusy, DatabaseError, isUnavailable } from '../db/database.ts';
import { ServerBusy } from '../http/load-shedding.ts';
import { MailLimitExceeded } from '../limits/mail-limits.ts';
import { countRejection, RateLimitExceeded } from '../limits/rate-limits.ts';
import { AuthError, authErrors } from './errors.ts';

// 23503: the account was deleted between two statements.
const retryableStates = new Set(['40001', '40P01', '55P03', '23503']);

/** By the name of the unique index. */
const takenValues: Readonly<Record<string, () => AuthError>> = {
  users_email_partial_key: authErrors.emailExists,
  users_phone_key: authErrors.phoneExists,
  users_pkey: authErrors.idExists,
};

function fromDatabase(error: DatabaseError): AuthError {
  const taken = error.code === '23505' ? takenValues[error.constraint ?? ''] : undefined;
  if (taken !== undefined) return taken();
  if (retryableStates.has(error.code)) return authErrors.conflict();
  // A value PostgreSQL cannot hold: a NUL in the user's own data (class 22), or too deep a nesting (class 54).
  if (/^(22|54)/.test(error.code)) {
    return authErrors.validationFailed('The request contains a value that cannot be stored');
  }
  return authErrors.unexpected();
}

/** Called once for each response. */
function fromLimit(error: RateLimitExceeded): AuthError {
  countRejection(error);
  const { retryAfterSeconds: seconds } = error;
  if (!(error instanceof MailLimitExceeded)) return authErrors.tooManyAttempts(seconds);
  return error.limit === 'wait'
    ? authErrors.mailTooSoon(seconds)
    : authErrors.tooManyMails(seconds);
}

/** Maps any error to one of the protocol; an unknown one is `unexpected_failure`. */
export function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (isUnavailable(error) || error instanceof ServerBusy) return authErrors.unavailable();
  if (error instanceof DatabaseError) return fromDatabase(error);
  if (error instanceof RateLimitExceeded) return fromLimit(error);
  switch ((error as { code?: unknown } | null)?.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return authErrors.bodyTooLarge();
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return authErrors.badJson('the body is shorter or longer than announced');
    default:
      return authErrors.unexpected();
  }
}

const versionHeader = 'x-supabase-api-version';
const firstDatedVersion = '2024-01-01';

/** Clients that send a version from 2024-01-01 on read the newer body, all others the older one. */
function wantsNewerBody(request: FastifyRequest): boolean {
  const asked = request.headers[versionHeader];
  if (typeof asked !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(asked)) return false;
  return !Number.isNaN(Date.parse(asked)) && asked >= firstDatedVersion;
}

/** Renders every error; only unexpected ones are logged. */
export function sendAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = toAuthError(error);
  // Overload must not fill the log with stack traces.
  if (known.status >= 500 && !(error instanceof DatabaseBusy || error instanceof ServerBusy))
    request.log.error({ err: error }, 'auth request failed');
  void reply.code(known.status).header('x-sb-error-code', known.code);
  if (known.retryAfterSeconds !== undefined) {
    void reply.header('retry-after', String(known.retryAfterSeconds));
  }
  const weak = known.weakPassword && { weak_password: { reasons: known.weakPassword } };
  if (wantsNewerBody(request)) {
    return reply
      .header(versionHeader, firstDatedVersion)
      .send({ code: known.code, message: known.message, ...weak });
  }
  return reply.send({
    code: known.status,
    error_code: known.code,
    msg: known.message,
    ...(known.status >= 500 && { error_id: request.id }),
    ...weak,
  });
}
