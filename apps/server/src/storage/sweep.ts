// Finds and mends bytes without a row, and rows without bytes.
import type { FastifyBaseLogger } from 'fastify';
import type { CallerDatabase, Row } from '../db/database.ts';
import { serviceIdentity } from '../http/identity.ts';
import { isVersion, MissingBlob, type Blobs, type StoredBlob } from './blobs.ts';
import { textOf } from './caller-sql.ts';
import type { PictureCache } from './picture-cache.ts';
import type { ResumableFiles } from './resumable-files.ts';
import { removeExpired } from './resumable-uploads.ts';

const hourMs = 60 * 60 * 1000;
const batch = 500;
/** Above this share of a batch the bytes are away as a whole, such as a volume that is not mounted: no row is deleted. */
const plausibleShare = 0.1;
/** So many bytes without a row are removed even if they are most. */
const fewOrphans = 100;

interface SweepOptions {
  readonly database: CallerDatabase;
  readonly blobs: Blobs;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** What is younger may still be in progress. */
  readonly now?: () => number;
}

interface Swept {
  readonly blobs: number;
  readonly rows: number;
}

const settings = { 'storage.allow_delete_query': 'true', 'storage.operation': 'storage.sweep' };

async function withoutRow(
  { database }: SweepOptions,
  group: readonly StoredBlob[],
): Promise<readonly string[]> {
  const [result] = await database.asIdentity(serviceIdentity, [
    {
      text: `select version from unnest($1::text[]) as stored (version)
        where not exists (select from storage.objects where objects.version = stored.version)`,
      values: [group.map(({ version }) => version)],
    },
  ]);
  return (result?.rows ?? []).map(({ version }) => textOf(version));
}

/** The versions of old bytes without a row, and how many there are in all. */
async function findOrphans(options: SweepOptions, before: number) {
  const orphans: string[] = [];
  let stored = 0;
  for await (const group of options.blobs.list()) {
    stored += group.length;
    const old = group.filter(({ writtenAt }) => writtenAt.getTime() < before);
    if (old.length > 0) orphans.push(...(await withoutRow(options, old)));
  }
  return { orphans, stored };
}

async function removeOrphans(
  { blobs, log }: SweepOptions,
  { orphans, stored }: { readonly orphans: readonly string[]; readonly stored: number },
): Promise<number> {
  if (orphans.length > Math.max(fewOrphans, stored / 2)) {
    log.warn(
      { orphans: orphans.length, of: stored },
      'no row names the bytes of most objects: is the right database in use?',
    );
    return 0;
  }
  for (let first = 0; first < orphans.length; first += batch)
    await blobs.remove(orphans.slice(first, first + batch));
  return orphans.length;
}

async function isMissing({ blobs }: SweepOptions, { version }: Row): Promise<boolean> {
  if (!isVersion(version)) return true;
  try {
    (await blobs.read(version, { start: 0, end: 0 })).destroy();
    return false;
  } catch (error) {
    if (error instanceof MissingBlob) return true;
    throw error;
  }
}

/** The rows of one batch without bytes; their versions have not changed meanwhile. */
async function deleteRows({ database }: SweepOptions, rows: readonly Row[]): Promise<number> {
  const [result] = await database.asIdentity(
    serviceIdentity,
    [
      {
        text: `delete from storage.objects using unnest($1::uuid[], $2::text[]) as missing (id, version)
          where objects.id = missing.id and objects.version is not distinct from missing.version`,
        values: [
          rows.map(({ id }) => textOf(id)),
          rows.map(({ version }) => (typeof version === 'string' ? version : null)),
        ],
      },
    ],
    { settings },
  );
  return result?.rowCount ?? 0;
}

async function removeEmptyRows(options: SweepOptions, before: number): Promise<number> {
  let removed = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const [result] = await options.database.asIdentity(serviceIdentity, [
      {
        text: `select id, version, updated_at < $2::timestamptz as is_old from storage.objects
          where id > $1::uuid order by id limit ${batch}`,
        values: [after, new Date(before)],
      },
    ]);
    const rows = result?.rows ?? [];
    const missing: Row[] = [];
    for (const row of rows)
      if (row.is_old === true && (await isMissing(options, row))) missing.push(row);
    if (missing.length > Math.max(3, rows.length * plausibleShare))
      options.log.warn(
        { missing: missing.length, of: rows.length },
        'the bytes of many objects are missing: is the right folder or bucket in use?',
      );
    else if (missing.length > 0) removed += await deleteRows(options, missing);
    if (rows.length < batch) return removed;
    after = textOf(rows.at(-1)?.id);
  }
}

/**
 * Removes bytes that no row has named for an hour, and rows whose bytes have been missing for as long, such as after a crash.
 * Rows stay where so many are missing that the place of the bytes must be a wrong one.
 */
export async function sweepStorage(options: SweepOptions): Promise<Swept> {
  const before = (options.now?.() ?? Date.now()) - hourMs;
  const found = await findOrphans(options, before);
  await options.blobs.removeUnfinished(new Date(before));
  return {
    blobs: await removeOrphans(options, found),
    // Without any bytes their place is a wrong one.
    rows: found.stored === 0 ? 0 : await removeEmptyRows(options, before),
  };
}

/** The sweep as a job, and beside it, so that none waits for another, the ends of uploads and the bounds of the cache. */
export function storageJobs({
  pictures,
  resumable,
  ...options
}: SweepOptions & { readonly pictures: PictureCache; readonly resumable: ResumableFiles }) {
  const sweep = async () => {
    const { blobs, rows } = await sweepStorage(options);
    return blobs + rows;
  };
  return [
    { name: 'sweep_storage', everyMs: hourMs, run: sweep },
    { name: 'expire_uploads', everyMs: hourMs, run: () => removeExpired(resumable, Date.now()) },
    { name: 'prune_pictures', everyMs: hourMs, run: () => pictures.prune() },
  ];
}
