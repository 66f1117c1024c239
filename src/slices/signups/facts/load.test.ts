import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { recount } from '#demo/recount.ts';
import { inTransaction } from '#platform/db/index.ts';
import { skipBehindPooler } from '#test/database.ts';
import { expect200, type Person } from '#test/people.ts';
import { planning, timesIn } from '#test/planning.ts';
import { countStatements } from '#test/statements.ts';
import { signUpAll } from '../commands/sign-up.ts';
import type { SignupAttempt } from '../steps/decide-signups.ts';
import { fillableShifts } from '../steps/fill-spots.ts';
import { loadFacts } from './load.ts';

const harbor = await planning();
const { muster, planner, organizationId, programId } = harbor;
const { db, pool } = muster.database;

/** Members without sessions, made in one statement. */
async function members(count: number, organization = organizationId): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into users (email, name, password_hash)
      select 'crowd-' || gen_random_uuid() || '@example.org', 'Crowd', '' from generate_series(1, ${count}::int) returning id
    ), joined as (
      insert into memberships (organization_id, user_id, role, joined_at)
      select ${organization}, id, 'volunteer', now() from made
    )
    select id from made order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Published shifts of two hours, one after the other, made in one statement. */
async function shifts(count: number, program_id: number, missionId: number, hours = 24): Promise<number[]> {
  const { start_time } = timesIn(hours);
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into shifts (organization_id, program_id, mission_id, title, start_time, end_time, time_zone, status,
                          created_at, updated_at)
      select ${organizationId}, ${program_id}, ${missionId}, 'Shift', ${start_time}::timestamptz + n * interval '3 hours',
        ${start_time}::timestamptz + n * interval '3 hours' + interval '2 hours', 'UTC', 'published', now(), now()
      from generate_series(1, ${count}::int) as n returning id
    ), counted as (
      insert into shift_seats (shift_id, organization_id, capacity, waitlist_capacity)
      select id, ${organizationId}, 5, 0 from made
    )
    select id from made order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}

const statements = async (work: () => Promise<unknown>) => (await countStatements(pool, work)).texts.length;
const get = (person: Person, path: string) => muster.as(person.token).get(path);

async function form(): Promise<number> {
  const schema = { type: 'object', properties: { name: { type: 'string' } } };
  const body = { organization_id: organizationId, title: 'Waiver', schema, status: 'published' };
  return expect200(await planner.post('/forms', body)).id as number;
}

describe('the facts for the rules', () => {
  it('are read for many shifts and people in as many statements as for one, and nothing is written', async () => {
    const mission = await harbor.mission({ requirements: { forms: [await form()] } });
    const [few, many] = [await shifts(1, programId, mission), await shifts(40, programId, mission)];
    const people = await members(30);
    const load = (ids: readonly number[], userIds: readonly number[]) =>
      db.transaction().execute(async (tx) => {
        await sql`set transaction read only`.execute(tx);
        return await loadFacts(
          tx,
          ids.map((shiftId) => ({ shiftId, userIds })),
        );
      });
    const counts = [
      await statements(() => load(few, people.slice(0, 1))),
      await statements(() => load(many, people)),
    ];
    assert.equal(counts[0], counts[1]);
    const facts = await load(many, people);
    for (const id of many)
      for (const userId of people) assert.equal(facts.shift(id)?.person(userId)?.role, 'volunteer');
  });

  it('tell of a person’s other registrations near each shift, and of no others', async () => {
    const ids = await shifts(200, programId, harbor.missionId, 2_000);
    const ada = await harbor.volunteer();
    const taken = [0, 60, 130, 199].map((index) => ids[index] ?? 0);
    for (const id of taken) expect200(await harbor.signUp(ada, id));
    const facts = await loadFacts(
      db,
      ids.map((shiftId) => ({ shiftId, userIds: [ada.id] })),
    );
    const spanOf = (id: number) => facts.shift(id)?.start_time.epochMilliseconds ?? 0;
    const near = 15 * 24 * 3_600_000;
    for (const id of ids) {
      const person = facts.shift(id)?.person(ada.id);
      const expected = taken.filter((other) => {
        const distance = spanOf(other) - spanOf(id);
        return other !== id && distance > -near && distance < near + 2 * 3_600_000;
      });
      assert.deepEqual(person?.others.map(({ shiftId }) => shiftId).sort(), expected.sort());
      assert.equal(person?.existing?.status, taken.includes(id) ? 'active' : undefined);
    }
  });

  it('take ids that no row can have for unknown ones', async () => {
    const [id = 0] = await shifts(1, programId, harbor.missionId);
    const odd = [1e300, 2 ** 53, 1.5, Number.NaN, -1];
    const facts = await loadFacts(db, [
      { shiftId: id, userIds: odd },
      { shiftId: 1e300, userIds: odd },
    ]);
    for (const userId of odd) assert.equal(facts.shift(id)?.person(userId), undefined);
    assert.equal(facts.shift(1e300), undefined);
  });
});

