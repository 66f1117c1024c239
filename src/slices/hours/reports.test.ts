import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { systemCall } from '#kernel/call.ts';
import { attendanceWorld } from '#test/attendance.ts';
import { type Answer, assertRefused, expect200, type Person, password } from '#test/people.ts';
import { aggregateHours } from './commands/aggregate-hours.ts';

const world = await attendanceWorld('America/New_York');
const { as, database, platform, organizationId, programId, volunteer, coordinator } = world;
const owner = as(world.owner.token);
const desk = as(coordinator.token);
const today = platform.clock().toZonedDateTimeISO('America/New_York').toPlainDate();
const daysAgo = (days: number) => today.subtract({ days }).toString();

const report = (person: Person, fields: object = {}): Promise<Answer> =>
  as(person.token).post('/me/hours/reports', {
    program_id: programId,
    day: daysAgo(3),
    minutes: 90,
    ...fields,
  });
const decide = (id: number, verb: string, body: object = {}, client = desk): Promise<Answer> =>
  client.post(`/organizations/${organizationId}/hours/reports/${id}/${verb}`, body);
const totalsOf = async (person: Person) => expect200(await as(person.token).get('/me/hours')).totals;
const own = (id: number) => `/me/hours/reports/${id}`;
const verified = (minutes: number) => ({ minutes, verified_minutes: minutes, shifts: 0 });

async function reported(person: Person, fields: object = {}): Promise<{ id: number; version: number }> {
  return expect200(await report(person, fields));
}

