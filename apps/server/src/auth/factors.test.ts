import type { SupabaseClient } from '@supabase/supabase-js';
import { URI } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashPassword } from './passwords.ts';
import { authenticator } from '../testing/authenticator.ts';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';

let service: AuthService;
let passwordHash: string;
let count = 0;

beforeAll(async () => {
  service = await startAuthService();
  passwordHash = await hashPassword('river-dusk');
});
afterAll(async () => {
  await service.close();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const password = 'river-dusk';

async function signedIn(email: string): Promise<SupabaseClient> {
  const client = service.client();
  const { error } = await client.auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  return client;
}

async function newMember() {
  const email = `factor-${String(++count)}@example.com`;
  const id = await service.addMember(email, passwordHash);
  return { email, id, client: await signedIn(email) };
}

async function enrol(client: SupabaseClient, friendlyName = 'phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error !== null) throw error;
  return { id: data.id, totp: data.totp, codeAt: authenticator(data.totp.uri) };
}

/** Advances the clock to the next code first, because a code counts once. */
async function prove(client: SupabaseClient, factor: Awaited<ReturnType<typeof enrol>>) {
  vi.setSystemTime(Date.now() + 30_000);
  const answer = { factorId: factor.id, code: factor.codeAt() };
  return client.auth.mfa.challengeAndVerify(answer);
}

/** Creates a signed-in member with one verified factor. */
async function guardedMember() {
  const member = await newMember();
  const factor = await enrol(member.client);
  expect((await prove(member.client, factor)).error).toBeNull();
  return { ...member, factor };
}

async function claimsOf(client: SupabaseClient) {
  const { data } = await client.auth.getSession();
  return service.tokens.verify(data.session?.access_token ?? '');
}

describe('a second factor', () => {
  it('is enrolled, proved, counts in the token and is removed, by the unmodified client', async () => {
    const { client, email } = await newMember();
    const before = (await client.auth.getSession()).data.session;
    const factor = await enrol(client, 'my phone');
    expect(factor.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/);
    const shown = URI.parse(factor.totp.uri);
    expect(shown).toMatchObject({ issuer: 'bkksiam.example', label: email, period: 30, digits: 6 });
    expect(shown.secret.base32).toBe(factor.totp.secret);
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({
      all: [{ id: factor.id, status: 'unverified', friendly_name: 'my phone' }],
      totp: [],
    });

    const challenge = await client.auth.mfa.challenge({ factorId: factor.id });
    expect(challenge.data).toMatchObject({
      type: 'totp',
      expires_at: expect.any(Number) as number,
    });
    const inSeconds = Number(challenge.data?.expires_at) - Date.now() / 1000;
    expect(inSeconds).toBeGreaterThan(290);
    expect(inSeconds).toBeLessThan(310);
    const answer = { factorId: factor.id, challengeId: challenge.data?.id ?? '' };
    const right = factor.codeAt();
    const wrong = right === '123456' ? '654321' : '123456';
    const refused = await client.auth.mfa.verify({ ...answer, code: wrong });
    expect(refused.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    expect((await claimsOf(client)).aal).toBe('aal1');

    const proved = await client.auth.mfa.verify({ ...answer, code: right });
    expect(proved.error).toBeNull();
    expect(proved.data?.user.factors).toMatchObject([{ id: factor.id, status: 'verified' }]);
    expect(JSON.stringify(proved.data?.user)).not.toContain(factor.totp.secret);
    const after = await claimsOf(client);
    expect(after).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] });
    expect(after.session_id).toBe(
      (await service.tokens.verify(before?.access_token ?? '')).session_id,
    );
    expect(proved.data?.refresh_token).toMatch(/^[a-z0-9]{12}$/);
    expect(proved.data?.refresh_token).not.toBe(before?.refresh_token);
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    });
    await client.auth.refreshSession();
    expect((await claimsOf(client)).aal).toBe('aal2');

    const removed = await client.auth.mfa.unenroll({ factorId: factor.id });
    expect(removed.data).toEqual({ id: factor.id });
    await client.auth.refreshSession();
    expect(await claimsOf(client)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
    expect((await client.auth.getUser()).data.user).not.toHaveProperty('factors');
  });

  it('takes a code once, from whatever session, however many come at the same time', async () => {
    const { client, email, factor } = await guardedMember();
    const used = { factorId: factor.id, code: factor.codeAt() };
    expect((await client.auth.mfa.challengeAndVerify(used)).error?.code).toBe(
      'mfa_verification_failed',
    );
    const others = await Promise.all([1, 2, 3, 4].map(() => signedIn(email)));
    vi.setSystemTime(Date.now() + 30_000);
    const fresh = { factorId: factor.id, code: factor.codeAt() };
    const results = await Promise.all(
      others.map((other) => other.auth.mfa.challengeAndVerify(fresh)),
    );
    expect(results.filter(({ error }) => error === null)).toHaveLength(1);
    // The code of the period before is older than the last one that counted.
    const older = { factorId: factor.id, code: factor.codeAt(Date.now() - 30_000) };
    expect((await client.auth.mfa.challengeAndVerify(older)).error).not.toBeNull();
  });

  it('takes a code once, however many come at the same time in one session', async () => {
    const { client, factor } = await guardedMember();
    vi.setSystemTime(Date.now() + 30_000);
    const code = factor.codeAt();
    const bearer = (await client.auth.getSession()).data.session?.access_token ?? '';
    // The client would ask one after the other.
    const ask = async (step: string, body: object) => {
      const path = `/factors/${factor.id}/${step}`;
      const response = await service.request('POST', path, { bearer, body });
      return { status: response.status, ...((await response.json()) as { readonly id: string }) };
    };
    const challenges = await Promise.all([1, 2, 3].map(() => ask('challenge', {})));
    const results = await Promise.all(
      challenges.map(({ id }) => ask('verify', { challenge_id: id, code })),
    );
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('ends the other sessions that have not proved it, and keeps those that have', async () => {
    const { client, email, factor } = await guardedMember();
    const weaker = await signedIn(email);
    const second = await signedIn(email);
    expect((await prove(second, factor)).error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await weaker.auth.getUser()).error).not.toBeNull();
  });

  it('that was never proved goes when another is', async () => {
    const { client } = await newMember();
    await enrol(client, 'forgotten');
    const factor = await enrol(client, 'used');
    await prove(client, factor);
    const { data } = await client.auth.mfa.listFactors();
    expect(data?.all.map((one) => one.friendly_name)).toEqual(['used']);
  });

  it('that was begun over five minutes ago goes at the next enrolment', async () => {
    const { client } = await newMember();
    const old = await enrol(client, 'old');
    await service.test.sql(
      `update auth.mfa_factors set created_at = now() - interval '301 seconds' where id = $1`,
      [old.id],
    );
    await enrol(client, 'old');
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1);
  });

  it('checks five codes in a quarter of an hour', async () => {
    const { client } = await newMember();
    const factor = await enrol(client);
    const wrong = { factorId: factor.id, code: 'abcdef' };
    for (const expected of [422, 422, 422, 422, 422, 429]) {
      expect((await client.auth.mfa.challengeAndVerify(wrong)).error?.status).toBe(expected);
    }
    const right = await prove(client, factor);
    expect(right.error).toMatchObject({ code: 'over_request_rate_limit' });
  });

  it('keeps its secret from a reader of the database', async () => {
    const { client } = await newMember();
    const factor = await enrol(client);
    const rows = await service.test.sql('select * from auth.mfa_factors where id = $1', [
      factor.id,
    ]);
    const kept = JSON.stringify(rows);
    expect(kept).not.toContain(factor.totp.secret);
    expect(rows[0]?.secret).toMatch(/^v1\.[\w-]{60,}$/);
    // Another factor's secret in this row cannot be decrypted.
    const other = await enrol(client, 'other');
    await service.test.sql(
      `update auth.mfa_factors set secret = (select secret from auth.mfa_factors where id = $2)
       where id = $1`,
      [factor.id, other.id],
    );
    const swapped = { factorId: factor.id, code: other.codeAt() };
    expect((await client.auth.mfa.challengeAndVerify(swapped)).error).not.toBeNull();
  });
});

