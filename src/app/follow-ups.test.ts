import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import { FollowUpPoint } from '#platform/slice.ts';
import { slices } from './slices.ts';

it('ARCHITECTURE.md shows every follow-up point, who declares it and who follows it', async () => {
  const rows: string[] = [];
  for await (const file of glob('src/slices/*/follow-ups.ts')) {
    const declaredBy = path.basename(path.dirname(file));
    for (const [name, point] of Object.entries(await import(path.resolve(file)))) {
      if (!(point instanceof FollowUpPoint)) continue;
      const followers = slices.filter(({ followUps = [] }) => followUps.some((one) => one.point === point));
      rows.push(`${name}: ${declaredBy}, ${followers.map((slice) => slice.name).join(', ')}`);
    }
  }
  const text = await readFile('ARCHITECTURE.md', 'utf8');
  const shown = text
    .matchAll(/^\| `(\w+)`: [^|]+ \| (\w+) \| ([\w, ]+) \|$/gm)
    .map(([, name, declaredBy, followers]) => `${name}: ${declaredBy}, ${followers}`);
  assert.deepEqual([...shown].sort(), rows.sort());
});
