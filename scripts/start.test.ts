import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import siteConfig from '../apps/web/vite.config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bkksiam-start-'));
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of the script without packages, run by a Node.js that claims to be of this version. */
function start(version: string) {
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  for (const script of ['start.mjs', 'build.mjs', 'load-env.mjs', 'fetch-api-renderer.mjs'])
    cpSync(join(root, 'scripts', script), join(folder, 'scripts', script));
  cpSync(join(root, 'scripts/release'), join(folder, 'scripts/release'), { recursive: true });
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
  return spawnSync(process.execPath, ['--import', preload, join(folder, 'scripts/start.mjs')], {
    encoding: 'utf8',
  });
}

/** The program of a release, in a folder that has it and two bundles alone. */
function startRelease(...args: string[]) {
  const release = join(folder, 'a release');
  mkdirSync(join(release, 'apps/server/dist'), { recursive: true });
  cpSync(join(root, 'package.json'), join(release, 'package.json'));
  for (const program of ['server.mjs', 'check-node.mjs'])
    cpSync(join(root, 'scripts/release', program), join(release, program));
  for (const name of ['main', 'backup', 'slip-worker']) {
    const text = `console.log(${JSON.stringify(name)}, ...process.argv.slice(2), process.env.SEED)`;
    writeFileSync(join(release, 'apps/server/dist', `${name}.js`), text);
  }
  writeFileSync(join(release, '.env'), 'SEED=none\n');
  const { stdout, stderr } = spawnSync(process.execPath, ['server.mjs', ...args], {
    cwd: release,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

describe('node server.mjs of a release', () => {
  it.each([
    [[], 'main none\n'],
    [['--help'], 'main --help none\n'],
    [['backup', '/srv/backups'], 'backup /srv/backups none\n'],
    [
      ['slip-worker'],
      'bkksiam: there is no command slip-worker: backup; without one the server starts\n',
    ],
  ])('with %j', (args, printed) => expect(startRelease(...args)).toBe(printed));
});

describe('npm start', () => {
  it.each(['18.20.4', '20.18.1'])('asks for a newer Node.js than %s', (version) => {
    const { status, stderr } = start(version);
    expect(status).toBe(1);
    expect(stderr).toBe(`bkksiam: Node.js ${version} is too old: install 20.19 or newer\n`);
  });

  it.each(['20.19.0', '22.1.0', process.versions.node])(
    'starts with %s, and asks for the packages where they are not installed',
    (version) => {
      const { status, stderr } = start(version);
      expect(status).toBe(1);
      expect(stderr).toMatch(/^bkksiam: the packages are not installed: run npm ci in .*\n$/);
    },
  );

  it('reads settings from .env, where a variable of the environment has not set them', () => {
    mkdirSync(join(folder, 'scripts'), { recursive: true });
    cpSync(join(root, 'scripts/load-env.mjs'), join(folder, 'scripts/load-env.mjs'));
    writeFileSync(join(folder, '.env'), 'PORT=4000\nSITE_URL="https://www.example.com"\n');
    const script = join(folder, 'scripts/load-env.mjs');
    const printed = spawnSync(
      process.execPath,
      ['--import', script, '-e', 'console.log(process.env.PORT, process.env.SITE_URL)'],
      { encoding: 'utf8', env: { PORT: '5000' } },
    );
    expect(printed).toMatchObject({ stdout: '5000 https://www.example.com\n', stderr: '' });
  });

  it('builds the site without the list of its files, which npm run build shows', () => {
    const logLevel = (given: string): unknown => {
      vi.stubEnv('npm_config_loglevel', given);
      return siteConfig({ command: 'build', mode: 'production' }).logLevel;
    };
    expect(logLevel('silent')).toBe('warn');
    expect(logLevel('notice')).toBe('info');
  });
});
