import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import {
  finallyDo,
  onlyLinux,
  onlyRoot,
  query,
  startInstance,
  temporaryFolder,
  unsafeButFast,
  usedDataDir,
} from '../test/start-instance.ts';
import { lockFolder } from './folder-lock.ts';
import { EmbeddedPostgresError, startEmbeddedPostgres } from './index.ts';

const settings = unsafeButFast;
const lockOf = (dataDir: string) => join(dataDir, 'postgres.lock');

function leaveLockBehind(dataDir: string, changes: object = {}): void {
  const left = { pid: 4_194_304, place: 'elsewhere', host: 'elsewhere', nonce: 'abc', ...changes };
  writeFileSync(lockOf(dataDir), JSON.stringify(left));
  utimesSync(lockOf(dataDir), new Date(0), new Date(0));
}

describe('a data folder', () => {
  it('belongs to one process, and others learn which one and what to do', async (t) => {
    const dataDir = await usedDataDir(t);
    const { child, answer } = await startInstance(t, { dataDir });
    const refused = startEmbeddedPostgres({ dataDir, settings });
    await assert.rejects(refused, (error) => {
      assert.ok(error instanceof EmbeddedPostgresError);
      assert.ok(error.message.includes(`${dataDir} is in use by process ${child.pid}.`));
      assert.match(error.message, /Stop that process.*another data folder.*PostgreSQL server/);
      return true;
    });
    assert.deepEqual(await query(answer.url ?? '', 'select 1 as one'), [{ one: 1 }]);
  });

  it('cannot be opened twice by the same process', async (t) => {
    const dataDir = await usedDataDir(t);
    const server = await startEmbeddedPostgres({ dataDir, settings });
    await assert.rejects(startEmbeddedPostgres({ dataDir, settings }), /in use by process/);
    await server.stop();
    await (await startEmbeddedPostgres({ dataDir, settings })).stop();
  });

  it('goes to exactly one of many that find it left behind', async (t) => {
    const folder = temporaryFolder(t);
    for (const cut of [false, true]) {
      leaveLockBehind(folder);
      // A contender that died in the middle of taking over.
      writeFileSync(`${lockOf(folder)}.after-abc`, readFileSync(lockOf(folder)));
      if (cut) writeFileSync(lockOf(folder), '{"pid":');
      utimesSync(`${lockOf(folder)}.after-abc`, new Date(0), new Date(0));
      const contenders = Array.from({ length: 6 }, () =>
        spawn(process.execPath, [join(import.meta.dirname, '../test/contender.ts'), folder], {
          stdio: ['pipe', 'pipe', 'inherit'],
        }),
      );
      const ended = contenders.map((contender) => once(contender, 'exit'));
      const said = contenders.map(({ stdout }) => createInterface(stdout)[Symbol.asyncIterator]());
      const nextLines = () => Promise.all(said.map(async (lines) => (await lines.next()).value as string));
      await nextLines();
      for (const { stdin } of contenders) stdin.write('go');
      const results = await nextLines();
      for (const { stdin } of contenders) stdin.on('error', () => undefined).end();
      await Promise.all(ended);
      assert.deepEqual(results.sort(), [...Array(5).fill('EmbeddedPostgresError'), 'won']);
    }
  });

  it('is free again when the number of its owner has passed to another process', onlyLinux, async (t) => {
    const folder = temporaryFolder(t);
    const lock = await lockFolder(folder, undefined);
    const mine = JSON.parse(readFileSync(lockOf(folder), 'utf8'));
    assert.equal(mine.pid, process.pid);
    lock.release();
    leaveLockBehind(folder, { ...mine, startTime: '1' });
    (await lockFolder(folder, undefined)).release();
  });

  it('is defended against a process in another container until that falls silent', onlyRoot, async (t) => {
    const dataDir = await usedDataDir(t);
    const wrapper = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
    const { answer, end } = await startInstance(t, { dataDir }, { wrapper });
    assert.ok(answer.url);
    await assert.rejects(
      startEmbeddedPostgres({ dataDir, settings }),
      /in use by process \d+ on .*, perhaps in a container/,
    );
    await query(answer.url, "insert into note values ('contained')");
    await end('SIGKILL');
    utimesSync(lockOf(dataDir), new Date(0), new Date(0));
    const server = await startEmbeddedPostgres({ dataDir, settings });
    finallyDo(t, () => server.stop());
    assert.deepEqual(await query(server.url, 'select text from note'), [{ text: 'contained' }]);
  });
});
