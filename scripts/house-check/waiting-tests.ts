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

/** A test with its own limit: the usual one is as long as a test may take. */
const hurry = /\b(?:until|eventually)\(.*, \d[\d_]{3,}\)/;

/**
 * A test that sleeps is slow on an idle machine and fails on a busy one; one that measures milliseconds tells of the
 * machine and not of the code. Tests wait for a condition (test/until.ts), count work, or move their own clock.
 */
export async function waitingTestProblems(repository: Repository): Promise<string[]> {
  const tests = repository.files.filter((file) => /\.test\.tsx?$/.test(file) && !(file in allowed));
  const problems = tests.map(async (file) => {
    const text = await repository.read(file);
    const waits = /from '[^']*\/until\.ts'/.test(text);
    return text.split('\n').flatMap((line, index) => {
      const where = `${file}:${index + 1}`;
      const [found] = clocks.exec(line) ?? [];
      if (found !== undefined)
        return [`${where} uses ${found.replace('(', '')}: wait for a condition with test/until.ts`];
      if (waits && hurry.test(line))
        return [
          `${where} waits only so long: leave the limit to test/until.ts, a busy machine takes its time`,
        ];
      return [];
    });
  });
  return (await Promise.all(problems)).flat();
}
