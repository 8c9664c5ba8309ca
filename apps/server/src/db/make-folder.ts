import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function makeOne(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
    mkdirSync(path, { recursive: true });
  }
}

/**
 * Creates a folder and its parents. Node's recursive `mkdir` never returns on a file system that rejects folders with
 * ENOENT, such as /proc (Node 20 to 24).
 *
 * @param mode of the created folders
 */
export function makeFolder(path: string, mode: number): void {
  try {
    makeOne(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (!isMissing(error) || parent === path) throw error;
    makeFolder(parent, mode);
    makeOne(path, mode);
  }
}
