import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { eventually, until } from '../../../test/until.ts';
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
} from '../test/start-instance.ts';
import { findRunningPostgres, startEmbeddedPostgres } from './index.ts';
import { endServerProcessesOf, isAlive } from './processes.ts';

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

  it('starts over when the first set-up was interrupted', async (t) => {
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

  it('clears away a set-up that something is still at work in', async (t) => {
    const dataDir = join(temporaryFolder(t), 'data');
    const left = join(dataDir, 'postgres.unfinished-abcdef');
    for (let file = 0; file < 4_000; file += 1) {
      if (file < 20) mkdirSync(join(left, String(file)), { recursive: true });
      writeFileSync(join(left, String(file % 20), String(file)), '');
    }
    // As an initdb that clears up behind itself, at the same time.
    const clearing = `while [ -e ${left}/0/0 ] && [ -e ${left}/19/19 ]; do :; done; rm -r ${left}/*`;
    const stranger = spawn('sh', ['-c', clearing], { stdio: 'ignore' });
    finallyDo(t, () => stranger.kill());
    const server = await start(t, dataDir);
    assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
    assert.equal(existsSync(left), false);
  });

  it('finds no server left by a process that forgot to stop it', async (t) => {
    const dataDir = await usedDataDir(t);
    const { answer } = await startInstance(t, { dataDir, exitAtOnce: true });
    assert.ok(answer.url);
    await until(() => !hasServer(dataDir));
  });
});

describe('a server that dies', onlyLinux, () => {
  it('is back at the same address', async (t) => {
    const dataDir = await usedDataDir(t);
    const lines: string[] = [];
    const server = await start(t, dataDir, (line) => lines.push(line));
    await query(server.url, "insert into note values ('before')");
    for (const _round of [1, 2]) {
      lines.length = 0;
      const pid = postmasterPid(dataDir);
      process.kill(pid, 'SIGKILL');
      await eventually(() => assert.notEqual(postmasterPid(dataDir), pid));
      assert.deepEqual(await eventually(() => notes(server.url)), ['before']);
      await eventually(() => assert.match(lines[1] ?? '', /running again after \d+ ms/));
      assert.match(lines[0] ?? '', /stopped unexpectedly \(signal SIGKILL\)/);
    }
  });

  it('is back although one of its processes is too busy to notice', async (t) => {
    const dataDir = await usedDataDir(t);
    const server = await start(t, dataDir);
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    const busy = client.query('do $$ begin loop end loop; end $$').catch(() => undefined);
    const isBusy = "select 1 from pg_stat_activity where state = 'active' and query like 'do %'";
    await until(async () => (await query(server.url, isBusy)).length === 1);
    const pid = postmasterPid(dataDir);
    process.kill(pid, 'SIGKILL');
    await eventually(() => assert.notEqual(postmasterPid(dataDir), pid));
    assert.deepEqual(await eventually(() => notes(server.url)), []);
    await busy;
  });

  it('stays away after stop, also when that comes while it is being started again', async (t) => {
    const dataDir = await usedDataDir(t);
    for (const moment of [0, 1, 2]) {
      const lines: string[] = [];
      const server = await startEmbeddedPostgres({ dataDir, settings, onLog: (line) => lines.push(line) });
      process.kill(postmasterPid(dataDir), 'SIGKILL');
      // At once, when its end was noticed, and when it runs again.
      await until(() => lines.length >= moment);
      await server.stop();
      await assert.rejects(query(server.url, 'select 1'));
      assert.equal(existsSync(join(dataDir, 'postgres.lock')), false);
    }
  });

  it('is stopped with force when it does not end in order', async (t) => {
    const dataDir = await usedDataDir(t);
    const server = await startEmbeddedPostgres({ dataDir, settings, stopTimeoutMs: 100 });
    finallyDo(t, () => server.stop());
    await query(server.url, "insert into note values ('kept')");
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    process.kill(rows[0].pid, 'SIGSTOP');
    await server.stop();
    assert.equal(isAlive(rows[0].pid), false);
    assert.deepEqual(await notes((await start(t, dataDir)).url), ['kept']);
  });
});
