import { describe, expect, test } from 'vitest';
import { members, shareRestService } from '../testing/rest-service.ts';

/** A table whose margin members may not read, and functions of its owner. */
const setup = `
  create table public.sales (
    id int primary key, price int not null check (price > 0), margin int not null default 4711);
  create table public.sale_notes (sale int not null references public.sales on delete set null, note text);
  grant select (id, price), insert (id, price), delete on public.sales to authenticated;
  insert into public.sales (id, price) values (1, 100), (2, 100);
  insert into public.sale_notes values (2, 'Note 4711 of the agency');
  create function public.sell(id int, price int) returns void
    language plpgsql volatile security definer set search_path = '' as $$
    begin insert into public.sales values ($1, $2); end $$;
  create function public.sell_in_sql(id int, price int) returns void
    language sql volatile security definer set search_path = ''
    as 'insert into public.sales values ($1, $2)';
  create function public.sell_politely() returns void language plpgsql volatile as $$
    begin raise check_violation using message = 'No', detail = 'Sold out until May'; end $$`;

const service = shareRestService({ setup });

async function errorOf(method: string, path: string, body?: object) {
  const response = await service.request(members.nattaya, path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { code: string; details: string | null };
}

describe('the details of an error', () => {
  test.each(['sell', 'sell_in_sql'])('have no row that a function writes: %s', async (name) => {
    const sell = (values: object) => errorOf('POST', `/rpc/${name}`, values);
    expect(await sell({ id: 3, price: 0 })).toMatchObject({ code: '23514', details: null });
    expect(await sell({ id: 3, price: null })).toMatchObject({ code: '23502', details: null });
    expect(await sell({ id: 1, price: 1 })).toMatchObject({ code: '23505', details: null });
  });

  test('have no row that a foreign key changes', async () => {
    expect(await errorOf('DELETE', '/sales?id=eq.2')).toMatchObject({
      code: '23502',
      details: null,
    });
  });

  test('have what the caller may read of a row of their own statement', async () => {
    expect(await errorOf('POST', '/sales', { id: 3, price: 0 })).toMatchObject({
      code: '23514',
      details: 'Failing row contains (id, price) = (3, 0).',
    });
  });

  test('are those that a function gives', async () => {
    expect(await errorOf('POST', '/rpc/sell_politely')).toMatchObject({
      code: '23514',
      details: 'Sold out until May',
    });
  });
});
