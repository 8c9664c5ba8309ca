import react from '@vitejs/plugin-react';
import tailwind from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { devSettings } from './build/dev-settings.ts';
import { firstPaint } from './build/first-paint.ts';
import { precompress } from './build/precompress.ts';
import { productionRouter, unusedRouterParts } from './build/production-router.ts';
import { sizeBudget } from './build/size-budget.ts';

const server = 'http://127.0.0.1:3001';
const firstUse = ['/src/app/start.tsx', '/src/app/home-page.tsx'];

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwind(),
    devSettings(server),
    unusedRouterParts(),
    firstPaint(),
    sizeBudget(firstUse, { javascript: 120, css: 10 }),
    precompress(),
  ],
  resolve: { alias: command === 'build' ? [productionRouter] : [] },
  server: {
    proxy: {
      '/auth': server,
      '/rest': server,
      '/functions': server,
      '/config.json': server,
      '^/store/[^/]+/(products|variants)': server,
    },
  },
  build: {
    manifest: true,
    // Older phones: lightningcss compiles light-dark() and nesting down to these.
    cssTarget: ['chrome111', 'safari16.4', 'firefox114'],
    // The content security policy lets fonts and scripts come as files only.
    assetsInlineLimit: (file) => (file.endsWith('.svg') ? undefined : false),
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What waits for the first paint comes alone and small; the rest is asked for after it.
          // What every page starts with stays cached longest in files of its own: two, which run one after the other.
          groups: [
            {
              name: 'begin',
              test: /vite\/preload-helper|\/src\/(app\/crash-screen|platform\/(data-block|early-acts|first-paint|log))\.ts$/,
              priority: 1,
            },
            {
              name: 'dom',
              test: /node_modules\/(react|react-dom|scheduler)\/|\/src\/platform\/dom\.ts$/,
            },
            {
              name: 'start',
              test: /node_modules\/(react-router|i18next|react-i18next|i18next-browser-languagedetector|use-sync-external-store|cookie)\//,
            },
            // What the home page shares with others is a file a module otherwise, each compressed on its own.
            {
              name: 'kit',
              test: /\/(lucide-react\/dist\/esm\/icons\/(arrow-right|qr-code|user-round)|domain\/src\/(airports|constants|languages|travel-packages)|src\/(ui\/(button|class-names|feedback|phrases|section-head)|drawings\/(brand-mark|flight|river|river-scene)|features\/(news\/news-skeletons|search\/search-place)|app\/paths|platform\/(backend-error|i18n|toast)))\.(tsx?|mjs)$/,
            },
          ],
        },
      },
    },
  },
}));
