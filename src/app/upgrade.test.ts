import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { distribute, type Placement } from '#platform/db/distribute.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createCluster, createDatabase, dropDatabase, queryOnce, skipWithoutCitus } from '#test/database.ts';
import { placement } from './placement.ts';

const ownFolder = new URL('../../migrations/', import.meta.url);

/** Those whose names come before this one. */
async function migrationsBefore(name: string): Promise<URL> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-earlier-'));
  after(() => rm(folder, { recursive: true }));
  for (const one of await readdir(ownFolder))
    if (one < name) await copyFile(new URL(one, ownFolder), path.join(folder, one));
  return pathToFileURL(`${folder}/`);
}

/** As by a version of Muster that has only the tables of this database. */
async function placementOf(url: string): Promise<Placement> {
  const rows = await queryOnce<{ name: string }>(
    url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const existing = new Set(rows.map(({ name }) => name));
  const only = (tables: readonly string[]) => tables.filter((table) => existing.has(table));
  const { reference, organization, apart, person, local, readers } = placement;
  return {
    reference: only(reference),
    organization: only(organization),
    apart: only(apart),
    person: only(person),
    local: only(local),
    readers,
  };
}

const isCluster = skipWithoutCitus === false;

async function databaseBefore(migration: string): Promise<string> {
  const url = await (isCluster ? createCluster() : createDatabase());
  after(() => dropDatabase(url));
  await migrate(url, await migrationsBefore(migration));
  if (isCluster) await distribute(url, await placementOf(url));
  return url;
}

it('later migrations apply to a cluster that was distributed before them', {
  skip: skipWithoutCitus,
}, async () => {
  const url = await databaseBefore('0021');
  assert.equal((await migrate(url))[0], '0021_counted_changes.sql');
  await distribute(url, placement);
});

it('shifts that were cancelled as drafts are found in the audit log of their organizations', async () => {
  const url = await databaseBefore('0027');
  await queryOnce(
    url,
    `insert into organizations (id, name) values (1, 'One'), (2, 'Two');
    insert into missions (id, organization_id, name) values (1, 1, 'One'), (2, 2, 'Two');
    insert into programs (id, organization_id, name, default_mission_id) values (1, 1, 'One', 1), (2, 2, 'Two', 2)`,
  );
  const add = async (id: number, organizationId: number, status: string) =>
    await queryOnce(
      url,
      `insert into shifts (id, organization_id, program_id, mission_id, title, start_time, end_time, time_zone, status, created_at,
        updated_at)
      values ($1, $2, $2, $2, 'Shift', now(), now() + interval '1 hour', 'UTC', $3, now(), now())`,
      [id, organizationId, status],
    );
  const record = async (id: number, organizationId: number, action: string, before: string) =>
    await queryOnce(
      url,
      `insert into audit_log (organization_id, actor_kind, action, object_type, object_id, before, request_id, created_at)
      values ($1, 'user', $2, 'shift', $3, jsonb_build_object('status', $4::text), 'r', now())`,
      [organizationId, action, id, before],
    );
  await add(1, 1, 'cancelled');
  await record(1, 1, 'shift.cancelled', 'draft');
  await add(2, 1, 'cancelled');
  await record(2, 1, 'shift.cancelled', 'published');
  await add(3, 2, 'cancelled');
  await record(3, 1, 'shift.cancelled', 'draft');
  await add(4, 2, 'cancelled');
  await record(4, 2, 'shift.cancelled', 'draft');
  await add(5, 2, 'published');
  await record(5, 2, 'shift.updated', 'draft');

  await migrate(url);
  assert.deepEqual(await queryOnce(url, 'select id::int from shifts where cancelled_as_draft order by id'), [
    { id: 1 },
    { id: 4 },
  ]);
});
