import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { clientBuild } from './build/client-build.ts';
import { noStyles } from './build/no-styles.ts';
import { productionRouter } from './build/production-router.ts';

const manifest = fileURLToPath(new URL('dist/.vite/manifest.json', import.meta.url));

/** Builds the file by which the server paints pages: everything in one, so that it runs without the site's packages. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), noStyles(), clientBuild(manifest)],
  resolve: { alias: [productionRouter] },
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/painter.tsx',
    outDir: 'dist/.painter',
    target: 'node20.19',
    reportCompressedSize: false,
    assetsInlineLimit: (file) => (file.endsWith('.svg') ? undefined : false),
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
