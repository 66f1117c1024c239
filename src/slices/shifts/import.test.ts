import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Answer, assertRefused, type Client, expect200, refusedFields } from '#test/people.ts';
import { csv } from '#test/permission-table.ts';
import { planning } from '#test/planning.ts';

const harbor = await planning();
const { muster, planner, organizationId, programId, missionId } = harbor;
expect200(await planner.patch(`/organizations/${organizationId}`, { time_zone: 'Europe/Berlin' }));

interface Options {
  readonly query?: string;
  readonly as?: Client;
  readonly headers?: Record<string, string>;
  readonly id?: number;
}

const send = (file: string, { query = '', as = planner, headers = {}, id = organizationId }: Options = {}) =>
  as.post(`/organizations/${id}/shifts/import?program_id=${programId}${query}`, file, { ...csv, ...headers });
const preview = async (file: string) => expect200(await send(file, { query: '&dry_run=true' }));

/** What an import would leave behind. */
async function traces(): Promise<number[]> {
  const { rows } = await sql<{ shifts: number; events: number; audit: number; seats: number }>`
    select (select count(*) from shifts)::int as shifts, (select count(*) from events where type = 'shift.created')::int as events,
      (select count(*) from audit_log where action = 'shift.created')::int as audit,
      (select count(*) from shift_seats)::int as seats
  `.execute(muster.database.db);
  return Object.values(rows[0] ?? {});
}

const problemsOf = (answer: Answer['body']) =>
  answer.problems.map(({ line, column, code }: never) => [line, column, code]);

