import { randomInt } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Config } from '../config.ts';
import { credentialsFile, readPrivateFile, writePrivateFile } from './secrets.ts';
import {
  accountNamed,
  asOwner,
  createConfirmedUser,
  deleteUnconfirmed,
  hasAdmin,
  isEmptyDatabase,
  membersWithoutPassword,
  promote,
  recordNamedAdmin,
  seedDemo,
  setPassword,
} from './seed.ts';

/** An account this start has created, with its generated password. */
export interface Credential {
  readonly email: string;
  readonly password: string;
  readonly kind: 'admin' | 'member';
}

export type HashPassword = (plain: string) => Promise<string>;

const firstAdmin = 'admin@bkksiam.example';
/** Without characters that are easily confused, such as `l` and `1`. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 80 random bits in four groups, easy to read from a screen. */
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

interface Admin {
  readonly email: string;
  readonly password: string;
}

async function createAdmin(
  client: ClientBase,
  { email, password }: Admin,
  hashPassword: HashPassword,
): Promise<void> {
  await createConfirmedUser(client, { email, passwordHash: await hashPassword(password) });
  await promote(client, email);
}

/**
 * Creates the operator's admin, or makes an existing member one without touching their password. It acts once for an
 * address, and never for an account that was an admin or is deactivated: such a change was an admin's decision.
 *
 * @param isProven whether a confirmed account belongs to the owner of its address
 */
async function ensureNamedAdmin(
  client: ClientBase,
  admin: Admin,
  { hashPassword, isProven }: { hashPassword: HashPassword; isProven: boolean },
): Promise<void> {
  const { email, password } = admin;
  if (!(await recordNamedAdmin(client, email))) return;
  const account = await accountNamed(client, email);
  if (account === undefined) return createAdmin(client, admin, hashPassword);
  if (account.wasAdmin || !account.isActive) return;
  if (!account.isConfirmed) {
    // A stranger may have signed up with the address: nothing of that sign-up may open the admin's account.
    await deleteUnconfirmed(client, email);
    return createAdmin(client, admin, hashPassword);
  }
  await promote(client, email);
  if (!isProven) await setPassword(client, email, await hashPassword(password));
}

/** The admin of an embedded database that has none, with a generated password. */
async function ensureFirstAdmin(
  client: ClientBase,
  admin: Admin,
  hashPassword: HashPassword,
): Promise<void> {
  const { email, password } = admin;
  if ((await accountNamed(client, email)) === undefined)
    return createAdmin(client, admin, hashPassword);
  await promote(client, email);
  await setPassword(client, email, await hashPassword(password));
}

async function keep(dataDir: string, credentials: readonly Credential[]): Promise<void> {
  const lines = credentials.map(
    ({ kind, email, password }) => `${kind.padEnd(6)}  ${email}  ${password}\n`,
  );
  const before = (await readPrivateFile(dataDir, credentialsFile)) ?? '';
  await writePrivateFile(dataDir, credentialsFile, before + lines.join(''));
}

/**
 * Seeds an empty database and creates the operator's admin, or the first admin of an embedded database. Generated
 * passwords are written to the data folder before the transaction commits. Run it under the database's lock.
 *
 * @returns the created accounts, admins first; undefined without any
 */
export async function makeFirstAccounts(
  client: ClientBase,
  owner: string,
  config: Pick<Config, 'admin' | 'autoconfirm' | 'databaseUrl' | 'dataDir' | 'seed'>,
  hashPassword: HashPassword,
): Promise<readonly Credential[] | undefined> {
  return asOwner(client, owner, async () => {
    const credentials: Credential[] = [];
    if (config.seed === 'demo' && (await isEmptyDatabase(client)))
      credentials.push(...(await seedMembers(client, hashPassword)));
    if (config.admin !== undefined) {
      await ensureNamedAdmin(client, config.admin, {
        hashPassword,
        isProven: !config.autoconfirm,
      });
    } else if (config.databaseUrl === undefined && !(await hasAdmin(client))) {
      const admin = { email: firstAdmin, password: randomPassword() };
      await ensureFirstAdmin(client, admin, hashPassword);
      credentials.unshift({ ...admin, kind: 'admin' });
    }
    if (credentials.length === 0) return undefined;
    await keep(config.dataDir, credentials);
    return credentials;
  });
}
