import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  readCredential,
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import { postmasterOf } from '../../apps/server/src/testing/cluster-server.ts';
import { discardCluster, inFolder, killCluster, type Drill } from './drill.ts';
import { testAtLength } from './test-at-length.ts';

const kills = 20;

/** A member who increments a counter in their profile's name, one acknowledged write after the other. */
class Counter {
  readonly #token: string;
  readonly #id: string;
  acknowledged = 0;
  #attempted = 0;

  constructor(token: string, id: string) {
    this.#token = token;
    this.#id = id;
  }

  static async signIn(server: ServerProcess, email: string, password: string): Promise<Counter> {
    const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: server.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    assert.equal(response.status, 200);
    const session = (await response.json()) as { access_token: string; user: { id: string } };
    const counter = new Counter(session.access_token, session.user.id);
    await counter.#request(server, {
      method: 'POST',
      path: 'bkk_user_profiles?on_conflict=user_id',
      body: { user_id: session.user.id, email },
      prefer: 'resolution=merge-duplicates',
    });
    return counter;
  }

  async #request(
    server: ServerProcess,
    request: { method: string; path: string; body?: object; prefer?: string },
  ): Promise<Response> {
    const response = await fetch(`${server.url}/rest/v1/${request.path}`, {
      method: request.method,
      headers: {
        apikey: server.anonKey,
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        ...(request.prefer === undefined ? {} : { prefer: request.prefer }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    assert(response.ok, `${request.method} ${request.path} answered ${String(response.status)}`);
    return response;
  }

  /** Increments until a request fails; only the kill may cause a failure. */
  async countUntilKilled(server: ServerProcess, killed: () => boolean): Promise<void> {
    for (;;) {
      this.#attempted += 1;
      try {
        await this.#request(server, {
          method: 'PATCH',
          path: `bkk_user_profiles?user_id=eq.${this.#id}`,
          body: { full_name: `write ${String(this.#attempted)}` },
        });
      } catch (error) {
        if (killed()) return;
        throw error;
      }
      this.acknowledged = this.#attempted;
    }
  }

  /** Checks that the stored count is the last acknowledged one, or the one that the kill interrupted. */
  async check(server: ServerProcess): Promise<void> {
    if (this.acknowledged === 0) return;
    const response = await this.#request(server, {
      method: 'GET',
      path: `bkk_user_profiles?select=full_name&user_id=eq.${this.#id}`,
    });
    const [profile] = (await response.json()) as { full_name: string }[];
    const stored = Number(profile?.full_name.replace('write ', ''));
    assert(
      stored === this.acknowledged || stored === this.#attempted,
      `acknowledged ${String(this.acknowledged)}, stored ${String(stored)}`,
    );
    this.acknowledged = stored;
    this.#attempted = stored;
  }
}

async function members(server: ServerProcess, dataDir: string): Promise<Counter[]> {
  const emails = [...readFileSync(join(dataDir, 'credentials.txt'), 'utf8').matchAll(/\S+@\S+/g)];
  return Promise.all(
    emails.map(async ([email]) => {
      const credential = await readCredential(dataDir, new RegExp(email));
      return Counter.signIn(server, credential.email, credential.password);
    }),
  );
}

async function killServer(dataDir: string, wholeMachine: boolean): Promise<string> {
  const env = { DATA_DIR: dataDir, SEED: 'demo' };
  let counters: Counter[] = [];
  const starts: number[] = [];
  let writes = 0;
  for (let round = 0; round < kills; round += 1) {
    const began = performance.now();
    const server = await startServerProcess(env);
    starts.push(performance.now() - began);
    if (round === 0) counters = await members(server, dataDir);
    await Promise.all(counters.map((counter) => counter.check(server)));
    const before = counters.map(({ acknowledged }) => acknowledged);
    let killed = false;
    const counting = counters.map((counter) => counter.countUntilKilled(server, () => killed));
    const goal = 5 + 7 * round;
    while (counters.some(({ acknowledged }, index) => acknowledged < (before[index] ?? 0) + goal)) {
      await Promise.race([...counting, new Promise((resolve) => setTimeout(resolve, 5))]);
    }
    killed = true;
    const postmaster = postmasterOf(dataDir);
    if (wholeMachine && postmaster !== undefined) killCluster(postmaster);
    await server.stop('SIGKILL');
    await Promise.all(counting);
    writes += counters.reduce(
      (total, { acknowledged }, index) => total + acknowledged - (before[index] ?? 0),
      0,
    );
  }
  const last = await startServerProcess(env);
  await Promise.all(counters.map((counter) => counter.check(last)));
  assert.equal(await last.stop('SIGTERM'), 0);
  assert.equal(postmasterOf(dataDir), undefined, 'the last server out did not stop the cluster');
  const slowest = Math.round(Math.max(...starts.slice(1)));
  return `${String(kills)} kills, ${String(writes)} acknowledged writes of ${String(counters.length)} members all there, slowest start ${String(slowest)} ms`;
}

function drill(name: string, wholeMachine: boolean): Drill {
  return {
    name,
    run: () =>
      inFolder(async (folder) => {
        const dataDir = join(folder, 'data');
        try {
          return await killServer(dataDir, wholeMachine);
        } finally {
          discardCluster(dataDir);
        }
      }),
  };
}

export const serverDrills: readonly Drill[] = [
  drill('server: killed while members write, its PostgreSQL lives on', false),
  drill('server: killed together with PostgreSQL while members write', true),
  testAtLength({
    name: 'fuzz: 200,000 malformed requests to all protocols, no failure, flat memory',
    test: 'apps/server/src/all-protocols-fuzz.test.ts',
    runs: 200_000,
  }),
];
