import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ClientBase } from 'pg';
import { z } from 'zod';
import { inTransaction, isRoleCollision } from './migrate.ts';
import {
  loginPasswordsName,
  newSecret,
  readDatabaseSecret,
  replaceDatabaseSecret,
} from './secrets.ts';
import { isWrongPassword, withClient, type Login, type ServerAddress } from './server-address.ts';
import { DatabaseSetupError, reasonOf } from './setup-errors.ts';

const iterations = 4096;
const maxAttempts = 20;

/** The logins of the server. */
export interface ServerLogins {
  /** `authenticator`, which requests connect as and which may switch to every caller's role. */
  readonly authenticator: Login;
  /** `supabase_auth_admin`, the auth service's own role. */
  readonly service: Login;
  /** `bkksiam_store_reader`, which reads the store's catalogue and nothing else. */
  readonly store: Login;
}

/**
 * The login of one of the product's roles. Its password is derived from the admin's secret, so the first starts on every
 * database of the cluster compute the same one.
 */
function derivedLogin(adminSecret: string, role: string): Login {
  const password = createHmac('sha256', adminSecret).update(`bkksiam:${role}`).digest('base64url');
  return { user: role, password };
}

function loginsOf(toLogin: (role: string) => Login): ServerLogins {
  return {
    authenticator: toLogin('authenticator'),
    service: toLogin('supabase_auth_admin'),
    store: toLogin('bkksiam_store_reader'),
  };
}

/** The logins of the product's roles, derived from the admin's secret. */
export function derivedLogins(adminSecret: string): ServerLogins {
  return loginsOf((role) => derivedLogin(adminSecret, role));
}

/** The SCRAM verifier of a password (RFC 5803), computed here so that the password reaches no server log. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  return `SCRAM-SHA-256$${String(iterations)}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

/** The comment of a login whose password no longer follows from an admin's. */
const replacedComment = 'Its password was replaced and is kept by the database ';

/**
 * Refuses to set passwords that another database of the cluster has replaced: roles belong to the cluster, and its servers
 * would be locked out.
 */
async function refuseReplaced(admin: ClientBase, { authenticator }: ServerLogins): Promise<void> {
  const { rows } = await admin.query<{ comment: string | null }>(
    `select shobj_description(oid, 'pg_authid') as comment from pg_roles where rolname = $1`,
    [authenticator.user],
  );
  const comment = rows[0]?.comment;
  if (comment?.startsWith(replacedComment) === true)
    throw new DatabaseSetupError(
      `the passwords of this cluster's logins were replaced and are kept by the database ${comment.slice(replacedComment.length)}: use another cluster for this one`,
    );
}

async function logsIn(address: ServerAddress, login: Login): Promise<boolean> {
  try {
    await withClient(address, login, () => Promise.resolve());
    return true;
  } catch (error) {
    if (isWrongPassword(error)) return false;
    throw new DatabaseSetupError(
      `the database server refuses its role ${login.user}: ${reasonOf(error)}`,
      { cause: error },
    );
  }
}

async function setPassword(admin: ClientBase, { user, password = '' }: Login): Promise<void> {
  await admin.query(
    `alter role ${pg.escapeIdentifier(user)} password ${pg.escapeLiteral(scramVerifier(password))}`,
  );
}

async function ensureLogin(admin: ClientBase, address: ServerAddress, login: Login): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    if (await logsIn(address, login)) return;
    try {
      await setPassword(admin, login);
    } catch (error) {
      if (attempt < maxAttempts && isRoleCollision(error)) continue;
      throw new DatabaseSetupError(
        `the role ${login.user} cannot be given its password: ${reasonOf(error)}`,
        { cause: error },
      );
    }
    if (attempt >= maxAttempts)
      throw new DatabaseSetupError(`the role ${login.user} cannot log in with its password`);
  }
}

const keptLogin = z.object({ user: z.string(), password: z.string() });
const keptLogins = z.object({ authenticator: keptLogin, service: keptLogin, store: keptLogin });

/** The logins of the text that {@link loginPasswordsName} names. */
export function parseLogins(text: string): ServerLogins {
  return keptLogins.parse(JSON.parse(text));
}

async function allLogIn(address: ServerAddress, logins: ServerLogins): Promise<boolean> {
  for (const login of Object.values<Login>({ ...logins }))
    if (!(await logsIn(address, login))) return false;
  return true;
}

/**
 * The logins that work: those that an earlier start has kept, so that servers with the old and the new admin's password
 * run side by side, else those that the password gives, which are set where they do not work.
 */
export async function findLogins(
  admin: ClientBase,
  address: ServerAddress,
  adminSecret: string,
): Promise<ServerLogins> {
  const text = await readDatabaseSecret(admin, loginPasswordsName);
  const kept = text === undefined ? undefined : parseLogins(text);
  if (kept !== undefined && (await allLogIn(address, kept))) return kept;
  const derived = derivedLogins(adminSecret);
  if (!(await allLogIn(address, derived))) await refuseReplaced(admin, derived);
  await ensureLogins(admin, address, derived);
  await replaceDatabaseSecret(admin, loginPasswordsName, JSON.stringify(derived));
  return derived;
}

/**
 * Ensures that the logins work. A password is written only when it does not work yet, so a running server on this
 * cluster keeps its own.
 */
export async function ensureLogins(
  admin: ClientBase,
  address: ServerAddress,
  { authenticator, service, store }: ServerLogins,
): Promise<void> {
  for (const login of [authenticator, service, store]) await ensureLogin(admin, address, login);
}

/**
 * Gives the logins new passwords. Connections stay open, and a running server reads the new passwords when the old one
 * is refused ({@link renewableLogins}). Run it as the admin, under the database's lock.
 */
export async function replaceLogins(admin: ClientBase): Promise<void> {
  const logins = loginsOf((user) => ({ user, password: newSecret() }));
  await inTransaction(admin, async () => {
    const { rows } = await admin.query<{ name: string }>('select current_database() as name');
    const comment = pg.escapeLiteral(`${replacedComment}${rows[0]?.name ?? ''}`);
    for (const login of Object.values<Login>({ ...logins })) {
      await setPassword(admin, login);
      await admin.query(`comment on role ${pg.escapeIdentifier(login.user)} is ${comment}`);
    }
    await replaceDatabaseSecret(admin, loginPasswordsName, JSON.stringify(logins));
  });
}

/** How long nobody looks again, in milliseconds, after no other password was found. */
const refusalMs = 1_000;

/** Logins that are read again, once for all, when the server refuses a password. */
export function renewableLogins(
  first: ServerLogins,
  read: () => Promise<ServerLogins>,
): ServerLogins {
  let present = first;
  let reading: Promise<void> | undefined;
  let readInVainAt = -refusalMs;
  const readOnce = () =>
    (reading ??= read()
      .then((logins) => {
        if (JSON.stringify(logins) === JSON.stringify(present)) readInVainAt = performance.now();
        present = logins;
      })
      .finally(() => {
        reading = undefined;
      }));
  const wasReadInVain = () => performance.now() - readInVainAt < refusalMs;
  const login = (name: keyof ServerLogins): Login => ({
    user: present[name].user,
    get password() {
      return present[name].password;
    },
    async renew(refused) {
      if (present[name].password === refused && !wasReadInVain()) await readOnce();
      return present[name].password !== refused;
    },
  });
  return {
    authenticator: login('authenticator'),
    service: login('service'),
    store: login('store'),
  };
}
