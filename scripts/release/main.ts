// `npm run release -- archive [platform]`: a folder and a .tar.gz that run with Node.js alone, by default for this machine.
// `npm run release -- package`: the package for `npx bkksiam`. Both have the built product, so `npm run build` comes first.
// `npm run release -- migrations`: lists the migrations with their hashes, which from then on never change.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  hashList,
  presentHashes,
  releasedList,
} from '../../apps/server/src/db/released-migrations.ts';
import { fetchApiRenderer } from '../fetch-api-renderer.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const output = join(root, 'release');

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly description?: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly dev?: boolean;
        readonly devOptional?: boolean;
        readonly link?: boolean;
      }
    >
  >;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const product = readJson('package.json') as Manifest;
const lock = readJson('package-lock.json') as Lock;

/** What the server reads while it runs, beside its packages. */
const files = [
  'apps/server/dist',
  'apps/server/src/db/platform',
  'apps/web/dist',
  'supabase',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'docs',
  'deploy',
  '.env.example',
];
/** Tests and source maps. */
const isLeftOut = /\/tests(\/|$)|\.map$/;

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

/** An empty folder with the built product and its start program. */
function stage(name: string): string {
  const folder = join(output, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of files) {
    if (!existsSync(join(root, path))) throw new Error(`${path} is missing: run npm run build`);
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => !isLeftOut.test(source.slice(root.length)),
    });
  }
  for (const program of ['server.mjs', 'check-node.mjs'])
    cpSync(join(root, 'scripts/release', program), join(folder, program));
  return folder;
}

/** Removes what no program loads: types, source maps and texts for readers, a third of the packages' size. */
function prune(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || /^licen[cs]e/i.test(entry.name)) continue;
    if (/\.(d\.[cm]?ts|map|md|markdown)$/.test(entry.name))
      rmSync(join(entry.parentPath, entry.name));
  }
}

/** The packages of the server alone, as the lockfile has them, for one platform. */
function installPackages(folder: string, os: string, cpu: string): void {
  for (const path of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(root, path), join(folder, path));
  for (const workspace of ['apps/server', 'apps/web', 'packages/domain']) {
    mkdirSync(join(folder, workspace), { recursive: true });
    cpSync(join(root, workspace, 'package.json'), join(folder, workspace, 'package.json'));
  }
  const server = ['--workspace', '@bkksiam/server', '--include-workspace-root'];
  run('npm', ['ci', '--omit=dev', ...server, `--os=${os}`, `--cpu=${cpu}`, '--libc=glibc'], folder);
  // npm keeps development packages that an optional peer names.
  for (const [path, { dev, devOptional, link }] of Object.entries(lock.packages)) {
    if ((dev === true || devOptional === true) && link !== true)
      rmSync(join(folder, path), { recursive: true, force: true });
  }
  prune(join(folder, 'node_modules'));
}

/** `linux-x64` and so on, as the packages of PostgreSQL are named. */
function archive(
  platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
): string {
  const [os = '', cpu = ''] = platform.split('-');
  const name = `bkksiam-${product.version}-${platform}`;
  const folder = stage(name);
  installPackages(folder, os === 'windows' ? 'win32' : os, cpu);
  run('tar', ['-czf', `${name}.tar.gz`, name], output);
  return join(output, `${name}.tar.gz`);
}

/** The direct dependencies at the versions of the lockfile. */
function exact(dependencies: Readonly<Record<string, string>> = {}): Record<string, string> {
  const versions: Record<string, string> = {};
  for (const name of Object.keys(dependencies)) {
    const locked =
      lock.packages[`apps/server/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`];
    // A workspace is in the bundle.
    if (locked?.version !== undefined && locked.link !== true) versions[name] = locked.version;
  }
  return versions;
}

function npmPackage(): string {
  const folder = stage('package');
  const server = readJson('apps/server/package.json') as Manifest;
  const manifest = {
    name: 'bkksiam',
    version: product.version,
    description: product.description,
    license: product.license,
    type: 'module',
    engines: product.engines,
    bin: { bkksiam: 'server.mjs' },
    dependencies: exact(server.dependencies),
    optionalDependencies: exact(server.optionalDependencies),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  run('npm', ['pack', '--pack-destination', output], folder);
  return join(output, `bkksiam-${product.version}.tgz`);
}

async function migrationList(): Promise<string> {
  writeFileSync(join(root, releasedList), hashList(await presentHashes()));
  return join(root, releasedList);
}

const kinds: Readonly<Record<string, (platform?: string) => string | Promise<string>>> = {
  archive,
  package: npmPackage,
  migrations: migrationList,
};

const [what = '', platform] = process.argv.slice(2);
const make = kinds[what];
if (make === undefined)
  throw new Error('say what: npm run release -- archive [linux-x64], package, or migrations');
if (make !== migrationList) await fetchApiRenderer();
console.log(await make(platform));
