import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '#test/database.ts';
import { startMuster } from '#test/process.ts';
import { until } from '#test/until.ts';
import { layWire } from '#test/wire.ts';

const database = await freshDatabase({ size: 2 });
const wire = await layWire(database.url);
const muster = await startMuster(['start'], { DATABASE_URL: wire.url, MUSTER_WORKER_CONCURRENCY: '2' });

const get = (path: string) => fetch(`${muster.url}${path}`);
const logIn = () =>
  fetch(`${muster.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.org', password: 'not a password' }),
  });

/** The relay has handed the event on and the queue has run the job: a reaction that no one knows fails once. */
async function workerWorks(): Promise<boolean> {
  const { rows } = await sql`
    select 1 from graphile_worker.jobs where task_identifier = 'react' and attempts > 0 and locked_at is null
  `.execute(database.db);
  return rows.length > 0;
}

const queueJob = () =>
  sql`
    insert into queued_jobs (task, payload, max_attempts) values ('react', '{"reaction":"unknown","events":[]}', 25)
  `.execute(database.db);

describe('while PostgreSQL is away', () => {
  it('requests answer 503 with Retry-After, the process lives, and all is well after its return', async () => {
    assert.equal((await logIn()).status, 401);
    assert.equal((await get('/readyz')).status, 200);
    // Right after the start: the queue may not have asked for its first job yet.
    await wire.cut();
    const answers = await Promise.all(Array.from({ length: 20 }, logIn));
    for (const answer of answers) {
      assert.equal(answer.status, 503);
      assert.ok(Number(answer.headers.get('retry-after')) >= 1);
      const body = (await answer.json()) as Record<string, unknown>;
      assert.equal(body['code'], 'unavailable');
      assert.doesNotMatch(JSON.stringify(body), /ECONN|postgres|127\.0\.0\.1|select/i);
    }
    const ready = await get('/readyz');
    assert.equal(ready.status, 503);
    assert.ok(Number(ready.headers.get('retry-after')) >= 1);
    assert.equal((await get('/healthz')).status, 200);
    assert.equal((await get('/metrics')).status, 200);

    await queueJob();
    await wire.mend();
    await until(async () => (await logIn()).status === 401 && (await get('/readyz')).status === 200);
    await until(workerWorks);
    assert.equal((await muster.stop()).code, 0);
    assert.equal(muster.stderr(), '');
  });
});
