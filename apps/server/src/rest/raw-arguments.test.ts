import { expect, test } from 'vitest';
import { shareRestService } from '../testing/rest-service.ts';

const setup = `
  create function public.shout(text) returns text language sql immutable as 'select upper($1)';
  create function public.size_of(bytea) returns int language sql immutable as 'select length($1)';
  create function public.keys_of(jsonb) returns int language sql immutable
    as 'select count(*)::int from jsonb_object_keys($1)';
  create function public.cookie(name text) returns text language sql stable
    as $$select current_setting('request.cookies')::json ->> name$$;
  grant execute on all functions in schema public to service_role;`;

const service = shareRestService({ setup });

async function call(name: string, type: string, body: string | Uint8Array<ArrayBuffer>) {
  const response = await service.request('service', `/rpc/${name}`, {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });
  return [response.status, await response.json()] as const;
}

test('a plain text is the argument of a function of one text', async () => {
  expect(await call('shout', 'text/plain', 'สวัสดี "a"')).toEqual([200, 'สวัสดี "A"']);
  expect(await call('shout', 'text/plain; charset=utf-8', '')).toEqual([200, '']);
});

test('bytes are the argument of a function of bytes, whichever they are', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  expect(await call('size_of', 'application/octet-stream', bytes)).toEqual([200, 256]);
});

test('an object is the argument of a function of one JSON value', async () => {
  expect(await call('keys_of', 'application/json', '{"a": 1, "b": 2}')).toEqual([200, 2]);
});

test('another type finds no function', async () => {
  expect(await call('size_of', 'text/plain', 'x')).toMatchObject([
    404,
    {
      code: 'PGRST202',
      details:
        'Searched for the function public.size_of with a single unnamed text parameter, but no matches were found in the schema cache.',
    },
  ]);
  expect(await call('shout', 'application/json', '{}')).toMatchObject([404, { code: 'PGRST202' }]);
});

test('bytes are no rows', async () => {
  const response = await service.request('service', '/bkk_airline_news', {
    method: 'POST',
    body: 'x',
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST102' }]);
});

test('a function sees the cookies of the request', async () => {
  const response = await service.request('service', '/rpc/cookie', {
    method: 'POST',
    body: '{"name": "lang"}',
    headers: { cookie: 'theme=dark; lang=%E0%B9%84%E0%B8%97%E0%B8%A2' },
  });
  expect(await response.json()).toBe('ไทย');
});
