import path from 'node:path';
import { circleProblems } from './circles.ts';
import { importsOf } from './imports.ts';
import type { Repository } from './repository.ts';

/** What every feature may use, each only those before it. */
const ground = ['browser', 'messages', 'theme', 'i18n', 'time', 'api', 'ui'];
const root = 'web/src/';

interface Use {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

/**
 * Within the web app: the shell and the files above it → features → ui → api → time → i18n. Features meet only through index.ts
 * (`features/<name>/index.ts`), and nothing runs in a circle, neither among files nor among features.
 */
export async function webDirectionProblems(repository: Repository): Promise<string[]> {
  const uses = await usesOf(repository);
  const wrong = uses.flatMap(({ from, to, line }) => {
    const problem = problemOf(from, to);
    return problem === undefined ? [] : [`${root}${from}:${line} imports ${to}: ${problem}`];
  });
  const between = uses
    .map(({ from, to }) => ({ from: featureOf(from), to: featureOf(to) }))
    .filter((use): use is { from: string; to: string } => use.from !== undefined && use.to !== undefined);
  return [...wrong, ...circlesOf(uses), ...circlesOf(between)];
}

function circlesOf(uses: readonly { readonly from: string; readonly to: string }[]): string[] {
  const next = Map.groupBy(uses, ({ from }) => from);
  const targets = Array.from(next, ([from, own]) => [from, own.map(({ to }) => to)] as const);
  return circleProblems(new Map(targets)).map((circle) => `web/src: ${circle}`);
}

async function usesOf(repository: Repository): Promise<Use[]> {
  const files = repository.files.filter(
    (file) => file.startsWith(root) && /\.tsx?$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file),
  );
  const found = await Promise.all(
    files.map(async (file) => {
      const from = file.slice(root.length);
      return importsOf(file, await repository.read(file))
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier, line }) => ({
          from,
          to: path.posix.join(path.posix.dirname(from), specifier),
          line,
        }));
    }),
  );
  return found.flat();
}

const zoneOf = (file: string): string => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '');
const featureOf = (file: string): string | undefined => /^features\/([^/]+)\//.exec(file)?.[1];

function problemOf(from: string, to: string): string | undefined {
  const [here, there] = [zoneOf(from), zoneOf(to)];
  if (here === '') return;
  if (ground.includes(here)) {
    return ground.indexOf(there) === -1 || ground.indexOf(there) > ground.indexOf(here)
      ? `${here} uses only ${ground.slice(0, ground.indexOf(here)).join(', ') || 'itself'}`
      : undefined;
  }
  if (there === '' || (there === 'shell' && here === 'features'))
    return 'features know nothing of what shows them';
  const feature = featureOf(to);
  if (feature === undefined || feature === featureOf(from)) return;
  // Texts load with the imports of a page: what only coordinators see has a separate index.
  return [`features/${feature}/index.ts`, `features/${feature}/manage.ts`].includes(to)
    ? undefined
    : `features meet only through index.ts: features/${feature}/index.ts`;
}
