import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Repository } from './repository.ts';

/** Nothing in the repository may hold only on the machine where it was written. */
export async function machineTraceProblems(repository: Repository): Promise<string[]> {
  return [...(await checkoutPaths(repository)), ...(await lockfileProblems(repository))];
}

const isText = (file: string): boolean => /\.(?:[cm]?[jt]sx?|json|md|sql|ya?ml|sh|html|css|txt)$/.test(file);

async function checkoutPaths(repository: Repository): Promise<string[]> {
  const parent = path.dirname(path.resolve(repository.root));
  if (parent === path.parse(parent).root) return [];
  const mention = new RegExp(`(?<![\\w.}/-])${RegExp.escape(parent)}[\\\\/]([\\w.-]+)`, 'g');
  const problems: string[] = [];
  for (const file of repository.files) {
    if (!/^(?:(?:src|packages|test|scripts|docs)\/|[^/]+\.md$)/.test(file) || !isText(file)) continue;
    for (const [found, name = ''] of (await repository.read(file)).matchAll(mention)) {
      // A checkout below /docs must not make every address below /docs a problem.
      if (existsSync(path.join(parent, name)))
        problems.push(`${file} names ${found}, a path of this machine`);
    }
  }
  return problems;
}

interface Locked {
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

async function lockfileProblems(repository: Repository): Promise<string[]> {
  if (!repository.files.includes('package-lock.json')) return [];
  const text = await repository.read('package-lock.json');
  const problems: string[] = [];
  if (/"resolved":\s*"http/.test(text)) {
    problems.push(
      'package-lock.json names a registry ("resolved"); install with omit-lockfile-registry-resolved',
    );
  }
  const { packages = {} }: { packages?: Record<string, Locked> } = JSON.parse(text);
  for (const [place, { dependencies, optionalDependencies }] of Object.entries(packages)) {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (isLocked(packages, place, name)) continue;
      problems.push(
        `package-lock.json lacks ${name}, which ${place || 'the project'} needs: npm ci refuses it`,
      );
    }
  }
  return problems;
}

/** A package is found in the nearest node_modules, upwards. */
function isLocked(packages: Record<string, Locked>, place: string, name: string): boolean {
  if (`${place === '' ? '' : `${place}/`}node_modules/${name}` in packages) return true;
  if (place === '') return false;
  const above = Math.max(0, place.lastIndexOf('node_modules/'));
  return isLocked(packages, place.slice(0, above).replace(/\/$/, ''), name);
}
