import { describe, expect, test } from 'vitest';
import { members, shareRestService } from '../testing/rest-service.ts';

const setup = `
  create table public.seats (id int primary key, row_name text, taken boolean not null default false);
  insert into public.seats values (1, 'A', false), (2, 'B', true), (3, 'C', false);
  create function public.add(a int, b int default 10) returns int language sql immutable as 'select a + b';
  create function public.greet() returns text language sql stable as $$select 'สวัสดี'$$;
  create function public.nothing() returns text language sql stable as 'select null::text';
  create function public.numbers(up_to int) returns setof int language sql stable
    as 'select generate_series(1, up_to)';
  create function public.free_seats() returns setof public.seats language sql stable
    as 'select * from public.seats where not taken';
  create function public.seat(seat_id int) returns public.seats language sql stable
    as 'select * from public.seats where id = seat_id';
  create function public.pairs() returns table (k text, v int) language sql stable
    as $$values ('x', 1), ('y', 2)$$;
  create function public.one_column() returns table (k text) language sql stable as $$values ('x')$$;
  create function public.split(inout amount int, out half numeric) language sql immutable
    as 'select amount, amount / 2.0';
  create function public.join_all(variadic words text[]) returns text language sql immutable
    as $$select array_to_string(words, '-')$$;
  create function public.sum_of(list int[]) returns bigint language sql immutable
    as 'select sum(x) from unnest(list) x';
  create function public.echo(json) returns json language sql immutable as 'select $1';
  create function public.kind(x int) returns text language sql immutable as $$select 'int'$$;
  create function public.kind(y text) returns text language sql immutable as $$select 'text'$$;
  create function public.vague(a int) returns int language sql immutable as 'select a';
  create function public.vague(a text) returns int language sql immutable as 'select 1';
  create function public.shout(text) returns text language sql immutable as 'select upper($1)';
  create function public.weigh(jsonb) returns int language sql immutable as $$select ($1 ->> 'kg')::int$$;
  create function public.weigh() returns int language sql immutable as 'select 0';
  create function public.unnamed(int) returns int language sql immutable as 'select $1';
  create function public.several() returns int language sql immutable as 'select 0';
  create function public.several(text default '') returns int language sql immutable as 'select 1';
  create function public.take(seat_id int) returns void language sql volatile
    as 'update public.seats set taken = true where id = seat_id';
  create function public.take_some() returns setof public.seats language sql volatile
    as $$update public.seats set row_name = row_name || '!' returning *$$;
  create function public.teapot() returns void language plpgsql as $$
    begin raise sqlstate 'PT418' using message = 'short and stout', hint = 'tip me over', detail = 'a pot'; end $$;
  create function public.sold_out() returns void language plpgsql as $$
    begin raise exception 'Sold out' using hint = 'Try another day'; end $$;
  create function public.full_control() returns void language plpgsql as $$
    begin raise sqlstate 'PGRST' using
      message = '{"code": "SEATS", "message": "No seats", "details": "d", "hint": "h"}',
      detail = '{"status": 423, "headers": {"X-Seat": "none"}}'; end $$;
  create function public.broken_control() returns void language plpgsql as $$
    begin raise sqlstate 'PGRST' using message = 'not json'; end $$;
  create function public.accepted() returns text language sql as $$
    select set_config('response.status', '202', true);
    select set_config('response.headers', '[{"X-Queue": "7"}]', true);
    select 'later' $$;
  create function public.bad_headers() returns void language sql as
    $$select set_config('response.headers', '{"a": "b"}', true)$$;
  create function public.about_me() returns json language sql stable as $$
    select json_build_object(
      'method', current_setting('request.method'), 'path', current_setting('request.path'),
      'role', current_user, 'sub', current_setting('request.jwt.claims')::json ->> 'sub',
      'greeting', current_setting('request.headers')::json ->> 'x-greeting',
      'read_only', current_setting('transaction_read_only')) $$;
  create function extensions.twice(a int) returns int language sql immutable as 'select a * 2';
  create function public.four_times(a int) returns int language plpgsql as 'begin return twice(twice(a)); end';
  grant execute on all functions in schema public to anon, authenticated, service_role;
  create function public.members_only() returns int language sql as 'select 1';
  revoke execute on function public.members_only() from public;
  grant execute on function public.members_only() to authenticated;
  grant select, update on public.seats to anon, authenticated, service_role;`;

const service = shareRestService({ setup });

const { nattaya } = members;

const post = (name: string, args?: unknown, headers: Record<string, string> = {}) =>
  service.request(nattaya, `/rpc/${name}`, {
    method: 'POST',
    headers,
    ...(args === undefined ? {} : { body: JSON.stringify(args) }),
  });
