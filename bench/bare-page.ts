import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';

const program = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('h1', null, 'React'));`;

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>React</title>
<meta name="description" content="React alone"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"></head><body><main id="root"></main><script type="module" src="/react.js"></script></body></html>`;

/** Serves a page that draws one heading with React: what the browser and this machine allow at best. */
export async function startBarePage(): Promise<{
  readonly url: string;
  readonly stop: () => void;
}> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: new URL('../apps/web', import.meta.url).pathname },
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const script = brotliCompressSync(outputFiles[0]?.contents ?? new Uint8Array());
  const html = brotliCompressSync(page);
  const server = createServer(({ url }, response) => {
    if (url !== '/' && url !== '/react.js') {
      response.writeHead(404).end();
      return;
    }
    const isScript = url === '/react.js';
    const type = isScript ? 'text/javascript' : 'text/html; charset=utf-8';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' });
    response.end(isScript ? script : html);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close() };
}
