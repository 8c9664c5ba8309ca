import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
// On Linux the main thread has to load the decoder before a worker does.
import 'sharp';
import type { PictureReading } from './read-picture.ts';

export interface SlipReaderOptions {
  /** How long one picture may take; default 6 s. */
  readonly limitMs?: number;
}

export type SlipReading =
  | PictureReading
  | { readonly picture?: undefined; readonly problem: 'busy' };

const defaultLimitMs = 6_000;
/** Each has an upload in memory. */
const maxWaiting = 8;
/** A thread without work ends, and with it what its decoders keep in memory. */
const idleMs = 30_000;
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

/** Starts the thread: of the bundle a file beside it, of the sources one that tsx has to load. */
function startThread(): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const file = JSON.stringify(new URL('./slip-worker.ts', import.meta.url).href);
  const load = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${file}, ${file}))`;
  const thread = isSource
    ? new Worker(load, { eval: true, resourceLimits })
    : new Worker(new URL('./slip-worker.js', import.meta.url), { resourceLimits });
  thread.on('error', () => undefined).unref();
  return thread;
}

/** What the thread answers, or why it does not: it has ended, or takes longer than the limit. */
function answerOf(thread: Worker, bytes: Uint8Array, limitMs: number): Promise<PictureReading> {
  return new Promise((resolve) => {
    const answer = (reading: PictureReading) => {
      clearTimeout(timer);
      thread.off('message', answer).off('exit', fail);
      resolve(reading);
    };
    const fail = () => answer({ problem: 'unreadable' });
    const timer = setTimeout(() => answer({ problem: 'too_slow' }), limitMs);
    thread.on('message', answer).on('exit', fail);
    thread.postMessage(bytes);
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
    const thread = (this.#thread ??= this.#start());
    const reading = await answerOf(thread, bytes, this.#limitMs);
    resolve(reading);
    if (reading.problem === 'too_slow') await this.#end();
    else this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
  }

  #start(): Worker {
    const thread = startThread();
    return thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
  }

  /** A decoder finishes its step first, so that the next picture is not in memory beside it. */
  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }
}
