import { describe, expect, test, vi } from 'vitest';
import { members, startRestService, shareRestService } from '../testing/rest-service.ts';
import { SchemaWatch } from './schema-watch.ts';

/** `depot` is open to all roles, `staff` to members, and `vault` and `auth` are not exposed. */
const setup = `
  create schema depot;
  create schema staff;
  create schema vault;
  grant usage on schema depot, vault to anon, authenticated, service_role;
  grant usage on schema staff to authenticated, service_role;

  create table public.crates (id int primary key, label text);
  insert into public.crates values (1, 'public one');
  create table public.places (id int primary key);
  create function public.labels_of_crates() returns setof text language sql stable
    begin atomic select label from public.crates; end;
  create function public.how_many() returns bigint language plpgsql stable
    as 'begin return (select count(*) from crates); end';

  create type depot.size as enum ('small', 'large');
  create table depot.shelves (id int primary key, name text not null);
  create table depot.crates (
    id int primary key, weight numeric not null, size depot.size, shelf_id int references depot.shelves,
    place_id int references public.places, keeper uuid references auth.users);
  create table depot.tags (id int primary key, name text);
  create table public.crate_tags (
    crate_id int references depot.crates on delete cascade, tag_id int references depot.tags,
    primary key (crate_id, tag_id));
  create table vault.crate_keys (
    crate_id int references depot.crates on delete cascade, shelf_id int references depot.shelves,
    primary key (crate_id, shelf_id));
  insert into depot.shelves values (1, 'top'), (2, 'bottom');
  insert into depot.crates values (1, 2.5, 'small', 1), (2, 40, 'large', 2), (3, 1, null, 2);
  insert into depot.tags values (1, 'fragile');
  insert into public.crate_tags values (2, 1);
  create function depot.title(depot.crates) returns text language sql stable
    as $$select 'crate ' || $1.id$$;
  create function depot.neighbours(depot.crates) returns setof depot.crates language sql stable
    as 'select * from depot.crates c where c.shelf_id = $1.shelf_id and c.id <> $1.id';
  create function depot.how_many() returns bigint language plpgsql stable
    as 'begin return (select count(*) from crates); end';
  create function depot.lighter_than(kilos numeric) returns setof depot.crates language sql stable
    as 'select * from depot.crates where weight < kilos order by id';
  create table depot.journal (id int generated always as identity, event text);
  create function depot.note() returns trigger language plpgsql security definer
    as $$begin insert into journal (event) values (tg_op || ' ' || current_setting('search_path')); return null; end$$;
  create trigger note after insert on depot.tags for each row execute function depot.note();

  create table staff.rotas (id int primary key, owner uuid default auth.uid());
  insert into staff.rotas values (1, '${members.nattaya.id}'), (2, '${members.somchai.id}');
  alter table staff.rotas enable row level security;
  create policy "members read their own rota" on staff.rotas for select to authenticated
    using (owner = auth.uid());
  create function staff.on_duty() returns int language sql stable as 'select 1';
  create table vault.secrets (id int primary key);

  grant select on public.crates, public.crate_tags, staff.rotas to anon, authenticated, service_role;
  grant insert on staff.rotas to anon;
  grant select, insert, update, delete on all tables in schema depot, vault to anon, authenticated, service_role;
  grant execute on all functions in schema public, depot, staff to anon, authenticated, service_role;`;

const unknown = (name: string) => ({
  code: 'PGRST106',
  details: null,
  hint: 'Only the following schemas are exposed: public, depot, staff, later',
  message: `Invalid schema: ${name}`,
});

const service = shareRestService({ setup, schemas: ['public', 'depot', 'staff', 'later'] });

const depot = async () => (await service.client('visitor')).schema('depot');

/** Reads with a profile: status, the schema that the response names, and the body. */
async function read(path: string, profile?: string) {
  const headers = profile === undefined ? undefined : { 'accept-profile': profile };
  const response = await service.request('visitor', path, { ...(headers && { headers }) });
  return {
    status: response.status,
    profile: response.headers.get('content-profile'),
    body: await response.json(),
  };
}

