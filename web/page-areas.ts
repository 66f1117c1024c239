import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

const sources = path.join(import.meta.dirname, 'src');

/** The areas of texts that each page is loaded with, as the routes say: `features/badges/pages/badge.tsx`, `['badges']`. */
export async function pageAreas(): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for await (const routes of glob('features/*/routes.tsx', { cwd: sources })) {
    const source = await readFile(path.join(sources, routes), 'utf8');
    const pages = source.matchAll(/page\(\s*\(\) => import\('([^']+)'\),\s*'\w+'((?:,\s*'\w+')*),?\s*\)/g);
    for (const [, page = '', areas = ''] of pages)
      found.set(
        path.posix.join(path.posix.dirname(routes.replaceAll('\\', '/')), page),
        Array.from(areas.matchAll(/\w+/g), ([area]) => area),
      );
  }
  return found;
}
