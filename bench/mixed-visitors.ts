import { roundRobin, type Action, type Send, type Site } from './mixed-actions.ts';
import { visitorAddress } from './mixed-users.ts';

export const pages = ['/', '/news', '/store', '/product/chao-phraya-tote', '/contact', '/search'];

const networks = 2_000;
const newsPath =
  '/rest/v1/bkk_airline_news?select=id%2Ctitle%2Cexcerpt%2Ccreated_at%2Cis_public&is_public=eq.true&order=created_at.desc%2Cid.desc';
const storePath = '/store/bkksiam/';

/** Headers of a browser, each time from another network. */
function browser(): () => Readonly<Record<string, string>> {
  let visitor = 0;
  const nextLanguage = roundRobin(['en', 'th']);
  return () => ({
    'x-forwarded-for': visitorAddress((visitor += 1) % networks),
    'accept-encoding': 'gzip, br',
    'accept-language': nextLanguage(),
  });
}

function pageActions(
  { assets, textsTag }: Site,
  nextBrowser: () => Readonly<Record<string, string>>,
): Action[] {
  const nextPage = roundRobin(pages);
  const firstVisits = pages.map((page): Action => {
    const files = assets.get(page) ?? [];
    return {
      weight: 12 / pages.length,
      requests: 1 + files.length,
      async run(send) {
        const headers = nextBrowser();
        await send('pages', { path: page, headers });
        await Promise.all(files.map((path) => send('assets', { path, headers })));
      },
    };
  });
  return [
    ...firstVisits,
    {
      // The files are cached; the texts are revalidated.
      weight: 48,
      requests: 2,
      async run(send) {
        const headers = nextBrowser();
        await send('pages', { path: nextPage(), headers });
        const known = { ...headers, ...(textsTag && { 'if-none-match': textsTag }) };
        await send('assets', { path: '/locales/en/common.json', headers: known });
      },
    },
  ];
}

/** Pages, their files, and what later navigations read. */
export function visitorActions(site: Site): Action[] {
  const { anonKey } = site.target;
  const nextBrowser = browser();
  const readNews = (send: Send, query: string, prefer?: string) => {
    const headers = {
      ...{ apikey: anonKey, authorization: `Bearer ${anonKey}` },
      'x-forwarded-for': nextBrowser()['x-forwarded-for'] ?? '',
      ...(prefer && { prefer }),
    };
    return send('visitor reads', { path: newsPath + query, headers });
  };
  return [
    ...pageActions(site, nextBrowser),
    { weight: 15, requests: 1, run: (send) => readNews(send, '&limit=6') },
    { weight: 10, requests: 1, run: (send) => readNews(send, '&offset=0&limit=24', 'count=exact') },
    {
      weight: 10,
      requests: 1,
      run: (send) => {
        const path = `${storePath}products?limit=24&offset=0&is_hidden=false`;
        return send('store', { path, headers: nextBrowser() });
      },
    },
    {
      weight: 5,
      requests: 2,
      run(send) {
        const headers = nextBrowser();
        const stock = 'variants?fields=inventory_quantity&product_ids[]=chao-phraya-tote';
        const paths = ['products/chao-phraya-tote', stock];
        return Promise.all(paths.map((path) => send('store', { path: storePath + path, headers })));
      },
    },
  ];
}
