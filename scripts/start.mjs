// `npm start`: builds what is missing or older than its sources, then runs the server in this process, so that it
// receives signals directly.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOld } from './build.mjs';
import { checkNode, fail } from './release/check-node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

checkNode(join(root, 'package.json'));
if (!existsSync(join(root, 'node_modules/fastify')))
  fail(`the packages are not installed: run npm ci in ${root}`);
await import('./load-env.mjs');
// An argument only asks for a text, which needs no site.
await buildOld({ withSite: process.argv.length === 2 });

process.chdir(root);
await import(new URL('../apps/server/dist/main.js', import.meta.url).href);
