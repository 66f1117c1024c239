import type { Repository } from './repository.ts';

const single = [
  'index',
  'schema',
  'errors',
  'rules',
  'events',
  'sql',
  'reads',
  'reactions',
  'routes',
  'jobs',
  'facts',
  'gate',
  'managed',
  'present',
  'messages',
  'follow-ups',
];
const split = ['rules', 'sql', 'routes', 'schema', 'reads', 'facts', 'messages', 'steps'];

const name = '[a-z0-9]+(?:-[a-z0-9]+)*';
const allowed = new RegExp(
  `^(?:(?:${single.join('|')})\\.ts|(?:commands|${split.join('|')})/${name}(?:\\.test)?\\.ts|${name}\\.test\\.ts)$`,
);

const vocabulary = [
  ...single.map((one) => `${one}.ts`),
  'commands/<verb>.ts',
  ...split.map((one) => `${one}/*.ts`),
  '*.test.ts',
].join(', ');

/** `sql.ts`, said of slices at large, names something even if every slice has split it. */
export const isSliceFileName = (file: string): boolean => single.some((one) => file === `${one}.ts`);

/** Slices read alike because each is made of the same few kinds of file. */
export function sliceFileProblems(repository: Repository): string[] {
  const problems: string[] = [];
  for (const file of repository.files) {
    const [, slice, within] = /^src\/slices\/([^/]+)(?:\/(.+))?$/.exec(file) ?? [];
    if (slice === undefined) continue;
    if (within === undefined) problems.push(`${file}: a slice is a folder`);
    else if (!allowed.test(within)) problems.push(`${file}: a slice holds only ${vocabulary}`);
    else if (
      split.some(
        (kind) =>
          within === `${kind}.ts` &&
          repository.files.some((other) => other.startsWith(`src/slices/${slice}/${kind}/`)),
      )
    )
      problems.push(`${file}: a kind is a file or a folder, not both; move it into the folder`);
  }
  return problems;
}
