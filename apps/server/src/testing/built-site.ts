import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const page = `<!doctype html>
<html lang="en">
  <head>
    <!--head--><title>not rendered</title><!--/head-->
    <script type="application/json" id="settings">{}</script>
  </head>
  <body>
    <div id="root"><p>waiting</p><!--/root--></div>
    <!--state-->
  </body>
</html>`;

// Writes its arguments into the page, so that tests can check them.
const serverEntry = `let count = 0;
export const serverEntry = {
  createRenderer: ({ settings, baseUrl, onPrefetchFailure }) => ({
    listedPaths: ['/', '/news'],
    privatePaths: ['/orders', '/booking/:id', '/dashboard', '/dashboard/profile'],
    async prepare(url, language, requestId) {
      const path = url.split('?', 1)[0];
      const answer = await fetch(baseUrl() + '/rest/v1/bkk_airline_news?select=title,is_public', {
        headers: { apikey: settings.anonKey, 'x-request-id': requestId },
      }).catch((error) => error);
      if (!answer.ok) onPrefetchFailure(['news'], new Error('the news failed'), requestId);
      const isMissing = path.startsWith('/product/unknown');
      const isUnchecked = path === '/product/unchecked';
      const shared = path.startsWith('/booking/') ? '/booking/:id' : path;
      return {
        status: isUnchecked ? 503 : isMissing || path.startsWith('/nowhere') ? 404 : 200,
        head: '<title>' + language + ' ' + settings.siteUrl + '</title>',
        dehydratedState: {
          hostile: '</script><script>alert(1)</script>\\u2028\\u2029<!--',
          news: answer.ok ? await answer.json() : undefined,
        },
        key: language + (isMissing || isUnchecked ? '/product/:id' : shared),
        async render() {
          if (path === '/broken') throw new Error('this page cannot be rendered');
          if (path.startsWith('/product/slow')) await new Promise((done) => setTimeout(done, 20));
          count += 1;
          return '<h1>' + path + '</h1><i>$& rendered ' + count + '</i>';
        },
      };
    },
  }),
};`;

/**
 * Builds a minimal site whose page contains the arguments of its server build.
 *
 * @param files paths of further files below `client`
 */
export async function buildTinySite(
  files: readonly string[] = [],
): Promise<{ siteDir: string; remove(): Promise<void> }> {
  const siteDir = await mkdtemp(join(tmpdir(), 'bkksiam-site-'));
  await mkdir(join(siteDir, 'client'));
  await mkdir(join(siteDir, 'server'));
  await Promise.all([
    writeFile(join(siteDir, 'client/index.html'), page),
    writeFile(join(siteDir, 'package.json'), '{"type":"module"}'),
    writeFile(join(siteDir, 'server/entry-server.js'), serverEntry),
  ]);
  for (const file of files) {
    const path = join(siteDir, 'client', file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '');
  }
  return { siteDir, remove: () => rm(siteDir, { recursive: true, force: true }) };
}
