import type {} from '@bkksiam/server/testing/global-setup';
import { startTestBackend, type TestBackend } from '@bkksiam/server/testing/test-backend';
import { demoPassword } from '@bkksiam/server/testing/test-database';
import { afterAll, beforeAll } from 'vitest';
import { provideSettings, settings, type Settings } from '#platform/env.ts';
import { supabase } from '#platform/supabase.ts';
import { connectTo } from './network.ts';

/** The user of the page: a visitor, the demo member with credit and requests, one with neither, an admin. */
export type Viewer = 'visitor' | 'member' | 'newMember' | 'admin';

const addresses = {
  member: 'nattaya@bkksiam.example',
  newMember: 'malee@bkksiam.example',
  // A demo member whom `startBackend` has made an admin.
  admin: 'somchai@bkksiam.example',
};

/** The e-mail address and password of a viewer. */
export function credentialsOf(viewer: Exclude<Viewer, 'visitor'>) {
  return { email: addresses[viewer], password: demoPassword };
}

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
}

const sessions = new Map<string, Session>();

/** The session of a viewer who has signed in once at the file's backend; `anew` where a test may have ended it. */
export async function sessionOf(
  viewer: Exclude<Viewer, 'visitor'>,
  { anew = false } = {},
): Promise<Session> {
  const known = sessions.get(viewer);
  if (known !== undefined && !anew) return known;
  const response = await fetch('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { apikey: settings().anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(credentialsOf(viewer)),
  });
  if (!response.ok) throw new Error(`${viewer} cannot sign in: ${await response.text()}`);
  const session = (await response.json()) as Session;
  sessions.set(viewer, session);
  return session;
}

function writeSettings({ anonKey }: TestBackend): void {
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = 'settings';
  const settings = {
    supabaseUrl: '',
    storeUrl: '',
    storeId: 'bkksiam',
    product: 'bkksiam',
    anonKey,
    hasFlightSupplier: false,
  };
  block.textContent = JSON.stringify(settings);
  document.head.append(block);
}

async function startBackend(config: Partial<TestBackend['config']>): Promise<TestBackend> {
  const backend = await startTestBackend({
    seed: 'demo',
    config,
    // Pages that render block the event loop of the server for seconds, and its timers fire before its answers are read.
    limits: { waitMs: 30_000 },
  });
  await backend.database.sql(
    `update public.bkk_user_roles set role = 'admin'
     where user_id = (select id from auth.users where email = $1)`,
    [addresses.admin],
  );
  writeSettings(backend);
  sessions.clear();
  connectTo(backend.url);
  return backend;
}

/**
 * The real server on a database of its own with the demo rows, for the tests of one file. The page's calls reach it
 * as they would in a browser. Call it at the top of the file; what it returns is ready inside the tests.
 *
 * @param config settings of the server that differ from those of tests
 */
export function withBackend(config: Partial<TestBackend['config']> = {}): () => TestBackend {
  let backend: TestBackend | undefined;
  beforeAll(async () => {
    backend = await startBackend(config);
  });
  afterAll(async () => {
    const client = await supabase();
    await client.auth.stopAutoRefresh();
    connectTo(undefined);
    await backend?.close();
  });
  return () => {
    if (backend === undefined) throw new Error('the backend is asked for outside a test');
    return backend;
  };
}

/**
 * Switches features on for the tests of one file: in the database and in the settings of the page. Call it at the top of
 * the file.
 */
export function withFeatures(features: Settings['features'], backend = withBackend()) {
  const sql = (text: string, values: readonly unknown[] = []) =>
    backend().database.sql(text, [...values]);
  beforeAll(async () => {
    await sql('select bkk_internal.set_features($1)', [`{${features.join()}}`]);
    provideSettings({ ...settings(), features });
  });
  // The files of a worker share one page.
  afterAll(() => provideSettings({ ...settings(), features: [] }));
  return { backend, features, sql };
}
