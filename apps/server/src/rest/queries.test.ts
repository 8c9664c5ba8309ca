import { describe, expect, test } from 'vitest';
import { shareRestService } from '../testing/rest-service.ts';

const setup = `
  create table public.flights (
    id int primary key, code text, price numeric, full_house boolean, seats int,
    extras jsonb, tags text[], period int4range, "odd name" text, departs timestamptz
  );
  insert into public.flights values
    (1, 'TG 101', 900.50, true, null, '{"meal": "curry", "stops": [{"at": "SIN"}], "depth": 2}', '{red,eye}', '[1,5)', 'a', '2026-01-05 10:00+07'),
    (2, 'FD 3*9', 300, false, 4, '{"meal": null}', '{}', '[5,9)', 'b,c', '2026-01-04 10:00+07'),
    (3, 'a"b', null, null, 9, null, '{red}', null, 'd.e', '2026-01-03 10:00+07'),
    (4, 'ไทย (พิเศษ)', 300, true, 2, '{"meal": "rice", "stops": []}', null, '[2,3)', null, null);
  create view public.flight_codes as select id, code from public.flights;
  grant select on public.flights, public.flight_codes to service_role, anon;`;

const service = shareRestService({ setup, maxRows: 3 });

async function ids(query: string): Promise<unknown> {
  const response = await service.request('service', `/flights?select=id&order=id&${query}`);
  const body: unknown = await response.json();
  return Array.isArray(body) ? body.map(({ id }: { id: number }) => id) : body;
}

const encoded = (value: string) => encodeURIComponent(value);

describe('filters', () => {
  test.each([
    ['id=eq.2', [2]],
    ['id=neq.2', [1, 3, 4]],
    ['id=gt.3', [4]],
    ['id=gte.3', [3, 4]],
    ['id=lt.2', [1]],
    ['id=lte.2', [1, 2]],
    ['id=not.lte.2', [3, 4]],
    ['code=like.TG*', [1]],
    ['code=ilike.tg*', [1]],
    ['code=match.^[TF]', [1, 2]],
    ['code=imatch.^t', [1]],
    ['id=in.(1,3,77)', [1, 3]],
    ['id=not.in.(1,3)', [2, 4]],
    ['id=in.()', []],
    ['full_house=is.true', [1, 4]],
    ['full_house=is.FALSE', [2]],
    ['full_house=is.unknown', [3]],
    ['full_house=is.not_null', [1, 2, 4]],
    ['full_house=not.is.null', [1, 2, 4]],
    ['full_house=isdistinct.true', [2, 3]],
    ['tags=cs.{red}', [1, 3]],
    ['tags=cd.{red,blue}', [2, 3]],
    ['tags=ov.{eye}', [1]],
    ['extras=cs.{"meal":"curry"}', [1]],
    ['period=sl.[5,9)', [1, 4]],
    ['period=sr.[1,4)', [2]],
    ['period=nxr.[1,5)', [1, 4]],
    ['period=nxl.[2,3)', [2, 4]],
    ['period=adj.[1,5)', [2]],
    ['id=eq(any).{1,4}', [1, 4]],
    ['code=like(any).{TG*,FD*}', [1, 2]],
    ['code=ilike(all).{*1*,t*}', [1]],
    ['code=fts.tg', [1]],
    ['code=wfts(simple).tg 101', [1]],
    ['extras=plfts(english).curry', [1]],
    ['extras->>meal=eq.rice', [4]],
    ['extras->stops->0->>at=eq.SIN', [1]],
    ['extras->>depth=eq.2', [1]],
    ['extras->stops->-1->>at=eq.SIN', [1]],
    ['tags->>1=eq.eye', [1]],
    ['"odd name"=eq.a', [1]],
    ['odd name=eq.b,c', [2]],
    ['id=gte.2&id=lte.3', [2, 3]],
  ])('%s', async (query, expected) => {
    const [key = '', ...rest] = query.split('&')[0]?.split('=') ?? [];
    const more = query.includes('&') ? `&${query.split('&').slice(1).join('&')}` : '';
    expect(await ids(`${encoded(key)}=${encoded(rest.join('='))}${more}`)).toEqual(expected);
  });

  test('a value is taken as it stands to its end: quotes, dots, commas, parentheses, Thai', async () => {
    expect(await ids(`code=eq.${encoded('a"b')}`)).toEqual([3]);
    expect(await ids(`code=eq.${encoded('"TG 101"')}`)).toEqual([]);
    expect(await ids(`code=eq.${encoded('ไทย (พิเศษ)')}`)).toEqual([4]);
    expect(await ids(`code=eq.${encoded('FD 3*9')}`)).toEqual([2]);
  });

  test('a list can hold quoted values with commas, quotes and backslashes', async () => {
    const list = String.raw`("b,c","d.e","x\"\\")`;
    expect(await ids(`${encoded('odd name')}=in.${encoded(list)}`)).toEqual([2, 3]);
    expect(await ids(`code=in.${encoded(String.raw`("a\"b")`)}`)).toEqual([3]);
  });

  test('groups nest, negate and quote', async () => {
    expect(await ids('or=(id.eq.1,id.eq.4)')).toEqual([1, 4]);
    expect(await ids('not.or=(id.eq.1,id.eq.4)')).toEqual([2, 3]);
    expect(await ids('and=(id.gt.1,or(seats.gt.8,not.full_house.is.false))')).toEqual([3, 4]);
    expect(await ids('or=(and(id.gte.2,id.lte.3),not.and(id.lt.9))')).toEqual([2, 3]);
    expect(await ids(`or=(${encoded('code.eq."ไทย (พิเศษ)",odd name.eq."b,c"')})`)).toEqual([2, 4]);
    expect(await ids(`or=(${encoded('id.in.(1,2),tags.cs.{red,eye}')})`)).toEqual([1, 2]);
    expect(await ids('and=(not.id.eq.1,id.not.eq.2)')).toEqual([3, 4]);
    expect(await ids('or=(id.not.in.(1,2,3),extras->>meal.eq.curry)')).toEqual([1, 4]);
  });
});

