import { describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { sessionIdOf, startAdminDatabase } from './member-database.ts';

const { nattaya, somchai } = members;
const factorId = '00000000-0000-4000-8003-000000000001';

/** Somchai is an admin with a session at aal1 and no factor. */
const db = shareDatabase(startAdminDatabase);

async function isAdmin(claims: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
  const identity = {
    role: 'authenticated' as const,
    claims: { sub: somchai.id, session_id: sessionIdOf(somchai), aal: 'aal1', ...claims },
  };
  const [result] = await db.test.database.asIdentity(identity, [
    { text: 'select bkk_is_admin() as yes' },
  ]);
  return result?.rows[0]?.yes;
}

describe('an admin`s session', () => {
  test('that exists gives the rights', async () => {
    expect(await isAdmin()).toBe(true);
  });

  test('that has ended gives none', async () => {
    await db.test.sql('delete from auth.sessions where user_id = $1', [somchai.id]);
    expect(await isAdmin()).toBe(false);
  });

  test('that is past its end gives none', async () => {
    const end = (interval: string) =>
      db.test.sql(`update auth.sessions set not_after = now() + interval '${interval}'`);
    await end('1 minute');
    expect(await isAdmin()).toBe(true);
    await end('-1 second');
    expect(await isAdmin()).toBe(false);
  });

  test('of another user gives none', async () => {
    expect(await isAdmin({ session_id: sessionIdOf(nattaya) })).toBe(false);
  });

  test.each([undefined, null, '', 'x', `${somchai.id}0`, 7, { id: somchai.id }, [[somchai.id]]])(
    'is not named by %j, which is no error',
    async (session_id) => {
      expect(await isAdmin({ session_id })).toBe(false);
    },
  );
});

describe('an admin with an authenticator', () => {
  const setFactor = (status: 'verified' | 'unverified') =>
    db.test.sql(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
       values ($1, $2, 'totp', $3, now(), now(), '')`,
      [factorId, somchai.id, status],
    );
  const setLevel = (aal: string) =>
    db.test.sql('update auth.sessions set aal = $2::auth.aal_level where user_id = $1', [
      somchai.id,
      aal,
    ]);

  test('has the rights at aal2, in the token and in the session', async () => {
    await setFactor('verified');
    expect(await isAdmin()).toBe(false);
    expect(await isAdmin({ aal: 'aal2' })).toBe(false);
    await setLevel('aal2');
    expect(await isAdmin()).toBe(false);
    expect(await isAdmin({ aal: undefined })).toBe(false);
    expect(await isAdmin({ aal: 'aal2' })).toBe(true);
  });

  test('needs no code before the first one has been verified, nor once the factor is removed', async () => {
    await setFactor('unverified');
    expect(await isAdmin()).toBe(true);
    await db.test.sql(`delete from auth.mfa_factors`);
    expect(await isAdmin()).toBe(true);
    expect(await isAdmin({ aal: 'aal2' })).toBe(true);
  });

  test('requires their own factor, not another user`s', async () => {
    await db.test.sql(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
       values ($1, $2, 'totp', 'verified', now(), now(), '')`,
      [factorId, nattaya.id],
    );
    expect(await isAdmin()).toBe(true);
  });
});
