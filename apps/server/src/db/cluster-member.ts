import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { ClusterError } from './setup-errors.ts';

/** Connection parameters of the cluster's superuser; `host` is the socket folder. */
export interface AdminConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

// Advisory locks are per database, so every member connects to the same one.
const membersKey = '7164213805264913';
const memberName = 'bkksiam member';
const graceTries = 40;
const graceMs = 25;

/**
 * A server's membership in a running cluster: a connection that holds a shared advisory lock. PostgreSQL releases the
 * lock when the process dies.
 */
export interface Member {
  /** Such as 180004. */
  readonly serverVersion: number;
  /** Calls the listener once when the connection ends, also after {@link Member.leave}. */
  onLost(listener: () => void): void;
  /**
   * Releases the shared lock. The last member runs `stop`, and no other can join meanwhile. False when the connection
   * broke before the result was known.
   */
  leave(stop: () => Promise<void>): Promise<boolean>;
}

const notNow = new Set([
  'ENOENT', // no socket
  'ECONNREFUSED', // a socket without a postmaster
  'ECONNRESET',
  'EPIPE',
  '57P01', // stopping
  '57P02', // crashed
  '57P03', // starting, recovering or stopping
  '53300', // every connection in use
]);

function canWait(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') return notNow.has(error.code);
  // `pg` sets no code when a connection ends or times out, nor for a query after its end.
  return /^(Connection terminated|timeout expired|Client has encountered a connection error)/.test(
    error.message,
  );
}

async function connect(admin: AdminConnection): Promise<Client | undefined> {
  const client = new Client({
    ...admin,
    ssl: false,
    application_name: memberName,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (canWait(error)) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ClusterError(`The embedded database does not let this server in: ${reason}`, {
      cause: error,
    });
  }
}

/**
 * Joins the cluster if it is running, else returns undefined.
 *
 * @throws {ClusterError} when it is running and rejects the connection
 */
export async function tryJoin(admin: AdminConnection): Promise<Member | undefined> {
  const client = await connect(admin);
  if (client === undefined) return undefined;
  const lost = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    const { rows } = await client.query<{ version: number; joined: boolean }>(
      "select current_setting('server_version_num')::int as version, pg_try_advisory_lock_shared($1) as joined",
      [membersKey],
    );
    const answer = rows[0];
    if (answer?.joined === true) return memberOf(client, answer.version, lost);
  } catch (error) {
    if (!canWait(error)) throw error;
  }
  await client.end();
  return undefined;
}

function memberOf(client: Client, serverVersion: number, lost: Promise<void>): Member {
  let broken = false;
  client.on('error', () => (broken = true));
  const ask = async (text: string, values: readonly string[]): Promise<boolean> => {
    const { rows } = await client.query<{ answer: boolean }>(text, [...values]);
    return rows[0]?.answer === true;
  };
  // Other connections belong to a server that is leaving, to one whose member connection broke and that joins again
  // within the grace period, or to a client such as psql.
  const isLast = async (): Promise<boolean> => {
    for (let attempt = 1; ; attempt += 1) {
      if (!(await ask('select pg_try_advisory_lock($1) as answer', [membersKey]))) return false;
      const others = await ask(
        `select exists (select from pg_stat_activity
          where backend_type = 'client backend' and application_name <> $1) as answer`,
        [memberName],
      );
      if (!others || attempt === graceTries) return true;
      await ask('select pg_advisory_unlock($1) as answer', [membersKey]);
      await delay(graceMs);
    }
  };
  return {
    serverVersion,
    onLost(listener) {
      lost.then(listener, listener);
    },
    async leave(stop) {
      try {
        await ask('select pg_advisory_unlock_shared($1) as answer', [membersKey]);
        if (await isLast()) await stop();
        return true;
      } catch (error) {
        if (broken || canWait(error)) return false;
        throw error;
      } finally {
        await client.end();
      }
    },
  };
}
