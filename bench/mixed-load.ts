import { setTimeout as sleep } from 'node:timers/promises';
import type { Action, Send, Role, Site } from './mixed-actions.ts';
import { adminActions } from './mixed-admins.ts';
import { memberActions } from './mixed-members.ts';
import { pages, visitorActions } from './mixed-visitors.ts';
import { HttpClient } from './http-client.ts';
import type { MixedTarget, SignedInUsers } from './mixed-users.ts';
import { Recorder, type Phase, type PhaseResult, type Second } from './mixed-recorder.ts';
import { Acknowledged } from './mixed-verify.ts';

export interface MixedOptions {
  readonly target: MixedTarget;
  readonly users: SignedInUsers;
  readonly phases: readonly Phase[];
  /** Shares of the actions; default 50, 40, 10. */
  readonly shares?: Readonly<Record<Role, number>> | undefined;
  /** Counts rejected and failed requests; otherwise the first one ends the load with an error. */
  readonly tolerant?: boolean | undefined;
  /** Called once a second with the figures of two seconds ago, when most responses have arrived. */
  readonly onSecond?: ((second: Second) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface MixedResult {
  readonly phases: readonly PhaseResult[];
  readonly seconds: readonly Second[];
  readonly acknowledged: Acknowledged;
}

const defaultShares = { visitors: 50, members: 40, admins: 10 };
const assetPattern =
  /(?:src|href)="(\/(?:assets|locales|merchandise)\/[^"#]+|\/[\w.-]+\.(?:svg|png|webmanifest))["#]/g;

/** A reproducible generator of numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function readSite(
  client: HttpClient,
  target: MixedTarget,
  users: SignedInUsers,
  acknowledged: Acknowledged,
): Promise<Site> {
  const assets = new Map<string, readonly string[]>();
  for (const path of pages) {
    const { body } = await client.send({ path });
    const files = new Set([...body.matchAll(assetPattern)].map(([, file = '']) => file));
    assets.set(path, [...files]);
  }
  const { etag: textsTag } = await client.send({
    path: '/locales/en/common.json',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  return { target, users, assets, textsTag, acknowledged };
}

/** Chooses actions at random by their weights within each role, and the roles by their shares. */
function chooser(
  site: Site,
  shares: Readonly<Record<Role, number>>,
  random: () => number,
): () => Action {
  const roles = [
    { actions: visitorActions(site), share: shares.visitors },
    { actions: memberActions(site), share: shares.members },
    { actions: adminActions(site), share: shares.admins },
  ];
  const choices = roles.flatMap(({ actions, share }) => {
    const weights = actions.reduce((sum, { weight }) => sum + weight, 0);
    return actions.map((action) => ({ action, weight: (action.weight * share) / weights }));
  });
  const total = choices.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    let left = random() * total;
    const chosen = choices.find(({ weight }) => (left -= weight) < 0);
    if (chosen === undefined) throw new Error('no action has a share');
    return chosen.action;
  };
}

/** Runs actions and records their requests; the first failure stops a load that is not tolerant. */
class Runner {
  readonly #client: HttpClient;
  readonly #recorder: Recorder;
  readonly #tolerant: boolean;
  readonly #running = new Set<Promise<void>>();
  failure: Error | undefined;

  constructor(client: HttpClient, recorder: Recorder, tolerant: boolean) {
    this.#client = client;
    this.#recorder = recorder;
    this.#tolerant = tolerant;
  }

  start({ run }: Pick<Action, 'run'>, plannedMs: number): void {
    let isFirst = true;
    const send: Send = async (kind, call) => {
      const began = isFirst ? plannedMs : performance.now();
      this.#recorder.sent(began);
      const response = await this.#client.send(call);
      this.#recorder.received(kind, began, response);
      const { status, failure, body } = response;
      if (this.#tolerant || (status !== 0 && status < 400)) return response;
      const { method = 'GET', path } = call;
      throw new Error(`${method} ${path}: ${failure ?? String(status)} ${body}`);
    };
    const done: Promise<void> = run(send)
      .then(() => undefined)
      .catch((error: unknown) => {
        this.failure ??= error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => this.#running.delete(done));
    isFirst = false;
    this.#running.add(done);
  }

  async finish(): Promise<void> {
    await Promise.all(this.#running);
  }
}

/**
 * An open-loop load: actions of visitors, members and admins start at random times with a constant mean rate of requests,
 * however slow the responses are. A response time counts from the planned start, or from the response that the request
 * depends on. `/health` is requested every second.
 */
export async function mixedLoad(options: MixedOptions): Promise<MixedResult> {
  const { target, users, phases, onSecond, signal } = options;
  const client = new HttpClient(target.url);
  const acknowledged = new Acknowledged();
  const random = randomNumbers(1);
  const site = await readSite(client, target, users, acknowledged);
  const choose = chooser(site, options.shares ?? defaultShares, random);
  const startMs = performance.now();
  const recorder = new Recorder(phases, startMs, () => acknowledged.total);
  const runner = new Runner(client, recorder, options.tolerant ?? false);
  const health = { run: (send: Send) => send('/health', { path: '/health' }) };
  const everySecond = setInterval(() => {
    runner.start(health, performance.now());
    const second = recorder.secondBefore(performance.now());
    if (second !== undefined) onSecond?.(second);
  }, 1000);
  try {
    let dueMs = startMs;
    let endMs = startMs;
    for (const { rate, seconds } of phases) {
      endMs += seconds * 1000;
      while (dueMs < endMs && runner.failure === undefined && signal?.aborted !== true) {
        const waitMs = dueMs - performance.now();
        if (waitMs > 0) await sleep(waitMs);
        const action = choose();
        runner.start(action, dueMs);
        dueMs += (-Math.log(1 - random()) * action.requests * 1000) / rate;
      }
    }
    await runner.finish();
  } finally {
    clearInterval(everySecond);
    client.close();
  }
  if (runner.failure !== undefined) throw runner.failure;
  return { phases: recorder.results(), seconds: recorder.seconds(), acknowledged };
}
