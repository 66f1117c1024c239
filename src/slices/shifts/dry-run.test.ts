import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRefused, expect200 } from '#test/people.ts';
import { planning, timesIn } from '#test/planning.ts';

const harbor = await planning();
const { muster, planner, organizationId, shift, volunteer, signUp } = harbor;

const dry = (id: number, body: object, headers = {}) =>
  planner.patch(`/shifts/${id}`, { ...body, dry_run: true }, headers);

async function traces(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from events) + (select count(*) from audit_log) as count
  `.execute(muster.database.db);
  return Number(rows[0]?.count);
}

const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code);

describe('a dry run of a change', () => {
  it('says who would be notified, and changes nothing', async () => {
    const id = await shift({ capacity: 3, waitlist_capacity: 3 });
    const before = expect200(await planner.get(`/shifts/${id}`));
    for (const person of await harbor.volunteers(2)) expect200(await signUp(person, id));
    const left = await traces();
    const moved = expect200(await dry(id, timesIn(90)));
    assert.equal(moved.start_time, before.start_time);
    assert.deepEqual([moved.changed, moved.preview.people, moved.preview.refusals], [1, 2, []]);
    const renamed = expect200(await dry(id, { title: 'Other', capacity: 1 }));
    assert.equal(renamed.preview.people, 0);
    assert.deepEqual(codes(renamed.warnings), ['overbooked']);
    const past = expect200(await dry(id, timesIn(-90)));
    assert.deepEqual(codes(past.warnings), ['in_the_past']);
    assert.equal(past.preview.people, 0);
    assert.equal(await traces(), left);
    assert.deepEqual((await planner.get(`/shifts/${id}`)).body.title, before.title);
  });

  it('says why the change would be refused, as the change then does', async () => {
    const person = await volunteer();
    const busy = await shift({}, 40);
    const id = await shift({ roles: [{ key: 'cook', name: 'Cook' }] }, 50);
    expect200(await signUp(person, busy));
    expect200(await signUp(person, id, { role_key: 'cook' }));
    for (const [change, code] of [
      [timesIn(41), 'overlap'],
      [{ roles: [] }, 'in_use'],
      [timesIn(50, 24 * 8), 'too_long'],
      [{ ...timesIn(60), scope: 'all' }, 'no_series'],
      [{ mission_id: 999_999 }, 'not_found'],
    ] as const) {
      const { preview, changed } = expect200(await dry(id, change));
      assert.deepEqual([codes(preview.refusals), changed], [[code], 0]);
      const real = await planner.patch(`/shifts/${id}`, change);
      assert.deepEqual(codes(real.body.errors), [code]);
    }
  });

  it('is about the whole series where it is asked for', async () => {
    const made = expect200(
      await planner.post('/shifts', {
        program_id: harbor.programId,
        ...timesIn(300),
        recurrence: 'FREQ=DAILY;COUNT=4',
      }),
    );
    const [first, second, third] = made.shift_ids;
    expect200(await planner.patch(`/shifts/${third}`, { title: 'By hand' }));
    expect200(await signUp(await volunteer(), second));
    const { changed, preview } = expect200(await dry(first, { ...timesIn(303), scope: 'following' }));
    assert.deepEqual([changed, preview.people, preview.refusals], [3, 1, []]);
    assert.deepEqual(
      preview.unchanged.map(({ shift_id, code }: never) => [shift_id, code]),
      [[third, 'edited']],
    );
  });

  it('of a series names the times that clocks skip', async () => {
    const at = (hour: string) => ({
      start_time: `2033-03-20T${hour}:30:00Z`,
      end_time: `2033-03-20T${hour}:45:00Z`,
    });
    const made = expect200(
      await planner.post('/shifts', {
        program_id: harbor.programId,
        ...at('08'),
        time_zone: 'Europe/Berlin',
        recurrence: 'FREQ=WEEKLY;COUNT=3',
      }),
    );
    const { changed, warnings } = expect200(await dry(made.id, { ...at('01'), scope: 'all' }));
    assert.equal(changed, 3);
    assert.deepEqual(
      warnings.map(({ code, params }: never) => [code, (params as { shift_id: number }).shift_id]),
      [
        ['clock_skips_start', made.shift_ids[1]],
        ['clock_skips_end', made.shift_ids[1]],
      ],
    );
  });

  it('says whether a shift follows its series, and a change that is undone lets it follow again', async () => {
    const made = expect200(
      await planner.post('/shifts', {
        program_id: harbor.programId,
        ...timesIn(500),
        recurrence: 'FREQ=DAILY;COUNT=3',
      }),
    );
    const [first, second] = made.shift_ids;
    const { start_time, end_time } = expect200(await planner.get(`/shifts/${second}`));
    const follows = async () => expect200(await dry(second, timesIn(525))).preview.follows_series;
    assert.equal(await follows(), true);
    expect200(await planner.patch(`/shifts/${second}`, timesIn(525)));
    assert.equal(await follows(), false);
    expect200(await planner.patch(`/shifts/${second}`, { start_time, end_time, follows_series: true }));
    assert.equal(await follows(), true);
    assert.equal(
      expect200(await planner.patch(`/shifts/${first}`, { title: 'All', scope: 'all' })).changed,
      3,
    );
  });

  it('has a tag with which the change is refused once something has changed', async () => {
    const id = await shift();
    const { etag } = expect200(await dry(id, timesIn(80))).preview;
    expect200(await signUp(await volunteer(), id));
    const headers = { 'if-match': etag };
    assertRefused(await planner.patch(`/shifts/${id}`, timesIn(80), headers), 412, 'precondition_failed');
    const again = expect200(await dry(id, timesIn(80))).preview;
    expect200(await planner.patch(`/shifts/${id}`, timesIn(80), { 'if-match': again.etag }));
  });

  it('of many shifts answers for each', async () => {
    const small = await shift({ capacity: 2 });
    const large = await shift({ capacity: 9 });
    const person = await volunteer();
    expect200(await signUp(person, small));
    const path = `/organizations/${organizationId}/shifts/change`;
    const ids = [small, large, 999_999];
    const left = await traces();
    const found = expect200(
      await planner.post(path, { ids, minimum: 3, location: 'Elsewhere', dry_run: true }),
    );
    assert.deepEqual(
      found.items.map(({ status }: { status: string }) => status),
      ['refused', 'done', 'refused'],
    );
    assert.deepEqual([found.done, found.refused, found.people], [1, 2, 0]);
    assert.equal(await traces(), left);
    const other = await planning(muster);
    assertRefused(await other.planner.post(path, { ids, title: 'Theirs', dry_run: true }), 404, 'not_found');
  });

  it('of copies says which exist already, and on which days clocks change', async () => {
    const id = await shift({ title: 'Walk', time_zone: 'Europe/Berlin' });
    const path = `/organizations/${organizationId}/shifts/duplicate`;
    const at = (start_time: string) => ({ id, start_time });
    const items = [at('2033-03-20T08:00:00Z'), at('2033-03-27T08:00:00Z'), at('2033-03-28T07:00:00Z')];
    const first = expect200(await planner.post(path, { items: items.slice(0, 1) }));
    assert.equal(first.done, 1);
    const left = await traces();
    const found = expect200(
      await planner.post(path, {
        items: [...items, { ...at('2033-04-01T08:00:00Z'), id: 999_999 }],
        dry_run: true,
      }),
    );
    assert.deepEqual([found.done, found.unchanged, found.refused], [2, 1, 1]);
    assert.deepEqual(
      [found.items[0].created_id, codes(found.items[0].problem.errors)],
      [null, ['copy_exists']],
    );
    assert.deepEqual(codes(found.warnings), ['copy_exists', 'clock_changes']);
    assert.equal(found.warnings[1].params.shift_id, id);
    assert.equal(await traces(), left);
  });

  it('of copies names the times that clocks skip or show twice', async () => {
    const at = (start_time: string, end_time: string) => ({ start_time, end_time });
    const times = at('2033-03-20T01:30:00Z', '2033-03-20T02:15:00Z');
    const id = await shift({ title: 'Night', time_zone: 'Europe/Berlin', ...times });
    const late = await shift({
      title: 'Late',
      time_zone: 'Europe/Berlin',
      ...at('2033-03-20T00:00:00Z', times.start_time),
    });
    const body = {
      items: [
        { id, ...at('2033-03-27T01:30:00Z', '2033-03-27T02:15:00Z') },
        { id: late, ...at('2033-03-27T00:00:00Z', '2033-03-27T01:30:00Z') },
        { id, ...at('2033-10-30T00:30:00Z', '2033-10-30T02:15:00Z') },
        // On purpose at another time.
        { id, ...at('2033-03-27T05:30:00Z', '2033-03-27T06:15:00Z') },
      ],
      dry_run: true,
    };
    const { warnings } = expect200(
      await planner.post(`/organizations/${organizationId}/shifts/duplicate`, body),
    );
    assert.deepEqual(codes(warnings), [
      'clock_skips_start',
      'clock_skips_end',
      'clock_twice',
      'clock_changes',
    ]);
    assert.match(
      warnings[0].message,
      /skip 02:30 that day\. “Night” starts later, on Sun,? 27 Mar 2033,? 03:30/,
    );
  });
});
