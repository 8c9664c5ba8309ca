import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { fastify } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { escapeMalformedPath } from '../http/fallback-errors.ts';
import { anonKey, createTokens, serviceKey, type Tokens } from '../http/jwt.ts';
import { restPlugin, type RestOptions } from '../rest/plugin.ts';
import { clientWithToken } from './test-client.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** Two demo members with data, and one without. */
export const members = {
  nattaya: { id: '00000000-0000-4000-8000-000000000001', email: 'nattaya@bkksiam.example' },
  somchai: { id: '00000000-0000-4000-8000-000000000002', email: 'somchai@bkksiam.example' },
  malee: { id: '00000000-0000-4000-8000-000000000003', email: 'malee@bkksiam.example' },
} as const;

export type Member = (typeof members)[keyof typeof members];
export type Caller = Member | 'visitor' | 'service';

export interface RestService {
  readonly url: string;
  readonly tokens: Tokens;
  readonly test: TestDatabase;
  /** The bearer token of a caller. */
  readonly tokenOf: (caller: Caller) => Promise<string>;
  /** The unmodified client, signed in as the caller. */
  readonly client: (caller: Caller) => Promise<SupabaseClient>;
  /** Sends a request below `/rest/v1` as the caller. */
  readonly request: (caller: Caller, path: string, init?: RequestInit) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/**
 * Starts the data service alone, on the loopback interface with a clone of the demo database.
 *
 * @param options.setup SQL that the superuser runs before the service reads the schema
 */
export async function startRestService({
  setup,
  ...options
}: Pick<RestOptions, 'schemas' | 'maxRows' | 'allowTx' | 'aggregates' | 'explain' | 'allowance'> & {
  readonly setup?: string;
} = {}): Promise<RestService> {
  const test = await createTestDatabase({ seed: 'demo' });
  if (setup !== undefined) await test.sql(setup);
  const tokens = createTokens({ secret: 'a secret of the tests, long enough to sign with' });
  const app = fastify({ rewriteUrl: ({ url = '/' }) => escapeMalformedPath(url) });
  await app.register(restPlugin, {
    prefix: '/rest/v1',
    database: test.database,
    tokens,
    ...options,
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const anon = await anonKey(tokens);
  const tokenOf = async (caller: Caller): Promise<string> => {
    if (caller === 'visitor') return anon;
    if (caller === 'service') return serviceKey(tokens);
    const { id, email } = caller;
    const session = { session_id: randomUUID(), role: 'authenticated', aud: 'authenticated' };
    return tokens.sign({ sub: id, email, ...session }, 3600);
  };
  return {
    url,
    tokens,
    test,
    tokenOf,
    async client(caller) {
      const token = await tokenOf(caller);
      return clientWithToken(url, anon, token);
    },
    async request(caller, path, init = {}) {
      const headers = new Headers(init.headers);
      headers.set('apikey', anon);
      headers.set('authorization', `Bearer ${await tokenOf(caller)}`);
      if (init.body !== undefined && !headers.has('content-type'))
        headers.set('content-type', 'application/json');
      return fetch(`${url}/rest/v1${path}`, { ...init, headers });
    },
    async close() {
      await app.close();
      await test.drop();
    },
  };
}

/** Starts one service for all tests of the file or block. */
export function shareRestService(options?: Parameters<typeof startRestService>[0]): RestService {
  const shared = {} as RestService;
  beforeAll(async () => void Object.assign(shared, await startRestService(options)));
  afterAll(() => shared.close());
  return shared;
}
