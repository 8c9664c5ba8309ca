import { createWriteStream } from 'node:fs';
import {
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  isVersion,
  MissingBlob,
  type Blobs,
  type ByteRange,
  type StoredBlob,
  type WrittenBlob,
} from './blobs.ts';
import { storageErrors } from './errors.ts';
import { Metered } from './metered.ts';

export const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

/** Rethrows what a client cannot be told as it is. */
export function clearError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return storageErrors.bytesFailed('The server has no space left for this object');
  if (code === 'ENOENT') return new MissingBlob('the bytes are not there');
  return error;
}

export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Bytes in a folder: `objects/ab/<version>`. Each file is written to `incoming/`, synced, and renamed, so that one with
 * its final name is whole.
 */
export class FileBlobs implements Blobs {
  readonly #objects: string;
  readonly #incoming: string;
  readonly #made = new Set<string>();

  constructor(folder: string) {
    this.#objects = join(folder, 'objects');
    this.#incoming = join(folder, 'incoming');
  }

  /** Where the bytes of a version are, or will be. */
  pathOf(version: string): string {
    return join(this.#folderOf(version), version);
  }

  async write(version: string, bytes: Readable, limit: number): Promise<WrittenBlob> {
    const metered = new Metered(limit);
    await this.#place(version, async (path) => {
      // What arrives while a piece is being written is written at once.
      const options = { mode: 0o600, flags: 'wx', flush: true, highWaterMark: 1024 * 1024 };
      const file = createWriteStream(path, options);
      const closed = new Promise<void>((resolve) => file.once('close', resolve));
      try {
        await pipeline(bytes, metered, file);
      } catch (error) {
        // A file that is still being opened would be made after it was removed.
        await closed;
        throw error;
      }
    });
    return metered.summary();
  }

  async read(version: string, range?: ByteRange): Promise<Readable> {
    let handle: FileHandle;
    try {
      handle = await open(this.pathOf(version), 'r');
    } catch (error) {
      throw clearError(error);
    }
    return handle.createReadStream({ ...range, highWaterMark: 256 * 1024 });
  }

  async copy(version: string, to: string): Promise<void> {
    const source = this.pathOf(version);
    await this.#place(to, async (path) => {
      // Files never change, so both names may share one; some file systems have no links.
      await link(source, path).catch(async (error: unknown) => {
        if (codeOf(error) === 'ENOENT') throw error;
        await copyFile(source, path);
      });
    });
  }

  async remove(versions: readonly string[]): Promise<void> {
    await Promise.all(
      versions.filter(isVersion).map((version) => rm(this.pathOf(version), { force: true })),
    );
  }

  async *list(): AsyncGenerator<readonly StoredBlob[]> {
    for (const folder of await namesIn(this.#objects)) {
      const names = (await namesIn(join(this.#objects, folder))).filter(isVersion);
      for (let first = 0; first < names.length; first += 1000) {
        yield await Promise.all(
          names.slice(first, first + 1000).map((version) => this.#describe(version)),
        );
      }
    }
  }

  async removeUnfinished(before: Date): Promise<void> {
    for (const name of await namesIn(this.#incoming)) {
      const path = join(this.#incoming, name);
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined && found.ctime < before) await rm(path, { force: true });
    }
  }

  async #describe(version: string): Promise<StoredBlob> {
    const found = await stat(this.pathOf(version)).catch(() => undefined);
    // A copy is a hard link, which keeps the time of its bytes (mtime): the time of the last link or rename counts.
    return { version, writtenAt: found?.ctime ?? new Date() };
  }

  #folderOf(version: string): string {
    if (!isVersion(version)) throw new MissingBlob('no bytes have such a version');
    return join(this.#objects, version.slice(0, 2));
  }

  /** Lets `make` write a temporary file, then gives it its name for good; a failure leaves nothing. */
  async #place(version: string, make: (path: string) => Promise<void>): Promise<void> {
    const folder = this.#folderOf(version);
    const unfinished = join(this.#incoming, version);
    try {
      await this.#makeFolder(this.#incoming);
      await this.#makeFolder(folder);
      await make(unfinished);
      await rename(unfinished, join(folder, version));
      await syncFolder(folder);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw clearError(error);
    }
  }

  async #makeFolder(path: string): Promise<void> {
    if (this.#made.has(path)) return;
    await mkdir(path, { recursive: true, mode: 0o700 });
    this.#made.add(path);
  }
}

export const namesIn = (path: string): Promise<string[]> =>
  readdir(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
