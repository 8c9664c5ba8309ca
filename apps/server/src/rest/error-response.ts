import type { Role } from '@bkksiam/domain/identity';
import { DatabaseBusy, DatabaseError, DatabaseUnavailable } from '../db/database.ts';
import { TokenError } from '../http/jwt.ts';
import { ServerBusy } from '../http/load-shedding.ts';
import { RateLimitExceeded } from '../limits/rate-limits.ts';
import { RestError, restErrors } from './errors.ts';
import { queryLimits } from './query-limits.ts';
import { rejectedBytes } from './sql-body.ts';
import { statusOfSqlState } from './sql-states.ts';

function fromTokenError({ reason, message }: TokenError): RestError {
  const code = reason === 'expired' || reason === 'not_yet_valid' ? 'PGRST303' : 'PGRST301';
  const description = message.replaceAll(/["\\]/g, '');
  return new RestError(401, code, message, {
    headers: {
      'www-authenticate': `Bearer error="invalid_token", error_description="${description}"`,
    },
  });
}

interface Raised {
  readonly code: string;
  readonly message: string;
  readonly details?: string | null;
  readonly hint?: string | null;
}

function parseJson<T>(text: string | null, isRight: (value: object) => value is T & object): T {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && isRight(value)) return value;
  throw restErrors.badRaise(
    'MESSAGE must be a JSON object with "code" and "message", DETAIL one with "status" and "headers".',
  );
}

const isRaised = (value: object): value is Raised =>
  'code' in value &&
  typeof value.code === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

const isRaisedResponse = (
  value: object,
): value is { readonly status: number; readonly headers: Record<string, string> } =>
  'status' in value &&
  typeof value.status === 'number' &&
  value.status >= 200 &&
  value.status <= 599 &&
  'headers' in value &&
  typeof value.headers === 'object' &&
  value.headers !== null &&
  Object.values(value.headers).every((header) => typeof header === 'string');

/** A function that raises SQLSTATE 'PGRST' sets the whole response: code and texts by MESSAGE, status and headers by DETAIL. */
function fromRaise(error: DatabaseError): RestError {
  try {
    const { code, message, details, hint } = parseJson(error.message, isRaised);
    const { status, headers } = parseJson(error.detail, isRaisedResponse);
    return new RestError(status, code, message, {
      details: details ?? null,
      hint: hint ?? null,
      headers,
    });
  } catch (failure) {
    return failure instanceof RestError ? failure : restErrors.unexpected();
  }
}

function fromDatabaseError(error: DatabaseError, role: Role): RestError {
  if (error.code === 'PGRST') return fromRaise(error);
  const bytes = rejectedBytes(error.message);
  if (bytes !== undefined) return restErrors.responseTooLarge(bytes, queryLimits.bodyBytes);
  const status = statusOfSqlState(error.code, error.message, role);
  return new RestError(status, error.code, error.message, {
    details: error.detail,
    hint: error.hint,
    headers: {
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(status === 503 && { 'retry-after': '1' }),
    },
  });
}

/** The error response to any failure; `role` is `anon` until the token has been verified. */
export function toRestError(error: unknown, role: Role): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof TokenError) return fromTokenError(error);
  if (error instanceof DatabaseError) return fromDatabaseError(error, role);
  if (error instanceof RateLimitExceeded)
    return restErrors.rateLimitExceeded(error.retryAfterSeconds);
  if (error instanceof DatabaseBusy || error instanceof ServerBusy) return restErrors.poolTimeout();
  if (error instanceof DatabaseUnavailable) return restErrors.unavailable();
  return restErrors.unexpected();
}

/** Renders an error response: a body with always the same four keys, and the code in `proxy-status`. */
export function renderError(error: RestError): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const { status, code, details, hint, message } = error;
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'proxy-status': `PostgREST; error=${code}`,
      ...error.headers,
    },
    body: JSON.stringify({ code, details, hint, message }),
  };
}
