import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultLimits } from './limits.ts';
import { TrafficBudget, type SocketAccount } from './traffic-budget.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const chunkBytes = 64 * 1024;

/** Sockets of a network that have a chunk to be read whenever they are read from; `read` names those that were. */
function openSockets(count: number) {
  const budget = new TrafficBudget(defaultLimits, true);
  const read: number[] = [];
  const isPaused: boolean[] = [];
  const accounts: SocketAccount[] = Array.from({ length: count }, (_, index) => {
    const arrive = (): void => {
      if (isPaused[index] === true) return;
      read.push(index);
      accounts[index]?.charge(chunkBytes);
    };
    const pause = () => (isPaused[index] = true);
    const resume = () => {
      isPaused[index] = false;
      setImmediate(arrive);
    };
    return budget.open('192.0.2.1', { pause, resume });
  });
  return { accounts, read, isPaused };
}

describe('the sockets of a network', () => {
  test('are all left unread at once when it is in debt', () => {
    const { accounts, isPaused } = openSockets(50);
    // Of visitors a byte counts four times: 8 MiB are 32 chunks.
    for (const account of accounts.slice(0, 33)) account.charge(chunkBytes);
    expect(isPaused).toEqual(accounts.map(() => true));
  });

  test('are read from again one after the other, each once what was read before is paid', () => {
    const { accounts, read } = openSockets(50);
    accounts[0]?.charge(4 * 1024 * 1024);
    vi.advanceTimersByTime(60_000);
    // The debt of 8 MiB is paid in 8 seconds, and a chunk that counts four times in a quarter of a second.
    expect(read.length).toBeGreaterThan(200);
    expect(read.length).toBeLessThan(210);
    expect(new Set(read.slice(0, 49)).size).toBe(49);
  });

  test('that have closed keep nobody waiting', () => {
    const { accounts, read } = openSockets(3);
    accounts[0]?.charge(4 * 1024 * 1024);
    for (const account of accounts.slice(0, 2)) account.close();
    vi.advanceTimersByTime(9_000);
    expect(new Set(read)).toEqual(new Set([2]));
  });
});
