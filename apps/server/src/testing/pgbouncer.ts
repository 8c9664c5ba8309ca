import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminLogin, ServerAddress } from '../db/server-address.ts';
import { freePort } from './free-port.ts';

/** Debian's path of pgbouncer. */
const program = '/usr/sbin/pgbouncer';

/** Whether this machine has pgbouncer. */
export const hasPgbouncer = existsSync(program);

export interface Pgbouncer {
  /** Where it listens; the name of the database is the server's. */
  readonly address: Pick<ServerAddress, 'host' | 'port'>;
  stop(): Promise<void>;
}

const configuration = (server: AdminLogin, port: number, folder: string) => `
[databases]
* = host=${server.host} port=${String(server.port)} auth_user=${server.user}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${String(port)}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 10
max_client_conn = 2000
server_idle_timeout = 5
server_login_retry = 1
query_wait_timeout = 5
`;

async function answers(port: number): Promise<boolean> {
  const socket = createConnection({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Starts pgbouncer in transaction mode in front of every database of the server. */
export async function startPgbouncer(server: AdminLogin): Promise<Pgbouncer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'bkksiam-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, configuration(server, port, folder));
  writeFileSync(join(folder, 'users.txt'), `"${server.user}" "${server.password ?? ''}"\n`);
  // It does not run as root. In a user namespace it may open the socket of the server, which belongs to this user.
  const inNamespace = ['--user', '--map-user=1000', '--map-group=1000', '--', program, '-q', file];
  const child =
    process.getuid?.() === 0
      ? spawn('unshare', inNamespace, { stdio: 'ignore' })
      : spawn(program, ['-q', file], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error('pgbouncer did not start');
    await sleep(20);
  }
  return {
    address: { host: '127.0.0.1', port },
    async stop() {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
