import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { systemCall } from '#kernel/call.ts';
import { closeAttendance } from '#slices/attendance/commands/close-attendance.ts';
import { attendanceWorld } from '#test/attendance.ts';
import { type Client, expect200, type Person } from '#test/people.ts';
import { slices } from './slices.ts';

const catalogue = slices.flatMap((slice) => slice.events ?? []).map(({ type }) => type);

const world = await attendanceWorld();
const { as, organizationId, now, volunteer, shift, checkIn, checkOut } = world;
const owner = as(world.owner.token);
const dayMinutes = 24 * 60;

async function post(path: string, body: object = {}, client: Client = owner) {
  return expect200(await client.post(path, body));
}

/** Returns the id of the registration. */
async function signUp(person: Person, shiftId: number): Promise<number> {
  return (await post(`/shifts/${shiftId}/signups`, {}, as(person.token))).registration.id;
}

async function leave(person: Person, shiftId: number): Promise<void> {
  assert.equal((await as(person.token).del(`/shifts/${shiftId}/signups`)).status, 204);
}

/** A full shift and who waits for it. */
async function fullShift(fields: object = {}) {
  const shiftId = await shift(3 * dayMinutes, { capacity: 1, waitlist_capacity: 5, ...fields });
  const [holder, waiting] = [await volunteer(), await volunteer()];
  await signUp(holder, shiftId);
  await signUp(waiting, shiftId);
  return { shiftId, holder };
}

async function signUpForApproval(): Promise<number> {
  return await signUp(await volunteer(), await shift(dayMinutes, { requires_approval: true }));
}

interface Journey {
  readonly path: string;
  readonly steps: readonly { readonly step_id: number }[];
}

async function startJourney(): Promise<Journey> {
  const steps = ['Meet us', 'Sing with us'].map((title, index) => ({
    key: `step_${index}`,
    title,
    kind: 'manual',
  }));
  const { id } = await post('/journeys', {
    organization_id: organizationId,
    name: 'Welcome',
    status: 'published',
    steps,
  });
  const enrollment = await post(`/journeys/${id}/enrollments`, {}, as((await volunteer()).token));
  return { path: `/journeys/${id}/enrollments/${enrollment.id}`, steps: enrollment.steps };
}

async function completeJourney(): Promise<void> {
  const { path, steps } = await startJourney();
  for (const { step_id } of steps) await post(`${path}/steps/${step_id}/complete`);
}

async function askToJoin(): Promise<{ id: number }> {
  expect200(await owner.patch(`/organizations/${organizationId}`, { join_rule: 'invitation' }));
  return await post(`/organizations/${organizationId}/join-requests`, {}, as((await world.person()).token));
}

async function attend(): Promise<void> {
  const [person, shiftId] = [await volunteer(), await shift(-10)];
  await world.signUp(person, shiftId);
  expect200(await checkIn(person, shiftId));
  expect200(await checkOut(person, shiftId));
}

async function ask(): Promise<{ person: Person; shiftId: number; id: number }> {
  const [person, shiftId] = [await volunteer(), await shift(dayMinutes)];
  const { ask_id } = await post(`/shifts/${shiftId}/asks`, { user_ids: [person.id] });
  return { person, shiftId, id: ask_id };
}

async function offerSpot(): Promise<number> {
  const [person, shiftId] = [await volunteer(), await shift(dayMinutes)];
  await signUp(person, shiftId);
  return (await post(`/shifts/${shiftId}/swaps`, {}, as(person.token))).id;
}

async function reportHours(): Promise<{ person: Person; id: number }> {
  const person = await volunteer();
  const report = { program_id: world.programId, day: now.toString().slice(0, 10), minutes: 30 };
  const { id } = await post('/me/hours/reports', report, as(person.token));
  return { person, id };
}

async function decideOn({ id }: { id: number }, verb: string, body: object = {}): Promise<void> {
  await post(`/organizations/${organizationId}/hours/reports/${id}/${verb}`, body);
}

