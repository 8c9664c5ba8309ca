import { describe, expect, test } from 'vitest';
import { filmSchema } from '../testing/film-schema.ts';
import { shareRestService } from '../testing/rest-service.ts';

const service = shareRestService({ setup: filmSchema, allowTx: true });

async function get(path: string): Promise<unknown> {
  return (await service.request('service', path)).json();
}

async function status(path: string): Promise<number> {
  return (await service.request('service', path)).status;
}

describe('an embedded resource', () => {
  test.each([
    [
      'many-to-one: an object or null',
      '/films?select=title,directors(name)&id=in.(3,4)&order=id',
      [
        { title: 'Nang Nak', directors: { name: 'Nonzee' } },
        { title: 'Lost Reel', directors: null },
      ],
    ],
    [
      'one-to-many: an array',
      '/directors?select=name,films(title)&order=id&films.order=id.desc',
      [
        { name: 'Cherd', films: [{ title: 'Muen and Rid' }, { title: 'The Adulterer' }] },
        { name: 'Nonzee', films: [{ title: 'Nang Nak' }] },
        { name: 'Pen-Ek', films: [] },
      ],
    ],
    [
      'one-to-one, from either side',
      '/films?select=id,specs(minutes,films(title))&id=lt.3&order=id',
      [
        { id: 1, specs: { minutes: 128, films: { title: 'The Adulterer' } } },
        { id: 2, specs: null },
      ],
    ],
    [
      'many-to-many, through a junction',
      '/actors?select=name,films(title)&id=eq.1&films.order=id',
      [{ name: 'Sorapong', films: [{ title: 'The Adulterer' }, { title: 'Muen and Rid' }] }],
    ],
    [
      'of the same table, by its name the many and by the column the one',
      '/staff?select=name,staff(name),boss_id(name)&id=eq.2',
      [{ name: 'Boon', staff: [{ name: 'Dao' }], boss_id: { name: 'Ann' } }],
    ],
    [
      'with an alias, a hint by constraint, column or junction',
      '/orders?select=bill:addresses!orders_billing_fkey(street),ship:addresses!shipping_id(street)&id=eq.1',
      [{ bill: { street: 'Sathorn' }, ship: { street: 'Silom' } }],
    ],
    [
      'named by its constraint',
      '/orders?select=orders_billing_fkey(id)&id=eq.2',
      [{ orders_billing_fkey: { id: 2 } }],
    ],
    [
      'through the junction that is named',
      '/films?select=actors!roles(name)&id=eq.1',
      [{ actors: [{ name: 'Sorapong' }] }],
    ],
    [
      'of a view and in a view, and through a view of a view',
      '/old_films?select=name,directors(name,old_films(id),oldest_films(id))',
      [
        {
          name: 'The Adulterer',
          directors: { name: 'Cherd', old_films: [{ id: 1 }], oldest_films: [{ id: 1 }] },
        },
      ],
    ],
    [
      'of the rows of a function',
      '/rpc/films_since?since=1995&select=title,directors(name)',
      [{ title: 'Nang Nak', directors: { name: 'Nonzee' } }],
    ],
    [
      'nested, filtered, ordered and limited at each level',
      '/directors?select=name,films(title,roles(character,actors(name)))&id=eq.1&films.year=gt.1980&films.roles.order=character&films.roles.limit=1&films.roles.actors.name=like.S*',
      [
        {
          name: 'Cherd',
          films: [{ title: 'Muen and Rid', roles: [{ character: 'Muen', actors: null }] }],
        },
      ],
    ],
    [
      'with a group of conditions and an offset',
      '/actors?select=roles(character)&id=eq.1&roles.or=(character.eq.Thon,character.eq.Rid)&roles.order=character&roles.offset=1',
      [{ roles: [{ character: 'Thon' }] }],
    ],
    [
      'without columns, only to filter by',
      '/directors?select=name,films!inner()&films.year=gt.1995',
      [{ name: 'Nonzee' }],
    ],
  ])('%s', async (_kind, path, rows) => {
    expect(await get(path)).toEqual(rows);
  });

  test.each([
    ['/directors?select=name,films!inner(title)&films.year=gt.1995', ['Nonzee']],
    ['/directors?select=name,films(title)&films=is.null', ['Pen-Ek']],
    ['/directors?select=name,films(title)&films=not.is.null&order=id', ['Cherd', 'Nonzee']],
    [
      '/directors?select=name,films(title)&or=(films.is.null,id.eq.1)&order=id',
      ['Cherd', 'Pen-Ek'],
    ],
    [
      '/directors?select=name,films!inner(roles!inner(character))&films.roles.character=eq.Nak',
      ['Nonzee'],
    ],
  ])('decides which rows are returned, and counted: %s', async (path, names) => {
    const response = await service.request('service', path, { headers: { prefer: 'count=exact' } });
    const rows = (await response.json()) as { name: string }[];
    expect(rows.map(({ name }) => name)).toEqual(names);
    expect(response.headers.get('content-range')).toBe(`0-${names.length - 1}/${names.length}`);
  });

  test('is counted by its name alone, although aggregates are off', async () => {
    expect(await get('/directors?select=name,films(count)&order=id&limit=1')).toEqual([
      { name: 'Cherd', films: [{ count: 2 }] },
    ]);
  });

  test('is told from a parent of a similar name', async () => {
    expect(await get('/films_1?select=id,films(title)')).toEqual([
      { id: 7, films: { title: 'Nang Nak' } },
    ]);
  });

  test('orders the rows by a column of its one row', async () => {
    expect(
      await get('/films?select=id,directors(name)&order=directors(name).desc.nullslast,id&limit=3'),
    ).toMatchObject([{ id: 3 }, { id: 1 }, { id: 2 }]);
  });

  test('spreads its columns over the parent, or lists them', async () => {
    expect(await get('/films?select=title,...directors(director:name)&id=gt.2&order=id')).toEqual([
      { title: 'Nang Nak', director: 'Nonzee' },
      { title: 'Lost Reel', director: null },
    ]);
    expect(await get('/directors?select=name,...films(title,year)&id=eq.1&films.order=id')).toEqual(
      [{ name: 'Cherd', title: ['The Adulterer', 'Muen and Rid'], year: [1972, 1994] }],
    );
    expect(
      await get(
        '/roles?select=character,...films(title,...directors(name))&film_id=eq.3&order=character',
      ),
    ).toEqual([
      { character: 'Mak', title: 'Nang Nak', name: 'Nonzee' },
      { character: 'Nak', title: 'Nang Nak', name: 'Nonzee' },
    ]);
  });

  test('comes with what an insert, update, upsert or delete returns, which it does not narrow', async () => {
    const prefer = 'return=representation, tx=rollback';
    const write = async (method: string, path: string, body?: unknown, more = '') => {
      const headers = { prefer: prefer + more };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      return (await service.request('service', path, { method, headers, ...sent })).json();
    };
    const select = 'select=title,directors(name),roles(character)';
    const film = { id: 9, title: 'New', director_id: 3 };
    const expected = [{ title: 'New', directors: { name: 'Pen-Ek' }, roles: [] }];
    expect(await write('POST', `/films?${select}`, film)).toEqual(expected);
    const merge = ', resolution=merge-duplicates';
    expect(await write('POST', `/films?${select}`, film, merge)).toEqual(expected);
    expect(await write('PATCH', `/films?${select}&id=eq.3`, { title: 'Nak' })).toMatchObject([
      { title: 'Nak', directors: { name: 'Nonzee' }, roles: [{}, {}] },
    ]);
    expect(await write('DELETE', '/specs?select=minutes,films(title)&film_id=eq.1')).toEqual([
      { minutes: 128, films: { title: 'The Adulterer' } },
    ]);
    expect(
      await write('PATCH', '/films?select=title,lead(name),shout&id=eq.3', { title: 'Nak' }),
    ).toEqual([{ title: 'Nak', lead: { name: 'Intira' }, shout: 'NAK' }]);
  });

  test('is one object with an object as the response, and keeps null keys out where asked', async () => {
    const response = await service.request(
      'service',
      '/films?select=title,year,specs(minutes)&id=eq.4',
      {
        headers: { accept: 'application/vnd.pgrst.object+json;nulls=stripped' },
      },
    );
    expect(await response.json()).toEqual({ title: 'Lost Reel' });
  });

  test('reaches the unmodified client', async () => {
    const client = await service.client('service');
    const { data, error } = await client
      .from('directors')
      .select('name, films!inner(title, actors(name))')
      .gt('films.year', 1995)
      .order('title', { referencedTable: 'films' })
      .limit(1, { referencedTable: 'films' });
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        name: 'Nonzee',
        films: [{ title: 'Nang Nak', actors: [{ name: 'Intira' }, { name: 'Winai' }] }],
      },
    ]);
  });
});

