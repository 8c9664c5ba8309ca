import type { FastifyInstance } from 'fastify';
import type { Database } from '../apps/server/src/db/database.ts';
import { derivedLogin } from '../apps/server/src/db/login-roles.ts';
import { openPostgres } from '../apps/server/src/db/postgres.ts';
import type { AdminLogin } from '../apps/server/src/db/server-address.ts';

/** The database a measured process was given: its one argument is the superuser's login, as JSON. */
export function openGivenDatabase(): Database {
  const { host, port, database, password = '' } = JSON.parse(process.argv[2] ?? '') as AdminLogin;
  return openPostgres({
    address: { host, port, database },
    authenticator: derivedLogin(password, 'authenticator'),
    service: derivedLogin(password, 'supabase_auth_admin'),
  });
}

/** Closes both when whoever measures lets go of this process. */
export function closeWhenLetGo(app: FastifyInstance, database: Database): void {
  process.once('disconnect', () => {
    app
      .close()
      .then(() => database.close())
      .catch((error: unknown) => console.error(error));
  });
}
