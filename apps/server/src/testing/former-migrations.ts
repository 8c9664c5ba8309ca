import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { sqlFile, type MigrationFiles, type ReleaseFile } from '../db/migration-files.ts';

interface FormerFile extends ReleaseFile {
  readonly text: string;
  readonly isOfFirstRelease: boolean;
}

/**
 * The migrations from before the baseline: those of 0.1.0 (commit 965d09c), or the last ones (commit 29c61b8). The archive is
 * a JSON list of their files; the digests in db/baseline.ts prove that they are unchanged.
 */
export async function formerMigrations(version: '0.1.0' | 'last'): Promise<MigrationFiles> {
  const archive = await readFile(new URL('former-migrations.json.gz', import.meta.url));
  const all = JSON.parse(gunzipSync(archive).toString()) as readonly FormerFile[];
  const ofKind = (wanted: ReleaseFile['kind']) =>
    all
      .filter(
        ({ kind, isOfFirstRelease }) => kind === wanted && (isOfFirstRelease || version === 'last'),
      )
      .map(({ name, text }) => sqlFile(name, text));
  return { platform: ofKind('platform'), product: ofKind('product'), store: ofKind('store') };
}
