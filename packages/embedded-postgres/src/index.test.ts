import assert from 'node:assert/strict';
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  finallyDo,
  notes,
  onlyRoot,
  postmasterPid,
  query,
  startInstance,
  temporaryFolder,
  unsafeButFast,
  usedDataDir,
} from '../test/start-instance.ts';
import { findRunningPostgres, startEmbeddedPostgres } from './index.ts';
import { canReach } from './server-user.ts';

const nobody = { uid: 65_534, gid: 65_534 };
/** Longer than a socket's path may be, and a trap for shells. */
const awkwardName = `it's "$HOME" ; é ${'long '.repeat(25)}`;
const socketFolderOf = (url: string) => decodeURIComponent(new URL(url).host);

describe('an embedded PostgreSQL', () => {
  it('sets itself up, and starts again with its data', async (t) => {
    const dataDir = join(temporaryFolder(t), 'data');
    const first = await startEmbeddedPostgres({ dataDir });
    assert.match(first.version, /^18\.\d+$/);
    await query(first.url, "create table note (text text); insert into note values ('kept')");
    await first.stop();

    const second = await startEmbeddedPostgres({ dataDir });
    finallyDo(t, () => second.stop());
    assert.deepEqual(await notes(second.url), ['kept']);
  });

  it('keeps what it confirms, reads UTF-8, checks its pages and sorts alike everywhere', async (t) => {
    const server = await startEmbeddedPostgres({ dataDir: await usedDataDir(t) });
    finallyDo(t, () => server.stop());
    const setting = async (name: string) => (await query(server.url, `show ${name}`))[0]?.[name];
    assert.equal(await setting('fsync'), 'on');
    assert.equal(await setting('synchronous_commit'), 'on');
    assert.equal(await setting('full_page_writes'), 'on');
    assert.equal(await setting('data_checksums'), 'on');
    assert.equal(await setting('server_encoding'), 'UTF8');
    const locale = 'select datlocprovider, datlocale from pg_database where datname = current_database()';
    assert.deepEqual(await query(server.url, locale), [{ datlocprovider: 'b', datlocale: 'C.UTF-8' }]);
  });

  it('listens only on a socket that other users cannot get to, and asks for a password', async (t) => {
    const dataDir = await usedDataDir(t);
    const server = await startEmbeddedPostgres({ dataDir, settings: unsafeButFast });
    finallyDo(t, () => server.stop());
    assert.deepEqual(await query(server.url, 'show listen_addresses'), [{ listen_addresses: '' }]);
    const folder = socketFolderOf(server.url);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.ok(Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= 103);
    assert.equal(statSync(join(dataDir, 'postgres', 'muster.password')).mode & 0o777, 0o600);
    assert.equal(statSync(join(dataDir, 'postgres.log')).mode & 0o777, 0o600);
    await assert.rejects(query(server.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1'), { code: '28P01' });
  });

  it('leaves nothing but the data and a log when it is stopped, also twice', async (t) => {
    const dataDir = await usedDataDir(t);
    const server = await startEmbeddedPostgres({ dataDir, settings: unsafeButFast });
    const pid = postmasterPid(dataDir);
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    assert.deepEqual(readdirSync(dataDir).sort(), ['postgres', 'postgres.log']);
    assert.equal(existsSync(socketFolderOf(server.url)), false);
  });

  it('runs beside another one in another folder', async (t) => {
    const folders = [await usedDataDir(t), await usedDataDir(t)];
    const servers = await Promise.all(
      folders.map((dataDir) => startEmbeddedPostgres({ dataDir, settings: unsafeButFast })),
    );
    finallyDo(t, () => Promise.all(servers.map((server) => server.stop())));
    for (const [index, { url }] of servers.entries())
      await query(url, `insert into note values ('${index}')`);
    assert.deepEqual(await Promise.all(servers.map(({ url }) => notes(url))), [['0'], ['1']]);
  });

  it('lets a command-line tool join the server of a live process, and of no other', async (t) => {
    const dataDir = await usedDataDir(t);
    assert.equal(await findRunningPostgres(dataDir), undefined);
    const { answer, end } = await startInstance(t, { dataDir });
    assert.deepEqual(await findRunningPostgres(dataDir), { url: answer.url });
    await end('SIGTERM');
    assert.equal(await findRunningPostgres(dataDir), undefined);
    assert.equal(await findRunningPostgres(join(dataDir, 'nowhere')), undefined);
  });

  it('keeps its log small', async (t) => {
    const dataDir = await usedDataDir(t);
    appendFileSync(join(dataDir, 'postgres.log'), Buffer.alloc(10_000_001, 'x'));
    const server = await startEmbeddedPostgres({ dataDir, settings: unsafeButFast });
    await server.stop();
    assert.ok(statSync(join(dataDir, 'postgres.log')).size < 100_000);
    assert.ok(statSync(join(dataDir, 'postgres.log.1')).size > 10_000_000);
  });
});

describe('the user that runs it', () => {
  it(
    'is another than root, also when only root can enter the folders above the data',
    onlyRoot,
    async (t) => {
      const closed = join(temporaryFolder(t), 'closed');
      mkdirSync(closed, { mode: 0o700 });
      const dataDir = join(closed, awkwardName, 'data');
      const server = await startEmbeddedPostgres({ dataDir, settings: unsafeButFast });
      finallyDo(t, () => server.stop());
      await query(server.url, 'create table note (text text); checkpoint; select pg_reload_conf()');
      assert.notEqual(statSync(`/proc/${postmasterPid(dataDir)}`).uid, 0);
      assert.equal(statSync(closed).mode & 0o777, 0o700);
      assert.ok(existsSync(join(dataDir, 'postgres', 'PG_VERSION')));
    },
  );

  it('is the owner of the data folder', onlyRoot, async (t) => {
    const dataDir = join(temporaryFolder(t), 'data');
    mkdirSync(dataDir);
    chownSync(dataDir, nobody.uid, nobody.gid);
    const server = await startEmbeddedPostgres({ dataDir, settings: unsafeButFast });
    finallyDo(t, () => server.stop());
    assert.equal(statSync(`/proc/${postmasterPid(dataDir)}`).uid, nobody.uid);
    for (const name of readdirSync(dataDir)) assert.equal(statSync(join(dataDir, name)).uid, nobody.uid);
  });

  it('is the caller, if that is not root; what root started there before goes on', onlyRoot, async (t) => {
    if (!canReach(process.execPath, nobody) || !canReach(import.meta.filename, nobody, 4)) {
      t.skip('this checkout is closed to other users');
      return;
    }
    const folder = temporaryFolder(t);
    const dataDir = join(folder, awkwardName);
    chmodSync(folder, 0o755);
    mkdirSync(dataDir);
    chownSync(dataDir, nobody.uid, nobody.gid);
    const asRoot = await startEmbeddedPostgres({ dataDir, settings: unsafeButFast });
    await query(asRoot.url, "create table note (text text); insert into note values ('from root')");
    await asRoot.stop();

    const { answer, end } = await startInstance(t, { dataDir }, { user: nobody });
    assert.deepEqual(await notes(answer.url ?? ''), ['from root']);
    await end('SIGTERM');
  });

  it('gets back a folder that root copied', onlyRoot, async (t) => {
    const dataDir = await usedDataDir(t);
    for (const entry of readdirSync(join(dataDir, 'postgres'), { recursive: true, withFileTypes: true })) {
      chownSync(join(entry.parentPath, entry.name), 0, 0);
    }
    chownSync(join(dataDir, 'postgres'), 0, 0);
    chmodSync(join(dataDir, 'postgres'), 0o755);
    const server = await startEmbeddedPostgres({ dataDir, settings: unsafeButFast });
    finallyDo(t, () => server.stop());
    assert.deepEqual(await notes(server.url), []);
  });
});
