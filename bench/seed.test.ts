import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { systemClock } from '#kernel/time.ts';
import { freshDatabase } from '#test/database.ts';
import { seedSize } from './seed.ts';

const database = await freshDatabase();
const platform = { database, clock: systemClock };
const shifts = 2_000;
const lines: string[] = [];

async function count(text: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>(`select count(*) from ${text}`);
  return Number(rows[0]?.count);
}

describe('a database filled by its size', () => {
  before(() => seedSize(platform, shifts, (line) => lines.push(line)));

  it('has as many people as shifts, and ten registrations for each', async () => {
    assert.equal(await count('shifts'), shifts);
    assert.equal(await count('shift_seats'), shifts);
    assert.equal(await count('users'), shifts);
    assert.equal(await count('memberships'), shifts);
    assert.equal(await count('registrations'), shifts * 10);
  });

  it('has something of every kind', async () => {
    assert.equal(await count('shift_seats where waitlist_capacity is not null'), shifts / 10);
    assert.equal(await count(`shifts where roles <> '[]'`), shifts / 20);
    assert.equal(await count('shift_seats where capacity not between 5 and 100'), 0);
    for (const status of ['active', 'pending_approval', 'waitlisted', 'cancelled'])
      assert.ok((await count(`registrations where status = '${status}'`)) > 0, status);
    for (const status of ['draft', 'published', 'cancelled'])
      assert.ok((await count(`shifts where status = '${status}'`)) > 0, status);
  });

  it('has its people in the organizations that they help', async () => {
    const strangers = `registrations r where not exists (
      select 1 from memberships m where m.organization_id = r.organization_id and m.user_id = r.user_id)`;
    assert.equal(await count(strangers), 0);
  });

  it('goes on behind the ids that are taken', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into users (email, name) values ('next@example.org', 'Next') returning id`,
    );
    assert.equal(Number(rows[0]?.id), shifts + 1);
  });

  it('tells how far it is and how fast', () => {
    assert.ok(lines.some((line) => /Registrations +100 % +20,000 rows, [\d,]+ a second/.test(line)));
  });

  it('is filled once: whatever is there stays', async () => {
    await assert.rejects(
      seedSize(platform, shifts, () => {}),
      /has data already/,
    );
    assert.equal(await count('shifts'), shifts);
  });
});
