import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

/** Kilobytes (1000 bytes) after brotli. */
export interface Budget {
  readonly javascript: number;
  readonly css: number;
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(2);

function compressedSize(bundle: Rollup.OutputBundle, name: string): number {
  const file = bundle[name];
  if (file === undefined) return 0;
  return brotliCompressSync(file.type === 'chunk' ? file.code : file.source).length;
}

function withImports(bundle: Rollup.OutputBundle, chunks: readonly Rollup.OutputChunk[]) {
  const found = new Set(chunks);
  for (const chunk of found) {
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') found.add(imported);
    }
  }
  return [...found];
}

/**
 * Prints the size of what `/` loads for its first use; over the budget the build fails.
 *
 * @param modules what the entry imports dynamically for it, by the end of their paths
 */
export function sizeBudget(modules: readonly string[], budget: Budget): Plugin {
  return {
    name: 'size-budget',
    apply: (config) => config.build?.ssr === undefined,
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const isLoaded = ({ isEntry, moduleIds }: Rollup.OutputChunk) =>
        isEntry || modules.some((module) => moduleIds.some((id) => id.endsWith(module)));
      const loaded = withImports(bundle, chunks.filter(isLoaded));
      const sheets = loaded.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
      const sizeOf = (name: string) => compressedSize(bundle, name);
      const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);
      const sizes = loaded.map(({ fileName }) => sizeOf(fileName));
      const javascript = sum(sizes);
      const css = sum([...new Set(sheets)].map(sizeOf));
      for (const [index, { fileName }] of loaded.entries()) {
        this.info(`  ${kilobytes(sizes[index] ?? 0)} kB  ${fileName}`);
      }
      this.info(
        `/ before its first use: ${kilobytes(javascript)} of ${String(budget.javascript)} kB JavaScript,` +
          ` ${kilobytes(css)} of ${String(budget.css)} kB CSS (brotli)`,
      );
      if (javascript > budget.javascript * 1000 || css > budget.css * 1000) {
        this.error('the first load is over its budget');
      }
    },
  };
}
