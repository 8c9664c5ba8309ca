import { expect, it } from 'vitest';
import { backendError } from './backend-error.ts';

it.each([
  [{ code: '42P01', message: 'relation does not exist' }, { kind: 'missing-table' }],
  [{ code: 'PGRST205', message: 'not in the schema cache' }, { kind: 'missing-table' }],
  [{ code: 'PGRST116', message: 'no rows' }, { kind: 'no-row' }],
  [{ code: '23505', message: 'duplicate key' }, { kind: 'duplicate' }],
  [
    { code: '42501', message: 'permission denied' },
    { kind: 'other', message: 'permission denied' },
  ],
  [new TypeError('Failed to fetch'), { kind: 'other', message: 'Failed to fetch' }],
  ['plain text', { kind: 'other', message: 'plain text' }],
  [undefined, { kind: 'other', message: 'Unknown error' }],
  [{ message: '' }, { kind: 'other', message: 'Unknown error' }],
])('reads %o as %o', (error, kind) => {
  expect(backendError(error)).toEqual(kind);
});
