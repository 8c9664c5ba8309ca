import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTokens, serviceKey } from '../http/jwt.ts';
import { authenticator } from '../testing/authenticator.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';
import { clientWithKey, clientWithToken } from '../testing/test-client.ts';

const email = 'admin@example.com';
const password = 'river-dusk';

let backend: TestBackend;
let service: SupabaseClient;
let memberId: string;

async function addUser(address: string): Promise<string> {
  const { data, error } = await service.auth.admin.createUser({
    email: address,
    password,
    email_confirm: true,
  });
  if (error !== null) throw error;
  return data.user.id;
}

async function signedIn(): Promise<SupabaseClient> {
  const client = clientWithKey(backend.url, backend.anonKey);
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error !== null) throw error;
  return client;
}

async function tokenOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

/** The admin rights of a token: a call, a table, a view and a function. */
async function powersOf(token: string) {
  const client = clientWithToken(backend.url, backend.anonKey, token);
  const role = await client.rpc('bkk_admin_set_role', { p_user_id: memberId, p_role: 'admin' });
  const news = await client.from('bkk_airline_news').insert({ title: 'News' });
  const list = await client.from('bkk_users_admin_view').select('user_id');
  const reset = await fetch(`${backend.url}/functions/v1/admin-reset-password`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: memberId }),
  });
  return [role.status, news.status, list.data?.length, reset.status];
}

const all = [204, 201, 2, 200];
const noneAsMember = [403, 403, 0, 403];
const noneAsNobody = [403, 403, 0, 401];

beforeAll(async () => {
  backend = await startTestBackend();
  service = clientWithKey(
    backend.url,
    await serviceKey(createTokens({ secret: backend.config.jwtSecret })),
  );
});

afterAll(() => backend.close());

beforeEach(async () => {
  await backend.database.sql(
    `alter table bkk_user_roles disable trigger user; delete from auth.users;
     alter table bkk_user_roles enable trigger user`,
  );
  const adminId = await addUser(email);
  memberId = await addUser('member@example.com');
  await backend.database.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [
    adminId,
  ]);
});

describe('an admin`s unexpired token', () => {
  it('opens nothing after sign-out', async () => {
    const client = await signedIn();
    const token = await tokenOf(client);
    expect(await powersOf(token)).toEqual(all);
    await client.auth.signOut({ scope: 'local' });
    expect(await powersOf(token)).toEqual(noneAsNobody);
  });

  it('opens nothing after a sign-out everywhere from another device', async () => {
    const token = await tokenOf(await signedIn());
    const elsewhere = await signedIn();
    await elsewhere.auth.signOut({ scope: 'global' });
    expect(await powersOf(token)).toEqual(noneAsNobody);
  });

  it('opens nothing after another device has changed the password', async () => {
    const token = await tokenOf(await signedIn());
    const elsewhere = await signedIn();
    const changed = await elsewhere.auth.updateUser({ password: 'forest-dawn' });
    expect(changed.error).toBeNull();
    expect(await powersOf(token)).toEqual(noneAsNobody);
    expect(await powersOf(await tokenOf(elsewhere))).toEqual(all);
  });
});

describe('an admin with an authenticator', () => {
  async function enrolled() {
    const client = await signedIn();
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' });
    if (error !== null) throw error;
    const codeAt = authenticator(data.totp.uri);
    const first = { factorId: data.id, code: codeAt(Date.now() - 30_000) };
    expect((await client.auth.mfa.challengeAndVerify(first)).error).toBeNull();
    return { client, factorId: data.id, codeAt };
  }

  it('has no rights by the password alone, and all by the code', async () => {
    const { factorId, codeAt } = await enrolled();
    const client = await signedIn();
    const halfway = await tokenOf(client);
    expect(await powersOf(halfway)).toEqual(noneAsMember);
    await client.auth.mfa.challengeAndVerify({ factorId, code: codeAt() });
    expect(await powersOf(await tokenOf(client))).toEqual(all);
    // The session has aal2 now, but this token was signed before.
    expect(await powersOf(halfway)).toEqual(noneAsMember);
  });

  it('requires the code again when the session has lost its level', async () => {
    const { client, factorId } = await enrolled();
    const token = await tokenOf(client);
    expect(await powersOf(token)).toEqual(all);
    await backend.database.sql(`update auth.sessions set aal = 'aal1' where factor_id = $1`, [
      factorId,
    ]);
    expect(await powersOf(token)).toEqual(noneAsMember);
  });
});