describe('reads', () => {
  test('tables of the same name are told apart by the schema, cached or not', async () => {
    for (let round = 0; round < 2; round++) {
      expect(await read('/crates?id=eq.1')).toEqual({
        status: 200,
        profile: 'public',
        body: [{ id: 1, label: 'public one' }],
      });
      expect(await read('/crates?id=eq.1', 'depot')).toMatchObject({
        status: 200,
        profile: 'depot',
        body: [{ id: 1, weight: 2.5, shelf_id: 1 }],
      });
    }
  });

  test('the schema of a read is that of Accept-Profile alone', async () => {
    const headers = { 'content-profile': 'depot' };
    const response = await service.request('visitor', '/crates', { headers });
    expect(await response.json()).toEqual([{ id: 1, label: 'public one' }]);
  });

  test('the client reads with filters, counts and a single object', async () => {
    const client = await depot();
    const exact = await client.from('crates').select('id', { count: 'exact', head: true });
    expect([exact.status, exact.count]).toEqual([200, 3]);
    const planned = await client
      .from('crates')
      .select('id', { count: 'planned' })
      .eq('size', 'large');
    expect(planned.data).toEqual([{ id: 2 }]);
    expect(planned.count).toBeGreaterThan(0);
    const single = await client.from('shelves').select('name').eq('id', 2).single();
    expect(single.data).toEqual({ name: 'bottom' });
    const light = await client.from('crates').select('id').lt('weight', 2).csv();
    expect(light.data).toBe('id\n3');
  });

  test('a cast finds the types of the schema asked for', async () => {
    expect((await read('/shelves?select=name::size&limit=0', 'depot')).status).toBe(200);
    expect((await read('/crates?select=label::size&limit=0')).body).toMatchObject({
      code: '42704',
      message: 'type "size" does not exist',
    });
  });

  test('row security applies as in any schema', async () => {
    const client = await service.client(members.nattaya);
    const { data } = await client.schema('staff').from('rotas').select('id');
    expect(data).toEqual([{ id: 1 }]);
  });

  test('a new table is served as soon as it is created', async () => {
    await service.test.sql(
      'create table depot.pallets (id int); grant select on depot.pallets to anon',
    );
    await vi.waitFor(async () => expect((await read('/pallets', 'depot')).status).toBe(200), {
      timeout: 5000,
    });
    expect((await read('/pallets')).status).toBe(404);
  });
});

describe('embedding', () => {
  test('relates resources of the schema, by keys and by functions of a row', async () => {
    const { data, error } = await (
      await depot()
    )
      .from('crates')
      .select('id, title, shelves!inner(name, crates(id)), neighbours(id)')
      .eq('shelves.name', 'bottom')
      .order('id');
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        id: 2,
        title: 'crate 2',
        shelves: { name: 'bottom', crates: [{ id: 2 }, { id: 3 }] },
        neighbours: [{ id: 3 }],
      },
      {
        id: 3,
        title: 'crate 3',
        shelves: { name: 'bottom', crates: [{ id: 2 }, { id: 3 }] },
        neighbours: [{ id: 2 }],
      },
    ]);
  });

  test('a junction may be in another exposed schema', async () => {
    const { body } = await read('/crates?select=id,tags(name)&id=in.(1,2)&order=id', 'depot');
    expect(body).toEqual([
      { id: 1, tags: [] },
      { id: 2, tags: [{ name: 'fragile' }] },
    ]);
  });

  test.each(['places', 'users', 'crate_tags', 'crate_keys'])(
    'what is in another schema is not related: %s',
    async (name) => {
      expect(await read(`/crates?select=id,${name}(*)`, 'depot')).toMatchObject({
        status: 400,
        body: {
          code: 'PGRST200',
          details: `Searched for a foreign key relationship between 'crates' and '${name}' in the schema 'depot', but no matches were found.`,
        },
      });
    },
  );

  test('a junction that is not exposed relates nothing', async () => {
    const { body } = await read('/crates?select=id,shelves!crate_keys(name)', 'depot');
    expect(body).toMatchObject({ code: 'PGRST200' });
  });
});

