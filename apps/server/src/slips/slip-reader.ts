import type { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
// On Linux the main thread has to load the decoder before a worker does.
import 'sharp';
import { startThread } from '../worker-thread.ts';
import type { PictureReading } from './read-picture.ts';

export interface SlipReaderOptions {
  /** How long one picture may take; default 6 s. */
  readonly limitMs?: number;
}

export type SlipReading =
  | PictureReading
  | { readonly picture?: undefined; readonly problem: 'busy' };

const defaultLimitMs = 6_000;
/** Loading the decoders takes a second, and more on a machine with other work. */
const startLimitMs = 20_000;
/** Each has an upload in memory. */
const maxWaiting = 8;
/** A thread without work ends, and with it what its decoders keep in memory. */
const idleMs = 30_000;
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

/** The next message of the thread; `late` after the limit, `ended` where the thread has ended. */
function nextMessage<Message>(thread: Worker, limitMs: number) {
  return new Promise<Message | 'late' | 'ended'>((resolve) => {
    const settle = (outcome: Message | 'late' | 'ended') => {
      clearTimeout(timer);
      thread.off('message', settle).off('exit', end);
      resolve(outcome);
    };
    const end = () => settle('ended');
    const timer = setTimeout(() => settle('late'), limitMs);
    thread.on('message', settle).on('exit', end);
  });
}

/**
 * Reads pictures of slips in a thread, one after the other, so that a picture which hangs a decoder or takes the heap costs
 * nothing else. The memory of the decoders is none of the heap: `read-picture` limits pixels instead.
 */
export class SlipReader {
  readonly #limitMs: number;
  readonly #inTurn = pLimit(1);
  readonly #senders = new Set<string>();
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ limitMs = defaultLimitMs }: SlipReaderOptions = {}) {
    this.#limitMs = limitMs;
  }

  /** @param sender has one picture at a time, so that nobody fills the queue */
  async read(bytes: Uint8Array, sender: string, signal?: AbortSignal): Promise<SlipReading> {
    if (this.#senders.has(sender) || this.#inTurn.pendingCount >= maxWaiting)
      return { problem: 'busy' };
    this.#senders.add(sender);
    try {
      return await new Promise((resolve, reject) => {
        this.#inTurn(async () => {
          if (this.#isClosed || signal?.aborted === true) resolve({ problem: 'busy' });
          else await this.#readNow(bytes, resolve);
        }).catch(reject);
      });
    } finally {
      this.#senders.delete(sender);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #readNow(bytes: Uint8Array, resolve: (reading: SlipReading) => void): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread ?? (await this.#start());
    if (thread === undefined) {
      resolve({ problem: 'busy' });
      return;
    }
    const answered = nextMessage<PictureReading>(thread, this.#limitMs);
    thread.postMessage(bytes);
    const reading = await answered;
    if (reading === 'late') resolve({ problem: 'too_slow' });
    else resolve(reading === 'ended' ? { problem: 'unreadable' } : reading);
    if (reading === 'late') await this.#end();
    else this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
  }

  /** The new thread once its decoders are loaded, which does not count for the limit of a picture. */
  async #start(): Promise<Worker | undefined> {
    const thread = startThread(new URL('./slip-worker.ts', import.meta.url), resourceLimits).on(
      'exit',
      () => {
        if (this.#thread === thread) this.#thread = undefined;
      },
    );
    this.#thread = thread;
    if ((await nextMessage<'ready'>(thread, startLimitMs)) === 'ready') return thread;
    await this.#end();
    return undefined;
  }

  /** A decoder finishes its step first, so that the next picture is not in memory beside it. */
  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }
}
