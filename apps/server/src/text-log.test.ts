import pino from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { textLog } from './text-log.ts';

let text: string;
let log: pino.Logger;

beforeEach(() => {
  text = '';
  log = pino(
    { level: 'trace' },
    textLog((more) => (text += more)),
  );
});

it('has a line with the time for each message, and its fields', () => {
  log.info({ mail: 'b7', attempts: 2 }, 'mail sent');
  expect(text).toMatch(/^\d\d:\d\d:\d\d mail sent \(mail b7, attempts 2\)\n$/);
});

it('leaves out requests that are answered or given up by the client, and the address', () => {
  log.info({ reqId: 'one', status: 503 }, 'request completed');
  log.info({ reqId: 'two', res: { statusCode: 200 } }, 'stream closed prematurely');
  log.info('Server listening at http://127.0.0.1:3000');
  expect(text).toBe('');
});

it('shows an error with its request and its stack', () => {
  const err = new Error('the disk is full');
  log.error({ reqId: 'one', req: { method: 'POST', path: '/auth/v1/signup' }, err }, 'failed');
  const [first, second, third] = text.split('\n');
  expect(first).toMatch(/^\S+ error: failed \(POST \/auth\/v1\/signup, request one\)$/);
  expect(second).toBe('    Error: the disk is full');
  expect(third).toMatch(/^ {8}at /);
});

it('shows what was thrown and is no error', () => {
  log.warn({ err: 'text' }, 'odd');
  log.warn({ error: { code: 7 } }, 'odder');
  expect(text).toMatch(/warning: odd\n {4}text\n\S+ warning: odder \(error \{"code":7\}\)\n$/);
});

it('shows the migrations as one line, and what the cluster says', () => {
  log.info({ line: 'Creating the database ...' }, 'database cluster');
  log.info({ file: '0101_roles.sql' }, 'platform migration applied');
  log.info({ file: '0102_auth.sql' }, 'migration applied');
  expect(text.replaceAll(/\d\d:\d\d:\d\d /g, '')).toBe(
    'Creating the database ...\nMigrating the database ...\n',
  );
});
