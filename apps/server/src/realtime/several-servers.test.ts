import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallerDatabase } from '../db/database.ts';
import { NotificationPoll } from '../db/notification-poll.ts';
import { anonKey, createTokens } from '../http/jwt.ts';
import { realtimeClient, startRealtime, subscribed } from '../testing/realtime-client.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const tokens = createTokens({ secret: 'a secret of the tests, long enough to sign with' });
let database: TestDatabase;
const open: { close(): unknown }[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  await database.sql(`
    create table public.notes (id int primary key, body text);
    grant select on public.notes to anon;
    alter publication supabase_realtime add table public.notes`);
});
afterAll(() => database.drop());
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** A server of Realtime, and a client of it. */
async function server(listen?: CallerDatabase['listen']) {
  const { database: db } = database;
  const { app, url } = await startRealtime({
    database: {
      asIdentity: (...given) => db.asIdentity(...given),
      listen: listen ?? ((...given) => db.listen(...given)),
    },
    tokens,
    limits: { presenceMs: 50, clockMs: 200 },
  });
  open.push(app);
  const client = realtimeClient(url, await anonKey(tokens));
  open.push({ close: () => client.removeAllChannels() });
  return { app, client };
}

describe('what one server gets, another sends', () => {
  it('as broadcasts, each once, and from itself to nobody twice', async () => {
    const [one, two] = [await server(), await server()];
    const sender = one.client.channel('room', { config: { broadcast: { self: true } } });
    const receiver = two.client.channel('room');
    const heard: number[][] = [[], []];
    for (const [index, channel] of [sender, receiver].entries())
      channel.on('broadcast', { event: 'n' }, ({ payload }: { payload: { n: number } }) => {
        heard[index]?.push(payload.n);
      });
    expect(await Promise.all([subscribed(sender), subscribed(receiver)])).toHaveLength(2);
    const sent = Array.from({ length: 50 }, (_, n) => n);
    for (const n of sent) await sender.send({ type: 'broadcast', event: 'n', payload: { n } });
    await expect.poll(() => heard).toEqual([sent, sent]);
    await receiver.send({ type: 'broadcast', event: 'n', payload: { n: 50 } });
    await expect.poll(() => heard[0]).toHaveLength(51);
  });

  it('as changes and presence; who was on a server that is gone has left', async () => {
    const [one, two] = [await server(), await server()];
    const channel = two.client.channel('room', { config: { presence: { key: 'two' } } });
    const changes: unknown[] = [];
    channel.on('presence', { event: 'sync' }, () => undefined);
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, (change) => {
      changes.push(change.new);
    });
    const watches = new Promise((resolve) => {
      channel.on('system', {}, resolve);
    });
    await subscribed(channel);
    await watches;
    const other = one.client.channel('room', { config: { presence: { key: 'one' } } });
    other.on('presence', { event: 'sync' }, () => undefined);
    await subscribed(other);
    await other.track({});
    await expect.poll(() => Object.keys(channel.presenceState())).toEqual(['one']);
    await database.sql(`insert into public.notes values (1, 'a')`);
    await expect.poll(() => changes).toEqual([{ id: 1, body: 'a' }]);
    await one.app.close();
    await expect.poll(() => channel.presenceState()).toEqual({});
  });
});

it('a server that cannot listen finds everything by asking, each once', async () => {
  const poll = new NotificationPoll(100);
  open.push(poll);
  const [one, two] = [await server(), await server((...given) => poll.listen(...given))];
  const channel = two.client.channel('room');
  const heard: unknown[] = [];
  channel
    .on('broadcast', { event: 'n' }, ({ payload }) => void heard.push(payload))
    .on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, (change) => {
      heard.push(change.new);
    });
  const watches = new Promise((resolve) => {
    channel.on('system', {}, resolve);
  });
  await subscribed(channel);
  await watches;
  const sender = one.client.channel('room');
  await subscribed(sender);
  await sender.send({ type: 'broadcast', event: 'n', payload: { n: 1 } });
  await expect.poll(() => heard).toEqual([{ n: 1 }]);
  await database.sql(`insert into public.notes values (2, 'b')`);
  await database.sql(`select realtime.send('{"n": 2}', 'n', 'room', false)`);
  await expect.poll(() => heard).toHaveLength(3);
  expect(heard).toContainEqual({ id: 2, body: 'b' });
  expect(heard).toContainEqual({ n: 2, id: expect.any(String) as string });
  // Two more rounds bring nothing twice.
  await database.sql(`insert into public.notes values (3, 'c')`);
  await expect.poll(() => heard).toContainEqual({ id: 3, body: 'c' });
  expect(heard).toHaveLength(4);
});