/** The path to a resource that is embedded in itself at each level. */
const pathOf = (levels: number) => Array.from({ length: levels }, () => 'boss').join('.');

describe('resources nested many levels deep', () => {
  test('are tested any number of times at each level', async () => {
    const levels = Array.from({ length: 9 }, (_, index) => index);
    const select = levels.reduce((inner) => `id,boss:boss_id(${inner})`, 'id');
    const tests = (test: string) => Array.from({ length: 6 }, () => `boss.${test}`).join();
    const either = `(${tests('is.null')},${tests('not.is.null')})`;
    const query = levels.map(
      (level) => `${[pathOf(level), 'or'].filter(Boolean).join('.')}=${either}`,
    );
    expect(await get(`/staff?select=${select}&${query.join('&')}&id=eq.2`)).toMatchObject([
      { id: 2, boss: { id: 1, boss: null } },
    ]);
    const all = levels.map((level) => `${pathOf(level + 1)}=not.is.null`).join('&');
    expect(await get(`/staff?select=${select}&${all}&${all}&${all}`)).toEqual([]);
  });

  test('spread several columns from each level', async () => {
    const levels = Array.from({ length: 8 }, (_, index) => 8 - index);
    const select = levels.reduce(
      (inner, level) => `a${level}:id,b${level}:id,c${level}:id,...boss_id(${inner})`,
      'id',
    );
    const [row] = (await get(`/staff?select=${select}&id=eq.4`)) as [Record<string, unknown>];
    expect(row).toMatchObject({ a1: 4, b1: 4, a2: 2, c2: 2, b3: 1, a4: null, c8: null, id: null });
  });

  test('order by each other', async () => {
    const levels = Array.from({ length: 5 }, (_, index) => index);
    const select = levels.reduce((inner) => `id,boss:boss_id!inner(${inner})`, 'id');
    const terms = Array.from({ length: 5 }, () => 'boss(id)').join();
    const query = levels.map(
      (level) => `${[pathOf(level), 'order'].filter(Boolean).join('.')}=${terms}`,
    );
    expect(await get(`/staff?select=${select}&${query.join('&')}`)).toEqual([]);
  });

  test('are refused where their SQL is too long', async () => {
    const select = Array.from({ length: 50 }, (_, index) => `a${index}:directors(id)`).join();
    const tests = Array.from({ length: 190 }, () => 'directors.name=neq.x').join('&');
    expect(await get(`/films?select=${select}&${tests}`)).toMatchObject({
      code: 'PGRST100',
      message: 'The query is too large',
    });
  });

  test('are refused where they need too many subqueries', async () => {
    const select = Array.from({ length: 20 }).reduce<string>(
      (inner) => `id,boss:boss_id!inner(${inner})`,
      'id',
    );
    expect(await get(`/staff?select=${select}`)).toMatchObject({
      code: 'PGRST100',
      message: 'The query needs more than 150 subqueries',
    });
  });
});

