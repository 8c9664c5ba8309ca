import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokens, serviceKey } from './http/jwt.ts';
import { startTestBackend, type TestBackend } from './testing/test-backend.ts';

const log: string[] = [];
/** The values that must not appear in the log. */
const secrets = new Set<string>();

let backend: TestBackend;
let key: string;

beforeAll(async () => {
  backend = await startTestBackend({ log, config: { requireReauthentication: true } });
  key = await serviceKey(createTokens({ secret: backend.config.jwtSecret }));
  for (const secret of [key, backend.anonKey, backend.config.jwtSecret]) secrets.add(secret);
});
afterAll(() => backend.close());

function secret(text: string): string {
  secrets.add(text);
  return text;
}

async function ask(method: string, path: string, body?: unknown, bearer = backend.anonKey) {
  const response = await fetch(`${backend.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      apikey: backend.anonKey,
      authorization: `Bearer ${bearer}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function tokensIn(text: string): { access: string; refresh: string } {
  const { access_token: access, refresh_token: refresh } = JSON.parse(text) as Record<
    string,
    string
  >;
  return { access: secret(access ?? ''), refresh: secret(refresh ?? '') };
}

/** The link and the code of the newest mail to the address; its token counts as a secret. */
async function mailed(email: string): Promise<{ path: string; token: string; code: string }> {
  const mail = (await backend.mails()).findLast(({ to }) => to?.[0]?.address === email);
  const text = mail?.text ?? '';
  const link = /https?:\/\/\S+verify\S+/.exec(text)?.[0];
  const code = /^\d{6}$/m.exec(text)?.[0] ?? '';
  const url = new URL(link ?? 'http://none.example/?token=');
  const token = url.searchParams.get('token') ?? '';
  for (const value of [token, code]) if (value !== '') secrets.add(value);
  return { path: `${url.pathname}${url.search}`, token, code };
}

async function member(email: string, password: string) {
  await ask('POST', '/auth/v1/signup', { email, password: secret(password) });
  const { headers } = await ask('GET', (await mailed(email)).path);
  const fragment = new URLSearchParams((headers.get('location') ?? '').split('#')[1]);
  secret(fragment.get('access_token') ?? '');
  secret(fragment.get('refresh_token') ?? '');
  const signedIn = await ask('POST', '/auth/v1/token?grant_type=password', { email, password });
  return tokensIn(signedIn.text);
}

describe('the log at level trace holds no secrets', () => {
  it('while a member comes, changes everything and leaves', async () => {
    const email = 'traveller@example.com';
    const { access, refresh } = await member(email, 'first-password-river');
    await ask('POST', '/auth/v1/token?grant_type=password', {
      email,
      password: secret('wrong-password-dusk'),
    });
    const fresh = tokensIn(
      (await ask('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: refresh }))
        .text,
    );
    await ask('GET', '/auth/v1/reauthenticate', undefined, access);
    const { code } = await mailed(email);
    expect(code).toMatch(/^\d{6}$/);
    await ask(
      'PUT',
      '/auth/v1/user',
      { password: secret('second-password-lake'), nonce: code },
      access,
    );
    await ask('PUT', '/auth/v1/user', { email: 'other@example.com' }, access);
    for (const address of [email, 'other@example.com']) {
      await ask('GET', (await mailed(address)).path, undefined, access);
    }
    await ask('GET', '/rest/v1/bkk_user_profiles?select=*', undefined, fresh.access);
    await ask('GET', `/rest/v1/bkk_airline_news?apikey=${backend.anonKey}`);
    await ask('POST', '/auth/v1/logout', undefined, fresh.access);
  });

  it('while links are requested, followed, retried and generated', async () => {
    const email = 'forgetful@example.com';
    await member(email, 'third-password-hill');
    for (const path of ['/recover', '/otp']) {
      await ask('POST', `/auth/v1${path}`, { email });
      const { path: link, token } = await mailed(email);
      expect(token).not.toBe('');
      await ask('HEAD', link);
      await ask('POST', '/auth/v1/verify', { type: 'magiclink', token_hash: token });
      await ask('GET', link);
    }
    const made = await ask(
      'POST',
      '/auth/v1/admin/generate_link',
      { type: 'recovery', email },
      key,
    );
    const properties = JSON.parse(made.text) as Record<string, string>;
    secret(properties.hashed_token ?? '');
    secret(properties.email_otp ?? '');
    await ask('POST', '/auth/v1/invite', { email: 'guest@example.com' }, key);
    await mailed('guest@example.com');
    await ask(
      'POST',
      '/auth/v1/admin/users',
      { email: 'made@example.com', password: secret('fourth-password-sea') },
      key,
    );
  });

  it('while requests are broken, unknown or fail in the database', async () => {
    const value = secret('fifth-password-cloud');
    await ask('POST', '/auth/v1/signup', `{"email":"x@example.com","password":"${value}"`);
    await ask('GET', `/nowhere?token=${value}`);
    await ask('GET', `/auth/v1/nowhere?token=${value}`);
    await ask('GET', `/rest/v1/nowhere?token=eq.${value}`);
    await ask('POST', '/functions/v1/nowhere', { password: value });
    await ask('GET', '/auth/v1/user', undefined, `${value}.${value}.${value}`);
    await ask('GET', '/rest/v1/bkk_airline_news', undefined, `${value}.${value}.${value}`);
    await backend.database.sql(
      `create function public.refuse() returns trigger language plpgsql as
        $$ begin raise exception 'no'; end $$;
      create trigger refuse before insert on auth.users for each row execute function public.refuse()`,
    );
    const failed = await ask('POST', '/auth/v1/signup', {
      email: 'x@example.com',
      password: value,
    });
    expect(failed.status).toBe(500);
  });

  it('as every secret that was seen is looked for', async () => {
    await backend.mails();
    const text = log.join('');
    // Proves that the log is captured: requests, sent mails and the failure are in it.
    expect(text).toContain('"path":"/auth/v1/verify"');
    expect(text).toContain('mail sent');
    expect(text).toContain('auth request failed');
    secrets.delete('');
    expect(secrets.size).toBeGreaterThan(20);
    // Six digits may be part of a time or an id, so a code is searched as a separate token.
    const found = [...secrets].filter((value) =>
      /^\d{6}$/.test(value)
        ? new RegExp(`(?<![\\w.-])${value}(?![\\w.-])`).test(text)
        : text.includes(value),
    );
    expect(found).toEqual([]);
  });
});
