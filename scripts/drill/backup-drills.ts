import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import { discardCluster, inFolder, type Drill } from './drill.ts';

const memberCount = 8;
/** Requests per second of all members: about a third of what two cores serve while they also run the load. */
const rate = 120;
const measuredMs = 15_000;

async function run(script: string, args: readonly string[], dataDir: string): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  assert.equal(code, 0, err);
  return out;
}

/** A member who reads news and quote requests, and writes the number of each write into the profile's name. */
class Member {
  acknowledged = 0;
  readonly #server: ServerProcess;
  readonly #token: string;
  readonly id: string;

  private constructor(server: ServerProcess, token: string, id: string) {
    this.#server = server;
    this.#token = token;
    this.id = id;
  }

  static async signUp(server: ServerProcess, number: number): Promise<Member> {
    const response = await fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: server.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `load${String(number)}@example.com`, password: 'a password' }),
    });
    assert.equal(response.status, 200);
    const session = (await response.json()) as { access_token: string; user: { id: string } };
    return new Member(server, session.access_token, session.user.id);
  }

  /** Sends the next request: two of three read, one writes. */
  async ask(turn: number): Promise<void> {
    const own = `user_id=eq.${this.id}`;
    const next = this.acknowledged + 1;
    const writes = turn % 3 === 2;
    const paths = [
      'bkk_airline_news?select=*&order=created_at.desc&limit=20',
      `bkk_quote_requests?select=*&${own}&order=updated_at.desc&limit=20`,
      `bkk_user_profiles?${own}`,
    ];
    const response = await fetch(`${this.#server.url}/rest/v1/${paths[turn % 3] ?? ''}`, {
      method: writes ? 'PATCH' : 'GET',
      headers: {
        apikey: this.#server.anonKey,
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
      },
      ...(writes ? { body: JSON.stringify({ full_name: `write ${String(next)}` }) } : {}),
    });
    const body = await response.text();
    assert(response.ok, `${String(response.status)}: ${body}`);
    if (writes) this.acknowledged = next;
  }
}

/** A fixed rate of requests; the latency counts from the moment a request was due. */
class Load {
  #latencies: number[] = [];
  #running = true;
  readonly #members: readonly Member[];
  readonly done: Promise<unknown>;

  constructor(members: readonly Member[]) {
    this.#members = members;
    this.done = Promise.all(members.map((member, index) => this.#run(member, index)));
  }

  async #run(member: Member, index: number): Promise<void> {
    const pause = (1000 * this.#members.length) / rate;
    const start = performance.now() + (pause * index) / this.#members.length;
    for (let turn = 0; this.#running; turn += 1) {
      const due = start + turn * pause;
      await sleep(Math.max(0, due - performance.now()));
      await member.ask(turn);
      this.#latencies.push(performance.now() - due);
    }
  }

  /** The latencies since the last call. */
  take(): string {
    const sorted = this.#latencies.sort((one, other) => one - other);
    this.#latencies = [];
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1);
    return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms of ${String(sorted.length)}`;
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.done;
  }
}

/** Checks that every restored name was acknowledged between the start and the end of the backup. */
async function checkCounts(
  dataDir: string,
  members: readonly Member[],
  before: readonly number[],
): Promise<void> {
  const server = await startServerProcess({ DATA_DIR: dataDir });
  try {
    for (const [index, { id, acknowledged }] of members.entries()) {
      const session = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: server.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: `load${String(index)}@example.com`, password: 'a password' }),
      });
      const { access_token: token } = (await session.json()) as { access_token: string };
      const response = await fetch(
        `${server.url}/rest/v1/bkk_user_profiles?select=full_name&user_id=eq.${id}`,
        { headers: { apikey: server.anonKey, authorization: `Bearer ${token}` } },
      );
      const [profile] = (await response.json()) as { full_name: string }[];
      const stored = Number(profile?.full_name.replace('write ', ''));
      const first = before[index] ?? 0;
      assert(
        stored >= first && stored <= acknowledged + 1,
        `acknowledged ${String(first)} to ${String(acknowledged)}, restored ${String(stored)}`,
      );
    }
  } finally {
    await server.stop();
  }
}

async function underLoad(folder: string): Promise<string> {
  const [dataDir, backup, restored] = ['data', 'backup', 'restored'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const figures: string[] = [];
  try {
    const server = await startServerProcess({ DATA_DIR: dataDir, AUTH_AUTOCONFIRM: 'on' });
    await run('scripts/seed-large.ts', [], dataDir);
    const members: Member[] = [];
    for (let number = 0; number < memberCount; number += 1)
      members.push(await Member.signUp(server, number));
    const load = new Load(members);
    const wait = (ms: number) => Promise.race([sleep(ms), load.done]);
    await wait(measuredMs / 3);
    load.take();
    await wait(measuredMs);
    figures.push(`before: ${load.take()}`);
    const before = members.map(({ acknowledged }) => acknowledged);
    const taken = await Promise.race([
      run('apps/server/src/backup.ts', [backup], dataDir),
      load.done,
    ]);
    figures.push(`during the backup: ${load.take()}`, String(taken).trim().replaceAll(/\s+/g, ' '));
    await wait(measuredMs);
    figures.push(`after: ${load.take()}`);
    await load.stop();
    assert.equal(await server.stop(), 0);
    const output = await run('apps/server/src/restore.ts', [backup], restored);
    figures.push(output.trim().split('\n').at(-1) ?? '');
    await checkCounts(restored, members, before);
  } finally {
    discardCluster(dataDir);
    discardCluster(restored);
  }
  return figures.join('\n  ');
}

export const backupDrills: readonly Drill[] = [
  {
    name: 'backup: 100,000 members, while members read and write, restored elsewhere',
    run: () => inFolder(underLoad),
  },
];
