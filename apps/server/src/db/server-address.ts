import pg from 'pg';
import type { ClientConfig } from 'pg';
import { DatabaseSetupError } from './setup-errors.ts';

/** The address of a database; `host` may be the folder of a unix socket. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly ssl?: ClientConfig['ssl'];
}

/** A login of that server; without a password the server must trust it, or libpq's environment has one. */
export interface Login {
  readonly user: string;
  readonly password: string | undefined;
  /** Finds the password again after the server has refused this one; false when there is no other. */
  readonly renew?: (refused: string | undefined) => Promise<boolean>;
}

/** The login that runs migrations: the embedded cluster's superuser, or that of `DATABASE_URL`. */
export type AdminLogin = ServerAddress & Login;

const connectLimitMs = 10_000;
/** Quiet time before the system probes a connection; ten failed probes, a second apart, end it. */
const keepAliveDelayMs = 5_000;

/**
 * Parses a connection URI as `pg` does, including `sslmode` and socket folders.
 *
 * @param variable its name in the environment, for the error
 */
export function parseDatabaseUrl(databaseUrl: string, variable = 'DATABASE_URL'): AdminLogin {
  try {
    const { host, port, database, user, password, ssl } = new pg.Client({
      connectionString: databaseUrl,
    });
    const name = user ?? 'postgres';
    return {
      host,
      port,
      database: database ?? name,
      user: name,
      password: password ?? undefined,
      ssl,
    };
  } catch {
    throw new DatabaseSetupError(
      `${variable} cannot be read: it must look like postgresql://user:password@host:5432/database`,
    );
  }
}

export function clientConfig({ host, port, database, ssl }: ServerAddress, login: Login) {
  return {
    host,
    port,
    database,
    ...(ssl === undefined ? {} : { ssl }),
    user: login.user,
    // Asked for at each connection, as it may be renewed.
    ...(login.password === undefined ? {} : { password: () => login.password ?? '' }),
    connectionTimeoutMillis: connectLimitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    application_name: 'bkksiam',
  } satisfies ClientConfig;
}

/** PostgreSQL's code, or the messages of pgbouncer, which has one code for every failure. */
export function isWrongPassword(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code, message } = error;
  return (
    code === '28P01' || (code === '08P01' && /authentication failed|no such user/.test(message))
  );
}

/** Opens a connection as the login, once more where its password was replaced meanwhile. */
export async function withRenewedLogin<T>(login: Login, open: () => Promise<T>): Promise<T> {
  const { password } = login;
  try {
    return await open();
  } catch (error) {
    if (!isWrongPassword(error)) throw error;
    const isRenewed = await login.renew?.(password).catch(() => false);
    if (isRenewed !== true) throw error;
    return open();
  }
}

type Limits = Pick<ClientConfig, 'connectionTimeoutMillis' | 'query_timeout'>;

/** Opens a connection outside the pools; the caller ends it. */
export async function connect(
  address: ServerAddress,
  login: Login,
  limits: Limits = {},
): Promise<pg.Client> {
  return withRenewedLogin(login, async () => {
    const client = new pg.Client({ ...clientConfig(address, login), ...limits });
    // A broken connection rejects its running query; without this listener it would also end the process.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  });
}

/** Runs `work` on a separate connection and closes it. */
export async function withClient<T>(
  address: ServerAddress,
  login: Login,
  work: (client: pg.Client) => Promise<T>,
  limits: Limits = {},
): Promise<T> {
  const client = await connect(address, login, limits);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Whether the server answers a new connection in the time, even with an error. */
export async function answersConnections(
  address: ServerAddress,
  login: Login,
  connectionTimeoutMillis: number,
): Promise<boolean> {
  try {
    const client = await connect(address, login, { connectionTimeoutMillis });
    client.end().catch(() => undefined);
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  }
}

/**
 * Whether a connection pooler stands between this process and the server: the process id that was given at the start of
 * the connection is then the pooler's.
 */
export async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Not in the types of `pg`, which cancels queries by it.
  return rows[0]?.pid !== Reflect.get(client, 'processID');
}
