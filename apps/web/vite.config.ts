import react from '@vitejs/plugin-react';
import tailwind from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { codeGroups } from './build/code-groups.ts';
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
        codeSplitting: { groups: codeGroups },
      },
    },
  },
}));
