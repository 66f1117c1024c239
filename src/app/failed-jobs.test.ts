import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '#kernel/time.ts';
import { freshDatabase } from '#test/database.ts';
import { manageFailedJobs } from './failed-jobs.ts';

const database = await freshDatabase();

async function run(options: { retry?: string; discard?: string } = {}): Promise<string[]> {
  const lines: string[] = [];
  await manageFailedJobs({ database, clock: systemClock }, options, (line) => lines.push(line));
  return lines;
}

async function plant(task: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into failed_jobs (task, payload, max_attempts, attempts, error)
    values (${task}, '{}', 12, 12, 'It failed.') returning id
  `.execute(database.db);
  return rows[0]?.id ?? 0;
}
const queued = async () =>
  (await sql<{ task: string }>`select task from queued_jobs order by position`.execute(database.db)).rows.map(
    ({ task }) => task,
  );

describe('muster failed-jobs', () => {
  it('lists jobs of the whole installation, and retries or discards one or all', async () => {
    assert.deepEqual(await run(), ['No failed jobs.']);
    const ids = [];
    for (const task of ['clean_up', 'extend_series', 'expire_offers', 'fill_seats'])
      ids.push(await plant(task));
    assert.match((await run())[3] ?? '', /^\d+ .+ installation {2}clean_up {2}12 attempts {2}It failed\.$/);
    assert.deepEqual(await run({ retry: String(ids[0]) }), ['Queued again: 1']);
    assert.deepEqual(await queued(), ['clean_up']);
    assert.deepEqual(await run({ discard: String(ids[1]) }), ['Discarded: 1']);
    assert.deepEqual(await run({ retry: 'all' }), ['Queued again: 2']);
    assert.deepEqual((await queued()).sort(), ['clean_up', 'expire_offers', 'fill_seats']);
    assert.deepEqual(await run(), ['No failed jobs.']);
  });

  it('says when there is no such job, or when it is asked for both', async () => {
    await assert.rejects(run({ retry: '999' }), /failed job 999 not found/);
    await assert.rejects(run({ discard: 'x' }), /failed job x not found/);
    await assert.rejects(run({ retry: '1', discard: '1' }), /either/);
  });
});
