import assert from 'node:assert/strict';
import cluster from 'node:cluster';
import { createServer } from 'node:net';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { requestsInWork } from '#platform/jobs/give-way.ts';
import { createLog } from '#platform/log/index.ts';
import { freshDatabase } from '#test/database.ts';
import { type MusterProcess, runMuster, startMuster } from '#test/process.ts';
import { eventually, until } from '#test/until.ts';
import { ApiProcesses, restartPauseMs } from './api-processes.ts';

const database = await freshDatabase({ size: 2 });
const environment = { DATABASE_URL: database.url, MUSTER_PROCESSES: '2' };

/** The API processes that have been ready, oldest first. */
const pidsOf = (muster: MusterProcess): number[] =>
  Array.from(muster.stdout().matchAll(/"pid":(\d+),"msg":"an API process is ready"/g), ([, pid]) =>
    Number(pid),
  );

/** Each request has its own connection, so they are shared out among the processes. */
const get = (muster: MusterProcess, path: string) =>
  fetch(muster.url + path, { headers: { connection: 'close' } });

/** The processes wait for each other's answers for a second or two, which a busy machine can exceed. */
const becomesReady = (muster: MusterProcess) =>
  eventually(async () => assert.equal((await get(muster, '/readyz')).status, 200));

async function healthzCount(muster: MusterProcess): Promise<number> {
  const text = await (await get(muster, '/metrics')).text();
  return Number(
    /duration_seconds_count\{method="GET",route="\/healthz",status="200"\} (\d+)/.exec(text)?.[1],
  );
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Up to four processes start in a test, each with two seconds of work: on a busy machine that takes a while. */
const timeout = 400_000;

describe('two API processes', () => {
  it('answer as one service, replace one that is killed, warn about nothing and leave nothing behind', {
    timeout,
  }, async () => {
    const muster = await startMuster(['start'], environment);
    await until(() => new Set(pidsOf(muster)).size === 2);
    await becomesReady(muster);
    for (let time = 0; time < 7; time += 1) await get(muster, '/healthz');
    await eventually(async () =>
      assert.deepEqual([await healthzCount(muster), await healthzCount(muster)], [7, 7]),
    );

    const [killed = 0, other = 0] = pidsOf(muster);
    process.kill(killed, 'SIGKILL');
    assert.ok(isRunning(other));
    await until(() => pidsOf(muster).length === 3);
    await becomesReady(muster);
    await until(() => muster.stdout().includes(`"pid":${killed},"code":null,"signal":"SIGKILL"`));

    assert.equal((await muster.stop('SIGTERM')).code, 0);
    assert.equal(muster.stderr(), '');
    assert.deepEqual(pidsOf(muster).filter(isRunning), []);
    const { rows } = await sql`
      select application_name from pg_stat_activity
      where datname = current_database() and application_name like 'muster%' and pid <> pg_backend_pid()
    `.execute(database.db);
    assert.deepEqual(rows, []);
  });

  it('end with the process that started them, however it ends', { timeout }, async () => {
    const muster = await startMuster(['serve'], environment);
    await until(() => pidsOf(muster).length === 2);
    await muster.stop('SIGKILL');
    await until(() => !pidsOf(muster).some(isRunning));
  });

  it('say once why they cannot start', { timeout }, async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    after(() => taken.close());
    await until(() => taken.listening);
    const { port } = taken.address() as { port: number };
    const { code, stderr } = await runMuster(['serve'], { ...environment, PORT: String(port) });
    assert.equal(code, 1);
    assert.equal(stderr, `PORT: ${port} is in use. Stop the other program, or set PORT to another number.\n`);
  });
});

describe('the process that does the work in the background', () => {
  it('knows how many requests the others work on, and forgets what one said that hangs or is killed', async () => {
    cluster.setupPrimary({ exec: fileURLToPath(new URL('./busy-process.fixture.ts', import.meta.url)) });
    const { processes } = await ApiProcesses.start({
      count: 2,
      log: createLog('silent', false),
      figures: async () => [],
    });
    const [first, second] = Object.values(cluster.workers ?? {});
    after(async () => {
      first?.process.kill('SIGCONT');
      await processes.stop();
    });
    await until(() => requestsInWork() === 40);
    first?.process.kill('SIGSTOP');
    await until(() => requestsInWork() === 20);
    first?.process.kill('SIGCONT');
    await until(() => requestsInWork() === 40);
    first?.process.kill('SIGHUP');
    await until(() => requestsInWork() === 20);
    second?.process.kill('SIGKILL');
    await until(() => requestsInWork() === 0);
    await until(() => requestsInWork() === 20);
  });
});

describe('an API process that ends again and again', () => {
  it('is started again at once after a long life, and after longer and longer pauses otherwise', () => {
    assert.deepEqual([0, 1, 2, 3, 20].map(restartPauseMs), [0, 250, 500, 1_000, 30_000]);
  });
});
