// The secrets of an installation, in a file of their own that can be kept apart from the backup.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { z } from 'zod';
import type { Config } from '../config.ts';
import {
  credentialsFile,
  keepDatabaseSecret,
  keyFile,
  keyNames,
  keyStore,
  loginKeyName,
  readDatabaseSecret,
  readPrivateFile,
  writePrivateFile,
  type KeyName,
} from '../db/secrets.ts';
import { BackupError, checksum, DamagedBackup } from './manifest.ts';

const secretsFile = 'secrets.json';

const secrets = z.object({
  /** Null when the operator sets `JWT_SECRET`, which the product does not keep. */
  jwtSecret: z.string().nullable(),
  /** What is accepted beside it while it is replaced, and the keys that seal where the secret does not. */
  jwtSecretAccepted: z.string().nullable().default(null),
  sealingKey: z.string().nullable().default(null),
  sealingKeyAccepted: z.string().nullable().default(null),
  /** Without them the browsers that take pushes would have to be subscribed again. */
  pushKey: z.string().nullable().default(null),
  /** The key that the logins' passwords derive from, where `DATABASE_URL` has no password. */
  loginKey: z.string().nullable(),
  /** `credentials.txt` of the data folder: the passwords that the first start made. */
  credentials: z.string().nullable(),
});

export type Secrets = z.infer<typeof secrets>;

/** The fields of the keys by the names that they are kept under. */
const fields = {
  'jwt secret': 'jwtSecret',
  'jwt secret accepted': 'jwtSecretAccepted',
  'sealing key': 'sealingKey',
  'sealing key accepted': 'sealingKeyAccepted',
  'push key': 'pushKey',
} as const satisfies Record<KeyName, keyof Secrets>;

export async function collectSecrets(client: ClientBase, config: Config): Promise<Secrets> {
  const store = keyStore(config, client);
  const kept = async (name: KeyName, given: string | undefined) =>
    given === undefined ? ((await store.read(name)) ?? null) : null;
  return {
    jwtSecret: await kept('jwt secret', config.jwtSecret),
    jwtSecretAccepted: await kept('jwt secret accepted', config.jwtSecret),
    sealingKey: await kept('sealing key', config.sealingKey),
    sealingKeyAccepted: await kept('sealing key accepted', config.sealingKey),
    pushKey: (await store.read('push key')) ?? null,
    loginKey: (await readDatabaseSecret(client, loginKeyName)) ?? null,
    credentials: (await readPrivateFile(config.dataDir, credentialsFile)) ?? null,
  };
}

/** Writes the file and returns its checksum. */
export async function writeSecrets(folder: string, content: Secrets): Promise<string> {
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  await writeFile(join(folder, secretsFile), text, { mode: 0o600, flag: 'wx', flush: true });
  return checksum(text);
}

/** @throws {BackupError} when the file is missing or damaged */
export async function readSecrets(folder: string, sha256: string): Promise<Secrets> {
  const path = join(folder, secretsFile);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupError(`${path} is missing: put it back, or restore with --without-secrets`);
  }
  if (checksum(text) !== sha256)
    throw new DamagedBackup(folder, `${secretsFile} is not as it was written`);
  return secrets.parse(JSON.parse(text));
}

/** The files of the data folder for these secrets. */
function filesOf(content: Secrets, config: Config): readonly (readonly [string, string])[] {
  const { credentials } = content;
  const keys = config.databaseUrl === undefined ? keyNames : [];
  return [
    ...keys.flatMap((name) => {
      const value = content[fields[name]];
      return value === null ? [] : [[keyFile(name), `${value}\n`] as const];
    }),
    ...(credentials === null ? [] : [[credentialsFile, credentials] as const]),
  ];
}

/** @throws {BackupError} when the data folder holds the secrets of another installation */
export async function refuseOtherSecrets(content: Secrets | null, config: Config): Promise<void> {
  const wanted = new Map(content === null ? [] : filesOf(content, config));
  const read = config.databaseUrl === undefined ? keyNames.map(keyFile) : [];
  for (const name of [...read, credentialsFile]) {
    const found = await readPrivateFile(config.dataDir, name);
    // A killed restore leaves the same files behind.
    if (found === undefined || found === wanted.get(name)) continue;
    throw new BackupError(
      `DATA_DIR ${config.dataDir} is not empty: it has ${name}; restore into an empty folder`,
    );
  }
}

/** Puts the secrets where the server looks for them. */
export async function restoreSecrets(
  client: ClientBase,
  content: Secrets,
  config: Config,
): Promise<void> {
  for (const [name, text] of filesOf(content, config))
    await writePrivateFile(config.dataDir, name, text);
  if (config.databaseUrl === undefined) return;
  for (const name of keyNames) {
    const value = content[fields[name]];
    if (value !== null) await keepDatabaseSecret(client, name, value);
  }
  if (content.loginKey !== null) await keepDatabaseSecret(client, loginKeyName, content.loginKey);
}
