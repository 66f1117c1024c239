import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env['MUSTER_DEV_API'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    target: 'es2022',
    manifest: true,
    // A page of ours allows no inline script, and small files cost nothing over one connection.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    // What every page needs comes in one file, what most pages share in another: a browser asks for few files at once.
    rolldownOptions: {
      // The door of a feature only passes on. Told so, a page takes what it asks for: the board 8 KB less, one shift 13 KB.
      treeshake: { moduleSideEffects: [{ test: /\/features\/\w+\/index\.ts$/, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 24, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(['/api', '/docs', '/dev', '/awards'].map((path) => [path, api])) },
});
