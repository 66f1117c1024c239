import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

/**
 * Runs several test files in one process, one after the other: the service is loaded once for all of them. A test of
 * the file's own path loads it, then come its tests, then the next file. So each file finds the time of day as it would
 * in a process to itself, and one that can't be loaded fails under its own name.
 */
const atTheTop = AsyncLocalStorage.snapshot();

function load([file, ...others]: readonly string[]): void {
  if (file === undefined) return;
  void test(file, async () => {
    try {
      await atTheTop(() => import(pathToFileURL(file).href));
    } finally {
      atTheTop(() => load(others));
    }
  });
}

load(process.argv.slice(2));
