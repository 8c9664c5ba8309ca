import { beforeEach, describe, expect, test } from 'vitest';
import { shareRestService } from '../testing/rest-service.ts';

const setup = `
  create table public.guests (id int primary key, name text, vip boolean, tags text[], extra jsonb);
  grant select, insert, update, delete on public.guests to service_role;
  create function public.seat_numbers() returns setof text language sql stable
    as $$values ('1A'), ('1,B'), ('2 C')$$;
  create function public.guest_count() returns bigint language sql stable
    as 'select count(*) from public.guests';
  grant execute on all functions in schema public to service_role;`;

const service = shareRestService({ setup });
beforeEach(() =>
  service.test.sql(`truncate public.guests;
    insert into public.guests values
      (1, 'Nattaya "Nok"', true, '{a,b}', '{"k": 1}'), (2, '', false, null, null),
      (3, E'two\\nlines, a \\\\ and สวัสดี', null, '{}', 'null')`),
);

async function csv(path: string, init: RequestInit = {}) {
  const response = await service.request('service', path, {
    ...init,
    headers: { accept: 'text/csv', ...(init.headers as Record<string, string> | undefined) },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const send = (body: string, path = '/guests') =>
  service.request('service', path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/csv', prefer: 'return=representation' },
  });

describe('rows as a table', () => {
  test('each value as PostgreSQL writes it, quoted where it must be, nulls empty', async () => {
    const { status, headers, text } = await csv('/guests?order=id', {
      headers: { prefer: 'count=exact' },
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-range')).toBe('0-2/3');
    expect(text).toBe(
      [
        'id,name,vip,tags,extra',
        '1,"Nattaya ""Nok""",t,"{a,b}","{""k"": 1}"',
        '2,"",f,,',
        '3,"two\nlines, a \\ and สวัสดี",,{},null',
      ].join('\n'),
    );
  });

  test('selected columns under their aliases, and the heads alone when there is no row', async () => {
    expect((await csv('/guests?select=who:name,id&id=eq.2')).text).toBe('who,id\n"",2');
    expect((await csv('/guests?select=who:name,id&id=eq.9')).text).toBe('who,id');
  });

  test('what a write gives back', async () => {
    const { status, text } = await csv('/guests?id=eq.2&select=id,name', {
      method: 'DELETE',
      headers: { prefer: 'return=representation' },
    });
    expect([status, text]).toEqual([200, 'id,name\n2,""']);
  });

  test('what a function returns', async () => {
    expect((await csv('/rpc/seat_numbers')).text).toBe('pgrst_scalar\n1A\n"1,B"\n"2 C"');
    expect((await csv('/rpc/guest_count')).text).toBe('pgrst_scalar\n3');
  });
});

describe('a table as rows', () => {
  test('each line is a row, and NULL is no value', async () => {
    const response = await send('id,name,vip\n4,"a, ""b""",true\n5,NULL,NULL\n');
    expect([response.status, await response.json()]).toMatchObject([
      201,
      [
        { id: 4, name: 'a, "b"', vip: true },
        { id: 5, name: null, vip: null },
      ],
    ]);
  });

  test('heads alone are no rows', async () => {
    const response = await send('id,name\n');
    expect([response.status, await response.json()]).toEqual([201, []]);
  });

  test.each([
    ['a line that is too long', 'id,name\n4,a,b\n'],
    ['a line that is too short', 'id,name\n4\n'],
    ['an open quote', 'id,name\n4,"a\n'],
  ])('%s is refused whole', async (_, body) => {
    const response = await send(body);
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST102' }]);
    expect(await service.test.sql('select from public.guests')).toHaveLength(3);
  });

  test('a head that names no column is refused', async () => {
    const response = await send('id,nmae\n4,a\n');
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST204' }]);
  });
});