/** What someone does for each event to happen. */
const causes: Readonly<Record<string, () => Promise<unknown>>> = {
  'member.joined': async () => {
    const patched = await owner.patch(`/organizations/${organizationId}`, { join_rule: 'open' });
    expect200(patched);
    await post(`/organizations/${organizationId}/join`, {}, as((await world.person()).token));
  },
  'member.join_requested': async () => askToJoin(),
  'member.join_declined': async () => {
    const { id } = await askToJoin();
    await post(`/organizations/${organizationId}/join-requests/${id}/decline`);
  },
  'member.left': async () =>
    post(`/organizations/${organizationId}/leave`, {}, as((await volunteer()).token)),
  'member.tags_changed': async () => {
    const tag = await post(`/organizations/${organizationId}/tags`, { name: 'Early' });
    const people = [(await volunteer()).id];
    await post(`/organizations/${organizationId}/members/tags`, { user_ids: people, add: [tag.id] });
  },
  'form.submitted': async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    const form = { organization_id: organizationId, title: 'About you', status: 'published', schema };
    const { id } = await post('/forms', form);
    await post(`/forms/${id}/submissions`, { answers: { name: 'Vera' } }, as((await volunteer()).token));
  },
  'shift.created': () => shift(dayMinutes),
  'shift.updated': async () => {
    expect200(await owner.patch(`/shifts/${await shift(dayMinutes)}`, { title: 'Another title' }));
  },
  'shift.cancelled': async () => post(`/shifts/${await shift(dayMinutes)}/cancel`),
  'shift.signup': async () => signUp(await volunteer(), await shift(dayMinutes)),
  'shift.signup_approved': async () => post(`/registrations/${await signUpForApproval()}/approve`),
  'shift.signup_rejected': async () => post(`/registrations/${await signUpForApproval()}/reject`),
  'shift.signup_cancelled': async () => {
    const [person, shiftId] = [await volunteer(), await shift(dayMinutes)];
    await signUp(person, shiftId);
    await leave(person, shiftId);
  },
  'shift.signup_changed': async () => {
    const [person, from, to] = [await volunteer(), await shift(dayMinutes), await shift(dayMinutes)];
    await signUp(person, from);
    await post(`/shifts/${to}/signups/change`, { current_shift_id: from }, as(person.token));
  },
  'shift.swap_offered': () => offerSpot(),
  'shift.swap_accepted': async () =>
    post(`/swaps/${await offerSpot()}/accept`, {}, as((await volunteer()).token)),
  'shift.swap_reopened': async () => {
    const policies = { swap_mode: 'approval' };
    const { id } = await post('/programs', { name: 'Swaps', organization_id: organizationId, policies });
    const [person, shiftId] = [await volunteer(), await shift(dayMinutes, { program_id: id })];
    await signUp(person, shiftId);
    const swap = await post(`/shifts/${shiftId}/swaps`, {}, as(person.token));
    await post(`/swaps/${swap.id}/accept`, {}, as((await volunteer()).token));
    const { end_time } = expect200(await owner.get(`/shifts/${shiftId}`));
    const later = Temporal.Instant.from(end_time).add({ hours: 1 });
    expect200(await owner.patch(`/shifts/${shiftId}`, { end_time: `${later}` }));
  },
  'shift.swap_ended': async () => {
    const [person, shiftId] = [await volunteer(), await shift(dayMinutes)];
    await signUp(person, shiftId);
    await post(`/shifts/${shiftId}/swaps`, {}, as(person.token));
    await leave(person, shiftId);
  },
  'shift.waitlisted': () => fullShift(),
  'shift.waitlist_offered': async () => {
    const policies = { waitlist_mode: 'offer' };
    const { id } = await post('/programs', { name: 'Offers', organization_id: organizationId, policies });
    const { shiftId, holder } = await fullShift({ program_id: id });
    await leave(holder, shiftId);
  },
  'shift.waitlist_promoted': async () => {
    const { shiftId, holder } = await fullShift();
    await leave(holder, shiftId);
  },
  'shift.asked': () => ask(),
  'shift.ask_answered': async () => {
    const { person, id } = await ask();
    await post(`/me/asks/${id}/decline`, {}, as(person.token));
  },
  'shift.ask_withdrawn': async () => {
    const { shiftId } = await ask();
    await post(`/shifts/${shiftId}/asks/withdraw`);
  },
  'message.sent': async () => {
    const texts = [{ language: 'en', subject: 'Hello', text: 'See you there.' }];
    await post(`/organizations/${organizationId}/messages`, { user_ids: [(await volunteer()).id], texts });
  },
  'shift.checkin': attend,
  'shift.checkout': attend,
  'shift.no_show': async () => {
    await world.signUp(await volunteer(), await shift(-10));
    const later = now.add({ minutes: dayMinutes });
    await closeAttendance(world.platform, systemCall('test', later), { organizationIds: [organizationId] });
  },
  'shift.attendance_corrected': async () => {
    const id = await world.signUp(await volunteer(), await shift(-300));
    for (const status of ['checked_out', 'expected'])
      expect200(await as(world.owner.token).patch(`/attendance/${id}`, { status }));
  },
  'shift.hours_verified': async () => {
    const id = await world.signUp(await volunteer(), await shift(-300));
    expect200(await as(world.owner.token).patch(`/attendance/${id}`, { status: 'checked_out' }));
    await post(`/organizations/${organizationId}/attendance/verify`, { ids: [id] });
  },
  'hours.aggregated': async () => {
    await attend();
    // No one stays for less than a minute, and then there is something to add up.
    await sql`update attendance set minutes = 60 where status = 'checked_out'`.execute(world.database.db);
    await post('/jobs/aggregate-hours', { organization_id: organizationId });
  },
  'hours.reported': reportHours,
  'hours.report_changed': async () => {
    const { person, id } = await reportHours();
    expect200(await as(person.token).patch(`/me/hours/reports/${id}`, { minutes: 45 }));
  },
  'hours.report_withdrawn': async () => {
    const { person, id } = await reportHours();
    assert.equal((await as(person.token).del(`/me/hours/reports/${id}`)).status, 204);
  },
  'hours.report_approved': async () => decideOn(await reportHours(), 'approve'),
  'hours.report_rejected': async () => decideOn(await reportHours(), 'reject', { reason: 'Twice' }),
  'hours.report_reopened': async () => {
    const report = await reportHours();
    await decideOn(report, 'approve');
    await decideOn(report, 'reopen');
  },
  'journey.enrolled': completeJourney,
  'journey.step_completed': completeJourney,
  'journey.completed': completeJourney,
  'journey.step_reopened': async () => {
    const { path, steps } = await startJourney();
    for (const verb of ['complete', 'undo']) await post(`${path}/steps/${steps[0]?.step_id}/${verb}`);
  },
  'journey.withdrawn': async () => {
    const { path } = await startJourney();
    await post(`${path}/withdraw`);
  },
  'badge.revoked': async () => {
    const { id } = await post('/badges', { organization_id: organizationId, name: 'Singer' });
    const { award } = await post(`/badges/${id}/award`, { user_id: (await volunteer()).id });
    await post(`/badges/${id}/awards/${award.id}/revoke`);
  },
  'badge.awarded': async () => {
    const { id } = await post('/badges', { organization_id: organizationId, name: 'Helper' });
    await post(`/badges/${id}/award`, { user_id: (await volunteer()).id });
  },
  'webhook.test': async () => {
    const endpoint = {
      organization_id: organizationId,
      name: 'All',
      url: 'https://example.org/hooks',
      events: catalogue,
    };
    const { id } = await post('/webhooks/endpoints', endpoint);
    await post(`/webhooks/endpoints/${id}/test`);
  },
};