describe('select and order', () => {
  const rows = async (query: string) =>
    (await service.request('service', `/flights?id=eq.1&${query}`)).json();

  test('renames, casts and reads inside JSON', async () => {
    const select = 'number:id::text,meal:extras->>meal,extras->stops->0->at,extras->depth,tags->0';
    expect(await rows(`select=${encoded(select)}`)).toEqual([
      { number: '1', meal: 'curry', at: 'SIN', depth: 2, tags: 'red' },
    ]);
  });

  test('a quoted name, spaces and a star', async () => {
    expect(await rows(`select=${encoded('"odd name", id')}`)).toEqual([{ 'odd name': 'a', id: 1 }]);
    const [row] = (await rows('select=*')) as Record<string, unknown>[];
    expect(Object.keys(row ?? {})).toHaveLength(10);
    expect(await rows('select=')).toEqual([row]);
  });

  test('numbers and times come out as PostgreSQL writes them', async () => {
    const response = await service.request('service', '/flights?id=eq.1&select=price,departs');
    expect(await response.text()).toBe('[{"price":900.50,"departs":"2026-01-05T03:00:00+00:00"}]');
  });

  test('a time zone can be requested', async () => {
    const response = await service.request('service', '/flights?id=eq.1&select=departs', {
      headers: { prefer: 'timezone=Asia/Bangkok' },
    });
    expect(await response.json()).toEqual([{ departs: '2026-01-05T10:00:00+07:00' }]);
    expect(response.headers.get('preference-applied')).toBe('timezone=Asia/Bangkok');
  });

  test.each([
    ['price', [2, 4, 1]],
    ['price.desc', [3, 1, 2]],
    ['price.desc.nullslast,id.desc', [1, 4, 2]],
    ['price.nullsfirst,id', [3, 2, 4]],
    ['extras->>meal.asc.nullslast', [1, 4, 2]],
  ])('order=%s', async (order, expected) => {
    const response = await service.request(
      'service',
      `/flights?select=id&order=${encoded(`${order},id`)}`,
    );
    const body = (await response.json()) as { id: number }[];
    expect(body.map(({ id }) => id)).toEqual(expected);
  });

  test('nulls can be left out', async () => {
    const response = await service.request(
      'service',
      '/flights?select=id,price,seats&id=gte.3&order=id',
      {
        headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
      },
    );
    expect(await response.json()).toEqual([
      { id: 3, seats: 9 },
      { id: 4, price: 300, seats: 2 },
    ]);
  });

  test('a view is read like a table', async () => {
    const response = await service.request('service', '/flight_codes?id=eq.1');
    expect(await response.json()).toEqual([{ id: 1, code: 'TG 101' }]);
  });
});

describe('ranges and counts', () => {
  const get = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
    service.request('service', `/flights?select=id&order=id&${query}`, { headers, method });
  const exact = { prefer: 'count=exact' };

  test('no answer holds more rows than the server allows', async () => {
    const response = await get('');
    expect(await response.json()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-range')).toBe('0-2/*');
    expect(await (await get('limit=100')).json()).toHaveLength(3);
  });

  test.each([
    ['', 206, '0-2/4'],
    ['offset=1', 206, '1-3/4'],
    ['limit=2&offset=1', 206, '1-2/4'],
    ['limit=0', 206, '*/4'],
    ['id=eq.99', 200, '*/0'],
    ['id=lt.3', 200, '0-1/2'],
    ['offset=4', 206, '*/4'],
  ])('a counted read of "%s" is a %i with %s, by GET and by HEAD', async (query, status, range) => {
    const read = await get(query, exact);
    expect([read.status, read.headers.get('content-range')]).toEqual([status, range]);
    expect(read.headers.get('preference-applied')).toBe('count=exact');
    const head = await get(query, exact, 'HEAD');
    expect([head.status, head.headers.get('content-range'), await head.text()]).toEqual([
      read.status,
      range,
      '',
    ]);
  });

  test('an offset behind the last row is a 416 only when rows are counted', async () => {
    const counted = await get('offset=9', exact);
    expect(counted.headers.get('content-range')).toBe('*/4');
    expect([counted.status, await counted.json()]).toEqual([
      416,
      {
        code: 'PGRST103',
        details: 'An offset of 9 was requested, but there are only 4 rows.',
        hint: null,
        message: 'Requested range not satisfiable',
      },
    ]);
    const plain = await get('offset=9');
    expect([plain.status, await plain.json()]).toEqual([200, []]);
  });

  test('a Range header works like limit and offset, and both together are what both allow', async () => {
    const ranged = await get('', { range: '1-2' });
    expect([await ranged.json(), ranged.headers.get('content-range')]).toEqual([
      [{ id: 2 }, { id: 3 }],
      '1-2/*',
    ]);
    expect(await (await get('limit=2', { range: '1-3' })).json()).toEqual([{ id: 2 }]);
    for (const [query, headers] of [
      ['limit=-1', {}],
      ['offset=-1', {}],
      ['', { range: '5-2' }],
    ] as const) {
      const refused = await get(query, headers);
      expect([refused.status, await refused.json()]).toMatchObject([416, { code: 'PGRST103' }]);
    }
  });
});
