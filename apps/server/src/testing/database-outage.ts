import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startCluster, type Cluster } from '../db/embedded-cluster.ts';
import { withClient } from '../db/server-address.ts';
import { databaseUrl } from './database-url.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

const memberCount = 8;
const callsBetween = 200;
const callsDuring = 100;

/** The measurements of a run. */
export interface Outage {
  readonly acknowledged: number;
  /** Responses during outages, every one a 503 with `Retry-After`. */
  readonly refused: number;
  /** Time from the database's return to the last member's first response, in milliseconds; the slowest round. */
  readonly recoveredInMs: number;
}

interface Session {
  readonly access_token: string;
  readonly user: { readonly id: string; readonly email: string };
}

/** Members who continuously record sign-ins and read their requests, and remember acknowledged writes. */
class Load {
  acknowledged = 0;
  /** Failed or interrupted writes, which may be stored or not. */
  uncertain = 0;
  refused = 0;
  #running = true;
  readonly #answered = new Set<number>();
  readonly #server: ServerProcess;

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  /** Whether every member has had a response since the last call. */
  allAnswered(): boolean {
    if (this.#answered.size < memberCount) return false;
    this.#answered.clear();
    return true;
  }

  forget(): void {
    this.#answered.clear();
  }

  stop(): void {
    this.#running = false;
  }

  async #request(session: Session, path: string, body?: object): Promise<boolean> {
    const response = await fetch(`${this.#server.url}/rest/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        apikey: this.#server.anonKey,
        authorization: `Bearer ${session.access_token}`,
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return true;
    assert.equal(response.status, 503, text);
    assert.deepEqual(Object.keys(JSON.parse(text) as object).sort(), [
      'code',
      'details',
      'hint',
      'message',
    ]);
    assert.notEqual(response.headers.get('retry-after'), null);
    this.refused += 1;
    return false;
  }

  async run(number: number, session: Session): Promise<void> {
    const { id, email } = session.user;
    while (this.#running) {
      if (await this.#request(session, 'bkk_login_logs', { user_id: id, email })) {
        this.acknowledged += 1;
        this.#answered.add(number);
      } else this.uncertain += 1;
      await this.#request(session, `bkk_quote_requests?user_id=eq.${id}&limit=5`);
    }
  }
}

async function signUp(server: ServerProcess, number: number): Promise<Session> {
  const response = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: server.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `member${String(number)}@example.com`, password: 'a password' }),
  });
  assert.equal(response.status, 200);
  return (await response.json()) as Session;
}

/** Polls until the condition holds, or the load fails. */
async function until(load: Promise<unknown>, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await Promise.race([load, new Promise((resolve) => setTimeout(resolve, 2))]);
  }
}

async function countRows(cluster: Cluster): Promise<number> {
  const product = { ...cluster.admin, database: 'product' };
  return withClient(product, product, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from public.bkk_login_logs',
    );
    return rows[0]?.count ?? 0;
  });
}

/**
 * Stops and starts a durable PostgreSQL `rounds` times under a server with eight active members, and checks that every
 * response during an outage is a 503 and that no acknowledged write is lost.
 *
 * @param folder an empty folder for the cluster and the server's data
 */
export async function outages(folder: string, rounds: number): Promise<Outage> {
  const start = () =>
    startCluster({ dataDir: join(folder, 'cluster'), durable: true, maxConnections: 60 });
  let cluster = await start();
  const { admin } = cluster;
  await withClient(admin, admin, (client) => client.query('create database product'));
  const server = await startServerProcess({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: databaseUrl(admin, 'product', admin),
    AUTH_AUTOCONFIRM: 'on',
  });
  const product = { ...admin, database: 'product' };
  // A session may record its sign-in once; here each session writes continuously.
  await withClient(product, product, (client) =>
    client.query('drop index public.bkk_login_logs_session_id_key'),
  );
  try {
    const load = new Load(server);
    const sessions: Session[] = [];
    for (let number = 0; number < memberCount; number += 1) {
      sessions.push(await signUp(server, number));
    }
    const members = Promise.all(sessions.map((session, number) => load.run(number, session)));
    let recoveredInMs = 0;
    for (let round = 0; round < rounds; round += 1) {
      const enough = load.acknowledged + callsBetween;
      await until(members, () => load.acknowledged >= enough);
      const refusedGoal = load.refused + callsDuring;
      await cluster.release();
      await until(members, () => load.refused >= refusedGoal);
      assert.equal((await fetch(`${server.url}/health`)).status, 503);
      load.forget();
      cluster = await start();
      const back = performance.now();
      await until(members, () => load.allAnswered());
      recoveredInMs = Math.max(recoveredInMs, performance.now() - back);
      assert.equal((await fetch(`${server.url}/health`)).status, 200);
    }
    load.stop();
    await members;
    const { acknowledged, uncertain, refused } = load;
    const rows = await countRows(cluster);
    assert(
      rows >= acknowledged && rows <= acknowledged + uncertain,
      `${String(acknowledged)} acknowledged, ${String(uncertain)} uncertain, ${String(rows)} stored`,
    );
    return { acknowledged, refused, recoveredInMs };
  } finally {
    await server.stop();
    await cluster.release();
  }
}
