import type { Repository } from './repository.ts';

/** Where another clock than the caller's decides; each says why. */
const allowed: Readonly<Record<string, string>> = {
  'src/slices/accounts/sql/own-account.ts': 'sessions end by the clock that all processes share',
  'src/slices/organizations/sql/api-keys.ts': 'so do API keys',
  'src/slices/notifications/sql/sending.ts': 'leases are compared by all processes',
  'src/slices/notifications/commands/send-due.ts': 'the queue runs jobs by its own clock',
  'src/slices/operations/sql.ts': 'what the queue would run now',
};

const clocks =
  /\bTemporal\.Now\b|\bDate\.now\(|\bnew Date\(\)|(?<![.\w])now\(\)|\bcurrent_(?:date|timestamp)\b/i;

/**
 * Slices get the time from their caller, in the `Call` or the context of a job: a decision then has one time, the same in
 * code and in SQL, and tests choose it.
 */
export async function clockProblems(repository: Repository): Promise<string[]> {
  const files = repository.files.filter(
    (file) => /^src\/slices\/.*(?<!\.test)\.ts$/.test(file) && !(file in allowed),
  );
  const problems = files.map(async (file) => {
    const lines = (await repository.read(file)).split('\n');
    return lines.flatMap((line, index) => {
      const [found] = clocks.exec(line) ?? [];
      return found === undefined ? [] : [`${file}:${index + 1} uses ${found}: take the time from the caller`];
    });
  });
  return (await Promise.all(problems)).flat();
}
