import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, expect200 } from '#test/people.ts';
import { planning, rulesOf } from '#test/planning.ts';

const harbor = await planning();
const { muster, planner, shift, volunteer, signUp, statusOf } = harbor;

describe('a coordinator who moves someone', () => {
  const moveBy = (client: typeof planner, to: number, body: object) =>
    client.post(`/shifts/${to}/signups/change`, body);

  it('to another shift frees the old spot, and the audit log says who did it', async () => {
    const ada = await volunteer();
    const [from, to] = [await shift({}, 40), await shift({}, 60)];
    expect200(await signUp(ada, from));
    const body = { current_shift_id: from, user_id: ada.id };
    const { message, registration } = expect200(await moveBy(planner, to, body));
    assert.equal(message, 'Test volunteer has switched shifts.');
    assert.deepEqual(
      [registration.user_id, registration.shift_id, registration.source],
      [ada.id, to, 'coordinator'],
    );
    assert.equal(await statusOf(ada, from), 'cancelled');
    const { items } = expect200(
      await planner.get(`/audit?organization_id=${harbor.organizationId}&user_id=${ada.id}`),
    );
    const entry = items.find(({ action }: { action: string }) => action === 'registration.changed');
    assert.deepEqual([entry.actor_id, entry.source], [harbor.owner.id, 'coordinator']);
    const [old, { flags, ...now }] = [entry.before, entry.after];
    assert.deepEqual(Object.keys(old).sort(), Object.keys(now).sort());
    assert.deepEqual([old.shift_id, now.shift_id, now.registration_id], [from, to, registration.id]);
  });

  it('to another role of the same shift changes the role and keeps the spot', async () => {
    const ada = await volunteer();
    const roles = [
      { key: 'cook', name: 'Cook', capacity: 1 },
      { key: 'driver', name: 'Driver', capacity: 1 },
    ];
    const id = await shift({ capacity: 1, roles }, 40);
    expect200(await signUp(ada, id, { role_key: 'cook' }));
    const body = { current_shift_id: id, user_id: ada.id, role_key: 'driver' };
    const { registration } = expect200(await moveBy(planner, id, body));
    assert.deepEqual([registration.role_key, registration.status], ['driver', 'active']);
  });

  it('is held by the same rules unless a reason overrides them', async () => {
    const [ada, ben] = await harbor.volunteers(2);
    assert.ok(ada && ben);
    const [from, to] = [await shift({}, 40), await shift({ capacity: 1 }, 60)];
    expect200(await signUp(ada, from));
    expect200(await signUp(ben, to));
    const body = { current_shift_id: from, user_id: ada.id };
    const refused = await moveBy(planner, to, body);
    assertRefused(refused, 409, 'capacity_conflict');
    assert.deepEqual(rulesOf(refused), ['shift_full']);
    assert.equal(await statusOf(ada, from), 'active');
    const override = { reason: 'A chair more', capacity: true };
    const { registration } = expect200(await moveBy(planner, to, { ...body, override }));
    assert.equal(registration.status, 'active');
    assert.equal(expect200(await planner.get(`/shifts/${to}`)).signup_count, 2);
  });

  it('must be one: volunteers move themselves only, and override nothing', async () => {
    const [ada, ben] = await harbor.volunteers(2);
    assert.ok(ada && ben);
    const [from, to] = [await shift({}, 40), await shift({}, 60)];
    expect200(await signUp(ada, from));
    const client = muster.as(ben.token);
    assertRefused(await moveBy(client, to, { current_shift_id: from, user_id: ada.id }), 403, 'forbidden');
    const override = { reason: 'Because' };
    const own = { current_shift_id: from, override };
    assertRefused(await moveBy(muster.as(ada.token), to, own), 403, 'forbidden');
    assert.equal(await statusOf(ada, from), 'active');
  });
});

describe('what waits for a coordinator', () => {
  it('is listed across shifts, the next shift first, page by page', async () => {
    const fresh = await planning(muster);
    const [ada, ben, cleo] = await fresh.volunteers(3);
    assert.ok(ada && ben && cleo);
    const [later, sooner] = [
      await fresh.shift({ requires_approval: true }, 90),
      await fresh.shift({ requires_approval: true }, 30),
    ];
    expect200(await fresh.signUp(ada, later));
    expect200(await fresh.signUp(ben, sooner));
    expect200(await fresh.signUp(cleo, await fresh.shift({}, 50)));
    const path = `/organizations/${fresh.organizationId}/registrations/waiting`;
    const first = expect200(await fresh.planner.get(`${path}?limit=1`));
    assert.deepEqual(
      first.items.map((row: Row) => [row.user_id, row.shift.id, row.status]),
      [[ben.id, sooner, 'pending_approval']],
    );
    const second = expect200(await fresh.planner.get(`${path}?limit=1&cursor=${first.next_cursor}`));
    assert.deepEqual(
      second.items.map((row: Row) => row.user_id),
      [ada.id],
    );
    assert.equal(second.next_cursor, null);
    assert.deepEqual(expect200(await fresh.planner.get(`${path}?status=offered`)).items, []);
  });

  it('and what a member has signed up for is shown within the organization only', async () => {
    const [here, there] = [await planning(muster), await planning(muster)];
    const ada = await here.volunteer();
    const id = await here.shift();
    expect200(await here.signUp(ada, id));
    const path = (organizationId: number) =>
      `/organizations/${organizationId}/members/${ada.id}/registrations`;
    const { items } = expect200(await here.planner.get(path(here.organizationId)));
    assert.deepEqual(
      items.map((row: Row) => row.shift.id),
      [id],
    );
    assert.deepEqual(expect200(await there.planner.get(path(there.organizationId))).items, []);
    assertRefused(await there.planner.get(path(here.organizationId)), 404, 'not_found');
  });
});

interface Row {
  readonly user_id: number;
  readonly status: string;
  readonly shift: { readonly id: number };
}

describe('cancelling for someone else', () => {
  it('tells people without access nothing about who is on a shift', async () => {
    const [ada, ben, eve] = await harbor.volunteers(3);
    assert.ok(ada && ben && eve);
    const [open, draft] = [await shift(), await shift({ status: 'draft' })];
    expect200(await signUp(ada, open));
    const cancelled = (id: number, userId: number) =>
      muster.as(eve.token).del(`/shifts/${id}/signups/${userId}`);
    const [there, notThere] = [await cancelled(open, ada.id), await cancelled(open, ben.id)];
    assertRefused(there, 403, 'forbidden');
    assertRefused(notThere, 403, 'forbidden');
    assert.deepEqual(there.body.errors, notThere.body.errors);
    const [hidden, unknown] = [await cancelled(draft, ada.id), await cancelled(999_999, ada.id)];
    assertRefused(hidden, 404, 'not_found');
    assertRefused(unknown, 404, 'not_found');
    assert.deepEqual(hidden.body.errors, unknown.body.errors);
    assert.equal(await statusOf(ada, open), 'active');
  });
});
