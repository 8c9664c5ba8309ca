import type { Plugin, Rollup } from 'vite';
import { themeKey } from '../../../packages/domain/src/constants.ts';

// Runs before anything is painted, so that a chosen theme does not flash; `platform/theme.ts` keeps the choice.
const themeScript = `try{var t=JSON.parse(localStorage.getItem('${themeKey}'));if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`;

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
 * What the head of every page needs before the first paint: the remembered theme by a script file of its own (the
 * content security policy allows no inline one) and the Latin letters. The painter adds the page's own code.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    generateBundle() {
      this.emitFile({ type: 'asset', name: 'theme.js', source: themeScript });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (bundle === undefined) {
          return [{ tag: 'script', children: themeScript, injectTo: 'head-prepend' }];
        }
        const theme = fileOf(bundle, ({ names }) => names.includes('theme.js'));
        const font = fileOf(bundle, ({ names }) =>
          names.some((name) => name.startsWith('anuphan-latin-wght')),
        );
        if (theme === undefined || font === undefined) this.error('theme or font not built');
        return [
          { tag: 'script', attrs: { src: `/${theme}` }, injectTo: 'head-prepend' },
          {
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              href: `/${font}`,
            },
            injectTo: 'head',
          },
        ];
      },
    },
  };
}
