import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type pg from 'pg';
import { distributionColumns, type Placement } from '#platform/db/distribute.ts';
import { freshDatabase } from '#test/database.ts';
import { placement } from './placement.ts';

/** The rules of Citus, checked on the catalog of plain PostgreSQL. Each row is a table, what it has, and what is wrong. */
const findProblems = `
with placed (name, place, key) as (
  select name, 'reference', null from unnest($1::text[]) as name
  union all select name, 'organization', '${distributionColumns.organization}' from unnest($2::text[]) as name
  union all select name, 'person', '${distributionColumns.person}' from unnest($3::text[]) as name
  union all select name, 'local', null from unnest($4::text[]) as name
  union all select name, 'apart', '${distributionColumns.apart}' from unnest($5::text[]) as name
), tables as (
  select c.oid, c.relname as name, p.place, p.key, a.attnum as key_number, a.attnotnull, a.atttypid
  from pg_class c
  left join placed p on p.name = c.relname
  left join pg_attribute a on a.attrelid = c.oid and a.attname = p.key and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
), problems (name, problem) as (
  select name, 'is in no list' from tables where place is null
  union all
  select name, 'is listed, but there is no such table' from placed where to_regclass(name) is null
  union all
  select min(name), 'is listed twice' from placed group by name having count(*) > 1
  union all
  select name, 'needs ' || key || ' bigint not null' from tables
  where key is not null and (attnotnull and atttypid = 'bigint'::regtype) is not true
  union all
  select name, 'has no primary key' from tables
  where place <> 'local' and not exists (select 1 from pg_index where indrelid = oid and indisprimary)
  union all
  select t.name, i.indexrelid::regclass || ' does not contain ' || key
  from tables t join pg_index i on i.indrelid = t.oid
  where key is not null and indisunique and not coalesce(key_number = any (indkey), false)
  union all
  select t.name, c.conname || ' does not compare ' || key || ' with ='
  from tables t join pg_constraint c on c.conrelid = t.oid
  where key is not null and contype = 'x' and not exists (
    select 1 from unnest(conkey, conexclop) as part (number, operator) join pg_operator o on o.oid = part.operator
    where number = key_number and oprname = '=')
  union all
  select t.name, c.conname || ' references ' || other.name || ', which is ' || other.place
  from tables t join pg_constraint c on c.conrelid = t.oid join tables other on other.oid = c.confrelid
  where contype = 'f' and other.place not in ('reference', t.place)
  union all
  select t.name, c.conname || ' does not contain ' || t.key || ' on both sides'
  from tables t join pg_constraint c on c.conrelid = t.oid join tables other on other.oid = c.confrelid
  where contype = 'f' and t.key is not null and other.place = t.place and not exists (
    select 1 from unnest(conkey, confkey) as part (own, others)
    where own = t.key_number and others = other.key_number)
  union all
  select t.name, c.conname || ' empties ' || t.key from tables t join pg_constraint c on c.conrelid = t.oid
  where contype = 'f' and t.key is not null and confdeltype in ('n', 'd')
    and t.key_number = any (coalesce(confdelsetcols, conkey))
  union all
  -- One on TRUNCATE is not: it fires on the coordinator too, before a shard is emptied. Those that count changes are dropped.
  select t.name, tgname || ' is a trigger on statements' from tables t join pg_trigger on tgrelid = t.oid
  where key is not null and not tgisinternal and tgtype & 1 = 0 and tgtype & 28 <> 0
    and tgfoid <> 'count_change'::regproc
  union all
  select t.name, a.attname || ' must be bigint: each node draws numbers from its own range'
  from tables t join pg_attribute a on a.attrelid = t.oid
  where place <> 'local' and attidentity <> '' and a.atttypid <> 'bigint'::regtype
)
select name || ': ' || problem as problem from problems order by 1`;

const database = await freshDatabase();

type Connection = Pick<pg.ClientBase, 'query'>;

async function problemsIn(connection: Connection, planted: Partial<Placement> = {}): Promise<string[]> {
  const places = (['reference', 'organization', 'person', 'local', 'apart'] as const).map((place) => [
    ...placement[place],
    ...(planted[place] ?? []),
  ]);
  const { rows } = await connection.query<{ problem: string }>(findProblems, places);
  return rows.map(({ problem }) => problem);
}

const organizationTable = (rest: string) =>
  `create table planted (id bigint, organization_id bigint not null, ${rest})`;
const key = 'primary key (id, organization_id)';

/** Tables that could not be distributed: where they should be, how they are made, what is wrong. */
const violations: readonly (readonly [keyof Placement | undefined, string, string])[] = [
  [undefined, organizationTable(key), 'is in no list'],
  [
    'organization',
    'create table planted (id bigint, organization_id integer, primary key (id, organization_id))',
    'needs organization_id bigint not null',
  ],
  ['organization', organizationTable('primary key (id)'), 'planted_pkey does not contain organization_id'],
  ['organization', organizationTable('check (id > 0)'), 'has no primary key'],
  [
    'organization',
    organizationTable(`${key}, name text unique`),
    'planted_name_key does not contain organization_id',
  ],
  [
    'organization',
    `${organizationTable(key)}; create unique index planted_once on planted (id) where id > 0`,
    'planted_once does not contain organization_id',
  ],
  [
    'organization',
    organizationTable(`${key}, times tstzrange, constraint apart exclude using gist (times with &&)`),
    'apart does not compare organization_id with =',
  ],
  [
    'organization',
    organizationTable(`${key}, kid text, constraint other foreign key (kid) references signing_keys`),
    'other references signing_keys, which is local',
  ],
  [
    'person',
    `create table planted (user_id bigint primary key, organization_id bigint,
      constraint other foreign key (organization_id, user_id) references memberships)`,
    'other references memberships, which is organization',
  ],
  [
    'local',
    `create table planted (organization_id bigint, user_id bigint,
      constraint other foreign key (organization_id, user_id) references memberships)`,
    'other references memberships, which is organization',
  ],
  [
    'organization',
    `create table planted (id bigint, organization_id bigint not null, other_id bigint, ${key},
      constraint other foreign key (other_id, id) references planted (id, organization_id))`,
    'other does not contain organization_id on both sides',
  ],
  [
    'organization',
    `create table planted (id bigint, organization_id bigint not null, other_id bigint, ${key},
      constraint other foreign key (other_id, organization_id) references planted on delete set null)`,
    'other empties organization_id',
  ],
  [
    'organization',
    `${organizationTable(key)};
    create trigger planted_count after insert on planted referencing new table as added
      for each statement execute function suppress_redundant_updates_trigger()`,
    'planted_count is a trigger on statements',
  ],
  [
    'organization',
    `create table planted (id integer generated always as identity, organization_id bigint not null, ${key})`,
    'id must be bigint: each node draws numbers from its own range',
  ],
];

describe('the place of each table on a Citus cluster', () => {
  it('is listed, and its keys allow it', async () => {
    assert.deepEqual(await problemsIn(database.pool), []);
  });

  for (const [place, table, problem] of violations)
    it(`would be refused: ${problem}`, async () => {
      const client = await database.pool.connect();
      try {
        await client.query('begin');
        await client.query(table);
        const found = await problemsIn(client, place ? { [place]: ['planted'] } : {});
        assert.deepEqual(
          found.filter((text) => text.startsWith('planted: ')),
          [`planted: ${problem}`],
        );
      } finally {
        await client.query('rollback');
        client.release();
      }
    });
});
