import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseUrl } from './testing/database-url.ts';
import { startProgram } from './testing/run-command.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let folder: string;
let db: TestDatabase;

/** Connects as libpq would, by the environment, and answers a query; not every machine has the real one. */
const psql = `#!${process.execPath}
const pg = require('${join(process.cwd(), 'node_modules/pg')}');
const client = new pg.Client();
client.connect()
  .then(() => client.query({ text: process.argv[3], rowMode: 'array' }))
  .then(({ rows }) => { console.log(rows.join()); return client.end(); })
  .then(() => process.exit(process.argv[2] === '-c' ? 0 : 3));
`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bkksiam-psql-'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/psql'), psql);
  chmodSync(join(folder, 'bin/psql'), 0o755);
  db = await createTestDatabase();
});

afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: readonly string[], env: Record<string, string>) {
  const { code, stdout, stderr } = await startProgram('psql', args, env).finished;
  return { stdout: stdout.trim(), stderr: stderr.trim(), code };
}

const path = () => [join(folder, 'bin'), dirname(process.execPath)].join(delimiter);

test('opens the database of the settings as the role that runs migrations', async () => {
  const env = {
    PATH: path(),
    DATABASE_URL: databaseUrl(db.admin, db.admin.database, db.admin),
  };
  const ask = 'select current_database(), current_user';
  const answer = `${db.admin.database},${db.admin.user}`;
  expect(await run(['-c', ask], env)).toEqual({ stdout: answer, stderr: '', code: 0 });
  expect((await run(['-x', ask], env)).code).toBe(3);
});

test('says what is missing, in one line', async () => {
  const env = { DATABASE_URL: databaseUrl(db.admin, db.admin.database, db.admin) };
  expect(await run([], { ...env, PATH: '/nowhere' })).toEqual({
    stdout: '',
    stderr:
      'bkksiam: psql is not installed: install the client of PostgreSQL, such as postgresql-client',
    code: 1,
  });
  const dataDir = join(folder, 'none');
  expect((await run([], { PATH: path(), DATA_DIR: dataDir })).stderr).toBe(
    `bkksiam: DATA_DIR: there is no database in ${dataDir}`,
  );
});
