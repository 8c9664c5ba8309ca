import { describe, expect, test } from 'vitest';
import { members, shareRestService, type Caller } from '../testing/rest-service.ts';

const setup = `
  create function public.fail(state text, message text default 'as asked') returns void
    language plpgsql volatile as $$
    begin raise exception using errcode = state, message = fail.message; end $$;
  create function public.answer_with(status text) returns void language sql volatile
    as $$select set_config('response.status', status, true)$$;
  grant execute on all functions in schema public to anon, authenticated;
  create table public.airlines (code text primary key);
  create table public.planes (
    id int primary key, airline text not null references public.airlines, seats int check (seats > 0),
    name varchar(5));
  grant insert on public.planes to authenticated;`;

const service = shareRestService({ setup });

async function post(caller: Caller, path: string, body: unknown) {
  const response = await service.request(caller, path, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const { code } = (text === '' ? {} : JSON.parse(text)) as { code?: string };
  return {
    status: response.status,
    code,
    challenge: response.headers.get('www-authenticate'),
    retryAfter: response.headers.get('retry-after'),
  };
}

describe('the status of what PostgreSQL refuses', () => {
  test.each([
    ['23503', 409],
    ['23505', 409],
    ['42P01', 404],
    ['42883', 404],
    ['42703', 400],
    ['22P02', 400],
    ['25006', 405],
    ['42P17', 500],
    ['53400', 500],
    ['57014', 500],
    ['0L000', 403],
    ['0P000', 403],
    ['28000', 403],
    ['40001', 500],
    ['54000', 400],
    ['XX000', 500],
    ['P0001', 400],
    ['P0002', 500],
    ['PT418', 418],
    ['PT999', 400],
    ['ZZ999', 400],
  ])('%s is a %i', async (state, status) => {
    expect(await post(members.nattaya, '/rpc/fail', { state })).toMatchObject({
      status,
      code: state,
    });
  });

  test.each(['08006', '53300', '57P01'])('%s is a database that is away', async (state) => {
    expect(await post(members.nattaya, '/rpc/fail', { state })).toMatchObject({
      status: 503,
      code: 'PGRST001',
    });
  });

  test.each(['53100', '53200'])('%s asks to be retried', async (state) => {
    expect(await post(members.nattaya, '/rpc/fail', { state })).toMatchObject({
      status: 503,
      code: state,
      retryAfter: '1',
    });
  });

  test('a refused right asks a visitor to sign in, and tells a member no', async () => {
    const state = { state: '42501' };
    expect(await post('visitor', '/rpc/fail', state)).toMatchObject({
      status: 401,
      challenge: 'Bearer',
    });
    expect(await post(members.nattaya, '/rpc/fail', state)).toMatchObject({
      status: 403,
      challenge: null,
    });
  });

  test('a change without a condition is the caller’s mistake, another cardinality is not', async () => {
    const missing = { state: '21000', message: 'DELETE requires a WHERE clause' };
    expect((await post(members.nattaya, '/rpc/fail', missing)).status).toBe(400);
    expect((await post(members.nattaya, '/rpc/fail', { state: '21000' })).status).toBe(500);
    const role = { state: '22023', message: 'role "nobody" does not exist' };
    expect((await post(members.nattaya, '/rpc/fail', role)).status).toBe(401);
  });

  test('constraints: a foreign key, a check, a missing value, a value that is too long', async () => {
    const plane = { id: 1, airline: 'TG' };
    for (const [row, status, code] of [
      [plane, 409, '23503'],
      [{ ...plane, seats: 0 }, 400, '23514'],
      [{ id: 1, airline: null }, 400, '23502'],
      [{ ...plane, name: 'too long' }, 400, '22001'],
      [{ ...plane, seats: 'many' }, 400, '22P02'],
    ] as const)
      expect(await post(members.nattaya, '/planes', row)).toMatchObject({ status, code });
  });
});

test('a function may not choose a status that is none', async () => {
  expect(await post(members.nattaya, '/rpc/answer_with', { status: '299' })).toMatchObject({
    status: 299,
  });
  for (const status of ['99', '600', 'teapot'])
    expect(await post(members.nattaya, '/rpc/answer_with', { status })).toMatchObject({
      status: 500,
      code: 'PGRST112',
    });
});
