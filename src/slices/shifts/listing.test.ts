import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beginningsOf } from '#platform/db/spellings.ts';
import { type Answer, assertRefused, expect200, refusedFields } from '#test/people.ts';
import { planning, timesIn } from '#test/planning.ts';
import { shiftCursors } from './sql/lists.ts';

const harbor = await planning();
const { muster, planner, shift, organizationId } = harbor;
const anyone = muster.as();

/** Only what this file has made for one question: programs keep the questions apart. */
async function idsOf(query: string, client = anyone): Promise<number[]> {
  return items(await client.get(`/shifts?${query}`));
}

function items(answer: Answer): number[] {
  return expect200(answer).items.map((item: { id: number }) => item.id);
}

async function allPages(query: string, limit: number): Promise<number[]> {
  const found: number[] = [];
  let cursor: string | null = null;
  do {
    const answer: Answer = await anyone.get(
      `/shifts?${query}&limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    const page = items(answer);
    assert.ok(page.length <= limit);
    found.push(...page);
    cursor = answer.body.next_cursor;
  } while (cursor !== null);
  return found;
}

describe('the list of shifts', () => {
  it('has what goes on at a time, also what has begun before', async () => {
    const program = { name: 'Camps', organization_id: organizationId };
    const program_id = expect200(await planner.post('/programs', program)).id as number;
    const at = (day: number, hour = 12) => `2031-05-0${day}T${String(hour).padStart(2, '0')}:00:00Z`;
    const plan = (start_time: string, end_time: string) => shift({ program_id, start_time, end_time });
    const week = await plan(at(1), at(8));
    const night = await plan(at(5, 20), at(6, 4));
    const before = await plan(at(5, 8), at(6, 0));
    const later = await plan(at(7), at(7, 14));
    const of = (query: string) => idsOf(`program_id=${program_id}&${query}`);
    assert.deepEqual(await of(`ends_after=${at(6, 0)}`), [week, night, later]);
    assert.deepEqual(await of(`ends_after=${at(6, 0)}&to=${at(7, 0)}`), [week, night]);
    assert.deepEqual(await of(`ends_after=${at(5, 23)}&to=${at(6, 0)}`), [week, before, night]);
    assert.deepEqual(await of(`from=${at(6, 0)}`), [later], 'from is about the start');
    assert.deepEqual(await of(`from=${at(5, 0)}&ends_after=${at(6, 0)}`), [night, later]);
    assert.deepEqual(await allPages(`program_id=${program_id}&ends_after=${at(6, 0)}`, 1), [
      week,
      night,
      later,
    ]);
    assert.deepEqual(refusedFields(await anyone.get('/shifts?ends_after=yesterday')), ['ends_after']);
  });

  it('shows what is published, of all organizations, to anyone, with every field', async () => {
    const other = await planning(muster);
    const ids = [await shift({ capacity: 3 }), await other.shift()];
    const answer = await anyone.get('/shifts?limit=200');
    const listed = expect200(answer).items as { id: number }[];
    for (const id of ids) {
      const one = expect200(await anyone.get(`/shifts/${id}`));
      assert.deepEqual(
        listed.find((item) => item.id === id),
        one,
      );
    }
    assert.deepEqual(Object.keys(listed[0] ?? {}).sort(), [
      'capacity',
      'created_at',
      'description',
      'end_time',
      'id',
      'location',
      'minimum',
      'mission_id',
      'organization_id',
      'pending_count',
      'program_id',
      'requires_approval',
      'roles',
      'series_id',
      'signup_count',
      'spots_left',
      'start_time',
      'status',
      'time_zone',
      'title',
      'updated_at',
      'waitlist_capacity',
      'waitlist_count',
    ]);
    assert.match(
      (listed[0] as { start_time?: string }).start_time ?? '',
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    );
  });

  it('narrows by organization, program, mission, series, time and words', async () => {
    const program_id = await harbor.program();
    const mission_id = await harbor.mission();
    const soon = await shift({ program_id, title: 'Soup kitchen', location: 'Pier 4' }, 10);
    const late = await shift({ program_id, mission_id, description: 'Bring gloves' }, 20);
    const mine = `program_id=${program_id}`;
    assert.deepEqual(await idsOf(mine), [soon, late]);
    assert.deepEqual(await idsOf(`${mine}&organization_id=${organizationId}`), [soon, late]);
    assert.deepEqual(await idsOf(`${mine}&organization_id=${organizationId + 1_000}`), []);
    assert.deepEqual(await idsOf(`mission_id=${mission_id}`), [late]);
    assert.deepEqual(await idsOf(`${mine}&from=${timesIn(20).start_time}`), [late]);
    assert.deepEqual(await idsOf(`${mine}&to=${timesIn(20).start_time}`), [soon]);
    assert.deepEqual(await idsOf(`${mine}&q=soup`), [soon]);
    assert.deepEqual(await idsOf(`${mine}&q=pier%20soup`), [soon]);
    assert.deepEqual(await idsOf(`${mine}&q=gloves`), [late]);
    assert.deepEqual(await idsOf(`${mine}&q=%21%21`), []);
    const series = expect200(
      await planner.post('/shifts', { program_id, ...timesIn(30), recurrence: 'FREQ=DAILY;COUNT=2' }),
    );
    assert.deepEqual(await idsOf(`series_id=${series.series_id}`), series.shift_ids);
  });

  it('finds words by how they begin, however they are joined', async () => {
    const program_id = await harbor.program();
    const boat = await shift({ program_id, title: 'Donaudampfschifffahrt', location: 'Pier 4' }, 10);
    const bank = await shift({ program_id, title: 'Clean-up', description: 'By the Donau, with gloves' }, 20);
    const found = (q: string) => idsOf(`program_id=${program_id}&q=${encodeURIComponent(q)}`);
    for (const q of ['Donau', 'don', 'DONAU '])
      for (const _ of ['planned', 'rare']) {
        assert.deepEqual(await found(q), [boat, bank], q);
        assert.deepEqual(await idsOf(`q=${encodeURIComponent(q)}`), [boat, bank], q);
      }
    assert.deepEqual(await found('donau pi'), [boat]);
    assert.deepEqual(await found('donau,glov'), [bank]);
    assert.deepEqual(await found('glov;donau'), [bank]);
    assert.deepEqual(await found('clean-u'), [bank]);
    assert.deepEqual(await found('donau nau'), []);
    for (const q of ["'", "a':* | b", '\\', '<->', '🦀', ',', ' ']) assert.deepEqual(await found(q), [], q);
  });

  it('finds words by what people type, whatever signs are around them', async () => {
    const program_id = await harbor.program();
    const title = 'Das gro\u00dfe \u201eSommerfest\u201c \u2013 Auf-/Abbau, der Zirkus\u00addirektor\u2019s';
    const fair = await shift(
      { program_id, title, location: 'St.Pauli\u00a0Nord', description: '9\u201312 Uhr' },
      10,
    );
    const found = (q: string) => idsOf(`program_id=${program_id}&q=${encodeURIComponent(q)}`);
    for (const q of [
      'Sommerfest',
      '\u201eSommerfest\u201c',
      '"sommer"',
      'Abbau',
      'Auf-/Abbau',
      'Auf\u2011/Ab',
      'Zirkusdirektor',
      "direktor's",
    ])
      assert.deepEqual(await found(q), q === "direktor's" ? [] : [fair], q);
    for (const q of [
      "zirkusdirektor's",
      'zirkusdirektor\u2019s',
      'Pauli',
      'St. Pauli',
      'st.pauli',
      'Nord',
      '12 Uhr',
      '9-12',
      '9 \u2013 12',
    ])
      assert.deepEqual(await found(q), [fair], q);
  });

  it('cuts what is searched for into the same words as texts, at every sign', async () => {
    const id = await shift({}, 10);
    const points = Array.from({ length: 0xffff - 0x20 }, (_, index) => String.fromCharCode(index + 0x20));
    const signs = points.filter((point) => /[\p{P}\p{Z}\p{Cf}]/u.test(point));
    assert.ok(signs.length > 500);
    const words = signs.map((sign, index) => `one${index}${sign}two${index}`);
    const { pool } = muster.database;
    await pool.query('update shifts set description = $2 where id = $1', [id, words.join(' ')]);
    const [stored] = (await pool.query('select search::text from shifts where id = $1', [id])).rows;
    const { rows } = await pool.query(
      `select given.word from unnest($2::text[], $3::text[]) as given (word, query)
      where not $1::tsvector @@ to_tsquery('simple', given.query)`,
      [stored.search, words, words.map(beginningsOf)],
    );
    assert.deepEqual(rows, []);
  });

  it('finds the same for rare words, whether they were asked for before or not', async () => {
    const program_id = await harbor.program();
    const title = 'Feed the axolotls';
    const first = await shift({ program_id, title, capacity: 1 }, 10);
    const second = await shift({ title }, 20);
    for (const _ of [1, 2, 3]) {
      assert.deepEqual(await idsOf('q=axolotls'), [first, second]);
      assert.deepEqual(await idsOf('q=axolotls&sort=-start_time'), [second, first]);
      assert.deepEqual(await idsOf(`q=axolotls&program_id=${program_id}&has_space=true`), [first]);
      assert.deepEqual(await idsOf(`q=axolotls&from=${timesIn(20).start_time}`), [second]);
      assert.deepEqual(await allPages('q=axolotls', 1), [first, second]);
    }
    const more = await Promise.all(Array.from({ length: 10 }, (_, index) => shift({ title }, 30 + index)));
    for (const _ of [1, 2]) assert.deepEqual(await allPages('q=axolotls', 10), [first, second, ...more]);
  });

  it('filters by free spots, counting offers and approvals', async () => {
    const program_id = await harbor.program();
    const full = await shift({ program_id, capacity: 1 }, 10);
    const free = await shift({ program_id, capacity: 2 }, 20);
    const endless = await shift({ program_id }, 30);
    const held = await shift({ program_id, capacity: 1, requires_approval: true }, 40);
    const ada = await harbor.volunteer();
    for (const id of [full, free, endless, held]) expect200(await harbor.signUp(ada, id));
    assert.deepEqual(await idsOf(`program_id=${program_id}&has_space=true`), [free, endless]);
    assert.deepEqual(await idsOf(`program_id=${program_id}&has_space=false`), [full, held]);
  });

  it('narrows to what the caller can take', async () => {
    const program_id = await harbor.program();
    const ada = await harbor.volunteer();
    const mine = await shift({ program_id }, 10);
    const overlapping = await shift({ program_id }, 11);
    const past = await shift({ program_id }, -48);
    const full = await shift({ program_id, capacity: 1 }, 20);
    const open = await shift({ program_id }, 30);
    const later = await shift({ program_id }, 40);
    expect200(await harbor.signUp(await harbor.volunteer(), full));
    expect200(await harbor.signUp(ada, mine));
    const query = `program_id=${program_id}&eligible=me`;
    assert.deepEqual(await idsOf(query, muster.as(ada.token)), [open, later]);
    const first = await muster.as(ada.token).get(`/shifts?${query}&limit=1`);
    assert.deepEqual(items(first), [open]);
    const second = await muster
      .as(ada.token)
      .get(`/shifts?${query}&limit=1&cursor=${first.body.next_cursor}`);
    assert.deepEqual(items(second), [later]);
    assert.deepEqual(await idsOf(`${query}&sort=-start_time`, muster.as(ada.token)), [later, open]);
    assertRefused(await anyone.get(`/shifts?${query}`), 401, 'unauthenticated');
    assert.ok(past > 0 && overlapping > 0);
  });

  it('pages in order, also through shifts that start together, both ways', async () => {
    const program_id = await harbor.program();
    const ids: number[] = [];
    for (const hours of [10, 10, 10, 11, 11, 12, 10]) ids.push(await shift({ program_id }, hours));
    const [a, b, c, d, e, f, g] = ids;
    const order = [a, b, c, g, d, e, f];
    const query = `program_id=${program_id}`;
    for (const limit of [1, 2, 3, 7, 50]) assert.deepEqual(await allPages(query, limit), order);
    for (const limit of [1, 2, 3, 7])
      assert.deepEqual(await allPages(`${query}&sort=-start_time`, limit), order.toReversed());
  });

  it('neither repeats nor loses a shift when others come between the pages', async () => {
    const program_id = await harbor.program();
    const ids = [await shift({ program_id }, 10), await shift({ program_id }, 12)];
    const first = await anyone.get(`/shifts?program_id=${program_id}&limit=1`);
    await shift({ program_id }, 9);
    const between = await shift({ program_id }, 11);
    const rest = await anyone.get(`/shifts?program_id=${program_id}&cursor=${first.body.next_cursor}`);
    assert.deepEqual(items(rest), [between, ids[1]]);
    assert.equal(rest.body.next_cursor, null);
  });

  it('refuses cursors that are not its own, and whatever else it cannot read', async () => {
    const cursors = [
      'nonsense',
      '',
      shiftCursors.encode(['2026-99-99T99:99:99.000000Z', 1]),
      shiftCursors.encode(['0000-01-01T00:00:00Z', 1]),
      shiftCursors.encode(['+020260-01-01T00:00:00Z', 1]),
      shiftCursors.encode(['2026-01-01T00:00:00Z[Europe/Berlin]', 1]),
      shiftCursors.encode([1, '2026-01-01T00:00:00Z']),
      shiftCursors.encode(['2026-01-01T00:00:00Z', 1.5]),
    ];
    for (const cursor of cursors) {
      const answer = await anyone.get(`/shifts?cursor=${encodeURIComponent(cursor)}`);
      assertRefused(answer, 400, 'validation_failed');
      assert.deepEqual(refusedFields(answer), ['cursor'], cursor);
    }
    for (const [field, value] of [
      ['from', '2026-01-01'],
      ['from', '0000-01-01T00:00:00Z'],
      ['to', 'tomorrow'],
      ['status', 'gone'],
      ['sort', 'title'],
      ['eligible', 'you'],
      ['has_space', 'maybe'],
      ['limit', '201'],
      ['program_id', 'one'],
      ['q', ''],
    ]) {
      const answer = await anyone.get(`/shifts?${field}=${value}`);
      assertRefused(answer, 400, 'validation_failed');
      assert.deepEqual(refusedFields(answer), [field]);
    }
  });
});

describe('drafts', () => {
  /** Every way to a shift, for those who don't plan it. */
  async function assertUnknown(id: number): Promise<void> {
    const volunteer = muster.as((await harbor.volunteer()).token);
    const stranger = muster.as((await planning(muster)).owner.token);
    for (const client of [anyone, stranger, volunteer]) {
      assertRefused(await client.get(`/shifts/${id}`), 404, 'not_found');
      for (const status of ['published', 'cancelled'])
        for (const where of ['', `&organization_id=${organizationId}`])
          assert.ok(!(await idsOf(`limit=200&status=${status}${where}`, client)).includes(id));
    }
    assertRefused(await volunteer.post(`/shifts/${id}/signups`), 404, 'not_found');
    for (const read of [
      'eligibility',
      'needs',
      'team-notes',
      'coming',
      'roster',
      'signups',
      'attendance',
      'candidates',
    ])
      assertRefused(await volunteer.get(`/shifts/${id}/${read}`), 404, 'not_found');
    for (const act of ['publish', 'cancel', 'duplicate', 'checkin']) {
      const body = { user_id: 1, ...timesIn(48) };
      assertRefused(await volunteer.post(`/shifts/${id}/${act}`, body), 404, 'not_found');
    }
    assertRefused(await volunteer.patch(`/shifts/${id}`, { title: 'Mine' }), 404, 'not_found');
    const desk = muster.as((await muster.member(organizationId, 'check_in')).token);
    assertRefused(await desk.get(`/shifts/${id}/attendance`), 404, 'not_found');
  }

  it('are known to planners of the organization alone', async () => {
    const draft = await shift({ status: 'draft' });
    const volunteer = muster.as((await harbor.volunteer()).token);
    const stranger = muster.as((await planning(muster)).owner.token);
    assert.equal(expect200(await planner.get(`/shifts/${draft}`)).status, 'draft');
    await assertUnknown(draft);
    assert.ok(!(await idsOf('limit=200', planner)).includes(draft));
    const mine = `status=draft&organization_id=${organizationId}`;
    assert.deepEqual(await idsOf(mine, planner), [draft]);
    assertRefused(await volunteer.get(`/shifts?${mine}`), 403, 'forbidden');
    assertRefused(await volunteer.get('/shifts?status=draft'), 403, 'forbidden');
    assertRefused(await anyone.get(`/shifts?${mine}`), 401, 'unauthenticated');
    assertRefused(await stranger.get(`/shifts?${mine}`), 404, 'not_found');
    expect200(await planner.post(`/shifts/${draft}/publish`));
    expect200(await planner.post(`/shifts/${draft}/publish`));
    assert.equal(expect200(await anyone.get(`/shifts/${draft}`)).status, 'published');
  });

  it('stay known to planners alone when they are cancelled', async () => {
    const [draft, shown] = [await shift({ status: 'draft' }), await shift({ status: 'draft' })];
    expect200(await planner.post(`/shifts/${shown}/publish`));
    for (const id of [draft, shown]) expect200(await planner.post(`/shifts/${id}/cancel`));
    await assertUnknown(draft);
    assert.equal(expect200(await planner.get(`/shifts/${draft}`)).status, 'cancelled');
    assert.equal(expect200(await anyone.get(`/shifts/${shown}`)).status, 'cancelled');
    const cancelled = `status=cancelled&limit=200&organization_id=${organizationId}`;
    const key = muster.as(await muster.apiKey(harbor.owner, organizationId, ['shifts']));
    for (const client of [planner, key]) assert.ok((await idsOf(cancelled, client)).includes(draft));
    for (const client of [planner, anyone]) assert.ok((await idsOf(cancelled, client)).includes(shown));
  });

  it('need no organization if there is only one in which someone may see them', async () => {
    const draft = await shift({ status: 'draft' });
    const coordinator = await muster.member(organizationId, 'coordinator');
    const client = muster.as(coordinator.token);
    assert.deepEqual(await idsOf('status=draft', client), [draft]);
    const volunteer = await muster.member(organizationId, 'volunteer');
    await muster.organization(volunteer);
    assert.deepEqual(await idsOf('status=draft', muster.as(volunteer.token)), []);
    await muster.organization(coordinator);
    assertRefused(await client.get('/shifts?status=draft'), 400, 'organization_required');
    const key = muster.as(await muster.apiKey(harbor.owner, organizationId, ['shifts']));
    assert.deepEqual(await idsOf('status=draft', key), [draft]);
    assertRefused(await anyone.get('/shifts?status=draft'), 401, 'unauthenticated');
  });
});
