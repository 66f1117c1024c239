import type { Repository } from './repository.ts';

/** Things of the web app that are done in one place; everyone else uses it. */
interface Home {
  readonly pattern: RegExp;
  /** A folder ends in a slash. */
  readonly homes: readonly string[];
  readonly use: string;
}

const homes: readonly Home[] = [
  {
    // `Date.now()` is fine anywhere: a number of milliseconds knows no zone.
    pattern: /\bnew Date\(|\bDate\.(?:parse|UTC)\(|\bIntl\.DateTimeFormat\b|\bTemporal\./,
    homes: ['time/'],
    use: 'web/src/time/calendar.ts',
  },
  {
    pattern: /\buseMutation\b/,
    homes: ['api/mutation.ts'],
    use: 'useApiMutation or useTask of web/src/api/mutation.ts',
  },
  {
    pattern: /\bURL\.createObjectURL\(/,
    homes: ['ui/download.ts'],
    use: 'web/src/ui/download.ts',
  },
  {
    // Mantine's own field has no word for a number that isn't allowed.
    pattern: /^import \{.*\bNumberInput\b.*'@mantine\/core'|^\s+NumberInput,$/,
    homes: ['ui/number-input.tsx'],
    use: 'web/src/ui/number-input.tsx',
  },
  // What strict browser settings forbid, or what does not exist over plain http.
  {
    pattern: /\b(?:localStorage|sessionStorage)\s*[.[]/,
    homes: ['browser/storage.ts'],
    use: 'web/src/browser/storage.ts',
  },
  { pattern: /\bnavigator\.locks\b/, homes: ['api/locks.ts'], use: 'web/src/api/locks.ts' },
  { pattern: /\bcrypto\.randomUUID\b/, homes: ['api/new-id.ts'], use: 'web/src/api/new-id.ts' },
  {
    pattern: /\bclipboard\.|\buseClipboard\b/,
    homes: ['ui/copy.tsx'],
    use: 'web/src/ui/copy.tsx',
  },
];

export async function webHomeProblems(repository: Repository): Promise<string[]> {
  const sources = repository.files.filter(
    (file) => /^web\/src\/.*\.tsx?$/.test(file) && !/\.test\.ts$|\.generated\.ts$/.test(file),
  );
  const problems = sources.map(async (file) => {
    const name = file.slice('web/src/'.length);
    const foreign = homes.filter((one) => !one.homes.some((home) => name === home || isBelow(name, home)));
    const lines = (await repository.read(file)).split('\n');
    return lines.flatMap((line, index) =>
      foreign
        .filter(({ pattern }) => pattern.test(line))
        .map(({ pattern, use }) => `${file}:${index + 1} has ${pattern.exec(line)?.[0]}: use ${use}`),
    );
  });
  return (await Promise.all(problems)).flat();
}

const isBelow = (name: string, home: string) => home.endsWith('/') && name.startsWith(home);