describe('the list of what I can take', () => {
  it('costs eight statements at most, however many shifts it looks at and whatever they ask for', {
    skip: skipBehindPooler,
  }, async () => {
    const mission = await harbor.mission({ requirements: { forms: [await form()] } });
    const program = await harbor.program();
    const ada = await harbor.volunteer();
    await shifts(450, program, mission);
    const path = `/shifts?eligible=me&limit=3&program_id=${program}`;
    assert.deepEqual(expect200(await get(ada, path)).items, []);
    const nothing = await statements(() => get(ada, path));
    await shifts(60, program, harbor.missionId);
    const something = await statements(() => get(ada, path));
    assert.ok(nothing <= 8 && something <= 8, `${nothing} and ${something}`);
  });

  it('leaves out and repeats nothing, page by page and both ways', async () => {
    const program = await harbor.program();
    const mission = await harbor.mission({ requirements: { forms: [await form()] } });
    const ada = await harbor.volunteer();
    const closed = await shifts(520, program, mission);
    const open = await shifts(45, program, harbor.missionId, 500);
    const [mine = 0, full = 0] = open;
    expect200(await harbor.signUp(ada, mine));
    await sql`update shift_seats set capacity = 1 where shift_id = ${full}`.execute(db);
    expect200(await harbor.signUp(await harbor.volunteer(), full));
    const overlapping = await sql<{ id: number }>`
      select other.id from shifts s join shifts other
        on other.organization_id = s.organization_id and other.program_id = s.program_id and other.id <> s.id
        and other.start_time < s.end_time and other.end_time > s.start_time where s.id = ${mine}
    `.execute(db);
    const blocked = new Set([mine, full, ...closed, ...overlapping.rows.map(({ id }) => id)]);
    const expected = open.filter((id) => !blocked.has(id));
    for (const sort of ['start_time', '-start_time']) {
      for (const limit of [7, 50]) {
        const found: number[] = [];
        let cursor: string | null = null;
        do {
          const query = `eligible=me&program_id=${program}&limit=${limit}&sort=${sort}`;
          const page = expect200(
            await get(ada, `/shifts?${query}${cursor === null ? '' : `&cursor=${cursor}`}`),
          ) as { items: { id: number }[]; next_cursor: string | null };
          assert.ok(page.items.length <= limit);
          found.push(...page.items.map(({ id }) => id));
          cursor = page.next_cursor;
        } while (cursor !== null);
        assert.deepEqual(found, sort === 'start_time' ? expected : expected.toReversed());
      }
    }
  });
});

