import { expect, it } from 'vitest';
import { AppError, toAppError } from './app-error.ts';

const authError = (name: string, values: object) =>
  Object.assign(new Error('the reason'), { name, ...values });

it.each([
  [{ code: '42P01', message: 'relation does not exist' }, 'missing_table'],
  [{ code: 'PGRST205', message: 'not in the schema cache' }, 'missing_table'],
  [{ code: 'PGRST116', message: 'no rows' }, 'no_row'],
  [{ code: '23505', message: 'duplicate key' }, 'duplicate'],
  [{ code: 'PT404', message: 'gone' }, 'not_found'],
  [{ code: 'PT409', message: 'changed' }, 'conflict'],
  [{ code: '42501', message: 'permission denied' }, '42501'],
  [{ code: '', message: 'TypeError: Failed to fetch' }, 'network'],
  [new TypeError('Failed to fetch'), 'network'],
  [new DOMException('The operation was aborted.', 'AbortError'), 'aborted'],
  [authError('AuthApiError', { code: 'invalid_credentials', status: 400 }), 'invalid_credentials'],
  [authError('AuthRetryableFetchError', { status: 0 }), 'network'],
  [authError('AuthRetryableFetchError', { status: 503 }), ''],
  [authError('AuthSessionMissingError', { status: 400 }), 'session_not_found'],
  [undefined, ''],
])('gives %o the code %o', (error, code) => {
  expect(toAppError(error).code).toBe(code);
});

it.each([
  [{ code: 'PT409', message: 'The hold has expired.', hint: 'bkk.hold_expired' }, 'hold_expired'],
  [{ code: '42703', message: 'no such column', hint: 'Perhaps you meant the column a.' }, ''],
  [{ code: 'PT409', message: 'changed', hint: null }, ''],
])('gives %o the reason %o', (error, reason) => {
  expect(toAppError(error).reason).toBe(reason);
});

it.each([
  [new TypeError('Failed to fetch'), true],
  [authError('AuthRetryableFetchError', { status: 503 }), true],
  [authError('AuthApiError', { code: 'over_request_rate_limit', status: 429 }), true],
  [{ code: '57014', message: 'canceling statement due to statement timeout' }, true],
  [{ code: '42501', message: 'permission denied' }, false],
  [authError('AuthApiError', { code: 'invalid_credentials', status: 400 }), false],
])('says of %o whether a retry may help: %o', (error, canRetry) => {
  expect(toAppError(error).canRetry).toBe(canRetry);
});

it.each([
  [{ code: '42501', message: 'permission denied' }, 'permission denied'],
  [new TypeError('Failed to fetch'), 'Failed to fetch'],
  ['plain text', 'plain text'],
  [undefined, 'Unknown error'],
  [{ message: '' }, 'Unknown error'],
])('gives %o the message %o', (error, message) => {
  expect(toAppError(error).message).toBe(message);
});

it('keeps the error as the cause, and an AppError as it is', () => {
  const cause = new TypeError('Failed to fetch');
  const error = toAppError(cause);
  expect(error.cause).toBe(cause);
  expect(toAppError(error)).toBe(error);
  expect(error).toBeInstanceOf(AppError);
});
