import type { FastifyInstance } from 'fastify';
import type { Database } from '../apps/server/src/db/database.ts';
import { derivedLogins } from '../apps/server/src/db/login-roles.ts';
import { openPostgres } from '../apps/server/src/db/postgres.ts';
import type { AdminLogin } from '../apps/server/src/db/server-address.ts';

/** Opens the database of a measured process, whose argument is the superuser's login as JSON. */
export function openGivenDatabase(): Database {
  const { host, port, database, password = '' } = JSON.parse(process.argv[2] ?? '') as AdminLogin;
  return openPostgres({
    address: { host, port, database },
    ...derivedLogins(password),
  });
}

/** Closes both when the parent process disconnects. */
export function closeOnDisconnect(app: FastifyInstance, database: Database): void {
  process.once('disconnect', () => {
    app
      .close()
      .then(() => database.close())
      .catch((error: unknown) => console.error(error));
  });
}