describe('a function of a row', () => {
  test('is a computed relationship, to one row or many', async () => {
    expect(await get('/films?select=title,lead(name)&id=gt.2&order=id')).toEqual([
      { title: 'Nang Nak', lead: { name: 'Intira' } },
      { title: 'Lost Reel', lead: null },
    ]);
    expect(await get('/directors?select=name,early_films(title,lead(name))&id=eq.1')).toEqual([
      { name: 'Cherd', early_films: [{ title: 'The Adulterer', lead: { name: 'Sorapong' } }] },
    ]);
  });

  test('is a computed field, selected, filtered and ordered by', async () => {
    expect(
      await get('/films?select=shout&shout=like.*N*&id=lt.4&id=gt.1&order=shout.desc&limit=2'),
    ).toEqual([{ shout: 'NANG NAK' }, { shout: 'MUEN AND RID' }]);
    expect(await get('/films?id=eq.1')).toEqual([
      { id: 1, title: 'The Adulterer', year: 1972, director_id: 1 },
    ]);
    expect(await get('/rpc/films_since?since=1995&select=shout')).toEqual([{ shout: 'NANG NAK' }]);
  });
});

describe('what cannot be embedded', () => {
  test('says which relationships there are to choose from', async () => {
    expect(await status('/orders?select=addresses(street)')).toBe(300);
    expect(await get('/orders?select=addresses(street)')).toEqual({
      code: 'PGRST201',
      message:
        "Could not embed because more than one relationship was found for 'orders' and 'addresses'",
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'orders with addresses',
          relationship: 'orders_billing_fkey using orders(billing_id) and addresses(id)',
        },
        {
          cardinality: 'many-to-one',
          embedding: 'orders with addresses',
          relationship: 'orders_shipping_fkey using orders(shipping_id) and addresses(id)',
        },
      ],
      hint: "Try changing 'addresses' to one of the following: 'addresses!orders_billing_fkey', 'addresses!orders_shipping_fkey'. Find the desired relationship in the 'details' key.",
    });
  });

  test.each([
    [
      '/orders?select=addresses!orders_billing_fkey(*),addresses!orders_shipping_fkey(*)',
      'orders_addresses_1',
    ],
    ['/orders?select=at:addresses!billing_id(id),at:addresses!shipping_id(id)', 'orders_at_1'],
    ['/films?select=directors(name),...directors(id)', 'films_directors_1'],
    ['/directors?select=films(roles(character),roles(actor_id))', 'films_roles_2'],
  ])('two resources of one name are an error: %s', async (path, name) => {
    expect(await status(path)).toBe(400);
    expect(await get(path)).toEqual({
      code: '42712',
      message: `table name "${name}" specified more than once`,
      details: null,
      hint: null,
    });
  });

  test('a resource without columns may have the name of another', async () => {
    const path =
      '/orders?select=addresses!orders_billing_fkey(id),addresses!orders_shipping_fkey()&id=eq.1';
    expect(await get(path)).toEqual([{ addresses: { id: 1 } }]);
  });

  test('names the nearest resource where there is no relationship', async () => {
    expect(await get('/films?select=director(name)')).toEqual({
      code: 'PGRST200',
      message: "Could not find a relationship between 'films' and 'director' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'films' and 'director' in the schema 'public', but no matches were found.",
      hint: "Perhaps you meant 'directors' instead of 'director'.",
    });
    expect(await get('/films?select=directors!nope(name)')).toMatchObject({
      code: 'PGRST200',
      details:
        "Searched for a foreign key relationship between 'films' and 'directors' using the hint 'nope' in the schema 'public', but no matches were found.",
    });
  });

  test.each([
    [
      '/films?select=title&directors.name=eq.x',
      'PGRST108',
      "'directors' is not an embedded resource in this request",
    ],
    [
      '/films?select=title&order=directors(name)',
      'PGRST108',
      "'directors' is not an embedded resource in this request",
    ],
    [
      '/directors?select=films(title)&order=films(title)',
      'PGRST118',
      "A related order on 'films' is not possible",
    ],
    [
      '/films?select=directors(name)&directors=eq.1',
      'PGRST120',
      "Bad operator on the 'directors' embedded resource",
    ],
    ['/films?select=directors(nope)', '42703', 'column directors_1.nope does not exist'],
    ['/films?select=id.sum()', 'PGRST123', 'Use of aggregate functions is not allowed'],
  ])('%s is %s', async (path, code, message) => {
    expect(await status(path)).toBe(400);
    expect(await get(path)).toMatchObject({ code, message });
  });

  test('a list for each row of each list ends with the statement timeout', async () => {
    const levels = Array.from({ length: 4 }).reduce<string>((inner) => `thousand(${inner})`, 'id');
    const answer = await service.request('visitor', `/actors?id=eq.1&select=${levels}`);
    expect(await answer.json()).toMatchObject({ code: '57014' });
    expect(answer.status).toBe(500);
  });

  test('more than fifty resources are too many', async () => {
    const select = Array.from({ length: 51 }, (_, index) => `a${index}:directors(name)`).join(',');
    expect(await get(`/films?select=${select}`)).toMatchObject({ code: 'PGRST100' });
  });
});
