import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import ICAL from 'ical.js';
import { sql } from 'kysely';
import { systemCall } from '#kernel/call.ts';
import type { DomainEvent } from '#kernel/event.ts';
import { kinds } from '#kernel/notification-kinds.ts';
import { inTransaction } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { assertRefused, expect200, type Person, password, peopleApp } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { attached, header, type Taken, testSmtp } from '#test/smtp.ts';
import { until } from '#test/until.ts';
import { reportShortages, sendReminders } from './commands/send-reminders.ts';

const smtp = await testSmtp();
const muster = await peopleApp({
  SMTP_URL: smtp.url,
  MUSTER_DEMO: 'off',
  MUSTER_PUBLIC_URL: 'https://muster.example.org',
});
const plan = await planning(muster);
const { as, database, platform } = muster;

afterEach(() => {
  smtp.mood = 'well';
  smtp.delayMs = 0;
  muster.setAhead({ seconds: 0 });
});

/** Lets the worker do what is due and returns the mail that this person has had since. */
async function mailFor(person: Person): Promise<Taken[]> {
  const before = smtp.to(person.email).length;
  await muster.deliverMail();
  return smtp.to(person.email).slice(before);
}

async function oneMailFor(person: Person): Promise<Taken> {
  const mails = await mailFor(person);
  assert.deepEqual(mails.length, 1, `one message, not: ${mails.map(({ subject }) => subject).join('; ')}`);
  return mails[0] as Taken;
}

const registrationOf = async (person: Person, shiftId: number): Promise<number> =>
  (await plan.roster(shiftId)).findLast((one) => one.user_id === person.id)?.id ?? 0;

const remind = (hours?: number) =>
  sendReminders(platform, systemCall('test', platform.clock()), {
    organizationIds: [plan.organizationId],
    ...(hours !== undefined && { withinHours: hours }),
  });

function calendarOf(mail: Taken, filename = 'shift.ics') {
  const calendar = new ICAL.Component(ICAL.parse(attached(mail, filename)));
  const event = calendar.getFirstSubcomponent('vevent');
  assert.ok(event);
  const value = (name: string) => String(event.getFirstPropertyValue(name));
  return { method: calendar.getFirstPropertyValue('method'), value };
}

const linkIn = (mail: Taken, name: string): string => {
  const found = new RegExp(`https://muster\\.example\\.org(/api/v1/${name}/[\\w-]+)`).exec(mail.text ?? '');
  assert.ok(found?.[1], `no ${name} link in: ${mail.text}`);
  return found[1];
};

/** Typographers' spaces look the same and differ between versions of the data. */
const plain = (text: string | undefined) => (text ?? '').replace(/[\u2009\u202f\u00a0]/g, ' ');

