import { randomUUID } from 'node:crypto';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withClient } from '../db/server-address.ts';
import { anonKey, createTokens, serviceKey } from '../http/jwt.ts';
import {
  startReplicatedDatabase,
  type ReplicatedDatabase,
} from '../testing/replicated-database.ts';
import { clientWithToken } from '../testing/test-client.ts';
import { acceptsStale } from './max-stale.ts';
import { restPlugin } from './plugin.ts';

const tokens = createTokens({ secret: 'a secret of the tests, long enough to sign with' });

/** Objects that tell which server has read them. */
const places = `
  create view public.places as
    select 1 as id, case when pg_is_in_recovery() then 'replica' else 'primary' end as place;
  create function public.place() returns text language sql stable as 'select place from public.places';
  create table public.notes (id int);
  grant select on public.places to anon, authenticated, service_role;
  grant select, insert on public.notes to authenticated;
  grant execute on function public.place to authenticated;`;

let servers: ReplicatedDatabase;
let app: FastifyInstance;
let url: string;
let anon: string;
let member: string;

beforeAll(async () => {
  servers = await startReplicatedDatabase();
  const { primary, database } = servers;
  await withClient(primary, primary, (client) => client.query(places));
  app = fastify();
  await app.register(restPlugin, { prefix: '/rest/v1', database, tokens });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  anon = await anonKey(tokens);
  const session = { session_id: randomUUID(), role: 'authenticated', aud: 'authenticated' };
  member = await tokens.sign({ sub: randomUUID(), email: 'a@example.com', ...session }, 3600);
  // A visitor's read may lag always.
  await vi.waitUntil(async () => (await placeOf(anon)) === 'replica', {
    timeout: 15_000,
    interval: 100,
  });
});
afterAll(async () => {
  await app.close();
  await servers.close();
});

async function ask(token: string, path: string, init: RequestInit = {}) {
  const headers = new Headers(init.headers);
  headers.set('apikey', anon);
  headers.set('authorization', `Bearer ${token}`);
  return fetch(`${url}/rest/v1${path}`, { ...init, headers });
}

async function placeOf(token: string, cacheControl?: string): Promise<unknown> {
  const headers = { ...(cacheControl !== undefined && { 'cache-control': cacheControl }) };
  const response = await ask(token, '/places?select=place', { headers });
  const [row] = (await response.json()) as readonly { place: string }[];
  return row?.place;
}

describe('with a replica, a member’s read', () => {
  test('is answered by the primary, unless it accepts the age of the replica', async () => {
    expect(await placeOf(member)).toBe('primary');
    expect(await placeOf(member, 'max-stale=4')).toBe('primary');
    expect(await placeOf(member, 'max-stale=5')).toBe('replica');
    expect(await placeOf(member)).toBe('primary');
    expect(await placeOf(await serviceKey(tokens), 'max-stale=5')).toBe('replica');
  });

  test('may say so by the client, for one query', async () => {
    const client = clientWithToken(url, anon, member);
    const places = () => client.from('places').select('place').single();
    const accepted = await places().setHeader('Cache-Control', 'max-stale=5');
    expect(accepted.data).toEqual({ place: 'replica' });
    expect((await places()).data).toEqual({ place: 'primary' });
  });

  test('by a GET of a function too, and no call by POST', async () => {
    const headers = { 'cache-control': 'max-stale=5', 'content-type': 'application/json' };
    const read = await ask(member, '/rpc/place', { headers });
    expect(await read.json()).toBe('replica');
    const called = await ask(member, '/rpc/place', { method: 'POST', headers, body: '{}' });
    expect(await called.json()).toBe('primary');
  });

  test('has the response of any other', async () => {
    const path = '/places?select=id';
    const one = await ask(member, path, { headers: { 'cache-control': 'max-stale=5' } });
    const other = await ask(member, path);
    const described = async (response: Response) => ({
      status: response.status,
      body: await response.text(),
      headers: [...response.headers].filter(([name]) => name !== 'date'),
    });
    expect(await described(one)).toEqual(await described(other));
  });
});

test('a write is done, whatever age it accepts', async () => {
  const headers = {
    'cache-control': 'max-stale=5',
    'content-type': 'application/json',
    prefer: 'return=representation',
  };
  const body = JSON.stringify({ id: 1 });
  const response = await ask(member, '/notes', { method: 'POST', headers, body });
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual([{ id: 1 }]);
});

test('a page of another origin may send the header', async () => {
  const preflight = await fetch(`${url}/rest/v1/places`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://other.example.com',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'apikey,authorization,cache-control',
    },
  });
  expect(preflight.headers.get('access-control-allow-headers')).toContain('cache-control');
});

test.each([
  ['max-stale=5', true],
  ['Max-Stale=3600', true],
  ['max-stale', true],
  ['no-transform , max-stale=5', true],
  ['max-stale=4', false],
  ['max-stale=5, no-cache', false],
  ['max-stale=5,max-age=0', false],
  ['max-stale=-5', false],
  ['max-stale=soon', false],
  ['max-stale=5s', false],
  ['x-max-stale=5', false],
  ['', false],
])('the header %j accepts data five seconds old: %s', (header, expected) => {
  const headers = { 'cache-control': header };
  expect(acceptsStale({ method: 'GET', headers }, 5000)).toBe(expected);
  expect(acceptsStale({ method: 'HEAD', headers }, 5000)).toBe(expected);
  expect(acceptsStale({ method: 'POST', headers }, 5000)).toBe(false);
});
