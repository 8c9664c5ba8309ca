import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { pruneAccounts } from '../jobs/run-jobs.ts';
import { hashPassword } from './passwords.ts';

const password = 'river-dusk';

let open: AuthService;
let limited: AuthService;

beforeAll(async () => {
  open = await startAuthService();
  limited = await startAuthService({ rateLimit: true });
});
afterAll(async () => {
  await Promise.all([open.close(), limited.close()]);
});

type Body = Record<string, unknown>;

async function signUp(service: AuthService, body: unknown, headers: Record<string, string> = {}) {
  const response = await service.request('POST', '/signup', {
    body,
    headers: { 'x-supabase-api-version': '2024-01-01', ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Body,
  };
}

/** The structure of a response: keys and lengths without values. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value).map(([key, inner]) => [key, shape(inner)]);
}

function headerNames(headers: Headers): string[] {
  return [...headers.keys()].sort();
}

function countUsers(service: AuthService, email: string) {
  return service.test.sql(
    `select count(distinct u.id)::int as users, count(i.id)::int as identities
     from auth.users u left join auth.identities i on i.user_id = u.id where u.email = $1`,
    [email],
  );
}

describe('sign-up', () => {
  it('leaves a row as GoTrue leaves it, without what was typed', async () => {
    const email = 'row@example.com';
    await signUp(open, {
      email,
      password,
      data: { full_name: 'Row', sub: 'forged', email: 'forged' },
    });
    const [row] = await open.test.sql<Body>('select * from auth.users where email = $1', [email]);
    expect(row).toMatchObject({
      instance_id: '00000000-0000-0000-0000-000000000000',
      aud: 'authenticated',
      role: 'authenticated',
      email_confirmed_at: null,
      encrypted_password: '',
      recovery_token: '',
      email_change_token_new: '',
      email_change_token_current: '',
      email_change: '',
      phone: null,
      phone_change: '',
      phone_change_token: '',
      reauthentication_token: '',
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: {
        sub: row?.id,
        email,
        email_verified: false,
        phone_verified: false,
      },
      is_sso_user: false,
      is_anonymous: false,
    });
    expect(await countUsers(open, email)).toEqual([{ users: 1, identities: 1 }]);
  });

  it.each([
    [{ password }, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
    [{ email: '', password }, 422, 'anonymous_provider_disabled', /./],
    [
      { phone: '66812345678', password },
      400,
      'phone_provider_disabled',
      'Phone signups are disabled',
    ],
    [{ email: 'a@b.example', phone: '66', password }, 400, 'validation_failed', /Only an email/],
    [
      { email: 'no address', password },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [
      { email: 'a@b.example\r\nBcc: x@y.example', password },
      400,
      'validation_failed',
      /invalid format/,
    ],
    [
      { email: `${'a'.repeat(250)}@b.example`, password },
      400,
      'validation_failed',
      'An email address is too long',
    ],
    [{ email: 'a@b.example' }, 400, 'validation_failed', 'Signup requires a valid password'],
    [
      { email: 'a@b.example', password: '12345' },
      422,
      'weak_password',
      'Password should be at least 6 characters.',
    ],
    [
      { email: 'a@b.example', password: 'x'.repeat(73) },
      400,
      'validation_failed',
      'Password cannot be longer than 72 characters',
    ],
    [
      { email: 'a@b.example', password, data: { x: '\u0000' } },
      400,
      'validation_failed',
      /cannot be stored/,
    ],
    [
      { email: 'a@b.example', password: 123456 },
      400,
      'bad_json',
      /^Could not parse request body as JSON: password/,
    ],
    [{ email: 'a@b.example', password, data: 'text' }, 400, 'bad_json', /data/],
  ])('refuses %j', async (body, status, code, message) => {
    const answer = await signUp(open, body);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.body.message).toMatch(message);
    expect(answer.headers.get('x-sb-error-code')).toBe(code);
    expect(await countUsers(open, 'a@b.example')).toEqual([{ users: 0, identities: 0 }]);
  });

  it('without an address is refused by default, also by the client, in both bodies', async () => {
    const { error } = await open.client().auth.signInAnonymously();
    expect(error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' });
    expect((await signUp(open, {}, { 'x-supabase-api-version': '' })).body).toEqual({
      code: 422,
      error_code: 'anonymous_provider_disabled',
      msg: 'Anonymous sign-ins are disabled',
    });
    expect(await open.test.sql('select from auth.users where is_anonymous')).toEqual([]);
  });

  it('refuses metadata that is nested without end', async () => {
    for (const depth of [8_000, 200_000]) {
      const data = `{"x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      const text = `{"email":"a@b.example","password":"${password}","data":${data}}`;
      expect((await signUp(open, text)).status).toBe(400);
    }
  });

  it('tells why a password is weak, in both bodies', async () => {
    const asked = { email: 'a@b.example', password: '12345' };
    expect((await signUp(open, asked)).body).toEqual({
      code: 'weak_password',
      message: 'Password should be at least 6 characters.',
      weak_password: { reasons: ['length'] },
    });
    expect((await signUp(open, asked, { 'x-supabase-api-version': '' })).body).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: 'Password should be at least 6 characters.',
      weak_password: { reasons: ['length'] },
    });
  });

  it('of one new address by ten requests at once makes one account', async () => {
    const email = 'rush@example.com';
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => signUp(open, { email, password })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await countUsers(open, email)).toEqual([{ users: 1, identities: 1 }]);
  });
});

describe('sign-up of a known address', () => {
  it('looks like sign-up of a new one, whether it waits for its link, is confirmed or banned', async () => {
    const data = { full_name: 'สมหญิง', language: 'th' };
    const confirmed = await open.addMember(
      'confirmed@example.com',
      await hashPassword('first-one'),
    );
    await open.addMember('banned@example.com', await hashPassword('first-one'));
    await open.test.sql(
      `update auth.users set banned_until = 'infinity' where email = 'banned@example.com'`,
    );
    const fresh = await signUp(open, { email: 'waiting@example.com', password, data });
    const known = [
      await signUp(open, { email: 'waiting@example.com', password, data }),
      await signUp(open, { email: 'confirmed@example.com', password, data }),
      await signUp(open, { email: 'Banned@Example.com', password, data }),
    ];
    for (const answer of known) {
      expect(answer.status).toBe(fresh.status);
      expect(shape(answer.body)).toEqual(shape(fresh.body));
      expect(headerNames(answer.headers)).toEqual(headerNames(fresh.headers));
      expect(answer.body.identities).toHaveLength(1);
    }
    const ids = [fresh, ...known].map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(4);
    expect(ids.slice(1)).not.toContain(confirmed);
    for (const email of ['waiting', 'confirmed', 'banned']) {
      expect(await countUsers(open, `${email}@example.com`)).toEqual([{ users: 1, identities: 1 }]);
    }
  });

  it('sets no password, and mails a link only to an unconfirmed account', async () => {
    const client = open.client();
    await signUp(open, { email: 'keeps@example.com', password: 'first-one' });
    await signUp(open, { email: 'keeps@example.com', password: 'second-one' });
    await open.addMember('member@example.com', await hashPassword('first-one'));
    await signUp(open, { email: 'member@example.com', password: 'second-one' });
    const recipients = (await open.mails()).map(({ to }) => to?.[0]?.address);
    expect(recipients.filter((address) => address === 'keeps@example.com')).toHaveLength(2);
    expect(recipients).not.toContain('member@example.com');
    const confirmed = { email: 'member@example.com' };
    expect(
      (await client.auth.signInWithPassword({ ...confirmed, password: 'second-one' })).error?.code,
    ).toBe('email_not_confirmed');
    expect(
      (await client.auth.signInWithPassword({ ...confirmed, password: 'first-one' })).error,
    ).toBeNull();
    const keeps = { email: 'keeps@example.com' };
    for (const typed of ['first-one', 'second-one']) {
      const { data } = await client.auth.signInWithPassword({ ...keeps, password: typed });
      expect(data.session).toBeNull();
    }
  });
});

describe('a sign-in after a sign-up', () => {
  const kinds = ['unknown', 'waiting', 'confirmed', 'banned'] as const;
  const addressOf = (kind: string) => `${kind}@sign-in.example`;
  const own = 'own-dusk';
  const codeFor = async (kind: string, typed: string) => {
    const credentials = { email: addressOf(kind), password: typed };
    const { error } = await open.client().auth.signInWithPassword(credentials);
    return error?.code ?? null;
  };

  beforeEach(async () => {
    await open.test.sql(`delete from auth.users where email like '%@sign-in.example';
      delete from bkksiam_private.sign_up_passwords`);
    for (const kind of ['confirmed', 'banned']) {
      await open.addMember(addressOf(kind), await hashPassword(own));
    }
    await open.test.sql(`update auth.users set banned_until = 'infinity' where email = $1`, [
      addressOf('banned'),
    ]);
    await signUp(open, { email: addressOf('waiting'), password: own });
  });

  it.each(kinds)(
    'says that the address is not confirmed, by its password alone: %s',
    async (kind) => {
      await signUp(open, { email: addressOf(kind), password: 'typed-first' });
      expect(await codeFor(kind, 'typed-first')).toBe('email_not_confirmed');
      await signUp(open, { email: addressOf(kind), password });
      expect(await codeFor(kind, password)).toBe('email_not_confirmed');
      for (const other of ['typed-first', 'never-typed']) {
        expect(await codeFor(kind, other)).toBe('invalid_credentials');
      }
      expect(await codeFor('confirmed', own)).toBeNull();
      expect(await codeFor('banned', own)).toBe('user_banned');
    },
  );

  it.each(kinds)('says so for a week, whatever mails are asked for: %s', async (kind) => {
    const email = addressOf(kind);
    await signUp(open, { email, password });
    const pass = (days: number) =>
      open.test.sql(
        `update bkksiam_private.sign_up_passwords set created_at = created_at - make_interval(days => ${String(days)});
         update bkksiam_private.pending_confirmations set created_at = created_at - make_interval(days => ${String(days)})`,
      );
    await pass(6);
    for (const path of ['/resend', '/otp', '/recover']) {
      const body = { email, type: 'signup' };
      expect((await open.request('POST', path, { body })).status).toBe(200);
      expect(await codeFor(kind, password)).toBe('email_not_confirmed');
    }
    await pass(1);
    expect(await codeFor(kind, password)).toBe('invalid_credentials');
    await pruneAccounts(open.test.database);
    expect(
      await open.test.sql('select from bkksiam_private.sign_up_passwords where email = $1', [
        email,
      ]),
    ).toEqual([]);
  });

  it('of a taken address leaves nothing to redeem, and the account as it is', async () => {
    const email = addressOf('confirmed');
    const account = () =>
      open.test.sql('select u::text from auth.users u where email = $1', [email]);
    const before = await account();
    const mailsBefore = await open.mails();
    await signUp(open, { email, password });
    await open.request('POST', '/resend', { body: { email, type: 'signup' } });
    expect(await account()).toEqual(before);
    expect(await open.mails()).toEqual(mailsBefore);
    const proofs = `select token_hash from bkksiam_private.pending_confirmations where email = $1
      union all select token_hash from bkksiam_private.remaining_tokens where email = $1
      union all select token_hash from auth.one_time_tokens where relates_to = $1`;
    expect(await open.test.sql(proofs, [email])).toEqual([]);
  });

  it('ends with a proof of the mailbox', async () => {
    for (const kind of ['waiting', 'confirmed']) {
      await signUp(open, { email: addressOf(kind), password });
      await open.request('POST', '/otp', { body: { email: addressOf(kind) } });
      const { values } = await open.follow(await open.linkFor(addressOf(kind)));
      expect(values.has('access_token')).toBe(true);
      expect(await codeFor(kind, password)).toBe('invalid_credentials');
    }
    expect(await codeFor('confirmed', own)).toBeNull();
  });
});

describe('the wait between mails', () => {
  beforeEach(async () => {
    await limited.test.sql('delete from bkksiam_private.limits');
  });

  it('counts by the address as typed, known or not', async () => {
    await limited.addMember('known@example.com', await hashPassword('first-one'));
    for (const email of ['known@example.com', 'new@example.com']) {
      expect((await signUp(limited, { email, password })).status).toBe(200);
      const soon = await signUp(limited, { email: email.toUpperCase(), password });
      expect(soon.status).toBe(429);
      expect(soon.body.code).toBe('over_email_send_rate_limit');
      const seconds = Number(soon.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(55);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(soon.body.message).toBe(
        `For security purposes, you can only request this after ${String(seconds)} seconds.`,
      );
    }
  });

  it('ends', async () => {
    const email = 'patient@example.com';
    await signUp(limited, { email, password });
    expect((await signUp(limited, { email, password })).status).toBe(429);
    await limited.test.sql(
      `update bkksiam_private.limits set until = until - interval '1 minute' where until < now() + interval '1 minute'`,
    );
    expect((await signUp(limited, { email, password })).status).toBe(200);
    expect((await signUp(limited, { email, password })).status).toBe(429);
  });

  it('is the same for a new password, and does not block a sign-up', async () => {
    await limited.addMember('forgetful@example.com', await hashPassword('first-one'));
    for (const email of ['forgetful@example.com', 'nobody@example.com']) {
      const { auth } = limited.client();
      expect((await auth.resetPasswordForEmail(email)).error).toBeNull();
      const again = await auth.resetPasswordForEmail(email.toUpperCase());
      expect(again.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
      expect(again.error?.message).toMatch(
        /^For security purposes, you can only request this after \d+ seconds\.$/,
      );
      expect((await auth.signUp({ email, password })).error).toBeNull();
    }
  });

  it('is one for each kind of mail, whichever request asks for it', async () => {
    await limited.addMember('member@example.com', '');
    for (const email of ['member@example.com', 'nobody@example.com']) {
      for (const [path, other, type] of [
        ['/otp', '/recover', 'signup'],
        ['/resend', '/signup', 'signup'],
        ['/resend', '/resend', 'email_change'],
      ] as const) {
        const body = { email, password, type, create_user: false };
        expect((await limited.request('POST', path, { body })).status).toBe(200);
        for (const again of [path, other]) {
          const refused = await limited.request('POST', again, { body });
          expect(refused.status).toBe(429);
          expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
          expect(await refused.json()).toMatchObject({
            code: 429,
            error_code: 'over_email_send_rate_limit',
          });
        }
      }
    }
  });

  it('lets one of ten requests at once through', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => signUp(limited, { email: 'burst@example.com', password })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
  });

  it('is not started by a request that is refused, and keeps no address that could be read or guessed', async () => {
    const email = 'private@example.com';
    expect((await signUp(limited, { email, password: '12345' })).status).toBe(422);
    expect((await signUp(limited, { email, password })).status).toBe(200);
    const rows = await limited.test.sql('select key from bkksiam_private.limits');
    // The wait, the mails of an hour, and the asking network.
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/private|127/);
    const guesses = ['mail confirmation', 'mails', 'signup'].flatMap((limit) =>
      [email, '127.0.0.1'].map((subject) =>
        createHash('sha256').update(`${limit} ${subject}`).digest('hex'),
      ),
    );
    expect(rows.filter(({ key }) => guesses.includes(String(key)))).toEqual([]);
  });
});

describe('a mail that cannot be delivered', () => {
  it('does not fail the sign-up, and is logged without address or token', async () => {
    const lines: string[] = [];
    const broken = await startAuthService(
      {},
      {
        limitMs: 1000,
        deliver: (mail) =>
          Promise.reject(Object.assign(new Error(mail.text), { code: 'ECONNECTION' })),
      },
    );
    try {
      broken.app.log.error = (fields: unknown) => lines.push(JSON.stringify(fields));
      const answer = await signUp(broken, { email: 'unlucky@example.com', password });
      expect(answer.status).toBe(200);
      await broken.mails();
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain('ECONNECTION');
      expect(lines[0]).not.toMatch(/unlucky|token/);
    } finally {
      await broken.close();
    }
  });
});
