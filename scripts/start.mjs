// `npm start`: builds what is missing or older than its sources, then runs the server in this process, so that it
// receives signals directly.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode, fail } from './release/check-node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string} path @returns {number} newest modification time below the path in milliseconds, 0 when it is missing
 */
function newest(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** @param {string[]} paths */
const newestOf = (paths) => Math.max(...paths.map((path) => newest(join(root, path))));

/** @param {string} workspace @param {string} output @param {string[]} sources */
function buildIfOld(workspace, output, sources) {
  if (
    newest(join(root, output)) >= newestOf([...sources, 'packages/domain/src', 'package-lock.json'])
  )
    return;
  console.error(`Building ${workspace} ...`);
  const done = spawnSync('npm', ['run', '--silent', 'build', '-w', workspace], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) fail(`${workspace} could not be built (see above)`);
}

checkNode(join(root, 'package.json'));
if (!existsSync(join(root, 'node_modules/fastify')))
  fail(`the packages are not installed: run npm ci in ${root}`);
// An argument only asks for a text, which needs no site.
if (process.argv.length === 2) {
  buildIfOld('@bkksiam/web', 'apps/web/dist/server/entry-server.js', [
    'apps/web/src',
    'apps/web/public',
    'apps/web/index.html',
    'apps/web/build',
    'apps/web/vite.config.ts',
  ]);
}
buildIfOld('@bkksiam/server', 'apps/server/dist/main.js', [
  'apps/server/src',
  'apps/web/public/locales',
  'supabase/functions',
  'apps/server/build.mjs',
]);

process.chdir(root);
await import('./load-env.mjs');
await import(new URL('../apps/server/dist/main.js', import.meta.url).href);
