import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from './passwords.ts';
import { authenticator } from '../testing/authenticator.ts';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';

let service: AuthService;
let bearer: string;
let factorId: string;
let codeAt: (timestamp?: number) => string;

const unknown = '11111111-2222-4333-8444-555555555555';
const newer = { 'x-supabase-api-version': '2024-01-01' };

async function post<T>(path: string, body: unknown, headers = {}): Promise<T> {
  const response = await service.request('POST', path, { body, bearer, headers });
  return (await response.json()) as T;
}

beforeAll(async () => {
  service = await startAuthService();
  await service.addMember('mali@example.com', await hashPassword('river-dusk'));
  const client = service.client();
  const signedIn = await client.auth.signInWithPassword({
    email: 'mali@example.com',
    password: 'river-dusk',
  });
  bearer = signedIn.data.session?.access_token ?? '';
  const factor = await post<{ id: string; totp: { uri: string } }>('/factors', {
    factor_type: 'totp',
    friendly_name: 'phone',
    issuer: 'Siam: ไทย',
  });
  factorId = factor.id;
  codeAt = authenticator(factor.totp.uri);
});
afterAll(async () => {
  await service.close();
});

/** Sends the request with both API versions and checks both error bodies. */
async function refused(
  method: string,
  path: string,
  body: unknown,
  expected: readonly [status: number, code: string, message: string],
  headers: Record<string, string> = {},
) {
  const [status, code, message] = expected;
  const older = await service.request(method, path, { body, bearer, headers });
  expect(older.status).toBe(status);
  expect(older.headers.get('x-sb-error-code')).toBe(code);
  expect(await older.json()).toEqual({ code: status, error_code: code, msg: message });
  const dated = await service.request(method, path, {
    body,
    bearer,
    headers: { ...headers, ...newer },
  });
  expect(dated.status).toBe(status);
  expect(await dated.json()).toEqual({ code, message });
}

const notFound = [404, 'mfa_factor_not_found', 'Factor not found'] as const;
const noId = [404, 'validation_failed', 'factor_id must be an UUID'] as const;
const badType = 'factor_type needs to be totp, phone, or webauthn';

describe('enrolment refuses', () => {
  it.each([
    ['no type', {}, [400, 'validation_failed', badType]],
    ['another type', { factor_type: 'sms' }, [400, 'validation_failed', badType]],
    [
      'a phone',
      { factor_type: 'phone' },
      [422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'],
    ],
    [
      'a security key',
      { factor_type: 'webauthn' },
      [422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn'],
    ],
    [
      'a name twice',
      { factor_type: 'totp', friendly_name: 'phone' },
      [
        422,
        'mfa_factor_name_conflict',
        'A factor with the friendly name "phone" for this user already exists',
      ],
    ],
    [
      'a name without end',
      { factor_type: 'totp', friendly_name: 'x'.repeat(201) },
      [400, 'validation_failed', 'The friendly name is too long'],
    ],
    [
      'an issuer that fits no picture',
      { factor_type: 'totp', issuer: 'x'.repeat(65) },
      [400, 'validation_failed', 'The issuer is too long'],
    ],
  ] as const)('%s', (_what, body, expected) => refused('POST', '/factors', body, expected));

  it('the eleventh factor', async () => {
    for (let number = 2; number <= 10; number += 1) {
      await post('/factors', { factor_type: 'totp', friendly_name: `phone ${String(number)}` });
    }
    await refused('POST', '/factors', { factor_type: 'totp', friendly_name: 'phone 11' }, [
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    ]);
    await service.test.sql(`delete from auth.mfa_factors where friendly_name like 'phone %'`);
  });

  it('a caller who is not signed in', async () => {
    const response = await service.request('POST', '/factors', { body: { factor_type: 'totp' } });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error_code: 'no_authorization' });
  });
});

describe('a challenge, a code and a removal are refused', () => {
  it('for a factor that is not there, or not the caller’s', async () => {
    const otherUser = await service.addMember('other@example.com', '');
    const theirs = '22222222-2222-4333-8444-555555555555';
    await service.test.sql(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
       values ($1, $2, 'totp', 'verified', now(), now(), '')`,
      [theirs, otherUser],
    );
    for (const id of [unknown, theirs]) {
      await refused('POST', `/factors/${id}/challenge`, {}, notFound);
      const answer = { challenge_id: unknown, code: '123456' };
      await refused('POST', `/factors/${id}/verify`, answer, notFound);
      await refused('DELETE', `/factors/${id}`, undefined, notFound);
    }
  });

  it('for what is no id', async () => {
    await refused('POST', '/factors/phone/challenge', {}, noId);
    await refused('POST', '/factors/phone/verify', { challenge_id: unknown, code: '1' }, noId);
    await refused('DELETE', '/factors/phone', undefined, noId);
  });

  it('without a code, and with a challenge of another factor', async () => {
    const path = `/factors/${factorId}/verify`;
    await refused('POST', path, { challenge_id: unknown, code: '' }, [
      400,
      'validation_failed',
      'Code needs to be non-empty',
    ]);
    await refused('POST', path, { challenge_id: unknown, code: '123456' }, [
      422,
      'mfa_factor_not_found',
      'MFA factor with the provided challenge ID not found',
    ]);
  });

  it('from another address, too late, and a second time', async () => {
    await service.test.sql('delete from bkksiam_private.limits');
    const path = `/factors/${factorId}/verify`;
    const elsewhere = [
      422,
      'mfa_ip_address_mismatch',
      'Challenge and verify IP addresses mismatch.',
    ] as const;
    const challenge = async () =>
      (await post<{ id: string }>(`/factors/${factorId}/challenge`, {})).id;
    const first = { challenge_id: await challenge(), code: codeAt() };
    await refused('POST', path, first, elsewhere, { 'x-forwarded-for': '203.0.113.9' });

    const late = await challenge();
    await service.test.sql(
      `update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = $1`,
      [late],
    );
    await refused('POST', path, { challenge_id: late, code: codeAt() }, [
      422,
      'mfa_challenge_expired',
      `MFA challenge ${late} has expired, verify against another challenge or create a new challenge.`,
    ]);

    const answer = { challenge_id: await challenge(), code: codeAt() };
    expect((await service.request('POST', path, { body: answer, bearer })).status).toBe(200);
    await refused('POST', path, answer, elsewhere);
  });
});
