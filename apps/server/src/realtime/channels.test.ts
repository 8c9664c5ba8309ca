import { randomUUID } from 'node:crypto';
import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTokens } from '../http/jwt.ts';
import {
  realtimeClient,
  realtimeVersions,
  startRealtime,
  subscribed,
} from '../testing/realtime-client.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';

let backend: TestBackend;
const clients: ReturnType<typeof realtimeClient>[] = [];

beforeAll(async () => {
  backend = await startTestBackend();
  await backend.database.sql(`
    create policy "members read channels" on realtime.messages for select to authenticated
      using (realtime.topic() like 'channel-%');
    create policy "members write channels" on realtime.messages for insert to authenticated
      with check (realtime.topic() like 'channel-%' and realtime.topic() not like '%-read');
  `);
});
afterAll(() => backend.close());
afterEach(async () => {
  for (const client of clients.splice(0)) await client.removeAllChannels();
});

const tokens = () => createTokens({ secret: backend.config.jwtSecret });

async function open(vsn: string, claims?: Record<string, unknown>, url = backend.url) {
  const token = claims && (await tokens().sign(claims, 3600));
  const client = realtimeClient(url, backend.anonKey, { vsn, token });
  clients.push(client);
  return client;
}

const member = () => ({ role: 'authenticated', sub: randomUUID() });

/** What arrives on a channel for an event of broadcasts. */
function heard(channel: RealtimeChannel, event: string): unknown[] {
  const messages: unknown[] = [];
  channel.on('broadcast', { event }, (message) => void messages.push(message));
  return messages;
}

