import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ClientBase } from 'pg';
import { makeFolder } from './make-folder.ts';

/** The file in the data folder with the secret that signs tokens. */
export const jwtSecretFile = 'jwt-secret';
/** The file in the data folder with the passwords that the first start made. */
export const credentialsFile = 'credentials.txt';
/** Names of the secrets that the database keeps. */
export const jwtSecretName = 'jwt secret';
export const loginKeyName = 'login key';
export const loginPasswordsName = 'login passwords';

function newSecret(): string {
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
  const draft = `${path}.${String(process.pid)}`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, path);
}

/** A secret in the data folder, created on first use. The caller holds the database's lock. */
export async function fileSecret(folder: string, name: string): Promise<string> {
  const kept = (await readPrivateFile(folder, name))?.trim();
  if (kept !== undefined && kept !== '') return kept;
  const secret = newSecret();
  await writePrivateFile(folder, name, `${secret}\n`);
  return secret;
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
