import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { createDatabase, dropDatabase } from '#test/database.ts';
import { MigrationError, migrate, statementsOf } from './migrate.ts';

const cleanUp: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const step of cleanUp) await step();
});

async function emptyDatabase(): Promise<string> {
  const url = await createDatabase();
  cleanUp.push(() => dropDatabase(url));
  return url;
}

async function folderOf(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-migrations-'));
  cleanUp.push(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return pathToFileURL(`${folder}/`);
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const files = {
  '0001_one.sql': 'create table one (id int); insert into one values (1);',
  '0002_two.sql': 'create table two (id int);\ninsert into two select id from one;',
};

describe('migrations', () => {
  it('are cut into statements only where one ends', () => {
    const statements = [
      "-- It's one; with a comment\ninsert into one values ('a;b', 'it''s;', \"odd;name\", 2 - 1)",
      'do $$ begin\n  -- Not the end;\n  perform 1;\nend $$',
      "create function two() returns text language sql as $body$ select '$$;'; $body$",
      'select $1',
    ];
    assert.deepEqual(statementsOf(`${statements.join(';\n')};\n\n`), statements);
  });

  it('are applied once each, in order, when ten processes start at once', async () => {
    const [url, folder] = await Promise.all([emptyDatabase(), folderOf(files)]);
    const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(url, folder)));
    assert.deepEqual(applied.flat().sort(), Object.keys(files));
    assert.deepEqual(await query(url, 'select id from two'), [{ id: 1 }]);
    assert.deepEqual(await migrate(url, folder), []);
  });

  it('bring the whole schema and the queue, and know when there is nothing to do', async () => {
    const url = await emptyDatabase();
    const applied = await migrate(url);
    assert.equal(applied[0], '0001_platform.sql');
    assert.deepEqual(await migrate(url), []);
    await query(url, 'select * from events, queued_jobs, graphile_worker.jobs');
  });

  it('are refused when an old file was changed after it had been applied', async () => {
    const url = await emptyDatabase();
    await migrate(url, await folderOf(files));
    const changed = await folderOf({ ...files, '0001_one.sql': `${files['0001_one.sql']} -- later thought` });
    await assert.rejects(migrate(url, changed), (error) => {
      assert.ok(error instanceof MigrationError);
      return /0001_one\.sql was changed/.test(error.message);
    });
  });

  it('are applied once where an earlier text had the same effect', async () => {
    const url = await emptyDatabase();
    await migrate(url);
    const earlier = '0e32c5ad6d7fc57629604bf131544973e49a8a0675e088bfa5b79936d076b588';
    await query(
      url,
      `update schema_migrations set checksum = '${earlier}' where name = '0027_cancelled_drafts.sql'`,
    );
    assert.deepEqual(await migrate(url), []);
  });

  it('do not mind other line ends', async () => {
    const url = await emptyDatabase();
    await migrate(url, await folderOf(files));
    const windows = await folderOf({ ...files, '0002_two.sql': files['0002_two.sql'].replace('\n', '\r\n') });
    assert.deepEqual(await migrate(url, windows), []);
  });

  it('of a newer version are not silently worked on by an older program', async () => {
    const url = await emptyDatabase();
    await migrate(url, await folderOf({ ...files, '0003_three.sql': 'create table three (id int)' }));
    await assert.rejects(
      migrate(url, await folderOf(files)),
      /newer version of Muster \(migration 0003_three\.sql\)/,
    );
  });

  it('that fail leave nothing half done, and go through once they are mended', async () => {
    const url = await emptyDatabase();
    const broken = 'create table three (id int); insert into three values (1); select 1 / 0;';
    const attempt = migrate(url, await folderOf({ ...files, '0003_three.sql': broken }));
    await assert.rejects(attempt, (error) => {
      assert.ok(error instanceof MigrationError);
      return /0003_three\.sql failed: division by zero/.test(error.message);
    });
    assert.deepEqual(
      await query(url, `select to_regclass('three') as three, to_regclass('two')::text as two`),
      [{ three: null, two: 'two' }],
    );
    const mended = await folderOf({ ...files, '0003_three.sql': 'create table three (id int)' });
    assert.deepEqual(await migrate(url, mended), ['0003_three.sql']);
  });

  it('say in one sentence that the user may not create tables', async () => {
    const url = new URL(await emptyDatabase());
    const role = `reader_${Date.now()}`;
    await query(url.toString(), `create role ${role} login password 'reader'`);
    cleanUp.push(() => query(process.env['MUSTER_TEST_DATABASE_URL'] ?? '', `drop role if exists ${role}`));
    url.username = role;
    url.password = 'reader';
    await assert.rejects(migrate(url.toString()), (error) => {
      assert.ok(error instanceof MigrationError);
      return /cannot create tables/.test(error.message);
    });
  });
});
