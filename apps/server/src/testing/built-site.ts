import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const page = `<!doctype html>
<html lang="en">
  <head>
    <!--head--><title>unpainted</title><!--/head-->
    <script type="application/json" id="settings">{}</script>
  </head>
  <body>
    <div id="root"><!--page--><p>waiting</p><!--/page--></div>
    <!--data-->
  </body>
</html>`;

// Says what it was asked for, so that a test can see it.
const painter = `export const painter = {
  routeOf: (path) =>
    path.startsWith('/nowhere') ? undefined : path.replace(/^.(product|booking).*/, '/$1/:id'),
  readsFor: (path, storeId) => [
    { service: 'data', path: '/rest/v1/bkk_airline_news?select=title,is_public,created_at&order=created_at.desc' },
    ...(path.startsWith('/product/')
      ? [{ service: 'store', isSubject: true, path: '/store/' + storeId + path.replace('product', 'products') }]
      : []),
  ],
  async paint({ path, language, siteUrl, answers: [news, product] }) {
    if (path === '/broken') throw new Error('this page cannot be painted');
    if (path.startsWith('/product/slow')) await new Promise((done) => setTimeout(done, 20));
    painter.count = (painter.count ?? 0) + 1;
    return {
      head: '<title>' + language + ' ' + siteUrl + '</title>',
      body: '<h1>' + path + '</h1><i>$& painted ' + painter.count + '</i>',
      blocks: (at) => ({
        hostile: '</script><script>alert(1)</script>\\u2028\\u2029<!--',
        answers: { news: news?.body, product: product && { path: at, ...product } },
      }),
    };
  },
};`;

/** A site as small as one can be built: its page says what the server asked its painter for. */
export async function buildTinySite(): Promise<{ siteDir: string; remove(): Promise<void> }> {
  const siteDir = await mkdtemp(join(tmpdir(), 'bkksiam-site-'));
  await mkdir(join(siteDir, '.painter'));
  await Promise.all([
    writeFile(join(siteDir, 'index.html'), page),
    writeFile(join(siteDir, 'package.json'), '{"type":"module"}'),
    writeFile(join(siteDir, '.painter/painter.js'), painter),
  ]);
  return { siteDir, remove: () => rm(siteDir, { recursive: true, force: true }) };
}
