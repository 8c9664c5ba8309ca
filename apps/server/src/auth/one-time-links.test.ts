import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';

const password = 'river-dusk';

let service: AuthService;
let users = 0;

beforeAll(async () => {
  service = await startAuthService({ redirectUrls: ['https://*.partner.example/**'] });
});
afterAll(async () => {
  await service.close();
});

/** Signs up a new address and returns its link. */
async function invite(path = '/signup', headers: Record<string, string> = {}) {
  users += 1;
  const email = `user-${String(users)}@example.com`;
  await service.request('POST', path, { body: { email, password }, headers });
  return { email, link: new URL(await service.linkFor(email)) };
}

async function follow(link: URL, changes: Record<string, string> = {}, init: RequestInit = {}) {
  const query = new URLSearchParams({ ...Object.fromEntries(link.searchParams), ...changes });
  const response = await fetch(`${service.url}/auth/v1/verify?${query.toString()}`, {
    redirect: 'manual',
    ...init,
  });
  const [address = '', fragment = ''] = (response.headers.get('location') ?? '').split('#');
  return {
    response,
    status: response.status,
    address,
    fragment,
    values: new URLSearchParams(fragment),
  };
}

const expired =
  'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=';

describe('a mailed link', () => {
  it('works once', async () => {
    const { link } = await invite();
    const first = await follow(link);
    expect(first.status).toBe(303);
    expect(first.response.headers.get('cache-control')).toBe('no-store');
    expect(first.values.get('token_type')).toBe('bearer');
    const second = await follow(link);
    expect(second.status).toBe(303);
    expect(second.address).toBe(service.siteUrl);
    expect(second.fragment).toBe(expired);
  });

  it('works once also when it is opened ten times at once', async () => {
    const { link } = await invite();
    const all = await Promise.all(Array.from({ length: 10 }, () => follow(link)));
    expect(all.filter(({ values }) => values.has('access_token'))).toHaveLength(1);
    expect(all.filter(({ fragment }) => fragment === expired)).toHaveLength(9);
  });

  it('is not used up by a HEAD', async () => {
    const { link } = await invite();
    for (let look = 0; look < 3; look += 1) {
      const looked = await follow(link, {}, { method: 'HEAD' });
      expect(looked.status).toBe(200);
      expect(looked.response.headers.get('location')).toBeNull();
    }
    expect((await follow(link)).values.has('access_token')).toBe(true);
  });

  it('ends after an hour', async () => {
    const { email, link } = await invite();
    const age = (interval: string) =>
      service.test.sql(
        `update bkksiam_private.pending_confirmations set created_at = created_at - $2::interval where email = $1`,
        [email, interval],
      );
    await age('1 hour 1 second');
    expect((await follow(link)).fragment).toBe(expired);
    await age('-1 minute');
    expect((await follow(link)).values.has('access_token')).toBe(true);
  });

  it('is not replaced by the next one, and voids it when it is followed', async () => {
    const { email, link } = await invite();
    await service.request('POST', '/signup', { body: { email, password } });
    const next = new URL(await service.linkFor(email));
    expect((await follow(link)).values.has('access_token')).toBe(true);
    expect((await follow(next)).fragment).toBe(expired);
  });

  it('is void once the address is another', async () => {
    const { email, link } = await invite();
    await service.test.sql(`update auth.users set email = 'moved-' || email where email = $1`, [
      email,
    ]);
    expect((await follow(link)).fragment).toBe(expired);
  });

  it('opens no session for a banned user, and works after the ban', async () => {
    const { email, link } = await invite();
    const ban = (until: string | null) =>
      service.test.sql('update auth.users set banned_until = $2 where email = $1', [email, until]);
    await ban('infinity');
    expect((await follow(link)).fragment).toBe(
      'error=access_denied&error_code=user_banned&error_description=User+is+banned&sb=',
    );
    await ban(null);
    expect((await follow(link)).values.has('access_token')).toBe(true);
  });

  it('says signup also when it is followed as type email', async () => {
    const { link } = await invite();
    expect((await follow(link, { type: 'email' })).values.get('type')).toBe('signup');
  });

  it.each([
    ['recovery', expired],
    ['magiclink', expired],
    [
      'constructor',
      'error=invalid_request&error_code=validation_failed&error_description=Unsupported+verification+type&sb=',
    ],
  ])('does not work as type %s', async (type, fragment) => {
    const { link } = await invite();
    expect((await follow(link, { type })).fragment).toBe(fragment);
    expect((await follow(link)).values.has('access_token')).toBe(true);
  });

  it.each([
    [{ token: '' }, 'Verify requires a token or a token hash'],
    [{ type: '' }, 'Verify requires a verification type'],
  ])('without one of its parts is an error: %j', async (changes, message) => {
    const { link } = await invite();
    const { response, status } = await follow(link, changes);
    expect(status).toBe(400);
    expect(await response.json()).toEqual({
      code: 400,
      error_code: 'validation_failed',
      msg: message,
    });
  });

  it('confirms the address, the identity and the metadata', async () => {
    const { email, link } = await invite();
    await follow(link);
    const [row] = await service.test.sql(
      `select u.email_confirmed_at is not null as confirmed, u.confirmation_token, u.last_sign_in_at is not null as seen,
        u.raw_user_meta_data -> 'email_verified' as account, i.identity_data -> 'email_verified' as identity,
        (select count(*)::int from bkksiam_private.pending_confirmations t where t.user_id = u.id) as links
       from auth.users u join auth.identities i on i.user_id = u.id where u.email = $1`,
      [email],
    );
    expect(row).toEqual({
      confirmed: true,
      confirmation_token: '',
      seen: true,
      account: true,
      identity: true,
      links: 0,
    });
  });
});

