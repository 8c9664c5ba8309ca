import { describe, expect, test } from 'vitest';
import { ConnectionQueue, type Share } from './connection-queue.ts';
import { DatabaseBusy } from './database.ts';

const share = (key: string, connections: number, waiting = 10): Share => ({
  key,
  connections,
  waiting,
});
const visitors = share('anon', 2);
const from = (network: string) => [visitors, share(network, 1)];

function queueOf(connections: number, limits: { waiting?: number; waitMs?: number } = {}) {
  const queue = new ConnectionQueue({ connections, waiting: 10, waitMs: 60_000, ...limits });
  const started: string[] = [];
  return {
    queue,
    started,
    /** Acquires a connection and records its name when it starts, or when it is rejected. */
    ask: (name: string, shares: readonly Share[]): void => {
      queue.acquire(shares).then(
        () => started.push(name),
        () => started.push(`${name}: refused`),
      );
    },
    rejection: (shares: readonly Share[]): Promise<unknown> =>
      queue.acquire(shares).catch((error: unknown) => error),
    /** Resolves after all pending promise reactions. */
    flushPromises: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

describe('a connection queue', () => {
  test('lets in as many as there are connections, the others in order of arrival', async () => {
    const { queue, started, ask, flushPromises } = queueOf(2);
    for (const name of ['a', 'b', 'c', 'd']) ask(name, []);
    await flushPromises();
    expect(started).toEqual(['a', 'b']);
    queue.release([]);
    await flushPromises();
    expect(started).toEqual(['a', 'b', 'c']);
    queue.release([]);
    await flushPromises();
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  test('keeps connections beyond a share free for other callers', async () => {
    const { started, ask, flushPromises } = queueOf(4);
    for (const network of ['1', '2', '3', '4']) ask(`visitor ${network}`, from(network));
    ask('service', []);
    ask('member', [share('authenticated', 3), share('member', 1)]);
    await flushPromises();
    expect(started).toEqual(['visitor 1', 'visitor 2', 'service', 'member']);
  });

  test('lets other callers pass those who wait for their own share', async () => {
    const { queue, started, ask, flushPromises } = queueOf(4);
    for (const name of ['first', 'second', 'third']) ask(name, from('1'));
    ask('neighbour', from('2'));
    await flushPromises();
    expect(started).toEqual(['first', 'neighbour']);
    queue.release(from('1'));
    await flushPromises();
    expect(started).toEqual(['first', 'neighbour', 'second']);
  });

  test('prefers the caller who holds the fewest, however late it comes', async () => {
    const { queue, started, ask, flushPromises } = queueOf(2);
    const flooding = [share('flooding', 2)];
    for (const name of ['1', '2', '3', '4']) ask(name, flooding);
    ask('late', [share('other', 2)]);
    await flushPromises();
    queue.release(flooding);
    await flushPromises();
    expect(started).toEqual(['1', '2', 'late']);
  });

  test('refuses at once what would make its queue, or that of a share, too long', async () => {
    const { ask, rejection } = queueOf(1, { waiting: 3 });
    const impatient = [share('impatient', 1, 1)];
    ask('running', []);
    ask('waiting', impatient);
    expect(await rejection(impatient)).toBeInstanceOf(DatabaseBusy);
    ask('waiting', []);
    ask('waiting', []);
    expect(await rejection([])).toBeInstanceOf(DatabaseBusy);
  });

  test('rejects a caller who waited too long, without delaying others', async () => {
    const { queue, started, ask, rejection, flushPromises } = queueOf(1, { waitMs: 1 });
    ask('running', from('1'));
    expect(await rejection(from('1'))).toBeInstanceOf(DatabaseBusy);
    queue.release(from('1'));
    ask('next', from('1'));
    await flushPromises();
    expect(started).toEqual(['running', 'next']);
  });
});
