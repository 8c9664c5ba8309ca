import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { withTimeLimit } from '../http/time-limit.ts';
import type { PreparedPage } from './server-entry.ts';

const maxKept = 100;
const maxQueued = 8;
const renderTimeoutMs = 5000;
/** Pause after a rendering, as a multiple of its duration: rendering takes at most a quarter of the event loop. */
const pauseFactor = 3;
const longestPauseMs = 100;

/** Renders one page at a time, with pauses in which the event loop serves other requests. */
class RenderQueue {
  #queued = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** Undefined when the queue is full. */
  run(render: () => Promise<string>): Promise<string> | undefined {
    if (this.#queued >= maxQueued) return undefined;
    this.#queued += 1;
    let began = 0;
    const rendered = this.#last.then(() => {
      began = performance.now();
      return withTimeLimit(renderTimeoutMs, render, () => new Error('rendering took too long'));
    });
    this.#last = rendered
      .catch(() => undefined)
      .then(() => {
        this.#queued -= 1;
        const pauseMs = Math.min((performance.now() - began) * pauseFactor, longestPauseMs);
        return sleep(pauseMs, undefined, { ref: false });
      });
    return rendered;
  }
}

/** An LRU cache of rendered pages. */
export class RenderedPages {
  readonly #kept = new LRUCache<string, Promise<string>>({ max: maxKept });
  readonly #queue = new RenderQueue();
  #hits = 0;
  #misses = 0;
  #skipped = 0;

  /** Lookups since the start. */
  get stats() {
    return { hits: this.#hits, misses: this.#misses };
  }

  /** Pages left to the browser since the start because too many were being rendered. */
  get skipped(): number {
    return this.#skipped;
  }

  /** The markup of a page; undefined leaves the rendering to the browser. A failed rendering is not cached. */
  get({ key, render }: PreparedPage): Promise<string> | undefined {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#hits += 1;
      return kept;
    }
    this.#misses += 1;
    const rendered = this.#queue.run(render);
    if (rendered === undefined) {
      this.#skipped += 1;
      return undefined;
    }
    this.#kept.set(key, rendered);
    rendered.catch(() => {
      if (this.#kept.peek(key) === rendered) this.#kept.delete(key);
    });
    return rendered;
  }
}
