import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, expect200, peopleApp } from '#test/people.ts';

const muster = await peopleApp();
const owner = await muster.person();
const organization = await muster.organization(owner);
const client = muster.as(owner.token);
const [ada, bo, cy] = [
  await muster.member(organization, 'volunteer'),
  await muster.member(organization, 'volunteer'),
  await muster.member(organization, 'volunteer'),
];
const program = async (name: string): Promise<number> =>
  expect200(await client.post('/programs', { name, organization_id: organization })).id;
const [pantry, kitchen] = [await program('Pantry'), await program('Kitchen')];
const override = {
  reason: 'was there',
  policy: true,
  availability: true,
  requirements: true,
  capacity: true,
};

/** A shift of two hours with four spots on a day of the past; `missed` stayed away. */
async function held(programId: number, day: string, came: readonly number[], missed: readonly number[] = []) {
  const shift = expect200(
    await client.post('/shifts', {
      program_id: programId,
      start_time: `${day}T10:00:00Z`,
      end_time: `${day}T12:00:00Z`,
      capacity: 4,
    }),
  ).id;
  const user_ids = [...came, ...missed];
  const { items } = expect200(await client.post(`/shifts/${shift}/signups/bulk`, { user_ids, override }));
  for (const { user_id, registration } of items) {
    const change = came.includes(user_id) ? { status: 'checked_out', minutes: 120 } : { status: 'no_show' };
    expect200(await client.patch(`/attendance/${registration.id}`, { ...change, reason: 'known' }));
  }
}

await held(pantry, '2025-03-10', [ada.id]);
await held(pantry, '2026-02-10', [ada.id, bo.id], [cy.id]);
await held(kitchen, '2026-03-10', [bo.id]);
const path = `/organizations/${organization}/overview`;

describe('GET /organizations/{id}/overview', () => {
  it('counts spots, visits, people and hours, in all, by program and by month', async () => {
    const { totals, programs, months } = expect200(await client.get(`${path}?from=2026-01-01&to=2026-03-31`));
    assert.deepEqual(totals, {
      shifts: 2,
      spots: 8,
      filled: 4,
      came: 3,
      no_shows: 1,
      people: 2,
      new_people: 1,
      minutes: 360,
      verified_minutes: 0,
    });
    const lines = programs.map((line: { program_name: string; people: number; minutes: number }) => [
      line.program_name,
      line.people,
      line.minutes,
    ]);
    assert.deepEqual(lines, [
      ['Kitchen', 1, 120],
      ['Pantry', 2, 240],
    ]);
    const byMonth = months.map((line: { month: string; people: number; new_people: number }) => [
      line.month,
      line.people,
      line.new_people,
    ]);
    assert.deepEqual(byMonth, [
      ['2026-01', 0, 0],
      ['2026-02', 2, 1],
      ['2026-03', 1, 0],
    ]);
  });

  it('sets the same days of the year before beside them', async () => {
    const { year_before, months } = expect200(await client.get(`${path}?from=2026-01-01&to=2026-03-31`));
    assert.equal(year_before.minutes, 120);
    assert.equal(year_before.new_people, 1);
    assert.equal(months[2].year_before.minutes, 120);
  });

  it('looks at one program where asked, and at a year at most', async () => {
    const query = 'from=2026-03-01&to=2026-12-31';
    const { totals } = expect200(await client.get(`${path}?${query}&program_id=${kitchen}`));
    assert.deepEqual([totals.shifts, totals.people, totals.new_people, totals.minutes], [1, 1, 0, 120]);
    for (const period of ['from=2026-02-01&to=2026-01-01', 'from=2025-01-01&to=2026-02-01'])
      assertRefused(await client.get(`${path}?${period}`), 400, 'validation_failed');
  });

  it('is saved as a file with a line for each program and the total', async () => {
    const csv = await client.get(`${path}?from=2026-01-01&to=2026-03-31&format=csv`);
    const lines = String(csv.body).trimEnd().split('\r\n');
    assert.match(lines[0] ?? '', /Program,Shifts,Spots,Filled spots/);
    assert.equal(lines.at(-1), 'Total,2,8,4,3,1,2,1,6,2');
  });

  it('is saved with a line for each month where asked', async () => {
    const csv = await client.get(`${path}?from=2026-01-01&to=2026-03-31&format=csv&group_by=month`);
    const lines = String(csv.body).trimEnd().split('\r\n');
    assert.match(lines[0] ?? '', /Month,Shifts,Spots/);
    assert.deepEqual(lines.slice(1), [
      '2026-01,0,0,0,0,0,0,0,0,0',
      '2026-02,1,4,3,2,1,2,1,4,0',
      '2026-03,1,4,1,1,0,1,0,2,2',
      'Total,2,8,4,3,1,2,1,6,2',
    ]);
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
