import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRefused, expect200, type Person } from '#test/people.ts';
import { planning, timesIn } from '#test/planning.ts';

const harbor = await planning();
const { muster, planner, shift, volunteer, volunteers, signUp, organizationId, programId } = harbor;

const team_notes = 'The key is under the blue mat.';
const notesOf = async (id: number) => expect200(await planner.get(`/shifts/${id}/team-notes`)).team_notes;
const readNotes = (person: Person, id: number) => muster.as(person.token).get(`/shifts/${id}/team-notes`);
const coming = (person: Person, id: number, query = '') =>
  muster.as(person.token).get(`/shifts/${id}/coming${query}`);
const showComing = async (show_coming: boolean) =>
  expect200(await planner.patch(`/organizations/${organizationId}`, { show_coming }));

async function called(name: string): Promise<Person> {
  const person = await volunteer();
  await sql`update users set name = ${name} where id = ${person.id}`.execute(muster.database.db);
  return person;
}

describe('notes for the team', () => {
  it('are read by people on the shift and by staff, and by no one else', async () => {
    const id = await shift({ team_notes, capacity: 1, waitlist_capacity: 1 });
    const [ada, waiting, other] = await volunteers(3);
    assert.ok(ada && waiting && other);
    expect200(await signUp(ada, id));
    expect200(await signUp(waiting, id));
    assert.equal(expect200(await readNotes(ada, id)).team_notes, team_notes);
    const desk = await muster.member(organizationId, 'check_in');
    assert.equal(expect200(await readNotes(desk, id)).team_notes, team_notes);
    for (const person of [waiting, other, await muster.person()]) {
      const refused = await readNotes(person, id);
      assertRefused(refused, 403, 'forbidden');
      assert.deepEqual(refused.body.errors[0].remedy, { rel: 'shift', href: `/shifts/${id}` });
    }
    assert.equal((await harbor.leave(ada, id)).status, 204);
    assertRefused(await readNotes(ada, id), 403, 'forbidden');
    const asked = await shift({ team_notes, requires_approval: true }, 96);
    const { registration } = expect200(await signUp(ada, asked));
    assertRefused(await readNotes(ada, asked), 403, 'forbidden');
    expect200(await planner.post(`/registrations/${registration.id}/approve`));
    assert.equal(expect200(await readNotes(ada, asked)).team_notes, team_notes);
  });

  it('are gone for people who have left the organization, also those of shifts they were on', async () => {
    const id = await shift({ team_notes });
    const ada = await volunteer();
    expect200(await signUp(ada, id));
    await sql`update shifts set start_time = now() - interval '2 hours', end_time = now() - interval '1 hour'
      where id = ${id}`.execute(muster.database.db);
    assert.equal(expect200(await readNotes(ada, id)).team_notes, team_notes);
    const gone = await planner.del(`/organizations/${organizationId}/members/${ada.id}`);
    assert.equal(gone.status, 204);
    assertRefused(await readNotes(ada, id), 403, 'forbidden');
  });

  it('of a draft are read by coordinators only', async () => {
    const id = await shift({ team_notes, status: 'draft' });
    assert.equal(await notesOf(id), team_notes);
    assertRefused(await readNotes(await muster.member(organizationId, 'check_in'), id), 404, 'not_found');
    assertRefused(await readNotes(await muster.person(), id), 404, 'not_found');
  });

  it('are in no list, no search, no calendar and no event', async () => {
    const id = await shift({ team_notes: 'zanzibar' });
    const ada = await volunteer();
    expect200(await signUp(ada, id));
    expect200(await planner.patch(`/shifts/${id}`, { team_notes: 'zanzibar again' }));
    const found = expect200(await planner.get('/shifts?q=zanzibar'));
    assert.deepEqual(found.items, []);
    for (const path of [`/shifts/${id}`, `/shifts?program_id=${programId}`, '/me/registrations'])
      assert.doesNotMatch(JSON.stringify(expect200(await muster.as(ada.token).get(path))), /zanzibar/);
    const calendar = await muster.as(ada.token).get('/me/calendar.ics');
    assert.equal(calendar.status, 200);
    assert.doesNotMatch(JSON.stringify(calendar), /zanzibar/);
    const { rows } = await sql<{ data: { changes?: string[] } }>`
      select data from events where organization_id = ${organizationId} and data->'shift'->>'id' = ${String(id)}
    `.execute(muster.database.db);
    assert.ok(rows.some(({ data }) => data.changes?.includes('team_notes')));
    assert.doesNotMatch(JSON.stringify(rows), /zanzibar/);
  });

  it('follow a series, copies and changes to many, and can be removed', async () => {
    const { shift_ids: ids, id: first } = expect200(
      await planner.post('/shifts', {
        program_id: programId,
        ...timesIn(200),
        recurrence: 'FREQ=DAILY;COUNT=3',
        team_notes,
      }),
    );
    const last = ids[2];
    assert.equal(await notesOf(last), team_notes);
    expect200(await planner.patch(`/shifts/${first}`, { team_notes: 'Bring boots.', scope: 'all' }));
    assert.equal(await notesOf(last), 'Bring boots.');
    expect200(await planner.patch(`/shifts/${last}`, { title: 'Renamed' }));
    assert.equal(await notesOf(last), 'Bring boots.');
    const copy = expect200(await planner.post(`/shifts/${first}/duplicate`, timesIn(400))).id;
    assert.equal(await notesOf(copy), 'Bring boots.');
    const many = { ids: [first, last], team_notes: ' ' };
    expect200(await planner.post(`/organizations/${organizationId}/shifts/change`, many));
    assert.deepEqual([await notesOf(first), await notesOf(last)], [null, null]);
    const long = { team_notes: 'x'.repeat(5_001) };
    assertRefused(await planner.patch(`/shifts/${copy}`, long), 400, 'validation_failed');
  });
});

describe('who else is coming', () => {
  it('is shown to people with a confirmed spot if the organization allows it', async () => {
    const roles = [{ key: 'driver', name: 'Driver', capacity: 1 }];
    const id = await shift({ roles, capacity: 3, waitlist_capacity: 5 });
    const [ada, bea, cem] = [await called('Ada Lovelace'), await called('Bea de Boer'), await called('Cem')];
    expect200(await signUp(ada, id));
    expect200(await signUp(bea, id, { role_key: 'driver' }));
    expect200(await signUp(cem, id));
    const waiting = await volunteer();
    expect200(await signUp(waiting, id));
    assertRefused(await coming(ada, id), 403, 'forbidden');
    await showComing(true);
    assert.deepEqual(expect200(await coming(ada, id)), {
      items: [
        { name: 'Bea B.', role_name: 'Driver' },
        { name: 'Cem', role_name: null },
      ],
      next_cursor: null,
    });
    const { items, next_cursor } = expect200(await coming(bea, id, '?limit=1'));
    assert.deepEqual(items, [{ name: 'Ada L.', role_name: null }]);
    const rest = expect200(await coming(bea, id, `?limit=1&cursor=${next_cursor}`));
    assert.deepEqual(rest, { items: [{ name: 'Cem', role_name: null }], next_cursor: null });
    for (const person of [waiting, await volunteer(), await muster.person()])
      assertRefused(await coming(person, id), 403, 'forbidden');
    await showComing(false);
    assertRefused(await coming(ada, id), 403, 'forbidden');
  });
});
