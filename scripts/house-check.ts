import path from 'node:path';
import { directionFaults } from './house-check/directions.ts';
import { documentFaults } from './house-check/documents.ts';
import { machineTraceFaults } from './house-check/machine-traces.ts';
import { openRepository } from './house-check/repository.ts';
import { sliceFileFaults } from './house-check/slice-files.ts';
import { tableFaults } from './house-check/tables.ts';
import { tenantSafetyFaults } from './house-check/tenant-safety.ts';
import { waitingTestFaults } from './house-check/waiting-tests.ts';
import { webDirectionFaults } from './house-check/web-directions.ts';
import { webHomeFaults } from './house-check/web-homes.ts';

/**
 * Checks the rules of the house: who imports whom, what a slice is made of, that documents name what exists, and that no
 * test waits for the clock.
 */
export async function houseCheck(rootDir: string): Promise<string[]> {
  const repository = await openRepository(rootDir);
  const faults = await Promise.all([
    directionFaults(repository),
    webDirectionFaults(repository),
    sliceFileFaults(repository),
    documentFaults(repository),
    machineTraceFaults(repository),
    waitingTestFaults(repository),
    tenantSafetyFaults(repository),
    tableFaults(repository),
    webHomeFaults(repository),
  ]);
  return faults.flat();
}

if (import.meta.main) {
  const faults = await houseCheck(path.resolve(import.meta.dirname, '..'));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
