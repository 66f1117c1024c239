import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { checkout, tryFreshClone } from './clone.ts';

function reasonToSkip(): string | false {
  if (process.env['MUSTER_SKIP_SLOW'] === '1') return 'MUSTER_SKIP_SLOW=1';
  if (process.platform === 'win32') return 'Windows has no process groups to end in order';
  if (!existsSync(path.join(checkout, '.git'))) return 'only git knows what a clone holds';
  return false;
}

describe('a fresh clone', { skip: reasonToSkip() }, () => {
  it('starts with `npm start`, answers, stops when told to, and starts again', { timeout: 240_000 }, () =>
    tryFreshClone({ installed: true }),
  );
});
