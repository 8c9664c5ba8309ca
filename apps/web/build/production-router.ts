import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** React Router's production build: its package exports name the development build only, warnings included. */
export const productionRouter = {
  find: /^react-router$/,
  replacement: fileURLToPath(
    new URL('../../../node_modules/react-router/dist/production/index.mjs', import.meta.url),
  ),
};

/**
 * Lets the build leave out the components of React Router that this site does not use: their names and their wrapping
 * calls count as effects otherwise. A kilobyte of the 120 that the first use may cost.
 */
export function unusedRouterParts(): Plugin {
  return {
    name: 'unused-router-parts',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/production/ },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
          .replace(
            /^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm,
            '$1/* @__PURE__ */ $2',
          ),
        map: null,
      }),
    },
  };
}
