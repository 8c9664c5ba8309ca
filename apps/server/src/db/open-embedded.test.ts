import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash, verify } from '@node-rs/argon2';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onlyInWholeSuite } from '../testing/variations.ts';
import { readConfig } from '../config.ts';
import { prepareDataDir } from '../testing/fresh-cluster.ts';
import { openDatabase, type OpenedDatabase } from './open-database.ts';

const silent = { info: () => undefined, warn: () => undefined };
const cheap = { hashPassword: (plain: string) => hash(plain, { memoryCost: 8, timeCost: 1 }) };

let dataDir: string;
let opened: OpenedDatabase[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'bkksiam-open-'));
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(env: Record<string, string> = {}): Promise<OpenedDatabase> {
  const config = readConfig({ DATA_DIR: dataDir, ...env });
  const database = await openDatabase(config, silent, cheap);
  opened.push(database);
  return database;
}

async function accounts({ database }: OpenedDatabase) {
  const [result] = await database.asService([
    { text: 'select email, encrypted_password as hash from auth.users order by email' },
  ]);
  return result?.rows ?? [];
}

test('the first start makes an admin and the demo members, and keeps their passwords to itself', async () => {
  const first = await open();
  expect(first.credentials?.map(({ kind, email }) => `${kind} ${email}`)).toEqual([
    'admin admin@bkksiam.example',
    'member nattaya@bkksiam.example',
    'member somchai@bkksiam.example',
    'member malee@bkksiam.example',
  ]);
  const lines = (first.credentials ?? []).map(
    ({ kind, email, password }) => `${kind.padEnd(6)}  ${email}  ${password}\n`,
  );
  expect(new Set(first.credentials?.map(({ password }) => password)).size).toBe(4);
  expect(await readFile(join(dataDir, 'credentials.txt'), 'utf8')).toBe(lines.join(''));
  for (const name of ['credentials.txt', 'jwt-secret'])
    expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
  for (const { email, hash: kept } of await accounts(first)) {
    const credential = first.credentials?.find((one) => one.email === email);
    expect(await verify(String(kept), credential?.password ?? '')).toBe(true);
  }
});

test('the next start finds everything and makes nothing', async () => {
  prepareDataDir(dataDir);
  const first = await open();
  const before = await accounts(first);
  await first.close();
  const file = await readFile(join(dataDir, 'credentials.txt'), 'utf8');
  const second = await open();
  expect(second.credentials).toBeUndefined();
  expect(second.secrets).toEqual(first.secrets);
  expect(await accounts(second)).toEqual(before);
  expect(await readFile(join(dataDir, 'credentials.txt'), 'utf8')).toBe(file);
});

test('two starts at once share one admin, one secret and one database', async () => {
  onlyInWholeSuite();
  prepareDataDir(dataDir);
  const [one, two] = await Promise.all([open({ SEED: 'none' }), open({ SEED: 'none' })]);
  expect(one.secrets).toEqual(two.secrets);
  expect([...(one.credentials ?? []), ...(two.credentials ?? [])]).toHaveLength(1);
  expect(await accounts(one)).toEqual(await accounts(two));
  await one.close();
  expect(await accounts(two)).toHaveLength(1);
});

test('an admin and a secret that the operator names leave nothing to make up', async () => {
  onlyInWholeSuite();
  prepareDataDir(dataDir);
  const secret = 'a secret of at least thirty-two characters';
  const first = await open({
    SEED: 'none',
    ADMIN_EMAIL: 'boss@example.com',
    ADMIN_PASSWORD: 'correct horse',
    JWT_SECRET: secret,
  });
  expect(first.credentials).toBeUndefined();
  expect(first.secrets.jwtSecret).toBe(secret);
  const [admin] = await accounts(first);
  expect(admin?.email).toBe('boss@example.com');
  await expect(stat(join(dataDir, 'credentials.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
});
