import assert from 'node:assert/strict';
import { it } from 'node:test';
import { migrate } from '#platform/db/migrate.ts';
import { queryOnce } from '#test/database.ts';
import { type Pair, startPair } from '#test/standby.ts';
import { until } from '#test/until.ts';
import { underLoad } from './under-load.ts';

const longestOutageMs = 5_000;
/** Acknowledged changes before and after. */
const changes = 200;

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
  await migrate(url);
  let [outageMs, promotionMs] = [Number.POSITIVE_INFINITY, 0];
  const found = await underLoad(url, async (crowd) => {
    await until(() => crowd.doneSince(0) > changes);
    const killedAtMs = performance.now();
    await primary.stop();
    await queryOnce(standby.url, 'select pg_promote()');
    const promotedAtMs = performance.now();
    promotionMs = promotedAtMs - killedAtMs;
    await until(() => crowd.doneSince(promotedAtMs) > changes);
    const first = crowd.attempts.find(({ atMs, status }) => status < 300 && atMs > promotedAtMs);
    outageMs = (first?.atMs ?? outageMs) - killedAtMs;
  });
  assert.ok(outageMs <= longestOutageMs, `${Math.round(outageMs)} ms without writes`);
  console.log(
    `${found}; writes again ${Math.round(outageMs)} ms after the primary ended,` +
      ` ${Math.round(promotionMs)} ms of which until the standby was promoted`,
  );
}
