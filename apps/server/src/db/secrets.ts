import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ClientBase } from 'pg';
import type { Config } from '../config.ts';
import { makeFolder } from './make-folder.ts';

/** The file in the data folder with the passwords that the first start made. */
export const credentialsFile = 'credentials.txt';
/** The keys that servers share, kept in the data folder or, with `DATABASE_URL`, in the database. */
export const keyNames = [
  'jwt secret',
  'jwt secret accepted',
  'sealing key',
  'sealing key accepted',
  'push key',
] as const;
export type KeyName = (typeof keyNames)[number];

/** Names of further secrets that the database keeps. */
export const loginKeyName = 'login key';
export const loginPasswordsName = 'login passwords';

export function newSecret(): string {
  return randomBytes(48).toString('base64url');
}

/** The text of a file in the data folder, or undefined when there is none. */
export async function readPrivateFile(folder: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, name), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file that only this user may read, atomically. */
export async function writePrivateFile(folder: string, name: string, text: string): Promise<void> {
  makeFolder(resolve(folder), 0o700);
  const path = join(folder, name);
  // Servers in containers have the same process id.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, path);
}

/** A secret that the database keeps, or undefined. */
export async function readDatabaseSecret(
  client: ClientBase,
  name: string,
): Promise<string | undefined> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('bkksiam_private.secrets') is not null as found`,
  );
  if (tables[0]?.found !== true) return undefined;
  const { rows } = await client.query<{ value: string }>(
    'select value from bkksiam_private.secrets where name = $1',
    [name],
  );
  return rows[0]?.value;
}

const secretsTable = `
  create table if not exists bkksiam_private.secrets (name text primary key, value text not null)`;

/** Stores a secret in the database's private schema unless it has that one already. */
export async function keepDatabaseSecret(
  client: ClientBase,
  name: string,
  value: string,
): Promise<void> {
  await client.query(secretsTable);
  await client.query(
    'insert into bkksiam_private.secrets (name, value) values ($1, $2) on conflict (name) do nothing',
    [name, value],
  );
}

/** Stores a secret in the database's private schema in place of the one it has. */
export async function replaceDatabaseSecret(
  client: ClientBase,
  name: string,
  value: string,
): Promise<void> {
  await client.query(secretsTable);
  await client.query(
    `insert into bkksiam_private.secrets (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [name, value],
  );
}

/** A secret in the database's private schema, created on first use and shared by every process. */
export async function databaseSecret(client: ClientBase, name: string): Promise<string> {
  await keepDatabaseSecret(client, name, newSecret());
  const value = await readDatabaseSecret(client, name);
  if (value === undefined) throw new Error(`the secret ${name} was not kept`);
  return value;
}

async function removeDatabaseSecret(client: ClientBase, name: string): Promise<void> {
  await client.query('delete from bkksiam_private.secrets where name = $1', [name]);
}

/** Where the keys are kept. The caller holds the database's lock while it writes. */
export interface KeyStore {
  read(name: KeyName): Promise<string | undefined>;
  write(name: KeyName, value: string): Promise<void>;
  remove(name: KeyName): Promise<void>;
}

/** The file of a key in the data folder. */
export function keyFile(name: KeyName): string {
  return name.replaceAll(' ', '-');
}

function keysInFolder(folder: string): KeyStore {
  return {
    async read(name) {
      const text = (await readPrivateFile(folder, keyFile(name)))?.trim();
      return text === '' ? undefined : text;
    },
    write: (name, value) => writePrivateFile(folder, keyFile(name), `${value}\n`),
    remove: (name) => rm(join(folder, keyFile(name)), { force: true }),
  };
}

function keysInDatabase(client: ClientBase): KeyStore {
  return {
    read: (name) => readDatabaseSecret(client, name),
    write: (name, value) => replaceDatabaseSecret(client, name, value),
    remove: (name) => removeDatabaseSecret(client, name),
  };
}

/** The keys of the installation: files of the data folder, or rows of the operator's database. */
export function keyStore(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  client: ClientBase,
): KeyStore {
  return databaseUrl === undefined ? keysInFolder(dataDir) : keysInDatabase(client);
}
