import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const tsx = import.meta.resolve('tsx');

let folder: string;
let busy: Server;
let busyPort: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bkksiam-main-'));
  busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const address = busy.address();
  busyPort = typeof address === 'object' && address !== null ? address.port : 0;
});

afterAll(() => {
  busy.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', tsx, main], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'data'), SEED: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stderr, stdout, [code]] = await Promise.all([
    text(child.stderr),
    text(child.stdout),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stderr, stdout };
}

describe('a start that cannot succeed says why in one line and leaves with 1', () => {
  test.each([
    ['a port that is no number', { PORT: 'http' }, 'PORT'],
    ['a database address that is none', { DATABASE_URL: 'postgres//nowhere' }, 'DATABASE_URL'],
    [
      'a database that does not answer',
      { DATABASE_URL: 'postgresql://u:p@127.0.0.1:1/x' },
      'DATABASE_URL',
    ],
    ['a mail server address that is none', { SMTP_URL: 'mail.example.com' }, 'SMTP_URL'],
  ])('%s', async (_name, env, variable) => {
    const { code, stderr } = await start(env);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain(variable);
  });

  const aFile = fileURLToPath(import.meta.url);
  test.each([
    ['below a file', { DATA_DIR: join(aFile, 'data') }],
    ['where a file stands', { DATA_DIR: aFile }],
    ['where there can be no folders', { DATA_DIR: '/proc/nothing/data' }],
  ])('a data folder %s', async (_name, env) => {
    const { code, stderr } = await start(env);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain(`DATA_DIR ${env.DATA_DIR}`);
  });

  test('a taken port, and the database it had started stops again', async () => {
    const { code, stderr } = await start({ PORT: String(busyPort) });
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain(String(busyPort));
  });
});
