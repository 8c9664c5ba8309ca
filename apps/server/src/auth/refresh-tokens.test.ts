import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { hashPassword } from './passwords.ts';

const password = 'river-dusk';
const email = 'member@example.com';
const version = { 'x-supabase-api-version': '2024-01-01' };

let service: AuthService;
let userId: string;

beforeAll(async () => {
  // A locked family is waited for half as long.
  service = await startAuthService({ requestLimitMs: 4_000 });
  userId = await service.addMember(email, await hashPassword(password));
});
afterAll(async () => {
  await service.close();
});
beforeEach(async () => {
  await service.test.sql('delete from auth.sessions');
  await service.test.sql('update auth.users set banned_until = null');
});

interface Answer {
  readonly status: number;
  readonly token: string;
  readonly sessionId: string;
  readonly code: string | undefined;
  readonly message: string | undefined;
}

async function read(response: Response): Promise<Answer> {
  const body = (await response.json()) as Record<string, string | undefined>;
  const claims = JSON.parse(
    Buffer.from(body.access_token?.split('.')[1] ?? 'e30', 'base64url').toString(),
  ) as { session_id?: string };
  return {
    status: response.status,
    token: body.refresh_token ?? '',
    sessionId: claims.session_id ?? '',
    code: body.code,
    message: body.message,
  };
}

async function signIn(): Promise<Answer> {
  const body = { email, password };
  return read(await service.request('POST', '/token?grant_type=password', { body }));
}

async function refresh(token: string): Promise<Answer> {
  return read(
    await service.request('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: token },
      headers: version,
    }),
  );
}

/** Moves the token's time back by this many seconds. */
async function age(token: string, seconds: number): Promise<void> {
  await service.test.sql(
    'update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => $2) where token = $1',
    [token, seconds],
  );
}

function tokens() {
  return service.test.sql<{ token: string; revoked: boolean; parent: string | null }>(
    'select token, revoked, parent from auth.refresh_tokens order by id',
  );
}

describe('a refresh token', () => {
  it('is traded for the next one of the same session', async () => {
    const first = await signIn();
    const second = await refresh(first.token);
    expect(second.status).toBe(200);
    expect(second.token).toMatch(/^[a-z0-9]{12}$/);
    expect(second.token).not.toBe(first.token);
    expect(second.sessionId).toBe(first.sessionId);
    expect(await tokens()).toEqual([
      { token: first.token, revoked: true, parent: null },
      { token: second.token, revoked: false, parent: first.token },
    ]);
    const [session] = await service.test.sql(
      `select refreshed_at > now() at time zone 'utc' - interval '1 minute' as recent, host(ip) as ip, user_agent
       from auth.sessions where id = $1`,
      [first.sessionId],
    );
    expect(session).toEqual({ recent: true, ip: '127.0.0.1', user_agent: 'node' });
  });

  it('gives its unused child again at any time: the answer may have been lost', async () => {
    const first = await signIn();
    const second = await refresh(first.token);
    await age(first.token, 86_400);
    const again = await refresh(first.token);
    expect(again).toMatchObject({ status: 200, token: second.token });
    expect(await tokens()).toHaveLength(2);
  });

  it('may be used again within the reuse interval even when its child is used', async () => {
    const first = await signIn();
    const second = await refresh(first.token);
    const third = await refresh(second.token);
    await age(first.token, 9);
    const again = await refresh(first.token);
    expect(again.status).toBe(200);
    expect([first.token, second.token, third.token]).not.toContain(again.token);
    const active = (await tokens()).filter(({ revoked }) => !revoked);
    expect(active).toEqual([{ token: again.token, revoked: false, parent: third.token }]);
    await age(third.token, 11);
    expect(await refresh(third.token)).toMatchObject({ status: 200, token: again.token });
  });

  it('does not prolong its reuse interval by being used in it', async () => {
    const first = await signIn();
    const second = await refresh(first.token);
    await refresh(second.token);
    await age(first.token, 6);
    const again = await refresh(first.token);
    expect(again.status).toBe(200);
    await refresh(again.token);
    await age(first.token, 6);
    expect((await refresh(first.token)).code).toBe('refresh_token_already_used');
  });

  it('that is used too late ends its whole family, for good', async () => {
    const first = await signIn();
    const second = await refresh(first.token);
    const third = await refresh(second.token);
    await age(first.token, 11);
    expect(await refresh(first.token)).toMatchObject({
      status: 400,
      code: 'refresh_token_already_used',
      message: 'Invalid Refresh Token: Already Used',
    });
    expect((await tokens()).every(({ revoked }) => revoked)).toBe(true);
    for (const { token } of [first, second, third]) {
      expect((await refresh(token)).code).toBe('refresh_token_already_used');
    }
    const [session] = await service.test.sql('select count(*)::int as left from auth.sessions');
    expect(session).toEqual({ left: 1 });
  });

  it('of another session is not touched by that', async () => {
    const [one, other] = [await signIn(), await signIn()];
    const second = await refresh(one.token);
    await refresh(second.token);
    await age(one.token, 11);
    await refresh(one.token);
    expect((await refresh(other.token)).status).toBe(200);
  });

  it('presented by ten requests at once keeps one family alive', async () => {
    const first = await signIn();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first.token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ token }) => token)).size).toBe(1);
    expect(await tokens()).toHaveLength(2);
  });

  it('answers with a conflict when its family stays locked', { timeout: 20_000 }, async () => {
    const first = await signIn();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const locked = new Promise<void>((resolve, reject) => {
      service.test.database
        .serviceTransaction(async (transaction) => {
          await transaction.run({ text: 'select 1 from auth.sessions for update' });
          resolve();
          await held;
        })
        .catch(reject);
    });
    await locked;
    const answer = await refresh(first.token);
    release();
    expect(answer).toMatchObject({ status: 409, code: 'conflict' });
    expect((await refresh(first.token)).status).toBe(200);
  });
});

