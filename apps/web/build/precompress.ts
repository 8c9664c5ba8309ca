import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const text = /\.(js|css|svg|json|txt|webmanifest)$/;
const worthwhile = 512;

async function compress(path: string): Promise<void> {
  const plain = await readFile(path);
  if (plain.length < worthwhile) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
    promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

/** Writes a `.br` and a `.gz` file beside every text file of the build. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: (config, { command }) => command === 'build' && config.build?.ssr === undefined,
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle(error) {
      if (error !== undefined) return;
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = files
        .filter((file) => file.isFile() && text.test(file.name))
        .map((file) => join(file.parentPath, file.name));
      await Promise.all(paths.map(compress));
    },
  };
}
