import { describe, expect, it } from 'vitest';
import { withBackend } from '#testing/backend.ts';
import { AppError } from './app-error.ts';
import { callRows } from './data-api.ts';
import { pageCount } from './list-page.ts';
import { containsFolded, containsText, readListPage } from './read-list-page.ts';
import { supabase } from './supabase.ts';
import { credentialsOf } from '#testing/backend.ts';

const backend = withBackend();

async function asAdmin() {
  const client = await supabase();
  const { error } = await client.auth.signInWithPassword(credentialsOf('admin'));
  if (error !== null) throw error;
  return client;
}

const names = [
  '50% off',
  '500 off',
  'under_score',
  'underXscore',
  'back\\slash',
  'a"quote',
  'a,b.c(d)',
  'two*stars',
  'ดาว ใจดี',
];

describe('the text a list is searched for', () => {
  it.each([
    ['50%', ['50% off']],
    ['r_s', ['under_score']],
    ['k\\s', ['back\\slash']],
    ['a"q', ['a"quote']],
    ['A,B.C(D', ['a,b.c(d)']],
    ['o*s', ['two*stars']],
    ['ดาว', ['ดาว ใจดี']],
    ['") or user_id.not.is.null,("', []],
  ])('%s stands for itself, in any case', async (text, found) => {
    const client = await asAdmin();
    await backend().database.sql('delete from public.bkk_airline_news');
    for (const name of names) {
      await backend().database.sql('insert into public.bkk_airline_news (title) values ($1)', [
        name,
      ]);
    }
    const { data } = await client
      .from('bkk_airline_news')
      .select('title')
      .or(containsText(text, ['title', 'excerpt']))
      .throwOnError();
    expect(data.map(({ title }) => title)).toEqual(found);
  });
});

describe('the folded text a list is searched for', () => {
  it.each([
    ['50%', ['50% off']],
    ['R_S', ['under_score']],
    ['b*ck\\SL', ['back\\slash']],
    ['น้ำ', ['น้ําใจ']],
    ['\u0e19\u0e4d\u0e49\u0e32', ['น้ําใจ']],
    ['Nguyen', ['Nguyễn Đạt']],
    ['nguyễn dat', ['Nguyễn Đạt']],
  ])('%s is found as it looks', async (text, found) => {
    const client = await asAdmin();
    await backend().database.sql('delete from public.bkk_airline_news');
    await backend().database.sql(
      'insert into public.bkk_airline_news (title) select unnest($1::text[])',
      [['50% off', 'under_score', 'back\\slash', 'น้ําใจ', 'Nguyễn Đạt']],
    );
    const { data } = await client
      .from('bkk_airline_news_search_view')
      .select('title')
      .or(containsFolded(text))
      .throwOnError();
    expect(data.map(({ title }) => title)).toEqual(found);
  });
});

describe('a page of a list', () => {
  it('is the last one when it lies beyond the end, and the first when there is nothing', async () => {
    await asAdmin();
    await backend().database.sql('delete from public.bkk_airline_news');
    const read = (page: number, size: number) =>
      readListPage(
        (from, to) =>
          callRows((data) =>
            data
              .from('bkk_airline_news')
              .select('title', { count: 'exact' })
              .order('title')
              .range(from, to),
          ),
        page,
        size,
      );
    expect(await read(1, 2)).toEqual({ rows: [], total: 0, page: 1 });
    expect(await read(7, 2)).toEqual({ rows: [], total: 0, page: 1 });
    for (const title of ['A', 'B', 'C']) {
      await backend().database.sql('insert into public.bkk_airline_news (title) values ($1)', [
        title,
      ]);
    }
    const last = { rows: [{ title: 'C' }], total: 3, page: 2 };
    expect(await read(2, 2)).toEqual(last);
    expect(await read(3, 2)).toEqual(last);
    expect(await read(700, 2)).toEqual(last);
  });

  it('takes a bounded number of requests while rows are deleted all the time', async () => {
    let total = 100;
    let requests = 0;
    const found = await readListPage(
      (from) => {
        requests += 1;
        total -= 10;
        if (from <= total) return Promise.resolve({ data: [], count: total });
        throw new AppError({ code: 'PGRST103', message: 'beyond the end' });
      },
      50,
      1,
    );
    expect(requests).toBeLessThanOrEqual(6);
    expect(found.rows).toEqual([]);
  });

  it('is one of as many as the rows need, one at least', () => {
    expect([0, 1, 10, 11, 100_000].map((total) => pageCount(total))).toEqual([1, 1, 1, 2, 10_000]);
  });
});
