// Response times of the mixed load while one client attacks, with and without each attack.
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedDatabase } from '../apps/server/src/db/admin-server.ts';
import { startCluster } from '../apps/server/src/db/embedded-cluster.ts';
import { withClient } from '../apps/server/src/db/server-address.ts';
import { startServerProcess } from '../apps/server/src/testing/server-process.ts';
import type { Site } from '../e2e/support/site.ts';
import { startBuiltSite, targetOf } from './built-site.ts';
import type { AttackCounts, Target } from './overload-attacker.ts';
import { attackedFiles, uploadLargePictures } from './file-attacks.ts';
import { attackedTables, longNumber, measuredAttacks } from './overload-attacks.ts';
import { watchLiveChanges, type LiveChanges } from './live-changes.ts';
import { mixedLoad } from './mixed-load.ts';
import { prepareUsers, type SignedInUser } from './mixed-users.ts';
import type { PhaseResult } from './mixed-recorder.ts';
import { startBundled } from './server-under-load.ts';
import { watchServer } from './server-watch.ts';

const goalMs = 250;
/** While one network attacks in every way at once. */
const goalOfAllMs = 500;
const goalMegabytes = 700;
const metricsToken = 'metrics-of-the-benchmark';
/** As the image and the service unit set it. */
const deployed = { MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-old-space-size=768' };
const serverCount = Number(process.env.OVERLOAD_SERVERS ?? 1);
const measuredSeconds = Number(process.env.OVERLOAD_MS ?? 10_000) / 1000;
/** Requests of the mixed load per second. */
const rate = 60;
const memberCount = 40;
/** Each measurement moves requests that no former one has moved. */
const quotesOfMeasurement = 20;
/** Time between the start of an attack and the measurement. */
const leadMs = 1_000;
const fastProbes = 10;
const fastProbeMs = 100;
const recoveryTimeoutMs = 180_000;
const attackerNetworks = '203.0.113';

/** Waits until /health has been fast several times in a row. */
async function waitForRecovery(site: Site): Promise<void> {
  const end = performance.now() + recoveryTimeoutMs;
  for (let quick = 0; quick < fastProbes && performance.now() < end;) {
    const start = performance.now();
    const { ok } = await fetch(`${site.url}/health`);
    quick = ok && performance.now() - start < fastProbeMs ? quick + 1 : 0;
    await sleep(fastProbeMs);
  }
}

const ms = (value: number): string => value.toFixed(0).padStart(6);

interface Measured extends PhaseResult {
  /** Largest resident memory of a server, MB. */
  readonly memory: number;
  readonly live: LiveChanges;
}

function report(title: string, measured: Measured, counts?: AttackCounts): void {
  const { all, kinds, memory, live } = measured;
  const goal = title.startsWith('at once') ? goalOfAllMs : goalMs;
  const answered = Object.entries(counts ?? {}).map(
    ([status, times]) => `${String(times)} x ${status}`,
  );
  console.log(
    `\n${title}${counts ? `; responses to the attacker: ${answered.join(', ') || 'nothing'}` : ''}`,
  );
  console.log(`  memory ${memory.toFixed(0)} MB${memory > goalMegabytes ? '  MISSED' : ''}`);
  const { delays, lost } = live;
  const [p50 = 0, p99 = 0] = [0.5, 0.99].map((part) => delays[Math.floor(part * delays.length)]);
  console.log(
    `  live changes    ${String(delays.length).padStart(4)} calls  p50 ${ms(p50)}  p99 ${ms(p99)} ms  lost: ${String(lost)}` +
      (p99 > goal || lost > 0 ? '  MISSED' : ''),
  );
  for (const [kind, { succeeded, errors }] of Object.entries({ ...kinds, all })) {
    const { count, p50, p99, max } = succeeded;
    const failed = Object.entries(errors).map(([status, times]) => `${String(times)} x ${status}`);
    const verdict = p99 > goal || failed.length > 0 ? '  MISSED' : '';
    console.log(
      `  ${kind.padEnd(16)}${String(count).padStart(4)} calls  p50 ${ms(p50)}  p99 ${ms(p99)}  max ${ms(max)} ms` +
        `  errors: ${failed.join(', ') || 'none'}${verdict}`,
    );
  }
}

/** Adds tables to the server's database, and the number to the attacking member's profile. */
async function prepareAttacks({ dataDir, url }: Site, { id, accessToken }: SignedInUser) {
  const cluster = await startCluster({ dataDir });
  const admin = { ...cluster.admin, database: embeddedDatabase };
  await withClient(admin, admin, (client) => client.query(attackedTables + attackedFiles));
  await cluster.release();
  const { status } = await fetch(`${url}/rest/v1/bkk_user_profiles?user_id=eq.${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ full_name: longNumber }),
  });
  if (status !== 204) throw new Error(`the profile was not changed: ${String(status)}`);
}

/** The built site and further servers on its database, with limits and flights. */
async function startServers() {
  const given = { METRICS_TOKEN: metricsToken, FEATURES: 'bookings,flights', ...deployed };
  const { site, secret, settings } = await startBuiltSite(given);
  const others = await Promise.all(
    Array.from({ length: serverCount - 1 }, () =>
      startServerProcess({ ...settings, DATA_DIR: site.dataDir }),
    ),
  );
  return { site, secret, others };
}

/**
 * Measures the mixed load at a low rate, first alone and then during each attack of one client at its maximum rate. The
 * built server runs with limits and with flights; `X-Forwarded-For` puts attacker and visitors into different networks.
 * `OVERLOAD_ONLY` (a regular expression) selects attacks, `OVERLOAD_MS` sets the duration of each measurement. With
 * `OVERLOAD_SERVERS=2` both servers are attacked; others write to the first and hear of changes from the second.
 */
export async function benchOverload(): Promise<void> {
  const { site, secret, others } = await startServers();
  const servers = [site, ...others];
  const target = await targetOf(site.url, secret, site.admin);
  const users = await prepareUsers(target, {
    members: memberCount,
    quotes: (measuredAttacks.size + 3) * quotesOfMeasurement,
  });
  const quotes = [...users.quotes];
  const [attackingMember] = users.members;
  if (attackingMember === undefined) throw new Error('no member attacks');
  await prepareAttacks(site, attackingMember);
  await uploadLargePictures(site.url, target.serviceKey);
  const attackerArgument: Target = {
    ports: servers.map(({ url }) => Number(new URL(url).port)),
    networks: attackerNetworks,
    anon: target.anonKey,
    member: attackingMember.accessToken,
    memberId: attackingMember.id,
    memberEmail: attackingMember.credentials.email,
  };
  const attacker = await startBundled<string>('overload-attacker', attackerArgument);
  const otherUsers = { ...users, members: users.members.slice(1) };
  async function measure(seconds: number): Promise<Measured> {
    const stopLive = await watchLiveChanges(target, servers.at(-1)?.url ?? '');
    const watches = servers.map(({ pid, url }) => watchServer(pid, { url, metricsToken }));
    const measured = { ...otherUsers, quotes: quotes.splice(0, quotesOfMeasurement) };
    const load = { target, users: measured, tolerant: true };
    const { phases } = await mixedLoad({ ...load, phases: [{ rate, seconds }] });
    const [result] = phases;
    const uses = await Promise.all(watches.map((watch) => watch.stop()));
    const live = await stopLive();
    if (result === undefined) throw new Error('nothing was measured');
    return { ...result, memory: Math.max(...uses.map(({ rss }) => rss.max)), live };
  }
  const only = new RegExp(process.env.OVERLOAD_ONLY ?? '');
  try {
    await measure(2);
    report('no attack', await measure(measuredSeconds));
    for (const name of [...measuredAttacks.keys()].filter((known) => only.test(known))) {
      await attacker.ask(name);
      await sleep(leadMs);
      const results = await measure(measuredSeconds);
      const counts = await attacker.ask<AttackCounts>('stop');
      report(name, results, counts);
      await waitForRecovery(site);
    }
    report('no attack, again', await measure(measuredSeconds));
  } finally {
    await attacker.stop();
    await Promise.all(others.map((server) => server.stop()));
    await site.stop();
  }
}
