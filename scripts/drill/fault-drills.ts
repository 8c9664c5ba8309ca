import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postmasterOf } from '../../apps/server/src/testing/cluster-server.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { startMailServer } from '../../apps/server/src/testing/mail-server.ts';
import {
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import { targetOf } from '../../bench/built-site.ts';
import { mixedLoad, type MixedResult } from '../../bench/mixed-load.ts';
import { prepareUsers, type MixedTarget, type SignedInUsers } from '../../bench/mixed-users.ts';
import type { Second } from '../../bench/mixed-recorder.ts';
import { verify } from '../../bench/mixed-verify.ts';
import { discardCluster, inFolder, killCluster, type Drill } from './drill.ts';

/** Requests per second, far below what two cores serve: the faults are measured, not the speed. */
const rate = 60;
const memberCount = 100;
const admin = { email: 'admin@example.com', password: 'a password of the admin' };
const jwtSecret = 'the secret of the drills, which is long enough';

/** A server that is started again whenever it ends, as a service manager does. */
class SupervisedServer {
  readonly #env: Record<string, string>;
  #server: Promise<ServerProcess>;
  #stopped = false;
  starts = 0;
  readonly url: string;

  constructor(port: number, env: Readonly<Record<string, string>>) {
    this.url = `http://127.0.0.1:${String(port)}`;
    this.#env = {
      PORT: String(port),
      SEED: 'demo',
      JWT_SECRET: jwtSecret,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      TRUST_PROXY: 'loopback',
      ...env,
    };
    this.#server = this.#start();
  }

  ready(): Promise<ServerProcess> {
    return this.#server;
  }

  async kill(): Promise<void> {
    await (await this.#server).stop('SIGKILL');
    this.#server = this.#start();
    await this.#server;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await (await this.#server).stop('SIGTERM');
  }

  async #start(): Promise<ServerProcess> {
    for (;;) {
      this.starts += 1;
      try {
        return await startServerProcess(this.#env);
      } catch (error) {
        if (this.#stopped) throw error;
        await sleep(500);
      }
    }
  }
}

/** Publishes items of news and returns the status. */
async function publishNews(
  { url, anonKey, serviceKey: key }: MixedTarget,
  count: number,
  excerpt = 'An item',
): Promise<number> {
  const items = Array.from({ length: count }, (_, number) => ({
    title: `News ${String(number)}`,
    excerpt,
    is_public: true,
  }));
  const response = await fetch(`${url}/rest/v1/bkk_airline_news`, {
    method: 'POST',
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(items),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Counts, errors and the longest outage in seconds. */
function summary({ seconds, acknowledged, phases }: MixedResult, starts: number): string {
  const isOutage = ({ sent, succeeded }: Second) => sent > 0 && succeeded === 0;
  let longest = 0;
  let current = 0;
  for (const second of seconds) {
    current = isOutage(second) ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  const errors = Object.entries(phases[0]?.all.errors ?? {})
    .map(([kind, count]) => `${String(count)} x ${kind}`)
    .join(', ');
  const sent = seconds.reduce((total, second) => total + second.sent, 0);
  return (
    `${String(sent)} requests, ${errors === '' ? 'no error' : errors}; at most ${String(longest)} s without a success; ` +
    `${String(acknowledged.total)} acknowledged writes all there; ${String(starts)} start(s)`
  );
}

interface FaultySite {
  readonly server: SupervisedServer;
  readonly dataDir: string;
  readonly target: MixedTarget;
  readonly users: SignedInUsers;
}

/**
 * Runs the mixed load, causes the fault after 5 s, and checks the recovery: no error in the last ten seconds, and every
 * acknowledged write is stored.
 *
 * @param seconds the length of the load
 */
async function underLoad(
  { folder, seconds, env = {} }: { folder: string; seconds: number; env?: Record<string, string> },
  fault: (site: FaultySite) => Promise<unknown>,
): Promise<string> {
  const dataDir = join(folder, 'data');
  const server = new SupervisedServer(await freePort(), { DATA_DIR: dataDir, ...env });
  try {
    await server.ready();
    const target = await targetOf(server.url, jwtSecret, admin);
    // For a second page, which the demo data does not fill.
    assert.equal(await publishNews(target, 30), 201);
    const users = await prepareUsers(target, { members: memberCount, quotes: 20 * seconds });
    const load = mixedLoad({ target, users, phases: [{ rate, seconds }], tolerant: true });
    const [result] = await Promise.all([
      load,
      sleep(5_000).then(() => fault({ server, dataDir, target, users })),
    ]);
    const last = result.seconds.slice(seconds - 10, seconds);
    const bad = last.filter(({ rejected, failed }) => rejected + failed > 0);
    assert.deepEqual(bad, [], 'the site has not recovered');
    for (const [what, { acknowledged, found }] of Object.entries(
      await verify(target, result.acknowledged),
    ))
      assert.equal(found, acknowledged, `${what}: acknowledged and found`);
    return summary(result, server.starts);
  } finally {
    await server.stop().catch(() => undefined);
    discardCluster(dataDir);
  }
}

const postgresKills = 5;
const serverKills = 100;
const diskMegabytes = 400;

async function killPostgres({ dataDir }: FaultySite): Promise<void> {
  for (let round = 0; round < postgresKills; round += 1) {
    const postmaster = postmasterOf(dataDir);
    assert(postmaster !== undefined);
    killCluster(postmaster);
    await sleep(5_000);
  }
}

async function killServer({ server }: FaultySite): Promise<void> {
  for (let round = 0; round < serverKills; round += 1) {
    await server.kill();
    await sleep(1_000 * Math.random());
  }
}

function appendUntilFull(file: string, bytes: number): void {
  const block = Buffer.alloc(bytes);
  try {
    for (;;) writeFileSync(file, block, { flag: 'a' });
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  }
}

/** Fills the disk of the data folder and keeps writing: a write that finds no room gets 503. */
async function fillDisk({ dataDir, target }: FaultySite): Promise<void> {
  const ballast = join(dataDir, 'ballast');
  for (const bytes of [1024 * 1024, 4096, 1]) appendUntilFull(ballast, bytes);
  const end = performance.now() + 15_000;
  const statuses = new Set<number>();
  while (performance.now() < end) {
    statuses.add(await publishNews(target, 400, randomBytes(1400).toString('base64')));
    await sleep(500);
  }
  rmSync(ballast);
  statuses.delete(201);
  assert.deepEqual([...statuses], [503], 'writes on a full disk');
}

/** Requests password resets while no mail server runs, then starts one and waits for their mails. */
async function loseMailServer(port: number, { target, users }: FaultySite): Promise<void> {
  const recipients = users.members.slice(0, 40).map(({ credentials }) => credentials.email);
  for (const email of recipients) {
    const response = await fetch(`${target.url}/auth/v1/recover`, {
      method: 'POST',
      headers: { apikey: target.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    assert.equal(response.status, 200, await response.text());
    await sleep(500);
  }
  const mailServer = await startMailServer(port);
  try {
    const isMissing = (email: string) =>
      !mailServer.received.some(({ to }) => to?.[0]?.address === email);
    while (recipients.some(isMissing)) await sleep(100);
  } finally {
    await mailServer.close();
  }
}

/** Runs `work` with a folder on a small disk of its own; needs the right to mount. */
async function onSmallDisk(folder: string, work: (disk: string) => Promise<string>) {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const size = `size=${String(diskMegabytes)}m,mode=700`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', disk]);
  try {
    return await work(disk);
  } finally {
    execFileSync('umount', ['--lazy', disk]);
  }
}

export const faultDrills: readonly Drill[] = [
  {
    name: `fault: PostgreSQL killed ${String(postgresKills)} times under the mixed load`,
    run: () => inFolder((folder) => underLoad({ folder, seconds: 60 }, killPostgres)),
  },
  {
    name: `fault: the server killed ${String(serverKills)} times under the mixed load`,
    run: () => inFolder((folder) => underLoad({ folder, seconds: 420 }, killServer)),
  },
  {
    name: 'fault: the disk full under the mixed load',
    run: () =>
      inFolder((folder) =>
        onSmallDisk(folder, (disk) => underLoad({ folder: disk, seconds: 60 }, fillDisk)),
      ),
  },
  {
    name: 'fault: the mail server gone under the mixed load',
    run: () =>
      inFolder(async (folder) => {
        const port = await freePort();
        const env = { SMTP_URL: `smtp://127.0.0.1:${String(port)}`, RATE_LIMIT: 'off' };
        return underLoad({ folder, seconds: 75, env }, (site) => loseMailServer(port, site));
      }),
  },
];
