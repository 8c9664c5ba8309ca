// `npm run bench -- mixed`: visitors, members and admins at a fixed rate, on the built product or on a running server.
import { randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runOrThrow, startBuiltSite, targetOf } from './built-site.ts';
import { kinds } from './mixed-actions.ts';
import { mixedLoad, type MixedResult } from './mixed-load.ts';
import { prepareUsers, type Credentials } from './mixed-users.ts';
import type { KindResult, Phase, PhaseResult, Second } from './mixed-recorder.ts';
import { verify, type Found } from './mixed-verify.ts';
import { watchServer, type ServerUse } from './server-watch.ts';

const help = `npm run bench -- mixed [options]
  --rate 200,400,200    requests per second of each phase (default 200)
  --seconds 60,30,60    its length (default 60)
  --shares 50,40,10     of visitors, members and admins
  --members 300         accounts of the load
  --seed-share 0.1      part of the large seed in the database
  --verify              looks up every acknowledged write
  --json                one line of JSON, no tables
  --each-second         a table of every second
  --url http://...      a running server; --secret its JWT_SECRET, --admin email:password, --pid its process`;

const warmUp: Phase = { rate: 50, seconds: 10 };
const goalMs = 100;
const quotesPerRequest = 0.02;

const numbers = (text: string): number[] => text.split(',').map(Number);
const column = (value: number | string, width = 8): string =>
  (typeof value === 'number' ? value.toFixed(value < 10 ? 1 : 0) : value).padStart(width);

function phasesOf(rates: readonly number[], lengths: readonly number[]): Phase[] {
  return rates.map((rate, index) => ({ rate, seconds: lengths[index] ?? lengths.at(-1) ?? 60 }));
}

function row(name: string, { perSecond, succeeded, rejected, errors }: KindResult): string {
  const failed = Object.entries(errors).map(([status, times]) => `${String(times)} x ${status}`);
  const { p50, p99, max } = succeeded;
  const rejections =
    rejected.count > 0
      ? `; rejected after ${String(rejected.p50)} ms, p99 ${String(rejected.p99)}`
      : '';
  return `  ${name.padEnd(15)}${[perSecond, p50, p99, max].map((value) => column(value)).join('')}  ${failed.join(', ')}${rejections}`;
}

function printPhase({ rate, seconds, all, kinds: byKind }: PhaseResult): void {
  console.log(`\n${String(rate)} requests per second for ${String(seconds)} s`);
  console.log(
    `  ${''.padEnd(15)}${['rate', 'p50', 'p99', 'max'].map((head) => column(head)).join('')}  errors`,
  );
  for (const kind of kinds) {
    const result = byKind[kind];
    if (result !== undefined && result.perSecond > 0) console.log(row(kind, result));
  }
  console.log(row('all', all));
}

/** Seconds from the start of a phase after which no second had an error or a p99 over the goal; undefined for never. */
function recoveryOf(seconds: readonly Second[], phases: readonly Phase[], index: number) {
  const start = phases.slice(0, index).reduce((sum, phase) => sum + phase.seconds, 0);
  const own = seconds.slice(start, start + (phases[index]?.seconds ?? 0));
  const bad = own.findLastIndex(
    ({ rejected, failed, p99 }) => rejected > 0 || failed > 0 || p99 > goalMs,
  );
  return bad + 1 === own.length ? undefined : bad + 1;
}

interface Server {
  readonly url: string;
  /** Its `JWT_SECRET`. */
  readonly secret: string;
  readonly admin: Credentials;
  /** Process id, for a server on this machine. */
  readonly pid: number | undefined;
  readonly metricsToken: string;
  stop(): Promise<void>;
}

interface Report extends Pick<MixedResult, 'phases' | 'seconds'> {
  /** Seconds until each phase after the first is free of errors and slow responses. */
  readonly recovery: readonly (number | undefined)[];
  readonly server: ServerUse | undefined;
  /** Event-loop delay of the load generator, 99th percentile in milliseconds. */
  readonly generatorDelay: number;
  readonly verified: Readonly<Record<string, Found>> | undefined;
}

