// Some hundred malformed requests; `npm run drill -- malformed` sends 10,000.
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTokens, serviceKey } from '../http/jwt.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';
import { fuzzRuns } from '../testing/variations.ts';

const runs = fuzzRuns(800);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const timeout = 60_000 + runs * 100;
const member = { email: 'member@example.com', password: 'river-dusk' };

/** Every path of the auth service; `:id` is an account, `:factor` one of its factors. */
const endpoints = [
  ...['GET /health', 'GET /settings', 'GET /.well-known/jwks.json', 'POST /signup', 'POST /otp'],
  ...['password', 'refresh_token', 'pkce', 'id_token'].map(
    (kind) => `POST /token?grant_type=${kind}`,
  ),
  ...[
    'POST /recover',
    'POST /magiclink',
    'POST /resend',
    'POST /verify',
    'GET /verify',
    'HEAD /verify',
  ],
  ...['POST /token?grant_type=web3', 'GET /authorize', 'POST /sso', 'GET /sso/saml/metadata'],
  ...['GET /user/identities/authorize', 'DELETE /user/identities/:id'],
  ...['POST /logout', 'GET /user', 'PUT /user', 'GET /reauthenticate', 'POST /factors'],
  ...['POST /factors/:factor/challenge', 'POST /factors/:factor/verify', 'DELETE /factors/:factor'],
  ...['GET /admin/users', 'POST /admin/users', 'GET /admin/users/:id', 'PUT /admin/users/:id'],
  ...['DELETE /admin/users/:factor', 'GET /admin/users/:id/factors', 'GET /admin/audit'],
  ...['DELETE /admin/users/:id/factors/:factor', 'POST /invite', 'POST /admin/generate_link'],
];

const fields = [
  ...[
    'email',
    'phone',
    'password',
    'data',
    'type',
    'token',
    'token_hash',
    'refresh_token',
    'nonce',
  ],
  ...[
    'code',
    'challenge_id',
    'friendly_name',
    'factor_type',
    'issuer',
    'auth_code',
    'code_verifier',
  ],
  ...['code_challenge', 'code_challenge_method', 'create_user', 'redirect_to', 'new_email', 'role'],
  ...['user_metadata', 'app_metadata', 'ban_duration', 'email_confirm', 'password_hash', 'id'],
  ...['should_soft_delete', 'gotrue_meta_security', 'options', '__proto__', 'constructor'],
];
const parameters = [
  'scope',
  'type',
  'token',
  'token_hash',
  'redirect_to',
  'page',
  'per_page',
  'filter',
];