describe.each(realtimeVersions)('a channel of the unmodified client, version %s', (vsn) => {
  it('carries broadcasts to the others, to itself where asked, and acknowledges them', async () => {
    const topic = `public-${randomUUID()}`;
    const [one, two] = [await open(vsn), await open(vsn)];
    const sender = one.channel(topic, { config: { broadcast: { self: true, ack: true } } });
    const quiet = two.channel(topic);
    const [own, others] = [heard(sender, 'news'), heard(quiet, 'news')];
    expect(await Promise.all([subscribed(sender), subscribed(quiet)])).toEqual([
      'SUBSCRIBED',
      'SUBSCRIBED',
    ]);
    expect(await sender.send({ type: 'broadcast', event: 'news', payload: { n: 1 } })).toBe('ok');
    await expect.poll(() => others).toMatchObject([{ event: 'news', payload: { n: 1 } }]);
    expect(own).toHaveLength(1);
    await quiet.send({ type: 'broadcast', event: 'news', payload: { n: 2 } });
    await expect.poll(() => own).toHaveLength(2);
    expect(others).toHaveLength(1);
  });

  it('is private by the policies, for reading and for writing', async () => {
    const topic = `channel-${randomUUID()}`;
    const client = await open(vsn, member());
    const config = { private: true, broadcast: { self: true, ack: true } };
    const channel = client.channel(topic, { config });
    const own = heard(channel, 'news');
    expect(await subscribed(channel)).toBe('SUBSCRIBED');
    expect(await channel.send({ type: 'broadcast', event: 'news', payload: {} })).toBe('ok');
    await expect.poll(() => own).toHaveLength(1);
    const refused = client.channel('elsewhere', { config });
    expect(await subscribed(refused)).toContain(
      'Unauthorized: You do not have permissions to read from this Channel topic: elsewhere',
    );
    const visitor = (await open(vsn)).channel(topic, { config });
    expect(await subscribed(visitor)).toContain('Unauthorized');
    const reader = client.channel(`channel-${randomUUID()}-read`, { config });
    const read = heard(reader, 'news');
    expect(await subscribed(reader)).toBe('SUBSCRIBED');
    await reader.httpSend('news', {}).catch(() => undefined);
    reader.send({ type: 'broadcast', event: 'news', payload: {} }).catch(() => undefined);
    await backend.database.sql(`select realtime.send('{"by": "sql"}', 'news', $1)`, [
      reader.subTopic,
    ]);
    await expect.poll(() => read).toMatchObject([{ payload: { by: 'sql' } }]);
  });

  it('is kept apart from the public channel of its name', async () => {
    const topic = `channel-${randomUUID()}`;
    const client = await open(vsn, member());
    const open2 = (await open(vsn)).channel(topic);
    const channel = client.channel(topic, { config: { private: true } });
    const [here, there] = [heard(channel, 'news'), heard(open2, 'news')];
    await Promise.all([subscribed(channel), subscribed(open2)]);
    await backend.database.sql(
      `select realtime.send('{"n": 1}', 'news', $1, true), realtime.send('{"n": 2}', 'news', $1, false)`,
      [topic],
    );
    await expect
      .poll(() => [here, there])
      .toMatchObject([[{ payload: { n: 1 } }], [{ payload: { n: 2 } }]]);
  });

  it('gets what is sent by HTTP, and only what its sender may write', async () => {
    const topic = `channel-${randomUUID()}`;
    const client = await open(vsn, member());
    const channel = client.channel(topic, { config: { private: true } });
    const messages = heard(channel, 'news');
    await subscribed(channel);
    expect(
      await client.channel(topic, { config: { private: true } }).httpSend('news', { n: 1 }),
    ).toEqual({
      success: true,
    });
    await expect.poll(() => messages).toMatchObject([{ payload: { n: 1 } }]);
    const visitor = (await open(vsn)).channel(topic, { config: { private: true } });
    await expect(visitor.httpSend('news', { n: 2 })).rejects.toThrow('Unauthorized');
    const sent = await fetch(`${backend.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: backend.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        messages: [{ topic, event: 'news', payload: { n: 3 }, private: true }],
      }),
    });
    expect([sent.status, await sent.text()]).toEqual([202, '']);
    await client.channel(topic, { config: { private: true } }).httpSend('news', { n: 4 });
    await expect.poll(() => messages).toHaveLength(2);
    expect(messages[1]).toMatchObject({ payload: { n: 4 } });
  });

  it('tells who is present, and of changes', async () => {
    const topic = `public-${randomUUID()}`;
    const { database } = backend.database;
    const limits = { presenceMs: 50 };
    const { app, url } = await startRealtime({ database, tokens: tokens(), limits });
    const [one, two] = [await open(vsn, undefined, url), await open(vsn, undefined, url)];
    const first = one.channel(topic, { config: { presence: { key: 'first' } } });
    first.on('presence', { event: 'sync' }, () => undefined);
    await subscribed(first);
    expect(await first.track({ name: 'Nok' })).toBe('ok');
    const second = two.channel(topic, { config: { presence: { key: 'second' } } });
    second.on('presence', { event: 'sync' }, () => undefined);
    await subscribed(second);
    const names = () =>
      Object.fromEntries(
        Object.entries(second.presenceState<{ name: string }>()).map(([key, metas]) => [
          key,
          metas.map(({ name }) => name),
        ]),
      );
    await expect.poll(names).toEqual({ first: ['Nok'] });
    await second.track({ name: 'Lek' });
    await expect.poll(names).toEqual({ first: ['Nok'], second: ['Lek'] });
    await first.track({ name: 'Nok 2' });
    await expect.poll(names).toEqual({ first: ['Nok 2'], second: ['Lek'] });
    await first.untrack();
    await expect.poll(names).toEqual({ second: ['Lek'] });
    await app.close();
  });

  it('leaves and joins others on the same socket', async () => {
    const client = await open(vsn);
    const [a, b] = [client.channel('a'), client.channel('b')];
    await Promise.all([subscribed(a), subscribed(b)]);
    expect(await client.removeChannel(a)).toBe('ok');
    expect(client.realtime.isConnected()).toBe(true);
    expect(await subscribed(client.channel('c'))).toBe('SUBSCRIBED');
    await client.removeAllChannels();
    await expect.poll(() => client.realtime.isConnected()).toBe(false);
  });
});

it('carries bytes over version 2', async () => {
  const topic = `channel-${randomUUID()}`;
  const client = await open('2.0.0', member());
  const config = { private: true, broadcast: { self: true } };
  const channel = client.channel(topic, { config });
  const messages = heard(channel, 'bytes') as { payload: ArrayBuffer }[];
  await subscribed(channel);
  const bytes = new Uint8Array([0, 1, 250, 255]);
  expect(await channel.httpSend('bytes', bytes)).toEqual({ success: true });
  await expect.poll(() => messages).toHaveLength(1);
  expect([...new Uint8Array(messages[0]?.payload ?? new ArrayBuffer(0))]).toEqual([...bytes]);
});
