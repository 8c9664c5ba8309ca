import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Language } from '@bkksiam/domain/languages';
import type { PagePainter, PaintedPage } from '@bkksiam/domain/page-paint';
import { LRUCache } from 'lru-cache';
import type { PageReadings } from './page-readings.ts';
import { within } from './within.ts';

const keptPages = 100;
const mostQueued = 8;
const renderLimitMs = 5000;
/** Rendering takes at most a quarter of the event loop: each one is followed by a pause of three times its length. */
const pauseFactor = 3;
const longestPauseMs = 100;

/** Loads the painter that was built with the site. */
export async function loadPainter(file: string): Promise<PagePainter> {
  const built = (await import(pathToFileURL(file).href)) as { painter: PagePainter };
  return built.painter;
}

export interface PaintedPagesOptions {
  readonly painter: PagePainter;
  readonly readings: PageReadings;
  /** What `PublicSettings` say of the deployment. */
  readonly siteUrl: string;
  readonly storeUrl: string;
  readonly storeId: string;
}

/** How to answer a request for a page. */
export interface PageAnswer {
  readonly status: 200 | 404;
  /** Undefined leaves the rendering to the browser. */
  readonly painted: Promise<PaintedPage> | undefined;
}

/** Renders one page after another, with pauses in which the event loop serves other requests. */
class RenderQueue {
  #queued = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** Undefined when too many renderings wait already. */
  run(render: () => Promise<PaintedPage>): Promise<PaintedPage> | undefined {
    if (this.#queued >= mostQueued) return undefined;
    this.#queued += 1;
    let began = 0;
    const rendered = this.#last.then(() => {
      began = performance.now();
      return within(renderLimitMs, render, () => new Error('rendering took too long'));
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

/** Renders each page once for a language and a state of what it shows, and keeps what is asked for most. */
export class PaintedPages {
  readonly #options: PaintedPagesOptions;
  readonly #kept = new LRUCache<string, Promise<PaintedPage>>({ max: keptPages });
  readonly #queue = new RenderQueue();

  constructor(options: PaintedPagesOptions) {
    this.#options = options;
  }

  /** The page at a path. A failed rendering rejects `painted`; the next call tries again. */
  async get(path: string, language: Language): Promise<PageAnswer> {
    const { painter, readings, siteUrl, storeUrl, storeId } = this.#options;
    const route = painter.routeOf(path);
    const reads = painter.readsFor(path, storeId);
    const read = await Promise.all(reads.map((one) => readings.get(one)));
    const answers = read.map(({ answer }) => answer);
    const subjects = answers.filter((_, at) => reads[at]?.isSubject);
    const isMissing = subjects.some((answer) => answer?.found === false);
    const status = route === undefined || isMissing ? 404 : 200;
    // Such a page would be one more for each path, so the browser renders it.
    if (subjects.includes(undefined)) return { status, painted: undefined };
    const states = read.map(({ version, answer }) =>
      answer?.found === false ? 'missing' : String(version),
    );
    const key = [language, route ?? 'unknown', ...states].join(' ');
    const painted = this.#render(key, () =>
      painter.paint({ path, language, siteUrl, storeUrl, answers }),
    );
    return { status, painted };
  }

  #render(key: string, render: () => Promise<PaintedPage>): Promise<PaintedPage> | undefined {
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const rendered = this.#queue.run(render);
    if (rendered === undefined) return undefined;
    this.#kept.set(key, rendered);
    rendered.catch(() => {
      if (this.#kept.peek(key) === rendered) this.#kept.delete(key);
    });
    return rendered;
  }
}
