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
 * Makes a folder and those above it. Node's own way to do this never comes back where a file system takes no
 * folders and calls the path missing, as /proc does (Node 20 to 24).
 *
 * @param mode for the folders that are made
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
