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
  await service.test.sql('delete from auth.users; delete from bkksiam_private.limits');
});

async function lastMail(to: string) {
  return (await service.mails()).findLast((mail) => mail.to?.[0]?.address === to);
}

async function countMails(to: string) {
  return (await service.mails()).filter((mail) => mail.to?.[0]?.address === to).length;
}

/** A client with the session of a followed link, as on the site. */
async function arriveBy(link: string) {
  const followed = await service.follow(link);
  const client = service.client();
  const { error } = await client.auth.setSession({
    access_token: followed.values.get('access_token') ?? '',
    refresh_token: followed.values.get('refresh_token') ?? '',
  });
  expect(error).toBeNull();
  return { ...followed, client };
}

async function asService(path: string, body: unknown) {
  const response = await service.request('POST', path, {
    body,
    headers: newer,
    bearer: service.serviceKey,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('a forgotten password', () => {
  it.each([
    ['en', 'Reset your BKK Siam password'],
    ['th', 'ตั้งรหัสผ่าน BKK Siam ใหม่'],
  ])(
    'is requested by the client, and the mail in %s links to the page',
    async (language, subject) => {
      const id = await service.addMember(email, await hashPassword(password));
      await service.admin.auth.admin.updateUserById(id, { user_metadata: { language } });
      const redirectTo = `${service.siteUrl}/reset-password`;
      const asked = await service
        .client()
        .auth.resetPasswordForEmail(email.toUpperCase(), { redirectTo });
      expect(asked).toEqual({ data: {}, error: null });
      expect((await lastMail(email))?.subject).toBe(subject);

      const link = await service.linkFor(email);
      const arrived = await arriveBy(link);
      expect(arrived.address).toBe(redirectTo);
      expect(arrived.values.get('type')).toBe('recovery');
      expect((await arrived.client.auth.getUser()).data.user).toMatchObject({ id, email });
      expect((await service.follow(link)).values.get('error_code')).toBe('otp_expired');
    },
  );

  it('confirms an unconfirmed address, without the password of the sign-up', async () => {
    await service.client().auth.signUp({ email, password });
    await service.client().auth.resetPasswordForEmail(email);
    const { client } = await arriveBy(await service.linkFor(email));
    const signIn = () => service.client().auth.signInWithPassword({ email, password });
    expect((await signIn()).error?.code).toBe('invalid_credentials');
    expect((await client.auth.updateUser({ password })).error).toBeNull();
    expect((await signIn()).error).toBeNull();
  });

  it('responds the same for an unknown address, and sends no mail', async () => {
    await service.addMember(email, await hashPassword(password));
    const answers = [];
    for (const address of [email, 'nobody@example.com']) {
      const response = await service.request('POST', '/recover', { body: { email: address } });
      const { date, 'x-request-id': id, ...headers } = Object.fromEntries(response.headers);
      expect(date ?? id).toBeDefined();
      answers.push({ status: response.status, headers, text: await response.text() });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 200, text: '{}' });
    expect(await countMails('nobody@example.com')).toBe(0);
  });

  it.each([
    ['', 'An email address is required'],
    ['nobody', 'Unable to validate email address: invalid format'],
  ])('needs an address: %j', async (address, message) => {
    const response = await service.request('POST', '/recover', {
      body: { email: address },
      headers: newer,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ code: 'validation_failed', message });
  });
});

describe('an invitation', () => {
  it.each([
    ['en', 'You are invited to BKK Siam'],
    ['th', 'คุณได้รับเชิญให้ใช้งาน BKK Siam'],
  ])('is mailed in %s and opens the account', async (language, subject) => {
    const invited = await service.admin.auth.admin.inviteUserByEmail(email.toUpperCase(), {
      data: { full_name: 'สมหญิง', language },
      redirectTo: `${service.siteUrl}/reset-password`,
    });
    expect(invited.error).toBeNull();
    expect(invited.data.user?.email).toBe(email);
    expect(invited.data.user?.user_metadata).toEqual({ full_name: 'สมหญิง', language });
    expect(invited.data.user?.invited_at).toBeDefined();
    expect(invited.data.user?.confirmation_sent_at).toBeDefined();
    expect(invited.data.user?.email_confirmed_at).toBeUndefined();
    expect((await lastMail(email))?.subject).toBe(subject);
    const early = await service.client().auth.signInWithPassword({ email, password: '' });
    expect(early.error?.code).toBe('invalid_credentials');

    const arrived = await arriveBy(await service.linkFor(email));
    expect(arrived.address).toBe(`${service.siteUrl}/reset-password`);
    expect(arrived.values.get('type')).toBe('invite');
    const { data } = await arrived.client.auth.getUser();
    expect(data.user?.email_confirmed_at).toBeDefined();
    const accepted = { full_name: 'สมหญิง', language, email_verified: true };
    expect(data.user?.user_metadata).toEqual(accepted);
    const log = await service.test.sql(
      `select payload ->> 'action' as action from auth.audit_log_entries where payload ->> 'actor_username' = $1`,
      [email],
    );
    expect(log).toContainEqual({ action: 'invite_accepted' });
  });

  it('can be sent again while it waits; only the newest link counts', async () => {
    await service.admin.auth.admin.inviteUserByEmail(email);
    const first = await service.linkFor(email);
    const again = await service.admin.auth.admin.inviteUserByEmail(email);
    expect(again.error).toBeNull();
    expect((await service.follow(first)).values.get('error_code')).toBe('otp_expired');
    await arriveBy(await service.linkFor(email));
    expect(await service.test.sql('select id from auth.users')).toHaveLength(1);
  });

  it('is refused for an existing account', async () => {
    await service.addMember(email, await hashPassword(password));
    const before = await countMails(email);
    const { error } = await service.admin.auth.admin.inviteUserByEmail(email);
    expect(error).toMatchObject({ code: 'email_exists', status: 422 });
    expect(await countMails(email)).toBe(before);
  });

  it('is for the service key alone', async () => {
    const refused = await service.client().auth.admin.inviteUserByEmail(email);
    expect(refused.error).toMatchObject({ code: 'not_admin', status: 403 });
    const older = await service.request('POST', '/invite', { body: { email } });
    expect(older.status).toBe(401);
    expect(await older.json()).toMatchObject({ code: 401, error_code: 'no_authorization' });
    expect(await service.test.sql('select id from auth.users')).toEqual([]);
  });
});

describe('a link made for an administrator', () => {
  const generate = (fields: Record<string, unknown>) =>
    asService('/admin/generate_link', { email, ...fields });

  it('signs up, and the client shows its parts', async () => {
    const before = (await service.mails()).length;
    const made = await service.admin.auth.admin.generateLink({
      type: 'signup',
      email,
      password,
      options: { data: { full_name: 'สมหญิง' }, redirectTo: `${service.siteUrl}/dashboard` },
    });
    expect(made.error).toBeNull();
    expect(made.data.user?.email).toBe(email);
    expect(made.data.user?.user_metadata).toEqual({ full_name: 'สมหญิง' });
    expect(made.data.properties).toMatchObject({
      verification_type: 'signup',
      redirect_to: `${service.siteUrl}/dashboard`,
    });
    expect(made.data.properties?.email_otp).toMatch(/^\d{6}$/);
    const link = made.data.properties?.action_link ?? '';
    expect(new URL(link).searchParams.get('token')).toBe(made.data.properties?.hashed_token);
    const { client } = await arriveBy(link);
    expect((await client.auth.getUser()).data.user?.user_metadata).toEqual({
      full_name: 'สมหญิง',
      email_verified: true,
    });
    expect((await service.client().auth.signInWithPassword({ email, password })).error).toBeNull();
    expect((await service.mails()).length).toBe(before);
    const again = await generate({ type: 'signup', password });
    expect(again).toMatchObject({ status: 422, body: { code: 'email_exists' } });
  });

  it.each(['magiclink', 'recovery'])('lets a member in by %s', async (type) => {
    const id = await service.addMember(email, await hashPassword(password));
    const { status, body } = await generate({ type, redirect_to: `${service.siteUrl}/x` });
    expect([status, body.id, body.verification_type]).toEqual([200, id, type]);
    const { client, values, address } = await arriveBy(String(body.action_link));
    expect([values.get('type'), address]).toEqual([type, `${service.siteUrl}/x`]);
    expect((await client.auth.getUser()).data.user?.id).toBe(id);
  });

  it('shows what it carries, not what an unconfirmed sign-up has', async () => {
    await service.client().auth.signUp({ email, password, options: { data: { full_name: 'X' } } });
    const { body } = await generate({ type: 'invite', data: { full_name: 'สมหญิง' } });
    expect(body.user_metadata).toEqual({ full_name: 'สมหญิง' });
  });

  it('by magiclink for a new address is a sign-up', async () => {
    const { body } = await generate({ type: 'magiclink' });
    expect([body.verification_type, body.user_metadata]).toEqual(['signup', {}]);
    expect((await arriveBy(String(body.action_link))).values.get('type')).toBe('signup');
  });

  it('invites', async () => {
    const { body } = await generate({ type: 'invite', data: { full_name: 'A' } });
    expect(body).toMatchObject({ verification_type: 'invite', user_metadata: { full_name: 'A' } });
    expect(body.invited_at).toBeDefined();
    expect((await arriveBy(String(body.action_link))).values.get('type')).toBe('invite');
  });

  it.each([
    [{ type: 'recovery' }, 404, 'user_not_found', 'User with this email not found'],
    [{ type: 'x' }, 400, 'validation_failed', 'Invalid email action link type requested: x'],
    [{ type: 'signup' }, 400, 'validation_failed', 'Signup requires a valid password'],
    [{ type: 'signup', password: 'short' }, 422, 'weak_password', /6 characters/],
    [{ type: 'magiclink', email: '' }, 400, 'validation_failed', 'An email address is required'],
  ])('is refused for %j', async (fields, status, code, message) => {
    const refused = await generate(fields);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect(refused.body.message).toMatch(message);
    expect(await service.test.sql('select id from auth.users')).toEqual([]);
  });

  it('is for the service key alone', async () => {
    await service.addMember(email, await hashPassword(password));
    const member = await service.client().auth.signInWithPassword({ email, password });
    for (const bearer of [service.anon, member.data.session?.access_token ?? '']) {
      const response = await service.request('POST', '/admin/generate_link', {
        body: { type: 'recovery', email },
        bearer,
      });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: 403, error_code: 'not_admin' });
    }
  });
});
