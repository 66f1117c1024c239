import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { systemCall } from '#kernel/call.ts';
import { assertRefused, expect200, type Person } from '#test/people.ts';
import { planning, rulesOf, timesIn } from '#test/planning.ts';
import { expireOneOffer } from './commands/decide-registration.ts';
import { fillOpenSpots } from './steps/fill-spots.ts';

const harbor = await planning();
const { muster, planner, shift, volunteers, signUp, leave, roster, statusOf } = harbor;
const offering = await harbor.program({ policies: { waitlist_mode: 'offer' } });

/** A full shift and the people who wait for it, in order. */
async function fullShift(waiting: number, fields: object = {}, hours = 72) {
  const id = await shift({ capacity: 1, waitlist_capacity: 20, ...fields }, hours);
  const [holder, ...others] = await volunteers(waiting + 1);
  assert.ok(holder);
  for (const person of [holder, ...others]) expect200(await signUp(person, id));
  return { id, holder, waiting: others };
}

async function registrationId(person: Person, shiftId: number): Promise<number> {
  const row = (await roster(shiftId)).findLast(({ user_id }) => user_id === person.id);
  assert.ok(row);
  return row.id;
}

async function typesOf(id: number): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from events where (data ->> 'registration_id')::bigint = ${id} order by position
  `.execute(muster.database.db);
  return rows.map((row) => row.type);
}

const accept = (person: Person, id: number) => muster.as(person.token).post(`/registrations/${id}/accept`);
const decline = (person: Person, id: number) => muster.as(person.token).post(`/registrations/${id}/decline`);

describe('a freed spot', () => {
  it('goes to the first who waits, at once', async () => {
    const { id, holder, waiting } = await fullShift(2);
    const [first, second] = waiting;
    assert.ok(first && second);
    assert.equal((await leave(holder, id)).status, 204);
    assert.deepEqual([await statusOf(first, id), await statusOf(second, id)], ['active', 'waitlisted']);
    const types = await typesOf(await registrationId(first, id));
    assert.deepEqual(types, ['shift.waitlisted', 'shift.waitlist_promoted']);
  });

  it('passes over who cannot come any more, who keeps the place and gets the next one they can take', async () => {
    const { id, holder, waiting } = await fullShift(3, {}, 100);
    const [busy, second, third] = waiting;
    assert.ok(busy && second && third);
    const overlapping = await shift({}, 101);
    expect200(await signUp(busy, overlapping));
    assert.equal((await leave(holder, id)).status, 204);
    assert.deepEqual([await statusOf(busy, id), await statusOf(second, id)], ['waitlisted', 'active']);
    const { items } = expect200(await planner.get(`/shifts/${id}/signups?status=waitlisted`));
    assert.deepEqual(
      items.map((row: { user_id: number; waitlist_position: number }) => [
        row.user_id,
        row.waitlist_position,
      ]),
      [
        [busy.id, 1],
        [third.id, 2],
      ],
    );
    assert.equal((await leave(busy, overlapping)).status, 204);
    assert.equal((await leave(second, id)).status, 204);
    assert.deepEqual([await statusOf(busy, id), await statusOf(third, id)], ['active', 'waitlisted']);
  });

  it('that no one could take goes to someone whose time becomes free later', async () => {
    const { id, holder, waiting } = await fullShift(1, {}, 110);
    const [busy] = waiting;
    assert.ok(busy);
    const overlapping = await shift({}, 111);
    const elsewhere = await shift({}, 130);
    expect200(await signUp(busy, overlapping));
    assert.equal((await leave(holder, id)).status, 204);
    assert.equal(await statusOf(busy, id), 'waitlisted');
    expect200(await harbor.change(busy, overlapping, elsewhere));
    assert.equal(await statusOf(busy, id), 'active');
  });

  it('takes the person off the waitlists of shifts at the same time, and off no other, in the record of each organization', async () => {
    const { id, holder, waiting } = await fullShift(1, {}, 140);
    const [ada] = waiting;
    assert.ok(ada);
    const neighbor = await planning(muster);
    await sql`
      insert into memberships (organization_id, user_id, role, joined_at)
      values (${neighbor.organizationId}, ${ada.id}, 'volunteer', now())
    `.execute(muster.database.db);
    const full = async (hours: number) => {
      const other = await neighbor.shift(
        { capacity: 1, waitlist_capacity: 5, roles: [{ key: 'cook', name: 'Cook' }] },
        hours,
      );
      expect200(await neighbor.signUp(await neighbor.volunteer(), other));
      assert.equal(
        expect200(await signUp(ada, other, { role_key: 'cook' })).registration.status,
        'waitlisted',
      );
      return other;
    };
    const [same, later] = [await full(141), await full(160)];
    assert.equal((await leave(holder, id)).status, 204);
    assert.deepEqual(
      [await statusOf(ada, id), await neighbor.statusOf(ada, same), await neighbor.statusOf(ada, later)],
      ['active', 'cancelled', 'waitlisted'],
    );
    const left = (await neighbor.roster(same)).find(({ user_id }) => user_id === ada.id);
    const { rows } = await sql`
      select organization_id, data ->> 'role_key' as role_key from events
      where type = 'shift.signup_cancelled' and (data ->> 'registration_id')::bigint = ${left?.id ?? 0}
    `.execute(muster.database.db);
    assert.deepEqual(rows, [{ organization_id: neighbor.organizationId, role_key: 'cook' }]);
    const audit = await sql`
      select organization_id, source from audit_log where action = 'registration.cancelled' and object_id = ${left?.id ?? 0}
    `.execute(muster.database.db);
    assert.deepEqual(audit.rows, [{ organization_id: neighbor.organizationId, source: 'system' }]);
  });

  it('goes to someone who can come again after all, at the latest when the shifts are next looked over', async () => {
    const { id, holder, waiting } = await fullShift(1, {}, 180);
    const [ada] = waiting;
    assert.ok(ada);
    await sql`
      insert into availability (user_id, time_zone, weekly, updated_at)
      values (${ada.id}, 'UTC', '[{"weekday":1,"from":"03:00","until":"03:01"}]', now())
    `.execute(muster.database.db);
    assert.equal((await leave(holder, id)).status, 204);
    await fillOpenSpots(muster.platform, muster.platform.clock());
    assert.equal(await statusOf(ada, id), 'waitlisted');
    await sql`delete from availability where user_id = ${ada.id}`.execute(muster.database.db);
    await fillOpenSpots(muster.platform, muster.platform.clock());
    assert.equal(await statusOf(ada, id), 'active');
  });

  it('goes to newcomers if no one on the waitlist can have it, even if the job that looks was given up', async () => {
    const { id, holder, waiting } = await fullShift(1, {}, 190);
    const [ada] = waiting;
    const [first, second] = await volunteers(2);
    assert.ok(ada && first && second);
    await sql`
      insert into availability (user_id, time_zone, weekly, updated_at)
      values (${ada.id}, 'UTC', '[{"weekday":1,"from":"03:00","until":"03:01"}]', now())
    `.execute(muster.database.db);
    expect200(await muster.as(holder.token).post(`/organizations/${harbor.organizationId}/leave`));
    await sql`
      delete from queued_jobs where task = 'fill_seats' and (payload ->> 'shift_id')::bigint = ${id}
    `.execute(muster.database.db);
    assert.equal(expect200(await signUp(first, id)).registration.status, 'waitlisted');
    assert.equal((await leave(first, id)).status, 204);
    await fillOpenSpots(muster.platform, muster.platform.clock());
    assert.equal(expect200(await signUp(second, id)).registration.status, 'active');
    assert.equal(await statusOf(ada, id), 'waitlisted');
  });

  it('is held for approval where the shift asks for it', async () => {
    const { id, holder, waiting } = await fullShift(2, { requires_approval: true });
    const [first, second] = waiting;
    assert.ok(first && second);
    expect200(
      await planner.post(`/registrations/${await registrationId(holder, id)}/reject`, {
        reason: 'No licence',
      }),
    );
    assert.equal(await statusOf(first, id), 'pending_approval');
    const rejected = (await roster(id))[0] as unknown as { status: string; cancel_reason: string };
    assert.deepEqual([rejected.status, rejected.cancel_reason], ['cancelled', 'No licence']);
    const path = `/registrations/${await registrationId(first, id)}`;
    assertRefused(await muster.as(first.token).post(`${path}/approve`), 403, 'forbidden');
    assert.equal(expect200(await planner.post(`${path}/approve`)).registration.status, 'active');
    assertRefused(await planner.post(`${path}/approve`), 409, 'conflict');
    assertRefused(await planner.post(`${path}/reject`), 409, 'conflict');
    assertRefused(await planner.post('/registrations/999999/approve'), 404, 'not_found');
    assert.deepEqual(await typesOf(await registrationId(first, id)), [
      'shift.waitlisted',
      'shift.waitlist_promoted',
      'shift.signup_approved',
    ]);
    assert.deepEqual(await typesOf(await registrationId(holder, id)), [
      'shift.signup',
      'shift.signup_rejected',
    ]);
  });
});

/** The offer was made between then and now. */
function assertHoursAfter(expiresAt: string | undefined, hours: number, thenMs: number): void {
  const madeMs = Date.parse(expiresAt ?? '') - hours * 3_600_000;
  assert.ok(madeMs >= thenMs && madeMs <= Date.now(), `${expiresAt} is not ${hours} h after the offer`);
}

describe('an offered spot', () => {
  it('is held until the person accepts, declines or lets it expire', async () => {
    const { id, holder, waiting } = await fullShift(4, { program_id: offering }, 24 * 10);
    const [first, second, third, fourth] = waiting;
    assert.ok(first && second && third && fourth);
    const before = Date.now();
    assert.equal((await leave(holder, id)).status, 204);
    const offer = (await roster(id))[1] as unknown as { status: string; offer_expires_at: string };
    assert.equal(offer.status, 'offered');
    assertHoursAfter(offer.offer_expires_at, 24, before);
    assert.equal(expect200(await planner.get(`/shifts/${id}`)).spots_left, 0);
    const offerId = await registrationId(first, id);
    const stranger = await harbor.volunteer();
    assert.ok([403, 404].includes((await accept(stranger, offerId)).status));
    const declined = expect200(await decline(first, offerId)).registration;
    assert.deepEqual([declined.status, declined.flags], ['cancelled', ['declined']]);
    const secondId = await registrationId(second, id);
    assert.equal(await statusOf(second, id), 'offered');
    const early = systemCall('test', muster.platform.clock());
    assert.equal(await expireOneOffer(muster.platform, early, secondId), false);
    const late = systemCall('test', muster.platform.clock().add({ hours: 25 }));
    assert.equal(await expireOneOffer(muster.platform, late, secondId), true);
    assert.equal(await expireOneOffer(muster.platform, late, secondId), false);
    assert.deepEqual([await statusOf(second, id), await statusOf(third, id)], ['cancelled', 'offered']);
    const thirdId = await registrationId(third, id);
    assert.equal(expect200(await accept(third, thirdId)).registration.status, 'active');
    assertRefused(await accept(third, thirdId), 409, 'conflict');
    assertRefused(await decline(third, thirdId), 409, 'conflict');
    assert.equal(await statusOf(fourth, id), 'waitlisted');
    assert.deepEqual(await typesOf(thirdId), [
      'shift.waitlisted',
      'shift.waitlist_offered',
      'shift.waitlist_promoted',
    ]);
    const { rows } = await sql<{ before: { status: string } }>`
      select before from audit_log where action = 'registration.promoted' and object_id = ${thirdId}
    `.execute(muster.database.db);
    assert.deepEqual(rows, [{ before: { status: 'offered' } }]);
  });

  it('keeps the person’s time: what overlaps is passed over until it is declined', async () => {
    const { id, holder, waiting } = await fullShift(1, { program_id: offering }, 300);
    const [ada] = waiting;
    assert.ok(ada);
    const other = await fullShift(0, {}, 301);
    expect200(await signUp(ada, other.id));
    assert.equal((await leave(holder, id)).status, 204);
    assert.equal((await leave(other.holder, other.id)).status, 204);
    assert.deepEqual([await statusOf(ada, id), await statusOf(ada, other.id)], ['offered', 'waitlisted']);
    const shiftId = await shift({}, 300);
    const own = await signUp(ada, shiftId);
    assert.deepEqual(rulesOf(own), ['overlap']);
    assert.match(
      own.body.detail,
      /^You’ve been offered a spot on a shift that overlaps.* Decline that offer/,
    );
    assert.equal(own.body.errors[0].remedy.href, `/shifts/${id}`);
    const forHer = await planner.post(`/shifts/${shiftId}/signups`, { user_id: ada.id });
    assert.match(forHer.body.detail, /has been offered a spot.* Ask .* to decline that offer first/);
    const program_id = await harbor.program({ policies: { min_rest_minutes: 600 } });
    const close = await signUp(ada, await shift({ program_id }, 303));
    assert.deepEqual(rulesOf(close), ['rest_too_short']);
    assert.match(close.body.detail, /offered a spot on another shift.* only have 1 hour between/);
    expect200(await decline(ada, await registrationId(ada, id)));
    assert.equal(await statusOf(ada, other.id), 'active');
  });

  it('ends sooner when the shift is moved closer, and later never', async () => {
    const { id, holder, waiting } = await fullShift(2, { program_id: offering }, 24 * 9);
    assert.equal((await leave(holder, id)).status, 204);
    const endOf = async () =>
      ((await roster(id)) as unknown as { status: string; offer_expires_at: string }[]).find(
        ({ status }) => status === 'offered',
      )?.offer_expires_at;
    const first = await endOf();
    const before = Date.now();
    expect200(await planner.patch(`/shifts/${id}`, timesIn(45)));
    assertHoursAfter(await endOf(), 2, before);
    const second = await endOf();
    assert.notEqual(second, first);
    expect200(await planner.patch(`/shifts/${id}`, timesIn(24 * 9)));
    assert.equal(await endOf(), second);
    const [one, other] = waiting;
    assert.ok(one && other);
    const later = systemCall('test', Temporal.Now.instant().add({ hours: 3 }));
    await expireOneOffer(muster.platform, later, await registrationId(one, id));
    assert.deepEqual([await statusOf(one, id), await statusOf(other, id)], ['cancelled', 'offered']);
  });

  it('lasts two hours the day before and cannot outlast the start', async () => {
    const { id, holder } = await fullShift(1, { program_id: offering }, 40);
    const before = Date.now();
    assert.equal((await leave(holder, id)).status, 204);
    const [, offer] = (await roster(id)) as unknown as { offer_expires_at: string }[];
    assertHoursAfter(offer?.offer_expires_at, 2, before);
  });
});
