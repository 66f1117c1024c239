import { describe, it } from 'node:test';
import { Drill, printable } from './drill.ts';

describe('webhooks while processes and PostgreSQL are killed under load', () => {
  // A short form of `npm run drill -- webhooks`. Starting processes on a busy machine takes long.
  it('reach every receiver at least once, and tell nothing that has not happened', {
    timeout: 400_000,
  }, async (test) => {
    const seed = Date.now() % 1_000_000;
    test.diagnostic(`seed ${seed}`);
    const drill = await Drill.open(seed);
    try {
      test.diagnostic(printable(await drill.run(2)));
    } finally {
      await drill.close();
    }
  });
});
