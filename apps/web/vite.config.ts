import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import tailwind from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { serverRendering } from './build/server-rendering.ts';
import { precompress } from './build/precompress.ts';
import { sizeBudget } from './build/size-budget.ts';
import { terserChunks } from './build/terser-chunks.ts';

const server = process.env.SERVER_URL ?? 'http://127.0.0.1:3001';
const firstUse = ['/src/mount.tsx', '/src/app/home-page.tsx'];

/** The stylesheet and the fonts come before the code, which runs after the first paint. */
const lowPriorityEntry: Plugin = {
  name: 'low-priority-entry',
  transformIndexHtml: {
    order: 'post',
    handler: (page) => page.replace('<script type="module"', '$& fetchpriority="low"'),
  },
};

/** Names the stylesheet of inner pages, for the server, which links it in those it renders. */
const innerStyles: Plugin = {
  name: 'inner-styles',
  transformIndexHtml: {
    order: 'post',
    handler(page, { bundle = {} }) {
      const file = Object.keys(bundle).find((name) => /^assets\/inner-\w+\.css$/.test(name));
      return file === undefined ? page : page.replace('</head>', `<!--inner-styles /${file}-->$&`);
    },
  },
};

/** Small modules of several inner pages. */
const smallModules =
  /\/(admin-flag|bangkok-time|booking-reference|email-text|iata-codes|request-id|request-number|save-file|server-clock)\.tsx?$/;

/** What the fields of the search fetch after hydration, and pages of days and passengers use too. */
const searchFields =
  /\/(date-overlay|passenger-age|passengers-text|search-passengers|weekday-text)\.tsx?$/;

// A group takes in what its modules import. Icons and small modules of other pages share a file: alone, each would be a
// chunk, which the first load names.
const chunkGroups = [
  { name: 'entry', tags: ['$initial' as const], priority: 1 },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'app', test: /\/src\/(mount|app\/home-page)\.tsx$/ },
  { name: 'icons', test: /node_modules\/lucide-react\// },
  { name: 'small', test: smallModules },
  { name: 'search-fields', test: searchFields },
];

const productionRouter = fileURLToPath(import.meta.resolve('react-router')).replace(
  'development',
  'production',
);

export default defineConfig(({ command, isSsrBuild = false }) => ({
  root: import.meta.dirname,
  // `npm run --silent build`, which `npm start` uses, shows warnings and errors alone.
  logLevel: process.env.npm_config_loglevel === 'silent' ? 'warn' : 'info',
  plugins: [
    react(),
    tailwind(),
    serverRendering(server),
    lowPriorityEntry,
    innerStyles,
    terserChunks(['app']),
    sizeBudget(firstUse, { javascript: 140, css: 10 }),
    precompress(),
  ],
  resolve: {
    alias: [
      // React has had it since version 18.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      // The package's exports name the build with development warnings only.
      ...(command === 'build' ? [{ find: /^react-router$/, replacement: productionRouter }] : []),
    ],
  },
  server: {
    proxy: {
      '/auth': server,
      '/rest': server,
      '/realtime': { target: server, ws: true },
      '/functions': server,
      '/storage': server,
      '/config.json': server,
      '^/store/[^/]+/(products|variants)': server,
    },
  },
  // The server build holds everything, so that it runs without the site's packages.
  ...(isSsrBuild && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    copyPublicDir: !isSsrBuild,
    // Older phones: lightningcss compiles light-dark() and nesting down to these.
    cssTarget: ['chrome111', 'safari16.4', 'firefox114'],
    ...(isSsrBuild && { target: 'node20.19' }),
    // The content security policy lets fonts and scripts come as files only.
    assetsInlineLimit: (file) => (file.endsWith('.svg') ? undefined : false),
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Pages that a lazy route imports may be imported statically by the chunk of another page.
      checks: { ineffectiveDynamicImport: false },
      output: {
        codeSplitting: isSsrBuild ? false : { groups: chunkGroups },
        // The first load names every chunk, and random letters do not compress: seven are the fewest that Rolldown takes.
        hashCharacters: 'hex',
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
}));
