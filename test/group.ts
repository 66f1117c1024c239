import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

/**
 * Runs several test files in one process: the service is loaded once for all of them. Their tests begin when every
 * file is loaded, because the runner builds all suites first. A file that can't be loaded fails the suite of its name.
 */
let previous: Promise<unknown> = Promise.resolve();
for (const file of process.argv.slice(2)) {
  describe(file, async () => {
    const loading = previous.then(() => import(pathToFileURL(file).href));
    previous = loading.catch(() => undefined);
    await loading;
  });
}
