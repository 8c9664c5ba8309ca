import type { Allowance } from '../limits/network-budget.ts';

const kib = 1024;
const mib = 1024 * kib;

/** The bounds in bytes of a socket, of the sockets of a network or of all. */
export interface MemoryBounds {
  /** What channels keep. */
  readonly keptBytes: number;
  /** What may wait to be sent before slow sockets are closed. */
  readonly waitingBytes: number;
}

/** The bounds in bytes of a socket or of the sockets of a network. */
export interface TrafficBounds extends MemoryBounds {
  /**
   * Work: what arrives, what its delivery costs, joins and presence. Who has used it up is not read from until there is
   * credit again.
   */
  readonly workPerSecond: number;
  readonly workBurst: number;
}

/** What work costs apart from the bytes that arrive. */
export const workCosts = {
  join: 8 * kib,
  /** Of a join, for each subscription to changes. */
  subscription: 4 * kib,
  presence: 8 * kib,
  /** The part of a byte that one delivery of it costs, and the least bytes of a delivery. */
  delivered: 1 / 8,
  leastDelivered: 256,
  /** A byte that goes to the other servers. */
  relayed: 16,
};

/** What a channel keeps apart from the text of its join. A filter is also asked for every change of its table. */
export const keptCosts = {
  channel: kib / 2,
  subscription: kib,
  filter: 8 * kib,
  pattern: 256 * kib,
};

/** The bounds of the service. Payloads are in bytes, times in milliseconds. */
export interface RealtimeLimits {
  readonly sockets: number;
  readonly socketsPerNetwork: number;
  readonly channelsPerSocket: number;
  /** Messages of one socket and second; four times as many at once. */
  readonly messagesPerSecond: number;
  readonly joinsPerSecond: number;
  /** Presence messages of one channel in 30 s. */
  readonly presenceMessages: number;
  readonly payloadBytes: number;
  readonly frameBytes: number;
  /** The payload of a join. */
  readonly joinBytes: number;
  /** What one presence says of itself. */
  readonly presenceBytes: number;
  /** What all presences of one topic say. */
  readonly presenceBytesOfTopic: number;
  readonly traffic: {
    readonly socket: TrafficBounds;
    readonly network: TrafficBounds;
    /** Work has a rate for each network alone: one for all would let a network stop the others. */
    readonly process: MemoryBounds;
  };
  /** Without any frame; clients send a heartbeat every 25 s. */
  readonly idleMs: number;
  /** Without a channel. */
  readonly withoutChannelMs: number;
  /** Batches what changes in a presence. */
  readonly presenceMs: number;
  /** How often expiry is looked at, and that the server runs is said. */
  readonly clockMs: number;
  /** How long what a private channel permits is kept. */
  readonly permissionMs: number;
}

export const defaultLimits: RealtimeLimits = {
  sockets: 5000,
  socketsPerNetwork: 500,
  channelsPerSocket: 100,
  messagesPerSecond: 100,
  joinsPerSecond: 20,
  presenceMessages: 20,
  payloadBytes: 256 * kib,
  frameBytes: 512 * kib,
  joinBytes: 32 * kib,
  presenceBytes: 16 * kib,
  presenceBytesOfTopic: 256 * kib,
  traffic: {
    socket: {
      workPerSecond: 256 * kib,
      workBurst: 4 * mib,
      keptBytes: 512 * kib,
      waitingBytes: mib,
    },
    network: {
      workPerSecond: mib,
      workBurst: 8 * mib,
      keptBytes: 16 * mib,
      waitingBytes: 16 * mib,
    },
    process: {
      keptBytes: 128 * mib,
      waitingBytes: 64 * mib,
    },
  },
  idleMs: 75_000,
  withoutChannelMs: 600_000,
  presenceMs: 1500,
  clockMs: 5000,
  permissionMs: 300_000,
};

/** WebSockets per network: every page of an office may open one, and again after a lost connection. */
export const socketAllowance: Allowance = {
  name: 'websockets',
  requests: 300,
  bytes: Infinity,
  windowSeconds: 60,
};

/** Broadcasts by HTTP per network. */
export const broadcastAllowance: Allowance = {
  name: 'realtime broadcasts',
  requests: 600,
  bytes: 60_000_000,
  windowSeconds: 60,
};
