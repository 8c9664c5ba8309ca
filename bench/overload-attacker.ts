// The attacker of the overload benchmark, in a separate process. Its argument has the server and the tokens. A message
// with the name of an attack starts it, `stop` ends it, and the reply has the count of each status.
import { Agent, request } from 'node:http';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  attacks,
  type Attack,
  type AttackName,
  type AttackRequest,
  type AttackTokens,
} from './overload-attacks.ts';

/** The argument of the attacker. */
export interface Target extends AttackTokens {
  readonly port: number;
  /** Prefix of the forwarded addresses, one for each attack, so that no attack starts with exhausted limits. */
  readonly networks: string;
}

export type AttackCounts = Readonly<Record<string, number>>;

const connections = 16;
/** Lowers the attacker's priority: it shares the cores with the server and must not slow it down itself. */
const niceness = 5;

const target = JSON.parse(process.argv[2] ?? '') as Target;
setPriority(getPriority() + niceness);

interface Running {
  readonly counts: Record<string, number>;
  readonly agent: Agent;
  readonly from: string;
  stopped: boolean;
  finished: Promise<unknown>;
}

function send({ agent, from }: Running, attackRequest: AttackRequest): Promise<string> {
  return new Promise((resolve) => {
    const { method, path, headers, body } = attackRequest;
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port: target.port,
        method,
        path,
        headers: {
          'x-forwarded-for': from,
          ...headers,
          ...(body && { 'content-length': body.length }),
        },
      },
      (response) => {
        response.resume();
        response.on('close', () => resolve(String(response.statusCode)));
      },
    );
    outgoing.on('error', () => resolve('cut off'));
    outgoing.end(body);
  });
}

function count({ counts }: Running, status: string): void {
  counts[status] = (counts[status] ?? 0) + 1;
}

async function sendContinuously(running: Running, next: () => AttackRequest): Promise<void> {
  while (!running.stopped) {
    count(running, await send(running, next()));
  }
}

async function sendAtRate(
  running: Running,
  next: () => AttackRequest,
  perSecond: number,
): Promise<void> {
  const start = performance.now();
  for (let n = 1; !running.stopped; n += 1) {
    send(running, next()).then(
      (status) => count(running, status),
      (error: unknown) => console.error(error),
    );
    await sleep(Math.max(0, start + (n * 1000) / perSecond - performance.now()));
  }
}

function begin(name: AttackName): Running {
  const attack: Attack = attacks[name];
  const make = attack.prepare(target);
  let number = 0;
  const next = () => make(number++);
  const agent = new Agent({ keepAlive: true });
  const from = `${target.networks}.${String(1 + Object.keys(attacks).indexOf(name))}`;
  const running: Running = { counts: {}, agent, from, stopped: false, finished: Promise.resolve() };
  const senders = attack.connections ?? connections;
  running.finished =
    attack.perSecond === undefined
      ? Promise.all(Array.from({ length: senders }, () => sendContinuously(running, next)))
      : sendAtRate(running, next, attack.perSecond);
  return running;
}

let running: Running | undefined;
process.on('message', (message: AttackName | 'stop') => {
  if (message !== 'stop') {
    running = begin(message);
    process.send?.('begun');
    return;
  }
  if (running === undefined) throw new Error('nothing to stop');
  const { counts, agent, finished } = running;
  const result = { ...counts };
  running.stopped = true;
  // Does not wait for pending responses.
  agent.destroy();
  finished.then(
    () => process.send?.(result),
    (error: unknown) => console.error(error),
  );
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
