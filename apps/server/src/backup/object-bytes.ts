// The bytes of uploaded files, wherever the server keeps them.
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import type { ClientBase } from 'pg';
import type { Config } from '../config.ts';
import { MissingBlob, type Blobs } from '../storage/blobs.ts';
import { blobsOfBackup, openBlobs } from '../storage/open-blobs.ts';
import { BackupError, checksum, DamagedBackup, type Manifest } from './manifest.ts';

type ObjectBytes = Manifest['objects'];

/** The checksum is of the sorted lines `<version> <SHA-256>`. */
class Inventory {
  readonly #lines: string[] = [];
  #bytes = 0;

  add(version: string, bytes: number, sha256: string): void {
    this.#lines.push(`${version} ${sha256}\n`);
    this.#bytes += bytes;
  }

  summary(): ObjectBytes {
    const files = this.#lines.length;
    return { files, bytes: this.#bytes, sha256: checksum(this.#lines.sort().join('')) };
  }
}

async function consume(bytes: Transform): Promise<void> {
  for await (const _chunk of bytes);
}

/** Reads the bytes of a version; `write` takes them, and they are added to the inventory. */
async function readThrough(
  blobs: Blobs,
  version: string,
  inventory: Inventory,
  write: (bytes: Transform) => Promise<unknown>,
): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const source = await blobs.read(version);
  source.on('error', (error) => through.destroy(error));
  await write(source.pipe(through));
  inventory.add(version, size, hash.digest('hex'));
}

async function copyBlobs(
  from: Blobs,
  to: Blobs,
  versions: readonly string[],
  signal: AbortSignal,
): Promise<ObjectBytes> {
  const inventory = new Inventory();
  for (const version of versions) {
    signal.throwIfAborted();
    await readThrough(from, version, inventory, (bytes) =>
      to.write(version, bytes, Infinity),
    ).catch((error: unknown) => {
      // It was deleted or replaced since the snapshot; the server removes such a row.
      if (!(error instanceof MissingBlob)) throw error;
    });
  }
  return inventory.summary();
}

async function versionsIn(blobs: Blobs): Promise<string[]> {
  const versions: string[] = [];
  for await (const group of blobs.list()) versions.push(...group.map(({ version }) => version));
  return versions;
}

/** The versions of the snapshot's rows; a database of an earlier release has no such table. */
async function storedVersions(client: ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('storage.objects') is not null as found`,
  );
  if (tables[0]?.found !== true) return [];
  const { rows } = await client.query<{ version: string }>(
    'select version from storage.objects where version is not null order by version',
  );
  return rows.map(({ version }) => version);
}

/** Copies the bytes of the snapshot's rows into a backup's folder. */
export async function copyObjects(
  client: ClientBase,
  config: Config,
  folder: string,
  signal: AbortSignal,
): Promise<ObjectBytes> {
  const versions = await storedVersions(client);
  const to = blobsOfBackup(folder);
  const copied = await copyBlobs((await openBlobs(config)).blobs, to, versions, signal);
  await rm(join(folder, 'incoming'), { recursive: true, force: true });
  return copied;
}

/** @throws {DamagedBackup} when the bytes are not as they were written */
export async function checkObjects(
  folder: string,
  { sha256 }: ObjectBytes,
  signal: AbortSignal,
): Promise<void> {
  const blobs = blobsOfBackup(folder);
  const inventory = new Inventory();
  for (const version of await versionsIn(blobs)) {
    signal.throwIfAborted();
    await readThrough(blobs, version, inventory, (bytes) => consume(bytes));
  }
  if (inventory.summary().sha256 !== sha256)
    throw new DamagedBackup(folder, 'the bytes of the uploaded files are not as they were written');
}

/** @throws {BackupError} when there are files already where they are restored to */
export async function refuseOtherObjects(config: Config, folder: string): Promise<void> {
  const known = new Set(await versionsIn(blobsOfBackup(folder)));
  const found = await versionsIn((await openBlobs(config)).blobs);
  if (found.every((version) => known.has(version))) return;
  throw new BackupError(
    `the place of uploaded files is not empty (DATA_DIR ${config.dataDir}, or STORAGE_S3_BUCKET): restore into an empty one`,
  );
}

export async function restoreObjects(
  folder: string,
  config: Config,
  signal: AbortSignal,
): Promise<void> {
  const from = blobsOfBackup(folder);
  await copyBlobs(from, (await openBlobs(config)).blobs, await versionsIn(from), signal);
}
