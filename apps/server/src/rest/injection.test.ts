import { expect, test } from 'vitest';
import { shareRestService } from '../testing/rest-service.ts';

const canary = `
  create table public.canary (id int primary key, "we""ird" text, data jsonb, words text);
  insert into public.canary values (1, 'x', '{"a": {"b": 1}}', 'one');
  create function public.sing(note text) returns text language sql stable as 'select note';
  grant all on public.canary to service_role;
  grant execute on function public.sing(text) to service_role;`;

/** Each would end a quoted name, a literal, a call or a statement if it were interpolated. */
const attacks = [
  `"; drop table public.canary; --`,
  `'; drop table public.canary; --`,
  `id"; delete from public.canary; --`,
  `id") from public.canary; delete from public.canary; --`,
  `1); delete from public.canary; --`,
  `$1`,
  `$$; drop table public.canary; $$`,
  `\\'; drop table public.canary; --`,
  `id/**/union/**/select/**/1`,
  `public"."canary`,
  `x\u0000"; drop table public.canary; --`,
  `int) from public.canary; drop table public.canary; --`,
  `E'\\x27'`,
  `\u2019; drop table public.canary; --`,
];

const service = shareRestService({ setup: canary });

const e = encodeURIComponent;
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

const positions: Readonly<Record<string, (attack: string) => readonly [string, RequestInit?]>> = {
  table: (a) => [`/${e(a)}`],
  function: (a) => [`/rpc/${e(a)}`, { method: 'POST' }],
  'select name': (a) => [`/canary?select=${e(a)}`],
  'quoted select name': (a) => [`/canary?select=${e(quoted(a))}`],
  alias: (a) => [`/canary?select=${e(quoted(a))}:id`],
  cast: (a) => [`/canary?select=id::${e(a)}`],
  'json key': (a) => [`/canary?select=data->${e(quoted(a))}`],
  'filter name': (a) => [`/canary?${e(a)}=eq.1`],
  'quoted filter name': (a) => [`/canary?${e(quoted(a))}=eq.1`],
  'filter json key': (a) => [`/canary?${e(`data->>${quoted(a)}`)}=eq.1`],
  operator: (a) => [`/canary?id=${e(a)}.1`],
  value: (a) => [`/canary?words=eq.${e(a)}`],
  'pattern value': (a) => [`/canary?words=ilike.${e(a)}`],
  'array value': (a) => [`/canary?words=eq(any).${e(a)}`],
  'is value': (a) => [`/canary?words=is.${e(a)}`],
  'list value': (a) => [`/canary?words=in.(${e(quoted(a))})`],
  'search config': (a) => [`/canary?words=fts(${e(a)}).x`],
  'search value': (a) => [`/canary?words=fts.${e(a)}`],
  'group value': (a) => [`/canary?or=(words.eq.${e(quoted(a))},id.eq.2)`],
  'group name': (a) => [`/canary?or=(${e(quoted(a))}.eq.1)`],
  group: (a) => [`/canary?or=${e(a)}`],
  order: (a) => [`/canary?order=${e(a)}`],
  'quoted order': (a) => [`/canary?order=${e(quoted(a))}.desc`],
  'order direction': (a) => [`/canary?order=id.${e(a)}`],
  limit: (a) => [`/canary?limit=${e(a)}`],
  offset: (a) => [`/canary?offset=${e(a)}`],
  'call argument': (a) => [`/rpc/sing?note=${e(a)}`],
  'call argument name': (a) => [`/rpc/sing?${e(a)}=x`],
  'call body': (a) => ['/rpc/sing', { method: 'POST', body: JSON.stringify({ note: a }) }],
  'call body name': (a) => ['/rpc/sing', { method: 'POST', body: JSON.stringify({ [a]: 'x' }) }],
  'inserted name': (a) => [
    '/canary',
    { method: 'POST', body: JSON.stringify({ id: 1, [a]: 'x' }) },
  ],
  'inserted value': (a) => [
    '/canary',
    { method: 'POST', body: JSON.stringify({ id: 1, words: a }) },
  ],
  columns: (a) => [`/canary?columns=${e(quoted(a))}`, { method: 'POST', body: '[{"id": 1}]' }],
  'conflict target': (a) => [
    `/canary?on_conflict=${e(quoted(a))}`,
    { method: 'POST', body: '{"id": 1}', headers: { prefer: 'resolution=ignore-duplicates' } },
  ],
  'changed name': (a) => [
    '/canary?id=eq.2',
    { method: 'PATCH', body: JSON.stringify({ [a]: 'x' }) },
  ],
  'deleted value': (a) => [`/canary?id=eq.2&words=eq.${e(a)}`, { method: 'DELETE' }],
  profile: (a) => ['/canary', { headers: { 'accept-profile': e(a) } }],
  'time zone': (a) => ['/canary', { headers: { prefer: `timezone=${e(a)}` } }],
};

test.each(Object.entries(positions))('nothing gets through as %s', async (_name, request) => {
  for (const attack of attacks) {
    const [path, init] = request(attack);
    const response = await service.request('service', path, init);
    const answer = `${response.status} ${await response.text()}`;
    expect(answer).toMatch(/^(2\d\d |4\d\d \{"code":"(PGRST|22|23|42))/);
    // A syntax error of PostgreSQL would show that the attack was interpolated.
    expect(answer).not.toMatch(/"message":"(syntax error at|unterminated)/);
  }
  expect(await service.test.sql('select id, data, words from public.canary')).toEqual([
    { id: 1, data: { a: { b: 1 } }, words: 'one' },
  ]);
});

test('a column whose name holds a quote is a column like any other', async () => {
  const name = quoted('we"ird');
  const path = `/canary?select=${e(name)}&${e(name)}=eq.x&order=${e(name)}`;
  const response = await service.request('service', path);
  expect([response.status, await response.json()]).toEqual([200, [{ 'we"ird': 'x' }]]);
  const change = await service.request('service', '/canary?id=eq.1&select=id', {
    method: 'PATCH',
    body: '{"we\\"ird": "x"}',
    headers: { prefer: 'return=representation' },
  });
  expect(await change.json()).toEqual([{ id: 1 }]);
});

test('an alias may be any text and comes back as it was sent', async () => {
  const alias = `drop "table"; 'ไทย'`;
  const response = await service.request('service', `/canary?select=${e(quoted(alias))}:id`);
  expect(await response.json()).toEqual([{ [alias]: 1 }]);
});
