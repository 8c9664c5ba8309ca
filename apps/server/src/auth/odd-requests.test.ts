import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { hashPassword } from './passwords.ts';

const email = 'member@example.com';
const password = 'river-dusk';

let service: AuthService;
let id: string;
let member: string;

beforeAll(async () => {
  service = await startAuthService();
  id = await service.addMember(email, await hashPassword(password));
  const { data } = await service.client().auth.signInWithPassword({ email, password });
  member = data.session?.access_token ?? '';
});
afterAll(async () => {
  await service.close();
});

const deep = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

/** Values of every wrong type, as JSON text. */
const oddValues = [
  'null',
  'true',
  '-1',
  '1e999',
  '9007199254740993',
  '[]',
  '[null]',
  '{}',
  '{"__proto__":{"a":1},"constructor":1}',
  '{"a\\u0000b":"\\u0000"}',
  '{"a":"\\ud800"}',
  deep(3000),
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udfff\\ud83d"',
  '"ก้\\u202e\\ufeff\\ufffe"',
  '"a\\r\\nset-cookie: x=1"',
  `"' or 1=1; drop schema public; --"`,
  '"$1"',
  `"${'x'.repeat(70_000)}"`,
  '"99999999999999999999h"',
  '"-1h"',
  '"a@example.com\\u0000"',
  `"${'a'.repeat(250)}@example.com"`,
  '"00000000-0000-0000-0000-000000000000"',
];

type Caller = 'visitor' | 'member' | 'service';

const routes: readonly [Caller, string, string, Record<string, string>][] = [
  ['visitor', 'POST', '/signup', { email: '"odd@example.com"', password: '"x"', data: '{}' }],
  ['visitor', 'POST', '/token?grant_type=password', { email: `"${email}"`, password: '"y"' }],
  ['visitor', 'POST', '/token?grant_type=refresh_token', { refresh_token: '"abcdefghijkl"' }],
  ['visitor', 'POST', '/recover', { email: '"nobody@example.com"' }],
  ['visitor', 'POST', '/otp', { email: '"new@example.com"', data: '{}', create_user: 'true' }],
  ['visitor', 'POST', '/magiclink', { email: '"new@example.com"', data: '{}' }],
  ['visitor', 'POST', '/resend', { type: '"signup"', email: '"nobody@example.com"' }],
  ['visitor', 'POST', '/verify', { type: '"email"', email: `"${email}"`, token: '"123456"' }],
  ['visitor', 'POST', '/verify', { type: '"recovery"', token_hash: '"x"' }],
  ['member', 'PUT', '/user', { data: '{}', password: '"x"', email: '"x"', nonce: '""' }],
  [
    'service',
    'POST',
    '/admin/users',
    {
      email: '"made@example.com"',
      phone: '""',
      password: '"x"',
      password_hash: '""',
      user_metadata: '{}',
      app_metadata: '{}',
      role: '"authenticated"',
      ban_duration: '"none"',
      id: '""',
      email_confirm: 'true',
    },
  ],
  [
    'service',
    'PUT',
    '/admin/users/:id',
    {
      email: '""',
      phone: '""',
      password: '""',
      user_metadata: '{}',
      app_metadata: '{}',
      ban_duration: '""',
    },
  ],
  [
    'service',
    'DELETE',
    '/admin/users/11111111-2222-4333-8444-555555555555',
    { should_soft_delete: 'true' },
  ],
  ['service', 'POST', '/invite', { email: '"guest@example.com"', data: '{}' }],
  [
    'service',
    'POST',
    '/admin/generate_link',
    {
      type: '"magiclink"',
      email: '"guest@example.com"',
      password: '""',
      new_email: '""',
      data: '{}',
      redirect_to: '""',
    },
  ],
];

