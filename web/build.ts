import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type Manifest } from 'vite';
import { pageAreas } from './page-areas.ts';
import { translatedPages } from './translated-pages.ts';

/**
 * `node web/build.ts <stamp>`: builds the app into a new folder, compresses its files, and only then replaces
 * the old one with it, so that no one ever sees half of it.
 */
const root = path.dirname(fileURLToPath(import.meta.url));
const stamp = process.argv[2] ?? 'unstamped';
const scratch = path.join(root, '../tmp');
const fresh = path.join(scratch, `web-${process.pid}`);
const dist = path.join(root, 'dist');

/** Pages that open without a network, with the texts that their routes name. */
const offlinePages = [
  'attendance/pages/choose-shift',
  'attendance/pages/desk',
  'signups/pages/my-shifts',
  'signups/pages/shift',
];
/** What else opens without a network, in the keys of the manifest. */
const offline = [
  /^src\/features\/attendance\/(?:desk\/|code-dialog\.tsx)/,
  /^src\/messages\/first\.[\w-]+\.ts$/,
  // What was done just before the connection broke, what became of it, and what it is sent with later.
  /^src\/(?:shell\/(?:undo-toasts|news)\.tsx|api\/finish-delayed\.ts)$/,
  // For browsers without it, also without a network.
  /\/temporal-polyfill\//,
];
/** Tabs that are open during an update go on with the files they know. */
const mostOldFiles = 900;

await clearUp();
try {
  await build({
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: fresh, emptyOutDir: true },
  });
  await completeServiceWorker();
  const page = await readFile(path.join(fresh, 'index.html'), 'utf8');
  for (const [file, html] of await translatedPages(page)) await writeFile(path.join(fresh, file), html);
  await compress(fresh);
  await keepOldAssets();
  await writeFile(path.join(fresh, '.stamp'), stamp);
  await rm(dist, { recursive: true, force: true });
  await rename(fresh, dist);
} finally {
  await rm(fresh, { recursive: true, force: true });
}

/**
 * The service worker keeps the shell and what must open without a network: the desk, my shifts and my code. Twenty
 * lines by hand: vite-plugin-pwa 2.0 would add 316 packages to our 387, and the list of files would still be ours.
 */
async function completeServiceWorker(): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(path.join(fresh, '.vite/manifest.json'), 'utf8'));
  const patterns = [...offline, ...(await offlinePagePatterns())];
  const needed = Object.keys(manifest).filter((key) => patterns.some((pattern) => pattern.test(key)));
  const files = closureOf(manifest, ['index.html', ...needed]);
  const manifests = (await readdir(fresh)).filter((file) => file.endsWith('.webmanifest'));
  const worker = path.join(fresh, 'sw.js');
  const source = await readFile(worker, 'utf8');
  await writeFile(
    worker,
    source
      .replace("'BUILD'", JSON.stringify(stamp.slice(0, 16)))
      .replace("['FILES']", JSON.stringify(files.map((file) => `/${file}`)))
      .replace("['MANIFESTS']", JSON.stringify(manifests.map((file) => `/${file}`))),
  );
}

/** The pages and the files of their texts, in every language. */
async function offlinePagePatterns(): Promise<RegExp[]> {
  const areas = await pageAreas();
  return offlinePages.flatMap((page) => {
    const named = areas.get(`features/${page}.tsx`);
    if (named === undefined) throw new Error(`No route has the page features/${page}.tsx`);
    const texts = named.map((area) => {
      const [, manage, feature = ''] = /^(manage)?(.+)$/.exec(area) ?? [];
      const file = `${feature.toLowerCase()}/messages${manage === undefined ? '' : '\\.manage'}`;
      return new RegExp(`^src/features/${file}\\.[\\w-]+\\.ts$`);
    });
    return [new RegExp(`^src/features/${page}\\.tsx$`), ...texts];
  });
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

/** Brings along the files of the builds before, the newest first. */
async function keepOldAssets(): Promise<void> {
  const [from, to] = [path.join(dist, 'assets'), path.join(fresh, 'assets')];
  const names = await readdir(from).catch((): string[] => []);
  const fresher = new Set(await readdir(to));
  const old = await Promise.all(
    names
      .filter((name) => !fresher.has(name))
      .map(async (name) => ({ name, times: await stat(path.join(from, name)) })),
  );
  const newest = old.sort((one, other) => other.times.mtimeMs - one.times.mtimeMs).slice(0, mostOldFiles);
  for (const { name, times } of newest) {
    await copyFile(path.join(from, name), path.join(to, name));
    await utimes(path.join(to, name), times.atime, times.mtime);
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
