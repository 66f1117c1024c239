import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { startEmbeddedPostgres } from '@muster/embedded-postgres';
import { queryOnce } from '#test/database.ts';
import { startMuster } from '#test/process.ts';
import { until } from '#test/until.ts';
import { Load } from './load.ts';
import { pgBouncerProgram, startPgBouncer } from './pgbouncer.ts';

const longestOutageMs = 5_000;

/** Behind PgBouncer: no LISTEN on connections that it shares, and a restart of either server costs a few seconds. */
it('PostgreSQL and PgBouncer restart', { timeout: 300_000 }, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'muster-restart-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const bouncer = await startPgBouncer(pgBouncerProgram, postgres.url);
  try {
    const url = postgres.url.replace(new URL(postgres.url).host, bouncer.address);
    const muster = await startMuster(['start'], {
      DATABASE_URL: url,
      DATABASE_LISTEN_URL: postgres.url,
      MUSTER_DEMO: 'on',
      MUSTER_RATE_LIMIT: 'off',
      LOG_LEVEL: 'fatal',
    });
    const load = await Load.start(muster.url, 8);
    await until(() => load.createdSince(0) > 100);
    await assertNoListeners(url);

    const signal = async (name: NodeJS.Signals) => {
      const [pid] = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n', 1);
      process.kill(Number(pid), name);
    };
    const outages = {
      'PostgreSQL crashed': () => signal('SIGQUIT'),
      'PostgreSQL was restarted': () => signal('SIGINT'),
      'PgBouncer was restarted': () => bouncer.restart(),
    };
    for (const [what, begin] of Object.entries(outages)) {
      const beganAtMs = performance.now();
      await begin();
      await until(() => load.attempts.some(({ atMs, id }) => id === undefined && atMs > beganAtMs));
      await until(() => queryOnce(postgres.url, 'select 1').then(Boolean, () => false));
      const restartedAtMs = performance.now();
      await until(() => load.createdSince(restartedAtMs) > 100);
      const back = load.attempts.find(({ atMs, id }) => id !== undefined && atMs > restartedAtMs);
      const outageMs = (back?.atMs ?? Number.POSITIVE_INFINITY) - restartedAtMs;
      assert.ok(outageMs <= longestOutageMs, `${what}: ${Math.round(outageMs)} ms without writes`);
      console.log(
        `${what}, back within ${Math.round(restartedAtMs - beganAtMs)} ms, writes ${Math.round(outageMs)} ms later.`,
      );
    }
    await load.stop();

    const unexpected = load.attempts.filter(
      ({ id, status, retryAfter }) => id === undefined && !(status === 503 && Number(retryAfter) >= 1),
    );
    assert.deepEqual(unexpected, []);
    const created = load.attempts.flatMap(({ id }) => id ?? []);
    const kept = await queryOnce<{ id: string }>(postgres.url, 'select id from shifts');
    const lost = new Set(created).difference(new Set(kept.map(({ id }) => Number(id))));
    assert.deepEqual([...lost], [], 'shifts that were acknowledged are missing');
    await assertNoListeners(url);
    console.log(`All ${created.length} changes were kept; no LISTEN through PgBouncer.`);
    assert.equal((await muster.stop()).code, 0);
  } finally {
    await bouncer.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Looks at several of the pooler's connections at once. */
async function assertNoListeners(url: string): Promise<void> {
  const look = 'select array(select pg_listening_channels()) as channels, pg_sleep(0.2)';
  const connections = await Promise.all(
    Array.from({ length: 15 }, () => queryOnce<{ channels: string[] }>(url, look)),
  );
  assert.deepEqual([...new Set(connections.flat().flatMap(({ channels }) => channels))], []);
}