const get = (path: string, init: RequestInit = {}) =>
  service.request(nattaya, `/rpc/${path}`, init);
const taken = () => service.test.sql('select id from public.seats where taken order by id');

describe('what a call answers', () => {
  test.each([
    ['add', { a: 1 }, 11],
    ['add', { b: 2, a: 1 }, 3],
    ['add', { a: '4', b: null }, null],
    ['greet', {}, 'สวัสดี'],
    ['nothing', {}, null],
    ['numbers', { up_to: 3 }, [1, 2, 3]],
    ['numbers', { up_to: 0 }, []],
    [
      'free_seats',
      {},
      [
        { id: 1, row_name: 'A', taken: false },
        { id: 3, row_name: 'C', taken: false },
      ],
    ],
    ['seat', { seat_id: 2 }, { id: 2, row_name: 'B', taken: true }],
    [
      'pairs',
      {},
      [
        { k: 'x', v: 1 },
        { k: 'y', v: 2 },
      ],
    ],
    ['one_column', {}, [{ k: 'x' }]],
    ['split', { amount: 5 }, { amount: 5, half: 2.5 }],
    ['join_all', { words: ['a', 'b,c', 'd"e'] }, 'a-b,c-d"e'],
    ['sum_of', { list: [1, 2, 3] }, 6],
    ['echo', [1, { deep: null }], [1, { deep: null }]],
    ['echo', { any: 'object' }, { any: 'object' }],
    ['kind', { x: 1 }, 'int'],
    ['kind', { y: 'a' }, 'text'],
    ['four_times', { a: 3 }, 12],
  ])('%s %j', async (name, args, expected) => {
    const response = await post(name, args);
    expect([response.status, await response.json()]).toEqual([200, expected]);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('a void function answers 204 and does its work', async () => {
    const client = await service.client(nattaya);
    expect(await client.rpc('take', { seat_id: 1 })).toMatchObject({
      data: null,
      error: null,
      status: 204,
    });
    expect(await taken()).toEqual([{ id: 1 }, { id: 2 }]);
    await service.test.sql('update public.seats set taken = id = 2');
  });

  test('its rows can be selected, filtered, ordered, limited and counted', async () => {
    const client = await service.client(nattaya);
    const { data, count, status } = await client
      .rpc('free_seats', {}, { count: 'exact' })
      .select('name:row_name')
      .gt('id', 0)
      .order('id', { ascending: false })
      .limit(1);
    expect({ data, count, status }).toEqual({ data: [{ name: 'C' }], count: 2, status: 206 });
    const single = await client.rpc('free_seats').eq('id', 3).single();
    expect(single.data).toMatchObject({ id: 3 });
    const head = await client.rpc('free_seats', {}, { head: true, count: 'exact' });
    expect(head).toMatchObject({ count: 2, data: null, error: null });
  });

  test('too many or too few rows undo what the function did', async () => {
    const names = () => service.test.sql('select row_name from public.seats order by id');
    const before = await names();
    const single = await post('take_some', {}, { accept: 'application/vnd.pgrst.object+json' });
    expect([single.status, await single.json()]).toMatchObject([406, { code: 'PGRST116' }]);
    const strict = await post('take_some', {}, { prefer: 'handling=strict, max-affected=2' });
    expect([strict.status, await strict.json()]).toMatchObject([400, { code: 'PGRST124' }]);
    const scalar = await post('greet', {}, { prefer: 'handling=strict, max-affected=2' });
    expect([scalar.status, await scalar.json()]).toMatchObject([400, { code: 'PGRST128' }]);
    expect(await names()).toEqual(before);
  });

  test('a function sees who calls, how and with which headers', async () => {
    const response = await post('about_me', {}, { 'x-greeting': 'hello' });
    expect(await response.json()).toEqual({
      method: 'POST',
      path: '/rpc/about_me',
      role: 'authenticated',
      sub: nattaya.id,
      greeting: 'hello',
      read_only: 'on',
    });
  });

  test('a function may choose status and headers, for its own answer only', async () => {
    const response = await post('accepted');
    expect([response.status, response.headers.get('x-queue')]).toEqual([202, '7']);
    const others = await Promise.all(Array.from({ length: 12 }, () => post('greet')));
    expect(others.every(({ status, headers }) => status === 200 && !headers.has('x-queue'))).toBe(
      true,
    );
    const bad = await post('bad_headers');
    expect([bad.status, await bad.json()]).toMatchObject([500, { code: 'PGRST111' }]);
  });
});

describe('calls by GET', () => {
  test('take their arguments from the query, and filters beside them', async () => {
    expect(await (await get('add?a=1&b=5')).json()).toBe(6);
    expect(await (await get('sum_of?list={1,2}')).json()).toBe(3);
    expect(await (await get('join_all?words=a&words=b,c')).json()).toBe('a-b,c');
    expect(await (await get('free_seats?id=eq.3&select=row_name')).json()).toEqual([
      { row_name: 'C' },
    ]);
    const client = await service.client(nattaya);
    expect((await client.rpc('add', { a: 2 }, { get: true })).data).toBe(12);
    const head = await get('greet', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('may not write, whatever the function would', async () => {
    const response = await get('take?seat_id=3');
    expect([response.status, await response.json()]).toMatchObject([405, { code: '25006' }]);
    expect(await taken()).toEqual([{ id: 2 }]);
  });

  test.each(['PATCH', 'PUT', 'DELETE'])('%s is no way to call', async (method) => {
    const response = await get('greet', { method });
    expect([response.status, await response.json()]).toMatchObject([
      405,
      { code: 'PGRST101', message: `Cannot use the ${method} method on RPC` },
    ]);
  });
});

describe('an argument without a name', () => {
  test.each([
    ['shout', { '': 'sold out' }, 'SOLD OUT'],
    ['weigh', { '': { kg: 7 } }, 7],
    ['weigh', { kg: 9 }, 9],
    ['weigh', {}, 0],
  ])(
    'is the value under the empty key, or the whole body as JSON: %s(%j)',
    async (name, body, result) => {
      expect(await (await post(name, body)).json()).toBe(result);
    },
  );

  test('of a type that no body has makes a function that cannot be called', async () => {
    const response = await post('unnamed', { '': 1 });
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { code: 'PGRST202', hint: null },
    ]);
  });

  test('may be left out where it has a default, which may leave the choice open', async () => {
    const response = await post('several', {});
    expect([response.status, await response.json()]).toMatchObject([
      300,
      {
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: public.several(), public.several( => text)',
      },
    ]);
  });
});

describe('what a call is refused with', () => {
  test('an unknown function, with the nearest name', async () => {
    const response = await post('gret', { loud: true });
    expect([response.status, await response.json()]).toEqual([
      404,
      {
        code: 'PGRST202',
        message: 'Could not find the function public.gret(loud) in the schema cache',
        details:
          'Searched for the function public.gret with parameter loud or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.greet',
      },
    ]);
  });

  test('the wrong arguments, with the right ones', async () => {
    const response = await post('add', { b: 1, c: 2 });
    expect([response.status, await response.json()]).toMatchObject([
      404,
      {
        code: 'PGRST202',
        message: 'Could not find the function public.add(b, c) in the schema cache',
        hint: 'Perhaps you meant to call the function public.add(a, b)',
      },
    ]);
    const none = await get('add');
    expect(await none.json()).toMatchObject({
      message: 'Could not find the function public.add without parameters in the schema cache',
      details:
        'Searched for the function public.add without parameters, but no matches were found in the schema cache.',
    });
  });

  test('an ambiguous function', async () => {
    const response = await post('vague', { a: 1 });
    expect([response.status, await response.json()]).toMatchObject([
      300,
      {
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: public.vague(a => integer), public.vague(a => text)',
      },
    ]);
  });

  test('what the function raises, as it raises it', async () => {
    const plain = await post('sold_out');
    expect([plain.status, await plain.json()]).toEqual([
      400,
      { code: 'P0001', details: null, hint: 'Try another day', message: 'Sold out' },
    ]);
    const chosen = await post('teapot');
    expect([chosen.status, await chosen.json()]).toEqual([
      418,
      { code: 'PT418', details: 'a pot', hint: 'tip me over', message: 'short and stout' },
    ]);
    const full = await post('full_control');
    expect([full.status, full.headers.get('x-seat'), await full.json()]).toEqual([
      423,
      'none',
      { code: 'SEATS', details: 'd', hint: 'h', message: 'No seats' },
    ]);
    const broken = await post('broken_control');
    expect([broken.status, await broken.json()]).toMatchObject([500, { code: 'PGRST121' }]);
  });

  test('a visitor who may not call', async () => {
    const response = await service.request('visitor', '/rpc/members_only', { method: 'POST' });
    expect([response.status, await response.json()]).toMatchObject([401, { code: '42501' }]);
  });

  test('an argument of the wrong type', async () => {
    const response = await post('add', { a: 'many' });
    expect([response.status, await response.json()]).toMatchObject([400, { code: '22P02' }]);
  });
});
