import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { embeddedDatabase } from '../db/admin-server.ts';
import { startCluster } from '../db/embedded-cluster.ts';
import { derivedLogins, ensureLogins } from '../db/login-roles.ts';
import { migrate, productOwner } from '../db/migrate.ts';
import { asOwner, membersWithoutPassword, seedDemo, setPassword } from '../db/seed.ts';
import { withClient, type AdminLogin } from '../db/server-address.ts';
import { testHashCost } from './hash-cost.ts';

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
  /** The folder with the stopped clusters that {@link copyCluster} copies. */
  readonly prepared: string;
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

/** A cluster without the product's roles, and one whose database {@link embeddedDatabase} is migrated and empty. */
export type PreparedCluster = 'fresh' | 'migrated';

/** Copies a prepared cluster into a data folder that has none, because `initdb` takes seconds. */
export function copyCluster(
  { prepared }: Pick<TestServer, 'prepared'>,
  name: PreparedCluster,
  dataDir: string,
): void {
  mkdirSync(dataDir, { recursive: true });
  execFileSync('cp', ['-a', join(prepared, name), join(dataDir, 'postgres')]);
}

async function makeTemplates(admin: AdminLogin): Promise<Omit<TestServer, 'prepared'>> {
  const template = 'bkksiam_template';
  const demoTemplate = 'bkksiam_template_demo';
  const create = (name: string, from: string) =>
    withClient(admin, admin, (client) =>
      client.query(
        `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(from)}`,
      ),
    );
  const inDatabase = <T>(name: string, work: (client: pg.Client) => Promise<T>) =>
    withClient({ ...admin, database: name }, admin, work);
  await create(template, 'template1');
  const version = await inDatabase(template, async (client) => {
    await migrate(client, silent);
    await ensureLogins(client, admin, derivedLogins(admin.password ?? ''));
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    return Number(rows[0]?.server_version_num);
  });
  await create(embeddedDatabase, template);
  await create(demoTemplate, template);
  await inDatabase(demoTemplate, async (client) => {
    const passwordHash = await hash(demoPassword, testHashCost);
    await asOwner(client, await productOwner(client), async () => {
      await seedDemo(client);
      for (const email of await membersWithoutPassword(client))
        await setPassword(client, email, passwordHash);
    });
  });
  const { host, port, user, database, password = '' } = admin;
  return { host, port, user, database, password, template, demoTemplate, version };
}

/** Settings of a cluster that is deleted after the run. */
const fastSettings = `autovacuum = off
wal_level = minimal
max_wal_senders = 0
`;

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
  const start = () =>
    startCluster({
      dataDir: folder,
      durable: false,
      maxConnections: 300,
      ...(binaries === undefined ? {} : { binaries }),
    });
  const prepared = join(folder, 'prepared');
  mkdirSync(prepared);
  const keep = (name: PreparedCluster) =>
    execFileSync('cp', ['-a', join(folder, 'postgres'), join(prepared, name)]);
  await (await start()).release();
  keep('fresh');
  const first = await start();
  const templates = await makeTemplates(first.admin);
  await first.release();
  keep('migrated');
  writeFileSync(join(folder, 'postgres', 'postgresql.auto.conf'), fastSettings);
  writeFileSync(join(folder, 'postgres', 'pg_hba.conf'), 'local all all trust\n');
  const cluster = await start();
  // The first connection writes a cache of the catalogue, which clones copy.
  for (const database of [templates.template, templates.demoTemplate])
    await withClient({ ...cluster.admin, database }, cluster.admin, () => Promise.resolve());
  return {
    server: { ...templates, prepared },
    async stop() {
      await cluster.release();
      process.off('exit', onExit);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
