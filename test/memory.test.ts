import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { ownPrefix, removeAbandoned } from './memory.ts';

it('removes what runs have left that are over, and nothing else', async (test) => {
  const place = await mkdtemp(path.join(tmpdir(), 'muster-memory-'));
  test.after(() => rm(place, { recursive: true, force: true }));
  const { pid } = spawnSync(process.execPath, ['--version']);
  const over = ownPrefix.replace(`-${process.pid}-`, `-${pid}-`);
  const kept = [
    `${ownPrefix}a1B2c3`,
    `muster-test-1-${pid}-a1B2c3`,
    `other-${pid}-a1B2c3`,
    'muster-test',
  ].sort();
  for (const name of [...kept, `${over}a1B2c3`, `${over}d4E5f6`])
    await mkdir(path.join(place, name, 'postgres'), { recursive: true });

  await removeAbandoned(place);

  assert.deepEqual((await readdir(place)).sort(), kept);
});
