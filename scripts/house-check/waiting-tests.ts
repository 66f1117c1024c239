import type { Repository } from './repository.ts';

/** Tests that touch the clock for a reason; each says which. */
const allowed: Readonly<Record<string, string>> = {
  'scripts/house-check.test.ts': 'quotes what this check refuses',
  'scripts/ensure-installed.test.ts': 'its stand-in for npm takes a while to install',
  'src/platform/db/transaction.test.ts': 'a statement has to run longer than its limit',
  'src/platform/http/load.test.ts': 'stalls the event loop on purpose',
};

const clocks =
  /\bsetTimeout\(|node:timers\/promises|\bperformance\.now\(|\bhrtime\b|\.waitForTimeout\(|\bpg_sleep\(/;

/**
 * A test that sleeps is slow on an idle machine and fails on a busy one; one that measures milliseconds tells of the
 * machine and not of the code. Tests wait for a condition (test/until.ts), count work, or move their own clock.
 */
export async function waitingTestProblems(repository: Repository): Promise<string[]> {
  const tests = repository.files.filter((file) => /\.test\.tsx?$/.test(file) && !(file in allowed));
  const problems = tests.map(async (file) => {
    const lines = (await repository.read(file)).split('\n');
    return lines.flatMap((line, index) => {
      const [found] = clocks.exec(line) ?? [];
      if (found === undefined) return [];
      return [`${file}:${index + 1} uses ${found.replace('(', '')}: wait for a condition with test/until.ts`];
    });
  });
  return (await Promise.all(problems)).flat();
}
