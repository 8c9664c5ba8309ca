import { setTimeout as sleep } from 'node:timers/promises';

/** The part of a core that an attacker may use. */
const maxCpu = 0.5;
const checkMs = 20;

/** Holds the work of this process to half a core, counted from now on. */
export class CpuPace {
  readonly #began = performance.now();
  readonly #before = process.cpuUsage();
  isStopped = false;

  /** Waits while the process has used more than its part, unless the attack has stopped. */
  async wait(): Promise<void> {
    for (;;) {
      const { user, system } = process.cpuUsage(this.#before);
      const elapsed = (performance.now() - this.#began) * 1000;
      if (this.isStopped || user + system < maxCpu * elapsed) return;
      await sleep(checkMs);
    }
  }
}