describe('with a second factor, the password alone', () => {
  it('changes neither password nor address, enrols no further factor and removes none', async () => {
    const { email, factor } = await guardedMember();
    const weaker = await signedIn(email);
    const aal = { code: 'insufficient_aal' };
    for (const change of [{ password: 'forest-dawn' }, { email: 'elsewhere@example.com' }]) {
      expect((await weaker.auth.updateUser(change)).error).toMatchObject({ ...aal, status: 401 });
    }
    expect((await weaker.auth.updateUser({ data: { language: 'th' } })).error).toBeNull();
    const another = await weaker.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'other' });
    expect(another.error).toMatchObject({ ...aal, status: 403 });
    const removal = await weaker.auth.mfa.unenroll({ factorId: factor.id });
    expect(removal.error).toMatchObject({ ...aal, status: 422 });
    expect((await prove(weaker, factor)).error).toBeNull();
    expect((await weaker.auth.updateUser({ password: 'forest-dawn' })).error).toBeNull();
    expect((await enrol(weaker, 'other')).id).not.toBe(factor.id);
  });

  it('is enough again when an administrator removes the last one of a lost authenticator', async () => {
    const { client, email, id, factor } = await guardedMember();
    const listed = await service.admin.auth.admin.mfa.listFactors({ userId: id });
    expect(listed.data?.factors).toMatchObject([{ id: factor.id, status: 'verified' }]);
    const weaker = await signedIn(email);
    const asked = { userId: id, id: factor.id };
    expect((await service.admin.auth.admin.mfa.deleteFactor(asked)).error).toBeNull();
    expect((await weaker.auth.updateUser({ password: 'forest-dawn' })).error).toBeNull();
    const again = await service.admin.auth.admin.mfa.deleteFactor(asked);
    expect(again.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
    const strangers = await client.auth.admin.mfa.listFactors({ userId: id });
    expect(strangers.error).toMatchObject({ code: 'not_admin' });
    const actions = await service.test.sql<{ action: string }>(
      `select payload ->> 'action' as action from auth.audit_log_entries
       where payload ->> 'log_type' = 'factor'
         and (payload ->> 'actor_id' = $1 or payload -> 'traits' ->> 'user_id' = $1)
       order by created_at`,
      [id],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'factor_in_progress',
      'challenge_created',
      'verification_attempted',
      'factor_deleted',
    ]);
  });
});