describe('writes', () => {
  test('the client inserts, updates, upserts and deletes', async () => {
    const client = await depot();
    const inserted = await client.from('crates').insert({ id: 7, weight: 7 }).select('id, title');
    expect([inserted.status, inserted.data]).toEqual([201, [{ id: 7, title: 'crate 7' }]]);
    const updated = await client.from('crates').update({ shelf_id: 1 }).eq('id', 7);
    expect([updated.status, updated.error]).toEqual([204, null]);
    const upserted = await client
      .from('crates')
      .upsert([
        { id: 7, weight: 70 },
        { id: 8, weight: 8 },
      ])
      .select('id, weight, shelves(name)')
      .order('id');
    expect(upserted.data).toEqual([
      { id: 7, weight: 70, shelves: { name: 'top' } },
      { id: 8, weight: 8, shelves: null },
    ]);
    const removed = await client.from('crates').delete({ count: 'exact' }).gte('id', 7);
    expect([removed.status, removed.count]).toEqual([204, 2]);
    expect((await read('/crates?select=id')).body).toEqual([{ id: 1 }]);
  });

  test('PUT and the response name the schema of Content-Profile alone', async () => {
    const headers = {
      'accept-profile': 'public',
      'content-profile': 'depot',
      prefer: 'return=representation',
    };
    const body = JSON.stringify({ id: 9, name: 'middle' });
    const init = { method: 'PUT', headers, body };
    const response = await service.request('service', '/shelves?id=eq.9', init);
    expect([response.status, response.headers.get('content-profile')]).toEqual([201, 'depot']);
    const remove = { method: 'DELETE', headers: { 'content-profile': 'depot' } };
    const removed = await service.request('service', '/shelves?id=eq.9', remove);
    expect([removed.status, removed.headers.get('content-profile')]).toEqual([204, null]);
  });

  test('triggers find the schema in the search path, in a batch and in a transaction', async () => {
    const client = await depot();
    expect((await client.from('tags').insert({ id: 20 })).error).toBeNull();
    expect((await client.from('tags').insert({ id: 21 }).select().single()).error).toBeNull();
    const { data } = await client.from('journal').select('event').order('id');
    const event = 'INSERT "depot", public, extensions';
    expect(data).toEqual([{ event }, { event }]);
  });
});

describe('calls', () => {
  test('functions of the same name are told apart, and find the tables of their schema', async () => {
    const client = await service.client('visitor');
    for (let round = 0; round < 2; round++) {
      expect((await client.schema('depot').rpc('how_many')).data).toBe(3);
      expect((await client.rpc('how_many')).data).toBe(1);
      expect((await client.schema('depot').rpc('how_many', {}, { get: true })).data).toBe(3);
    }
  });

  test('rows of a call embed resources of the schema', async () => {
    const { data } = await (
      await depot()
    )
      .rpc('lighter_than', { kilos: 2 })
      .select('id, title, shelves(name)');
    expect(data).toEqual([{ id: 3, title: 'crate 3', shelves: { name: 'bottom' } }]);
  });
});

describe('a schema that is not exposed', () => {
  test.each(['auth', 'vault', 'extensions', 'pg_catalog', 'Depot', '', 'depot"', 'public, depot'])(
    'is refused by reads, writes and calls: %s',
    async (name) => {
      expect(await read('/secrets', name)).toEqual({
        status: 406,
        profile: null,
        body: unknown(name),
      });
      const headers = { 'content-profile': name };
      for (const path of ['/secrets', '/rpc/uid']) {
        const init = { method: 'POST', headers, body: '{}' };
        const response = await service.request('service', path, init);
        expect([response.status, await response.json()]).toEqual([406, unknown(name)]);
      }
    },
  );

  test.each(['secrets', 'users', 'auth.users', 'vault.secrets', 'depot.crates'])(
    'has no table in those that are: %s',
    async (name) => {
      for (const profile of ['public', 'depot'])
        expect(await read(`/${name}`, profile)).toMatchObject({
          status: 404,
          body: {
            code: 'PGRST205',
            message: `Could not find the table '${profile}.${name}' in the schema cache`,
          },
        });
    },
  );
});

