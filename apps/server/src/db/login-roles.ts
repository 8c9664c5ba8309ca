import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ClientBase } from 'pg';
import { isRoleCollision } from './migrate.ts';
import { withClient, type Login, type ServerAddress } from './server-address.ts';
import { DatabaseSetupError, reasonOf } from './setup-error.ts';

const iterations = 4096;
const attempts = 20;

/**
 * The login of one of the product's roles. Its password follows from the admin's own secret, so every process and
 * every database of the cluster that has this admin agrees on it without writing it down.
 */
export function derivedLogin(adminSecret: string, role: string): Login {
  const password = createHmac('sha256', adminSecret).update(`bkksiam:${role}`).digest('base64url');
  return { user: role, password };
}

/** What PostgreSQL stores for a password (RFC 5803), made here so that the password reaches no server log. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  return `SCRAM-SHA-256$${String(iterations)}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

async function logsIn(address: ServerAddress, login: Login): Promise<boolean> {
  try {
    await withClient(address, login, () => Promise.resolve());
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') return false;
    throw new DatabaseSetupError(
      `the database server refuses its role ${login.user}: ${reasonOf(error)}`,
      { cause: error },
    );
  }
}

/**
 * Makes sure the login works. The password is only written when it does not work yet, so a server that already runs
 * on this cluster keeps its own.
 */
export async function ensureLogin(
  admin: ClientBase,
  address: ServerAddress,
  login: Login,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    if (await logsIn(address, login)) return;
    try {
      await admin.query(
        `alter role ${pg.escapeIdentifier(login.user)} password ${pg.escapeLiteral(scramVerifier(login.password ?? ''))}`,
      );
    } catch (error) {
      if (attempt < attempts && isRoleCollision(error)) continue;
      throw new DatabaseSetupError(
        `the role ${login.user} cannot be given its password: ${reasonOf(error)}`,
        { cause: error },
      );
    }
    if (attempt >= attempts)
      throw new DatabaseSetupError(`the role ${login.user} cannot log in with its password`);
  }
}
