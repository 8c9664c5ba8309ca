import type { Worker } from 'node:worker_threads';
import { receiptNumberText, type Receipt } from '@bkksiam/domain/receipt';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { startThread } from '../worker-thread.ts';

/** Of about 30 kB each. */
const mostKept = 200;
const maxWaiting = 50;
/** A thread without work ends, and with it the 25 MB of pdfkit. */
const idleMs = 30_000;

/** What the thread answers; an error if it has ended. */
function answerOf(thread: Worker, question: object): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const answer = (bytes: Uint8Array) => {
      thread.off('exit', fail);
      resolve(bytes);
    };
    const fail = () => {
      thread.off('message', answer);
      reject(new Error('the receipt was not drawn'));
    };
    thread.once('message', answer).once('exit', fail);
    thread.postMessage(question);
  });
}

/**
 * Draws rows of `bkk_receipts` in a thread, because a drawing takes a tenth of a second of the processor, and keeps the last
 * ones: a receipt changes only by becoming void.
 */
export class ReceiptDrawer {
  readonly #kept = new LRUCache<string, Uint8Array>({ max: mostKept });
  readonly #inTurn = pLimit(1);
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  readonly draw = async (row: object, isCopy: boolean): Promise<Uint8Array> => {
    const receipt = row as Receipt;
    const key = `${receiptNumberText(receipt)} ${receipt.voided_at ?? ''} ${String(isCopy)}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    if (this.#inTurn.pendingCount >= maxWaiting)
      throw new Error('too many receipts wait to be drawn');
    const drawn = await this.#inTurn(() => this.#drawNow({ receipt, isCopy }));
    this.#kept.set(key, drawn);
    return drawn;
  };

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  async #drawNow(question: object): Promise<Uint8Array> {
    clearTimeout(this.#idle);
    const thread = (this.#thread ??= this.#start());
    const bytes = await answerOf(thread, question);
    this.#idle = setTimeout(() => void this.close(), idleMs).unref();
    return bytes;
  }

  #start(): Worker {
    const thread = startThread(new URL('./receipt-worker.ts', import.meta.url));
    return thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
  }
}
