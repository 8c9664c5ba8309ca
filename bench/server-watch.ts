import { readFile } from 'node:fs/promises';

/** What a server process takes, sampled once a second. */
export interface ServerUse {
  /** Resident memory in MB: the mean of each minute, and the largest. */
  readonly rss: { readonly minutes: readonly number[]; readonly max: number };
  /** Share of one core, from 0. */
  readonly cpu: number;
  /** 99th percentile of the event-loop delay in milliseconds: the median and the largest of the samples. */
  readonly eventLoop: { readonly p50: number; readonly max: number } | undefined;
}

const ticksPerSecond = 100;
const minute = 60;

/** The resident memory of a process in MB (Linux only). */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Seconds of processor time. */
async function timeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

async function eventLoopDelay(url: string, token: string): Promise<number | undefined> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  const seconds = /^nodejs_eventloop_lag_p99_seconds(?:\{[^}]*\})? (\S+)/m.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

const mean = (values: readonly number[]) =>
  Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);

/**
 * Watches a server process of this machine (Linux only) until it is stopped; its event loop by `/metrics`.
 *
 * @param server.metricsToken its `METRICS_TOKEN`
 */
export function watchServer(
  pid: number,
  { url, metricsToken }: { readonly url: string; readonly metricsToken: string },
): { readonly stop: () => Promise<ServerUse> } {
  const memory: number[] = [];
  const delays: number[] = [];
  const sample = async (): Promise<void> => {
    memory.push(await memoryOf(pid));
    const delay = await eventLoopDelay(url, metricsToken).catch(() => undefined);
    if (delay !== undefined) delays.push(delay);
  };
  const began = performance.now();
  const before = timeOf(pid);
  const timer = setInterval(() => void sample().catch(() => undefined), 1000);
  return {
    async stop() {
      clearInterval(timer);
      const seconds = (performance.now() - began) / 1000;
      const cpu = ((await timeOf(pid)) - (await before)) / seconds;
      delays.sort((one, other) => one - other);
      const at = (share: number) =>
        Math.round(delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? NaN);
      return {
        rss: {
          minutes: Array.from({ length: Math.ceil(memory.length / minute) }, (_, index) =>
            mean(memory.slice(index * minute, (index + 1) * minute)),
          ),
          max: Math.round(Math.max(...memory)),
        },
        cpu: Number(cpu.toFixed(2)),
        eventLoop: delays.length === 0 ? undefined : { p50: at(0.5), max: at(1) },
      };
    },
  };
}
