import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface SqlFile {
  /** File name, such as `20260101000100_member_roles.sql`. */
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text with unix line ends, in hex. */
  readonly sha256: string;
}

const platformFolder = 'apps/server/src/db/platform';
const productFolder = 'supabase/migrations';
const storeFolder = 'apps/server/src/db/store';

/** The repository's root: SQL is read from the source tree, by the bundled server as by the sources. */
function findRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, platformFolder)) && existsSync(join(folder, productFolder)))
      return folder;
    if (folder === dirname(folder)) throw new Error(`${productFolder} is missing above ${start}`);
  }
}

async function readSqlFile(folder: string, name: string): Promise<SqlFile> {
  const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
}

async function readFolder(folder: string): Promise<readonly SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map((name) => readSqlFile(folder, name)));
}

/** What hosted Supabase already has, in the order it is applied. */
export function platformFiles(): Promise<readonly SqlFile[]> {
  return readFolder(join(findRoot(), platformFolder));
}

/** The product's own migrations, oldest first. */
export function productFiles(): Promise<readonly SqlFile[]> {
  return readFolder(join(findRoot(), productFolder));
}

/** The store's own tables, which are no part of what runs on hosted Supabase. */
export function storeFiles(): Promise<readonly SqlFile[]> {
  return readFolder(join(findRoot(), storeFolder));
}

/** The store's demo products. */
export function demoProductsFile(): Promise<SqlFile> {
  return readSqlFile(join(findRoot(), storeFolder, 'demo'), 'products.sql');
}

/** The demo rows. */
export function seedFile(): Promise<SqlFile> {
  return readSqlFile(join(findRoot(), 'supabase'), 'seed.sql');
}

const token =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^;'"$/-]+|[\s\S]/g;

/** Splits a script at the semicolons that end statements, as the Supabase CLI records them. */
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
