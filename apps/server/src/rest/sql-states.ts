import type { Role } from '@bkksiam/domain/identity';

const byState: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42P01': 404,
  '42883': 404,
  '42P17': 500,
  '53400': 500,
  P0001: 400,
};

const byClass: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/**
 * The HTTP status of a SQLSTATE by PostgREST's table, except 400 for class 54: exceeding a limit of PostgreSQL, such as
 * its stack depth, is an error of the request. Insufficient privilege is 401 for the anonymous role and 403 for others.
 */
export function statusOfSqlState(state: string, message: string, role: Role): number {
  if (state === '42501') return role === 'anon' ? 401 : 403;
  if (state === '57P01') return 503;
  if (state === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (state === '22023' && /^role .* does not exist$/.test(message)) return 401;
  const chosen = /^PT([2-5]\d\d)$/.exec(state)?.[1];
  if (chosen !== undefined) return Number(chosen);
  return byState[state] ?? byClass[state.slice(0, 2)] ?? 400;
}
