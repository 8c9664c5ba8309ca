import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { hashToken, tokenCode } from './link-tokens.ts';

const email = 'boss@example.com';
const attackerPassword = 'stranger-dusk';
const ownerPassword = 'owner-dawn';

let service: AuthService;

beforeAll(async () => {
  service = await startAuthService({ anonymous: true });
});
afterAll(async () => {
  await service.close();
});
beforeEach(async () => {
  await service.test.sql('delete from auth.users; delete from bkksiam_private.limits');
});

/** Signs up and returns the link that was mailed for it. */
async function signUp(password: string, fullName?: string): Promise<string> {
  const data = fullName === undefined ? {} : { full_name: fullName };
  const { error } = await service.client().auth.signUp({ email, password, options: { data } });
  expect(error).toBeNull();
  return service.linkFor(email);
}

async function invite(): Promise<string> {
  const { error } = await service.admin.auth.admin.inviteUserByEmail(email);
  expect(error).toBeNull();
  return service.linkFor(email);
}

async function mailed(path: string, body: object = {}): Promise<string> {
  const before = (await service.mails()).length;
  const answer = await service.request('POST', path, { body: { email, ...body } });
  expect(answer.status).toBe(200);
  expect(await service.mails()).toHaveLength(before + 1);
  return service.linkFor(email);
}

async function generated(body: object): Promise<string> {
  const answer = await service.request('POST', '/admin/generate_link', {
    bearer: service.serviceKey,
    body: { email, ...body },
  });
  return ((await answer.json()) as { action_link: string }).action_link;
}

function codeOf(link: string): string {
  const token = new URL(link).searchParams.get('token') ?? '';
  return tokenCode(service.tokens, hashToken(token));
}

async function follow(link: string) {
  const { values } = await service.follow(link);
  const token = values.get('access_token');
  return { token, type: values.get('type'), error: values.get('error_code') };
}

/** The error code of a failed sign-in, null for a session. */
async function signInError(password: string): Promise<string | undefined | null> {
  const { error } = await service.client().auth.signInWithPassword({ email, password });
  return error === null ? null : error.code;
}

async function account() {
  const [row] = await service.test.sql<Record<string, unknown>>(
    `select encrypted_password as password, raw_user_meta_data as said, email_confirmed_at is not null as confirmed,
      (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions,
      (select count(*)::int from auth.mfa_factors f where f.user_id = u.id) as factors,
      (select full_name from bkk_user_profiles p where p.user_id = u.id) as profile,
      (select full_name from bkk_user_roles r where r.user_id = u.id) as listed
     from auth.users u where email = $1`,
    [email],
  );
  return row ?? {};
}

describe('an account that waits for its confirmation', () => {
  it('holds neither the password nor the name that was typed at a sign-up', async () => {
    await signUp(attackerPassword, 'Stranger');
    expect(await account()).toMatchObject({ password: '', confirmed: false, profile: null });
    expect((await account()).said).not.toHaveProperty('full_name');
    const identities = await service.test.sql('select identity_data from auth.identities');
    expect(JSON.stringify(identities)).not.toContain('Stranger');
  });

  it('tells who has the right password of the newest sign-up that it is not confirmed', async () => {
    await signUp(attackerPassword);
    expect(await signInError(attackerPassword)).toBe('email_not_confirmed');
    expect(await signInError(ownerPassword)).toBe('invalid_credentials');
  });
});

