import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { hashPassword } from './passwords.ts';

const email = 'somying@example.com';
const other = 'other@example.com';
const password = 'river-dusk';
const newer = { 'x-supabase-api-version': '2024-01-01' };
const halfway =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

let service: AuthService;
let id: string;
let hash: string;

beforeAll(async () => {
  service = await startAuthService();
  hash = await hashPassword(password);
});
afterAll(async () => {
  await service.close();
});
beforeEach(async () => {
  await service.test.sql('delete from auth.users; delete from bkksiam_private.limits');
  id = await service.addMember(email, hash);
});

async function signedIn(from = service) {
  const client = from.client();
  const { error } = await client.auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  return client;
}

async function signIn(address: string, secret: string) {
  const { error } = await service
    .client()
    .auth.signInWithPassword({ email: address, password: secret });
  return error?.code ?? 'signed in';
}

describe('a member', () => {
  it('sets a new password: other sessions end, links are void, this session stays', async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()];
    await service.client().auth.resetPasswordForEmail(email);
    const link = await service.linkFor(email);
    const { data, error } = await here.auth.updateUser({ password: 'new-dusk' });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
    expect((await here.auth.getUser()).error).toBeNull();
    expect((await here.auth.refreshSession()).error).toBeNull();
    expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await service.follow(link)).values.get('error_code')).toBe('otp_expired');
    expect(await signIn(email, password)).toBe('invalid_credentials');
    expect(await signIn(email, 'new-dusk')).toBe('signed in');
  });

  it('who was invited sets a first password', async () => {
    await service.admin.auth.admin.inviteUserByEmail(other);
    const { values } = await service.follow(await service.linkFor(other));
    const client = service.client();
    await client.auth.setSession({
      access_token: values.get('access_token') ?? '',
      refresh_token: values.get('refresh_token') ?? '',
    });
    expect((await client.auth.updateUser({ password: 'first-dusk' })).error).toBeNull();
    expect(await signIn(other, 'first-dusk')).toBe('signed in');
  });

  it.each([
    [password, 422, 'same_password', 'New password should be different from the old password.'],
    ['short', 422, 'weak_password', 'Password should be at least 6 characters.'],
    ['x'.repeat(73), 400, 'validation_failed', 'Password cannot be longer than 72 characters'],
  ])('cannot have the password %j', async (weak, status, code, message) => {
    const client = await signedIn();
    const { error } = await client.auth.updateUser({ password: weak, data: { a: 1 } });
    expect(error).toMatchObject({ status, code, message });
    expect(await signIn(email, password)).toBe('signed in');
    expect((await client.auth.getUser()).data.user?.user_metadata).toEqual({});
  });

  it('merges metadata key by key, null removes a key', async () => {
    const client = await signedIn();
    await client.auth.updateUser({ data: { full_name: 'สมหญิง', a: 1 } });
    const { data } = await client.auth.updateUser({ data: { a: null, b: [2] } });
    expect(data.user?.user_metadata).toEqual({ full_name: 'สมหญิง', b: [2] });
  });

  it('changes nothing that is an administrator to change, nor a phone', async () => {
    const { data } = await (await signedIn()).auth.getSession();
    const bearer = data.session?.access_token ?? '';
    const put = async (body: object, headers = newer) => {
      const response = await service.request('PUT', '/user', { body, bearer, headers });
      return { status: response.status, body: (await response.json()) as object };
    };
    expect(await put({ app_metadata: { role: 'admin' } })).toMatchObject({
      status: 403,
      body: { code: 'not_admin' },
    });
    expect(await put({ phone: '66812345678' })).toMatchObject({
      body: { code: 'phone_provider_disabled' },
    });
    expect(
      await put({ role: 'service_role', aud: 'x', id: 'y', banned_until: null }),
    ).toMatchObject({ status: 200, body: { id, role: 'authenticated', aud: 'authenticated' } });
    const visitor = await service.request('PUT', '/user', { body: { data: { a: 1 } } });
    expect(visitor.status).toBe(401);
    expect(await visitor.json()).toMatchObject({ code: 401, error_code: 'no_authorization' });
  });
});

