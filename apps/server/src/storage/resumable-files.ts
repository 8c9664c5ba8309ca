// Uploads in progress: what is known of each, and its parts, as files that are written once.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, copyFile, link, mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { isVersion } from './blobs.ts';
import { clearError, codeOf, namesIn, syncFolder } from './file-blobs.ts';

export interface ResumableFile {
  readonly name: string;
  readonly size: number;
}

/** Files of uploads by the upload's id, a uuid. Servers that share them share the uploads. */
export interface ResumableFiles {
  /** Where parts are written until they are whole. */
  readonly incoming: string;
  /**
   * Keeps a copy of a local file for good. False if the upload has a file of this name, or was removed: of two servers one
   * gets its part accepted.
   */
  add(upload: string, name: string, path: string): Promise<boolean>;
  list(upload: string): Promise<readonly ResumableFile[]>;
  read(upload: string, name: string): Promise<Readable>;
  /** Removes these files, or all. */
  remove(upload: string, names?: readonly string[]): Promise<void>;
  /** Uploads with the time when they were begun, which their first file tells. */
  begun(): AsyncIterable<{ readonly upload: string; readonly at: Date }>;
}

/** The file that an upload begins with. */
export const firstFile = 'about';

/** In a folder: `<upload>/<name>`. */
export class LocalResumableFiles implements ResumableFiles {
  readonly incoming: string;
  readonly #folder: string;

  constructor(folder: string) {
    this.incoming = join(folder, 'incoming');
    this.#folder = join(folder, 'resumable');
  }

  async add(upload: string, name: string, path: string): Promise<boolean> {
    const folder = this.#folderOf(upload);
    const target = join(folder, name);
    try {
      if (name === firstFile) await mkdir(folder, { recursive: true, mode: 0o700 });
      await link(path, target).catch(async (error: unknown) => {
        // Some file systems have no links.
        if (['EEXIST', 'ENOENT', 'ENOSPC', 'EDQUOT'].includes(String(codeOf(error)))) throw error;
        await copyFile(path, target, constants.COPYFILE_EXCL);
      });
      await syncFolder(folder);
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') return false;
      throw clearError(error);
    }
  }

  async list(upload: string): Promise<readonly ResumableFile[]> {
    const folder = this.#folderOf(upload);
    const found = await Promise.all(
      (await namesIn(folder)).map(async (name) => ({
        name,
        size: (await stat(join(folder, name)).catch(() => undefined))?.size,
      })),
    );
    return found.flatMap(({ name, size }) => (size === undefined ? [] : [{ name, size }]));
  }

  async read(upload: string, name: string): Promise<Readable> {
    const handle = await open(join(this.#folderOf(upload), name), 'r').catch((error: unknown) => {
      throw clearError(error);
    });
    return handle.createReadStream({ highWaterMark: 256 * 1024 });
  }

  async remove(upload: string, names?: readonly string[]): Promise<void> {
    const folder = this.#folderOf(upload);
    // A part may be added meanwhile, after which the folder is no longer empty.
    if (names === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    else await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
  }

  async *begun(): AsyncGenerator<{ readonly upload: string; readonly at: Date }> {
    for (const upload of (await namesIn(this.#folder)).filter(isVersion)) {
      const found =
        (await stat(join(this.#folder, upload, firstFile)).catch(() => undefined)) ??
        (await stat(join(this.#folder, upload)).catch(() => undefined));
      if (found !== undefined) yield { upload, at: found.mtime };
    }
  }

  #folderOf(upload: string): string {
    if (!isVersion(upload)) throw new Error('uploads have a uuid');
    return join(this.#folder, upload);
  }
}

/** A part of an upload in a temporary file. */
export interface StagedPart {
  readonly path: string;
  readonly size: number;
}

/** Larger bodies are kept in several parts: what a server has acknowledged or a cut connection leaves is little to repeat. */
const partBytes = 8 * 1024 * 1024;

const newPath = async (incoming: string): Promise<string> => {
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  return join(incoming, randomUUID());
};

/** Writes a small file and adds it. */
export async function addText(
  files: ResumableFiles,
  upload: string,
  name: string,
  text: string,
): Promise<boolean> {
  const path = await newPath(files.incoming);
  try {
    await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true });
    return await files.add(upload, name, path);
  } catch (error) {
    throw clearError(error);
  } finally {
    await rm(path, { force: true });
  }
}

/** Writes at most one part; `ended` once the bytes have no more. */
async function stagePart(
  chunks: AsyncIterator<Buffer>,
  path: string,
): Promise<{ readonly size: number; readonly ended: boolean; readonly cut?: unknown }> {
  const handle = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    for (;;) {
      const next = await chunks.next().catch((cut: unknown) => ({ done: true as const, cut }));
      if (next.done === true) {
        await handle.sync();
        return { size, ended: true, ...('cut' in next && { cut: next.cut }) };
      }
      await handle.writeFile(next.value);
      size += next.value.length;
      if (size >= partBytes) {
        await handle.sync();
        return { size, ended: false };
      }
    }
  } finally {
    await handle.close();
  }
}

/**
 * Hands bytes to `keep` in parts while they arrive; the temporary file of each goes when `keep` is done. What arrived before
 * a connection was cut is kept too.
 *
 * @throws what the stream failed with, after its bytes are kept
 */
export async function receiveParts(
  { incoming }: ResumableFiles,
  bytes: Readable,
  keep: (part: StagedPart) => Promise<void>,
): Promise<void> {
  const chunks = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const path = await newPath(incoming);
      try {
        const { size, ended, ...failure } = await stagePart(chunks, path);
        if (size > 0) await keep({ path, size });
        if ('cut' in failure) throw failure.cut;
        if (ended) return;
      } finally {
        await rm(path, { force: true });
      }
    }
  } catch (error) {
    throw clearError(error);
  } finally {
    bytes.destroy();
  }
}

/** The bytes of kept parts, then those of a staged one. */
export async function* bytesOfParts(
  files: ResumableFiles,
  upload: string,
  names: readonly string[],
  last: StagedPart | undefined,
): AsyncGenerator<Buffer> {
  for (const name of names) yield* (await files.read(upload, name)) as AsyncIterable<Buffer>;
  if (last !== undefined) yield* createReadStream(last.path) as AsyncIterable<Buffer>;
}
