import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { systemCall } from '#kernel/call.ts';
import { inTransaction } from '#platform/db/index.ts';
import { ensurePartitions } from '#platform/db/partitions.ts';
import { freshDatabase } from '#test/database.ts';
import { archiveAudit, selectArchives } from './archive.ts';
import { writeAudit } from './index.ts';
import { archiveProblems } from './verify-archives.ts';

const database = await freshDatabase();
const folder = await mkdtemp(join(tmpdir(), 'muster-audit-'));
after(() => rm(folder, { recursive: true, force: true }));
const now = Temporal.Instant.from('2021-06-15T12:00:00Z');
const before = Temporal.Instant.from('2021-04-15T12:00:00Z');
const months = ['2021-01-31T23:59:59.999999Z', '2021-02-01T00:00:00Z', '2021-03-10T10:00:00Z'];

async function write(moment: string, organizationId: number | null, reason: string): Promise<void> {
  const call = systemCall('test', Temporal.Instant.from(moment));
  await inTransaction(database, {}, (tx) =>
    writeAudit(tx, call, {
      organizationId,
      action: 'shift.changed',
      objectId: 1,
      reason,
      after: { a: 'x\ny' },
    }),
  );
}

async function countAll(): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) from audit_log where action = 'shift.changed'`.execute(database.db);
  return rows[0]?.count ?? 0;
}

const linesOf = async (file: string) =>
  gunzipSync(await readFile(join(folder, file)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('archiving the audit log', () => {
  it('can be cut off at any step: nothing is lost and nothing is archived twice', async () => {
    // As if the installation had been running since January.
    for (const month of ['2021-01-01', '2021-04-01', '2021-06-01'])
      await ensurePartitions(database.pool, Temporal.Instant.from(`${month}T00:00:00Z`));
    for (const moment of months)
      for (const organization of [null, 7]) await write(moment, organization, moment);
    await write('2021-04-02T00:00:00Z', 7, 'still kept');
    for (const cutAt of ['written', 'read back', 'manifest', 'dropped', 'committed']) {
      const onStep = (step: string) => {
        if (step === cutAt) throw new Error(`cut off: ${step}`);
      };
      await assert.rejects(archiveAudit(database, { folder, before, now, onStep }), /cut off/);
      const archived = (await selectArchives(database.db)).reduce((sum, { rows }) => sum + rows, 0);
      assert.equal((await countAll()) + archived, 7, cutAt);
    }
    await archiveAudit(database, { folder, before, now });
    assert.deepEqual(await archiveAudit(database, { folder, before, now }), []);
    assert.equal(await countAll(), 1);
    const archives = await selectArchives(database.db);
    assert.deepEqual(
      archives.map(({ number, month, file, rows }) => [number, month, file, rows]),
      ['2021-01', '2021-02', '2021-03'].map((month, index) => [
        index + 1,
        `${month}-01`,
        `audit-${month}.jsonl.gz`,
        2,
      ]),
    );
    const [account, organization] = await linesOf('audit-2021-01.jsonl.gz');
    assert.equal(account?.['organization_id'], null);
    assert.equal(organization?.['organization_id'], 7);
    assert.equal(organization?.['created_at'], '2021-01-31T23:59:59.999999Z');
    assert.deepEqual(organization?.['after'], { a: 'x\ny' });
    assert.deepEqual(await archiveProblems(database, folder), []);
  });

  it('writes to the log what was archived', async () => {
    const { rows } = await sql<{ object_id: number; file: string }>`
      select object_id, after ->> 'file' as file from audit_log where action = 'audit.archived' order by id
    `.execute(database.db);
    assert.deepEqual(
      rows.map(({ object_id, file }) => [object_id, file]),
      [1, 2, 3].map((number) => [number, `audit-2021-0${number}.jsonl.gz`]),
    );
  });

  it('leaves partitions that no one can change, and records that no one can change', async () => {
    for (const text of [
      `update history.audit_log_20210401 set reason = ''`,
      'delete from history.audit_log_20210401',
      'truncate history.audit_log_20210401',
      `update audit_archives set sha256 = ''`,
      'delete from audit_archives',
      'truncate audit_archives',
    ])
      await assert.rejects(sql.raw(text).execute(database.db), /never changed or removed/, text);
  });

  it('archives a month again under another name if rows of it turn up later', async () => {
    await write('2021-01-05T00:00:00Z', 7, 'late');
    const archived = await archiveAudit(database, { folder, before, now });
    assert.deepEqual(
      archived.map(({ file, rows }) => [file, rows]),
      [['audit-2021-01-2.jsonl.gz', 1]],
    );
    assert.deepEqual(await archiveProblems(database, folder), []);
  });
});

describe('verifying the archives', () => {
  it('notices a changed, a missing and a made-up file', async () => {
    const path = join(folder, 'audit-2021-02.jsonl.gz');
    const original = await readFile(path);
    await writeFile(path, gzipSync(gunzipSync(original).toString().replace('2021-02', '2021-05')));
    assert.deepEqual(await archiveProblems(database, folder), ['audit-2021-02.jsonl.gz was changed']);
    await rm(path);
    assert.deepEqual(await archiveProblems(database, folder), ['audit-2021-02.jsonl.gz is missing']);
    await writeFile(path, original.subarray(0, original.length - 9));
    assert.match((await archiveProblems(database, folder)).join(), /audit-2021-02.jsonl.gz can't be read/);
    await writeFile(path, original);
    const manifest = JSON.parse(await readFile(join(folder, 'audit-2021-03.json'), 'utf8')) as object;
    await writeFile(
      join(folder, 'audit-2020-12.json'),
      JSON.stringify({ ...manifest, file: 'audit-2020-12.jsonl.gz' }),
    );
    assert.match((await archiveProblems(database, folder)).join(), /doesn't know this archive/);
    await rm(join(folder, 'audit-2020-12.json'));
    assert.ok((await readdir(folder)).every((name) => !name.endsWith('.part')));
  });

  it('notices a month that was dropped without an archive, and a record that was removed', async () => {
    await sql`drop table history.audit_log_20210501`.execute(database.db);
    assert.deepEqual(await archiveProblems(database, folder), ['the audit log of 2021-05 is missing']);
    await ensurePartitions(database.pool, Temporal.Instant.from('2021-05-01T00:00:00Z'));
    await sql`alter table audit_archives disable trigger all`.execute(database.db);
    await sql`delete from audit_archives where number = 4`.execute(database.db);
    const problems = await archiveProblems(database, folder);
    assert.match(problems.join(), /audit-2021-01-2.jsonl.gz is in the audit log, but not in the list/);
  });
});