describe('a person who signs up', () => {
  it('gets an email, with the time on the shift’s clock and on their own, and a file for the calendar', async () => {
    const ada = await plan.volunteer();
    expect200(await as(ada.token).patch('/me', { time_zone: 'America/New_York' }));
    const shiftId = await plan.shift({
      title: 'Soup <kitchen>',
      location: 'Pier 4',
      time_zone: 'Europe/Berlin',
      start_time: '2031-01-11T13:00:00Z',
      end_time: '2031-01-11T17:00:00Z',
    });
    expect200(await plan.signUp(ada, shiftId));
    const mail = await oneMailFor(ada);
    assert.equal(plain(mail.subject), 'You’re signed up: Soup <kitchen>, Sat, Jan 11, 2031, 2:00 PM');
    assert.deepEqual(
      [mail.from?.name, mail.from?.address],
      ['Harbor Kitchen', 'no-reply@muster.example.org'],
    );
    assert.match(plain(mail.text), /When: Sat, Jan 11, 2031, 2:00 – 6:00 PM \(Central European Time\)/);
    assert.match(plain(mail.text), /Your time: Sat, Jan 11, 2031, 8:00 AM – 12:00 PM \(Eastern Time\)/);
    assert.match(mail.text ?? '', /Where: Pier 4/);
    assert.match(mail.html ?? '', /<html lang="en">[\s\S]*Soup &lt;kitchen&gt;/);
    assert.doesNotMatch(mail.html ?? '', /<img|src=|@import|<script/);
    const { method, value } = calendarOf(mail);
    assert.equal(method, 'PUBLISH');
    assert.deepEqual(['uid', 'dtstart', 'status', 'summary'].map(value), [
      `shift-${shiftId}-person-${ada.id}@muster.example.org`,
      '2031-01-11T13:00:00Z',
      'CONFIRMED',
      'Soup <kitchen>',
    ]);
    const feed = await as(ada.token).get('/me/calendar.ics');
    assert.match(
      feed.body,
      new RegExp(`UID:${value('uid')}`),
      'the same entry as in the subscribed calendar',
    );
  });

  it('gets it in German if they read German', async () => {
    const ute = await plan.volunteer();
    expect200(await as(ute.token).patch('/me', { language: 'de', time_zone: 'Europe/Berlin' }));
    const shiftId = await plan.shift({
      title: 'Ausgabe',
      time_zone: 'Europe/Berlin',
      start_time: '2031-07-12T13:00:00Z',
      end_time: '2031-07-12T17:00:00Z',
    });
    expect200(await plan.signUp(ute, shiftId));
    const mail = await oneMailFor(ute);
    assert.equal(mail.subject, 'Du bist eingetragen: Ausgabe, Sa., 12. Juli 2031, 15:00');
    assert.match(mail.text ?? '', /Wann: Sa., 12. Juli 2031, 15:00–19:00 Uhr \(Mitteleuropäische Zeit\)/);
    assert.doesNotMatch(mail.text ?? '', /Deine Zeit/);
    assert.match(mail.html ?? '', /<html lang="de">/);
    assert.match(
      mail.html ?? '',
      /<div style="display:none[^>]*>Sa., 12. Juli 2031, 15:00–19:00 Uhr/,
      'the preview',
    );
  });

  it('gets an email about approval, rejection, waitlist, promotion and offer', async () => {
    const [ada, ben] = [await plan.volunteer(), await plan.volunteer()];
    const asked = await plan.shift({ requires_approval: true, title: 'Asked' });
    for (const person of [ada, ben]) expect200(await plan.signUp(person, asked));
    const pending = await oneMailFor(ada);
    assert.match(pending.subject ?? '', /^Waiting for approval: Asked/);
    assert.equal(calendarOf(pending).value('status'), 'TENTATIVE');
    expect200(await plan.planner.post(`/registrations/${await registrationOf(ada, asked)}/approve`));
    const body = { reason: 'Licence expired' };
    expect200(await plan.planner.post(`/registrations/${await registrationOf(ben, asked)}/reject`, body));
    assert.match((await oneMailFor(ada)).subject ?? '', /^Approved: Asked/);
    const rejected = smtp.to(ben.email).at(-1) as Taken;
    assert.match(rejected.subject ?? '', /^Not this time: Asked/);
    assert.match(rejected.text ?? '', /Reason: Licence expired/);
    assert.equal(calendarOf(rejected).method, 'CANCEL');

    const small = await plan.shift({ capacity: 1, waitlist_capacity: 5, title: 'Small' }, 200);
    const [cem, dag] = [await plan.volunteer(), await plan.volunteer()];
    expect200(await plan.signUp(cem, small));
    expect200(await plan.signUp(dag, small));
    const waiting = await oneMailFor(dag);
    assert.match(waiting.subject ?? '', /^You’re on the waitlist: Small/);
    assert.match(waiting.text ?? '', /Position on the waitlist: 1/);
    assert.equal((await plan.leave(cem, small)).status, 204);
    assert.match((await oneMailFor(dag)).subject ?? '', /^You’ve got a spot: Small/);
    const own = smtp.to(cem.email).at(-1) as Taken;
    assert.match(own.subject ?? '', /^You’ve cancelled: Small, /);
    assert.match(own.text ?? '', /no longer signed up/);
    assert.equal(calendarOf(own).method, 'CANCEL');
  });

  it('gets it in writing after cancelling, unless they want no such messages', async () => {
    const [ute, ben] = [await plan.volunteer(), await plan.volunteer()];
    expect200(await as(ute.token).patch('/me', { language: 'de' }));
    const preferences = { signup_cancelled: { email: false } };
    expect200(await as(ben.token).patch('/me', { notification_preferences: preferences }));
    const shiftId = await plan.shift({ title: 'Ausgabe' }, 500);
    for (const person of [ute, ben]) {
      expect200(await plan.signUp(person, shiftId));
      await muster.deliverMail();
      assert.equal((await plan.leave(person, shiftId)).status, 204);
    }
    await muster.deliverMail();
    assert.equal(smtp.to(ben.email).length, 1);
    const cancelled = smtp.to(ute.email).at(-1) as Taken;
    assert.match(cancelled.subject ?? '', /^Du hast abgesagt: Ausgabe/);
    assert.match(cancelled.text ?? '', /: https:\/\/muster\.example\.org\/me\/settings$/m);
  });

  it('gets an email about an offer with its end, and in their own language when it has expired', async () => {
    const programId = await plan.program({ policies: { waitlist_mode: 'offer' } });
    const shiftId = await plan.shift({
      program_id: programId,
      capacity: 1,
      waitlist_capacity: 5,
      title: 'Offer',
    });
    const [ada, ute] = [await plan.volunteer(), await plan.volunteer()];
    expect200(await as(ute.token).patch('/me', { language: 'de' }));
    expect200(await plan.signUp(ada, shiftId));
    expect200(await plan.signUp(ute, shiftId));
    await muster.deliverMail();
    assert.equal((await plan.leave(ada, shiftId)).status, 204);
    await sql`update registrations set offer_expires_at = now() where status = 'offered'`.execute(
      database.db,
    );
    await sql`update queued_jobs set run_at = now() where task = 'expire_offer'`.execute(database.db);
    await muster.deliverMail();
    const [, offered, expired] = smtp.to(ute.email);
    // The offer may have ended before the message about it was written; then the only message is about its end.
    const last = expired ?? offered;
    assert.match(last?.subject ?? '', /^Angebot abgelaufen: Offer/);
    assert.match(last?.text ?? '', /Du hast den Platz nicht rechtzeitig angenommen/);
  });

  it('is told of a spot that is offered', async () => {
    const programId = await plan.program({ policies: { waitlist_mode: 'offer' } });
    const fields = { program_id: programId, capacity: 1, waitlist_capacity: 5, title: 'Second offer' };
    const shiftId = await plan.shift(fields, 400);
    const [ada, ben] = [await plan.volunteer(), await plan.volunteer()];
    expect200(await plan.signUp(ada, shiftId));
    expect200(await plan.signUp(ben, shiftId));
    assert.equal((await plan.leave(ada, shiftId)).status, 204);
    // The job that ends the offer tomorrow is nothing to wait for here.
    await sql`delete from queued_jobs where task = 'expire_offer'`.execute(database.db);
    const offered = (await mailFor(ben)).at(-1);
    assert.match(offered?.subject ?? '', /^A spot is free: Second offer/);
    assert.match(plain(offered?.text), /Answer by: \w+, \w+ \d+, \d+:\d\d [AP]M \(UTC\)/);
  });

  it('gets an email when someone else cancels, and gets both calendars right when they move', async () => {
    const [here, there] = [
      await plan.shift({ title: 'Here' }, 300),
      await plan.shift({ title: 'There' }, 310),
    ];
    const ada = await plan.volunteer();
    expect200(await plan.signUp(ada, here));
    await muster.deliverMail();
    expect200(await plan.change(ada, here, there));
    const moved = await oneMailFor(ada);
    assert.match(moved.subject ?? '', /^You’re signed up: There/);
    const former = calendarOf(moved, 'former-shift.ics');
    assert.equal(former.method, 'CANCEL');
    assert.equal(former.value('uid'), `shift-${here}-person-${ada.id}@muster.example.org`);
    const gone = await plan.planner.del(`/shifts/${there}/signups/${ada.id}`, { reason: 'Too many' });
    assert.equal(gone.status, 204);
    const cancelled = await oneMailFor(ada);
    assert.match(cancelled.subject ?? '', /^You’re no longer signed up: There/);
    assert.match(cancelled.text ?? '', /Reason: Too many/);
  });
});