describe('reported hours', () => {
  it('wait, count once they are approved, and stop counting when that is undone', async () => {
    const ada = await volunteer();
    const made = expect200(await report(ada, { note: '  Flyers ' }));
    assert.equal(made.status, 'waiting');
    assert.deepEqual([made.note, made.program_name, made.mission_name], ['Flyers', 'Saturdays', 'Saturdays']);
    assert.deepEqual(await totalsOf(ada), verified(0));
    const approved = expect200(await decide(made.id, 'approve', { version: made.version }));
    assert.deepEqual([approved.status, approved.decided_by_name], ['approved', 'Test coordinator']);
    assert.deepEqual(await totalsOf(ada), verified(90));
    await aggregateHours(platform, systemCall('test', platform.clock()), { organizationId });
    assert.deepEqual(await totalsOf(ada), verified(90), 'also once they are added up');
    assert.equal(expect200(await decide(made.id, 'reopen')).status, 'waiting');
    const [reopened] = await world.auditOf('hour_report.reopened');
    assert.deepEqual(reopened?.['after'], { status: 'waiting' });
    assert.deepEqual(await totalsOf(ada), verified(0));
    assert.equal(expect200(await decide(made.id, 'reject', { reason: 'Twice' })).reason, 'Twice');
    await aggregateHours(platform, systemCall('test', platform.clock()), { organizationId });
    assert.deepEqual(await totalsOf(ada), verified(0));
  });

  it('count with shifts, by day, program and month, in lists, files and letters', async () => {
    const ada = await volunteer();
    const { id: second } = expect200(
      await owner.post('/programs', { name: 'Online', organization_id: organizationId }),
    );
    const days = [daysAgo(300), daysAgo(200)];
    const [first, other] = [
      await reported(ada, { day: days[0], minutes: 30 }),
      await reported(ada, { day: days[1], minutes: 45, program_id: second }),
    ];
    for (const { id } of [first, other]) expect200(await decide(id, 'approve'));
    const hours = `/organizations/${organizationId}/hours?user_id=${ada.id}`;
    const sum = async (query: string) => expect200(await owner.get(`${hours}&${query}`)).totals.minutes;
    assert.equal(await sum(`from=${days[0]}&to=${days[0]}`), 30);
    assert.equal(await sum(`program_id=${second}`), 45);
    assert.equal(await sum(`to=${days[1]}`), 75);
    const midnight = Temporal.PlainDate.from(days[1] ?? '').toZonedDateTime('America/New_York');
    assert.equal(await sum(`to=${encodeURIComponent(midnight.toInstant().toString())}`), 30);
    assert.equal(await sum(`from=${encodeURIComponent(midnight.toInstant().toString())}`), 45);
    const file = await owner.get(`${hours}&group_by=program&format=csv`);
    assert.match(file.body as string, /Online,0.75,0.75,0,45,45/);
    const letter = { user_id: ada.id };
    const { letter: issued } = expect200(
      await owner.post(`/organizations/${organizationId}/hours/letters`, letter),
    );
    assert.deepEqual([issued.from, issued.minutes, issued.verified_minutes], [days[0], 75, 75]);
    await aggregateHours(platform, systemCall('test', platform.clock()), { organizationId });
    assert.equal(await sum('group_by=month'), 75);
  });

  it('earn badges and finish steps that ask for hours', async () => {
    const ada = await volunteer();
    const criteria = { type: 'hours', threshold: 1 };
    const badge = { organization_id: organizationId, name: 'First hour', criteria, status: 'active' };
    const { id: badgeId } = expect200(await owner.post('/badges', badge));
    const steps = [
      { key: 'help', title: 'Help', kind: 'hours', config: { hours: 1, since_enrollment: true } },
    ];
    const journey = { organization_id: organizationId, name: 'Start', status: 'published', steps };
    const { id: journeyId } = expect200(await owner.post('/journeys', journey));
    expect200(await as(ada.token).post(`/journeys/${journeyId}/enrollments`));
    const { id } = await reported(ada, { day: daysAgo(0), minutes: 60 });
    expect200(await decide(id, 'approve'));
    await world.deliverMail();
    const badges = expect200(await as(ada.token).get('/me/badges')).items;
    assert.ok(badges.some((award: { badge_id: number }) => award.badge_id === badgeId));
    const [enrollment] = expect200(await as(ada.token).get('/me/journeys')).items;
    assert.equal(enrollment.status, 'completed');
  });

  it('are refused for days that are too old or to come, and for programs of others', async () => {
    const ada = await volunteer();
    const codeOf = ({ body }: Answer) => body.errors?.[0]?.code;
    assert.equal(codeOf(await report(ada, { day: daysAgo(-1) })), 'future');
    assert.equal(codeOf(await report(ada, { day: daysAgo(367) })), 'too_old');
    expect200(await report(ada, { day: daysAgo(366) }));
    for (const minutes of [0, 1_441]) assert.equal((await report(ada, { minutes })).status, 400);
    assertRefused(await report(await world.person()), 403, 'forbidden');
    const elsewhere = await world.organization(world.owner, 'Elsewhere');
    const body = { name: 'Other', organization_id: elsewhere };
    const { id: program_id, default_mission_id } = expect200(await owner.post('/programs', body));
    assertRefused(await report(ada, { program_id }), 403, 'forbidden');
    assert.equal(codeOf(await report(ada, { mission_id: default_mission_id })), 'not_found');
    const { id } = await reported(world.owner);
    const moved = await owner.patch(own(id), { program_id });
    assert.equal(codeOf(moved), 'other_organization');
  });

  it('can be turned off', async () => {
    const ada = await volunteer();
    const { id } = await reported(ada);
    const set = async (allow_hour_reports: boolean) =>
      expect200(await owner.patch(`/organizations/${organizationId}`, { allow_hour_reports }));
    await set(false);
    const [mine] = expect200(await as(ada.token).get('/organizations')).items;
    assert.equal(mine.allow_hour_reports, false);
    assertRefused(await report(ada), 409, 'policy_conflict');
    expect200(await decide(id, 'approve'));
    await set(true);
    expect200(await report(ada));
  });

  it('can be changed and withdrawn only while they wait, and only by the person', async () => {
    const ada = await volunteer();
    const { id, version } = await reported(ada);
    assertRefused(await owner.patch(own(id), { minutes: 5 }), 404, 'not_found');
    const changed = expect200(await as(ada.token).patch(own(id), { minutes: 30, version }));
    assert.deepEqual([changed.minutes, changed.version], [30, version + 1]);
    assertRefused(await as(ada.token).patch(own(id), { minutes: 20, version }), 409, 'conflict');
    assertRefused(await decide(id, 'approve', { version }), 409, 'conflict');
    expect200(await decide(id, 'approve', { version: version + 1 }));
    assertRefused(await as(ada.token).patch(own(id), { minutes: 20 }), 409, 'conflict');
    assertRefused(await as(ada.token).del(own(id)), 409, 'conflict');
    expect200(await decide(id, 'reopen'));
    assert.equal((await as(ada.token).del(own(id))).status, 204);
    assertRefused(await decide(id, 'approve'), 404, 'not_found');
  });

  it('are decided once, whoever is faster, and counted as they were decided', async () => {
    const ada = await volunteer();
    for (const other of ['approve', 'reject', 'change', 'withdraw']) {
      const { id } = await reported(ada);
      const before = await totalsOf(ada);
      const rival = {
        approve: () => decide(id, 'approve', {}, owner),
        reject: () => decide(id, 'reject', { reason: 'No' }, owner),
        change: () => as(ada.token).patch(own(id), { minutes: 1 }),
        withdraw: () => as(ada.token).del(own(id)),
      }[other];
      assert.ok(rival);
      const answers = await Promise.all([decide(id, 'approve', { version: 1 }), rival()]);
      const wins = answers.filter(({ status }) => status < 300).length;
      assert.equal(wins, other === 'approve' ? 2 : 1, other);
      const isApproved = (answers[0]?.status ?? 500) < 300;
      assert.equal((await totalsOf(ada)).minutes, before.minutes + (isApproved ? 90 : 0), other);
    }
    const mine = await world.eventsOf('hours.report_approved');
    const ids = mine.map(({ data }) => data['report_id']);
    assert.equal(new Set(ids).size, ids.length, 'one event for each');
  });

  it('can be approved many at a time: those that have changed are left out', async () => {
    const ada = await volunteer();
    const reports: { id: number; version: number }[] = [];
    for (const minutes of [10, 20, 40]) reports.push(await reported(ada, { minutes }));
    const [changed, rejected] = reports;
    assert.ok(changed && rejected);
    expect200(await as(ada.token).patch(own(changed.id), { minutes: 600 }));
    expect200(await decide(rejected.id, 'reject', { reason: 'No' }));
    const path = `/organizations/${organizationId}/hours/reports`;
    const body = { reports: reports.map(({ id, version }) => ({ id, version })) };
    assert.equal(expect200(await desk.post(`${path}/approve`, body)).approved, 1);
    assert.deepEqual(await totalsOf(ada), verified(40));
    const waiting = expect200(await desk.get(`${path}?status=waiting&user_id=${ada.id}`)).items;
    assert.deepEqual(
      waiting.map((one: { id: number }) => one.id),
      [changed.id],
    );
    const audited = await world.auditOf('hour_report.approved');
    assert.ok(audited.some((row) => row['object_id'] === reports[2]?.id));
  });

  it('can wait a hundred at a time for one person, not more', async () => {
    const ada = await volunteer();
    await sql`
      insert into hour_reports (organization_id, user_id, program_id, mission_id, day, minutes, created_at, updated_at)
      select p.organization_id, ${ada.id}, p.id, p.default_mission_id, ${daysAgo(1)}::date, 5, now(), now()
      from programs p cross join generate_series(1, 99) where p.id = ${programId}
    `.execute(database.db);
    const answers = await Promise.all([report(ada), report(ada), report(ada)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    const page = expect200(await as(ada.token).get('/me/hours/reports?limit=60'));
    const rest = expect200(await as(ada.token).get(`/me/hours/reports?limit=60&cursor=${page.next_cursor}`));
    assert.deepEqual([page.items.length, rest.items.length, rest.next_cursor], [60, 40, null]);
  });

  it('can’t be more for one day than it has, also if they come at once or are changed', async () => {
    const ada = await volunteer();
    const first = await reported(ada, { minutes: 1_000 });
    const answers = await Promise.all([1, 2, 3].map(() => report(ada, { minutes: 440 })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409]);
    const more = await as(ada.token).patch(own(first.id), { minutes: 1_001 });
    assertRefused(more, 409, 'conflict');
    assert.deepEqual([more.body.errors[0].path, more.body.errors[0].code], ['minutes', 'day_full']);
    expect200(await as(ada.token).patch(own(first.id), { minutes: 999 }));
    expect200(await report(ada, { minutes: 1_440, day: daysAgo(4) }));
    expect200(await decide(first.id, 'reject', { reason: 'Twice' }));
    const second = await reported(ada, { minutes: 1_000 });
    const refused = await decide(first.id, 'reopen');
    assertRefused(refused, 409, 'conflict');
    assert.match(refused.body.detail, /^Test volunteer has reported other hours for this day/);
    assert.equal(expect200(await decide(second.id, 'reopen')).status, 'waiting', 'it waits already');
    expect200(await decide(second.id, 'reject', { reason: 'Twice' }));
    assert.equal(expect200(await decide(first.id, 'reopen')).status, 'waiting');
  });

  it('are the same report when the request is repeated', async () => {
    const ada = await volunteer();
    const body = { program_id: programId, day: daysAgo(2), minutes: 15 };
    const headers = { 'idempotency-key': 'one-report-of-ada' };
    const send = () => as(ada.token).post('/me/hours/reports', body, headers);
    assert.equal(expect200(await send()).id, expect200(await send()).id);
  });

  it('are part of a person’s data; when the account is deleted, only approved minutes stay', async () => {
    const ada = await volunteer();
    const [kept, waiting] = [await reported(ada, { note: 'My garden' }), await reported(ada)];
    expect200(await decide(kept.id, 'approve'));
    const { attendance: data } = expect200(await as(ada.token).get('/me/export'));
    assert.equal(JSON.stringify(data).match(/My garden/g)?.length, 1);
    assert.equal((await as(ada.token).del('/me', { password })).status, 204);
    const left = await database.db
      .selectFrom('hour_reports')
      .select(['id', 'note', 'minutes'])
      .where('id', 'in', [kept.id, waiting.id])
      .execute();
    assert.deepEqual(left, [{ id: kept.id, note: '', minutes: 90 }]);
  });

  it('are counted for those who can decide on them, and for no one else', async () => {
    const lead = await world.person();
    const elsewhere = await world.organization(lead, 'Elsewhere');
    const program = { name: 'Garden', organization_id: elsewhere };
    const { id: program_id } = expect200(await as(lead.token).post('/programs', program));
    const ada = await world.member(elsewhere, 'volunteer');
    const waitingFor = async (person: Person) =>
      expect200(await as(person.token).get('/me/waiting')).hour_reports;
    const { id } = await reported(ada, { program_id });
    assert.deepEqual([await waitingFor(lead), await waitingFor(ada)], [1, 0]);
    expect200(await as(lead.token).post(`/organizations/${elsewhere}/hours/reports/${id}/approve`, {}));
    assert.equal(await waitingFor(lead), 0);
  });

  it('that are approved together are in one email, without those where this was undone', async () => {
    const [ada, bea] = [await volunteer(), await volunteer()];
    const reports = [
      await reported(ada, { minutes: 30, day: daysAgo(2) }),
      await reported(ada, { minutes: 45, day: daysAgo(1) }),
      await reported(ada, { minutes: 600 }),
      await reported(bea, { minutes: 15 }),
    ];
    const body = { reports: reports.map(({ id, version }) => ({ id, version })) };
    expect200(await desk.post(`/organizations/${organizationId}/hours/reports/approve`, body));
    expect200(await decide(reports[2]?.id ?? 0, 'reopen'));
    const mails = await world.deliverMail();
    const mailsOf = ({ email }: Person) =>
      mails.filter(({ to, subject }) => to === email && subject.startsWith('Hours'));
    const [letter, ...more] = mailsOf(ada);
    assert.deepEqual(more, []);
    assert.equal(letter?.subject, 'Hours approved: 2 reports, 1 hour, 15 minutes in total');
    assert.equal(letter.text.match(/ · Saturdays$/gm)?.length, 2);
    assert.match(mailsOf(bea)[0]?.subject ?? '', /^Hours approved: 15 minutes on /);
    const { items } = expect200(await as(ada.token).get('/me/notifications'));
    assert.equal(items.filter(({ kind }: { kind: string }) => kind === 'hours_decided').length, 1);
  });

  it('notify the person of the decision, unless it was undone', async () => {
    const ada = await volunteer();
    const [yes, no, undone] = [await reported(ada), await reported(ada), await reported(ada)];
    expect200(await decide(yes.id, 'approve'));
    expect200(await decide(no.id, 'reject', { reason: 'Counted with your shift.' }));
    expect200(await decide(undone.id, 'approve'));
    expect200(await decide(undone.id, 'reopen'));
    await world.deliverMail();
    const { items } = expect200(await as(ada.token).get('/me/notifications'));
    const titles = items
      .filter(({ kind }: { kind: string }) => kind === 'hours_decided')
      .map(({ title }: { title: string }) => title.split(':')[0]);
    assert.deepEqual(titles.sort(), ['Hours approved', 'Hours not approved']);
  });
});