async function answerTo(caller: Caller, method: string, path: string, body?: string) {
  const bearer = { visitor: service.anon, member, service: service.serviceKey }[caller];
  const target = path.replace(':id', id);
  const response = await service.request(method, target, {
    bearer,
    ...(body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text() };
}

/** Whether the response is no failure and reveals no internals. */
function isClean({ status, text }: { status: number; text: string }): boolean {
  return status < 500 && !/node_modules|\.ts:\d|syntax error|auth\.users/.test(text);
}

describe('odd bodies', () => {
  it.each(routes)(
    'of a %s to %s %s are answered without a failure',
    async (caller, method, path, fields) => {
      const bodies = Object.keys(fields).flatMap((odd) =>
        oddValues.map((value) => {
          const entries = Object.entries({ ...fields, [odd]: value });
          return `{${entries.map(([key, json]) => `"${key}":${json}`).join(',')}}`;
        }),
      );
      bodies.push(
        '',
        '{',
        'null',
        '[]',
        '"x"',
        '1',
        '{"a":1}x',
        '\u0000',
        deep(100_000),
        ...oddValues,
      );
      const failed: string[] = [];
      for (let start = 0; start < bodies.length; start += 8) {
        const answers = await Promise.all(
          bodies.slice(start, start + 8).map(async (body) => {
            const answer = await answerTo(caller, method, path, body);
            return isClean(answer) ? null : `${answer.status} ${body.slice(0, 200)} ${answer.text}`;
          }),
        );
        failed.push(...answers.filter((line) => line !== null));
      }
      expect(failed).toEqual([]);
    },
  );
});

describe('odd content types', () => {
  beforeAll(async () => {
    await service.addMember('typed@example.com', await hashPassword(password));
  });

  it.each(['a', '/', 'a/b/c', 'application/json;', '@/json', 'text/plain', '"'])(
    'with %s the body is read as JSON',
    async (type) => {
      const body = JSON.stringify({ email: 'typed@example.com', password });
      const headers = { 'content-type': type };
      const signIn = await service.request('POST', '/token?grant_type=password', { body, headers });
      expect(signIn.status).toBe(200);
      const broken = await service.request('POST', '/recover', { body: '{', headers });
      expect(broken.status).toBe(400);
      expect(await broken.json()).toMatchObject({ error_code: 'bad_json' });
    },
  );

  it('with a form type the grant is read from the body, which is then no JSON', async () => {
    const response = await service.request('POST', '/token', {
      body: 'grant_type=nonsense',
      headers: { 'content-type': 'application/x-www-form-urlencoded @' },
    });
    expect(await response.json()).toMatchObject({ msg: 'unsupported_grant_type' });
  });
});

describe('odd addresses', () => {
  const odd = [
    '%00',
    '%ff',
    "'",
    '%27%20or%201=1--',
    '..%2f',
    '%F0%9F%92%A9',
    'a'.repeat(3000),
    '-1',
    '1e9',
  ];
  it.each(odd)('with %s are answered without a failure', async (value) => {
    const paths: readonly [Caller, string, string][] = [
      ['service', 'GET', `/admin/users?page=${value}`],
      ['service', 'GET', `/admin/users?per_page=${value}`],
      ['service', 'GET', `/admin/users?filter=${value}`],
      ['service', 'GET', `/admin/users/${value}`],
      ['service', 'DELETE', `/admin/users/${value}`],
      ['visitor', 'GET', `/verify?type=${value}&token=x`],
      ['visitor', 'GET', `/verify?type=email&token=${value}&redirect_to=${value}`],
      ['visitor', 'GET', `/verify?type=email&token=x&redirect_to=http%3A%2F%2F${value}`],
      ['member', 'POST', `/logout?scope=${value}x`],
      ['visitor', 'POST', `/token?grant_type=${value}`],
      ['visitor', 'POST', `/recover?redirect_to=${value}`],
    ];
    for (const [caller, method, path] of paths) {
      const answer = await answerTo(caller, method, path);
      expect(`${path} ${answer.text} ${isClean(answer)}`).toMatch(/true$/);
    }
  });
});

describe('afterwards', () => {
  it('the accounts are there', async () => {
    const { data, error } = await service.admin.auth.admin.getUserById(id);
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
  });
});
