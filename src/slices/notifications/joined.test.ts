import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import ICAL from 'ical.js';
import { expect200, type Person, peopleApp } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { attached, type Taken, testSmtp } from '#test/smtp.ts';
import { until } from '#test/until.ts';
import { join } from './rules/joined.ts';

const smtp = await testSmtp();
const muster = await peopleApp({
  SMTP_URL: smtp.url,
  MUSTER_DEMO: 'off',
  MUSTER_PUBLIC_URL: 'https://muster.example.org',
});
const plan = await planning(muster);
const { as } = muster;
const { planner, organizationId } = plan;

afterEach(() => {
  smtp.mood = 'well';
});

async function mailsFor(person: Person): Promise<Taken[]> {
  const before = smtp.to(person.email).length;
  await muster.deliverMail();
  return smtp.to(person.email).slice(before);
}

const start = Temporal.Instant.from('2031-03-01T09:00:00Z');

/** One a day, the last one first. */
async function shifts(count: number, fields: object = {}): Promise<number[]> {
  const ids: number[] = [];
  for (let day = count; day > 0; day -= 1) {
    const begin = start.add({ hours: 24 * day });
    const times = { start_time: begin.toString(), end_time: begin.add({ hours: 2 }).toString() };
    ids.push(await plan.shift({ title: `Soup ${day}`, location: 'Pier 4', ...times, ...fields }));
  }
  return ids;
}

async function signUpForAll(person: Person, shift_ids: readonly number[]) {
  return expect200(await as(person.token).post(`/organizations/${organizationId}/signups`, { shift_ids }));
}

const eventsIn = (mail: Taken, filename: string) => {
  const calendar = new ICAL.Component(ICAL.parse(attached(mail, filename)));
  return {
    method: calendar.getFirstPropertyValue('method'),
    uids: calendar.getAllSubcomponents('vevent').map((event) => String(event.getFirstPropertyValue('uid'))),
  };
};
const uidsOf = (person: Person, ids: readonly number[]) =>
  ids.map((id) => `shift-${id}-person-${person.id}@muster.example.org`);

describe('news about many shifts', () => {
  it('come in one email to each person, by time, with one file for the calendar', async () => {
    const [ada, bea] = await plan.volunteers(2);
    assert.ok(ada && bea);
    expect200(await as(bea.token).patch('/me', { language: 'de' }));
    // More than one turn of the worker takes otherwise.
    const ids = await shifts(22);
    for (const person of [ada, bea]) await signUpForAll(person, ids);
    const before = smtp.to(bea.email).length;
    const [mail, ...others] = await mailsFor(ada);
    assert.ok(mail);
    assert.deepEqual(others, []);
    assert.equal(mail.subject, 'You’re signed up for 22 shifts');
    const text = mail.text ?? '';
    assert.ok(text.indexOf('* Soup 1\n') < text.indexOf('* Soup 2\n'));
    assert.match(text, /\* Soup 22\n.*Pier 4\n.*https:\/\/muster\.example\.org\/shifts\/\d+/);
    assert.match(text, /My shifts:\nhttps:\/\/muster\.example\.org\/me\n/);
    assert.deepEqual(eventsIn(mail, 'shifts.ics'), { method: 'PUBLISH', uids: uidsOf(ada, ids) });
    assert.deepEqual(
      smtp
        .to(bea.email)
        .slice(before)
        .map(({ subject }) => subject),
      ['Du bist für 22 Schichten eingetragen'],
    );
    const { items } = expect200(await as(ada.token).get('/me/notifications?limit=50'));
    assert.equal(items.length, 22, 'the list has each of them');

    const body = { ids, reason: 'No gas' };
    expect200(await planner.post(`/organizations/${organizationId}/shifts/cancel`, body));
    const cancelled = await mailsFor(ada);
    assert.deepEqual(
      cancelled.map(({ subject }) => subject),
      ['22 of your shifts are cancelled'],
    );
    assert.match(cancelled[0]?.text ?? '', /Reason: No gas/);
    assert.equal(eventsIn(cancelled[0] as Taken, 'shifts.ics').method, 'CANCEL');
  });

  it('leave out what is no longer true, and are sent again as one if the mail server was away', async () => {
    const ada = await plan.volunteer();
    const ids = await shifts(4);
    await signUpForAll(ada, ids);
    expect200(await planner.post(`/organizations/${organizationId}/shifts/cancel`, { ids: ids.slice(3) }));
    smtp.mood = 'refusing';
    const refused = smtp.connections;
    const delivering = mailsFor(ada);
    await until(() => smtp.connections > refused);
    smtp.mood = 'well';
    const subjects = (await delivering).map(({ subject }) => subject ?? '');
    assert.equal(subjects.length, 2, subjects.join('; '));
    assert.ok(subjects.includes('You’re signed up for 3 shifts'));
    assert.ok(subjects.some((subject) => subject.startsWith('Cancelled: Soup 1')));
  });

  it('come one by one if there are two, or if they differ', async () => {
    const ada = await plan.volunteer();
    const open = await shifts(2);
    const asking = await shifts(2, { requires_approval: true, location: 'Hall' });
    await signUpForAll(ada, open);
    const [first] = asking;
    assert.ok(first);
    expect200(await planner.post(`/shifts/${open[0]}/cancel`));
    expect200(await plan.signUp(ada, first));
    const subjects = (await mailsFor(ada)).map(({ subject }) => (subject ?? '').split(':')[0]).sort();
    assert.deepEqual(subjects, ['Cancelled', 'Waiting for approval', 'You’re signed up']);
  });
});

describe('joining', () => {
  const notice = (user_id: number, organization_id: number, textKey: string) => ({
    user_id,
    organization_id,
    textKey,
  });

  it('keeps people, organizations and texts apart, and offers alone', () => {
    const all = [1, 2, 3].flatMap((user) => [
      notice(user, 1, 'approved'),
      notice(1, user, 'rejected'),
      notice(1, 1, 'offered'),
      notice(1, 1, 'promoted'),
    ]);
    assert.deepEqual(
      join(all)
        .map((group) => `${group.length} ${group[0].textKey}`)
        .sort(),
      [
        ...Array(3).fill('1 approved'),
        ...Array(3).fill('1 offered'),
        ...Array(3).fill('1 rejected'),
        '3 promoted',
      ],
    );
  });

  it('fills emails of a hundred', () => {
    const many = Array.from({ length: 201 }, () => notice(1, 1, 'shift_changed'));
    assert.deepEqual(
      join(many).map(({ length }) => length),
      [100, 100, 1],
    );
  });
});
