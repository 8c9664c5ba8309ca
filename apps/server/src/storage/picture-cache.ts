import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

/** Pictures that were made smaller, as files by a hash of what they are made of. */
export class PictureCache {
  readonly #folder: string;
  readonly #maxBytes: number;

  constructor(folder: string, maxBytes = 256 * 1024 * 1024) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** @param hash hexadecimal */
  async get(hash: string): Promise<Buffer | undefined> {
    const path = join(this.#folder, hash);
    const bytes = await readFile(path).catch(() => undefined);
    const now = new Date();
    if (bytes !== undefined) await utimes(path, now, now).catch(() => undefined);
    return bytes;
  }

  /** A full disk is no reason not to send the picture. */
  async put(hash: string, bytes: Buffer): Promise<void> {
    const unfinished = join(this.#folder, `${randomUUID()}.new`);
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(unfinished, bytes, { mode: 0o600 });
      await rename(unfinished, join(this.#folder, hash));
    } catch {
      await rm(unfinished, { force: true });
    }
  }

  /** Deletes the pictures that were not asked for the longest, beyond the size. */
  async prune(): Promise<number> {
    const names = await readdir(this.#folder).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#folder, name);
        const found = await stat(path).catch(() => undefined);
        return { path, size: found?.size ?? 0, usedAt: found?.mtimeMs ?? 0 };
      }),
    );
    let kept = 0;
    let removed = 0;
    for (const { path, size } of files.sort((one, other) => other.usedAt - one.usedAt)) {
      kept += size;
      if (kept <= this.#maxBytes) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }
}
