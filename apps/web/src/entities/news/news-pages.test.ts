import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { newsQuery } from './news-pages.ts';

const item = { id: '1', title: 'News', excerpt: '', created_at: '2026-01-01', is_public: true };
const page = { rows: [item], total: 30, page: 1 };

/** What is on screen right after a switch from a page that has been read to one that has not. */
function shownBetween(from: { signedIn: boolean; page: number }, to: typeof from): unknown {
  const client = new QueryClient();
  client.setQueryData(newsQuery(from).queryKey, page);
  const observer = new QueryObserver(client, { ...newsQuery(from), enabled: false });
  const stop = observer.subscribe(() => undefined);
  observer.setOptions({ ...newsQuery(to), enabled: false });
  const { data } = observer.getCurrentResult();
  stop();
  client.clear();
  return data;
}

const visitor = { signedIn: false, page: 1 };
const member = { signedIn: true, page: 1 };

it('keeps the public items on screen until those of a member come', () => {
  expect(shownBetween(visitor, member)).toEqual(page);
});

it('keeps a page on screen until the next one comes', () => {
  expect(shownBetween(visitor, { ...visitor, page: 2 })).toEqual(page);
  expect(shownBetween(member, { ...member, page: 2 })).toEqual(page);
});

it('shows a visitor nothing that a member has read', () => {
  expect(shownBetween(member, visitor)).toBeUndefined();
});