describe('after an attacker has signed up with the address', () => {
  const proofs: readonly (readonly [string, () => Promise<string>])[] = [
    ['an invitation', invite],
    ['a magic link', () => mailed('/otp')],
    ['a magic link by its older name', () => mailed('/magiclink')],
    ['a recovery link', () => mailed('/recover')],
    ['a generated invitation', () => generated({ type: 'invite' })],
    ['a generated magic link', () => generated({ type: 'magiclink' })],
    ['a generated recovery link', () => generated({ type: 'recovery' })],
  ];

  it.each(proofs)('%s confirms the address without the password or name', async (_what, prove) => {
    const link = await signUp(attackerPassword, 'Stranger');
    expect((await follow(await prove())).token).not.toBeNull();
    expect(await signInError(attackerPassword)).toBe('invalid_credentials');
    expect(await account()).toMatchObject({ password: '', confirmed: true, profile: null });
    expect(JSON.stringify((await account()).said)).not.toContain('Stranger');
    expect((await follow(link)).error).toBe('otp_expired');
  });

  it.each(proofs)('the code of %s does the same', async (_what, prove) => {
    await signUp(attackerPassword, 'Stranger');
    const link = await prove();
    const type = new URL(link).searchParams.get('type');
    const body = { email, token: codeOf(link), type };
    expect((await service.request('POST', '/verify', { body })).status).toBe(200);
    expect(await signInError(attackerPassword)).toBe('invalid_credentials');
    expect((await account()).profile).toBeNull();
  });

  it('the link of the owner`s own sign-up confirms the owner`s password and name', async () => {
    await signUp(attackerPassword, 'Stranger');
    const own = await signUp(ownerPassword, 'Owner');
    expect(await follow(own)).toMatchObject({ type: 'signup', error: null });
    expect(await signInError(ownerPassword)).toBeNull();
    expect(await signInError(attackerPassword)).toBe('invalid_credentials');
    expect(await account()).toMatchObject({
      said: { full_name: 'Owner', email, email_verified: true },
      profile: 'Owner',
      listed: 'Owner',
    });
  });

  it('no second factor of theirs is on the account that the owner takes over', async () => {
    await signUp(attackerPassword);
    // An imported database may have a session and a verified factor of an unconfirmed account.
    await service.test.sql(
      `insert into auth.sessions (id, user_id, created_at, updated_at) select gen_random_uuid(), id, now(), now() from auth.users;
       insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
         select gen_random_uuid(), id, 'stranger', 'totp', 'verified', now(), now(), 'x' from auth.users;
       update auth.users set encrypted_password = 'x'`,
    );
    const { token } = await follow(await invite());
    expect(await account()).toMatchObject({ password: '', sessions: 1, factors: 0 });
    const changed = await service.request('PUT', '/user', {
      bearer: token ?? '',
      body: { password: ownerPassword },
    });
    expect(changed.status).toBe(200);
    expect(await signInError(ownerPassword)).toBeNull();
  });

  it('an administrator who confirms the address by hand confirms no password', async () => {
    const link = await signUp(attackerPassword, 'Stranger');
    const [row] = await service.test.sql<{ id: string }>('select id from auth.users');
    const { error } = await service.admin.auth.admin.updateUserById(row?.id ?? '', {
      email_confirm: true,
    });
    expect(error).toBeNull();
    expect(await signInError(attackerPassword)).toBe('invalid_credentials');
    expect((await follow(link)).error).toBe('otp_expired');
  });
});

describe('before an attacker signs up with the address', () => {
  const acts: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['signs up', () => signUp(attackerPassword, 'Stranger')],
    ['asks for a magic link', () => mailed('/otp', { data: { full_name: 'Stranger' } })],
    ['asks for the confirmation again', () => mailed('/resend', { type: 'signup' })],
    ['asks for a recovery link', () => mailed('/recover')],
  ];

  it.each(acts)('an invitation stays valid when an attacker %s', async (_what, act) => {
    const link = await invite();
    await act();
    expect(await follow(link)).toMatchObject({ type: 'invite', error: null });
    expect(await signInError(attackerPassword)).toBe('invalid_credentials');
    expect((await account()).profile).toBeNull();
  });

  it.each(acts)('the link of a sign-up stays valid when an attacker %s', async (_what, act) => {
    const link = await signUp(ownerPassword, 'Owner');
    await act();
    expect(await follow(link)).toMatchObject({ type: 'signup', error: null });
    expect(await signInError(ownerPassword)).toBeNull();
    expect(await signInError(attackerPassword)).toBe('invalid_credentials');
    expect((await account()).profile).toBe('Owner');
  });

  it('a typed code confirms the sign-up that it was sent for', async () => {
    const own = await signUp(ownerPassword);
    await signUp(attackerPassword);
    const body = { email, token: codeOf(own), type: 'signup' };
    expect((await service.request('POST', '/verify', { body })).status).toBe(200);
    expect(await signInError(ownerPassword)).toBeNull();
    expect(await signInError(attackerPassword)).toBe('invalid_credentials');
  });

  it.each(['signup', 'email'])(
    'a code typed as %s after a scanner has opened the link signs in',
    async (type) => {
      const own = await signUp(ownerPassword, 'Owner');
      expect((await follow(own)).error).toBeNull();
      const body = { email, token: codeOf(own), type };
      expect((await service.request('POST', '/verify', { body })).status).toBe(200);
      expect((await service.request('POST', '/verify', { body })).status).toBe(403);
      expect(await signInError(ownerPassword)).toBeNull();
      expect(await account()).toMatchObject({ profile: 'Owner', sessions: 3 });
    },
  );

  it('no code of another mail is left once one link was followed', async () => {
    const other = await signUp(attackerPassword, 'Stranger');
    const own = await signUp(ownerPassword, 'Owner');
    expect((await follow(own)).error).toBeNull();
    const body = { email, token: codeOf(other), type: 'signup' };
    expect((await service.request('POST', '/verify', { body })).status).toBe(403);
    expect((await follow(other)).error).toBe('otp_expired');
    expect(await signInError(attackerPassword)).toBe('invalid_credentials');
  });

  it('a client with a verifier can trade the code of its link', async () => {
    const { auth } = service.client('pkce');
    expect((await auth.signUp({ email, password: ownerPassword })).error).toBeNull();
    const link = await service.linkFor(email);
    await mailed('/signup', {
      password: attackerPassword,
      code_challenge: createHash('sha256').update('s'.repeat(64)).digest('base64url'),
      code_challenge_method: 's256',
    });
    const { address } = await service.follow(link);
    const code = new URL(address).searchParams.get('code') ?? '';
    const traded = await auth.exchangeCodeForSession(code);
    expect(traded.error).toBeNull();
    expect(await signInError(ownerPassword)).toBeNull();
  });
});

