import assert from 'node:assert/strict';
import { it } from 'node:test';
import { queryOnce } from '#test/database.ts';
import { startMuster } from '#test/process.ts';
import { type Pair, startPair } from '#test/standby.ts';
import { until } from '#test/until.ts';
import { Load } from './load.ts';

const longestOutageMs = 5_000;

/**
 * The primary ends at once under load and its standby is promoted. With synchronous replication nothing that was
 * acknowledged may be missing, and people see nothing but 503 with Retry-After for a few seconds.
 */
it('a failover loses nothing and is over within 5 seconds', { timeout: 300_000 }, async () => {
  const pair = await startPair();
  try {
    await queryOnce(pair.primary.url, `alter system set synchronous_standby_names = 'second'`);
    await queryOnce(pair.primary.url, 'select pg_reload_conf()');
    await until(async () => {
      const [row] = await queryOnce(
        pair.primary.url,
        `select 1 from pg_stat_replication where sync_state = 'sync'`,
      );
      return row !== undefined;
    });
    await failOver(pair);
  } finally {
    await pair.stop();
  }
});

async function failOver({ url, primary, standby }: Pair): Promise<void> {
  const environment = { DATABASE_URL: url, MUSTER_DEMO: 'on', MUSTER_RATE_LIMIT: 'off', LOG_LEVEL: 'fatal' };
  const muster = await startMuster(['start'], environment);
  const load = await Load.start(muster.url, 8);
  await until(() => load.createdSince(0) > 200);

  const killedAtMs = performance.now();
  await primary.stop();
  await queryOnce(standby.url, 'select pg_promote()');
  const promotedAtMs = performance.now();
  await until(() => load.createdSince(promotedAtMs) > 200);
  await load.stop();
  await until(async () => (await fetch(`${muster.url}/readyz`)).status === 200);

  const first = load.attempts.find(({ atMs, id }) => id !== undefined && atMs > promotedAtMs);
  const outageMs = (first?.atMs ?? Number.POSITIVE_INFINITY) - killedAtMs;
  const unexpected = load.attempts.filter(
    ({ id, status, retryAfter }) => id === undefined && !(status === 503 && Number(retryAfter) >= 1),
  );
  assert.deepEqual(unexpected, []);
  const created = load.attempts.flatMap(({ id }) => id ?? []);
  const [kept] = await queryOnce<{ count: number }>(
    standby.url,
    'select count(*)::int as count from shifts where id = any($1)',
    [created],
  );
  assert.equal(kept?.count, created.length, 'shifts that were acknowledged are missing');
  assert.ok(outageMs <= longestOutageMs, `${Math.round(outageMs)} ms without writes`);
  assert.equal((await muster.stop()).code, 0);
  const refused = load.attempts.length - created.length;
  console.log(
    `${created.length} shifts created, all kept; ${refused} times 503; writes again ${Math.round(outageMs)} ms after the` +
      ` primary ended, ${Math.round(promotedAtMs - killedAtMs)} ms of which until the standby was promoted`,
  );
}
