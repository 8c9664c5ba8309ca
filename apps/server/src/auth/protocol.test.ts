import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { hashPassword } from './passwords.ts';

const password = 'river-dusk';
const email = 'member@example.com';
const newer = { 'x-supabase-api-version': '2024-01-01' };

let service: AuthService;
let userId: string;

beforeAll(async () => {
  service = await startAuthService();
});
afterAll(async () => {
  await service.close();
});
beforeEach(async () => {
  await service.test.sql('delete from auth.users');
  userId = await service.addMember(email, await hashPassword(password));
});

async function signIn(
  body: unknown = { email, password },
  headers: Record<string, string> = newer,
) {
  const response = await service.request('POST', '/token?grant_type=password', { body, headers });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
  };
}

async function bearer(): Promise<string> {
  return String((await signIn()).body.access_token);
}

async function user(token: string | undefined, headers: Record<string, string> = newer) {
  const response = await service.request('GET', '/user', {
    headers: { ...headers, ...(token !== undefined && { authorization: token }) },
  });
  const body = (await response.json()) as Record<string, unknown>;
  return [response.status, body.code, body.message];
}

describe('sign-in by password is refused', () => {
  it('the same for a wrong password, an unknown address and a user without a password', async () => {
    await service.addMember('nopassword@example.com', '');
    for (const body of [
      { email, password: 'wrong' },
      { email, password: '' },
      { email: 'unknown@example.com', password },
      { email: 'nopassword@example.com', password: '' },
      { email: 'not an address', password },
    ]) {
      expect(await signIn(body)).toEqual({
        status: 400,
        body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
      });
    }
  });

  it('for a banned user, reported only after the right password', async () => {
    await service.test.sql(`update auth.users set banned_until = now() + interval '1 day'`);
    expect((await signIn({ email, password: 'wrong' })).body.code).toBe('invalid_credentials');
    expect(await signIn()).toEqual({
      status: 400,
      body: { code: 'user_banned', message: 'User is banned' },
    });
    await service.test.sql(`update auth.users set banned_until = now() - interval '1 second'`);
    expect((await signIn()).status).toBe(200);
  });

  it.each([
    [{ password }, 400, 'validation_failed', 'missing email or phone'],
    [
      { phone: '66812345678', password },
      422,
      'phone_provider_disabled',
      'Phone logins are disabled',
    ],
    ['', 400, 'bad_json', /^Could not parse request body as JSON: /],
    ['{"email":', 400, 'bad_json', /^Could not parse request body as JSON: /],
    ['[]', 400, 'bad_json', /^Could not parse request body as JSON: /],
  ])('for the body %j', async (body, status, code, message) => {
    const answer = await signIn(body);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.body.message).toMatch(message);
  });

  it('takes the address in any case and the body as any content type', async () => {
    const response = await service.request('POST', '/token?grant_type=password', {
      body: JSON.stringify({ email: 'MEMBER@example.com', password, unknown: true }),
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
    });
    expect(response.status).toBe(200);
  });

  it('for an unknown grant', async () => {
    for (const path of ['/token', '/token?grant_type=x']) {
      const response = await service.request('POST', path, { body: {}, headers: newer });
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        code: 'invalid_credentials',
        message: 'unsupported_grant_type',
      });
    }
  });
});

describe('a session keeps from where it came', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', null],
  ])('forwarded as %s', async (forwarded, kept) => {
    expect((await signIn(undefined, { 'x-forwarded-for': forwarded })).status).toBe(200);
    expect(await service.test.sql('select host(ip) as ip from auth.sessions')).toEqual([
      { ip: kept },
    ]);
  });
});

