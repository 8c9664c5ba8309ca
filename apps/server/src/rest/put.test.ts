import { beforeEach, expect, test } from 'vitest';
import { shareRestService } from '../testing/rest-service.ts';

const setup = `
  create table public.seats (
    flight text, number int, name text not null default 'free', note text, primary key (flight, number));
  create table public.notes (text text);
  grant select, insert, update on public.seats, public.notes to service_role;`;

const service = shareRestService({ setup });
beforeEach(() =>
  service.test.sql(`truncate public.seats;
    insert into public.seats values ('TG1', 1, 'Malee', 'window')`),
);

const seats = () =>
  service.test.sql('select flight, number, name, note from public.seats order by 1, 2');

async function put(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await service.request('service', path, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? '' : (JSON.parse(text) as unknown),
  };
}

const full = { prefer: 'return=representation' };

test('makes the row that its address names: 204, or 201 with it', async () => {
  const quiet = await put('/seats?flight=eq.TG1&number=eq.2', { flight: 'TG1', number: 2 });
  expect([quiet.status, quiet.body, quiet.headers.get('content-range')]).toEqual([204, '', null]);
  const shown = await put(
    '/seats?flight=eq.TG1&number=eq.3&select=name',
    { flight: 'TG1', number: 3 },
    full,
  );
  expect([shown.status, shown.body]).toEqual([201, [{ name: 'free' }]]);
  expect(await seats()).toHaveLength(3);
});

test('replaces the row that is there: 204, or 200 with it', async () => {
  const row = { flight: 'TG1', number: 1, name: 'Somchai', note: null };
  expect((await put('/seats?flight=eq.TG1&number=eq.1', row)).status).toBe(204);
  expect(await seats()).toEqual([row]);
  const single = { ...full, accept: 'application/vnd.pgrst.object+json' };
  const shown = await put('/seats?number=eq.1&flight=eq.TG1', { ...row, name: 'Nok' }, single);
  expect([shown.status, shown.body]).toEqual([200, { ...row, name: 'Nok' }]);
  expect(shown.headers.get('preference-applied')).toBe('return=representation');
});

test.each([
  ['a part of the key', '?flight=eq.TG1'],
  ['no key', ''],
  ['more than the key', '?flight=eq.TG1&number=eq.1&name=eq.x'],
  ['another operator', '?flight=eq.TG1&number=gte.1'],
  ['a negation', '?flight=eq.TG1&number=not.eq.1'],
  ['a column twice', '?flight=eq.TG1&flight=eq.TG1'],
])('refuses an address with %s', async (_, query) => {
  const refused = await put(`/seats${query}`, { flight: 'TG1', number: 1 });
  expect([refused.status, refused.body]).toMatchObject([405, { code: 'PGRST105' }]);
});

test('refuses a table without a key', async () => {
  const refused = await put('/notes?text=eq.x', { text: 'x' });
  expect([refused.status, refused.body]).toMatchObject([405, { code: 'PGRST105' }]);
});

test('refuses a range', async () => {
  const refused = await put('/seats?flight=eq.TG1&number=eq.1&limit=1', {
    flight: 'TG1',
    number: 1,
  });
  expect([refused.status, refused.body]).toMatchObject([400, { code: 'PGRST114' }]);
});

test.each([
  ['another key', { flight: 'TG1', number: 2, name: 'Nok' }],
  ['no key', { name: 'Nok' }],
  ['no row', []],
  [
    'the row twice',
    [
      { flight: 'TG1', number: 1 },
      { flight: 'TG1', number: 2 },
      { flight: 'X', number: 1 },
    ].slice(1),
  ],
])('refuses a body with %s, and changes nothing', async (_, body) => {
  const before = await seats();
  const refused = await put('/seats?flight=eq.TG1&number=eq.1', body);
  expect([refused.status, refused.body]).toMatchObject([400, { code: 'PGRST115' }]);
  expect(await seats()).toEqual(before);
});