describe('everyone on a shift', () => {
  it('gets an email about a new time or place, once, and about nothing else', async () => {
    const shiftId = await plan.shift({ title: 'Moving', time_zone: 'Europe/Oslo' }, 500);
    const [ada, ben] = [await plan.volunteer(), await plan.volunteer()];
    for (const person of [ada, ben]) expect200(await plan.signUp(person, shiftId));
    await muster.deliverMail();
    const { location } = expect200(await plan.planner.get(`/shifts/${shiftId}`));
    const quiet = { title: 'Moved', description: 'New', capacity: 9, location };
    expect200(await plan.planner.patch(`/shifts/${shiftId}`, quiet));
    assert.deepEqual(await mailFor(ada), []);
    const start = Temporal.Instant.from('2031-03-01T08:00:00Z');
    const times = { start_time: `${start}`, end_time: `${start.add({ hours: 2 })}`, location: 'Yard' };
    expect200(await plan.planner.patch(`/shifts/${shiftId}`, { location: 'Garden' }));
    expect200(await plan.planner.patch(`/shifts/${shiftId}`, times));
    const mail = await oneMailFor(ada);
    assert.equal(mail.subject, 'Changed: Moved, Sat, 1 Mar 2031, 09:00');
    assert.match(mail.text ?? '', /Where: Yard/);
    assert.ok(Number(calendarOf(mail).value('sequence')) >= 3);
    assert.equal(smtp.to(ben.email).length, 2);
  });

  it('gets an email when it is cancelled, with the reason', async () => {
    const shiftId = await plan.shift({ title: 'Storm', capacity: 1, waitlist_capacity: 2 }, 600);
    const [ada, ben] = [await plan.volunteer(), await plan.volunteer()];
    for (const person of [ada, ben]) expect200(await plan.signUp(person, shiftId));
    await muster.deliverMail();
    expect200(await plan.planner.post(`/shifts/${shiftId}/cancel`, { reason: 'Storm warning' }));
    const mail = await oneMailFor(ada);
    assert.match(mail.subject ?? '', /^Cancelled: Storm/);
    assert.match(mail.text ?? '', /Reason: Storm warning/);
    assert.deepEqual([calendarOf(mail).method, calendarOf(mail).value('status')], ['CANCEL', 'CANCELLED']);
    assert.match(
      smtp.to(ben.email).at(-1)?.subject ?? '',
      /^Cancelled: Storm/,
      'people on the waitlist get it too',
    );
  });
});

