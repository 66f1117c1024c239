import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, expect200, peopleApp } from '#test/people.ts';

const muster = await peopleApp();
const { as } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner);
const coordinator = await muster.member(organization, 'coordinator');
const vera = await muster.member(organization, 'volunteer');
const planner = as(coordinator.token);
const file = `/organizations/${organization}/members/${vera.id}`;
const contact = { name: 'Bo', phone: '+1 555 0100', relation: 'brother' };
const soon = (hours: number) => Temporal.Now.instant().add({ hours }).toString();

expect200(
  await as(vera.token).patch('/me', {
    phone: '+1 555 0123',
    date_of_birth: '1990-05-17',
    emergency_contact: contact,
  }),
);

describe('GET /organizations/{id}/members/{user_id}', () => {
  it('tells everything that coordinators need of a member, in one answer', async () => {
    const program = expect200(
      await planner.post('/programs', { name: 'Pantry', organization_id: organization }),
    ).id;
    const times = { start_time: soon(48), end_time: soon(51) };
    const shift = expect200(await planner.post('/shifts', { program_id: program, ...times })).id;
    expect200(await as(vera.token).post(`/shifts/${shift}/signups`));
    expect200(
      await as(vera.token).send('PUT', '/me/availability', {
        weekly: [{ weekday: 1, from: '09:00', until: '12:00' }],
      }),
    );
    const form = expect200(
      await planner.post('/forms', {
        organization_id: organization,
        title: 'Driving',
        status: 'published',
        schema: { type: 'object', properties: { licence: { type: 'string' } } },
      }),
    ).id;
    expect200(await as(vera.token).post(`/forms/${form}/submissions`, { answers: { licence: 'B' } }));
    const badge = expect200(
      await planner.post('/badges', {
        organization_id: organization,
        name: 'First aider',
        description: 'Knows what to do',
        criteria: { type: 'manual' },
      }),
    ).id;
    expect200(await planner.post(`/badges/${badge}/award`, { user_id: vera.id }));
    const member = expect200(await planner.get(file));
    assert.equal(member.name, 'Test volunteer');
    assert.equal(member.phone, '+1 555 0123');
    assert.equal(member.availability.weekly[0].from, '09:00');
    assert.deepEqual(
      member.registrations.items.map((row: { shift_id: number }) => row.shift_id),
      [shift],
    );
    assert.deepEqual(
      member.submissions.map((row: object) => ({ ...row })).map(pick('form_title', 'answers')),
      [{ form_title: 'Driving', answers: { licence: 'B' } }],
    );
    assert.deepEqual(member.badges.map(pick('badge_name', 'status')), [
      { badge_name: 'First aider', status: 'active' },
    ]);
    assert.deepEqual(member.journeys, []);
    assert.equal(member.hours.totals.minutes, 0);
  });

  it('shows the date of birth only while a rule asks for it', async () => {
    const birth = async () => {
      const { asks_date_of_birth: asks, date_of_birth: day } = expect200(await planner.get(file));
      return [asks, day];
    };
    assert.deepEqual(await birth(), [false, null]);
    const mission = { name: 'Adults', organization_id: organization, requirements: { minimum_age: 18 } };
    const { id } = expect200(await planner.post('/missions', mission));
    assert.deepEqual(await birth(), [true, '1990-05-17']);
    expect200(await planner.post(`/missions/${id}/archive`));
    assert.deepEqual(await birth(), [false, null]);
    const policies = { minors: { minimum_age: 16 } };
    expect200(await as(owner.token).patch(`/organizations/${organization}`, { policies }));
    assert.deepEqual(await birth(), [true, '1990-05-17']);
  });

  it('is found by its id in the list of members as well', async () => {
    const { items } = expect200(
      await planner.get(`/organizations/${organization}/members?user_id=${vera.id}`),
    );
    assert.deepEqual(items.map(pick('user_id')), [{ user_id: vera.id }]);
  });

  it('never holds the emergency contact itself', async () => {
    const { body } = await planner.get(file);
    assert.equal(body.has_emergency_contact, true);
    assert.ok(!JSON.stringify(body).includes(contact.phone));
  });

  it('leaves out what an API key has no scope for', async () => {
    const key = await muster.apiKey(owner, organization, ['members', 'badges']);
    const member = expect200(await as(key).get(file));
    assert.equal(member.badges.length, 1);
    assert.equal(member.submissions, null);
    assert.equal(member.availability, null);
    assert.equal(member.registrations, null);
    assert.equal(member.hours, null);
    assert.equal(member.journeys, null);
  });

  it('knows members of the organization only, and shows only what they do there', async () => {
    const elsewhere = await muster.person();
    const other = await muster.organization(elsewhere);
    assertRefused(
      await planner.get(`/organizations/${organization}/members/${elsewhere.id}`),
      404,
      'not_found',
    );
    assertRefused(await planner.get(`/organizations/${other}/members/${vera.id}`), 404, 'not_found');
    assertRefused(await as(elsewhere.token).get(file), 404, 'not_found');
    assertRefused(await as(vera.token).get(file), 403, 'forbidden');
  });
});

describe('POST /organizations/{id}/members/{user_id}/emergency-contact', () => {
  it('shows whom to call, and the audit log keeps each look without what was seen', async () => {
    const look = `${file}/emergency-contact`;
    for (let time = 1; time <= 2; time += 1)
      assert.deepEqual(expect200(await planner.post(look)), { emergency_contact: contact });
    const { items } = expect200(await as(owner.token).get('/audit?action=member.emergency_contact_shown'));
    assert.equal(items.length, 2);
    for (const row of items) {
      assert.equal(row.actor_id, coordinator.id);
      assert.equal(row.subject_user_id, vera.id);
    }
    assert.ok(!JSON.stringify(items).includes(contact.phone));
  });

  it('is for coordinators of the organization, about its members', async () => {
    const refused = await as(vera.token).post(`${file}/emergency-contact`);
    assertRefused(refused, 403, 'forbidden');
    assert.deepEqual(refused.body.errors[0].params, { access: 'coordinator' });
    const stranger = await muster.person();
    const path = `/organizations/${organization}/members/${stranger.id}/emergency-contact`;
    assertRefused(await planner.post(path), 404, 'not_found');
  });
});

function pick(...names: string[]) {
  return (row: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, row[name]]));
}

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
