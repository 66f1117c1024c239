import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { systemCall } from '#kernel/call.ts';
import { inTransaction } from '#platform/db/index.ts';
import { expect200, peopleApp } from '#test/people.ts';
import { lockBadge } from './sql/badges.ts';
import { giveBadge } from './steps/give-badge.ts';

const muster = await peopleApp();
const { database, platform } = muster;
const owner = await muster.person('Owner');
const organizationId = await muster.organization(owner, 'Many');

async function newMembers(count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into users (name) select 'Member ' || n from generate_series(1, ${count}::int) as n returning id
    ), joined as (
      insert into memberships (organization_id, user_id, role, joined_at)
      select ${organizationId}, id, 'volunteer', now() from made
    )
    select id from made
  `.execute(database.db);
  return rows.map(({ id }) => id);
}

async function statementsToGive(badgeId: number, count: number): Promise<number> {
  const userIds = await newMembers(count);
  const query = mock.method(pg.Client.prototype, 'query');
  try {
    const given = await inTransaction(database, {}, async (tx) => {
      const badge = await lockBadge(tx, badgeId);
      assert.ok(badge);
      const how = { source: 'criteria', note: null, awardedBy: null } as const;
      return await giveBadge(tx, systemCall('test', platform.clock()), badge, userIds, how);
    });
    assert.equal(given.length, count);
    return query.mock.callCount();
  } finally {
    query.mock.restore();
  }
}

describe('a badge for many people', () => {
  it('takes as many statements as for one, and counts for missions for each of them', async () => {
    const body = { organization_id: organizationId, name: 'Helper', criteria: { type: 'manual' } };
    const { id } = expect200(await muster.as(owner.token).post('/badges', body));
    const forOne = await statementsToGive(id, 1);
    assert.equal(await statementsToGive(id, 500), forOne);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from requirement_fulfilments where kind = 'badge' and item_id = ${id}
    `.execute(database.db);
    assert.equal(rows[0]?.count, 501);
  });
});
