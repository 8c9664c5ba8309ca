import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findRoot, migrationFiles, platformFolder, productFolder } from './migration-files.ts';

/** Where the hashes of released migrations are, for `sha256sum --check` too. */
export const releasedList = 'apps/server/src/db/released-migrations.sha256';

/** The SHA-256 of migrations by their paths from the root of the repository. */
export type MigrationHashes = ReadonlyMap<string, string>;

/** The hashes of the migrations that a release has had: databases hold them, so they never change. */
export async function releasedHashes(): Promise<MigrationHashes> {
  const text = await readFile(join(findRoot(), releasedList), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** The hashes of the migrations as they are. */
export async function presentHashes(): Promise<MigrationHashes> {
  const { platform, product } = await migrationFiles();
  return new Map([
    ...platform.map(({ name, sha256 }) => [`${platformFolder}/${name}`, sha256] as const),
    ...product.map(({ name, sha256 }) => [`${productFolder}/${name}`, sha256] as const),
  ]);
}

/** The text of the list with the migrations as they are, in the format of `sha256sum`. */
export function hashList(hashes: MigrationHashes): string {
  return [...hashes].map(([path, hash]) => `${hash}  ${path}\n`).join('');
}