describe('a message', () => {
  it('is queued once however often its event comes, and not for another organization’s people', async () => {
    const ada = await plan.volunteer();
    const shiftId = await plan.shift({ title: 'Once' }, 700);
    expect200(await plan.signUp(ada, shiftId));
    await muster.deliverMail();
    await sql`insert into outbox select position, organization_id, id, created_at from events`.execute(
      database.db,
    );
    const forged = { registration_id: await registrationOf(ada, shiftId), status: 'active' };
    const stranger = await muster.organization(await muster.person());
    await sql`
      insert into events (id, organization_id, type, data, created_at)
      values ('evt_forged', ${stranger}, 'shift.signup', ${JSON.stringify(forged)}, now()),
        ('evt_odd', ${plan.organizationId}, 'shift.signup', '{"registration_id":"1"}', now())
    `.execute(database.db);
    assert.deepEqual(await mailFor(ada), []);
  });

  it('about what is over or undone by now is not sent', async () => {
    const ada = await plan.volunteer();
    const past = await plan.shift({ title: 'Past' }, -50);
    const undone = await plan.shift({ title: 'Undone' }, 720);
    expect200(await plan.planner.post(`/shifts/${past}/signups`, { user_id: ada.id }));
    expect200(await plan.signUp(ada, undone));
    assert.equal((await plan.leave(ada, undone)).status, 204);
    assert.deepEqual(
      (await mailFor(ada)).map(({ subject }) => subject?.split(':')[0]),
      ['You’ve cancelled'],
    );
    const { rows } = await sql<{ outcome: string }>`
      select outcome from notifications where user_id = ${ada.id} order by id
    `.execute(database.db);
    assert.deepEqual(rows.map(({ outcome }) => outcome ?? 'sent').sort(), ['sent', 'superseded', 'too_late']);
  });

  it('is not sent to people who have turned its kind off, in the profile or by the link in the message', async () => {
    const ada = await plan.volunteer();
    const preferences = { signup_confirmed: { email: false } };
    expect200(await as(ada.token).patch('/me', { notification_preferences: preferences }));
    expect200(await plan.signUp(ada, await plan.shift({}, 740)));
    assert.deepEqual(await mailFor(ada), []);

    const ben = await plan.volunteer();
    expect200(await plan.signUp(ben, await plan.shift({}, 740)));
    const mail = await oneMailFor(ben);
    assert.equal(header(mail, 'List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
    const url = /^<(https:\/\/muster\.example\.org(\/api\/v1\/unsubscribe\/[\w-]+))>$/.exec(
      header(mail, 'List-Unsubscribe'),
    );
    assert.ok(url?.[2], header(mail, 'List-Unsubscribe'));
    const asked = await muster.app.inject({ url: url[2] });
    assert.match(asked.body, /Stop sending “Confirmed sign-ups” to/);
    // As a mail program sends it (RFC 8058).
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'List-Unsubscribe=One-Click';
    const done = await muster.app.inject({ method: 'POST', url: url[2], headers: form, payload });
    assert.equal(done.statusCode, 200, done.body);
    const profile = expect200(await as(ben.token).get('/me'));
    assert.deepEqual(profile.notification_preferences, { signup_confirmed: { email: false } });
    expect200(await plan.signUp(ben, await plan.shift({}, 760)));
    assert.deepEqual(await mailFor(ben), []);
    await muster.app.inject({ method: 'POST', url: `${url[2]}?scope=all` });
    const all = expect200(await as(ben.token).get('/me')).notification_preferences;
    assert.deepEqual(all, Object.fromEntries(kinds.map((kind) => [kind, { email: false }])));
    assert.equal((await as(ben.token).del('/me', { password })).status, 204);
    for (const send of [as().get, as().post]) assertRefused(await send(url[2]), 400, 'token_invalid');
  });

  it('waits for a mail server that is down, and goes out when it is up again', async () => {
    const people = await plan.volunteers(6);
    const shiftId = await plan.shift({ title: 'Patient' }, 800);
    smtp.mood = 'refusing';
    for (const person of people) expect200(await plan.signUp(person, shiftId));
    const delivering = muster.deliverMail();
    const refused = smtp.connections;
    await until(() => smtp.connections > refused);
    smtp.mood = 'well';
    await delivering;
    for (const person of people) assert.equal(smtp.to(person.email).length, 1);
  });

  it('that the server does not want is given up, and one that it wants later is kept', async () => {
    const [ada, ben] = [await plan.volunteer(), await plan.volunteer()];
    const shiftId = await plan.shift({ title: 'Unwanted' }, 820);
    smtp.mood = 'picky';
    expect200(await plan.signUp(ada, shiftId));
    await muster.deliverMail();
    smtp.mood = 'greylisting';
    expect200(await plan.signUp(ben, shiftId));
    const delivering = muster.deliverMail();
    await until(async () => {
      const { rows } = await sql`
        select 1 from notification_queue q join notifications n on n.id = q.id
        where n.shift_id = ${shiftId} and q.attempts > 0 and q.leased_until is null
      `.execute(database.db);
      return rows.length === 1;
    });
    smtp.mood = 'well';
    await sql`update notification_queue set due_at = now()`.execute(database.db);
    await delivering;
    const { rows } = await sql<{ status: string; outcome: string | null }>`
      select status, outcome from notifications where shift_id = ${shiftId} order by id
    `.execute(database.db);
    assert.deepEqual(rows, [
      { status: 'skipped', outcome: 'never EENVELOPE 550' },
      { status: 'sent', outcome: null },
    ]);
  });

  it('has the same name at every attempt, so that a receiver can drop the second', async () => {
    const ada = await plan.volunteer();
    smtp.mood = 'forgetful';
    expect200(await plan.signUp(ada, await plan.shift({ title: 'Twice' }, 840)));
    const delivering = muster.deliverMail();
    await until(() => smtp.to(ada.email).length > 0);
    smtp.mood = 'well';
    await delivering;
    const [first, second] = smtp.to(ada.email);
    assert.ok(first && second, 'the server had taken it, but nobody could know');
    assert.equal(second.messageId, first.messageId);
  });
});

describe('reminders', () => {
  it('are sent a day and two hours before, once each, and not to people who want none', async () => {
    const shiftId = await plan.shift({ title: 'Remind', time_zone: 'Europe/Berlin' }, 20);
    const [ada, ben] = [await plan.volunteer(), await plan.volunteer()];
    expect200(
      await as(ben.token).patch('/me', {
        notification_preferences: { reminder: { email: false, push: false } },
      }),
    );
    for (const person of [ada, ben]) expect200(await plan.signUp(person, shiftId));
    await muster.deliverMail();
    const first = await Promise.all([remind(), remind()]);
    assert.deepEqual(first.map(({ sent }) => sent).sort(), [0, 1]);
    assert.deepEqual(first.map(({ skipped }) => skipped).sort(), [0, 1]);
    const mail = await oneMailFor(ada);
    assert.match(mail.subject ?? '', /^Reminder: Remind/);
    assert.match(mail.text ?? '', /starts in about 2\d hours/);
    assert.match(linkIn(mail, 'cant-come'), /./);
    assert.match(mail.text ?? '', /Notification settings: \S+\/me\/settings\n/);
    assert.equal(calendarOf(mail).method, 'PUBLISH');
    muster.setAhead({ hours: 19 });
    assert.deepEqual(await remind(), { sent: 1, skipped: 1 });
    assert.deepEqual(await remind(), { sent: 0, skipped: 0 });
    assert.match((await oneMailFor(ada)).text ?? '', /starts in about \d hours?\./);
    assert.equal(smtp.to(ben.email).length, 1);
    muster.setAhead({ hours: 30 });
    assert.deepEqual(await remind(), { sent: 0, skipped: 0 });
  });

  it('of the day before that came late give way to the one right before the start', async () => {
    const shiftId = await plan.shift({ title: 'Late' }, 23);
    const ada = await plan.volunteer();
    expect200(await plan.signUp(ada, shiftId));
    await muster.deliverMail();
    assert.equal((await remind()).sent, 1);
    // The worker was down until an hour before.
    muster.setAhead({ hours: 22 });
    assert.equal((await remind()).sent, 1);
    assert.match((await oneMailFor(ada)).text ?? '', /about \d hours?\./);
  });
});

describe('the “can’t come” link', () => {
  it('asks on GET, cancels on POST, once, and without login', async () => {
    const shiftId = await plan.shift({ title: 'Link', capacity: 1, waitlist_capacity: 3 }, 21);
    const [ada, ben] = [await plan.volunteer(), await plan.volunteer()];
    for (const person of [ada, ben]) expect200(await plan.signUp(person, shiftId));
    await remind();
    const mail = (await mailFor(ada)).find(({ subject }) => subject?.startsWith('Reminder'));
    assert.ok(mail);
    const url = linkIn(mail, 'cant-come');
    for (let look = 0; look < 2; look += 1) {
      const page = await muster.app.inject({ url });
      assert.equal(page.statusCode, 200);
      assert.match(String(page.headers['content-security-policy']), /form-action 'self'/);
      assert.match(page.body, /<button[^>]*>Yes, cancel/);
    }
    assert.equal(await plan.statusOf(ada, shiftId), 'active', 'a scanner that follows links cancels nothing');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const done = await muster.app.inject({ method: 'POST', url, headers, payload: '' });
    assert.match(done.body, /Thanks for letting us know/);
    const roster = await plan.roster(shiftId);
    const statuses = Object.fromEntries(roster.map((one) => [one.user_id, one.status]));
    assert.deepEqual(
      statuses,
      { [ada.id]: 'cancelled', [ben.id]: 'active' },
      'the next in line has the spot',
    );
    const audit = expect200(await plan.planner.get(`/audit?organization_id=${plan.organizationId}`));
    assert.ok(
      (audit.items as { action: string; source: string }[]).some(
        ({ action, source }) => action === 'registration.cancelled' && source === 'self_service',
      ),
    );
    // Signed up again, the old link does no harm.
    assert.equal((await plan.leave(ben, shiftId)).status, 204);
    expect200(await plan.signUp(ada, shiftId));
    const again = await muster.app.inject({ method: 'POST', url });
    assert.match(again.body, /You’re not signed up/);
    assert.equal(await plan.statusOf(ada, shiftId), 'active');
  });

  it('is refused when it was tampered with, and says so when it is too late', async () => {
    const shiftId = await plan.shift({ title: 'Too late' }, 22);
    const ada = await plan.volunteer();
    expect200(await plan.signUp(ada, shiftId));
    const url = linkIn(await oneMailFor(ada), 'cant-come');
    for (const bad of [
      url.replace(/\w$/, 'x'),
      '/api/v1/cant-come/1',
      '/api/v1/cant-come/0-'.padEnd(60, 'a'),
    ])
      assert.equal((await muster.app.inject({ method: 'POST', url: bad })).statusCode, 400, bad);
    const headers = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'de' };
    for (const method of ['GET', 'POST'] as const) {
      const page = await muster.app.inject({ method, url: '/api/v1/cant-come/1', headers });
      assert.equal(page.statusCode, 400);
      assert.equal(page.headers['content-language'], 'de');
      assert.match(page.body, /<h1>Link abgelaufen<\/h1>/);
    }
    muster.setAhead({ hours: 23 });
    const late = await muster.app.inject({ method: 'POST', url });
    assert.equal(late.statusCode, 409);
    assert.match(late.body, /Please contact your coordinator/);
  });
});

describe('coordinators', () => {
  it('read in their own morning which shifts of tomorrow are understaffed, once a day', async () => {
    const tokyo = await planning(muster);
    await tokyo.planner.patch(`/organizations/${tokyo.organizationId}`, { time_zone: 'Asia/Tokyo' });
    const coordinator = await muster.member(tokyo.organizationId, 'coordinator');
    const helper = await muster.member(tokyo.organizationId, 'volunteer');
    const at = (day: string) => ({ start_time: `${day}T09:00:00+09:00`, end_time: `${day}T11:00:00+09:00` });
    const fields = { time_zone: 'Asia/Tokyo', capacity: 3 };
    await tokyo.shift({ ...fields, ...at('2031-05-02'), minimum: 2, title: 'Thin' });
    await tokyo.shift({ ...fields, ...at('2031-05-03'), title: 'Later' });
    const enough = await tokyo.shift({ ...fields, ...at('2031-05-02'), title: 'Enough' });
    expect200(await tokyo.signUp(helper, enough));
    const roles = [{ key: 'cook', name: 'Cook', minimum: 1 }];
    const evening = { start_time: '2031-05-02T18:00:00+09:00', end_time: '2031-05-02T20:00:00+09:00' };
    const uncooked = await tokyo.shift({ ...fields, ...evening, capacity: null, roles, title: 'Uncooked' });
    expect200(await tokyo.signUp(helper, uncooked));
    await muster.deliverMail();
    const ask = (time: string) =>
      reportShortages(platform, systemCall('test', Temporal.Instant.from(`2031-05-01T${time}+09:00`)));
    assert.equal(await ask('05:30'), 0);
    assert.equal(await ask('07:20'), 2, 'the owner and the coordinator');
    assert.equal(await ask('10:00'), 0);
    muster.setAhead(Temporal.Now.instant().until('2031-05-01T08:00:00+09:00'));
    const mail = await oneMailFor(coordinator);
    assert.equal(mail.subject, '2 shifts need people tomorrow');
    assert.match(
      plain(mail.text),
      /Thin\n {2}Fri, May 2, 9:00 – 11:00 AM \(Japan Standard Time\): 0 confirmed, at least 2 people needed/,
    );
    assert.match(plain(mail.text), /Uncooked\n.*: Cook: 0 confirmed, at least 1 needed/);
    assert.doesNotMatch(mail.text ?? '', /Enough|Later/);
  });

  it('can ask who could take a shift', async () => {
    const team = await planning(muster);
    const shiftId = await team.shift({ capacity: 3, title: 'Who?' });
    const [ada, ben, busy] = (await team.volunteers(3)) as [Person, Person, Person];
    const elsewhere = await team.shift({ title: 'At the same time' });
    expect200(await team.signUp(busy, elsewhere));
    expect200(await team.signUp(ben, shiftId));
    const { items, next_cursor } = expect200(await team.planner.get(`/shifts/${shiftId}/candidates`));
    const ids = (items as { user_id: number }[]).map(({ user_id }) => user_id);
    assert.deepEqual(ids, [team.owner.id, ada.id]);
    assert.equal(next_cursor, null);
    const page = expect200(await team.planner.get(`/shifts/${shiftId}/candidates?limit=1`));
    assert.equal(page.items.length, 1);
    const rest = await team.planner.get(`/shifts/${shiftId}/candidates?limit=1&cursor=${page.next_cursor}`);
    assert.deepEqual(
      (expect200(rest).items as { user_id: number }[]).map(({ user_id }) => user_id),
      [ada.id],
    );
    assert.equal((await as(ada.token).get(`/shifts/${shiftId}/candidates`)).status, 403);
  });
});

describe('a coordinator’s words', () => {
  it('reach everyone who is coming, with the shift below, and no one else', async () => {
    const [ada, ben, cleo] = await plan.volunteers(3);
    assert.ok(ada && ben && cleo);
    const shiftId = await plan.shift({ title: 'Sorting', capacity: 1, waitlist_capacity: 5 });
    expect200(await plan.signUp(ada, shiftId));
    expect200(await plan.signUp(ben, shiftId));
    await muster.deliverMail();
    const text = 'Bring gloves.\n\n<b>It will be cold.</b>';
    const sent = expect200(
      await plan.planner.post(`/shifts/${shiftId}/messages`, { subject: ' Gloves ', text }),
    );
    assert.deepEqual([sent.recipients, sent.message], [1, 'Message sent to 1 person.']);
    const mail = await oneMailFor(ada);
    assert.equal(mail.subject, 'Gloves');
    assert.match(
      mail.text ?? '',
      /sent this message about your shift:\n\nBring gloves\.\n\n<b>It will be cold/,
    );
    assert.match(mail.html ?? '', /<p>&lt;b&gt;It will be cold/);
    assert.match(mail.text ?? '', /Shift: Sorting/);
    assert.equal(smtp.to(ben.email).filter(({ subject }) => subject === 'Gloves').length, 0);
    const waiting = { subject: 'Soon', text: 'You are next.', statuses: ['waitlisted'] };
    expect200(await plan.planner.post(`/shifts/${shiftId}/messages`, waiting));
    assert.equal((await oneMailFor(ben)).subject, 'Soon');
  });

  it('are not sent to people who want none, nor by people who may not', async () => {
    const ada = await plan.volunteer();
    const shiftId = await plan.shift();
    expect200(await plan.signUp(ada, shiftId));
    await muster.deliverMail();
    expect200(
      await as(ada.token).patch('/me', { notification_preferences: { shift_message: { email: false } } }),
    );
    const words = { subject: 'Gloves', text: 'Bring some.' };
    expect200(await plan.planner.post(`/shifts/${shiftId}/messages`, words));
    assert.deepEqual(await mailFor(ada), []);
    assert.equal((await as(ada.token).post(`/shifts/${shiftId}/messages`, words)).status, 403);
  });
});

describe('a person who earns a badge', () => {
  const awarded = (userId: number, organizationId: number, more: object = {}) => ({
    type: 'badge.awarded',
    organizationId,
    data: { award_id: 1, badge_id: 1, name: 'Fifty <hours>', user_id: userId, renewal: false, ...more },
  });
  const happen = (...events: DomainEvent[]) =>
    inTransaction(database, {}, (tx) => record(tx, platform.clock(), ...events));

  it('gets one email, in their language', async () => {
    const ada = await plan.volunteer();
    expect200(await as(ada.token).patch('/me', { language: 'de' }));
    await happen(awarded(ada.id, plan.organizationId));
    const mail = await oneMailFor(ada);
    assert.equal(mail.subject, 'Du hast ein Abzeichen bekommen: Fifty <hours>');
    assert.match(mail.text ?? '', /https:\/\/muster\.example\.org\/me\/badges/);
    await happen(awarded(ada.id, plan.organizationId, { renewal: true }));
    assert.match((await oneMailFor(ada)).subject ?? '', /verlängert/);
  });

  it('gets no email about what another organization invents', async () => {
    const [ada, other] = [await plan.volunteer(), await planning(muster)];
    await happen(awarded(ada.id, other.organizationId));
    assert.deepEqual(await mailFor(ada), []);
  });
});

describe('an invitation', () => {
  it('is written in the language of the invited', async () => {
    const ute = await muster.person('Ute');
    expect200(await as(ute.token).patch('/me', { language: 'de' }));
    const path = `/organizations/${plan.organizationId}/invitations`;
    expect200(await plan.planner.post(path, { email: ute.email, expires_in_days: 1 }));
    expect200(await plan.planner.post(path, { email: 'new@example.org' }));
    await muster.deliverMail();
    const [german] = smtp.to(ute.email);
    assert.equal(german?.subject, 'Harbor Kitchen lädt dich ein');
    assert.match(german?.text ?? '', /Der Link ist 1 Tag lang gültig/);
    assert.match(german?.html ?? '', /href="https:\/\/muster\.example\.org\/invitation\?token=/);
    assert.equal(smtp.to('new@example.org')[0]?.subject, 'Join Harbor Kitchen on Muster');
  });
});

describe('what is held on a person', () => {
  it('names the messages and is forgotten with them', async () => {
    const ada = await plan.volunteer();
    expect200(await plan.signUp(ada, await plan.shift({}, 900)));
    await muster.deliverMail();
    const held = expect200(await as(ada.token).get('/me/export')).notifications;
    assert.deepEqual(
      (held as { kind: string; status: string }[]).map(({ kind, status }) => [kind, status]),
      [['signup_confirmed', 'sent']],
    );
    assert.equal((await as(ada.token).del('/me', { password })).status, 204);
    const { rows } = await sql`select 1 from notifications where user_id = ${ada.id}`.execute(database.db);
    assert.equal(rows.length, 0);
  });

  it('was all done without a single error', () => assert.deepEqual(muster.errors, []));
});
