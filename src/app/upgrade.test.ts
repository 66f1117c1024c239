import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { hashPassword } from '#platform/credentials/passwords.ts';
import { distribute, type Placement } from '#platform/db/distribute.ts';
import { createSealer } from '#platform/db/index.ts';
import { migrate } from '#platform/db/migrate.ts';
import {
  createCluster,
  createDatabase,
  dropDatabase,
  queryOnce,
  skipWithoutCitus,
  testSecret,
} from '#test/database.ts';
import { expect200, password, peopleApp } from '#test/people.ts';
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

/** All rows of all tables, as texts that can be compared. What every start writes is left out. */
async function rowsOf(url: string): Promise<Record<string, Record<string, unknown>[]>> {
  const tables = await queryOnce<{ name: string }>(
    url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname not in ('schema_migrations', 'time_zones') order by relname`,
  );
  const found: Record<string, Record<string, unknown>[]> = {};
  for (const { name } of tables) {
    const rows = await queryOnce<{ row: Record<string, unknown> }>(
      url,
      `select to_jsonb(one) as row from ${name} as one order by 1`,
    );
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** An organization as versions before migration 33 leave it. Ada owns it, Bea is asked for a spot, and two have left. */
async function fillBefore33(url: string): Promise<void> {
  await queryOnce(
    url,
    `insert into users (id, email, name, language, phone, erased_at) values
      (1001, 'ada@example.org', 'Ada', 'de', '+49 30 1234', null), (1002, 'bea@example.org', 'Bea', 'en', null, null),
      (1003, null, 'Former volunteer', 'en', null, now()), (1004, 'former@example.org', 'Former volunteer', 'en', null, null),
      (1005, null, 'Former volunteer', 'de', null, '2026-03-04T05:06:07Z');
    insert into organizations (id, name) values (1001, 'Harbor'), (1002, 'Next door');
    insert into memberships (organization_id, user_id, role, joined_at) values
      (1001, 1001, 'owner', now()), (1001, 1002, 'volunteer', now()), (1002, 1004, 'owner', now());
    insert into missions (id, organization_id, name) values (1001, 1001, 'Food');
    insert into programs (id, organization_id, name, default_mission_id) values (1001, 1001, 'Food', 1001);
    insert into shifts (id, organization_id, program_id, mission_id, title, start_time, end_time, time_zone, status, created_at, updated_at)
      values (1001, 1001, 1001, 1001, 'Sort', now() + interval '1 day', now() + interval '25 hours', 'UTC', 'published', now(), now());
    insert into shift_seats (shift_id, organization_id, capacity, active) values (1001, 1001, 4, 1);
    insert into registrations
      (id, organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at, cancelled_at, cancel_reason)
      values
      (1001, 1001, 1001, 1001, 'active', now() + interval '1 day', now() + interval '25 hours', 'self_service', now(), now(), null, null),
      (1002, 1001, 1001, 1002, 'cancelled', now() + interval '1 day', now() + interval '25 hours', 'self_service', now(), now(),
        now(), 'Measles');
    insert into person_places (user_id, registration_id, organization_id, shift_id, status, start_time, end_time)
      values (1001, 1001, 1001, 1001, 'active', now() + interval '1 day', now() + interval '25 hours');
    insert into swaps (organization_id, shift_id, registration_id, user_id, to_user_id, taker_id, status, message, created_at) values
      (1001, 1001, 1001, 1001, 1002, null, 'open', 'Please', now()), (1001, 1001, 1001, 1001, 1002, 1002, 'rejected', '', now());
    insert into invitations (organization_id, email, role, digest, created_by, created_at, expires_at, accepted_at, accepted_by, revoked_at)
      values (1001, 'cat@example.org', 'volunteer', 'a', 1001, now(), now(), null, null, null),
        (1001, 'bea@example.org', 'volunteer', 'b', 1001, now(), now(), now(), 1002, null),
        (1001, null, 'coordinator', 'c', 1003, now(), now(), null, null, now());
    insert into api_keys (organization_id, name, prefix, digest, scopes, created_by, created_at, revoked_at) values
      (1001, 'CRM', 'mk_1', 'a', '{shifts:read}', 1001, now(), null), (1001, 'Old', 'mk_2', 'b', '{shifts:read}', 1003, now(), now());
    insert into messages (organization_id, audience, sender_id, texts, recipients, created_at) values
      (1001, 'everybody', 1001, '[{"language": "en", "subject": "Hello", "text": "Everyone"}]', 2, now()),
      (1001, 'everybody', null, '[{"language": "en", "subject": "Hello", "text": "Earlier"}]', 2, now());
    insert into webhook_endpoints (id, organization_id, name, url, events, status, secret, created_by, created_at, updated_at) values
      (1001, 1001, 'CRM', 'https://crm.example.org', '{shift.signup_cancelled}', 'active', 'sealed', 1001, now(), now()),
      (1002, 1001, 'Old', 'https://old.example.org', '{shift.signup}', 'deleted', null, null, now(), now())`,
  );
  // Others send events with data of any kind. PostgreSQL compresses a text of one letter, and only that fits into an index.
  const long = randomBytes(8_192).toString('base64');
  const events = [
    { shift_id: 1001, user_id: 1002, reason: 'Measles' },
    { shift_id: 1001, user_id: 1001, reason: null },
    { shift_id: 1001, user_id: 1001 },
    { user_id: long, reason: long },
    { user_id: { long }, reason: 1 },
  ];
  for (const [index, data] of events.entries())
    await queryOnce(
      url,
      `insert into events (id, organization_id, type, data, created_at) values ($1, 1001, 'shift.signup_cancelled', $2, now())`,
      [`evt_${index}`, data],
    );
  const sealer = createSealer(testSecret);
  for (const recipient of ['account 1001', 'account 1002', 'bea@example.org', 'cat@example.org'])
    await queryOnce(
      url,
      `insert into queued_mail (id, recipient, sealed) values (gen_random_uuid(), $1, $2)`,
      [sealer.digest('mail-recipient', recipient), sealer.seal('send_mail', '', Buffer.from('{}'))],
    );
}

it('a database as of migration 32 keeps every row, and people who left are called former members', async () => {
  const url = await databaseBefore('0033');
  await fillBefore33(url);
  const before = await rowsOf(url);
  assert.equal((await migrate(url))[0], '0033_found_by_person.sql');
  if (isCluster) await distribute(url, placement);

  for (const user of before['users'] ?? []) if (user['erased_at'] !== null) user['name'] = 'Former member';
  for (const mail of before['queued_mail'] ?? []) Object.assign(mail, { names: null, without_names: null });
  assert.deepEqual(await rowsOf(url), before);

  await queryOnce(url, 'update users set password_hash = $1 where id = 1002', [await hashPassword(password)]);
  const muster = await peopleApp({}, { cloneOf: new URL(url).pathname.slice(1) });
  const login = { email: 'bea@example.org', password };
  const bea = muster.as(expect200(await muster.as().post('/auth/login', login)).access_token);
  assert.match(JSON.stringify(expect200(await bea.get('/me/export'))), /Measles/);
  assert.equal((await bea.del('/me', { password })).status, 204);
  const later = await rowsOf(muster.database.url);
  const inTable = (table: string) => JSON.stringify(later[table]);
  assert.equal(inTable('users').match(/Former member/g)?.length, 3);
  assert.doesNotMatch(inTable('events') + inTable('registrations'), /Measles/);
  assert.equal(later['queued_mail']?.length, 2, 'of others, nothing is lost');
  assert.deepEqual(muster.errors, []);
});

it('an index that the first text of migration 34 made is replaced by one that takes any event', async () => {
  const url = await databaseBefore('0034');
  await queryOnce(
    url,
    `create index events_with_reason on events ((data -> 'user_id')) where data ? 'reason'`,
  );
  await queryOnce(
    url,
    `insert into schema_migrations (name, checksum)
    values ('0034_reasons.sql', 'b34339c0af580c8831664802e2614a0efa637c51b717744c8eaea9860c77d4ce')`,
  );
  assert.equal((await migrate(url))[0], '0035_mail_about.sql');
  const [index] = await queryOnce<{ definition: string }>(
    url,
    `select pg_get_indexdef('events_with_reason'::regclass) as definition`,
  );
  assert.match(index?.definition ?? '', /jsonb_typeof/);
});

it('emails that were queued about an account are still found by it', async () => {
  const url = await databaseBefore('0037');
  await queryOnce(
    url,
    `insert into queued_mail (id, recipient, about, sealed) values
      (gen_random_uuid(), 'one', 'Ada', ''), (gen_random_uuid(), 'two', null, '')`,
  );
  await migrate(url);
  const rows = await queryOnce<{ names: Buffer[] | null }>(
    url,
    'select names, without_names from queued_mail order by recipient',
  );
  assert.deepEqual(rows, [
    { names: [Buffer.from('Ada')], without_names: null },
    { names: null, without_names: null },
  ]);
});
