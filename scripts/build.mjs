// `npm run build`: builds the site for browsers, the site that the server renders, and the server, beside one another.
// `npm start` builds those alone that are missing or older than their sources. With API_DOCS=on both fetch what draws /docs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchApiRenderer } from './fetch-api-renderer.mjs';
import { fail } from './release/check-node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What every build reads. */
const shared = ['packages/domain/src', 'package-lock.json'];

const siteSources = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/build',
  'apps/web/vite.config.ts',
];

/** The builds, longest first. Each writes `output` last. */
const builds = [
  {
    workspace: '@bkksiam/web',
    script: 'build:client',
    output: 'apps/web/dist/client/licences.txt',
    sources: siteSources,
  },
  {
    workspace: '@bkksiam/web',
    script: 'build:server',
    output: 'apps/web/dist/server/entry-server.js',
    sources: siteSources,
  },
  {
    workspace: '@bkksiam/server',
    script: 'build',
    output: 'apps/server/dist/main.js',
    sources: [
      'apps/server/src',
      'apps/web/public/locales',
      'supabase/functions',
      'apps/server/build.mjs',
    ],
  },
];

/**
 * @param {string} path @returns {number} newest modification time below the path in milliseconds, 0 when it is missing
 */
function newest(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** @param {typeof builds[number]} build */
function isOld({ output, sources }) {
  const changed = [...sources, ...shared].map((path) => newest(join(root, path)));
  return newest(join(root, output)) < Math.max(...changed);
}

/** @param {typeof builds[number]} build */
async function run({ workspace, script }) {
  const level = process.env.npm_config_loglevel === 'silent' ? ['--silent'] : [];
  const child = spawn('npm', ['run', ...level, script, '-w', workspace], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  /** @type {unknown} */
  const status = (await once(child, 'exit'))[0];
  if (status !== 0) fail(`${workspace} could not be built (see above)`);
}

/** Fetches what draws /docs, where it is wanted. */
async function fetchWantedRenderer() {
  if (process.env.API_DOCS !== 'on') return;
  try {
    await fetchApiRenderer();
  } catch (error) {
    fail(
      `API_DOCS: what draws /docs could not be fetched from the npm registry (${String(error)})`,
    );
  }
}

/**
 * Builds what is missing or older than its sources, without a list of files.
 *
 * @param {{ withSite: boolean }} options
 */
export async function buildOld({ withSite }) {
  const old = builds.filter(
    (build) => (withSite || build.workspace !== '@bkksiam/web') && isOld(build),
  );
  if (old.length > 0) console.error('Building the site and the server ...');
  process.env.npm_config_loglevel = 'silent';
  await Promise.all([...old.map(run), fetchWantedRenderer()]);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await Promise.all([...builds.map(run), fetchWantedRenderer()]);