describe('a schema the role may not use', () => {
  const denied = {
    code: '42501',
    details: null,
    hint: null,
    message: 'permission denied for schema staff',
  };

  test.each([
    ['GET', '/rotas'],
    ['GET', '/rpc/on_duty'],
    ['POST', '/rotas'],
    ['PATCH', '/rotas?id=eq.1'],
    ['DELETE', '/rotas?id=eq.1'],
    ['POST', '/rpc/on_duty'],
  ])('is refused as PostgreSQL does: %s %s', async (method, path) => {
    const init = {
      method,
      headers: { 'accept-profile': 'staff', 'content-profile': 'staff' },
      // It is refused before the body is read.
      ...(method === 'POST' && path === '/rotas' && { body: 'no json' }),
      ...((method === 'PATCH' || path === '/rpc/on_duty') && method !== 'GET' && { body: '{}' }),
    };
    const response = await service.request('visitor', path, init);
    expect([response.status, await response.json()]).toEqual([401, denied]);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('is described without anything of it', async () => {
    const { body } = await read('/', 'staff');
    expect(body).toMatchObject({ definitions: {} });
    expect(Object.keys((body as { paths: object }).paths)).toEqual(['/']);
  });
});

describe('messages name the schema', () => {
  test('a table and a function that do not exist', async () => {
    const client = await depot();
    expect((await client.from('crate').select()).error).toMatchObject({
      code: 'PGRST205',
      message: "Could not find the table 'depot.crate' in the schema cache",
      hint: "Perhaps you meant the table 'depot.crates'",
    });
    expect((await client.rpc('labels_of_crates')).error).toMatchObject({
      code: 'PGRST202',
      message:
        'Could not find the function depot.labels_of_crates without parameters in the schema cache',
    });
    expect((await client.rpc('lighter_then', { kilos: 1 })).error).toMatchObject({
      code: 'PGRST202',
      message: 'Could not find the function depot.lighter_then(kilos) in the schema cache',
      hint: 'Perhaps you meant to call the function depot.lighter_than',
    });
  });

  test('OPTIONS asks about the schema of Accept-Profile', async () => {
    const ask = async (path: string, profile: string) => {
      const headers = { 'accept-profile': profile };
      const response = await service.request('visitor', path, { method: 'OPTIONS', headers });
      return [response.status, response.headers.get('allow')];
    };
    expect(await ask('/shelves', 'depot')).toEqual([200, 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE']);
    expect(await ask('/shelves', 'public')).toEqual([404, null]);
    expect(await ask('/shelves', 'vault')).toEqual([406, null]);
  });
});

test('the description is that of the schema asked for', async () => {
  const { profile, body } = await read('/', 'depot');
  expect(profile).toBe('depot');
  expect(body).toMatchObject({ info: { description: 'Schema depot' } });
  const { definitions, paths } = body as { definitions: object; paths: object };
  expect(Object.keys(definitions)).toEqual(expect.arrayContaining(['crates', 'shelves', 'tags']));
  expect(paths).toHaveProperty(['/rpc/lighter_than']);
  expect(definitions).not.toHaveProperty('bkk_airline_news');
  const plain = (await read('/')).body;
  expect(plain).toMatchObject({ info: { description: 'Schema public' } });
  expect(plain).not.toHaveProperty(['paths', '/shelves']);
});

test('the first schema is the default, and nothing of public is served unless it is listed', async () => {
  const only = await startRestService({ setup, schemas: ['depot'] });
  try {
    const response = await only.request('visitor', '/crates?select=title&id=eq.1');
    expect(await response.json()).toEqual([{ title: 'crate 1' }]);
    expect(response.headers.get('content-profile')).toBeNull();
    const call = await only.request('visitor', '/rpc/how_many');
    expect(await call.json()).toBe(3);
    const client = await only.client('visitor');
    expect((await client.from('bkk_airline_news').select()).error).toMatchObject({
      code: 'PGRST106',
      message: 'Invalid schema: public',
      hint: 'Only the following schemas are exposed: depot',
    });
  } finally {
    await only.close();
  }
});

describe('an exposed schema that does not exist', () => {
  test('is empty, and is served as soon as it is there', async () => {
    const missing = {
      status: 404,
      body: {
        code: 'PGRST205',
        message: "Could not find the table 'later.things' in the schema cache",
      },
    };
    expect(await read('/things', 'later')).toMatchObject(missing);
    expect((await read('/', 'later')).status).toBe(200);
    const init = { method: 'POST', headers: { 'content-profile': 'later' }, body: '{}' };
    expect((await service.request('visitor', '/things', init)).status).toBe(404);
    await service.test.sql(`
      create schema later;
      grant usage on schema later to anon;
      create table later.things (id int);
      grant select on later.things to anon;`);
    await vi.waitFor(
      async () =>
        expect(await read('/things', 'later')).toEqual({ status: 200, profile: 'later', body: [] }),
      { timeout: 5000 },
    );
  });

  test('is reported when the system catalogs are read', async () => {
    const missing: string[] = [];
    const watch = new SchemaWatch(service.test.database, {
      exposed: ['public', 'nowhere'],
      onFailure: (error) => expect.unreachable(String(error)),
      onMissing: (schema) => missing.push(schema),
    });
    await watch.start();
    await watch.stop();
    expect(missing).toEqual(['nowhere']);
  });
});
