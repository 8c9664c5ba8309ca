import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { sqlFile, type MigrationFiles, type ReleaseFile } from '../db/migration-files.ts';

/**
 * The versions whose databases are upgraded: the first release (commit 965d09c), the last commit before the migrations by
 * subject, and the first state of these.
 */
export const formerVersions = ['0.1.0', '29c61b8', '93dcc14'] as const;

export type FormerVersion = (typeof formerVersions)[number];

interface FormerFile extends ReleaseFile {
  readonly text: string;
  readonly versions: readonly FormerVersion[];
}

/**
 * The migrations of a former version. The archive is a JSON list of their files; the digests in db/baseline.ts prove that they
 * are unchanged.
 */
export async function formerMigrations(version: FormerVersion): Promise<MigrationFiles> {
  const archive = await readFile(new URL('former-migrations.json.gz', import.meta.url));
  const all = JSON.parse(gunzipSync(archive).toString()) as readonly FormerFile[];
  const ofKind = (wanted: ReleaseFile['kind']) =>
    all
      .filter(({ kind, versions }) => kind === wanted && versions.includes(version))
      .map(({ name, text }) => sqlFile(name, text));
  return { platform: ofKind('platform'), product: ofKind('product'), store: ofKind('store') };
}