describe('a refresh is refused', () => {
  it.each(['', 'short', 'UPPERCASE123', 'abcdefghijklm', 'abc-efghijkl'])(
    'for what cannot be a token: %j',
    async (token) => {
      expect(await refresh(token)).toMatchObject({
        status: 400,
        code: 'validation_failed',
        message: 'Refresh token is not valid',
      });
    },
  );

  it('for an unknown token and for one whose session is gone', async () => {
    const { token } = await signIn();
    await service.test.sql('delete from auth.sessions');
    for (const unknown of ['abcdefghijkl', token]) {
      expect(await refresh(unknown)).toMatchObject({
        status: 400,
        code: 'refresh_token_not_found',
        message: 'Invalid Refresh Token: Refresh Token Not Found',
      });
    }
  });

  it('for a banned user, whose token works again after the ban', async () => {
    const { token } = await signIn();
    await service.test.sql(`update auth.users set banned_until = 'infinity' where id = $1`, [
      userId,
    ]);
    expect(await refresh(token)).toMatchObject({
      status: 400,
      code: 'user_banned',
      message: 'Invalid Refresh Token: User Banned',
    });
    await service.test.sql('update auth.users set banned_until = null where id = $1', [userId]);
    expect((await refresh(token)).status).toBe(200);
  });

  it('for a session past its end', async () => {
    const { token } = await signIn();
    await service.test.sql(`update auth.sessions set not_after = now() - interval '1 second'`);
    expect(await refresh(token)).toMatchObject({ status: 400, code: 'session_expired' });
  });
});

describe('the time of a proof in the token', () => {
  async function claimsAfter(time: string) {
    const { token, sessionId } = await signIn();
    await service.test.sql(
      `update auth.mfa_amr_claims set updated_at = ${time} where session_id = $1`,
      [sessionId],
    );
    const response = await service.request('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: token },
    });
    const { access_token: accessToken } = (await response.json()) as { access_token: string };
    const [, payload = ''] = accessToken.split('.');
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
      amr: unknown;
      iat: number;
    };
  }

  it('is the second in which it was given, not the next', async () => {
    const { amr } = await claimsAfter(`'2026-01-02T03:04:05.9Z'`);
    const timestamp = Date.parse('2026-01-02T03:04:05Z') / 1000;
    expect(amr).toEqual([{ method: 'password', timestamp }]);
  });

  it('is never after the token, also where the clock of the database is ahead', async () => {
    const { amr, iat } = await claimsAfter(`now() + interval '1 minute'`);
    expect(amr).toEqual([{ method: 'password', timestamp: iat }]);
  });
});
