import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import {
  finallyDo,
  isRoot,
  notes,
  onlyLinux,
  onlyRoot,
  startInstance,
  temporaryFolder,
  unsafeButFast,
  usedDataDir,
} from '../test/start-instance.ts';
import { EmbeddedPostgresError, startEmbeddedPostgres } from './index.ts';
import { canReach } from './server-user.ts';

const settings = unsafeButFast;
const nobody = { uid: 65_534, gid: 65_534 };

async function refusal(dataDir: string): Promise<string> {
  try {
    await (await startEmbeddedPostgres({ dataDir, settings })).stop();
  } catch (error) {
    assert.ok(error instanceof EmbeddedPostgresError, String(error));
    assert.ok(error.message.split('\n').length <= 2, error.message);
    return error.message;
  }
  return 'started';
}

/** A small separate disk; skips the test where mounts are not allowed. */
function mountDisk(t: TestContext, at: string, options: string): boolean {
  mkdirSync(at, { recursive: true });
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', at], {
    encoding: 'utf8',
  });
  if (status !== 0) t.skip(`cannot mount: ${stderr}`);
  else finallyDo(t, () => spawnSync('umount', [at]));
  return status === 0;
}

describe('a start that cannot succeed says what to do about', () => {
  it('a place where no folder can be made', onlyLinux, async () => {
    assert.match(await refusal('/proc/no/folder'), /folder \/proc\/no\/folder cannot be created there\.\n/);
  });

  it('a disk too full to set up', onlyRoot, async (t) => {
    const disk = join(temporaryFolder(t), 'disk');
    if (!mountDisk(t, disk, 'size=20m')) return;
    const dataDir = join(disk, 'data');
    assert.match(await refusal(dataDir), new RegExp(`data folder ${dataDir} is full.\\nFree some space`));
    assert.deepEqual(readdirSync(dataDir), ['postgres.log']);
  });

  it('a disk that has become full, and starts once there is room', onlyRoot, async (t) => {
    const disk = join(temporaryFolder(t), 'disk');
    if (!mountDisk(t, disk, 'size=300m')) return;
    const dataDir = await usedDataDir(t, disk);
    spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=1M']);
    spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler2')}`, 'bs=1k']);
    assert.match(await refusal(dataDir), /is full.\nFree some space/);
    rmSync(join(disk, 'filler'));
    const server = await startEmbeddedPostgres({ dataDir, settings });
    assert.deepEqual(await notes(server.url), []);
    await server.stop();
  });

  it('a disk that is read-only', onlyRoot, async (t) => {
    const disk = join(temporaryFolder(t), 'disk');
    if (!mountDisk(t, disk, 'ro')) return;
    assert.match(await refusal(join(disk, 'data')), /read-only file system.\nMount it writable/);
    assert.match(await refusal(disk), /read-only file system.\nMount it writable/);
  });

  it('a folder that this user may not write', onlyLinux, async (t) => {
    const folder = temporaryFolder(t);
    const dataDir = join(folder, 'data');
    chmodSync(folder, 0o755);
    mkdirSync(dataDir, { mode: 0o555 });
    if (isRoot && !(canReach(process.execPath, nobody) && canReach(import.meta.filename, nobody, 4))) {
      t.skip('this checkout is closed to other users');
      return;
    }
    const { answer } = await startInstance(t, { dataDir }, { user: isRoot ? nobody : {} });
    assert.equal(answer.error, 'EmbeddedPostgresError');
    assert.match(
      answer.message ?? '',
      /cannot be read and written by this user \(user id \d+\).\nRun this program as/,
    );
  });

  it('a file in the place of the folder, or above it', async (t) => {
    const file = join(temporaryFolder(t), 'data');
    writeFileSync(file, '');
    assert.match(await refusal(file), /there is a file with that name.\nMove that file,/);
    assert.match(await refusal(join(file, 'data')), /there is a file with that name.\nMove that file,/);
  });

  it('the data of an older or a newer PostgreSQL', async (t) => {
    const dataDir = await usedDataDir(t);
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '16\n');
    assert.match(
      await refusal(dataDir),
      /made by PostgreSQL 16, and PostgreSQL 18 is installed.\n.*pg_dump.*pg_upgrade/,
    );
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '19\n');
    assert.match(
      await refusal(dataDir),
      /made by PostgreSQL 19, and PostgreSQL 18 is installed.\nStart the newer/,
    );
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
    assert.equal(await refusal(dataDir), 'started');
  });

  it('a folder of something else, and leaves that alone', async (t) => {
    const dataDir = join(temporaryFolder(t), 'data');
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'diary.txt'), 'mine');
    assert.match(await refusal(dataDir), /not a PostgreSQL data folder.\nMove it,/);
    assert.deepEqual(readdirSync(join(dataDir, 'postgres')), ['diary.txt']);
  });

  it('a password file that is missing', async (t) => {
    const dataDir = await usedDataDir(t);
    rmSync(join(dataDir, 'postgres', 'muster.password'));
    assert.match(await refusal(dataDir), /muster.password is missing.\nRestore it/);
  });

  it('a system that no PostgreSQL was packed for, before it makes a folder', async (t) => {
    const dataDir = join(temporaryFolder(t), 'data');
    const { answer } = await startInstance(t, { dataDir, pretend: { arch: 'mips' } });
    assert.equal(answer.error, 'EmbeddedPostgresError');
    assert.match(
      answer.message ?? '',
      /no PostgreSQL for this system \(.*-mips\).*\nUse another PostgreSQL server/,
    );
    assert.equal(existsSync(dataDir), false);
  });

  it('a root that may not become another user', onlyRoot, async (t) => {
    const dataDir = join(temporaryFolder(t), 'data');
    const { answer } = await startInstance(
      t,
      { dataDir },
      { wrapper: ['unshare', '--map-root-user', '--user'] },
    );
    assert.equal(answer.error, 'EmbeddedPostgresError');
    assert.match(answer.message ?? '', /may not act as another user.*\nRun it as an ordinary user/);
  });
});
