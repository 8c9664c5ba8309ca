import { systemStatusFunction } from '@bkksiam/domain/system-status';
import fc from 'fast-check';
import type { RawRequest } from './raw-request.ts';

export const protocols = ['auth', 'rest', 'functions', 'store', 'site'] as const;
export type Protocol = (typeof protocols)[number];

export interface FuzzedRequest extends RawRequest {
  readonly protocol: Protocol;
  readonly caller: 'none' | 'visitor' | 'member' | 'admin' | 'service' | 'forged';
}

const inherited = Object.getOwnPropertyNames(Object.prototype);
const methods = [
  ...['GET', 'GET', 'GET', 'GET', 'POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'],
  ...['OPTIONS', 'PROPFIND', 'TRACE', 'SEARCH', 'LINK', 'FETCH'],
];

/** Route patterns; each parameter is replaced by fuzzed text. */
const paths: Readonly<Record<Protocol, readonly string[]>> = {
  auth: [
    ...['/signup', '/token', '/token', '/otp', '/recover', '/magiclink', '/resend', '/verify'],
    ...['/logout', '/user', '/reauthenticate', '/factors', '/factors/:x', '/factors/:x/verify'],
    ...['/settings', '/health', '/admin/users', '/admin/users/:x', '/admin/users/:x/factors'],
    ...['/invite', '/admin/generate_link', '/admin/audit', '/authorize', '/:x', '/:x/:x'],
  ].map((path) => `/auth/v1${path}`),
  rest: [
    ...['/', '/bkk_airline_news', '/bkk_airline_news', '/bkk_users', '/bkk_quote_requests'],
    ...['/rpc/bkk_is_admin', '/rpc/bkk_admin_set_role', '/rpc/:x', '/:x', '/:x/:x'],
  ].map((path) => `/rest/v1${path}`),
  functions: [
    ...['/admin-invite-user', '/admin-reset-password', '/admin-reset-factor', '/admin-delete-user'],
    ...[`/${systemStatusFunction}`, '/traveller-passport', '/:x', '/admin-invite-user/:x', '/'],
    ...['/search-flights', '/hold-flight', '/duffel-webhook', '/line-webhook'],
  ].map((path) => `/functions/v1${path}`),
  store: [
    ...['/products', '/products', '/products/:x', '/products/:x', '/products/palm-fan'],
    ...['/variants', '/variants', '/:x', '/products/:x/:x'],
  ]
    .map((path) => `/store/bkksiam${path}`)
    .concat('/store/:x', '/store/:x/products', '/store/'),
  site: [
    ...['/', '/news', '/store', '/login', '/dashboard', '/admin/users', '/product/palm-fan'],
    ...['/product/:x', '/booking/:x', '/:x', '/:x/:x', '//:x', '/assets/:x', '/product/:x/:x'],
    ...['/config.json', '/health', '/robots.txt', '/sitemap.xml', '/server/:x', '/auth/:x'],
    ...['/storage/v1/:x', '/realtime/v1/:x', '*', 'http://evil.example/:x'],
  ],
};

const names = [
  ...['select', 'order', 'limit', 'offset', 'and', 'or', 'not.and', 'columns', 'on_conflict', 'id'],
  ...['title', 'excerpt', 'ids[]', 'product_ids[]', 'sort_by', 'to_date', 'is_hidden', 'fields'],
  ...['grant_type', 'type', 'token', 'redirect_to', 'page', 'per_page', 'filter', 'email', 'data'],
  ...['password', 'role', 'user_id', 'user_metadata', 'gotrue_meta_security', 'options', 'code'],
];

/** Characters allowed in a request target: ASCII without spaces and control characters. */
const targetText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...inherited) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...['%', '%zz', '%00', 'a%00b', '%ff', '%c0%ae', '%ED%A0%80', '%e0%a4', '..%2f..', '%2e%2e'],
      ...['%252e', '%0d%0aset-cookie:a=b', '//', '..', '.', ';', '%F0%9F%9B%AB', '%E0%B8%81', ':'],
      ...['eq.1', 'eq.', 'in.(1,2', 'match.(.+)(.+)', 'fts.!!!x', 'is.', 'not.eq.null', 'cs.{'],
      ...['title->a', 'id.desc.nullsfirst', '(or(', '*', '-1', '1e9', '0000-01-01', '9999-12-31'],
      ...['password', 'refresh_token', 'pkce', '1', 'true', 'toString()', '{}', '[]', '$1', "'--"],
    ),
  },
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => encodeURIComponent(text)),
  fc.integer({ min: 1, max: 6000 }).map((length) => 'x'.repeat(length)),
);