describe('the number of statements', () => {
  it('of an eligibility check is the same for long calendars', async () => {
    const [first = 0, ...others] = await shifts(30, programId, harbor.missionId, 4_000);
    const ada = await harbor.volunteer();
    const path = `/shifts/${first}/eligibility`;
    expect200(await get(ada, path));
    const before = await statements(() => get(ada, path));
    for (const id of others) expect200(await harbor.signUp(ada, id));
    assert.equal(await statements(() => get(ada, path)), before);
  });

  it('of the candidates for a shift is the same for 10 and 300 members', async () => {
    const fresh = await planning(muster);
    const id = await fresh.shift();
    const path = `/shifts/${id}/candidates`;
    const count = () => statements(async () => expect200(await fresh.planner.get(path)));
    await fresh.volunteers(3);
    await count();
    const few = await count();
    await members(300, fresh.organizationId);
    assert.equal(await count(), few);
  });

  it('of a sign-up of many people is the same for 10 and 100', { skip: skipBehindPooler }, async () => {
    const count = async (people: number) => {
      const id = await harbor.shift({ capacity: 60, waitlist_capacity: 100 });
      const user_ids = await members(people);
      return await statements(async () => {
        const { items } = expect200(await planner.post(`/shifts/${id}/signups/bulk`, { user_ids }));
        assert.ok(items.every(({ success }: { success: boolean }) => success));
      });
    };
    await count(2);
    assert.equal(await count(10), await count(100));
  });

  it('of a batch with Idempotency-Keys is the same for 2 and 60, also when strangers join by it', async () => {
    const other = await planning(muster);
    expect200(await other.planner.patch(`/organizations/${other.organizationId}`, { join_rule: 'open' }));
    const now = muster.platform.clock();
    const attempt = (userId: number, shiftId: number): SignupAttempt => ({
      call: {
        actor: { kind: 'person', userId, sessionId: 1, language: 'en' },
        language: 'en',
        now,
        requestId: 'test',
        address: null,
        userAgent: null,
        idempotency: { scope: `person:${userId}`, key: 'once', fingerprint: 'same', state: 'open' },
      },
      shiftId,
      userId,
      input: {},
    });
    const count = async (people: number) => {
      const id = await other.shift({ capacity: 100 });
      const attempts = (await members(people)).map((userId) => attempt(userId, id));
      const run = (given: readonly SignupAttempt[]) =>
        inTransaction(muster.database, {}, (tx) => signUpAll(tx, muster.database, given));
      const total = await statements(async () => {
        assert.ok((await run(attempts)).every((answer) => 'answer' in answer));
      });
      const again = await run(attempts.map(({ userId }) => attempt(userId, id)));
      assert.ok(again.every((answer) => 'answer' in answer && answer.answer.success));
      assert.equal((await other.roster(id)).length, people);
      return total;
    };
    await count(1);
    assert.equal(await count(2), await count(60));
  });

  it('of looking for waitlists to fill is the same for 2 shifts and 30', async () => {
    const crowd = await members(60);
    const full = async (count: number) => {
      const ids = await shifts(count, programId, harbor.missionId, 9_000);
      await sql`update shift_seats set waitlist_capacity = null where shift_id = any(${ids}::bigint[])`.execute(
        db,
      );
      for (const id of ids)
        expect200(await planner.post(`/shifts/${id}/signups/bulk`, { user_ids: crowd.slice(0, 1) }));
      await sql`
        insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
        select s.organization_id, s.id, person, 'waitlisted', s.start_time, s.end_time, 'test', now(), now()
        from shifts s, unnest(${crowd.slice(1, 4)}::bigint[]) as person where s.id = any(${ids}::bigint[])
      `.execute(db);
      await sql`update registrations set status = 'cancelled', cancelled_at = now() where user_id = ${crowd[0] ?? 0}`.execute(
        db,
      );
      await recount(db);
      return ids;
    };
    const [few, many] = [await full(2), await full(30)];
    const now = muster.platform.clock();
    assert.deepEqual(await fillableShifts(db, now, many), many);
    assert.equal(
      await statements(() => fillableShifts(db, now, few)),
      await statements(() => fillableShifts(db, now, many)),
    );
  });
});
