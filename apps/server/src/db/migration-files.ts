import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface SqlFile {
  /** File name, such as `20261210000400_users.sql`. */
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text with unix line ends, in hex. */
  readonly sha256: string;
}

export const platformFolder = 'apps/server/src/db/platform';
export const productFolder = 'supabase/migrations';

/** The repository's root. The bundled server, too, reads SQL from the source tree. */
export function findRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, platformFolder)) && existsSync(join(folder, productFolder)))
      return folder;
    if (folder === dirname(folder)) throw new Error(`${productFolder} is missing above ${start}`);
  }
}

/** A file of this name and text. */
export function sqlFile(name: string, text: string): SqlFile {
  return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
}

async function readSqlFile(folder: string, name: string): Promise<SqlFile> {
  return sqlFile(name, (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n'));
}

async function readFolder(folder: string): Promise<readonly SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map((name) => readSqlFile(folder, name)));
}

/** The roles and the auth schema that hosted Supabase already has, in order. */
function platformFiles(): Promise<readonly SqlFile[]> {
  return readFolder(join(findRoot(), platformFolder));
}

/** The product's migrations, oldest first. */
export function productFiles(): Promise<readonly SqlFile[]> {
  return readFolder(join(findRoot(), productFolder));
}

/** All migrations of this release, by the kind that `bkksiam_private.applied_files` records. */
export interface MigrationFiles {
  readonly platform: readonly SqlFile[];
  readonly product: readonly SqlFile[];
}

export async function migrationFiles(): Promise<MigrationFiles> {
  const [platform, product] = await Promise.all([platformFiles(), productFiles()]);
  return { platform, product };
}

/** A migration as the database records it. */
export interface ReleaseFile {
  readonly kind: keyof MigrationFiles;
  readonly name: string;
}

/** The files of all kinds in one list, each with its kind. */
export function listFiles<File extends { readonly name: string }>(
  files: Readonly<Record<keyof MigrationFiles, readonly File[]>>,
): readonly (File & ReleaseFile)[] {
  const kinds = ['platform', 'product'] as const;
  return kinds.flatMap((kind) => files[kind].map((file) => ({ ...file, kind })));
}

/** Every migration of this release. */
export async function releaseFiles(): Promise<readonly ReleaseFile[]> {
  return listFiles(await migrationFiles()).map(({ kind, name }) => ({ kind, name }));
}

/** The version of this release, such as `0.1.0`, or `0.2.0-dev` before it. */
export async function releaseVersion(): Promise<string> {
  const text = await readFile(join(findRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Whether migrations were applied that 1.0.0 replaced: all of the product's have later names since. */
export async function isBeforeFirstRelease(applied: readonly ReleaseFile[]): Promise<boolean> {
  const [first] = await productFiles();
  return applied.some(({ kind, name }) => kind === 'product' && name < (first?.name ?? ''));
}

/** The demo rows: of accounts and news, and the store's products. */
export function seedFiles(): Promise<readonly SqlFile[]> {
  const folder = join(findRoot(), 'supabase');
  return Promise.all(['seed.sql', 'seed-products.sql'].map((name) => readSqlFile(folder, name)));
}

/** The demo rows of a feature; undefined for a feature without any. */
export async function featureSeedFile(feature: string): Promise<SqlFile | undefined> {
  const folder = join(findRoot(), 'supabase');
  const name = `seed-${feature}.sql`;
  return existsSync(join(folder, name)) ? readSqlFile(folder, name) : undefined;
}

const token =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^;'"$/-]+|[\s\S]/g;

/** Splits a script into statements, as the Supabase CLI records them. */
export function splitStatements(script: string): string[] {
  const statements: string[] = [];
  let current = '';
  for (const [part] of script.matchAll(token)) {
    if (part !== ';') {
      current += part;
      continue;
    }
    statements.push(current.trim());
    current = '';
  }
  statements.push(current.trim());
  return statements.filter((statement) => statement !== '');
}
