import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { hashPassword } from './passwords.ts';

const email = 'somying@example.com';
const password = 'river-dusk';
const newer = { 'x-supabase-api-version': '2024-01-01' };

let service: AuthService;

beforeAll(async () => {
  service = await startAuthService();
});
afterAll(async () => {
  await service.close();
});
beforeEach(async () => {
  await service.test.sql('delete from auth.users');
});

async function mailsTo(address: string) {
  return (await service.mails()).filter((mail) => mail.to?.[0]?.address === address);
}

async function post(path: string, body: unknown) {
  const response = await service.request('POST', path, { body, headers: newer });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('a magic link', () => {
  it.each([
    ['en', 'Your sign-in link for BKK Siam'],
    ['th', 'ลิงก์เข้าสู่ระบบ BKK Siam ของคุณ'],
  ])('is mailed in %s and signs in', async (language, subject) => {
    const id = await service.addMember(email, await hashPassword(password));
    await service.admin.auth.admin.updateUserById(id, { user_metadata: { language } });
    const emailRedirectTo = `${service.siteUrl}/dashboard`;
    const asked = await service
      .client()
      .auth.signInWithOtp({ email: email.toUpperCase(), options: { emailRedirectTo } });
    expect(asked).toEqual({ data: { user: null, session: null }, error: null });
    expect((await mailsTo(email)).at(-1)?.subject).toBe(subject);
    const followed = await service.follow(await service.linkFor(email));
    expect(followed.address).toBe(emailRedirectTo);
    expect(followed.values.get('type')).toBe('magiclink');
    const { data } = await service.client().auth.getUser(followed.values.get('access_token') ?? '');
    expect(data.user?.id).toBe(id);
  });

  it('for a new address is its confirmation, and makes the account', async () => {
    const { error } = await service.client().auth.signInWithOtp({
      email,
      options: { data: { full_name: 'สมหญิง', language: 'th' } },
    });
    expect(error).toBeNull();
    expect((await mailsTo(email)).at(-1)?.subject).toBe('ยืนยันอีเมลของคุณกับ BKK Siam');
    const followed = await service.follow(await service.linkFor(email));
    expect(followed.values.get('type')).toBe('signup');
    const { data } = await service.client().auth.getUser(followed.values.get('access_token') ?? '');
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'สมหญิง' } });
    expect((await post('/token?grant_type=password', { email, password: '' })).status).toBe(400);
  });

  it('confirms an unconfirmed sign-up, without its password', async () => {
    await service.client().auth.signUp({ email, password });
    await service.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    const followed = await service.follow(await service.linkFor(email));
    expect(followed.values.get('type')).toBe('signup');
    const signedIn = await service.client().auth.signInWithPassword({ email, password });
    expect(signedIn.error?.code).toBe('invalid_credentials');
  });

  it('is not sent to an unknown address with create_user false, and the response is the same', async () => {
    await service.addMember(email, await hashPassword(password));
    const before = (await service.mails()).length;
    for (const address of ['nobody@example.com', email]) {
      expect(await post('/otp', { email: address, create_user: false })).toEqual({
        status: 200,
        body: {},
      });
    }
    expect(await service.test.sql('select id from auth.users')).toHaveLength(1);
    expect((await service.mails()).length).toBe(before + 1);
  });

  it('may be requested by its older name', async () => {
    await service.addMember(email, await hashPassword(password));
    expect(await post('/magiclink', { email })).toEqual({ status: 200, body: {} });
    const followed = await service.follow(await service.linkFor(email));
    expect(followed.values.get('type')).toBe('magiclink');
  });

  it.each([
    ['/otp', {}, 400, 'validation_failed', 'One of email or phone must be set'],
    ['/otp', { email, phone: '1' }, 400, 'validation_failed', /^Only an email address or phone/],
    [
      '/otp',
      { phone: '66812345678' },
      400,
      'phone_provider_disabled',
      'Unsupported phone provider',
    ],
    ['/otp', { email: 'x' }, 400, 'validation_failed', /invalid format/],
    ['/otp', { email, create_user: 'no' }, 400, 'bad_json', /create_user/],
    ['/magiclink', {}, 422, 'validation_failed', 'Password recovery requires an email'],
    ['/resend', {}, 400, 'validation_failed', /^Missing one of these types/],
    ['/resend', { type: 'recovery', email }, 400, 'validation_failed', /^Missing one of these/],
    ['/resend', { type: 'signup' }, 400, 'validation_failed', 'An email address is required'],
    ['/resend', { type: 'sms', phone: '1' }, 400, 'phone_provider_disabled', /^Phone logins are/],
  ])('at %s is refused for %j', async (path, body, status, code, message) => {
    const refused = await post(path, body);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect(refused.body.message).toMatch(message);
  });
});

describe('a confirmation sent again', () => {
  it('leaves the first one good, and voids it when it is followed', async () => {
    const { auth } = service.client();
    await auth.signUp({ email, password });
    const first = await service.linkFor(email);
    expect((await auth.resend({ type: 'signup', email })).error).toBeNull();
    const followed = await service.follow(await service.linkFor(email));
    expect(followed.values.get('type')).toBe('signup');
    expect((await service.follow(first)).values.get('error_code')).toBe('otp_expired');
  });

  it('is for unconfirmed accounts alone, and the response does not reveal them', async () => {
    await service.addMember(email, await hashPassword(password));
    const before = (await service.mails()).length;
    for (const address of [email, 'nobody@example.com']) {
      expect(await post('/resend', { type: 'signup', email: address })).toEqual({
        status: 200,
        body: {},
      });
    }
    expect((await service.mails()).length).toBe(before);
  });
});
