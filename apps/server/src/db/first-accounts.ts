import { randomInt } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Config } from '../config.ts';
import { readPrivateFile, writePrivateFile } from './secrets.ts';
import {
  asOwner,
  createConfirmedUser,
  hasAdmin,
  isEmptyDatabase,
  membersWithoutPassword,
  promote,
  seedDemo,
  setPassword,
  userExists,
} from './seed.ts';

/** An account this start has made and whose password nobody else knows. */
export interface Credential {
  readonly email: string;
  readonly password: string;
  readonly kind: 'admin' | 'member';
}

export type HashPassword = (plain: string) => Promise<string>;

const firstAdmin = 'admin@bkksiam.example';
/** Without the letters and digits that are mistaken for each other. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 80 random bits in four groups, to be read off a screen once. */
function randomPassword(): string {
  const group = () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

async function seedMembers(client: ClientBase, hashPassword: HashPassword): Promise<Credential[]> {
  await seedDemo(client);
  const credentials: Credential[] = [];
  for (const email of await membersWithoutPassword(client)) {
    const password = randomPassword();
    await setPassword(client, email, await hashPassword(password));
    credentials.push({ email, password, kind: 'member' });
  }
  return credentials;
}

/**
 * An account of that address may be anybody's who signed up with it first, so it gets the operator's password in the
 * moment it becomes an admin's. An admin keeps the password they have.
 */
async function ensureAdmin(
  client: ClientBase,
  { email, password }: { readonly email: string; readonly password: string },
  hashPassword: HashPassword,
): Promise<void> {
  if (!(await userExists(client, email))) {
    await createConfirmedUser(client, { email, passwordHash: await hashPassword(password) });
    await promote(client, email);
  } else if (await promote(client, email)) {
    await setPassword(client, email, await hashPassword(password));
  }
}

async function keep(dataDir: string, credentials: readonly Credential[]): Promise<void> {
  const name = 'credentials.txt';
  const lines = credentials.map(
    ({ kind, email, password }) => `${kind.padEnd(6)}  ${email}  ${password}\n`,
  );
  const before = (await readPrivateFile(dataDir, name)) ?? '';
  await writePrivateFile(dataDir, name, before + lines.join(''));
}

/**
 * Demo rows into an empty database, the operator's admin, or the first admin of a database of our own. The passwords
 * made on the way are kept in the data folder before they count. Run it under the database's lock.
 *
 * @returns what this start has made, admins first; undefined when nothing
 */
export async function makeFirstAccounts(
  client: ClientBase,
  owner: string,
  config: Pick<Config, 'admin' | 'databaseUrl' | 'dataDir' | 'seed'>,
  hashPassword: HashPassword,
): Promise<readonly Credential[] | undefined> {
  return asOwner(client, owner, async () => {
    const credentials: Credential[] = [];
    if (config.seed === 'demo' && (await isEmptyDatabase(client)))
      credentials.push(...(await seedMembers(client, hashPassword)));
    if (config.admin !== undefined) {
      await ensureAdmin(client, config.admin, hashPassword);
    } else if (config.databaseUrl === undefined && !(await hasAdmin(client))) {
      const admin = { email: firstAdmin, password: randomPassword() };
      await ensureAdmin(client, admin, hashPassword);
      credentials.unshift({ ...admin, kind: 'admin' });
    }
    if (credentials.length === 0) return undefined;
    await keep(config.dataDir, credentials);
    return credentials;
  });
}
