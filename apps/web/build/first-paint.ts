import type { Plugin, Rollup } from 'vite';

function fileOf(bundle: Rollup.OutputBundle, wanted: (file: Rollup.OutputAsset) => boolean) {
  return Object.values(bundle).find((file) => file.type === 'asset' && wanted(file))?.fileName;
}

/** The chunks and all they import, without which they do not run. */
export function withImports(bundle: Rollup.OutputBundle, start: readonly string[]): Set<string> {
  const found = new Set(start);
  for (const name of found) {
    const file = bundle[name];
    if (file?.type === 'chunk') for (const next of file.imports) found.add(next);
  }
  return found;
}

/** The chunk the page starts with. */
export function entryChunk(bundle: Rollup.OutputBundle) {
  return Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
}

/** The chunk made for a module that is imported lazily. */
export function lazyChunk(bundle: Rollup.OutputBundle, module: string) {
  return Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(module),
  );
}

/**
 * The head of every page: it asks for the Latin letters before the stylesheet does, and lets what is painted go ahead
 * of the code, without which a painted page reads.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle = {} }) {
        const font = fileOf(bundle, ({ names }) =>
          names.some((name) => name.startsWith('anuphan-latin-wght')),
        );
        if (font === undefined) this.error('the Latin letters are not built');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true };
        return {
          html: page.replaceAll(
            /<(script type="module"|link rel="modulepreload")/g,
            '$& fetchpriority="low"',
          ),
          tags: [{ tag: 'link', attrs: { ...attrs, href: `/${font}` }, injectTo: 'head' }],
        };
      },
    },
  };
}
