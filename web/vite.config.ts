import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env['MUSTER_DEV_API'] ?? 'http://127.0.0.1:3000';

/** What the board, the calendar and the page of a shift have in common. */
const lists = anyOf(
  'features/shifts/(?:filters|shift-filters|shift-row|spots|spots-left)',
  'src/(?:ui/(?:search-input|shift-time)|api/(?:my-registrations|own-shifts))',
  'core/esm/components/(?:Switch|Badge)/',
  'icons/Icon(?:Search|Filter|CircleCheck|Hourglass|MapPin)',
);
/** What the page of a shift shares with others. */
const parts = anyOf(
  'features/(?:signups/shift-page/(?:offer|shift-page)|attendance/(?:attendance|check-in-panel))',
  'features/(?:shifts/series-progress|signups/(?:swaps/my-swaps|shift-page/team)|asks/my-asks)',
  'src/ui/(?:download|lazy-dialog|copy|keep-focus|parts|card)',
  'core/esm/components/(?:Radio|Textarea|Progress)/',
  'icons/Icon(?:Share|Check|Copy)',
);

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
            { name: 'shared', minShareCount: 31, priority: 1 },
            // Pages share dozens of modules of a few hundred bytes. Those of the pages that people open first are put
            // together: the board needs 10 files instead of 24, the page of a shift 15 instead of 36.
            { name: 'lists', test: lists },
            { name: 'parts', test: parts },
            {
              name: 'news',
              test: /@mantine[\\/]notifications[\\/]|use-force-update|get-style-object|transition-group/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(['/api', '/docs', '/dev', '/awards'].map((path) => [path, api])) },
});

/** Paths of modules, up to a slash or the dot of the file's name. */
function anyOf(...paths: readonly string[]): RegExp {
  return new RegExp(
    `(?:${paths.map((path) => path.replace(/[^/]$/, '$&\\.').replaceAll('/', '[\\\\/]')).join('|')})`,
  );
}
