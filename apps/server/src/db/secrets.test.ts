import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writePrivateFile } from './secrets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bkksiam-secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('servers that write one private file at once leave it whole, and nothing else', async () => {
  const texts = Array.from({ length: 20 }, (_, index) => `secret ${String(index)}`);
  await Promise.all(texts.map((text) => writePrivateFile(folder, 'secret.txt', text)));
  expect(await readdir(folder)).toEqual(['secret.txt']);
  expect(texts).toContain(await readFile(join(folder, 'secret.txt'), 'utf8'));
  expect((await stat(join(folder, 'secret.txt'))).mode & 0o777).toBe(0o600);
});