describe('a new address', () => {
  const linksAfter = async (language = 'en') => {
    await service.admin.auth.admin.updateUserById(id, { user_metadata: { language } });
    const client = await signedIn();
    const { data, error } = await client.auth.updateUser(
      { email: 'Other@Example.com' },
      { emailRedirectTo: `${service.siteUrl}/profile` },
    );
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, new_email: other });
    expect(data.user?.email_change_sent_at).toBeDefined();
    const [toOld, toNew] = [await service.linkFor(email), await service.linkFor(other)];
    expect(new URL(toOld).searchParams.get('token')).not.toBe(
      new URL(toNew).searchParams.get('token'),
    );
    return { client, toOld, toNew };
  };

  it.each([
    ['en', 'old address first', 'Confirm your new email for BKK Siam'],
    ['th', 'new address first', 'ยืนยันการเปลี่ยนอีเมลกับ BKK Siam'],
  ])('counts when both mails (in %s) were followed, the %s', async (language, order, subject) => {
    const { client, toOld, toNew } = await linksAfter(language);
    const mails = (await service.mails()).slice(-2);
    expect(mails.map((mail) => mail.subject)).toEqual([subject, subject]);
    const [first, second] = order.startsWith('old') ? [toOld, toNew] : [toNew, toOld];

    const accepted = await service.follow(first);
    expect(accepted.address).toBe(`${service.siteUrl}/profile`);
    expect(Object.fromEntries(accepted.values)).toEqual({ message: halfway, sb: '' });
    expect((await client.auth.getUser()).data.user).toMatchObject({ email, new_email: other });
    expect((await service.follow(first)).values.get('error_code')).toBe('otp_expired');

    const done = await service.follow(second);
    expect(done.values.get('type')).toBe('email_change');
    const { data } = await service.client().auth.getUser(done.values.get('access_token') ?? '');
    expect(data.user).toMatchObject({ id, email: other });
    expect(data.user).not.toHaveProperty('new_email');
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({
      email: other,
      email_verified: true,
    });
    expect(await signIn(other, password)).toBe('signed in');
    expect(await signIn(email, password)).toBe('invalid_credentials');
  });

  it('counts also when both are followed at once', async () => {
    const { toOld, toNew } = await linksAfter();
    const followed = await Promise.all([service.follow(toOld), service.follow(toNew)]);
    expect(followed.filter(({ values }) => values.has('message'))).toHaveLength(1);
    expect(followed.filter(({ values }) => values.has('access_token'))).toHaveLength(1);
    expect(await signIn(other, password)).toBe('signed in');
  });

  it('can be confirmed by the client, which gets a message after the first link', async () => {
    const { toOld, toNew } = await linksAfter();
    const [oldHash, newHash] = [toOld, toNew].map((link) =>
      new URL(link).searchParams.get('token'),
    );
    const response = await service.request('POST', '/verify', {
      body: { type: 'email_change', token_hash: oldHash },
      headers: newer,
    });
    expect([response.status, await response.json()]).toEqual([200, { msg: halfway, code: '200' }]);
    const { data, error } = await service
      .client()
      .auth.verifyOtp({ type: 'email_change', token_hash: newHash ?? '' });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(other);
  });

  it('is void when another one is requested, even half confirmed', async () => {
    const { client, toOld, toNew } = await linksAfter();
    await service.follow(toOld);
    await client.auth.updateUser({ email: 'third@example.com' });
    expect((await service.follow(toNew)).values.get('error_code')).toBe('otp_expired');
    const third = await service.follow(await service.linkFor('third@example.com'));
    expect(third.values.get('message')).toBe(halfway);
    expect(await signIn(email, password)).toBe('signed in');
  });

  it('that is taken gets the response of a free one, and both mailboxes get a mail', async () => {
    const owner = await service.addMember('taken@example.com', hash);
    await service.test.sql(
      `update auth.users set raw_user_meta_data = '{"language": "th"}' where id = $1`,
      [owner],
    );
    const { data } = await (await signedIn()).auth.getSession();
    const bearer = data.session?.access_token ?? '';
    const put = async (address: string) => {
      const response = await service.request('PUT', '/user', {
        body: { email: address },
        bearer,
        headers: newer,
      });
      const body = JSON.stringify(await response.json())
        .replaceAll(address, 'new@example.com')
        .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'a time');
      const names = [...response.headers.keys()];
      return { status: response.status, names, body };
    };
    const free = await put('free@example.com');
    expect(free.status).toBe(200);
    expect(free.body).toContain('"new_email":"new@example.com"');
    expect(await put('taken@example.com')).toEqual(free);

    const [toOld, toTaken] = (await service.mails()).slice(-2);
    expect([toOld?.to?.[0]?.address, toOld?.subject]).toEqual([
      email,
      'Confirm your new email for BKK Siam',
    ]);
    expect([toTaken?.to?.[0]?.address, toTaken?.subject]).toEqual([
      'taken@example.com',
      'อีเมลของคุณมีบัญชี BKK Siam อยู่แล้ว',
    ]);
    const sent = `${toTaken?.text ?? ''} ${toTaken?.html ?? ''}`;
    expect(sent).toContain(`${service.siteUrl}/login`);
    expect(sent).not.toMatch(/verify|token|หมดอายุ/);

    const followed = await service.follow(await service.linkFor(email));
    expect(followed.values.get('message')).toBe(halfway);
    const again = await service.client().auth.resend({ type: 'email_change', email });
    expect(again.error).toBeNull();
    expect(
      (await service.mails()).slice(-2).map((mail) => [mail.to?.[0]?.address, mail.subject]),
    ).toEqual([
      [email, toOld?.subject],
      ['taken@example.com', toTaken?.subject],
    ]);
    expect(await signIn(email, password)).toBe('signed in');
    expect(await signIn('taken@example.com', password)).toBe('signed in');
  });

  it('is void, like a expired link or code, when another account took it meanwhile', async () => {
    const { toOld, toNew } = await linksAfter();
    await service.follow(toOld);
    await service.addMember(other, '');
    const { values } = await service.follow(toNew);
    expect(values.get('error_code')).toBe('otp_expired');
    expect(values.get('error_description')).toBe('Email link is invalid or has expired');
    const [link] = await service.test.sql<{ kept: string }>(
      'select token_hash as kept from auth.one_time_tokens where relates_to = $1',
      [other],
    );
    const number = service.tokens.fingerprint('one-time code', link?.kept ?? '').readUIntBE(0, 6);
    const typed = await service.client().auth.verifyOtp({
      type: 'email_change',
      email: other,
      token: String(number % 1_000_000).padStart(6, '0'),
    });
    expect(typed.error).toMatchObject({
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    });
    expect(await signIn(email, password)).toBe('signed in');
  });

  it('belongs to the owner of its mailbox, not to an unconfirmed sign-up', async () => {
    const stranger = { email: other, password: 'strange-dusk' };
    expect((await service.client().auth.signUp(stranger)).error).toBeNull();
    const { toOld, toNew } = await linksAfter();
    await service.follow(toNew);
    expect((await service.follow(toOld)).values.get('type')).toBe('email_change');
    expect(await signIn(other, password)).toBe('signed in');
    expect(await signIn(other, stranger.password)).toBe('invalid_credentials');
  });

  it('that is the present one or none at all changes nothing', async () => {
    const client = await signedIn();
    const before = (await service.mails()).length;
    const { data } = await client.auth.updateUser({ email: email.toUpperCase() });
    expect(data.user).not.toHaveProperty('new_email');
    const refused = await client.auth.updateUser({ email: 'nobody' });
    expect(refused.error).toMatchObject({ code: 'validation_failed', status: 400 });
    expect((await service.mails()).length).toBe(before);
  });

  it('is void after a new password', async () => {
    const { client, toOld, toNew } = await linksAfter();
    await client.auth.updateUser({ password: 'new-dusk' });
    for (const link of [toOld, toNew]) {
      expect((await service.follow(link)).values.get('error_code')).toBe('otp_expired');
    }
  });

  it('has its mails sent again', async () => {
    const { toOld } = await linksAfter();
    const again = await service.client().auth.resend({ type: 'email_change', email });
    expect(again.error).toBeNull();
    expect((await service.follow(toOld)).values.get('error_code')).toBe('otp_expired');
    await service.follow(await service.linkFor(email));
    await service.follow(await service.linkFor(other));
    expect(await signIn(other, password)).toBe('signed in');
    const before = (await service.mails()).length;
    const idle = await service.client().auth.resend({ type: 'email_change', email: other });
    expect(idle.error).toBeNull();
    expect((await service.mails()).length).toBe(before);
  });

  it('is confirmed by links of an administrator', async () => {
    const made = async (type: 'email_change_current' | 'email_change_new') => {
      const { data, error } = await service.admin.auth.admin.generateLink({
        type,
        email,
        newEmail: other,
      });
      expect(error).toBeNull();
      expect(data.properties?.verification_type).toBe(type);
      return data.properties?.action_link ?? '';
    };
    const [toOld, toNew] = [await made('email_change_current'), await made('email_change_new')];
    expect((await service.follow(toOld)).values.get('message')).toBe(halfway);
    expect((await service.follow(toNew)).values.has('access_token')).toBe(true);
    expect(await signIn(other, password)).toBe('signed in');
  });
});

