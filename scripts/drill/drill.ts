import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A long-running test; `run` resolves with its figures and rejects on a violated guarantee. */
export interface Drill {
  readonly name: string;
  run(): Promise<string>;
}

/** Thrown by a drill that cannot run here; `message` is the reason. */
export class DrillSkipped extends Error {
  override readonly name = 'DrillSkipped';
}

/** Runs `work` with a temporary folder. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bkksiam-drill-'));
  chmodSync(folder, 0o700);
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}

/** Kills a postmaster and all processes of its cluster at once, as a machine failure does. */
export function killCluster(postmaster: number): void {
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Kills the cluster of a failed drill. */
export function discardCluster(dataDir: string): void {
  try {
    killCluster(Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')));
  } catch {
    // The cluster does not run.
  }
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
