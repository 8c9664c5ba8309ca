import fastify from 'fastify';
import { expect, it } from 'vitest';
import { serveSearchEngines } from './search-engines.ts';

const paths = {
  listedPaths: ['/', '/news'],
  privatePaths: ['/orders', '/booking/:id', '/dashboard', '/dashboard/profile', '/admin'],
};

async function read(siteUrl: string, path: string) {
  const app = fastify();
  serveSearchEngines(app, siteUrl, paths);
  const answer = await app.inject(path);
  await app.close();
  return answer;
}

it('lists every public page once, by the public address', async () => {
  const answer = await read('https://bkksiam.example', '/sitemap.xml');
  expect(answer.headers['content-type']).toMatch(/^application\/xml/);
  expect([...answer.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://bkksiam.example/',
    'https://bkksiam.example/news',
  ]);
});

it('keeps the map well-formed under any address', async () => {
  const { body } = await read('https://bkksiam.example/?a&b<c', '/sitemap.xml');
  expect(body).toContain('<loc>https://bkksiam.example/?a&amp;b&lt;c/news</loc>');
});

it('sends robots to the map, and past what is behind the sign-in', async () => {
  const { body, headers } = await read('https://bkksiam.example', '/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body.split('\n')).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Disallow: /dashboard',
      'Disallow: /admin',
      'Sitemap: https://bkksiam.example/sitemap.xml',
    ]),
  );
  expect(body).not.toMatch(/Disallow: \/(news|about|contact|terms|privacy|packages)?$/m);
});