/** The events recorded so far. */
async function told(): Promise<Map<string, number>> {
  const { rows } = await sql<{ type: string; times: number }>`
    select type, count(*) as times from (
      select id, type from events union select event_id, event_type from webhook_messages
    ) as told group by type
  `.execute(world.database.db);
  return new Map(rows.map(({ type, times }) => [type, times]));
}

describe('the catalogue of events', () => {
  it('is what these tests know how to bring about', () => {
    assert.deepEqual(Object.keys(causes).sort(), catalogue.toSorted());
  });

  for (const [type, cause] of Object.entries(causes))
    it(`holds ${type}, and it happens`, async () => {
      const before = (await told()).get(type) ?? 0;
      await cause();
      assert.ok(((await told()).get(type) ?? 0) > before);
    });

  it('holds all that has been told, and everything in it has been', async () => {
    assert.deepEqual([...(await told()).keys()].sort(), catalogue.toSorted());
    assert.deepEqual(world.errors, []);
  });

  it('is the only source of events: no one writes one by hand', async () => {
    const handmade: string[] = [];
    for await (const file of glob('src/slices/**/*.ts')) {
      if (/\.test\.ts$|\/events\.ts$/.test(file)) continue;
      const source = await readFile(file, 'utf8');
      const makers = /import (?:type )?\{([^}]*)\} from '(?:\.\.?\/)+events\.ts'/.exec(source)?.[1] ?? '';
      for (const [call, first = ''] of source.matchAll(/\brecord\(\s*\w+,\s*[\w.]+,\s*(\.{3}[\w.#]+|\w+)/g))
        if (!first.startsWith('...') && !makers.includes(first)) handmade.push(`${file}: ${call}`);
      for (const [literal] of source.matchAll(/\btype: '[a-z]+\.[a-z_]+'/g))
        handmade.push(`${file}: ${literal}`);
    }
    assert.deepEqual(handmade, []);
  });
});
