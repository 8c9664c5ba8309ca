// What a server without the owner's login reads from a database that `npm run migrate` has prepared.
import type { ClientBase } from 'pg';
import type { Config } from '../config.ts';
import { connectAdmin, type Server } from './admin-server.ts';
import type { Database } from './database.ts';
import { parseLogins, type ServerLogins } from './login-roles.ts';
import type { MigrationLog } from './migrate.ts';
import { loginPasswordsName } from './secrets.ts';
import { withClient } from './server-address.ts';
import { serverKeys, type ServerKeys } from './server-keys.ts';
import { DatabaseSetupError, reasonOf } from './setup-errors.ts';

interface Prepared {
  readonly keys: ServerKeys;
  readonly logins: ServerLogins;
  readonly credentials: undefined;
}

const advice = "run npm run migrate with the owner's DATABASE_URL first";

async function readSecrets(client: ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, value from bkksiam_private.server_secrets()',
  );
  return new Map(rows.map(({ name, value }) => [name, value]));
}

function loginsOf(secrets: ReadonlyMap<string, string>): ServerLogins {
  const text = secrets.get(loginPasswordsName);
  if (text === undefined) throw new DatabaseSetupError(`the database keeps no logins: ${advice}`);
  return parseLogins(text);
}

const limits = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 };

/** The logins as the database keeps them now. */
export async function readServerLogins({ direct }: Server): Promise<ServerLogins> {
  const read = async (client: ClientBase) => loginsOf(await readSecrets(client));
  return withClient(direct, direct, read, limits);
}

/** Whether the role may do more than a member of `bkksiam_server` alone. */
const rightsQuery = `
  select current_user as role, exists (
    select from pg_roles as held
    where pg_has_role(held.oid, 'MEMBER') and case
      when held.rolname = current_user then held.rolsuper or held.rolbypassrls or held.rolcreaterole
      else held.rolname <> 'bkksiam_server' end) as excessive`;

/** Warns of a login that may do more than a server needs. */
async function checkRights(client: ClientBase, log: MigrationLog): Promise<void> {
  const { rows } = await client.query<{ role: string; excessive: boolean }>(rightsQuery);
  const [row] = rows;
  if (row?.excessive === true)
    log.warn(
      {},
      `DATABASE_URL: the role ${row.role} has rights that a server with DATABASE_MIGRATE=off does not need: use a member of bkksiam_server alone`,
    );
}

/**
 * Reads the secrets as a member of `bkksiam_server`.
 *
 * @throws {DatabaseSetupError} when the database is not prepared, or the role is no member
 */
export async function readPrepared(
  server: Server,
  config: Config,
  log: MigrationLog,
): Promise<Prepared> {
  if (config.admin !== undefined)
    log.warn({}, 'ADMIN_EMAIL has no effect with DATABASE_MIGRATE=off: npm run migrate reads it');
  const client = await connectAdmin(server, config);
  try {
    await checkRights(client, log);
    const secrets = await readSecrets(client).catch((error: unknown) => {
      throw new DatabaseSetupError(
        `DATABASE_URL: the server's secrets cannot be read (${reasonOf(error)}): ${advice}, and make the role a member of bkksiam_server`,
        { cause: error },
      );
    });
    const store = { read: (name: string) => Promise.resolve(secrets.get(name)) };
    const keys = await serverKeys(config, store).catch((error: unknown) => {
      throw new DatabaseSetupError(`JWT_SECRET: ${reasonOf(error)}: ${advice}`, { cause: error });
    });
    return { keys, logins: loginsOf(secrets), credentials: undefined };
  } finally {
    await client.end();
  }
}

const featuresOn = { text: 'select name from public.bkk_features where is_on order by name' };

/**
 * Compares the database with this release and its settings.
 *
 * @throws {DatabaseSetupError} when migrations are missing or other features are on
 */
export async function checkPrepared(
  database: Database,
  { features }: Pick<Config, 'features'>,
): Promise<void> {
  const [missing] = await database.missingMigrations();
  if (missing !== undefined)
    throw new DatabaseSetupError(`the database lacks the migration ${missing}: ${advice}`);
  const [result] = await database.asIdentity({ role: 'anon', claims: {} }, [featuresOn]);
  const there = (result?.rows ?? []).map(({ name }) => String(name)).join();
  const wanted = [...features].sort().join();
  if (there !== wanted)
    throw new DatabaseSetupError(
      `FEATURES: the database has ${there || 'none'}, the setting ${wanted || 'none'}: change the setting, or run npm run migrate with it`,
    );
}
