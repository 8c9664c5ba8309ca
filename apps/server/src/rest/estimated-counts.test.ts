import { expect, test } from 'vitest';
import { members, shareRestService, type Caller } from '../testing/rest-service.ts';

const setup = `
  create table public.arrivals (id int primary key, late boolean not null);
  insert into public.arrivals select n, n % 4 = 0 from generate_series(1, 400) n;
  analyze public.arrivals;
  create function public.late_ones() returns setof public.arrivals language sql stable
    as 'select * from public.arrivals where late';
  grant select, update on public.arrivals to service_role;
  create view public.arrivals_desk as
    select * from public.arrivals where (select public.bkk_is_admin());
  grant select on public.arrivals_desk to authenticated;
  create table public.trips (id int primary key, is_mine boolean not null);
  insert into public.trips select n, n <= 3 from generate_series(1, 400) n;
  alter table public.trips enable row level security;
  create policy "own trips" on public.trips for select to authenticated using (is_mine);
  create view public.trips_seen with (security_invoker) as select * from public.trips;
  create table public.gates as select n as id from generate_series(1, 400) n;
  analyze public.trips, public.gates;
  grant select on public.trips, public.trips_seen, public.gates to authenticated, service_role;
  grant execute on function public.late_ones() to service_role;`;

const service = shareRestService({ setup, maxRows: 50 });

async function counted(path: string, count: string, method = 'GET') {
  const response = await service.request('service', path, {
    method,
    headers: { prefer: `count=${count}` },
    ...(method === 'PATCH' && { body: '{"late": true}' }),
  });
  expect(response.headers.get('preference-applied')).toContain(`count=${count}`);
  await response.text();
  return [response.status, response.headers.get('content-range')];
}

test.each(['GET', 'HEAD'])('planned: the total that the planner expects (%s)', async (method) => {
  expect(await counted('/arrivals?order=id', 'planned', method)).toEqual([206, '0-49/400']);
  expect(await counted('/arrivals?order=id&offset=390', 'planned', method)).toEqual([
    206,
    '390-399/400',
  ]);
  expect(await counted('/arrivals?late=is.true&limit=1', 'planned', method)).toEqual([
    206,
    '0-0/100',
  ]);
});

test('planned: never less than what has been seen', async () => {
  await service.test.sql(
    'create table public.fresh (id int); grant select on public.fresh to service_role',
  );
  await service.test.sql(
    'insert into public.fresh select generate_series(1, 3); analyze public.fresh',
  );
  await service.test.sql('insert into public.fresh select generate_series(4, 9)');
  await service.test.sql(`notify pgrst, 'reload schema'`);
  await expect
    .poll(() => service.request('service', '/fresh').then(({ status }) => status))
    .toBe(200);
  const [status, range] = await counted('/fresh', 'planned');
  expect([status, range]).toEqual([200, '0-8/9']);
});

test.each(['GET', 'HEAD'])(
  'estimated: exact up to the most rows of one answer, by the planner beyond (%s)',
  async (method) => {
    expect(await counted('/arrivals?id=lte.30&limit=10', 'estimated', method)).toEqual([
      206,
      '0-9/30',
    ]);
    expect(await counted('/arrivals?id=lte.50', 'estimated', method)).toEqual([200, '0-49/50']);
    expect(await counted('/arrivals', 'estimated', method)).toEqual([206, '0-49/400']);
    expect(await counted('/arrivals?id=eq.0', 'estimated', method)).toEqual([200, '*/0']);
  },
);

test('calls and writes are counted as they happen, and never planned', async () => {
  expect(await counted('/rpc/late_ones', 'estimated')).toEqual([206, '0-49/100']);
  expect(await counted('/rpc/late_ones', 'planned')).toEqual([200, '0-49/*']);
  expect(await counted('/arrivals?id=lte.3', 'estimated', 'PATCH')).toEqual([204, '0-2/3']);
  expect(await counted('/arrivals?id=lte.3', 'planned', 'PATCH')).toEqual([204, '0-2/*']);
});

test.each(['planned', 'estimated'])(
  '%s: a role that row security binds gets the exact count of its own rows',
  async (count) => {
    const range = async (caller: Caller, path: string) => {
      const response = await service.request(caller, path, {
        headers: { prefer: `count=${count}` },
      });
      await response.text();
      return [response.headers.get('content-range'), response.headers.get('preference-applied')];
    };
    // Alternates the callers, so that a cached plan of one would affect the other.
    for (let round = 0; round < 2; round += 1) {
      expect(await range('service', '/trips?limit=1')).toEqual(['0-0/400', `count=${count}`]);
      expect(await range(members.nattaya, '/trips?limit=1')).toEqual(['0-0/3', 'count=exact']);
    }
    expect(await range(members.nattaya, '/trips_seen?limit=1')).toEqual(['0-0/3', 'count=exact']);
    expect(await range(members.nattaya, '/gates?limit=1')).toEqual(['0-0/400', `count=${count}`]);
  },
);

test('a caller without visible rows gets 0, however many the planner expects', async () => {
  for (const count of ['planned', 'estimated'])
    for (const range of ['', '&limit=0']) {
      const response = await service.request(members.nattaya, `/arrivals_desk?select=id${range}`, {
        method: 'HEAD',
        headers: { prefer: `count=${count}` },
      });
      expect({ count, range, seen: response.headers.get('content-range') }).toEqual({
        count,
        range,
        seen: '*/0',
      });
    }
});

test('the client reads them as its count', async () => {
  const client = await service.client('service');
  for (const count of ['planned', 'estimated'] as const) {
    const { data, count: total } = await client.from('arrivals').select('id', { count }).limit(5);
    expect([data?.length, total]).toEqual([5, 400]);
  }
});