describe('a bearer token', () => {
  it('is checked on every call', async () => {
    const token = `Bearer ${await bearer()}`;
    expect((await user(token))[0]).toBe(200);
    expect((await user(token.replace('Bearer', 'bEARER')))[0]).toBe(200);

    await service.test.sql(`update auth.users set banned_until = 'infinity'`);
    expect(await user(token)).toEqual([403, 'user_banned', 'User is banned']);
    await service.test.sql('update auth.users set banned_until = null');

    await service.test.sql('delete from auth.sessions');
    expect(await user(token)).toEqual([
      403,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    ]);
    await service.test.sql('delete from auth.users');
    expect(await user(token)).toEqual([
      403,
      'user_not_found',
      'User from sub claim in JWT does not exist',
    ]);
  });

  it('is needed', async () => {
    const missing = [401, 'no_authorization', 'This endpoint requires a valid Bearer token'];
    expect(await user(undefined)).toEqual(missing);
    expect(await user('Basic eDp5')).toEqual(missing);
    expect(await user('Bearer  two-spaces')).toEqual(missing);
    expect(await user(`Bearer ${await bearer()} more`)).toEqual(missing);
  });

  it('must be signed by us, in time and of a user', async () => {
    const { tokens } = service;
    const prefix = 'invalid JWT: unable to parse or verify signature, ';
    expect(await user('Bearer rubbish')).toEqual([403, 'bad_jwt', `${prefix}token is malformed`]);
    const own = await bearer();
    expect(await user(`Bearer ${own.slice(0, -4)}AAAA`)).toEqual([
      403,
      'bad_jwt',
      `${prefix}token signature is invalid: signature is invalid`,
    ]);
    expect((await user(`Bearer ${await tokens.sign({ sub: userId }, -20)}`))[0]).toBe(200);
    expect(await user(`Bearer ${await tokens.sign({ sub: userId }, -30)}`)).toEqual([
      403,
      'bad_jwt',
      `${prefix}token has invalid claims: token is expired`,
    ]);
    expect(await user(`Bearer ${service.anon}`)).toEqual([
      403,
      'bad_jwt',
      'invalid claim: missing sub claim',
    ]);
    expect((await user(`Bearer ${await tokens.sign({ sub: 'me' }, 60)}`)).slice(0, 2)).toEqual([
      400,
      'bad_jwt',
    ]);
    const foreign = { sub: userId, session_id: 'not-a-session' };
    expect((await user(`Bearer ${await tokens.sign(foreign, 60)}`))[1]).toBe('session_not_found');
    expect((await user(`Bearer ${own}`, { ...newer, 'x-jwt-aud': 'partners' }))[1]).toBe(
      'validation_failed',
    );
  });

  it('of one session does not act for another user', async () => {
    const other = await service.addMember('other@example.com', await hashPassword(password));
    const claims = await service.tokens.verify(await bearer());
    const mixed = await service.tokens.sign({ ...claims, sub: other, iat: undefined }, 60);
    expect((await user(`Bearer ${mixed}`))[1]).toBe('session_not_found');
  });
});

describe('sign-out', () => {
  async function sessions(): Promise<unknown> {
    const [row] = await service.test.sql(
      `select (select count(*)::int from auth.sessions) as sessions,
        (select count(*)::int from auth.refresh_tokens) as tokens,
        (select count(*)::int from auth.mfa_amr_claims) as proofs`,
    );
    return row;
  }

  it.each([
    ['', 1, false],
    ['?scope=global', 1, false],
    ['?scope=local', 3, false],
    ['?scope=others', 2, true],
  ])('%s ends the sessions it names and no other user’s', async (query, left, alive) => {
    await service.addMember('other@example.com', await hashPassword(password));
    const [own] = [await bearer(), await bearer(), await bearer()];
    await signIn({ email: 'other@example.com', password });
    const response = await service.request('POST', `/logout${query}`, { bearer: own });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(await sessions()).toEqual({ sessions: left, tokens: left, proofs: left });
    expect((await user(`Bearer ${own}`))[1]).toBe(alive ? undefined : 'session_not_found');
  });

  it('takes the body the client sends with a content type and nothing in it', async () => {
    const response = await service.request('POST', '/logout', {
      bearer: await bearer(),
      headers: { 'content-type': 'application/json;charset=UTF-8' },
    });
    expect(response.status).toBe(204);
  });

  it('by a second time or an unknown scope is refused', async () => {
    const token = await bearer();
    const unknown = await service.request('POST', '/logout?scope=x', { bearer: token });
    expect(unknown.status).toBe(400);
    expect(await unknown.json()).toMatchObject({ msg: 'Unsupported logout scope "x"' });
    await service.request('POST', '/logout', { bearer: token });
    const second = await service.request('POST', '/logout', { bearer: token });
    expect(second.status).toBe(403);
    expect(await second.json()).toMatchObject({ code: 403, error_code: 'session_not_found' });
  });
});

