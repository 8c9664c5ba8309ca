import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';
import { entryChunk, lazyChunk, withImports } from './first-paint.ts';

/** Kilobytes (1000 bytes) after brotli. */
export interface Budget {
  readonly javascript: number;
  readonly css: number;
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

function compressed(bundle: Rollup.OutputBundle, name: string): number {
  const file = bundle[name];
  if (file === undefined) return 0;
  return brotliCompressSync(file.type === 'chunk' ? file.code : file.source).length;
}

/** The stylesheets that come with a chunk. */
function stylesOf(file: Rollup.OutputBundle[string] | undefined): readonly string[] {
  return file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : [];
}

/**
 * Says after the build what `/` needs before it answers to a person, and fails the build over the budget.
 *
 * @param lazy the modules that are imported for it at once after the first paint
 */
export function sizeBudget(lazy: readonly string[], budget: Budget): Plugin {
  return {
    name: 'size-budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const entry = entryChunk(bundle)?.fileName;
      const chunks = [entry, ...lazy.map((module) => lazyChunk(bundle, module)?.fileName)];
      const found = chunks.filter((chunk) => chunk !== undefined);
      if (found.length < chunks.length) this.error(`gone: the entry or one of ${lazy.join(', ')}`);
      const scripts = [...withImports(bundle, found)];
      const styles = scripts.flatMap((name) => stylesOf(bundle[name]));
      const total = (names: readonly string[]) =>
        names.reduce((sum, name) => sum + compressed(bundle, name), 0);
      for (const name of scripts) {
        this.info(`  ${kilobytes(compressed(bundle, name))} kB  ${name}`);
      }
      const [javascript, css] = [total(scripts), total(styles)];
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
