import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';

let service: AuthService;

beforeAll(async () => {
  service = await startAuthService({ anonymous: true });
});
afterAll(async () => {
  await service.close();
});

describe('an account without an address', () => {
  it('is created at once, and marked as anonymous', async () => {
    const { auth } = service.client();
    const { data, error } = await auth.signInAnonymously({ options: { data: { language: 'th' } } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: '',
      role: 'authenticated',
      app_metadata: {},
      user_metadata: { language: 'th' },
      identities: [],
    });
    const claims = await service.tokens.verify(data.session?.access_token ?? '');
    expect(claims).toMatchObject({
      is_anonymous: true,
      aal: 'aal1',
      amr: [{ method: 'anonymous' }],
    });
    expect((await auth.refreshSession()).data.user?.id).toBe(data.user?.id);
    const settings = await service.request('GET', '/settings');
    expect(await settings.json()).toMatchObject({ external: { anonymous_users: true } });
  });

  it('has no mailbox to mail a code to', async () => {
    const { auth } = service.client();
    await auth.signInAnonymously();
    expect((await auth.reauthenticate()).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Reauthentication requires the user to have an email or a phone number',
    });
  });

  it('becomes a permanent one by the link to its new address, and takes a password only then', async () => {
    const { auth } = service.client();
    const opened = await auth.signInAnonymously();
    const early = await auth.updateUser({ password: 'river-dusk' });
    expect(early.error).toMatchObject({ status: 422, code: 'validation_failed' });
    const email = 'confirmed@example.com';
    expect((await auth.updateUser({ email })).error).toBeNull();
    expect((await auth.getUser()).data.user).toMatchObject({
      is_anonymous: true,
      new_email: email,
    });
    expect((await service.mails()).filter(({ to }) => to?.[0]?.address !== email)).toEqual([]);
    const led = await service.follow(await service.linkFor(email));
    expect(led.values.get('type')).toBe('email_change');
    // The link opens a session of its own and ends the one from before.
    await auth.setSession({
      access_token: led.values.get('access_token') ?? '',
      refresh_token: led.values.get('refresh_token') ?? '',
    });
    const confirmed = (await auth.getUser()).data.user;
    expect(confirmed).toMatchObject({
      id: opened.data.user?.id,
      email,
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', email }],
    });
    expect((await auth.updateUser({ password: 'river-dusk' })).error).toBeNull();
    const again = await service.client().auth.signInWithPassword({ email, password: 'river-dusk' });
    expect(again.data.user?.id).toBe(confirmed?.id);
  });

  it('cannot take another account’s address, nor a second factor', async () => {
    await service.addMember('taken@example.com', '');
    const { auth } = service.client();
    await auth.signInAnonymously();
    const taken = await auth.updateUser({ email: 'taken@example.com' });
    expect(taken.data.user).toMatchObject({
      email: '',
      new_email: 'taken@example.com',
      is_anonymous: true,
    });
    expect(taken.data.user?.email_change_sent_at).toBeDefined();
    const [notice] = (await service.mails()).slice(-1);
    expect(notice?.subject).toBe('Your email address already has a BKK Siam account');
    expect(notice?.text).not.toMatch(/verify|token/);
    const factor = await auth.mfa.enroll({ factorType: 'totp' });
    expect(factor.error).toMatchObject({ status: 403, code: 'no_authorization' });
  });
});
