import { expect, test } from 'vitest';
import { shareRestService } from '../testing/rest-service.ts';
import { queryLimits } from './query-limits.ts';

const pieces = 100;
const pieceBytes = Math.ceil(queryLimits.bodyBytes / pieces);

const service = shareRestService({
  setup: `
      create table public.documents (id int primary key, text text not null);
      insert into public.documents values (1, repeat('x', ${pieceBytes}));
      create function public.text_of(bytes int) returns text language sql immutable
        as $$select repeat('x', bytes)$$;
      create function public.changed_documents() returns setof public.documents language sql
        as $$update documents set id = 2 returning *$$;
      create function public.many(public.documents) returns setof public.documents
        language sql stable rows 300
        as $$select n, repeat('x', 100) from generate_series(1, 300) n$$;
      grant all on public.documents to service_role;
      grant execute on all functions in schema public to service_role;`,
});

const columns = Array.from({ length: pieces }, (_, index) => `c${index}:text`).join();

test.each([
  ['read', 'GET', `/documents?select=${columns}`, undefined],
  ['write', 'PATCH', `/documents?select=${columns}&id=eq.1`, { id: 2 }],
  ['call that changes rows', 'POST', `/rpc/changed_documents?select=${columns}`, {}],
  ['call with a single value', 'POST', '/rpc/text_of', { bytes: pieces * pieceBytes }],
  ['read with related rows', 'GET', '/documents?select=id,a:many(b:many(text))', undefined],
])(
  'a larger response than the limit is an error, and a %s changes nothing',
  async (_, method, path, body) => {
    const response = await service.request('service', path, {
      method,
      headers: { prefer: 'return=representation' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      {
        code: '54000',
        message: 'The response is too large',
        details: expect.stringMatching(
          /^It has \d+ bytes, and 8388608 are sent at most\.$/,
        ) as string,
      },
    ]);
    expect(
      await service.test.sql('select id, length(text) as bytes from public.documents'),
    ).toEqual([{ id: 1, bytes: pieceBytes }]);
  },
);

test('a response within the limit is sent', async () => {
  const body = JSON.stringify({ bytes: queryLimits.bodyBytes - 2 });
  const response = await service.request('service', '/rpc/text_of', { method: 'POST', body });
  expect((await response.text()).length).toBe(queryLimits.bodyBytes);
});
