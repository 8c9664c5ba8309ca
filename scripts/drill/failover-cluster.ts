import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { createTokens, serviceKey } from '../../apps/server/src/http/jwt.ts';
import { inFolder } from './drill.ts';

const script = fileURLToPath(new URL('../../deploy/cluster/cluster.sh', import.meta.url));
const main = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const basePort = 6400;
const run = promisify(execFile);

/** The account that exists after the start. */
export const admin = { email: 'admin@example.com', password: 'a password of the drill' };

/** The cluster of `deploy/cluster` with servers behind its HAProxy. */
export interface FailoverCluster {
  /** The site behind HAProxy. */
  readonly url: string;
  readonly anonKey: string;
  readonly serviceKey: string;
  /** The primary, without pgbouncer. */
  readonly directUrl: string;
  /** The processes of the servers, in the order of their start. */
  readonly servers: readonly ChildProcess[];
  /** Aborted before the cluster is stopped. */
  readonly over: AbortSignal;
  /** Runs a command of `cluster.sh` and resolves with its output. */
  command(name: string, ...args: readonly string[]): Promise<string>;
  /** The URL of the PostgreSQL of node 1, 2 or 3. */
  nodeUrl(node: number): string;
  /** Starts the server with this index again after it was killed. */
  restart(index: number): Promise<void>;
}

/** Polls until the condition holds. */
export async function until(
  what: string,
  limitMs: number,
  condition: () => boolean | Promise<boolean>,
) {
  const end = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`not within ${String(limitMs / 1000)} s: ${what}`);
    await delay(50);
  }
}

const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

let isBuilt = false;
function build(): void {
  if (isBuilt) return;
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'ignore' });
  if (status !== 0) throw new Error('the build failed');
  isBuilt = true;
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

async function inCluster<T>(
  folder: string,
  count: number,
  work: (cluster: FailoverCluster) => Promise<T>,
): Promise<T> {
  const command = async (name: string, ...args: readonly string[]) =>
    (await run(script, [name, folder, ...args])).stdout;
  const servers: ChildProcess[] = [];
  const over = new AbortController();
  try {
    await command('up', String(basePort));
    const variables = parseEnv(readFileSync(join(folder, '.env'), 'utf8'));
    const { DATABASE_DIRECT_URL: directUrl = '' } = variables;
    const secret = randomBytes(32).toString('hex');
    const start = async (index: number): Promise<void> => {
      const port = basePort + 51 + index;
      const logFile = join(folder, 'log', `server${String(index + 1)}`);
      const log = openSync(logFile, 'a');
      const server = spawn(process.execPath, [main], {
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          ...variables,
          PORT: String(port),
          DATA_DIR: join(folder, `server${String(index + 1)}`),
          JWT_SECRET: secret,
          SEED: 'demo',
          ADMIN_EMAIL: admin.email,
          ADMIN_PASSWORD: admin.password,
          RATE_LIMIT: 'off',
        },
        stdio: ['ignore', log, log],
      });
      servers[index] = server;
      await until('the server is ready', 60_000, () => {
        if (server.exitCode !== null) throw new Error(readFileSync(logFile, 'utf8'));
        return isUp(`http://127.0.0.1:${String(port)}/readyz`);
      });
    };
    await Promise.all(Array.from({ length: count }, (_, index) => start(index)));
    const url = `http://127.0.0.1:${String(basePort + 32)}`;
    await until('HAProxy has found the servers', 10_000, () => isUp(`${url}/health`));
    const settings = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string };
    return await work({
      ...{ url, directUrl, servers, command, restart: start, over: over.signal },
      anonKey: settings.anonKey,
      serviceKey: await serviceKey(createTokens({ secret })),
      nodeUrl: (node) =>
        directUrl.replace(`:${String(basePort + 30)}/`, `:${String(basePort + 19 + node)}/`),
    });
  } finally {
    over.abort();
    await Promise.all(servers.map(stopServer));
    await command('down');
  }
}

/** Builds the cluster with that many servers, and removes it after the work. */
export function onCluster<T>(
  count: number,
  work: (cluster: FailoverCluster) => Promise<T>,
): Promise<T> {
  build();
  return inFolder((folder) => {
    // PostgreSQL has a user of its own, who has to reach the folder.
    chmodSync(folder, 0o755);
    return inCluster(folder, count, work);
  });
}
