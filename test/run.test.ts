import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { until } from './until.ts';

const root = await mkdtemp(path.join(tmpdir(), 'muster-run-'));
after(() => rm(root, { recursive: true, force: true }));

const files = {
  'src/spots.test.ts': `
    import assert from 'node:assert/strict';
    import { describe, it } from 'node:test';
    describe('spots', () => {
      it('adds up', () => {});
      it('stays whole', () => assert.deepEqual({ left: 1 }, { left: 2 }));
      it.skip('comes later');
    });`,
  'src/good.test.ts': `import { it } from 'node:test'; it('is fine', () => console.error('a word'));`,
  'src/empty.test.ts': 'export {};',
  'web/broken.test.ts': `throw new Error('cannot be loaded');`,
  'web/dying.test.ts': `
    import { it } from 'node:test';
    it('dies', () => { globalThis.process.abort(); });`,
  'web/well.test.ts': `import { it } from 'node:test'; it('is well', () => {});`,
  'test/crash.test.ts': `
    import { it } from 'node:test';
    it('passes before the end', () => {});
    it('dies', () => new Promise(() => setImmediate(() => process.exit(3))));`,
  'test/hook.test.ts': `
    import { after, describe, it } from 'node:test';
    after(() => { throw new Error('could not clean up'); });
    it('is fine', () => {});
    describe('a suite', () => {
      after(() => { throw new Error('could not tidy'); });
      it('is fine too', () => {});
    });`,
  'test/stray.test.ts': `
    import { it } from 'node:test';
    const boom = (name) => { throw new Error('boom in a ' + name); };
    const forever = () => new Promise(() => {});
    it('passes before', () => {});
    it('leaves a callback', async () => { setImmediate(boom, 'callback'); await forever(); });
    it('leaves a promise', async () => { Promise.resolve().then(() => boom('promise')); await forever(); });
    it('leaves a microtask', async () => { queueMicrotask(() => boom('microtask')); await forever(); });
    it('passes after', async () => { await 1; });`,
  'test/open.test.ts': `import { it } from 'node:test'; setInterval(() => {}, 1000); it('leaves a timer', () => {});`,
  'test/loop.test.ts': `
    import { it } from 'node:test';
    process.on('SIGTERM', () => {});
    it('passes before', () => {});
    it('never ends', () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); });`,
  'test/held.test.ts': `
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    import { it } from 'node:test';
    it('leaves a process', () => {
      const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'inherit' });
      writeFileSync('holding', String(pid));
    });`,
  'test/hang.test.ts': `
    import { writeFileSync } from 'node:fs';
    import { it } from 'node:test';
    it('never ends', async () => {
      writeFileSync('hanging', String(process.pid));
      await new Promise(() => setInterval(() => {}, 1_000));
    });`,
};
for (const [name, source] of Object.entries(files)) {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true });
  await writeFile(path.join(root, name), source);
}