describe('where a link leads', () => {
  it.each([
    [
      'the query of the sign-up',
      '/signup?redirect_to=https%3A%2F%2Fbkksiam.example%2Fdashboard',
      {},
    ],
    ['a header of the sign-up', '/signup', { redirect_to: 'https://bkksiam.example/dashboard' }],
    ['the page the sign-up came from', '/signup', { referer: 'https://bkksiam.example/dashboard' }],
  ])('is said by %s', async (_by, path, headers) => {
    const { link } = await invite(path, headers);
    expect(link.searchParams.get('redirect_to')).toBe('https://bkksiam.example/dashboard');
    expect((await follow(link)).address).toBe('https://bkksiam.example/dashboard');
  });

  it('may be an address of the allow list', async () => {
    const { link } = await invite('/signup?redirect_to=https%3A%2F%2Fa.partner.example%2Fx');
    expect((await follow(link)).address).toBe('https://a.partner.example/x');
  });

  it('is the site for any other address, in the mail and when the link is changed', async () => {
    const { link } = await invite('/signup?redirect_to=https%3A%2F%2Fevil.example%2F');
    expect(link.searchParams.get('redirect_to')).toBe(service.siteUrl);
    const followed = await follow(link, { redirect_to: 'https://evil.example/' });
    expect(followed.address).toBe(service.siteUrl);
    expect(followed.values.has('access_token')).toBe(true);
  });
});

describe('a dump of the database', () => {
  it('holds no token that a link would take', async () => {
    const { link } = await invite();
    const token = link.searchParams.get('token') ?? '';
    const tables = await service.test.sql<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.map(({ name }) => name)).toContain('auth.one_time_tokens');
    const rows: string[] = [];
    for (const { name } of tables) {
      const found = await service.test.sql<{ row: string }>(`select t::text as row from ${name} t`);
      rows.push(...found.map(({ row }) => row));
    }
    const dump = rows.join('\n');
    expect(dump).not.toContain(token);
    const candidates = new Set(dump.match(/[0-9a-f]{40,}/g) ?? []);
    expect(candidates.size).toBeGreaterThan(0);
    for (const candidate of candidates) {
      expect((await follow(link, { token: candidate })).fragment).toBe(expired);
    }
    expect((await follow(link)).values.has('access_token')).toBe(true);
  });
});
