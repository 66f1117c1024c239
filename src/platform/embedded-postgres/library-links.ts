import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * npm packages cannot hold symbolic links; a script of the package makes them at install time. Where install
 * scripts are switched off the programs lack their libraries, so the links are made here.
 */
export function completeLibraryLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      // Of two starts at once, the other made it.
      if (!existsSync(link)) throw error;
    }
  }
}
