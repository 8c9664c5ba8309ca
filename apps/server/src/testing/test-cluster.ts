import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { startCluster } from '../db/embedded-cluster.ts';
import { derivedLogins, ensureLogins } from '../db/login-roles.ts';
import { migrate, productOwner } from '../db/migrate.ts';
import { asOwner, membersWithoutPassword, seedDemo, setPassword } from '../db/seed.ts';
import { withClient, type AdminLogin } from '../db/server-address.ts';

/** The cluster of a test run; plain data, because it is serialized to the workers. */
export interface TestServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** The maintenance database, to create others from. */
  readonly database: string;
  /** Migrated and empty. */
  readonly template: string;
  /** Migrated, with the demo rows; every demo member's password is {@link demoPassword}. */
  readonly demoTemplate: string;
  /** `server_version_num`, such as 180004. */
  readonly version: number;
  /** The connection pooler in front of it, in a run that has one. */
  readonly pooler?: { readonly host: string; readonly port: number } | undefined;
}

export const demoPassword = 'correct horse';

const folderPrefix = 'bkksiam-tests-';
const silent = { info: () => undefined, warn: () => undefined };

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Kills the cluster in the folder, if it runs, and removes the folder; for a run that was killed. */
function discard(folder: string): void {
  try {
    const [pid = ''] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
  } catch {
    // The cluster does not run.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** Removes the folders of killed runs, which are named by their process id. */
function discardLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) discard(join(tmpdir(), name));
  }
}

async function makeTemplates(admin: AdminLogin): Promise<TestServer> {
  const template = 'bkksiam_template';
  const demoTemplate = 'bkksiam_template_demo';
  const version = await withClient(admin, admin, async (client) => {
    await client.query(`create database ${pg.escapeIdentifier(template)}`);
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    return Number(rows[0]?.server_version_num);
  });
  await withClient({ ...admin, database: template }, admin, async (client) => {
    await migrate(client, silent);
    await ensureLogins(client, admin, derivedLogins(admin.password ?? ''));
  });
  await withClient(admin, admin, (client) =>
    client.query(
      `create database ${pg.escapeIdentifier(demoTemplate)} template ${pg.escapeIdentifier(template)}`,
    ),
  );
  await withClient({ ...admin, database: demoTemplate }, admin, async (client) => {
    const passwordHash = await hash(demoPassword, {
      memoryCost: 19456,
      timeCost: 2,
      parallelism: 1,
    });
    await asOwner(client, await productOwner(client), async () => {
      await seedDemo(client);
      for (const email of await membersWithoutPassword(client))
        await setPassword(client, email, passwordHash);
    });
  });
  const { host, port, user, database, password = '' } = admin;
  return { host, port, user, database, password, template, demoTemplate, version };
}

/**
 * Starts the temporary, non-durable cluster of a test run and creates the template databases.
 *
 * @param binaries folder of PostgreSQL's programs; default: the embedded version
 */
export async function startTestCluster(
  binaries?: string,
): Promise<{ readonly server: TestServer; readonly stop: () => Promise<void> }> {
  discardLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${folderPrefix}${String(process.pid)}-`));
  const onExit = (): void => discard(folder);
  process.once('exit', onExit);
  const cluster = await startCluster({
    dataDir: folder,
    durable: false,
    maxConnections: 300,
    ...(binaries === undefined ? {} : { binaries }),
  });
  const server = await makeTemplates(cluster.admin);
  return {
    server,
    async stop() {
      await cluster.release();
      process.off('exit', onExit);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
