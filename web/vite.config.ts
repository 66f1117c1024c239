import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledTexts } from './compiled-texts.ts';

const api = process.env['MUSTER_DEV_API'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), compiledTexts()],
  build: {
    target: 'es2022',
    manifest: true,
    // A page of ours allows no inline script, and small files cost nothing over one connection.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    // What every page needs comes in one file, and each of the pages that people open first in one more, with all that
    // it uses: a browser asks for few files at once. Other pages load those parts from there.
    rolldownOptions: {
      // The door of a feature only passes on. Told so, a page takes what it asks for: the board 8 KB less, one shift 13 KB.
      treeshake: { moduleSideEffects: [{ test: /\/features\/\w+\/index\.ts$/, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 5 },
            { name: 'board', test: /[\\/]shifts[\\/]pages[\\/]board\.tsx$/, priority: 4 },
            { name: 'news', test: /[\\/]shell[\\/]news\.tsx$/, priority: 3 },
            { name: 'shift', test: /[\\/]signups[\\/]pages[\\/]shift\.tsx$/, priority: 2 },
            // Modules of a few hundred bytes that many of the other pages share.
            { name: 'shared', minShareCount: 12, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(['/api', '/docs', '/dev', '/awards'].map((path) => [path, api])) },
});
