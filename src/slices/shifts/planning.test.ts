import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { formatInstant } from '#kernel/time.ts';
import { assertRefused, expect200, refusedFields } from '#test/people.ts';
import { planning, rulesOf, timesIn } from '#test/planning.ts';

const harbor = await planning();
const { muster, planner, shift, programId, missionId } = harbor;

async function events(shiftId: number): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from events where (data -> 'shift' ->> 'id')::bigint = ${shiftId} order by position
  `.execute(muster.database.db);
  return rows.map((row) => row.type);
}

async function audited(action: string, objectId: number) {
  const { rows } = await sql<{ before: unknown; after: Record<string, unknown>; reason: string | null }>`
    select before, after, reason from audit_log where action = ${action} and object_id = ${objectId} order by id
  `.execute(muster.database.db);
  return rows;
}

describe('creating a shift', () => {
  it('answers the id, and takes everything that was left out from program and organization', async () => {
    const answer = await planner.post('/shifts', { program_id: programId, ...timesIn(5) });
    assert.deepEqual(Object.keys(expect200(answer)), ['id']);
    const made = expect200(await muster.as().get(`/shifts/${answer.body.id}`));
    const { title, mission_id, time_zone, capacity, waitlist_capacity, status, roles, spots_left } = made;
    assert.deepEqual(
      { title, mission_id, time_zone, capacity, waitlist_capacity, status, roles, spots_left },
      {
        title: 'Saturdays',
        mission_id: missionId,
        time_zone: 'UTC',
        capacity: null,
        waitlist_capacity: 0,
        status: 'published',
        roles: [],
        spots_left: null,
      },
    );
    assert.deepEqual(await events(answer.body.id), ['shift.created']);
    assert.equal((await audited('shift.created', answer.body.id)).length, 1);
  });

  it('takes past times and offsets, from a minute to seven days long', async () => {
    const times = { start_time: '2020-02-01T10:00:00+01:00', end_time: '2020-02-08T10:00:00+01:00' };
    const { id } = expect200(await planner.post('/shifts', { program_id: programId, ...times }));
    const made = expect200(await planner.get(`/shifts/${id}`));
    assert.equal(made.start_time, '2020-02-01T09:00:00.000Z');
    const refused: [object, string][] = [
      [{ ...times, end_time: '2020-02-08T10:00:01+01:00' }, 'end_time'],
      [{ ...times, end_time: times.start_time }, 'end_time'],
      [{ ...times, start_time: '2020-02-01T10:00:00' }, 'start_time'],
      [{ ...times, start_time: 5 }, 'start_time'],
      [{ ...times, start_time: '0000-01-01T00:00:00Z', end_time: '0000-01-01T01:00:00Z' }, 'start_time'],
      [{ ...times, program_id: 999_999 }, 'program_id'],
      [{ ...times, mission_id: 999_999 }, 'mission_id'],
      [{ ...times, capacity: 0 }, 'capacity'],
      [{ ...times, capacity: 100_001 }, 'capacity'],
      [{ ...times, time_zone: 'Mars/Base' }, 'time_zone'],
      [{ ...times, status: 'cancelled' }, 'status'],
      [
        {
          ...times,
          roles: [
            { key: 'a', name: 'A' },
            { key: 'a', name: 'B' },
          ],
        },
        'roles.1.key',
      ],
    ];
    for (const [fields, path] of refused) {
      const answer = await planner.post('/shifts', { program_id: programId, ...fields });
      assertRefused(answer, 400, 'validation_failed');
      assert.ok(refusedFields(answer).includes(path), `${path}: ${JSON.stringify(answer.body)}`);
    }
  });

  it('is for planners, and for the mission and program of their own organization', async () => {
    const other = await planning(muster);
    const body = { program_id: programId, ...timesIn(5) };
    assertRefused(await muster.as().post('/shifts', body), 401, 'unauthenticated');
    const volunteer = await harbor.volunteer();
    assertRefused(await muster.as(volunteer.token).post('/shifts', body), 403, 'forbidden');
    assertRefused(await other.planner.post('/shifts', body), 403, 'forbidden');
    const answer = await planner.post('/shifts', { ...body, mission_id: other.missionId });
    assert.deepEqual(refusedFields(answer), ['mission_id']);
  });
});

describe('changing a shift', () => {
  it('needs the tag of the present state where If-Match is sent', async () => {
    const id = await shift();
    const { headers } = await planner.get(`/shifts/${id}`);
    const tag = { 'if-match': headers['etag'] ?? '' };
    assert.equal(expect200(await planner.patch(`/shifts/${id}`, { title: 'One' }, tag)).title, 'One');
    assertRefused(await planner.patch(`/shifts/${id}`, { title: 'Two' }, tag), 412, 'precondition_failed');
    assert.equal(
      expect200(await planner.patch(`/shifts/${id}`, { title: 'Three' }, { 'if-match': '*' })).title,
      'Three',
    );
    const next = await planner.get(`/shifts/${id}`);
    assert.equal(next.body.title, 'Three');
    expect200(
      await planner.patch(`/shifts/${id}`, { title: 'Four' }, { 'if-match': `"x", ${next.headers['etag']}` }),
    );
  });

  it('leaves in the audit log only what is different, before and after', async () => {
    const roles = [{ key: 'cook', name: 'Cook', capacity: 2 }];
    const id = await shift({ capacity: 5, minimum: 2, location: 'Old Pier', roles });
    const seen = expect200(await planner.get(`/shifts/${id}`));
    const { title, description, start_time, end_time, capacity, minimum, requires_approval } = seen;
    const sameRoles = seen.roles.map(({ id, key, name, capacity, minimum }: Record<string, unknown>) => ({
      id,
      key,
      name,
      capacity,
      minimum,
    }));
    const form = { title, description, start_time, end_time, capacity, minimum, requires_approval };
    expect200(await planner.patch(`/shifts/${id}`, { ...form, roles: sameRoles, location: 'New Pier' }));
    const end = formatInstant(Temporal.Instant.from(end_time).add({ hours: 1 }));
    expect200(await planner.patch(`/shifts/${id}`, { start_time, end_time: end }));
    const rows = await audited('shift.changed', id);
    assert.deepEqual(
      rows.map(({ before, after }) => ({ before, after })),
      [
        { before: { location: 'Old Pier' }, after: { location: 'New Pier' } },
        { before: { end_time }, after: { end_time: end } },
      ],
    );
  });

  it('lets everyone keep their spot when the capacity falls below what is taken, says so, and gives no new spot', async () => {
    const id = await shift({ capacity: 4, waitlist_capacity: 5 });
    const people = await harbor.volunteers(4);
    for (const person of people) expect200(await harbor.signUp(person, id));
    const lowered = expect200(await planner.patch(`/shifts/${id}`, { capacity: 2 }));
    assert.deepEqual(
      [lowered.signup_count, lowered.capacity, lowered.spots_left, lowered.warnings[0]?.code],
      [4, 2, 0, 'overbooked'],
    );
    const [{ params, message }] = lowered.warnings;
    assert.deepEqual([params.shift_id, params.taken, params.spots], [id, 4, 2]);
    assert.match(message, / has 4 people for 2 spots\. Everyone keeps their spot\./);
    const next = await harbor.volunteer();
    assert.equal(expect200(await harbor.signUp(next, id)).registration.status, 'waitlisted');
    const [a, b, c] = people;
    assert.ok(a && b && c);
    for (const person of [a, b]) assert.equal((await harbor.leave(person, id)).status, 204);
    assert.equal(await harbor.statusOf(next, id), 'waitlisted');
    assert.equal((await harbor.leave(c, id)).status, 204);
    assert.equal(await harbor.statusOf(next, id), 'active');
  });

  it('fills the spots that a raised capacity brings, in order', async () => {
    const id = await shift({ capacity: 1, waitlist_capacity: null });
    const people = await harbor.volunteers(4);
    for (const person of people) expect200(await harbor.signUp(person, id));
    const raised = expect200(await planner.patch(`/shifts/${id}`, { capacity: 3 }));
    assert.deepEqual([raised.signup_count, raised.waitlist_count, raised.warnings], [3, 1, []]);
    const roster = await harbor.roster(id);
    assert.deepEqual(
      roster.map(({ status }) => status),
      ['active', 'active', 'active', 'waitlisted'],
    );
  });

  it('moves the people along, unless one of them would be in two places', async () => {
    const ada = await harbor.volunteer();
    const [x, y] = [await shift({}, 10), await shift({}, 20)];
    for (const id of [x, y]) expect200(await harbor.signUp(ada, id));
    const clash = await planner.patch(`/shifts/${x}`, timesIn(21));
    assertRefused(clash, 409, 'schedule_conflict');
    const [{ code, params, remedy }] = clash.body.errors;
    assert.deepEqual([code, params.shift_id, params.other_shift_id], ['overlap', x, y]);
    assert.deepEqual(remedy, { rel: 'shift', href: `/manage/shifts/${y}` });
    assert.match(clash.body.detail, /^For Test volunteer, “[^”]+” on .+ would overlap with “[^”]+” on /);
    expect200(await planner.patch(`/shifts/${x}`, timesIn(22)));
    const z = await shift({}, 10);
    expect200(await harbor.signUp(ada, z));
    assert.deepEqual(await events(x), ['shift.created', 'shift.updated']);
  });

  it('says nothing about shifts of another organization that people are on', async () => {
    const ada = await harbor.volunteer();
    const elsewhere = await planning(harbor.muster);
    const id = await shift({}, 130);
    expect200(await harbor.signUp(ada, id));
    await sql`
      insert into memberships (organization_id, user_id, role, joined_at)
      values (${elsewhere.organizationId}, ${ada.id}, 'volunteer', now())
    `.execute(harbor.muster.database.db);
    const other = await elsewhere.shift({ title: 'Confidential' }, 140);
    expect200(await harbor.signUp(ada, other));
    const clash = await planner.patch(`/shifts/${id}`, timesIn(141));
    assertRefused(clash, 409, 'schedule_conflict');
    assert.match(
      clash.body.detail,
      /^For Test volunteer, .+ would overlap with a shift at another organization\./,
    );
    const [{ code, params }] = clash.body.errors;
    assert.equal(code, 'overlap');
    assert.doesNotMatch(JSON.stringify(clash.body), /Confidential/);
    assert.ok(!Object.values(params).includes(other));
  });

  it('keeps roles by id and key, warns of too many, and refuses to remove one that people have', async () => {
    const id = await shift({
      roles: [
        { key: 'driver', name: 'Driver', capacity: 2 },
        { key: 'cook', name: 'Cook' },
      ],
    });
    const { roles } = expect200(await planner.get(`/shifts/${id}`));
    const [driver, cook] = roles;
    for (const person of await harbor.volunteers(2))
      expect200(await harbor.signUp(person, id, { role_key: 'driver' }));
    const swapped = expect200(
      await planner.patch(`/shifts/${id}`, {
        roles: [
          { ...cook, key: 'driver', name: 'Cook' },
          { ...driver, key: 'cook', name: 'Driver', capacity: 1 },
          { key: 'host', name: 'Host' },
        ],
      }),
    );
    assert.deepEqual(
      swapped.roles.map((role: { id: number; key: string }) => [role.id, role.key]),
      [
        [cook.id, 'driver'],
        [driver.id, 'cook'],
        [swapped.roles[2].id, 'host'],
      ],
    );
    assert.deepEqual(
      swapped.warnings.map(({ code }: { code: string }) => code),
      ['role_overbooked'],
    );
    const answer = await planner.patch(`/shifts/${id}`, { roles: [{ key: 'host', name: 'Host' }] });
    assertRefused(answer, 400, 'validation_failed');
    assert.deepEqual(refusedFields(answer), ['roles']);
    // A role with a new id under the key of another is a different role.
    const renamed = expect200(
      await planner.patch(`/shifts/${id}`, {
        roles: [
          { ...driver, key: 'captain', name: 'Captain', capacity: 2 },
          { key: 'cook', name: 'New cook' },
        ],
      }),
    );
    assert.equal(renamed.roles[0].id, driver.id);
    assert.notEqual(renamed.roles[1].id, driver.id);
    assert.deepEqual(
      (await harbor.roster(id)).map((row) => (row as { role_key?: string }).role_key),
      ['captain', 'captain'],
    );
  });

  it('leaves a cancelled shift as it is', async () => {
    const id = await shift();
    expect200(await planner.post(`/shifts/${id}/cancel`));
    assertRefused(await planner.patch(`/shifts/${id}`, { title: 'Back' }), 409, 'conflict');
    assertRefused(await planner.post(`/shifts/${id}/publish`), 409, 'conflict');
    assertRefused(await planner.post(`/shifts/${id}/cancel`), 409, 'conflict');
    assertRefused(await planner.patch('/shifts/999999', { title: 'x' }), 404, 'not_found');
    const volunteer = muster.as((await harbor.volunteer()).token);
    assertRefused(await volunteer.patch(`/shifts/${id}`, { title: 'x' }), 403, 'forbidden');
  });
});

describe('cancelling a shift', () => {
  it('ends every registration with the reason, and frees the time of those who waited elsewhere', async () => {
    const [ada, ben] = await harbor.volunteers(2);
    assert.ok(ada && ben);
    const x = await shift({ capacity: 1, waitlist_capacity: 5 }, 50);
    const y = await shift({}, 51);
    expect200(await harbor.signUp(ben, x));
    expect200(await harbor.signUp(ada, x));
    expect200(await harbor.signUp(ada, y));
    assert.equal((await harbor.leave(ben, x)).status, 204);
    assert.equal(await harbor.statusOf(ada, x), 'waitlisted');
    const answer = expect200(await planner.post(`/shifts/${y}/cancel`, { reason: 'Storm' }));
    assert.deepEqual([answer.success, answer.cancelled], [true, 1]);
    assert.equal(await harbor.statusOf(ada, x), 'active');
    const [row] = (await harbor.roster(y)) as unknown as { cancel_reason: string; status: string }[];
    assert.deepEqual([row?.status, row?.cancel_reason], ['cancelled', 'Storm']);
    assert.deepEqual(await events(y), ['shift.created', 'shift.cancelled']);
    assert.equal((await audited('shift.cancelled', y))[0]?.reason, 'Storm');
    assert.equal(expect200(await muster.as().get(`/shifts/${y}`)).status, 'cancelled');
  });
});

describe('duplicating a shift', () => {
  it('makes the same shift at another time, without its people', async () => {
    const id = await shift({
      title: 'Soup',
      capacity: 2,
      roles: [{ key: 'cook', name: 'Cook', capacity: 1 }],
    });
    expect200(await harbor.signUp(await harbor.volunteer(), id, { role_key: 'cook' }));
    const { start_time } = timesIn(200);
    const copy = expect200(await planner.post(`/shifts/${id}/duplicate`, { start_time, status: 'draft' }));
    const made = expect200(await planner.get(`/shifts/${copy.id}`));
    assert.deepEqual(
      [made.title, made.capacity, made.signup_count, made.status, made.roles[0].key, made.roles[0].capacity],
      ['Soup', 2, 0, 'draft', 'cook', 1],
    );
    assert.equal(Date.parse(made.end_time) - Date.parse(made.start_time), 2 * 3_600_000);
  });

  it('lasts as long on the clock, also in the night when clocks change', async () => {
    const time_zone = 'Europe/Berlin';
    const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${time_zone}]`).toInstant().toString();
    const id = await shift({
      time_zone,
      start_time: at('2031-03-22T22:00'),
      end_time: at('2031-03-23T06:00'),
    });
    const copy = expect200(
      await planner.post(`/shifts/${id}/duplicate`, { start_time: at('2031-03-29T22:00') }),
    );
    const made = expect200(await planner.get(`/shifts/${copy.id}`));
    assert.equal(Date.parse(made.end_time), Date.parse(at('2031-03-30T06:00')));
  });

  it('of seven days is possible over a change of clocks, as for every other way to make or change one', async () => {
    const time_zone = 'Europe/Berlin';
    const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${time_zone}]`).toInstant().toString();
    const weekFrom = (day: string) => {
      const start = Temporal.PlainDateTime.from(`${day}T08:00`);
      return { start_time: at(start.toString()), end_time: at(start.add({ days: 7 }).toString()) };
    };
    const summer = { time_zone, ...weekFrom('2031-06-07') };
    const [back, forward] = [weekFrom('2031-10-25'), weekFrom('2031-03-29')];
    const hoursOf = async (id: number) => {
      const { start_time, end_time } = expect200(await planner.get(`/shifts/${id}`));
      return Temporal.Instant.from(start_time).until(end_time).total('hours');
    };
    const id = await shift(summer);
    const duplicate = async (original: number, { start_time }: { start_time: string }) =>
      expect200(await planner.post(`/shifts/${original}/duplicate`, { start_time })).id;
    assert.equal(await hoursOf(await duplicate(id, back)), 169);
    assert.equal(await hoursOf(await duplicate(id, forward)), 167);
    const many = { items: [back, forward].map(({ start_time }) => ({ id, start_time })) };
    const path = `/organizations/${harbor.organizationId}`;
    const copied = expect200(
      await planner.post(`${path}/shifts/duplicate`, { ...many, include_existing: true }),
    );
    assert.equal(copied.done, 2);

    assert.equal(await hoursOf(await shift({ time_zone, ...back })), 169);
    expect200(await planner.patch(`/shifts/${id}`, back));
    assert.equal(await hoursOf(id), 169);
    const later = { end_time: Temporal.Instant.from(back.end_time).add({ seconds: 1 }).toString() };
    assert.deepEqual(rulesOf(await planner.patch(`/shifts/${id}`, later)), ['too_long']);
    assert.deepEqual(rulesOf(await planner.patch(`/shifts/${id}`, { time_zone: 'UTC' })), ['wrong_length']);
    const whole = { program_id: programId, time_zone };
    assert.deepEqual(rulesOf(await planner.post('/shifts', { ...whole, ...back, ...later })), ['too_long']);

    // Seven times 24 hours show an hour more than seven days.
    const hours = {
      ...forward,
      end_time: Temporal.Instant.from(forward.start_time).add({ hours: 168 }).toString(),
    };
    const long = await shift({ time_zone, ...hours });
    assert.equal(await hoursOf(await duplicate(long, { start_time: at('2031-06-21T08:00') })), 168);
    const series = { ...whole, ...hours, recurrence: 'FREQ=WEEKLY;COUNT=2' };
    const { shift_ids } = expect200(await planner.post('/shifts', series));
    assert.deepEqual(await Promise.all(shift_ids.map(hoursOf)), [168, 168]);

    for (const original of [id, long]) {
      const made = { name: `Week ${original}`, from_shift_id: original };
      const template = expect200(await planner.post(`${path}/shift-templates`, made));
      const applied = await planner.post(`${path}/shift-templates/${template.id}/apply`, {
        date: '2032-10-30',
        include_existing: true,
      });
      const { items } = expect200(applied);
      assert.deepEqual([items[0].status, await hoursOf(items[0].created_id)], ['done', 169]);
    }
  });

  it('is not made in an archived program or mission', async () => {
    const program_id = await harbor.program({ name: 'Gone' });
    const mission_id = expect200(
      await planner.post('/missions', { organization_id: harbor.organizationId, name: 'Gone' }),
    ).id as number;
    const ids = [await shift({ program_id }), await shift({ mission_id })];
    expect200(await planner.post(`/programs/${program_id}/archive`));
    expect200(await planner.post(`/missions/${mission_id}/archive`));
    const kept = expect200(await planner.patch(`/shifts/${ids[1]}`, { mission_id, title: 'Still here' }));
    assert.deepEqual([kept.mission_id, kept.title], [mission_id, 'Still here']);
    const { start_time } = timesIn(200);
    for (const id of ids)
      assert.deepEqual(rulesOf(await planner.post(`/shifts/${id}/duplicate`, { start_time })), ['archived']);
    const items = ids.map((id) => ({ id, start_time }));
    const path = `/organizations/${harbor.organizationId}/shifts/duplicate`;
    const { done, refused } = expect200(await planner.post(path, { items }));
    assert.deepEqual([done, refused], [0, 2]);
  });

  it('at other times is made once by two people at the same moment', async () => {
    const id = await shift({ title: 'Watch' });
    const path = `/organizations/${harbor.organizationId}/shifts/duplicate`;
    const items = [210, 234].map((hours) => ({ id, start_time: timesIn(hours).start_time }));
    const copy = (body: object) =>
      planner.post(path, { items: [{ ...items[0], id: 999_999 }, ...items], ...body });
    const answers = (await Promise.all([copy({}), copy({})])).map(expect200);
    assert.deepEqual(answers.map(({ done, unchanged, refused }) => [done, unchanged, refused]).sort(), [
      [0, 2, 1],
      [2, 0, 1],
    ]);
    const [second] = answers.filter(({ done }) => done === 0);
    assert.deepEqual(
      second.items.map(({ problem }: never) => (problem as { errors: { code: string }[] }).errors[0]?.code),
      [undefined, 'copy_exists', 'copy_exists'],
    );
    const [first] = answers.filter(({ done }) => done === 2);
    const made = expect200(await planner.get(`/shifts/${first.items[2].created_id}`));
    assert.equal(Date.parse(made.start_time), Date.parse(items[1]?.start_time ?? ''));
    assert.equal(expect200(await copy({ include_existing: true })).done, 2);
  });
});