/** The runner is started as a person would; the mark by which Node knows a test within a test is taken off. */
function start(...args: string[]): ChildProcessByStdio<null, Readable, null> {
  const { NODE_TEST_CONTEXT: _, ...outer } = process.env;
  const env = { ...outer, MUSTER_TEST_SILENCE_SECONDS: args.includes('loop') ? '5' : '' };
  return spawn(process.execPath, [path.join(import.meta.dirname, 'run.ts'), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

async function run(...args: string[]): Promise<{ code: unknown; lines: string[]; printed: string }> {
  const child = start(...args);
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { code, printed, lines: printed.trimEnd().split('\n') };
}

describe('npm test', () => {
  it('ends with the counts and succeeds when all is well', async () => {
    const { code, lines } = await run('src/good');
    assert.match(lines[0] ?? '', /^✓ src\/good\.test\.ts +1 +\d+\.\d s$/);
    assert.equal(lines.at(-1), '1 passed, 0 failed');
    assert.equal(code, 0);
  });

  it('shows what a test printed', async () => {
    assert.match((await run('src/good')).printed, /Output of src\/good\.test\.ts:\n {2}a word/);
  });

  it('tells each failure in full: its name, its place and the difference', async () => {
    const { code, lines, printed } = await run('spots');
    assert.match(
      printed,
      /✗ spots › stays whole\n {2}src\/spots\.test\.ts:6:7\n[\s\S]*\+ {3}left: 1\n[\s\S]*- {3}left: 2\n/,
    );
    assert.equal(lines.at(-1), '1 passed, 1 failed, 1 skipped');
    assert.equal(code, 1);
  });

  it('counts a file that crashes as failed', async () => {
    const { code, lines, printed } = await run('crash');
    assert.match(printed, /✗ test\/crash\.test\.ts\n {2}The file did not run to its end\.\n {2}exit code 3/);
    assert.equal(lines.at(-1), '1 passed, 1 failed');
    assert.equal(code, 1);
  });

  it('counts a hook that fails', async () => {
    const { code, lines, printed } = await run('hook');
    assert.match(printed, /✗ test\/hook\.test\.ts\n {2}A hook failed\.\n {2}Error: could not clean up/);
    assert.match(printed, /✗ a suite\n[\s\S]*could not tidy/);
    assert.equal(lines.at(-1), '2 passed, 2 failed');
    assert.equal(code, 1);
  });

  it('runs files that need no process of their own in one, and tells of each', async () => {
    const { code, lines, printed } = await run('src/');
    assert.match(lines[0] ?? '', /^✗ src\/empty\.test\.ts +0, 1 failed/);
    assert.match(lines[1] ?? '', /^✓ src\/good\.test\.ts +1 /);
    assert.match(printed, /✗ spots › stays whole\n {2}src\/spots\.test\.ts:6:7\n/);
    assert.equal(lines.at(-1), '2 passed, 2 failed, 1 skipped');
    assert.equal(code, 1);
  });

  it('names the file of a group that cannot be loaded, and runs the others', async () => {
    const { code, lines, printed } = await run('web/broken', 'web/well');
    assert.match(
      printed,
      /✗ web\/broken\.test\.ts\n {2}The file did not run to its end\.\n[\s\S]*cannot be loaded/,
    );
    assert.equal(lines.at(-1), '1 passed, 1 failed');
    assert.equal(code, 1);
  });

  it('counts every file of a group that dies as failed', async () => {
    const { code, lines } = await run('web/dying', 'web/well');
    assert.equal(lines.at(-1), '0 passed, 2 failed');
    assert.equal(code, 1);
  });

  it('fails the test that an error belongs to, though nothing awaits it', async () => {
    const { lines, printed } = await run('stray');
    for (const kind of ['callback', 'promise', 'microtask'])
      assert.match(
        printed,
        new RegExp(`✗ leaves a ${kind}\\n.*stray\\.test\\.ts:\\d+:\\d+\\n {2}.*boom in a ${kind}`),
      );
    assert.equal(lines.at(-1), '2 passed, 3 failed');
  });

  it('waits for no timer that a test forgot', async () => {
    assert.equal((await run('open')).lines.at(-1), '1 passed, 0 failed');
  });

  it('kills a process that reports nothing any more, whatever it does with SIGTERM, and names its file', async () => {
    const { code, lines, printed } = await run('loop');
    assert.match(
      printed,
      /✗ test\/loop\.test\.ts\n {2}The file did not run to its end\.\n {2}signal SIGKILL\n/,
    );
    assert.match(
      printed,
      /Nothing was reported for 5 seconds.*\n {2}The test that began last: test\/loop\.test\.ts/,
    );
    assert.match(lines.at(-1) ?? '', /1 failed$/);
    assert.equal(code, 1);
  });

  it('does not wait for a process that a test has left, and fails its file', async () => {
    const { code, lines, printed } = await run('held');
    process.kill(Number(await readFile(path.join(root, 'holding'), 'utf8')), 'SIGKILL');
    assert.match(printed, /✗ test\/held\.test\.ts\n[\s\S]*another one that it started holds its output open/);
    assert.equal(lines.at(-1), '1 passed, 1 failed');
    assert.equal(code, 1);
  });

  it('takes neither a file without tests nor an empty choice for success', async () => {
    assert.equal((await run('empty')).lines.at(-1), '0 passed, 1 failed');
    const none = await run('no-such-file');
    assert.equal(none.lines.at(-1), '0 passed, 0 failed');
    assert.equal(none.code, 1);
  });

  it('runs one test by its name', async () => {
    assert.equal((await run('spots', '--name', 'adds up')).lines.at(-1), '1 passed, 0 failed');
  });

  it('lists the files without running them', async () => {
    const { code, lines } = await run('--list', './src/');
    assert.deepEqual(lines, ['src/empty.test.ts', 'src/good.test.ts', 'src/spots.test.ts']);
    assert.equal(code, 0);
  });

  it('stops at a signal, with the tests it has started', async () => {
    const runner = start('hang');
    let pid = 0;
    await until(async () => {
      pid = Number(await readFile(path.join(root, 'hanging'), 'utf8').catch(() => '0'));
      return pid > 0;
    });
    runner.kill('SIGTERM');
    const [[code]] = await Promise.all([once(runner, 'exit'), text(runner.stdout)]);
    assert.equal(code, 143);
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  });
});
