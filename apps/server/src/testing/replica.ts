import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterPaths } from '../db/cluster-folder.ts';
import { chooseRunner, findPrograms, run } from '../db/cluster-programs.ts';
import { withClient, type AdminLogin } from '../db/server-address.ts';

/** A streaming replica of an embedded cluster. */
export interface Replica {
  readonly admin: AdminLogin;
  stop(): Promise<void>;
}

const notCopied = /postmaster\.(pid|opts)$/;

/** Copies the running cluster of the data folder by PostgreSQL's low-level backup API. */
async function copyCluster(source: string, copy: string, admin: AdminLogin): Promise<void> {
  await withClient(admin, admin, async (client) => {
    await client.query(`select pg_backup_start('replica', true)`);
    cpSync(source, copy, { recursive: true, filter: (path) => !notCopied.test(path) });
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    );
    writeFileSync(join(copy, 'backup_label'), rows[0]?.labelfile ?? '');
  });
  writeFileSync(join(copy, 'standby.signal'), '');
}

/**
 * Starts a replica of the cluster in the data folder and resolves when it answers reads.
 *
 * @param admin the superuser's login of the primary
 */
export async function startReplica(dataDir: string, admin: AdminLogin): Promise<Replica> {
  const folder = mkdtempSync(join(tmpdir(), 'bkksiam-replica-'));
  const data = join(folder, 'postgres');
  const socketDir = join(folder, 'socket');
  mkdirSync(socketDir);
  await copyCluster(clusterPaths(dataDir).cluster, data, admin);
  const programs = findPrograms(undefined);
  const runner = await chooseRunner(programs, folder, data);
  const primary = `host=${admin.host} user=${admin.user} password=${admin.password ?? ''}`;
  const control = (...args: readonly string[]) =>
    run(join(programs.folder, 'pg_ctl'), [...args, '--silent', `--pgdata=${data}`], {
      runner,
      stdio: 'ignore',
      detached: true,
    });
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    `unix_socket_directories = '${socketDir}'\nprimary_conninfo = '${primary}'\nwal_retrieve_retry_interval = '100ms'\n`,
  );
  const { code } = await control('start', '--wait');
  if (code !== 0) throw new Error('the replica did not start');
  return {
    admin: { ...admin, host: socketDir },
    async stop() {
      await control('stop', '--mode=immediate', '--wait');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