describe('a confirmation sent again', () => {
  const again = () => mailed('/resend', { type: 'signup' });

  it('is the link of the sign-up when there was one alone', async () => {
    await signUp(ownerPassword, 'Owner');
    await again();
    expect((await follow(await again())).type).toBe('signup');
    expect(await signInError(ownerPassword)).toBeNull();
    expect((await account()).profile).toBe('Owner');
  });

  it('still knows the password after the first link has expired', async () => {
    const first = await signUp(ownerPassword);
    await service.test.sql(
      `update bkksiam_private.pending_confirmations set created_at = created_at - interval '2 hours'`,
    );
    expect((await follow(first)).error).toBe('otp_expired');
    expect((await follow(await again())).error).toBeNull();
    expect(await signInError(ownerPassword)).toBeNull();
  });

  const pass = (hours: number) =>
    service.test.sql(
      `update bkksiam_private.pending_confirmations set created_at = created_at - make_interval(secs => 3600 * $1::float8)`,
      [hours],
    );
  const acts: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['the confirmation itself', again],
    ['a magic link', () => mailed('/otp')],
    ['an invitation', invite],
  ];

  it.each(acts)('days later confirms no password of a stranger, after %s', async (_what, act) => {
    await signUp(ownerPassword, 'Owner');
    await pass(2);
    await signUp(attackerPassword, 'Stranger');
    await pass(23);
    await act();
    await pass(0.9);
    await act();
    await follow(await again());
    expect(await signInError(attackerPassword)).toBe('invalid_credentials');
    expect((await account()).profile).toBeNull();
  });

  it('confirms no password of a stranger who signs up days after the owner', async () => {
    await signUp(ownerPassword, 'Owner');
    await pass(48);
    await signUp(attackerPassword, 'Stranger');
    await follow(await again());
    expect(await signInError(attackerPassword)).toBe('invalid_credentials');
    expect((await account()).profile).toBeNull();
  });

  it('keeps the passwords of two sign-ups alone, however many there were', async () => {
    for (let count = 0; count < 5; count += 1) {
      await signUp(`typed-${String(count)}`);
      await pass(2);
    }
    await signUp(ownerPassword);
    const [stored] = await service.test.sql(
      'select count(password_hash)::int as passwords from bkksiam_private.pending_confirmations',
    );
    expect(stored).toEqual({ passwords: 3 });
  });

  it('confirms no password when there were several sign-ups', async () => {
    await signUp(ownerPassword, 'Owner');
    await signUp(attackerPassword, 'Stranger');
    expect((await follow(await again())).type).toBe('signup');
    expect(await signInError(ownerPassword)).toBe('invalid_credentials');
    expect(await signInError(attackerPassword)).toBe('invalid_credentials');
    expect((await account()).profile).toBeNull();
  });
});

describe('the links of one account', () => {
  it('opened all at once confirm it by one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      await service.test.sql('delete from auth.users');
      const links = [
        await signUp(ownerPassword),
        await signUp(attackerPassword),
        await invite(),
        await mailed('/recover'),
      ];
      const followed = await Promise.all(links.map((link) => follow(link)));
      expect(followed.filter(({ token }) => token !== null)).toHaveLength(1);
      const errors = followed.map(({ error }) => error).filter((error) => error !== null);
      expect(new Set(errors)).toEqual(new Set(['otp_expired']));
    }
  });
});

describe('an anonymous account that gets the address', () => {
  it('ends the sessions it had before, and drops the factors', async () => {
    const { auth } = service.client();
    await auth.signInAnonymously();
    // An imported database may have a factor of such an account.
    await service.test.sql(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
         select gen_random_uuid(), id, 'stranger', 'totp', 'unverified', now(), now(), 'x' from auth.users`,
    );
    expect((await auth.updateUser({ email })).error).toBeNull();
    const { token } = await follow(await service.linkFor(email));
    expect((await auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect((await service.client().auth.getUser(token ?? '')).data.user?.email).toBe(email);
    expect(await account()).toMatchObject({ sessions: 1, factors: 0 });
  });
});