function print({ phases, recovery, server, generatorDelay, verified }: Report): void {
  phases.forEach(printPhase);
  recovery.forEach((seconds, index) => {
    const after = `at ${String(phases[index + 1]?.rate)} per second again`;
    console.log(
      `\n${after}: ${seconds === undefined ? 'never' : `${String(seconds)} s`} until all is quick`,
    );
  });
  if (server !== undefined) {
    const { rss, cpu, eventLoop } = server;
    console.log(
      `\nserver: ${rss.minutes.join(', ')} MB by the minute, ${String(rss.max)} MB at most; ` +
        `${String(cpu)} cores; event loop p99 ${eventLoop ? `${String(eventLoop.p50)} ms, at most ${String(eventLoop.max)} ms` : 'unknown'}`,
    );
  }
  console.log(
    `load generator, on the same machine: event loop p99 ${generatorDelay.toFixed(0)} ms`,
  );
  for (const [what, { acknowledged, found }] of Object.entries(verified ?? {}))
    console.log(`${what}: ${String(found)} of ${String(acknowledged)} acknowledged found`);
}

function addLargeSeed(dataDir: string, share: string): void {
  const seed = fileURLToPath(new URL('../scripts/seed-large.ts', import.meta.url));
  const env = { ...process.env, DATA_DIR: dataDir };
  runOrThrow(process.execPath, ['--import', 'tsx', seed, share], env);
}

async function startBuiltServer(seedShare: string): Promise<Server> {
  const metricsToken = randomBytes(16).toString('hex');
  const { site, secret } = await startBuiltSite({ METRICS_TOKEN: metricsToken });
  try {
    if (seedShare !== '0') addLargeSeed(site.dataDir, seedShare);
  } catch (error) {
    await site.stop();
    throw error;
  }
  const { url, admin, pid } = site;
  return { url, secret, admin, pid, metricsToken, stop: () => site.stop() };
}

function readOptions(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      rate: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '60' },
      shares: { type: 'string', default: '50,40,10' },
      members: { type: 'string', default: '300' },
      'seed-share': { type: 'string', default: '0.1' },
      verify: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      'each-second': { type: 'boolean', default: false },
      url: { type: 'string' },
      secret: { type: 'string', default: '' },
      admin: { type: 'string', default: '' },
      pid: { type: 'string' },
      'metrics-token': { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  }).values;
}

type Options = ReturnType<typeof readOptions>;

function runningServer(url: string, options: Options): Server {
  const [email = '', password = ''] = options.admin.split(':');
  return {
    url,
    secret: options.secret,
    admin: { email, password },
    pid: options.pid === undefined ? undefined : Number(options.pid),
    metricsToken: options['metrics-token'],
    stop: () => Promise.resolve(),
  };
}

async function measure(server: Server, options: Options): Promise<Report> {
  const target = await targetOf(server.url, server.secret, server.admin);
  const phases = phasesOf(numbers(options.rate), numbers(options.seconds));
  const requests = phases.reduce((sum, { rate, seconds }) => sum + rate * seconds, 0);
  const users = await prepareUsers(target, {
    members: Number(options.members),
    quotes: Math.ceil(requests * quotesPerRequest),
  });
  const [visitors = 0, members = 0, admins = 0] = numbers(options.shares);
  const load = { target, users, shares: { visitors, members, admins }, tolerant: true };
  await mixedLoad({ ...load, phases: [warmUp] });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const watch = server.pid === undefined ? undefined : watchServer(server.pid, server);
  const { acknowledged, seconds, ...result } = await mixedLoad({ ...load, phases });
  const used = await watch?.stop();
  return {
    phases: result.phases,
    seconds,
    recovery: phases.slice(1).map((_, index) => recoveryOf(seconds, phases, index + 1)),
    server: used,
    generatorDelay: delay.percentile(99) / 1e6,
    verified: options.verify ? await verify(target, acknowledged) : undefined,
  };
}

/** Runs on the built product with the embedded PostgreSQL and with limits, or on a running server. */
export async function benchMixed(args: readonly string[] = []): Promise<void> {
  const options = readOptions(args);
  if (options.help) {
    console.log(help);
    return;
  }
  const { url } = options;
  const server =
    url === undefined ? await startBuiltServer(options['seed-share']) : runningServer(url, options);
  try {
    const report = await measure(server, options);
    if (options.json) console.log(JSON.stringify({ ...report, seconds: undefined }));
    else print(report);
    if (options['each-second']) console.table(report.seconds);
    const found = Object.values(report.verified ?? {});
    if (found.some((one) => one.found < one.acknowledged))
      throw new Error('acknowledged writes are lost');
  } finally {
    await server.stop();
  }
}
