import type { Plugin } from 'vite';

const empty = '\0no-styles';

/** Leaves stylesheets out of what is painted with: the page links those of the built site. */
export function noStyles(): Plugin {
  return {
    name: 'no-styles',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('.css') ? empty : undefined),
    load: (id) => (id === empty ? 'export {};' : undefined),
  };
}
