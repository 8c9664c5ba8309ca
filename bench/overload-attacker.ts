// The attacker of the overload benchmark, in a separate process. Its argument has the server and the tokens. A message
// with the name of an attack starts it, `stop` ends it, and the reply has the count of each status.
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  attacks,
  type AttackName,
  type AttackRequest,
  type AttackTokens,
  type RequestAttack,
  type UnreadAttack,
} from './overload-attacks.ts';
import { SocketAttacker, type SocketAttack } from './realtime-attacks.ts';

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
  /** The connections that read nothing. */
  readonly sockets: Set<Socket>;
  readonly socketAttacker?: SocketAttacker;
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

/** Opens connections that send a text and read nothing. */
async function holdUnread(running: Running, attack: UnreadAttack): Promise<void> {
  const text = attack.text(target, `x-forwarded-for: ${running.from}`);
  while (!running.stopped) {
    const socket = connect(target.port, '127.0.0.1').pause();
    running.sockets.add(socket);
    socket.on('error', () => count(running, 'cut off'));
    socket.once('close', () => running.sockets.delete(socket));
    socket.write(text);
    setTimeout(() => socket.destroy(), attack.heldMs).unref();
    count(running, 'opened');
    await sleep(1000 / attack.perSecond);
  }
}

function begin(name: AttackName): Running {
  const attack: RequestAttack | UnreadAttack | SocketAttack = attacks[name];
  const agent = new Agent({ keepAlive: true });
  const from = `${target.networks}.${String(1 + Object.keys(attacks).indexOf(name))}`;
  const running: Running = {
    ...{ counts: {}, agent, from, sockets: new Set() },
    ...{ stopped: false, finished: Promise.resolve() },
  };
  if ('run' in attack) {
    const address = `ws://127.0.0.1:${String(target.port)}/realtime/v1/websocket?vsn=2.0.0&apikey=${target.anon}`;
    const socketAttacker = new SocketAttacker(address, from, (what) => count(running, what));
    return { ...running, socketAttacker, finished: attack.run(socketAttacker) };
  }
  if ('text' in attack) {
    running.finished = holdUnread(running, attack);
    return running;
  }
  const make = attack.prepare(target);
  let number = 0;
  const next = () => make(number++);
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
  const { counts, agent, finished, sockets, socketAttacker } = running;
  const result = { ...counts };
  running.stopped = true;
  // Does not wait for pending responses.
  agent.destroy();
  for (const socket of sockets) socket.destroy();
  socketAttacker?.stop();
  finished.then(
    () => process.send?.(result),
    (error: unknown) => console.error(error),
  );
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
