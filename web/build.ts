import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type Manifest } from 'vite';

/**
 * `node web/build.ts <stamp>`: builds the app into a folder of its own, compresses its files, and only then puts it
 * in the place of the old one, so that nobody ever sees half of it.
 */
const root = path.dirname(fileURLToPath(import.meta.url));
const stamp = process.argv[2] ?? 'unstamped';
const scratch = path.join(root, '../tmp');
const fresh = path.join(scratch, `web-${process.pid}`);
const dist = path.join(root, 'dist');

await clearUp();
try {
  await build({
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: fresh, emptyOutDir: true },
  });
  await completeServiceWorker();
  await compress(fresh);
  await writeFile(path.join(fresh, '.stamp'), stamp);
  await rm(dist, { recursive: true, force: true });
  await rename(fresh, dist);
} finally {
  await rm(fresh, { recursive: true, force: true });
}

/** The service worker keeps the shell and the desk, which must open without a network. */
async function completeServiceWorker(): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(path.join(fresh, '.vite/manifest.json'), 'utf8'));
  const desk = Object.keys(manifest).filter((key) => key.startsWith('src/features/desk/'));
  const texts = Object.keys(manifest).filter((key) => /^src\/messages\/\w+\/(?:first|desk)\.ts$/.test(key));
  const files = closureOf(manifest, ['index.html', ...desk, ...texts]);
  const worker = path.join(fresh, 'sw.js');
  const source = await readFile(worker, 'utf8');
  await writeFile(
    worker,
    source
      .replace("'BUILD'", JSON.stringify(stamp.slice(0, 16)))
      .replace("['FILES']", JSON.stringify(files.map((file) => `/${file}`))),
  );
}

function closureOf(manifest: Manifest, starts: readonly string[]): string[] {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const start of starts) visit(start);
  return [...files].sort();
}

async function compress(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:js|css|html|svg|json|webmanifest)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    await writeFile(`${file}.br`, brotliCompressSync(bytes, quality));
    await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** A build that was killed leaves its folder behind. */
async function clearUp(): Promise<void> {
  await mkdir(scratch, { recursive: true });
  for (const name of await readdir(scratch)) {
    if (!/^web-\d+$/.test(name)) continue;
    const folder = path.join(scratch, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > 600_000) await rm(folder, { recursive: true, force: true });
  }
}
