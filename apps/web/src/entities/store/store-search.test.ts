import { describe, expect, it } from 'vitest';
import { readStoreSearch, withStoreSearch, type StoreSearch } from './store-search.ts';

const defaults: StoreSearch = { page: 1, q: '', sort: 'order' };
const read = (search: string) => readStoreSearch(new URLSearchParams(search));

describe('the address of the store', () => {
  it('names page, search and sort', () => {
    expect(read('page=2&q=+wat+mug+&sort=priceUp')).toEqual({
      page: 2,
      q: 'wat mug',
      sort: 'priceUp',
    });
  });

  it.each([
    '',
    'page=0&sort=up',
    'page=-1&q=%20',
    'page=2.5&sort=__proto__',
    'page=two&sort=ORDER',
    `page=&q=${'x'.repeat(201)}`,
    'q=a%00b',
  ])('is the first page of everything for %s', (search) => {
    expect(read(search)).toEqual(defaults);
  });

  it('asks for no page that the service could not skip to', () => {
    expect(read('page=999999999').page).toBe(40_000);
  });

  it('holds no defaults, and keeps what is not of the search', () => {
    const params = new URLSearchParams('page=3&q=mug&sort=title&other=1');
    expect(withStoreSearch(params, defaults).toString()).toBe('other=1');
    const search: StoreSearch = { page: 2, q: 'ป้าย & tag', sort: 'priceDown' };
    expect(readStoreSearch(withStoreSearch(params, search))).toEqual(search);
  });
});
