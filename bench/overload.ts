// Response times of the mixed load while one client attacks, with and without each attack.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '../e2e/support/site.ts';
import { startBuiltSite, targetOf } from './built-site.ts';
import { startMeasuredProcess } from './measured-process.ts';
import type { AttackCounts, Target } from './overload-attacker.ts';
import { attacks } from './overload-attacks.ts';
import { mixedLoad } from './mixed-load.ts';
import { prepareUsers } from './mixed-users.ts';
import type { PhaseResult } from './mixed-recorder.ts';

const goalMs = 250;
const measuredSeconds = Number(process.env.OVERLOAD_MS ?? 10_000) / 1000;
/** Requests of the mixed load per second. */
const rate = 60;
const memberCount = 40;
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

function report(title: string, { all, kinds }: PhaseResult, counts?: AttackCounts): void {
  const answered = Object.entries(counts ?? {}).map(
    ([status, times]) => `${String(times)} x ${status}`,
  );
  console.log(
    `\n${title}${counts ? `; responses to the attacker: ${answered.join(', ') || 'nothing'}` : ''}`,
  );
  for (const [kind, { succeeded, errors }] of Object.entries({ ...kinds, all })) {
    const { count, p50, p99, max } = succeeded;
    const failed = Object.entries(errors).map(([status, times]) => `${String(times)} x ${status}`);
    const verdict = p99 > goalMs || failed.length > 0 ? '  MISSED' : '';
    console.log(
      `  ${kind.padEnd(16)}${String(count).padStart(4)} calls  p50 ${ms(p50)}  p99 ${ms(p99)}  max ${ms(max)} ms` +
        `  errors: ${failed.join(', ') || 'none'}${verdict}`,
    );
  }
}

/**
 * Measures the mixed load at a low rate, first alone and then during each attack of one client at its maximum rate. The
 * built server runs with limits; `X-Forwarded-For` puts attacker and visitors into different networks.
 * `OVERLOAD_ONLY` (a regular expression) selects attacks, `OVERLOAD_MS` sets the duration of each measurement.
 */
export async function benchOverload(): Promise<void> {
  const { site, secret } = await startBuiltSite();
  const target = await targetOf(site.url, secret, site.admin);
  const users = await prepareUsers(target, { members: memberCount, quotes: memberCount });
  const [attackingMember] = users.members;
  if (attackingMember === undefined) throw new Error('no member attacks');
  const attackerArgument: Target = {
    port: Number(new URL(site.url).port),
    networks: attackerNetworks,
    anon: target.anonKey,
    member: attackingMember.accessToken,
    memberId: attackingMember.id,
    memberEmail: attackingMember.credentials.email,
  };
  const attacker = await startMeasuredProcess<string>('overload-attacker', attackerArgument);
  const otherUsers = { ...users, members: users.members.slice(1) };
  async function measure(seconds: number): Promise<PhaseResult> {
    const load = { target, users: otherUsers, tolerant: true };
    const { phases } = await mixedLoad({ ...load, phases: [{ rate, seconds }] });
    const [result] = phases;
    if (result === undefined) throw new Error('nothing was measured');
    return result;
  }
  const only = new RegExp(process.env.OVERLOAD_ONLY ?? '');
  try {
    await measure(2);
    report('no attack', await measure(measuredSeconds));
    for (const name of Object.keys(attacks).filter((known) => only.test(known))) {
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
    await site.stop();
  }
}
