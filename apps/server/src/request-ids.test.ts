import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokens, serviceKey } from './http/jwt.ts';
import { buildTinySite } from './testing/built-site.ts';
import { startTestBackend, type TestBackend } from './testing/test-backend.ts';
import { clientWithKey } from './testing/test-client.ts';

interface Line {
  readonly reqId?: string;
  readonly msg?: string;
  readonly path?: string;
  readonly req?: object;
  readonly err?: object;
}

const log: string[] = [];
let site: Awaited<ReturnType<typeof buildTinySite>>;
let backend: TestBackend;

beforeAll(async () => {
  site = await buildTinySite();
  backend = await startTestBackend({ log, config: { siteDir: site.siteDir } });
});
afterAll(async () => {
  await backend.close();
  await site.remove();
});

const lines = (): Line[] => log.map((line) => JSON.parse(line) as Line);

/** The paths of the requests that were logged with this id. */
function pathsOf(id: string): string[] {
  return lines()
    .filter(({ reqId }) => reqId === id)
    .flatMap(({ path }) => path ?? []);
}

async function ask(
  path: string,
  id: string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const headers = { apikey: backend.anonKey, 'x-request-id': id, ...init.headers };
  const response = await fetch(backend.url + path, { ...init, headers });
  expect(response.headers.get('x-request-id')).toBe(id);
  return { status: response.status, text: await response.text() };
}

describe('the id of a request', () => {
  it('is passed on by a page to what it is rendered from', async () => {
    await ask('/news', 'page-request');
    expect(pathsOf('page-request').sort()).toEqual(['/news', '/rest/v1/bkk_airline_news']);
  });

  it('is on the warning that a page is rendered without its data', async () => {
    await backend.database.sql('alter table public.bkk_airline_news rename to moved_away');
    try {
      await expect
        .poll(async () => {
          await ask('/news', 'page-without-data');
          return lines().some(
            ({ reqId, msg }) => reqId === 'page-without-data' && msg?.includes('without its data'),
          );
        })
        .toBe(true);
    } finally {
      await backend.database.sql('alter table public.moved_away rename to bkk_airline_news');
    }
  });

  it('is passed on by functions to the services they call', async () => {
    const key = await serviceKey(createTokens({ secret: backend.config.jwtSecret }));
    const service = clientWithKey(backend.url, key);
    const email = 'admin@example.com';
    const password = 'river-dusk';
    const made = await service.auth.admin.createUser({ email, password, email_confirm: true });
    await backend.database.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [
      made.data.user?.id,
    ]);
    const client = clientWithKey(backend.url, backend.anonKey);
    const { data } = await client.auth.signInWithPassword({ email, password });
    const authorization = `Bearer ${data.session?.access_token ?? ''}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const call = (name: string, id: string, body: object) =>
      ask(`/functions/v1/${name}`, id, { method: 'POST', headers, body: JSON.stringify(body) });

    const invited = await call('admin-invite-user', 'invite-request', {
      email: 'guest@example.com',
    });
    expect(invited.status).toBe(200);
    const paths = new Set(pathsOf('invite-request'));
    expect(paths).toContain('/rest/v1/rpc/bkk_is_admin');
    expect(paths).toContain('/auth/v1/user');
    expect(paths).toContain('/auth/v1/invite');

    expect((await call('admin-system-status', 'status-request', {})).status).toBe(200);
    expect(pathsOf('status-request')).toContain('/store/bkksiam/variants');
  });

  it('is in the response of an unexpected error and on its line in the log', async () => {
    await backend.database.sql(
      `create function public.refuse() returns trigger language plpgsql as
        $$ begin raise exception 'no'; end $$;
      create trigger refuse before insert on auth.users for each row execute function public.refuse()`,
    );
    const signUp = (id: string, headers: Record<string, string>) =>
      ask('/auth/v1/signup', id, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ email: 'x@example.com', password: 'river-dusk' }),
      });
    const { status, text } = await signUp('failing-request', {});
    expect(status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ error_id: 'failing-request' });
    // The dated body of the protocol has no id; the header has it.
    const dated = await signUp('dated-request', { 'x-supabase-api-version': '2024-01-01' });
    expect(Object.keys(JSON.parse(dated.text) as object)).toEqual(['code', 'message']);
    for (const id of ['failing-request', 'dated-request']) {
      const failed = lines().find(({ reqId, err }) => reqId === id && err !== undefined);
      expect(failed?.msg).toBe('auth request failed');
    }
  });

  it('is on every line of the log about a request', () => {
    const ofRequests = lines().filter((line) => line.path ?? line.req ?? line.err);
    expect(ofRequests.length).toBeGreaterThan(10);
    expect(ofRequests.filter(({ reqId }) => reqId === undefined)).toEqual([]);
  });
});
