import { expect, test } from 'vitest';
import { filmSchema } from '../testing/film-schema.ts';
import { shareRestService } from '../testing/rest-service.ts';

const service = shareRestService({ setup: filmSchema, aggregates: true });

test.each([
  [
    'over all rows',
    '/films?select=count(),first:year.min(),year.max()',
    [{ count: 4, first: 1972, max: 1999 }],
  ],
  [
    'grouped by the other columns',
    '/films?select=director_id,count()&order=director_id',
    [
      { director_id: 1, count: 2 },
      { director_id: 2, count: 1 },
      { director_id: null, count: 1 },
    ],
  ],
  [
    'with a cast of the column and of the result',
    '/films?select=director_id::text,year::numeric.avg()::int&director_id=eq.1',
    [{ director_id: '1', avg: 1983 }],
  ],
  [
    'inside an embedded resource',
    '/directors?select=name,films(count(),years:year.sum())&id=in.(1,3)&order=id',
    [
      { name: 'Cherd', films: [{ count: 2, years: 3966 }] },
      { name: 'Pen-Ek', films: [{ count: 0, years: null }] },
    ],
  ],
  [
    'grouped by an embedded resource',
    '/films?select=directors(name),count()&director_id=not.is.null&order=count.desc',
    undefined,
  ],
  [
    'of a spread column, over the rows of the parent',
    '/roles?select=actor_id,...films(year.max())&actor_id=eq.1',
    [{ actor_id: 1, max: 1994 }],
  ],
  [
    'of the rows a spread finds',
    '/films?select=...specs(count(),minutes.sum())',
    [{ count: 2, sum: 228 }],
  ],
])('an aggregate %s', async (_what, path, rows) => {
  const answer = await service.request('service', path);
  const body: unknown = await answer.json();
  if (rows === undefined) expect(body).toMatchObject({ code: '42703' });
  else expect(body).toEqual(rows);
});

test('an aggregate of a column that does not exist is an error, also of one named count', async () => {
  for (const path of ['/films?select=nothing.sum()', '/films?select=count.sum()']) {
    const answer = await service.request('service', path);
    expect(await answer.json()).toMatchObject({ code: '42703' });
  }
});

test('an aggregate is counted by its groups', async () => {
  const headers = { prefer: 'count=exact' };
  const path = '/films?select=director_id,count()&limit=1';
  const answer = await service.request('service', path, { headers });
  expect(answer.headers.get('content-range')).toBe('0-0/3');
});
