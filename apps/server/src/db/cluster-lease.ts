import pg from 'pg';

/** How the superuser reaches the cluster; `host` is the socket folder. */
export interface AdminConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** Any fixed number: the advisory lock every living server shares, and the last one takes alone. */
const lockKey = 7_424_600_002;

/**
 * A server's share in a running cluster: a session lock on a connection of its own. It dies with the process, so a killed
 * server never keeps the cluster up nor blocks the next.
 */
export interface Lease {
  readonly serverVersion: number;
  /** Resolves when the connection broke, which it does when the cluster stopped or crashed. */
  readonly broken: Promise<void>;
  /** Gives the share back; true when nobody else holds one, and from then on nobody can take one before the stop. */
  giveBack(): Promise<boolean>;
  end(): Promise<void>;
}

/** Connects and takes a share; rejects with the driver's error while the cluster is down, starting or stopping. */
export async function takeLease(admin: AdminConnection): Promise<Lease> {
  const client = new pg.Client({
    ...admin,
    connectionTimeoutMillis: 5_000,
    application_name: 'bkksiam lease',
  });
  const broken = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  await client.connect();
  try {
    // Waits while a last server out holds the lock alone; its stop then ends this connection.
    await client.query('select pg_advisory_lock_shared($1)', [lockKey]);
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    return {
      serverVersion: Number(rows[0]?.server_version_num),
      broken,
      async giveBack() {
        await client.query('select pg_advisory_unlock_shared($1)', [lockKey]);
        // A server whose lease just broke is about to take a new one; its connections still tell of it.
        const answer = await client.query<{ last: boolean }>(
          `select pg_try_advisory_lock($1) and not exists (
             select from pg_stat_activity
             where usename in ('authenticator', 'supabase_auth_admin') and backend_type = 'client backend'
           ) as last`,
          [lockKey],
        );
        return answer.rows[0]?.last ?? false;
      },
      async end() {
        await client.end().catch(() => undefined);
      },
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
