// Response times of visitors while one client attacks: pages, sign-ins, reads and /health, with and without each
// attack.
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSite, type Site } from '../e2e/support/site.ts';
import { startMeasuredProcess } from './measured-process.ts';
import type { AttackCounts, Target } from './overload-attacker.ts';
import { attacks } from './overload-attacks.ts';
import { visit, type KindResult, type VisitorCall } from './overload-visitors.ts';

const goalMs = 250;
const measuredMs = Number(process.env.OVERLOAD_MS ?? 10_000);
/** Time between the start of an attack and the measurement. */
const leadMs = 1_000;
const quietProbes = 10;
const quietProbeMs = 100;
const settleLimitMs = 180_000;
const attackerNetworks = '203.0.113';

interface Session {
  readonly access_token: string;
  readonly user: { readonly id: string };
}

async function signIn(site: Site, anonKey: string): Promise<Session> {
  const response = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(site.member),
  });
  if (!response.ok) throw new Error(`no sign-in: ${await response.text()}`);
  return (await response.json()) as Session;
}

function visitorCalls(site: Site, anonKey: string, session: Session): readonly VisitorCall[] {
  const get = { method: 'GET' } as const;
  const anon = { apikey: anonKey, authorization: `Bearer ${anonKey}` };
  const member = { apikey: anonKey, authorization: `Bearer ${session.access_token}` };
  const page = (path: string): VisitorCall => ({ kind: 'pages', perSecond: 3, path, ...get });
  return [
    ...['/', '/news', '/store', '/product/chao-phraya-tote'].map(page),
    {
      kind: 'sign-ins',
      perSecond: 2,
      method: 'POST',
      path: '/auth/v1/token?grant_type=password',
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify(site.member),
    },
    {
      kind: 'reads, visitor',
      perSecond: 10,
      path: '/rest/v1/bkk_airline_news?select=*&is_public=eq.true&order=created_at.desc&limit=6',
      headers: anon,
      ...get,
    },
    {
      kind: 'reads, member',
      perSecond: 10,
      path: `/rest/v1/bkk_quote_requests?select=*&user_id=eq.${session.user.id}&limit=5`,
      headers: member,
      ...get,
    },
    { kind: '/health', perSecond: 5, path: '/health', ...get },
  ];
}

/** Waits until the server has recovered from an attack: /health stays fast for a while. */
async function untilQuiet(site: Site): Promise<void> {
  const end = performance.now() + settleLimitMs;
  for (let quick = 0; quick < quietProbes && performance.now() < end;) {
    const start = performance.now();
    const { ok } = await fetch(`${site.url}/health`);
    quick = ok && performance.now() - start < quietProbeMs ? quick + 1 : 0;
    await sleep(quietProbeMs);
  }
}

const ms = (value: number): string => value.toFixed(0).padStart(6);

function report(title: string, results: ReadonlyMap<string, KindResult>, counts?: AttackCounts) {
  const answered = Object.entries(counts ?? {}).map(
    ([status, times]) => `${String(times)} x ${status}`,
  );
  console.log(
    `\n${title}${counts ? `; the attacker was answered ${answered.join(', ') || 'nothing'}` : ''}`,
  );
  for (const [kind, { calls, p50, p99, max, errors }] of results) {
    const failed = Object.entries(errors).map(([status, times]) => `${String(times)} x ${status}`);
    const verdict = p99 > goalMs || failed.length > 0 ? '  MISSED' : '';
    console.log(
      `  ${kind.padEnd(16)}${String(calls).padStart(4)} calls  p50 ${ms(p50)}  p99 ${ms(p99)}  max ${ms(max)} ms` +
        `  errors: ${failed.join(', ') || 'none'}${verdict}`,
    );
  }
}

/**
 * Measures a constant mix of visitor requests, first alone and then during each attack of one client at its maximum
 * rate. The built server runs with limits; `X-Forwarded-For` puts attacker and visitors into different networks.
 * `OVERLOAD_ONLY` (a regular expression) selects attacks, `OVERLOAD_MS` sets the duration of each measurement.
 */
export async function benchOverload(): Promise<void> {
  spawnSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const site = await startSite({ RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' });
  const port = Number(new URL(site.url).port);
  const { anonKey } = (await (await fetch(`${site.url}/config.json`)).json()) as {
    anonKey: string;
  };
  const session = await signIn(site, anonKey);
  const target: Target = {
    port,
    networks: attackerNetworks,
    anon: anonKey,
    member: session.access_token,
    memberId: session.user.id,
    memberEmail: site.member.email,
  };
  const attacker = await startMeasuredProcess<string>('overload-attacker', target);
  const calls = visitorCalls(site, anonKey, session);
  const only = new RegExp(process.env.OVERLOAD_ONLY ?? '');
  try {
    await visit(port, calls, 2_000);
    report('no attack', await visit(port, calls, measuredMs));
    for (const name of Object.keys(attacks).filter((known) => only.test(known))) {
      await attacker.ask(name);
      await sleep(leadMs);
      const results = await visit(port, calls, measuredMs);
      const counts = await attacker.ask<AttackCounts>('stop');
      report(name, results, counts);
      await untilQuiet(site);
    }
    report('no attack, again', await visit(port, calls, measuredMs));
  } finally {
    await attacker.stop();
    await site.stop();
  }
}
