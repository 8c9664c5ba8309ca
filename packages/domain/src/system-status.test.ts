import { expect, test } from 'vitest';
import { isSystemStatus } from './system-status.ts';

const status = {
  checkedAt: '2026-01-01T00:00:00.000Z',
  working: { database: true, mail: false, store: true },
  mailsWaiting: null,
};

test('a status names every part, the time and the mails', () => {
  expect(isSystemStatus(status)).toBe(true);
  expect(isSystemStatus({ ...status, mailsWaiting: 3 })).toBe(true);
  for (const other of [
    null,
    'ok',
    {},
    { ...status, checkedAt: 5 },
    { ...status, mailsWaiting: '3' },
    { ...status, working: { database: true, mail: true } },
    { ...status, working: null },
  ]) {
    expect(isSystemStatus(other)).toBe(false);
  }
});
