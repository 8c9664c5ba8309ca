import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseRunner, findPrograms, run } from '../../apps/server/src/db/cluster-programs.ts';
import { withClient, type AdminLogin } from '../../apps/server/src/db/server-address.ts';
import { databaseUrl } from '../../apps/server/src/testing/database-url.ts';
import {
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import { DrillSkipped, inFolder, type Drill } from './drill.ts';

const outageSeconds = 60;
/** Everything is as before this long after the host has returned. */
const recoveryLimitMs = 10_000;
/** Requests that were sent before the outage may still be waiting this long after its begin. */
const settleMs = 15_000;
const memberCount = 8;

const namespace = `bkksiam-${String(process.pid)}`;
/** Names of network interfaces have at most 15 characters. */
const near = `bkn${String(process.pid)}`;
const far = `bkf${String(process.pid)}`;
// Of the network for documentation (RFC 5737).
const nearAddress = '198.51.100.1';
const farAddress = '198.51.100.2';

const ip = (...args: readonly string[]): string =>
  execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const inNamespace = (...args: readonly string[]): string => ip('-n', namespace, ...args);

/** Pairs an interface here with one in a new network namespace. */
function connectNamespace(): void {
  try {
    ip('netns', 'add', namespace);
  } catch (error) {
    throw new DrillSkipped(
      `needs root, iproute2 (apt-get install iproute2) and the right to create network namespaces: ${String(error).split('\n', 1).join('')}`,
    );
  }
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', namespace);
  ip('address', 'add', `${nearAddress}/30`, 'dev', near);
  ip('link', 'set', near, 'up');
  inNamespace('address', 'add', `${farAddress}/30`, 'dev', far);
  inNamespace('link', 'set', far, 'up');
  inNamespace('link', 'set', 'lo', 'up');
  // Without a permanent neighbour the system would answer "no route to host" by itself after three seconds.
  const mac = /link\/ether (\S+)/.exec(inNamespace('link', 'show', far))?.[1] ?? '';
  ip('neighbour', 'replace', farAddress, 'lladdr', mac, 'dev', near, 'nud', 'permanent');
}

/** Runs `work` with a durable PostgreSQL in the namespace. */
async function withDatabaseHost<T>(folder: string, work: (admin: AdminLogin) => Promise<T>) {
  const data = join(folder, 'postgres');
  const socketDir = join(folder, 'socket');
  mkdirSync(socketDir);
  const programs = findPrograms(undefined);
  const runner = await chooseRunner(programs, folder, data);
  const passwordFile = join(folder, 'password');
  const admin = {
    host: farAddress,
    port: 5432,
    user: 'postgres',
    password: 'the password of the drill',
    database: 'postgres',
  };
  writeFileSync(passwordFile, admin.password);
  const control = async (...args: readonly string[]) => {
    const { prefix, ...rest } = runner;
    const { code } = await run(
      join(programs.folder, 'pg_ctl'),
      [...args, '--silent', '--wait', `--pgdata=${data}`],
      {
        runner: { ...rest, prefix: ['ip', 'netns', 'exec', namespace, ...prefix] },
        stdio: 'ignore',
        detached: true,
      },
    );
    assert.equal(code, 0, `pg_ctl ${args.join(' ')}`);
  };
  const options = [
    '--username=postgres',
    '--encoding=UTF8',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
  ];
  const made = await run(join(programs.folder, 'initdb'), [...options, `--pgdata=${data}`], {
    runner,
  });
  assert.equal(made.code, 0, made.output);
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    `listen_addresses = '*'\nunix_socket_directories = '${socketDir}'\n`,
  );
  writeFileSync(join(data, 'pg_hba.conf'), 'host all all all scram-sha-256\n');
  await control('start');
  try {
    return await work(admin);
  } finally {
    await control('stop', '--mode=immediate');
  }
}

interface Session {
  readonly access_token: string;
  readonly user: { readonly id: string; readonly email: string };
}

type Kind = 'read' | 'write' | 'sign-in' | 'readyz' | 'page';

interface Answered {
  readonly kind: Kind;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly sentAt: number;
  readonly at: number;
}

const password = 'a password';

/** Members who read, write and sign in continuously, and visitors of pages and probes. */
class Load {
  readonly answers: Answered[] = [];
  readonly #server: ServerProcess;
  #running = true;

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  stop(): void {
    this.#running = false;
  }

