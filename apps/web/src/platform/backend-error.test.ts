import { expect, it } from 'vitest';
import { errorKind, messageOf } from './backend-error.ts';

it.each([
  [{ code: '42P01', message: 'relation does not exist' }, 'missing-table'],
  [{ code: 'PGRST205', message: 'not in the schema cache' }, 'missing-table'],
  [{ code: 'PGRST116', message: 'no rows' }, 'no-row'],
  [{ code: '23505', message: 'duplicate key' }, 'duplicate'],
  [{ code: '42501', message: 'permission denied' }, undefined],
  [new TypeError('Failed to fetch'), undefined],
  [undefined, undefined],
])('classifies %o as %o', (error, kind) => {
  expect(errorKind(error)).toBe(kind);
});

it.each([
  [{ code: '42501', message: 'permission denied' }, 'permission denied'],
  [new TypeError('Failed to fetch'), 'Failed to fetch'],
  ['plain text', 'plain text'],
  [undefined, 'Unknown error'],
  [{ message: '' }, 'Unknown error'],
])('gives %o the message %o', (error, message) => {
  expect(messageOf(error)).toBe(message);
});
