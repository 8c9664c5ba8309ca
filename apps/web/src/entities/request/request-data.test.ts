import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { listQuery } from '#list/list-query.ts';
import { memberRequestList } from './request-data.ts';

function requestsQuery(userId: string, page: number) {
  const list = memberRequestList(userId);
  return listQuery(list, { search: '', sort: list.sort, filter: undefined, page });
}

/** The data on screen right after a switch from a loaded page to another one. */
function shownBetween(from: [string, number], to: [string, number]): unknown {
  const client = new QueryClient();
  client.setQueryData(requestsQuery(...from).queryKey, { rows: [], total: 30, page: 1 });
  const observer = new QueryObserver(client, { ...requestsQuery(...from), enabled: false });
  const unsubscribe = observer.subscribe(() => undefined);
  observer.setOptions({ ...requestsQuery(...to), enabled: false });
  const { data } = observer.getCurrentResult();
  unsubscribe();
  client.clear();
  return data;
}

it('keeps a page of requests on screen until the next one comes', () => {
  expect(shownBetween(['malee', 1], ['malee', 2])).toMatchObject({ total: 30 });
});

it('never shows a member the requests of another one', () => {
  expect(shownBetween(['malee', 1], ['nattaya', 1])).toBeUndefined();
  expect(shownBetween(['malee', 1], ['nattaya', 2])).toBeUndefined();
});
