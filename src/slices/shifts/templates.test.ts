import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRefused, expect200 } from '#test/people.ts';
import { planning } from '#test/planning.ts';

const harbor = await planning();
const { muster, planner, organizationId, programId } = harbor;
const path = `/organizations/${organizationId}/shift-templates`;

const zone = { time_zone: 'Europe/Berlin' };
const at = (start_time: string, end_time: string) => ({ start_time, end_time, ...zone });
const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code);
const statuses = (list: readonly { status: string }[]) => list.map(({ status }) => status);
const starts = (list: readonly { start_time: string }[]) => list.map(({ start_time }) => start_time);

/** A week from Sunday, February 13, 2033: one shift each on Sunday, Tuesday and Saturday night. */
async function week(name: string): Promise<number> {
  await harbor.shift({ title: `${name} Sun`, ...at('2033-02-13T08:00:00Z', '2033-02-13T10:00:00Z') });
  await harbor.shift({
    title: `${name} Tue`,
    ...at('2033-02-15T08:00:00Z', '2033-02-15T10:00:00Z'),
    capacity: 7,
    minimum: 2,
    waitlist_capacity: 3,
    location: 'Pier 3',
    team_notes: 'Bring boots.',
    requires_approval: true,
    roles: [{ key: 'cook', name: 'Cook', capacity: 2, minimum: 1 }],
  });
  await harbor.shift({ title: `${name} Sat`, ...at('2033-02-19T21:00:00Z', '2033-02-20T05:00:00Z') });
  const { id } = expect200(await planner.post(path, { name, from_week: '2033-02-13' }));
  await sql`update shifts set status = 'cancelled' where organization_id = ${organizationId}`.execute(
    muster.database.db,
  );
  return id as number;
}

