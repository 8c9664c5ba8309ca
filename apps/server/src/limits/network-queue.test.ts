import { expect, it, vi } from 'vitest';
import { NetworkQueue, QueueFull, type NetworkQueueLimits } from './network-queue.ts';

const limits = { running: 1, runningOfNetwork: 1, waiting: 256, waitingOfNetwork: 16 };

/** A queue, what starts a task that ends when it is released, and the networks of those that have started. */
function queueOf(of: Partial<NetworkQueueLimits> = {}) {
  const queue = new NetworkQueue({ ...limits, ...of });
  const started: string[] = [];
  const run = (network: string) => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const ended = queue.run(network, () => {
      started.push(network);
      return released;
    });
    return { ended, release };
  };
  return { run, started };
}

it('lets the networks take turns, and refuses only those of whom too many wait', async () => {
  const { run, started } = queueOf();
  const tasks = Array.from({ length: 17 }, () => run('one'));
  await expect(run('one').ended).rejects.toBeInstanceOf(QueueFull);
  tasks.push(run('other'), run('third'), run('other'));
  for (const { release } of tasks) release();
  await Promise.all(tasks.map(({ ended }) => ended));
  expect(started.slice(0, 6)).toEqual(['one', 'one', 'other', 'third', 'one', 'other']);
  expect(started).toHaveLength(20);
});

it('keeps places that one network may not have for the others', async () => {
  const { run, started } = queueOf({ running: 2 });
  const tasks = [run('one'), run('one'), run('other')];
  expect(started).toEqual(['one', 'other']);
  for (const { release } of tasks) release();
  await Promise.all(tasks.map(({ ended }) => ended));
  expect(started).toEqual(['one', 'other', 'one']);
});

it('lets a network rest for as long as its task took, and begins those of others meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const { run, started } = queueOf({ rests: true });
  const [first, second, other] = [run('one'), run('one'), run('other')];
  vi.advanceTimersByTime(1000);
  first.release();
  await first.ended;
  expect(started).toEqual(['one', 'other']);
  other.release();
  await other.ended;
  vi.advanceTimersByTime(999);
  expect(started).toEqual(['one', 'other']);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toEqual(['one', 'other', 'one']);
  vi.useRealTimers();
  second.release();
  await second.ended;
});