  async #request(kind: Kind, path: string, init: RequestInit = {}): Promise<void> {
    const sentAt = performance.now();
    const response = await fetch(`${this.#server.url}${path}`, init);
    await response.arrayBuffer();
    const retryAfter = response.headers.get('retry-after');
    this.answers.push({ kind, status: response.status, retryAfter, sentAt, at: performance.now() });
  }

  #asJson(body: object, token = this.#server.anonKey): RequestInit {
    const headers = {
      apikey: this.#server.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    };
    return { method: 'POST', headers, body: JSON.stringify(body) };
  }

  async member({ access_token: token, user: { id, email } }: Session): Promise<void> {
    const { anonKey: apikey } = this.#server;
    const reading = { headers: { apikey, authorization: `Bearer ${token}` } };
    while (this.#running) {
      const write = this.#asJson({ user_id: id, email }, token);
      await this.#request('write', '/rest/v1/bkk_login_logs', write);
      await this.#request('read', `/rest/v1/bkk_quote_requests?user_id=eq.${id}`, reading);
      await sleep(20);
    }
  }

  async signIns(email: string): Promise<void> {
    while (this.#running) {
      const path = '/auth/v1/token?grant_type=password';
      await this.#request('sign-in', path, this.#asJson({ email, password }));
      await sleep(100);
    }
  }

  /** @param hasSite false where the site is not built, so that there are no pages */
  async visitor(hasSite: boolean): Promise<void> {
    while (this.#running) {
      await this.#request('readyz', '/readyz');
      if (hasSite) await this.#request('page', '/news');
      await sleep(100);
    }
  }
}

async function signUp({ url, anonKey }: ServerProcess, email: string): Promise<Session> {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  assert.equal(response.status, 200);
  return (await response.json()) as Session;
}

const succeeded = ({ status }: Answered): boolean => status >= 200 && status < 300;

/** Checks every answer, and returns how long after the return of the host the last error was answered. */
function checkAnswers(answers: readonly Answered[], gone: number, back: number): string {
  // A page is rendered by the browser when its data does not come, so it is always served.
  const unexpected = answers.filter((answer) =>
    answer.kind === 'page'
      ? !succeeded(answer)
      : !succeeded(answer) &&
        (answer.status !== 503 || (answer.retryAfter === null && answer.kind !== 'readyz')),
  );
  assert.deepEqual(unexpected.slice(0, 5), [], 'neither success nor 503 with Retry-After');
  const away = answers.filter(({ sentAt, at }) => sentAt > gone + settleMs && at < back);
  for (const kind of ['read', 'write', 'sign-in', 'readyz'] as const) {
    const ofKind = away.filter((answer) => answer.kind === kind);
    assert(ofKind.length > 0, `no ${kind} was answered during the outage`);
    assert.deepEqual(ofKind.filter(succeeded), [], `a ${kind} succeeded without the database`);
  }
  const slowest = Math.max(...away.map(({ sentAt, at }) => at - sentAt));
  const late = answers.filter((answer) => answer.at > back && !succeeded(answer));
  const recovered = Math.max(0, ...late.map(({ at }) => at - back));
  assert(recovered < recoveryLimitMs, `errors until ${String(recovered)} ms after the return`);
  return `${String(away.length)} answers while it was away, the slowest after ${(slowest / 1000).toFixed(1)} s; the last error ${(recovered / 1000).toFixed(1)} s after its return`;
}

async function loseHost(folder: string): Promise<string> {
  return withDatabaseHost(folder, async (admin) => {
    const server = await startServerProcess({
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: databaseUrl(admin, 'postgres', admin),
      AUTH_AUTOCONFIRM: 'on',
      SEED: 'demo',
    });
    try {
      // A session may record its sign-in once; here each session writes continuously.
      await withClient(admin, admin, (client) =>
        client.query('drop index public.bkk_login_logs_session_id_key'),
      );
      const emails = Array.from(
        { length: memberCount },
        (_, n) => `member${String(n)}@example.com`,
      );
      const sessions: Session[] = [];
      for (const email of emails) sessions.push(await signUp(server, email));
      const { ok: hasSite } = await fetch(`${server.url}/news`);
      const load = new Load(server);
      const working = Promise.all([
        ...sessions.map((session) => load.member(session)),
        ...emails.slice(0, 2).map((email) => load.signIns(email)),
        load.visitor(hasSite),
      ]);
      await Promise.race([working, sleep(5_000)]);
      inNamespace('link', 'set', far, 'down');
      const gone = performance.now();
      await Promise.race([working, sleep(outageSeconds * 1000)]);
      inNamespace('link', 'set', far, 'up');
      const back = performance.now();
      await Promise.race([working, sleep(2 * recoveryLimitMs)]);
      load.stop();
      await working;
      const figures = checkAnswers(load.answers, gone, back);
      const writes = load.answers.filter(({ kind }) => kind === 'write');
      const acknowledged = writes.filter(succeeded).length;
      const { rows } = await withClient(admin, admin, (client) =>
        client.query<{ n: number }>('select count(*)::int as n from public.bkk_login_logs'),
      );
      const stored = rows[0]?.n ?? 0;
      assert(stored >= acknowledged && stored <= writes.length, 'an acknowledged write is lost');
      return `${figures}; ${String(acknowledged)} acknowledged writes, ${String(stored)} stored${hasSite ? '' : '; no page was read, for the site is not built'}`;
    } finally {
      await server.stop('SIGKILL');
    }
  });
}

export const networkDrills: readonly Drill[] = [
  {
    name: `network: the packets to the database host dropped for ${String(outageSeconds)} s`,
    async run() {
      try {
        connectNamespace();
        return await inFolder(loseHost);
      } finally {
        try {
          // Its end of the pair disappears with it.
          ip('netns', 'delete', namespace);
        } catch {
          // It was not created.
        }
      }
    },
  },
];