async function traces(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from events) + (select count(*) from audit_log) as count
  `.execute(muster.database.db);
  return Number(rows[0]?.count);
}

describe('templates', () => {
  it('of a week create its shifts in another one, with all they have, as drafts', async () => {
    const id = await week('Whole');
    const { items, done } = expect200(await planner.post(`${path}/${id}/apply`, { date: '2033-02-28' }));
    assert.equal(done, 3);
    assert.deepEqual(starts(items), [
      '2033-03-06T08:00:00.000Z',
      '2033-03-01T08:00:00.000Z',
      '2033-03-05T21:00:00.000Z',
    ]);
    const made = expect200(await planner.get(`/shifts/${items[1].created_id}`));
    assert.deepEqual(
      [made.status, made.program_id, made.capacity, made.minimum, made.waitlist_capacity, made.location],
      ['draft', programId, 7, 2, 3, 'Pier 3'],
    );
    assert.equal(made.requires_approval, true);
    const { shifts } = expect200(await planner.get(`${path}/${id}`));
    assert.deepEqual(
      shifts.map(({ team_notes }: { team_notes: string | null }) => team_notes),
      [null, 'Bring boots.', null],
    );
    const notes = expect200(await planner.get(`/shifts/${items[1].created_id}/team-notes`));
    assert.equal(notes.team_notes, 'Bring boots.');
    assert.deepEqual(
      made.roles.map(({ key, name, capacity, minimum }: never) => [key, name, capacity, minimum]),
      [['cook', 'Cook', 2, 1]],
    );
    const { rows } = await sql<{ count: string }>`
      select count(*) from audit_log where action = 'shift.created' and object_id = any(${items.map(
        ({ created_id }: { created_id: number }) => String(created_id),
      )})
    `.execute(muster.database.db);
    assert.equal(Number(rows[0]?.count), 3);
  });

  it('are previewed: what is there is left out, and days when clocks change are named', async () => {
    const id = await week('Spring');
    const apply = (body: object) => planner.post(`${path}/${id}/apply`, { date: '2033-03-21', ...body });
    const left = await traces();
    const preview = expect200(await apply({ dry_run: true }));
    // Clocks change in the night to Sunday: the same times on the clock.
    assert.deepEqual(starts(preview.items), [
      '2033-03-27T07:00:00.000Z',
      '2033-03-22T08:00:00.000Z',
      '2033-03-26T21:00:00.000Z',
    ]);
    assert.equal(preview.items[2].end_time, '2033-03-27T04:00:00.000Z');
    assert.deepEqual(codes(preview.warnings), ['clock_changes', 'clock_changes']);
    assert.deepEqual([preview.done, preview.items[0].created_id], [3, null]);
    assert.equal(await traces(), left);
    expect200(await apply({ status: 'published' }));
    const again = expect200(await apply({}));
    assert.deepEqual([again.done, again.unchanged], [0, 3]);
    assert.ok(codes(again.warnings).includes('copy_exists'));
    assert.equal(expect200(await apply({ include_existing: true })).done, 3);
  });

  it('are applied once by two people at the same time', async () => {
    const id = await week('Twice');
    const answers = await Promise.all(
      [1, 2].map(() => planner.post(`${path}/${id}/apply`, { date: '2034-01-02' })),
    );
    assert.deepEqual(answers.map((answer) => expect200(answer).done).sort(), [0, 3]);
  });

  it('of a shift take place on any day', async () => {
    const shift = await harbor.shift({
      title: 'Walk',
      ...at('2033-02-15T08:00:00Z', '2033-02-15T10:30:00Z'),
    });
    const made = expect200(await planner.post(path, { name: ' Walk ', from_shift_id: shift }));
    assert.deepEqual([made.name, made.kind, made.shift_count], ['Walk', 'shift', 1]);
    const { shifts } = expect200(await planner.get(`${path}/${made.id}`));
    assert.deepEqual([shifts[0].weekday, shifts[0].start, shifts[0].minutes], [2, '09:00:00', 150]);
    const { items } = expect200(await planner.post(`${path}/${made.id}/apply`, { date: '2033-07-01' }));
    assert.deepEqual(starts(items), ['2033-07-01T07:00:00.000Z']);
  });

  it('leave out shifts of archived programs, with the reason', async () => {
    const gone = await harbor.program({ name: 'Gone' });
    const shift = await harbor.shift({ program_id: gone });
    const { id } = expect200(await planner.post(path, { name: 'Gone', from_shift_id: shift }));
    expect200(await planner.post(`/programs/${gone}/archive`));
    const applied = expect200(await planner.post(`${path}/${id}/apply`, { date: '2033-07-01' }));
    assert.deepEqual(statuses(applied.items), ['refused']);
    assert.deepEqual(codes(applied.items[0].problem.errors), ['archived']);
  });

  it('have names of their own, and are renamed and deleted', async () => {
    const from_shift_id = await harbor.shift();
    const create = (body: object) => planner.post(path, body);
    const { id } = expect200(await create({ name: 'First', from_shift_id }));
    expect200(await create({ name: 'Second', from_shift_id }));
    assertRefused(await create({ name: 'FIRST', from_shift_id }), 409, 'conflict');
    assertRefused(await planner.patch(`${path}/${id}`, { name: 'second' }), 409, 'conflict');
    assert.equal(expect200(await planner.patch(`${path}/${id}`, { name: 'Third' })).name, 'Third');
    const log = `/audit?organization_id=${organizationId}&action=shift_template.changed`;
    const [{ before, after }] = expect200(await planner.get(log)).items;
    assert.deepEqual([before, after], [{ name: 'First' }, { name: 'Third' }]);
    assert.equal((await planner.del(`${path}/${id}`)).status, 204);
    assertRefused(await planner.get(`${path}/${id}`), 404, 'not_found');
    const { items } = expect200(await planner.get(path));
    const names = items.map(({ name }: { name: string }) => name);
    assert.ok(names.includes('Second') && !names.includes('Third'));
  });

  it('are made from one thing that exists, and belong to one organization', async () => {
    const from_shift_id = await harbor.shift();
    for (const body of [
      {},
      { from_shift_id, from_week: '2033-02-13' },
      { from_shift_id: 999_999 },
      { from_week: '2040-01-01' },
    ])
      assertRefused(await planner.post(path, { name: 'Nothing', ...body }), 400, 'validation_failed');
    const { id } = expect200(await planner.post(path, { name: 'Ours', from_shift_id }));
    const other = await planning(muster);
    const theirs = `/organizations/${other.organizationId}/shift-templates`;
    const foreign = await other.planner.post(theirs, { name: 'Ours', from_shift_id });
    assertRefused(foreign, 400, 'validation_failed');
    const applied = await other.planner.post(`${theirs}/${id}/apply`, { date: '2033-07-01' });
    assertRefused(applied, 404, 'not_found');
  });
});
