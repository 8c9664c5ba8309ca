import type { Role } from '@bkksiam/domain/identity';
import { LRUCache } from 'lru-cache';
import { TokenBucket } from '../limits/token-bucket.ts';
import type { MemoryBounds, RealtimeLimits, TrafficBounds } from './limits.ts';

const maxNetworks = 10_000;
/** What a visitor does costs so many times what others do. */
const visitorFactor = 4;
/** A socket with less than this waiting is not slow, however much waits for others. */
const promptBytes = 64 * 1024;

/** The memory that a socket, the sockets of a network or all of them use. */
class Usage {
  readonly bounds: MemoryBounds;
  sockets = 0;
  /** Bytes kept for channels. */
  kept = 0;
  /** Bytes that wait to be sent. */
  waiting = 0;

  constructor(bounds: MemoryBounds) {
    this.bounds = bounds;
  }
}

/** What a socket or the sockets of a network use. */
class Traffic extends Usage {
  readonly work: TokenBucket;

  constructor(bounds: TrafficBounds) {
    super(bounds);
    this.work = new TokenBucket(bounds.workPerSecond, bounds.workBurst);
  }
}

/** The sockets of a network, all of which wait while it is in debt. */
class NetworkTraffic extends Traffic {
  readonly #accounts = new Set<SocketAccount>();
  readonly #waiting = new Set<SocketAccount>();
  #timer: NodeJS.Timeout | undefined;
  #areAllPaused = false;

  add(account: SocketAccount): void {
    this.#accounts.add(account);
  }

  delete(account: SocketAccount): void {
    this.#accounts.delete(account);
    this.#waiting.delete(account);
  }

  pauseAll(): void {
    if (this.#areAllPaused) return;
    this.#areAllPaused = true;
    for (const account of this.#accounts) account.pause();
  }

  /** Resumes one after the other: all at once would send much before the first of it is charged. */
  resumeInTurn(account: SocketAccount): void {
    this.#waiting.add(account);
    this.#resumeNext();
  }

  #resumeNext(): void {
    if (this.#timer !== undefined || this.#waiting.size === 0) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        const [next] = this.#waiting;
        if (next !== undefined && this.work.debtMs === 0) {
          this.#areAllPaused = false;
          this.#waiting.delete(next);
          next.resume();
        }
        this.#resumeNext();
      },
      Math.max(1, this.work.debtMs),
    );
  }
}

/** A connection that can be left unread. */
interface Pausable {
  pause(): void;
  resume(): void;
}

/**
 * The account of one socket with its network and the process. Work has a rate: who is in debt is not read from until it is
 * paid. What is kept or waits has a maximum.
 */
export class SocketAccount {
  readonly #connection: Pausable;
  readonly #own: Traffic;
  readonly #network: NetworkTraffic;
  readonly #all: Usage;
  readonly #levels: readonly Usage[];
  readonly #isCharging: boolean;
  #factor = visitorFactor;
  #isPaused = false;
  #resumption: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    connection: Pausable,
    own: TrafficBounds,
    network: NetworkTraffic,
    all: Usage,
    isCharging: boolean,
  ) {
    this.#connection = connection;
    this.#own = new Traffic(own);
    this.#network = network;
    this.#all = all;
    this.#isCharging = isCharging;
    this.#levels = [this.#own, network, all];
    for (const level of this.#levels) level.sockets += 1;
    network.add(this);
  }

  /** A socket with one channel of a member works as a member. */
  speaksFor(role: Role): void {
    if (role !== 'anon') this.#factor = 1;
  }

  charge(bytes: number): void {
    if (!this.#isCharging) return;
    this.#own.work.charge(bytes * this.#factor);
    this.#network.work.charge(bytes * this.#factor);
    if (this.#network.work.debtMs > 0) this.#network.pauseAll();
    if (Math.max(this.#own.work.debtMs, this.#network.work.debtMs) > 0) this.pause();
  }

  /** Reads no more until what the socket and its network owe is paid. */
  pause(): void {
    if (this.#isPaused || this.#isClosed) return;
    this.#isPaused = true;
    this.#connection.pause();
    this.#awaitOwnDebt();
  }

  resume(): void {
    this.#isPaused = false;
    this.#connection.resume();
  }

  #awaitOwnDebt(): void {
    const { debtMs } = this.#own.work;
    if (debtMs === 0) this.#network.resumeInTurn(this);
    else this.#resumption = setTimeout(() => this.#awaitOwnDebt(), debtMs);
  }

  /** Whether there was room for so much more; then it is kept. */
  keep(bytes: number): boolean {
    if (this.#levels.some(({ kept, bounds }) => kept + bytes > bounds.keptBytes)) return false;
    this.#add('kept', bytes);
    return true;
  }

  release(bytes: number): void {
    this.#add('kept', -bytes);
  }

  /** Whether so much waits for the socket, or for a slow socket and the others, that it has to be closed. */
  get isTooSlow(): boolean {
    const isOver = ({ waiting, bounds }: Usage) => waiting > bounds.waitingBytes;
    return (
      isOver(this.#own) ||
      (this.#own.waiting > promptBytes && (isOver(this.#network) || isOver(this.#all)))
    );
  }

  queue(bytes: number): void {
    this.#add('waiting', bytes);
  }

  sent(bytes: number): void {
    this.#add('waiting', -bytes);
  }

  /** Gives back everything. Later calls have no effect. */
  close(): void {
    if (this.#isClosed) return;
    this.#add('kept', -this.#own.kept);
    this.#add('waiting', -this.#own.waiting);
    for (const level of this.#levels) level.sockets -= 1;
    clearTimeout(this.#resumption);
    this.#network.delete(this);
    this.#isClosed = true;
  }

  #add(what: 'kept' | 'waiting', bytes: number): void {
    if (this.#isClosed) return;
    for (const level of this.#levels) level[what] += bytes;
  }
}

/** The accounts of all sockets of the process. */
export class TrafficBudget {
  readonly #limits: RealtimeLimits;
  readonly #isCharging: boolean;
  readonly #all: Usage;
  /** A network that is forgotten here stays known to the accounts of its open sockets. */
  readonly #networks = new LRUCache<string, NetworkTraffic>({ max: maxNetworks });

  /** @param isCharging whether work has a rate; memory always has a bound */
  constructor(limits: RealtimeLimits, isCharging: boolean) {
    this.#limits = limits;
    this.#isCharging = isCharging;
    this.#all = new Usage(limits.traffic.process);
  }

  /** Whether no further socket of the network may be opened. */
  isFull(network: string): boolean {
    const { sockets, socketsPerNetwork } = this.#limits;
    return this.#all.sockets >= sockets || this.#trafficOf(network).sockets >= socketsPerNetwork;
  }

  open(network: string, connection: Pausable): SocketAccount {
    const { socket } = this.#limits.traffic;
    const traffic = this.#trafficOf(network);
    return new SocketAccount(connection, socket, traffic, this.#all, this.#isCharging);
  }

  /** Charges a network that has no socket for its work. */
  charge(network: string, role: Role, bytes: number): void {
    if (!this.#isCharging) return;
    this.#trafficOf(network).work.charge(bytes * (role === 'anon' ? visitorFactor : 1));
  }

  /** Milliseconds until the debt of the network is paid. */
  debtMsOf(network: string): number {
    return this.#networks.get(network)?.work.debtMs ?? 0;
  }

  #trafficOf(network: string): NetworkTraffic {
    const traffic = this.#networks.get(network) ?? new NetworkTraffic(this.#limits.traffic.network);
    this.#networks.set(network, traffic);
    return traffic;
  }
}
