// The attacker of the overload benchmark, in a separate process. Its argument has the server and the tokens. A message
// with the name of what is measured starts it, `stop` ends it, and the reply has the count of each status.
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { CpuPace } from './cpu-pace.ts';
import type { AttackRequest, AttackTokens, RequestAttack, UnreadAttack } from './attack-types.ts';
import { attacks, measuredAttacks, type AttackName } from './overload-attacks.ts';
import { SocketAttacker, type SocketAttack } from './realtime-attacks.ts';

/** The argument of the attacker. */
export interface Target extends AttackTokens {
  /** Those of all servers. */
  readonly ports: readonly number[];
  /** Prefix of the forwarded addresses, one for each measurement, so that no attack starts with exhausted limits. */
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
  readonly pace: CpuPace;
  /** The connections that read nothing. */
  readonly sockets: Set<Socket>;
  readonly socketAttackers: SocketAttacker[];
  sent: number;
}

/** The servers in turn. */
function nextPort(running: Running): number {
  running.sent += 1;
  return target.ports[running.sent % target.ports.length] ?? 0;
}

function send(running: Running, attackRequest: AttackRequest): Promise<string> {
  const { agent, from } = running;
  return new Promise((resolve) => {
    const { method, path, headers, body } = attackRequest;
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port: nextPort(running),
        method,
        path,
        headers: {
          'x-forwarded-for': from,
          ...(body && !headers?.['transfer-encoding'] && { 'content-length': body.length }),
          ...headers,
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
  while (!running.pace.isStopped) {
    await running.pace.wait();
    count(running, await send(running, next()));
  }
}

async function sendAtRate(
  running: Running,
  next: () => AttackRequest,
  perSecond: number,
): Promise<void> {
  const start = performance.now();
  for (let n = 1; !running.pace.isStopped; n += 1) {
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
  while (!running.pace.isStopped) {
    const socket = connect(nextPort(running), '127.0.0.1').pause();
    running.sockets.add(socket);
    socket.on('error', () => count(running, 'cut off'));
    socket.once('close', () => running.sockets.delete(socket));
    socket.write(text);
    setTimeout(() => socket.destroy(), attack.heldMs).unref();
    count(running, 'opened');
    await sleep(1000 / attack.perSecond);
  }
}

function begin(running: Running, name: AttackName): Promise<unknown> {
  const attack: RequestAttack | UnreadAttack | SocketAttack = attacks[name];
  if ('run' in attack) {
    const addresses = target.ports.map(
      (port) =>
        `ws://127.0.0.1:${String(port)}/realtime/v1/websocket?vsn=2.0.0&apikey=${target.anon}`,
    );
    const { from, pace, socketAttackers } = running;
    const attacker = new SocketAttacker(addresses, from, pace, (what) => count(running, what));
    socketAttackers.push(attacker);
    return attack.run(attacker);
  }
  if ('text' in attack) return holdUnread(running, attack);
  const make = attack.prepare(target);
  let number = 0;
  const next = () => make(number++);
  const senders = attack.connections ?? connections;
  return attack.perSecond === undefined
    ? Promise.all(Array.from({ length: senders }, () => sendContinuously(running, next)))
    : sendAtRate(running, next, attack.perSecond);
}

function beginAll(measured: string): Running & { readonly finished: Promise<unknown> } {
  const running: Running = {
    counts: {},
    agent: new Agent({ keepAlive: true }),
    from: `${target.networks}.${String(1 + [...measuredAttacks.keys()].indexOf(measured))}`,
    pace: new CpuPace(),
    sockets: new Set(),
    socketAttackers: [],
    sent: 0,
  };
  const names = measuredAttacks.get(measured) ?? [];
  return Object.assign(running, {
    finished: Promise.all(names.map((name) => begin(running, name))),
  });
}

let running: ReturnType<typeof beginAll> | undefined;
process.on('message', (message: string) => {
  if (message !== 'stop') {
    running = beginAll(message);
    process.send?.('begun');
    return;
  }
  if (running === undefined) throw new Error('nothing to stop');
  const { counts, agent, pace, finished, sockets, socketAttackers } = running;
  const result = { ...counts };
  pace.isStopped = true;
  // Does not wait for pending responses.
  agent.destroy();
  for (const socket of sockets) socket.destroy();
  for (const attacker of socketAttackers) attacker.stop();
  finished.then(
    () => process.send?.(result),
    (error: unknown) => console.error(error),
  );
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
