import { queryOptions } from '@tanstack/react-query';
import type { Session } from '@supabase/supabase-js';
import { afterEach, expect, it } from 'vitest';
import { browserReader, pageLoader, routerContext } from './page-loader.ts';
import { createQueryClient } from './query-client.ts';
import { dispatch } from './session.ts';

const ofMember = (userId: string) =>
  queryOptions({
    queryKey: ['things', userId],
    queryFn: () => Promise.resolve(['a thing']),
    staleTime: 60_000,
    meta: { errorToast: 'users.error' },
  });

afterEach(() => dispatch({ type: 'SIGNED_OUT', session: null }));

/** Runs a loader for a page of members; gives its query client and the ids that it was called with. */
async function load() {
  const client = createQueryClient();
  const ids: (string | null)[] = [];
  const loader = pageLoader(({ userId }) => {
    ids.push(userId);
    return userId === null ? [] : [ofMember(userId)];
  });
  const url = new URL('http://site.invalid/dashboard');
  const context = routerContext(browserReader(client));
  await loader({ request: new Request(url), url, pattern: '/dashboard', params: {}, context });
  return { ids, query: client.getQueryCache().find({ queryKey: ['things', 'malee'] }) };
}

it('the loader of a page for members knows the member, and its queries keep their options', async () => {
  const session = { user: { id: 'malee' }, access_token: '' } as Session;
  dispatch({ type: 'SIGNED_IN', session });
  const { ids, query } = await load();
  expect(ids).toEqual(['malee']);
  await expect.poll(() => query?.state.data).toEqual(['a thing']);
  expect(query?.meta).toEqual({ errorToast: 'users.error' });
  expect(query?.options.queryKey).toEqual(['things', 'malee']);
});

it('the loader of a visitor knows that there is none', async () => {
  dispatch({ type: 'NO_SESSION_FOUND' });
  const { ids, query } = await load();
  expect(ids).toEqual([null]);
  expect(query).toBeUndefined();
});
