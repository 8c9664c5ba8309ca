// A site whose server has no login of the database's owner: `npm run migrate` has prepared the database before it starts.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const migrate = fileURLToPath(new URL('../../apps/server/dist/migrate.js', import.meta.url));

const secret = () => randomBytes(24).toString('hex');

interface PreparedSite {
  /** The server's settings. */
  readonly settings: Readonly<Record<string, string>>;
  /** The accounts, as a first start prints them. */
  readonly accounts: readonly string[];
}

/** The URI for another database or login of the same server. */
function changed(url: string, change: { database: string; user?: string; password?: string }) {
  const result = new URL(url);
  result.pathname = change.database;
  if (change.user !== undefined) result.username = change.user;
  if (change.password !== undefined) result.password = change.password;
  return result.href;
}

async function runAsOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Prepares a new database with the demo data.
 *
 * @param ownerUrl a database of the server, with the login that owns it
 * @param dataDir gets the secret of the tokens, where the journeys look for it
 * @param settings environment variables of the site, which switch the same features on
 */
export async function prepareBySeparateOwner(
  ownerUrl: string,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<PreparedSite> {
  const name = `site_${randomBytes(6).toString('hex')}`;
  const login = { user: `server_of_${name}`, password: secret() };
  const admin = { email: 'admin@bkksiam.example', password: secret() };
  const jwtSecret = secret();
  await writeFile(join(dataDir, 'jwt-secret'), jwtSecret, { mode: 0o600 });
  await runAsOwner(ownerUrl, `create database ${name}`);
  const database = changed(ownerUrl, { database: name });
  const child = spawn(process.execPath, [migrate], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: database,
      SEED: 'demo',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      JWT_SECRET: jwtSecret,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  await runAsOwner(
    database,
    `create role ${login.user} login password '${login.password}' in role bkksiam_server`,
  );
  return {
    settings: {
      DATABASE_URL: changed(ownerUrl, { database: name, ...login }),
      DATABASE_MIGRATE: 'off',
      JWT_SECRET: jwtSecret,
    },
    accounts: [`  admin   ${admin.email}  ${admin.password}`, ...output.split('\n')],
  };
}
