import path from 'node:path';
import { accessChangeProblems } from './house-check/access-changes.ts';
import { clockProblems } from './house-check/clocks.ts';
import { directionProblems } from './house-check/directions.ts';
import { documentProblems } from './house-check/documents.ts';
import { machineTraceProblems } from './house-check/machine-traces.ts';
import { nameProblems } from './house-check/names.ts';
import { openRepository } from './house-check/repository.ts';
import { sliceFileProblems } from './house-check/slice-files.ts';
import { tableProblems } from './house-check/tables.ts';
import { tenantSafetyProblems } from './house-check/tenant-safety.ts';
import { transactionProblems } from './house-check/transactions.ts';
import { waitingTestProblems } from './house-check/waiting-tests.ts';
import { webDirectionProblems } from './house-check/web-directions.ts';
import { webFormProblems } from './house-check/web-forms.ts';
import { webHomeProblems } from './house-check/web-homes.ts';

/**
 * Checks the rules of the house: who imports whom, what a slice is made of, that documents name what exists, and that no
 * test waits for the clock.
 */
export async function houseCheck(rootDir: string): Promise<string[]> {
  const repository = await openRepository(rootDir);
  const problems = await Promise.all([
    directionProblems(repository),
    webDirectionProblems(repository),
    sliceFileProblems(repository),
    documentProblems(repository),
    machineTraceProblems(repository),
    waitingTestProblems(repository),
    clockProblems(repository),
    nameProblems(repository),
    tenantSafetyProblems(repository),
    transactionProblems(repository),
    tableProblems(repository),
    accessChangeProblems(repository),
    webHomeProblems(repository),
    webFormProblems(repository),
  ]);
  return problems.flat();
}

if (import.meta.main) {
  const problems = await houseCheck(path.resolve(import.meta.dirname, '..'));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
