import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plugin, ViteDevServer } from 'vite';
import type * as pagePreferences from '../../server/src/site/page-preferences.ts';
import type * as pageTemplate from '../../server/src/site/page-template.ts';
import type { PublicSettings } from '../../server/src/site/public-settings.ts';
import type { ServerEntry } from '../../server/src/site/server-entry.ts';

const startMs = 60_000;
const retryMs = 250;

/** The settings of our server, which may still be starting. The development server passes requests for it on. */
async function readSettings(server: string): Promise<PublicSettings> {
  const since = performance.now();
  for (;;) {
    const response = await fetch(`${server}/config.json`).catch(() => undefined);
    if (response?.ok) {
      const settings = (await response.json()) as PublicSettings;
      const ownUrl = settings.siteUrl;
      const relative = (url: string) => (url === ownUrl ? '' : url);
      const { supabaseUrl, storeUrl } = settings;
      return { ...settings, supabaseUrl: relative(supabaseUrl), storeUrl: relative(storeUrl) };
    }
    if (performance.now() - since > startMs)
      throw new Error(`no server answers on ${server}: run \`npm run dev\` from the root`);
    await sleep(retryMs);
  }
}

async function renderPage(
  vite: ViteDevServer,
  server: string,
  { url = '/', headers }: IncomingMessage,
): Promise<{ readonly status: number; readonly html: string }> {
  const settings = await readSettings(server);
  const source = await readFile(join(vite.config.root, 'index.html'), 'utf8');
  const template = await vite.transformIndexHtml(url, source);
  const load = async <Module>(path: string) => (await vite.ssrLoadModule(path)) as Module;
  const { serverEntry } = await load<{ serverEntry: ServerEntry }>('/src/entry-server.tsx');
  const site = join(vite.config.root, '../server/src/site');
  const { readPagePreferences } = await load<typeof pagePreferences>(`${site}/page-preferences.ts`);
  const { writePage } = await load<typeof pageTemplate>(`${site}/page-template.ts`);
  const renderer = serverEntry.createRenderer({
    settings,
    baseUrl: () => server,
    onPrefetchFailure: (key, error) =>
      vite.config.logger.warn(`${key.join(' ')} could not be prefetched: ${String(error)}`),
  });
  const preferences = readPagePreferences(headers);
  const page = await renderer.prepare(url, preferences.language, 'development');
  const { status, head, dehydratedState, agency } = page;
  const named = { ...settings, agency };
  const content = {
    preferences,
    settings: named,
    head,
    dehydratedState,
    body: await page.render(),
  };
  return { status, html: writePage(template, content) };
}

/** Renders pages in development as the server does in production, so that a hydration defect is seen where it is made. */
export function serverRendering(server: string): Plugin {
  return {
    name: 'server-rendering',
    apply: 'serve',
    config: () => ({ appType: 'custom' }),
    configureServer(vite) {
      return () => {
        vite.middlewares.use((request, response, next) => {
          request.url = request.originalUrl ?? '/';
          renderPage(vite, server, request)
            .then(({ status, html }) => {
              response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
              response.end(html);
            })
            .catch((error: unknown) => {
              if (error instanceof Error) vite.ssrFixStacktrace(error);
              next(error);
            });
        });
      };
    },
  };
}
