import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The files of a checkout, without what .gitignore names: what a fresh clone holds, git or no git. */
export interface Repository {
  readonly root: string;
  /** Paths from the root, with forward slashes. */
  readonly files: readonly string[];
  readonly folders: ReadonlySet<string>;
  isIgnored(file: string): boolean;
  read(file: string): Promise<string>;
}

export async function openRepository(root: string): Promise<Repository> {
  const isIgnored = ignorePatterns(await readFile(path.join(root, '.gitignore'), 'utf8').catch(() => ''));
  const files: string[] = [];
  const folders = new Set<string>();
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isIgnored(entry.isDirectory() ? `${name}/` : name)) continue;
      if (entry.isDirectory()) {
        folders.add(name);
        await walk(name);
      } else files.push(name);
    }
  };
  await walk('');
  return {
    root,
    files: files.sort(),
    folders,
    isIgnored,
    read: (file) => readFile(path.join(root, file), 'utf8'),
  };
}

/** The plain part of .gitignore's language: names, folders, `*`. A path of a folder ends in a slash. */
function ignorePatterns(text: string): (file: string) => boolean {
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  const patterns = ['.git/', 'node_modules/', ...lines].map((line) => {
    const isAnchored = line.slice(0, -1).includes('/');
    const body = line
      .replace(/^\/|\/$/g, '')
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '[^/]*');
    return new RegExp(`${isAnchored ? '^' : '(?:^|/)'}${body}${line.endsWith('/') ? '/' : '(?:/|$)'}`);
  });
  return (file) => patterns.some((pattern) => pattern.test(file));
}
