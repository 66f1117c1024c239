import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemCall } from '#kernel/call.ts';
import { sendStepReminders } from '#slices/notifications/commands/send-reminders.ts';
import { expect200, type Person, peopleApp } from '#test/people.ts';

const muster = await peopleApp();
const { as, platform } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner, 'Harbor');
const coordinator = as((await muster.member(organization, 'coordinator')).token);
const post = async (path: string, body: object = {}) => expect200(await coordinator.post(path, body));
const steps = [
  { key: 'call', title: 'Call Carlos', kind: 'manual', deadline_days: 10, reminder_days: 3 },
  { key: 'visit', title: 'Visit us', kind: 'manual', deadline_days: 10, reminder_days: 3 },
];
const { id: journey } = await post('/journeys', { name: 'Onboarding', status: 'published', steps });

const enroll = async ({ token }: Person) =>
  expect200(await as(token).post(`/journeys/${journey}/enrollments`));
const remind = async (days: number) => {
  const call = systemCall('test', Temporal.Now.instant().add({ hours: 24 * days }));
  return (await sendStepReminders(platform, call, { organizationIds: [organization] })).queued;
};
const mailsTo = async (person: Person, days: number) => {
  muster.setAhead({ hours: 24 * days });
  const mails = (await muster.deliverMail()).filter(({ to }) => to === person.email);
  muster.setAhead({ seconds: 0 });
  return mails;
};

describe('a reminder of a step', () => {
  it('goes out once, so many days before the deadline', async () => {
    const vera = await muster.member(organization, 'volunteer');
    await enroll(vera);
    assert.equal(await remind(6), 0);
    const counts = await Promise.all([remind(8), remind(8), remind(8)]);
    assert.deepEqual(counts.sort(), [0, 0, 1]);
    assert.equal(await remind(9), 0);
    const [mail, ...others] = await mailsTo(vera, 9);
    assert.equal(others.length, 0);
    assert.equal(mail?.subject, 'Next step: Call Carlos');
    assert.match(mail?.text ?? '', /your next step in “Onboarding”: Call Carlos\./);
    assert.match(mail?.text ?? '', new RegExp(`/journeys/${journey}`));
  });

  it('is not sent past the deadline, to people who have done it in the meantime, or to those who want none', async () => {
    const [late, quick, quiet] = [
      await muster.member(organization, 'volunteer'),
      await muster.member(organization, 'volunteer'),
      await muster.member(organization, 'volunteer'),
    ];
    await enroll(late);
    assert.equal(await remind(11), 0);
    const wish = { notification_preferences: { journey_reminder: { email: false } } };
    expect200(await as(quiet.token).patch('/me', wish));
    await enroll(quiet);
    const begun = await enroll(quick);
    assert.equal(await remind(8), 2, 'those who are not late');
    const path = `/journeys/${journey}/enrollments/${begun.id}/steps/${begun.steps[0].step_id}/complete`;
    await post(path);
    for (const person of [quick, quiet]) assert.deepEqual(await mailsTo(person, 9), []);
  });

  it('of the next step follows its own deadline', async () => {
    const vera = await muster.member(organization, 'volunteer');
    const begun = await enroll(vera);
    await remind(8);
    await mailsTo(vera, 8);
    await post(`/journeys/${journey}/enrollments/${begun.id}/steps/${begun.steps[0].step_id}/complete`);
    await remind(8);
    const subjects = (await mailsTo(vera, 8)).map(({ subject }) => subject);
    assert.deepEqual(subjects.sort(), ['Next step: Call Carlos', 'Next step: Visit us']);
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
