import { z } from 'zod';

const traceEvent = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().optional(),
  tdur: z.number().optional(),
  args: z.unknown(),
});
const trace = z.object({ traceEvents: z.array(traceEvent) });
const threadName = z.object({ name: z.string() });
const tracedFrames = z.object({
  data: z.object({ frames: z.array(z.object({ url: z.string(), processId: z.number() })) }),
});

/** What Chromium's tracing is asked for, so that `tasksOf` can read it. */
export const traceCategories = ['toplevel', 'devtools.timeline', '__metadata'].concat(
  'disabled-by-default-devtools.timeline',
);

/** A task of a main thread, in milliseconds: by the clock, and on the processor. */
export interface Task {
  readonly wall: number;
  readonly thread: number;
  /** Whether the browser collects all its garbage in it, which it does some seconds after a page has loaded. */
  readonly collects: boolean;
}

type Event = z.infer<typeof traceEvent>;

function processOf(events: readonly Event[], url: string): number {
  for (const { name, args } of events) {
    if (name !== 'TracingStartedInBrowser') continue;
    const frame = tracedFrames.parse(args).data.frames.find((one) => one.url.startsWith(url));
    if (frame !== undefined) return frame.processId;
  }
  throw new Error(`the trace holds no frame of ${url}`);
}

/** The tasks of the main thread of the process that shows `url`, out of a trace as Chromium writes it. */
export function tasksOf(recorded: Buffer, url: string): readonly Task[] {
  const { traceEvents: events } = trace.parse(JSON.parse(recorded.toString('utf8')));
  const pid = processOf(events, url);
  const main = events.find(
    (event) =>
      event.pid === pid &&
      event.name === 'thread_name' &&
      threadName.parse(event.args).name === 'CrRendererMain',
  );
  if (main === undefined) throw new Error('the trace holds no main thread');
  const own = events.filter((event) => event.pid === pid && event.tid === main.tid);
  const collected = own.filter(({ name }) => name === 'MajorGC').map(({ ts }) => ts);
  return own
    .filter(({ name }) => name === 'RunTask')
    .map(({ ts, dur = 0, tdur = 0 }) => ({
      wall: dur / 1000,
      thread: tdur / 1000,
      collects: collected.some((at) => at >= ts && at <= ts + dur),
    }));
}
