import { hash as bcryptHash } from '@node-rs/bcrypt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';

let service: AuthService;

beforeAll(async () => {
  service = await startAuthService();
});
afterAll(async () => {
  await service.close();
});

/** Opens a mailed link on this server and parses the fragment of the redirect. */
async function follow(link: string, method = 'GET') {
  const { pathname, search } = new URL(link);
  const response = await fetch(`${service.url}${pathname}${search}`, {
    method,
    redirect: 'manual',
  });
  const location = response.headers.get('location');
  const [address = '', fragment = ''] = (location ?? '').split('#');
  return { status: response.status, address, fragment, values: new URLSearchParams(fragment) };
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const uuid = /^[0-9a-f-]{36}$/;

describe('the journey of the unmodified client', () => {
  it.each([
    ['th', 'ยืนยันอีเมลของคุณกับ BKK Siam', 'somying@example.com'],
    ['en', 'Confirm your email for BKK Siam', 'somchai@example.com'],
  ])('signs up, follows the mail in %s, signs in and out', async (language, subject, email) => {
    const client = service.client();
    const signedUp = await client.auth.signUp({
      email: email.toUpperCase(),
      password: 'river-dusk',
      options: {
        data: { full_name: 'สมหญิง', language },
        emailRedirectTo: `${service.siteUrl}/dashboard`,
      },
    });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data.session).toBeNull();
    expect(signedUp.data.user).toMatchObject({
      email,
      role: 'authenticated',
      aud: 'authenticated',
    });
    expect(signedUp.data.user?.identities).toHaveLength(1);

    const early = await client.auth.signInWithPassword({ email, password: 'river-dusk' });
    expect(early.error).toMatchObject({ code: 'email_not_confirmed', status: 400 });

    const mail = (await service.mails()).findLast(({ to }) => to?.[0]?.address === email);
    expect(mail?.subject).toBe(subject);
    const link = await service.linkFor(email);
    expect(link).toMatch(/^https:\/\/bkksiam\.example\/auth\/v1\/verify\?token=[0-9a-f]{56}&/);

    const followed = await follow(link);
    expect(followed.status).toBe(303);
    expect(followed.address).toBe(`${service.siteUrl}/dashboard`);
    expect([...followed.values.keys()]).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ]);
    expect(followed.values.get('type')).toBe('signup');
    const fromLink = await client.auth.setSession({
      access_token: followed.values.get('access_token') ?? '',
      refresh_token: followed.values.get('refresh_token') ?? '',
    });
    expect(fromLink.data.user?.user_metadata).toMatchObject({
      full_name: 'สมหญิง',
      email_verified: true,
    });

    const signedIn = await client.auth.signInWithPassword({ email, password: 'river-dusk' });
    expect(signedIn.error).toBeNull();
    expect(signedIn.data.user?.id).toBe(signedUp.data.user?.id);
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    const refreshed = await client.auth.refreshSession();
    expect(refreshed.data.session?.refresh_token).not.toBe(signedIn.data.session?.refresh_token);
    expect((await client.auth.signOut()).error).toBeNull();
    expect((await client.auth.getSession()).data.session).toBeNull();
  });
});

describe('a session', () => {
  it('has the user, the claims and the headers the protocol names', async () => {
    const email = 'claims@example.com';
    const id = await service.addMember(email, await bcryptHash('river-dusk', { cost: 4 }));
    const response = await service.request('POST', '/token?grant_type=password', {
      body: { email, password: 'river-dusk' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const session = (await response.json()) as Record<string, unknown>;
    expect(Object.keys(session).sort()).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'token_type',
      'user',
    ]);
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(session.refresh_token).toMatch(/^[a-z0-9]{12}$/);

    const claims = await service.tokens.verify(String(session.access_token));
    expect(response.headers.get('sb-auth-user-id')).toBe(id);
    expect(response.headers.get('sb-auth-session-id')).toBe(claims.session_id);
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
    expect(session.expires_at).toBe(claims.exp);
    expect(claims).toMatchObject({
      iss: `${service.siteUrl}/auth/v1`,
      sub: id,
      aud: 'authenticated',
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {},
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) as number }],
      is_anonymous: false,
    });

    const user = (await (
      await service.request('GET', '/user', { bearer: String(session.access_token) })
    ).json()) as Record<string, unknown>;
    expect(user).toEqual(session.user);
    expect(Object.keys(user).sort()).toEqual([
      'app_metadata',
      'aud',
      'confirmed_at',
      'created_at',
      'email',
      'email_confirmed_at',
      'id',
      'identities',
      'is_anonymous',
      'last_sign_in_at',
      'phone',
      'role',
      'updated_at',
      'user_metadata',
    ]);
    for (const key of ['created_at', 'updated_at', 'last_sign_in_at', 'confirmed_at']) {
      expect(user[key]).toMatch(rfc3339);
    }
    const [identity] = user.identities as Record<string, unknown>[];
    expect(identity).toMatchObject({ id, user_id: id, provider: 'email', email });
    expect(identity?.identity_id).toMatch(uuid);
  });

  it('renews an old hash at the first right password, and not at a wrong one', async () => {
    const email = 'bcrypt@example.com';
    const stored = await bcryptHash('river-dusk', { cost: 4 });
    const id = await service.addMember(email, stored);
    const readHash = async () =>
      (await service.test.sql('select encrypted_password from auth.users where id = $1', [id]))[0]
        ?.encrypted_password;
    const signIn = (password: string) =>
      service.client().auth.signInWithPassword({ email, password });
    expect((await signIn('wrong')).error?.code).toBe('invalid_credentials');
    expect(await readHash()).toBe(stored);
    expect((await signIn('river-dusk')).error).toBeNull();
    expect(await readHash()).toMatch(/^\$argon2id\$/);
    expect((await signIn('river-dusk')).error).toBeNull();
  });

  it('is given at once where the operator asks for no link', async () => {
    const quick = await startAuthService({ autoconfirm: true });
    try {
      const asked = { email: 'quick@example.com', password: 'river-dusk' };
      const signedUp = await quick.client().auth.signUp(asked);
      expect(signedUp.data.session?.user.email).toBe('quick@example.com');
      expect(signedUp.data.user?.user_metadata.email_verified).toBe(true);
      const again = await quick.client().auth.signUp(asked);
      expect(again.error).toMatchObject({ code: 'user_already_exists', status: 422 });
      expect(await quick.mails()).toHaveLength(0);
    } finally {
      await quick.close();
    }
  });
});

describe('what was done', () => {
  it('is in the audit log, in order, without secrets', async () => {
    const email = 'audit@example.com';
    const client = service.client();
    await client.auth.signUp({ email, password: 'river-dusk' });
    await follow(await service.linkFor(email));
    await client.auth.signInWithPassword({ email, password: 'river-dusk' });
    await client.auth.refreshSession();
    await client.auth.signOut();
    const entries = await service.test.sql<{ payload: Record<string, unknown>; ip: string }>(
      `select payload, ip_address as ip from auth.audit_log_entries
       where payload ->> 'actor_username' = $1 order by created_at`,
      [email],
    );
    expect(entries.map(({ payload }) => payload.action)).toEqual([
      'user_confirmation_requested',
      'user_signedup',
      'login',
      'token_refreshed',
      'logout',
    ]);
    expect(entries.every(({ ip }) => ip === '127.0.0.1')).toBe(true);
  });
});