const nastyText = fc.oneof(
  fc.constantFrom('\u0000', 'a\u0000b', '\ud800', '', ' ', 'a@example.com', '🛫', '__proto__', '0'),
  fc.constantFrom('a@example.com\r\nBcc: b@example.com', "' or 1=1--", '9'.repeat(400), 'NaN'),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const json = fc.oneof(
  { weight: 4, arbitrary: nastyText.map((text) => JSON.stringify(text)) },
  fc.constantFrom(
    'null',
    'true',
    '-0',
    '1e999',
    '[]',
    '{}',
    '"\\ud800"',
    '"\\u0000"',
    '{"a":[{}]}',
  ),
  fc.json({ maxDepth: 3 }),
);
const object = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.constantFrom(...inherited)), json), {
    maxLength: 6,
  })
  .map((entries) => `{${entries.map(([key, value]) => `"${key}":${value}`).join(',')}}`);
const body = fc.oneof(
  { weight: 30, arbitrary: object },
  { weight: 6, arbitrary: json },
  { weight: 6, arbitrary: fc.array(object, { maxLength: 3 }).map((all) => `[${all.join(',')}]`) },
  { weight: 4, arbitrary: object.map((text) => text.slice(0, text.length / 2)) },
  { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 6, arbitrary: fc.constantFrom('', 'id,title\n1,"x', 'a=b&__proto__[x]=1', '\ufeff{}') },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 10, max: 20_000 }).map((n) => '['.repeat(n) + ']'.repeat(n)),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_100_000 }).map((n) => 'x'.repeat(n)) },
);

const header = fc.constantFrom(
  ...[
    'a',
    '/',
    ';',
    'application/json',
    'application/json;charset=x',
    'text/csv',
    'a/b/c',
    '"',
  ].map((type) => `content-type: ${type}`),
  ...['application/json; charset=utf-8', 'application/x-www-form-urlencoded', ' ', '\u0001'].map(
    (type) => `content-type: ${type}`,
  ),
  ...['multipart/form-data', 'multipart/form-data; boundary=x', 'text/plain', '__proto__'].map(
    (type) => `content-type: ${type}`,
  ),
  ...inherited.map((name) => `${name}: 1`),
  ...['Accept: x/y;q=,', 'Accept: text/csv', 'Accept: application/vnd.pgrst.object+json'],
  ...[
    'Accept-Language: \t;q=x',
    'Accept-Encoding: br;q=x,',
    'Cookie: __proto__=1; %=%; bkksiam-theme',
  ],
  ...['Prefer: count=exact, __proto__=1', 'Prefer: ,=,;', 'Range: 9-2', 'Range-Unit: constructor'],
  ...['Accept-Profile: __proto__', 'Content-Profile: constructor', 'X-Supabase-Api-Version: x'],
  ...['If-None-Match: ", W/', 'If-Modified-Since: x', 'X-Forwarded-For: 1;drop', 'Expect: x'],
  ...['Content-Encoding: gzip', 'Transfer-Encoding: x', 'Upgrade: websocket', 'Bad header'],
  ...['Authorization: Bearer a.b.c', 'Authorization: x', 'apikey: __proto__', 'X-Request-Id: <a>'],
  ...['Origin: null', 'Access-Control-Request-Method: x', 'Redirect_to: //evil.example'],
);

const pair = fc
  .tuple(fc.oneof(fc.constantFrom(...names), targetText), targetText)
  .map(([name, value]) => `${name}=${value}`);

/** Malformed requests to every protocol, with names of `Object.prototype` as keys and identifiers. */
export const fuzzedRequests: fc.Arbitrary<FuzzedRequest> = fc
  .record({
    protocol: fc.constantFrom(...protocols),
    pick: fc.nat(),
    parts: fc.tuple(targetText, targetText),
    pairs: fc.array(pair, { maxLength: 3 }),
    method: fc.constantFrom(...methods),
    caller: fc.constantFrom('none', 'visitor', 'member', 'admin', 'admin', 'service', 'forged'),
    headers: fc.array(header, { maxLength: 3 }),
    body,
  })
  .map(({ protocol, pick, parts, pairs, method, caller, headers, body: sent }) => {
    const [first, second] = parts;
    const known = paths[protocol];
    const path = (known[pick % known.length] ?? '/').replace(':x', first).replace(':x', second);
    const target = path + (pairs.length === 0 ? '' : `?${pairs.join('&')}`);
    const sends = method !== 'GET' && method !== 'HEAD';
    return { protocol, caller, method, target, headers, body: sends ? sent : '' };
  });
