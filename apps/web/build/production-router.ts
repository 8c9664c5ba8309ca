import { fileURLToPath } from 'node:url';

/** React Router's production build: its package exports name the development build only, warnings included. */
export const productionRouter = {
  find: /^react-router$/,
  replacement: fileURLToPath(
    new URL('../../../node_modules/react-router/dist/production/index.mjs', import.meta.url),
  ),
};