describe('with an operator who asks for less or more', () => {
  it('a new address counts at once without links', async () => {
    const easy = await startAuthService({ autoconfirm: true });
    try {
      await easy.addMember(email, hash);
      const { data } = await (await signedIn(easy)).auth.updateUser({ email: other });
      expect(data.user).toMatchObject({ email: other });
      expect(await easy.mails()).toEqual([]);
    } finally {
      await easy.close();
    }
  });

  it('mails to an address wait a minute, for every client', async () => {
    const limited = await startAuthService({ rateLimit: true });
    try {
      await limited.addMember(email, hash);
      const client = await signedIn(limited);
      expect((await client.auth.updateUser({ email: other })).error).toBeNull();
      const again = await client.auth.updateUser({ email: 'third@example.com' });
      expect(again.error).toMatchObject({ code: 'over_email_send_rate_limit', status: 429 });
      expect((await client.auth.reauthenticate()).error).toBeNull();
      const code = await client.auth.reauthenticate();
      expect(code.error).toMatchObject({ code: 'over_email_send_rate_limit', status: 429 });
    } finally {
      await limited.close();
    }
  });
});

describe('for a new password', () => {
  let strict: AuthService;
  let client: Awaited<ReturnType<typeof signedIn>>;

  beforeAll(async () => {
    strict = await startAuthService({ requireReauthentication: true });
  });
  afterAll(() => strict.close());
  beforeEach(async () => {
    await strict.test.sql('delete from auth.users; delete from bkksiam_private.limits');
    await strict.addMember(email, hash);
    client = await signedIn(strict);
  });

  const ageSessions = () =>
    strict.test.sql(`update auth.sessions set created_at = now() - interval '25 hours'`);

  /** The newest mail and its code. */
  async function mailedCode() {
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const mail = (await strict.mails()).at(-1);
    return { subject: mail?.subject, code: /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '' };
  }

  it.each([
    ['en', 'Your BKK Siam confirmation code'],
    ['th', 'รหัสยืนยัน BKK Siam ของคุณ'],
  ])('an old session needs a mailed code (in %s)', async (language, subject) => {
    expect((await client.auth.updateUser({ data: { language } })).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'young-dusk' })).error).toBeNull();

    await ageSessions();
    const change = (nonce?: string) =>
      client.auth.updateUser({ password: 'new-dusk', ...(nonce !== undefined && { nonce }) });
    expect((await change()).error).toMatchObject({ code: 'reauthentication_needed', status: 400 });
    const mailed = await mailedCode();
    expect(mailed.subject).toBe(subject);
    const { code } = mailed;
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect((await change(wrong)).error).toMatchObject({
      code: 'reauthentication_not_valid',
      status: 422,
    });
    expect((await change(code)).error).toBeNull();
    expect((await client.auth.updateUser({ data: { a: 1 } })).error).toBeNull();
    const used = await client.auth.updateUser({ password: 'third-dusk', nonce: code });
    expect(used.error).toMatchObject({ code: 'reauthentication_not_valid' });
  });

  it('wrong codes of a stranger for the address do not void the code', async () => {
    await ageSessions();
    const { code } = await mailedCode();
    const body = { type: 'email', email, token: '000000' };
    for (let count = 0; count < 6; count += 1)
      expect((await strict.request('POST', '/verify', { body })).status).not.toBe(200);
    const changed = await client.auth.updateUser({ password: 'new-dusk', nonce: code });
    expect(changed.error).toBeNull();
  });

  it('a code is for a confirmed address and a signed-in user only', async () => {
    const client = await signedIn();
    await service.test.sql('update auth.users set email_confirmed_at = null');
    expect((await client.auth.reauthenticate()).error).toMatchObject({
      code: 'email_not_confirmed',
      status: 422,
      message: 'Please verify your email first.',
    });
    expect((await service.request('GET', '/reauthenticate')).status).toBe(401);
  });
});
