// `npm run psql -- -c 'select ...'`: PostgreSQL's terminal on the product's database, as the role that runs migrations. Starts
// the embedded cluster where no server has. All arguments are psql's own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readConfig } from './config.ts';
import { withAdminClient } from './db/admin-server.ts';
import type { AdminLogin } from './db/server-address.ts';
import { reportFailure } from './terminal.ts';

/** The variables of libpq; the password is in none of the arguments, which every user of the machine could read. */
function libpqEnvironment({ host, port, database, user, password, ssl }: AdminLogin) {
  return {
    PGHOST: host,
    PGPORT: String(port),
    PGDATABASE: database,
    PGUSER: user,
    ...(password !== undefined && { PGPASSWORD: password }),
    ...(ssl !== undefined && ssl !== false && { PGSSLMODE: 'require' }),
  };
}

async function runPsql(admin: AdminLogin, args: readonly string[]): Promise<number> {
  const child = spawn('psql', args, {
    stdio: 'inherit',
    env: { ...process.env, ...libpqEnvironment(admin) },
  });
  // Ctrl-C cancels a query of psql, and ends neither this process nor the cluster.
  process.on('SIGINT', () => undefined);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } catch (error) {
    throw new Error(
      'psql is not installed: install the client of PostgreSQL, such as postgresql-client',
      { cause: error },
    );
  }
}

try {
  const config = readConfig(process.env);
  process.exitCode = await withAdminClient(config, (_client, admin) =>
    runPsql(admin, process.argv.slice(2)),
  );
} catch (error) {
  reportFailure(error);
}
