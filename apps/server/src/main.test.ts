import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onlyInWholeSuite } from './testing/variations.ts';
import { prepareDataDir } from './testing/fresh-cluster.ts';
import { startProgram } from './testing/run-command.ts';
import { startServerProcess } from './testing/server-process.ts';

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

const start = (env: Record<string, string>, args: readonly string[] = []) =>
  startProgram('main', args, { DATA_DIR: join(folder, 'data'), SEED: 'none', ...env }).finished;

describe('a start that cannot succeed says why in one line and leaves with 1', () => {
  test('a database that does not answer', async () => {
    const { code, stderr } = await start({ DATABASE_URL: 'postgresql://u:p@127.0.0.1:1/x' });
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain('DATABASE_URL');
  });
});

describe('an argument', () => {
  test('asks for a text, and no server starts', async () => {
    const version = await start({ PORT: String(busyPort) }, ['--version']);
    expect(version).toMatchObject({ code: 0, stderr: '' });
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+(-dev)?\n$/);
  });

  test('that is unknown ends with 2 and says where the known ones are', async () => {
    onlyInWholeSuite();
    const { code, stderr, stdout } = await start({}, ['--prot=80']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^bkksiam: unknown argument --prot=80: .*--help.*\n$/);
  });
});

describe('the standard output', () => {
  test('is readable with LOG_FORMAT=text: what the server does, misspelt settings without their values, where mails go, no requests', async () => {
    onlyInWholeSuite();
    const dataDir = join(folder, 'text');
    const server = await startServerProcess({
      DATA_DIR: dataDir,
      SEED: 'none',
      LOG_FORMAT: 'text',
      DATABSE_URL: 'postgresql://owner:secret@db.example/site',
    });
    await fetch(server.url);
    expect(await server.stop()).toBe(0);
    const lines = server
      .output()
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));
    const [start = '', misspelt, creating, migrating, ready, admin = '', ...others] = lines;
    expect(start).toContain('--help');
    expect(misspelt).toMatch(/^warning: the variable DATABSE_URL .* is DATABASE_URL meant\?$/);
    expect(server.output()).not.toContain('secret');
    expect(creating).toBe('Creating the database ...');
    expect(migrating).toBe('Migrating the database ...');
    expect(ready).toBe(`BKK Siam is ready: ${server.url}`);
    expect(admin).toMatch(/^ {2}admin {3}\S+@\S+ {2}\S+$/);
    expect(others).toEqual([
      `  These are shown once and kept in ${join(dataDir, 'credentials.txt')}`,
      `  Mails are files in ${join(dataDir, 'outbox')}`,
      `  The database is in ${dataDir}`,
      'Stopping: requests under way are finished ...',
    ]);
  });

  test('has one JSON object a line where it is no terminal, besides the greeting, after a start that found its port taken', async () => {
    const dataDir = prepareDataDir(join(folder, 'data'));
    const { code, stderr } = await start({ PORT: String(busyPort) });
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain(String(busyPort));
    const server = await startServerProcess({ DATA_DIR: dataDir, SEED: 'none' });
    await fetch(`${server.url}/config.json?a=secret`);
    expect(await server.stop()).toBe(0);
    const lines = server.output().trimEnd().split('\n');
    const greeting = lines.filter((line) => !line.startsWith('{'));
    expect(greeting[0]).toBe(`BKK Siam is ready: ${server.url}`);
    expect(greeting.slice(1).every((line) => line.startsWith('  '))).toBe(true);
    expect(greeting).toContain(
      `  The passwords of the first start are in ${join(dataDir, 'credentials.txt')}`,
    );
    const log = lines
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const requests = log.filter((line) => 'reqId' in line && 'path' in line);
    expect(requests.filter((line) => line.path === '/config.json')).toContainEqual({
      level: 30,
      time: expect.any(Number) as number,
      pid: server.pid,
      hostname: expect.any(String) as string,
      reqId: expect.any(String) as string,
      method: 'GET',
      path: '/config.json',
      route: '/config.json',
      status: 200,
      bytes: expect.any(Number) as number,
      ms: expect.any(Number) as number,
      ip: '127.0.0.1',
      msg: 'request completed',
    });
    expect(new Set(requests.map(({ reqId }) => reqId)).size).toBe(requests.length);
    expect(server.output()).not.toContain('a=secret');
  });
});