describe('an import of shifts', () => {
  it('creates a draft for each line, with all that a shift can have', async () => {
    const other = await harbor.mission({ name: 'Clean up' });
    const before = await traces();
    const file = [
      '\uFEFFTitel;Datum;Beginn;Ende;Plätze;Mindestanzahl;Warteliste;Ort;Beschreibung;Freigabe;Hinweise;Mission;Farbe',
      'Einlass;24.12.2027;18:00;02:00;12;3;unbegrenzt;Tor 1;"Zwei',
      'Zeilen";ja;Jacke mitbringen;clean UP;rot',
      ';2027-12-25;9 Uhr;12:30;;;;;;;;;',
    ].join('\r\n');
    const answer = expect200(await send(file));
    assert.deepEqual(
      [answer.created, answer.already_there, answer.problem_count, answer.ignored_columns],
      [2, 0, 0, ['Farbe']],
    );
    const [first, second] = answer.items;
    assert.deepEqual([first.line, second.line, first.status], [2, 4, 'created']);
    const made = expect200(await planner.get(`/shifts/${first.id}`));
    assert.deepEqual(
      [made.title, made.start_time, made.end_time, made.time_zone, made.status, made.program_id],
      [
        'Einlass',
        '2027-12-24T17:00:00.000Z',
        '2027-12-25T01:00:00.000Z',
        'Europe/Berlin',
        'draft',
        programId,
      ],
    );
    assert.deepEqual(
      [made.capacity, made.minimum, made.waitlist_capacity, made.location, made.description],
      [12, 3, null, 'Tor 1', 'Zwei\nZeilen'],
    );
    assert.deepEqual([made.requires_approval, made.mission_id], [true, other]);
    const notes = expect200(await planner.get(`/shifts/${first.id}/team-notes`));
    assert.equal(notes.team_notes, 'Jacke mitbringen');
    const usual = expect200(await planner.get(`/shifts/${second.id}`));
    assert.deepEqual(
      [usual.title, usual.capacity, usual.waitlist_capacity, usual.mission_id],
      ['Saturdays', null, 0, missionId],
    );
    assert.deepEqual(
      await traces(),
      before.map((count) => count + 2),
    );
  });

  it('changes nothing in a dry run, and says what it would create', async () => {
    const before = await traces();
    const answer = await preview('title,starts_at,ends_at\nDry,2028-01-05T09:00:00Z,2028-01-05T10:00:00Z');
    assert.deepEqual(
      [answer.created, answer.items],
      [
        1,
        [
          {
            line: 2,
            status: 'created',
            id: null,
            title: 'Dry',
            start_time: '2028-01-05T09:00:00.000Z',
            end_time: '2028-01-05T10:00:00.000Z',
            time_zone: 'Europe/Berlin',
          },
        ],
      ],
    );
    assert.deepEqual(await traces(), before);
  });

  it('creates nothing if any line has a problem, and names them all by line and column', async () => {
    const before = await traces();
    const file = [
      'Title,Date,From,To,Spots,min,Mission,Zeitzone,Freigabe',
      'Right,2028-02-01,09:00,10:00,5,2,Feed people,Europe/Vienna,no',
      'Late,2028-02-30,9h,late,-5,,Nothing,Europe/Wien,maybe',
      'Few,2028-02-01,09:00,10:00,2,3,,,',
      'Long,2028-02-01,09:00,2028-02-10 09:00,0,,,,',
      'Ragged,2028-02-01,09:00,10:00,5,2,,,,more',
      `${'x'.repeat(201)},2028-02-01,09:00,09:00,100001,,,,`,
    ].join('\n');
    const answer = await preview(file);
    assert.deepEqual(problemsOf(answer), [
      [3, 'To', 'format'],
      [3, 'Date', 'format'],
      [3, 'Spots', 'format'],
      [3, 'Freigabe', 'format'],
      [3, 'Zeitzone', 'format'],
      [3, 'Mission', 'not_found'],
      [4, 'min', 'minimum_too_high'],
      [5, 'Spots', 'minimum'],
      [6, null, 'csv_cells_beyond'],
      [7, 'Title', 'max_length'],
      [7, 'Spots', 'maximum'],
    ]);
    assert.deepEqual([answer.problem_count, answer.created], [11, 1]);
    const refused = await send(file);
    assertRefused(refused, 400, 'validation_failed');
    assert.deepEqual(refusedFields(refused).slice(0, 3), ['body', 'lines.3.end', 'lines.3.date']);
    assert.match(refused.body.errors[0].message, /^Nothing was imported: there are 11 problems in 5 lines\./);
    assert.deepEqual(await traces(), before);
    const long = await preview('date,start,end\n2028-02-01,09:00,2028-02-10 09:00\n2028-02-01,09:00,09:00');
    assert.deepEqual(problemsOf(long), [
      [2, 'end', 'too_long'],
      [3, 'end', 'too_short'],
    ]);
  });

  it('takes seven days on the clock, which last an hour more when it goes back', async () => {
    const zone = 'start,end,time zone\n2031-10-25 08:00,2031-11-01 08:00,Europe/Berlin';
    assert.deepEqual(problemsOf(await preview(zone)), []);
    assert.deepEqual(problemsOf(await preview(zone.replace('01 08:00', '01 08:01'))), [
      [2, 'end', 'too_long'],
    ]);
  });

  it('lists a hundred problems and counts them all', async () => {
    const answer = await preview(`date,start,end\n${'2028-02-01,x,10:00\n'.repeat(150)}`);
    assert.deepEqual([answer.problem_count, answer.problems.length], [150, 100]);
  });

  it('leaves out what is already in the plan, so that a file can be sent again with more lines', async () => {
    const lines = ['title,date,start,end', 'Twice,2028-03-01,09:00,10:00', 'Twice,2028-03-02,09:00,10:00'];
    expect200(await send(lines.join('\n')));
    const again = expect200(await send([...lines, 'Twice,2028-03-03,09:00,10:00'].join('\n')));
    assert.deepEqual([again.created, again.already_there], [1, 2]);
    assert.deepEqual(
      again.items.map(({ status }: { status: string }) => status),
      ['already_there', 'already_there', 'created'],
    );
    const both = await Promise.all(
      Array.from({ length: 3 }, () => send(lines.join('\n').replaceAll('Twice', 'Race'))),
    );
    assert.deepEqual(both.map((answer) => expect200(answer).created).sort(), [0, 0, 2]);
  });

  it('notes days when clocks change, the past, short lines, and lines that are there twice', async () => {
    const file = [
      'title,date,start,end,location,capacity',
      'Skipped,2028-03-26,02:30,06:00,,5',
      'Changed,2028-10-29,01:00,06:00,,5',
      'Later that day,2028-10-29,09:00,12:00,,5',
      'Past,2020-01-05,09:00,10:00,,5',
      'Short,2028-05-01,09:00,10:00',
      'Short,2028-05-01,09:00,10:00,Pier,5',
    ].join('\n');
    const { warnings, created } = await preview(file);
    assert.deepEqual(
      warnings.map(({ line, code }: never) => [line, code]),
      [
        [2, 'clock_skips_start'],
        [3, 'clock_changes'],
        [5, 'in_the_past'],
        [6, 'csv_cells_missing'],
        [7, 'import_same_line'],
      ],
    );
    assert.ok(warnings.every(({ params }: { params: object }) => !('shift_id' in params)));
    assert.match(warnings[0].message, /Mar(?:ch)? 26, 2028|26 Mar 2028/, 'another year is named');
    assert.equal(created, 6);
  });

  it('reads a day, or a date beside the day of the week', async () => {
    const beside = await preview('Tag;Datum;Beginn;Ende\nDo;24.12.2028;09:00;10:00');
    assert.deepEqual([beside.created, beside.ignored_columns], [1, ['Tag']]);
    const alone = await preview('day,start,end\n2028-12-24,09:00,10:00');
    assert.deepEqual([alone.created, alone.ignored_columns], [1, []]);
  });

  it('happens once for an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'import-once' };
    const file = 'title,date,start,end\nOnce,2028-04-01,09:00,10:00';
    const first = expect200(await send(file, { headers }));
    const again = await send(file, { headers });
    assert.deepEqual([again.status, again.headers['idempotency-replayed']], [200, 'true']);
    assert.deepEqual(again.body, first);
    assertRefused(await send(`${file}\n`, { headers }), 422, 'idempotency_mismatch');
  });

  it('takes 2,000 lines and not one more', async () => {
    const lines = Array.from({ length: 2_000 }, (_, n) => `Many ${n},2029-01-01,09:00,10:00,5`);
    const file = `title,date,start,end,capacity\n${lines.join('\n')}`;
    const answer = await send(`${file}\nOne more,2029-01-01,09:00,10:00,5`);
    assertRefused(answer, 400, 'validation_failed');
    assert.match(answer.body.detail, /more than 2,000 lines/);
    assert.equal(expect200(await send(file, { headers: { 'idempotency-key': 'many' } })).created, 2_000);
  });

  it('is for coordinators of the organization, and for programs that are theirs and in use', async () => {
    const file = 'title,date,start,end\nNot allowed,2028-04-01,09:00,10:00';
    const before = await traces();
    for (const query of ['', '&dry_run=true']) {
      const volunteer = muster.as((await harbor.volunteer()).token);
      assertRefused(await send(file, { as: volunteer, query }), 403, 'forbidden');
      const elsewhere = await muster.person();
      const foreign = await muster.organization(elsewhere);
      const stranger = muster.as(elsewhere.token);
      assertRefused(await send(file, { as: stranger, query }), 404, 'not_found');
      const mixed = await send(file, { as: stranger, query, id: foreign });
      assert.deepEqual([mixed.status, refusedFields(mixed)], [400, ['program_id']]);
    }
    const archived = await harbor.program();
    expect200(await planner.post(`/programs/${archived}/archive`));
    const path = `/organizations/${organizationId}/shifts/import?program_id=${archived}`;
    assert.deepEqual(refusedFields(await planner.post(path, file, csv)), ['program_id']);
    assert.deepEqual(await traces(), before);
  });

  it('needs the columns without which there is no shift', async () => {
    const answer = await send('Titel;Ende\na;10:00', { headers: { 'accept-language': 'de' } });
    assertRefused(answer, 400, 'validation_failed');
    assert.deepEqual(answer.body.errors[0].params, { column: 'start' });
  });

  it('finds missions by name or id, if they are in use and the name says which', async () => {
    const [one] = [await harbor.mission({ name: 'Twin' }), await harbor.mission({ name: 'Twin' })];
    const gone = await harbor.mission({ name: 'Gone' });
    expect200(await planner.post(`/missions/${gone}/archive`));
    const lines = ['Twin', String(one), 'Gone', 'feed people', String(gone), '999999999'];
    const file = `date,start,end,mission\n${lines.map((mission) => `2028-06-01,09:00,10:00,${mission}`).join('\n')}`;
    assert.deepEqual(problemsOf(await preview(file)), [
      [2, 'mission', 'mission_ambiguous'],
      [4, 'mission', 'archived'],
      [6, 'mission', 'archived'],
      [7, 'mission', 'not_found'],
    ]);
  });
});
