import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { expect200, peopleApp } from '#test/people.ts';
import { makeMissingKeys } from './steps/make-keys.ts';

const muster = await peopleApp();
const { database, platform } = muster;

async function keysOf(organizationId: number): Promise<number> {
  const { rows } = await sql`select 1 from issuer_keys where organization_id = ${organizationId}`.execute(
    database.db,
  );
  return rows.length;
}

describe('keys for badges from elsewhere', () => {
  it('are made for the others if they cannot be made for one organization', async () => {
    const owner = await muster.person();
    const [spoiled, honest] = [
      await muster.organization(owner, 'One'),
      await muster.organization(owner, 'Two'),
    ];
    for (const organization_id of [spoiled, honest])
      expect200(await muster.as(owner.token).post('/badges', { organization_id, name: 'Helper' }));
    await sql`delete from issuer_keys`.execute(database.db);
    await sql`alter table issuer_keys add constraint spoiled check (organization_id <> ${sql.lit(spoiled)})`.execute(
      database.db,
    );
    await makeMissingKeys(platform, platform.clock());
    assert.deepEqual([await keysOf(spoiled), await keysOf(honest)], [0, 2]);
    const { rows } = await sql`select job, organization_id from organization_failures`.execute(database.db);
    assert.deepEqual(rows, [{ job: 'make_issuer_keys', organization_id: spoiled }]);
  });
});