describe('an error', () => {
  const old = { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' };
  const current = { code: 'invalid_credentials', message: 'Invalid login credentials' };

  it.each([
    ['2024-01-01', current, '2024-01-01'],
    ['2026-11-21', current, '2024-01-01'],
    ['2023-12-31', old, null],
    ['2024-13-45', old, null],
    ['newest', old, null],
    [undefined, old, null],
  ])('has the body of API version %s', async (version, body, echoed) => {
    const response = await service.request('POST', '/token?grant_type=password', {
      body: { email, password: 'wrong' },
      headers: version === undefined ? {} : { 'x-supabase-api-version': version },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual(body);
    expect(response.headers.get('x-supabase-api-version')).toBe(echoed);
    expect(response.headers.get('x-sb-error-code')).toBe('invalid_credentials');
  });

  it('for a body over 1 MiB is 413', async () => {
    const response = await service.request('POST', '/signup', {
      body: { email, password, data: { x: 'x'.repeat(1024 * 1024) } },
      headers: newer,
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'request_entity_too_large' });
  });

  it('for an unknown path is 404', async () => {
    const response = await service.request('GET', '/nowhere', { headers: newer });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  });

  it('that is unexpected does not reveal its cause', async () => {
    const lone = await startAuthService();
    try {
      await lone.test.sql('drop table auth.mfa_factors cascade');
      const response = await lone.request('POST', '/token?grant_type=password', {
        body: { email, password },
      });
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({
        code: 500,
        error_code: 'unexpected_failure',
        msg: 'Unexpected failure, please check server logs for more information',
        error_id: expect.stringMatching(/^req-/) as string,
      });
    } finally {
      await lone.close();
    }
  });

  it('after the time limit is 504', async () => {
    const lone = await startAuthService({ requestLimitMs: 200 });
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    try {
      await new Promise<void>((resolve, reject) => {
        lone.test.database
          .serviceTransaction(async (transaction) => {
            await transaction.run({ text: 'lock table auth.users in access exclusive mode' });
            resolve();
            await held;
          })
          .catch(reject);
      });
      const response = await lone.request('POST', '/token?grant_type=password', {
        body: { email, password },
        headers: newer,
      });
      expect(response.status).toBe(504);
      expect(await response.json()).toMatchObject({ code: 'request_timeout' });
    } finally {
      release();
      await lone.close();
    }
  });

  it('while the database is away is worth a retry', async () => {
    const lone = await startAuthService();
    try {
      await lone.test.database.close();
      const response = await lone.request('POST', '/token?grant_type=password', {
        body: { email, password },
      });
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('1');
    } finally {
      await lone.close();
    }
  });
});

describe('what is public', () => {
  it('is the health, the open ways to sign in and the public keys', async () => {
    expect(await (await service.request('GET', '/health')).json()).toMatchObject({
      name: 'GoTrue',
    });
    const settings = (await (await service.request('GET', '/settings')).json()) as {
      external: Record<string, boolean>;
    };
    expect(settings).toMatchObject({ disable_signup: false, mailer_autoconfirm: false });
    expect(Object.entries(settings.external).filter(([, on]) => on)).toEqual([['email', true]]);
    const keys = await service.request('GET', '/.well-known/jwks.json');
    expect(await keys.json()).toEqual({ keys: [] });
    expect(keys.headers.get('cache-control')).toBe('public, max-age=600');
  });
});

describe('another origin', () => {
  it('may send what the client sends, and read the version of an error', async () => {
    const asked =
      'apikey,authorization,content-type,x-client-info,x-supabase-api-version,x-new-header';
    const preflight = await service.request('OPTIONS', '/token?grant_type=password', {
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': asked,
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe(asked);
    const refused = await service.request('GET', '/user', {
      headers: { origin: 'https://elsewhere.example', ...newer },
    });
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('access-control-expose-headers')).toContain(
      'X-Supabase-Api-Version',
    );
  });
});

describe('a database without room', () => {
  it.each(['53100', '53200', '53400'])(
    'is answered with 503 and Retry-After at SQLSTATE %s',
    async (state) => {
      await service.test.sql(`
        create function public.no_room() returns trigger language plpgsql as $$
          begin raise exception using errcode = '${state}', message = 'No space left on device'; end $$;
        create trigger no_room before insert on auth.users
          for each row execute function public.no_room()`);
      try {
        const body = { email: 'new@example.com', password };
        const response = await service.request('POST', '/signup', { body, headers: newer });
        expect(response.status).toBe(503);
        expect(response.headers.get('retry-after')).toBe('1');
        expect(await response.json()).toEqual({
          code: 'unexpected_failure',
          message: 'The service is not available, please try again',
        });
      } finally {
        await service.test.sql(
          'drop trigger no_room on auth.users; drop function public.no_room()',
        );
      }
      expect((await signIn()).status).toBe(200);
    },
  );
});
