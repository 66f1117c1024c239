import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findRunningPostgres, startEmbeddedPostgres } from './index.ts';
import { endServerProcessesOf, isAlive } from './processes.ts';
import {
  finallyDo,
  hasServer,
  notes,
  onlyLinux,
  postmasterPid,
  query,
  startInstance,
  temporaryFolder,
  unsafeButFast,
  usedDataDir,
} from './test-instance.ts';

const settings = unsafeButFast;

async function start(t: TestContext, dataDir: string, onLog?: (line: string) => void) {
  const server = await startEmbeddedPostgres({ dataDir, settings, ...(onLog && { onLog }) });
  finallyDo(t, () => server.stop());
  return server;
}

/** A data folder as it is left when everything was killed at once, with one note in it. */
async function killedDataDir(t: TestContext): Promise<string> {
  const dataDir = await usedDataDir(t);
  // With fsync, so that what the server confirmed must be there afterwards.
  const { answer, end } = await startInstance(t, { dataDir, settings: {} });
  await query(answer.url ?? '', "insert into note values ('confirmed')");
  const pid = postmasterPid(dataDir);
  process.kill(pid, 'SIGSTOP');
  await end('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await endServerProcessesOf(join(dataDir, 'postgres'));
  return dataDir;
}

async function eventually<T>(attempt: () => Promise<T>, patienceMs: number): Promise<T> {
  for (const deadline = Date.now() + patienceMs; ; await sleep(20)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

describe('a start after a crash', onlyLinux, () => {
  it('recovers when everything was killed', async (t) => {
    const dataDir = await killedDataDir(t);
    assert.ok(hasServer(dataDir));
    assert.deepEqual(await notes((await start(t, dataDir)).url), ['confirmed']);
  });

  it('ends a server that outlived its owner in order, and starts its own', async (t) => {
    const dataDir = await usedDataDir(t);
    const { answer, end } = await startInstance(t, { dataDir });
    await query(answer.url ?? '', "insert into note values ('orphan')");
    const orphan = postmasterPid(dataDir);
    await end('SIGKILL');
    assert.ok(isAlive(orphan));
    assert.equal(await findRunningPostgres(dataDir), undefined);

    const server = await start(t, dataDir);
    assert.equal(isAlive(orphan), false);
    assert.deepEqual(await notes(server.url), ['orphan']);
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
    assert.match(log, /database system is shut down/);
    assert.doesNotMatch(log, /was not properly shut down/);
    assert.equal(existsSync(decodeURIComponent(new URL(answer.url ?? '').host)), false);
  });

  it('is not held up by a stranger that got the number of the old server', async (t) => {
    const dataDir = await killedDataDir(t);
    const lockFile = join(dataDir, 'postgres', 'postmaster.pid');
    const { uid, gid } = statSync(lockFile);
    const stranger = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' });
    finallyDo(t, () => stranger.kill());
    writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace(/^\d+/, String(stranger.pid)));

    assert.deepEqual(await notes((await start(t, dataDir)).url), ['confirmed']);
    assert.equal(stranger.exitCode, null);
  });

  it('is not held up by an empty lock file', async (t) => {
    const dataDir = await killedDataDir(t);
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), '');
    assert.deepEqual(await notes((await start(t, dataDir)).url), ['confirmed']);
  });

  it('begins anew when the first set-up was cut off', async (t) => {
    const dataDir = join(temporaryFolder(t), 'data');
    const unfinished = () =>
      existsSync(dataDir)
        ? readdirSync(dataDir).filter((name) => name.startsWith('postgres.unfinished'))
        : [];
    const starting = startInstance(t, { dataDir });
    await eventually(async () => {
      const [name = ''] = unfinished();
      assert.ok(existsSync(join(dataDir, name, 'global')));
    }, 10_000);
    const owner = JSON.parse(readFileSync(join(dataDir, 'postgres.lock'), 'utf8'));
    process.kill(owner.pid, 'SIGKILL');
    await starting;
    assert.equal(unfinished().length, 1);

    const server = await start(t, dataDir);
    assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
    assert.deepEqual(unfinished(), []);
  });

  it('finds no server left by a process that forgot to stop it', async (t) => {
    const dataDir = await usedDataDir(t);
    const { answer } = await startInstance(t, { dataDir, exitAtOnce: true });
    assert.ok(answer.url);
    await eventually(async () => assert.equal(hasServer(dataDir), false), 5_000);
  });
});

describe('a server that dies', onlyLinux, () => {
  it('is back at the same address within about a second', async (t) => {
    const dataDir = await usedDataDir(t);
    const lines: string[] = [];
    const server = await start(t, dataDir, (line) => lines.push(line));
    await query(server.url, "insert into note values ('before')");
    for (const round of [1, 2]) {
      lines.length = 0;
      const pid = postmasterPid(dataDir);
      process.kill(pid, 'SIGKILL');
      const since = performance.now();
      await eventually(async () => assert.notEqual(postmasterPid(dataDir), pid), 5_000);
      assert.deepEqual(await eventually(() => notes(server.url), 5_000), ['before']);
      assert.ok(performance.now() - since < 2_000, `round ${round}: ${performance.now() - since} ms`);
      await eventually(async () => assert.match(lines[1] ?? '', /runs again after \d+ ms/), 5_000);
      assert.match(lines[0] ?? '', /ended unexpectedly \(signal SIGKILL\)/);
    }
  });

  it('is back although one of its processes is too busy to notice', async (t) => {
    const dataDir = await usedDataDir(t);
    const server = await start(t, dataDir);
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    const busy = client.query('do $$ begin loop end loop; end $$').catch(() => undefined);
    await sleep(100);
    const pid = postmasterPid(dataDir);
    process.kill(pid, 'SIGKILL');
    await eventually(async () => assert.notEqual(postmasterPid(dataDir), pid), 5_000);
    assert.deepEqual(await eventually(() => notes(server.url), 5_000), []);
    await busy;
  });

  it('stays away after stop, also when that comes while it is being started again', async (t) => {
    const dataDir = await usedDataDir(t);
    for (const pauseMs of [0, 60, 120]) {
      const server = await startEmbeddedPostgres({ dataDir, settings });
      process.kill(postmasterPid(dataDir), 'SIGKILL');
      await sleep(pauseMs);
      await server.stop();
      await sleep(300);
      await assert.rejects(query(server.url, 'select 1'));
      assert.equal(existsSync(join(dataDir, 'postgres.lock')), false);
    }
  });

  it('is stopped with force when it does not end in order within ten seconds', async (t) => {
    const dataDir = await usedDataDir(t);
    const server = await start(t, dataDir);
    await query(server.url, "insert into note values ('kept')");
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    process.kill(rows[0].pid, 'SIGSTOP');
    const since = performance.now();
    await server.stop();
    const tookMs = performance.now() - since;
    assert.ok(tookMs > 9_900 && tookMs < 18_000, `${tookMs} ms`);
    assert.equal(isAlive(rows[0].pid), false);
    assert.deepEqual(await notes((await start(t, dataDir)).url), ['kept']);
  });
});