const nasty = fc.oneof(
  fc.constantFrom(
    ...[
      `' or 1=1; drop schema auth cascade; --`,
      '$1',
      '\u0000',
      'a@b.co\u0000',
      '\ud800',
      '%00',
      '%ff',
      '%zz',
      '..',
    ],
    ...[
      'x\r\nset-cookie: a=b',
      'a@example.com\r\nBcc: x@example.com',
      'ก้\u202e\ufeff',
      '🛫'.repeat(99),
    ],
    ...[
      '-1',
      '1e999',
      '9223372036854775808',
      'NaN',
      '',
      ' ',
      'true',
      'signup',
      'email',
      'email_change',
    ],
    ...['{{7*7}}', '<script>alert(1)</script>', '../../etc/passwd', 'http://evil.example/'],
    member.email,
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer({ min: 1, max: 200_000 }).map((length) => 'x'.repeat(length)),
);
const json = fc.oneof(
  { weight: 3, arbitrary: nasty.map((text) => JSON.stringify(text)) },
  fc.constantFrom(
    'null',
    'true',
    '-0',
    '1e999',
    '[]',
    '{}',
    '[[[[]]]]',
    '{"a":{"b":[null]}}',
    '"\\ud800"',
  ),
  fc.json({ maxDepth: 4 }),
  fc.integer({ min: 10, max: 20_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
);
const object = fc
  .array(fc.tuple(fc.constantFrom(...fields), json), { maxLength: 6 })
  .map((entries) => `{${entries.map(([key, value]) => `"${key}":${value}`).join(',')}}`);
const body = fc.oneof(
  { weight: 5, arbitrary: object },
  { weight: 2, arbitrary: json },
  { weight: 2, arbitrary: object.map((text) => text.slice(0, text.length / 2)) },
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constant('x'.repeat(1_048_577)),
  fc.constant(''),
);

interface Malformed {
  readonly endpoint: string;
  readonly caller: 'none' | 'visitor' | 'member' | 'service' | 'forged';
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly type: string;
  readonly header: string;
  readonly body: string;
}

const malformed: fc.Arbitrary<Malformed> = fc.record({
  endpoint: fc.constantFrom(...endpoints),
  caller: fc.constantFrom('none', 'visitor', 'member', 'service', 'service', 'forged'),
  path: fc.oneof({ weight: 5, arbitrary: fc.constant('') }, nasty),
  query: fc.array(fc.tuple(fc.constantFrom(...parameters), nasty), { maxLength: 2 }),
  type: fc.constantFrom(
    ...['application/json', 'application/json', 'application/json;charset=UTF-8', 'text/plain'],
    ...['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json;charset=x'],
    ...['a', '/', 'a/b/c', '@/;', '"', 'a; charset', 'application/x-www-form-urlencoded @'],
  ),
  header: fc.constantFrom(
    ...[
      '',
      'X-Supabase-Api-Version: 2024-01-01',
      'X-Supabase-Api-Version: x',
      'Accept-Language: \t;q=x',
    ],
    ...[
      'X-Forwarded-For: 1;drop',
      'Redirect_to: //evil.example',
      'Bad header',
      'Content-Encoding: gzip',
    ],
  ),
  body,
});

let backend: TestBackend;
let keys: Record<Malformed['caller'], string>;
let id: string;

beforeAll(async () => {
  backend = await startTestBackend();
  const service = await serviceKey(createTokens({ secret: backend.config.jwtSecret }));
  const forged = `${service.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`;
  keys = { none: '', visitor: backend.anonKey, member: '', service, forged };
});
beforeEach(async () => {
  const post = async (path: string, key: string, sent: object) => {
    const response = await fetch(`${backend.url}/auth/v1${path}`, {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { id?: string; access_token?: string };
  };
  id = (await post('/admin/users', keys.service, { ...member, email_confirm: true })).id ?? '';
  const session = await post('/token?grant_type=password', keys.visitor, member);
  keys = { ...keys, member: session.access_token ?? '' };
});
afterAll(async () => {
  await backend.close();
});

/** A text as part of a URL: lone surrogates are replaced, broken escapes stay. */
function escaped(text: string): string {
  return text.startsWith('%') ? text.slice(0, 3) : encodeURIComponent(Buffer.from(text).toString());
}

/** The request as raw text, because HTTP clients would reject it. */
function written({ endpoint, caller, path, query, type, header, body: sent }: Malformed): Buffer {
  const [method = '', pattern = ''] = endpoint.split(' ');
  const target = path === '' ? id : escaped(path).slice(0, 3000);
  const address = pattern.replace(':id', id).replace(':factor', target);
  const pairs = query.map(([name, value]) => `${name}=${escaped(value)}`);
  const search = pairs.length === 0 ? '' : `${address.includes('?') ? '&' : '?'}${pairs.join('&')}`;
  const key = keys[caller];
  const bytes = Buffer.from(sent);
  const head = [
    `${method} /auth/v1${address}${search.slice(0, 9000)} HTTP/1.1`,
    'host: x',
    'connection: close',
    ...(key === '' ? [] : [`apikey: ${key}`, `authorization: Bearer ${key}`]),
    ...(header === '' ? [] : [header]),
    ...(method === 'GET' || method === 'HEAD'
      ? []
      : [`content-type: ${type}`, `content-length: ${String(bytes.length)}`]),
  ].join('\r\n');
  const carried = method === 'GET' || method === 'HEAD' ? [] : [bytes];
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), ...carried]);
}

async function answerTo(request: Malformed): Promise<string> {
  const socket = connect(Number(new URL(backend.url).port), '127.0.0.1');
  // The server may close the connection while a rejected body is still being sent.
  socket.on('error', () => undefined);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(written(request));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

test('malformed requests are refused, never answered by a failure', { timeout }, async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(malformed, async (request) => {
      const answer = await answerTo(request);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
      expect(answer).not.toMatch(
        /node_modules|\.[tj]s:\d|\n\s+at |syntax error|violates|auth\.users/,
      );
      expect(answer).not.toMatch(/^set-cookie: a=b/im);
    }),
    { numRuns: runs, seed },
  );
  expect(statuses.get(400)).toBeGreaterThan(runs / 10);
  const health = await fetch(`${backend.url}/health`);
  expect(health.status).toBe(200);
});
