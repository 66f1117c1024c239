import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { cleanUp } from '#platform/db/clean-up.ts';
import { type Answer, assertRefused, expect200, type Person } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { expiringSwaps } from './sql/swaps.ts';

const harbor = await planning();
const { muster, planner, shift, volunteer, volunteers, signUp, roster, statusOf, organizationId } = harbor;

const showNames = async (show_coming: boolean) =>
  expect200(await planner.patch(`/organizations/${organizationId}`, { show_coming }));
await showNames(true);

const offer = (person: Person, shiftId: number, body: object = {}): Promise<Answer> =>
  muster.as(person.token).post(`/shifts/${shiftId}/swaps`, body);
const act = (person: Person, id: number, verb: string): Promise<Answer> =>
  muster.as(person.token).post(`/swaps/${id}/${verb}`);

/** As the person sees it who can take the spot. */
async function stateOf(person: Person, id: number): Promise<string | undefined> {
  const { items } = expect200(await muster.as(person.token).get('/me/swaps'));
  return items.find((item: { id: number }) => item.id === id)?.status;
}

/** A full shift with someone on it, and on its waitlist. */
async function fullShift(fields: object = {}, hours = 48) {
  const id = await shift({ capacity: 1, waitlist_capacity: 5, ...fields }, hours);
  const [ada, waiting] = await volunteers(2);
  assert.ok(ada && waiting);
  expect200(await signUp(ada, id));
  expect200(await signUp(waiting, id));
  return { id, ada, waiting };
}

async function programWith(swap_mode: string): Promise<number> {
  const body = { name: swap_mode, organization_id: organizationId, policies: { swap_mode } };
  return expect200(await planner.post('/programs', body)).id;
}

describe('swapping spots', () => {
  it('hands a spot of a full shift to another member, past the waitlist', async () => {
    const { id, ada, waiting } = await fullShift();
    const bea = await volunteer();
    const { id: swap, status } = expect200(await offer(ada, id, { email: bea.email, message: 'Ill' }));
    assert.equal(status, 'open');
    const { items } = expect200(await muster.as(bea.token).get('/me/swaps'));
    assert.deepEqual(
      items.map((item: { id: number; message: string }) => [item.id, item.message]),
      [[swap, 'Ill']],
    );
    assert.equal(expect200(await act(bea, swap, 'accept')).status, 'done');
    assert.deepEqual(
      [await statusOf(ada, id), await statusOf(bea, id), await statusOf(waiting, id)],
      ['cancelled', 'active', 'waitlisted'],
    );
    assertRefused(await act(bea, swap, 'accept'), 409, 'conflict');
  });

  it('turns the place on the waitlist of the person who takes it into the spot', async () => {
    const roles = [
      { key: 'driver', name: 'Driver', capacity: 1 },
      { key: 'cook', name: 'Cook', capacity: 1 },
    ];
    const id = await shift({ capacity: 2, waitlist_capacity: 5, roles });
    const [ada, bea, first, second] = await volunteers(4);
    assert.ok(ada && bea && first && second);
    expect200(await signUp(ada, id, { role_key: 'driver' }));
    expect200(await signUp(bea, id, { role_key: 'cook' }));
    for (const person of [first, second]) expect200(await signUp(person, id, { role_key: 'cook' }));
    const { id: swap } = expect200(await offer(ada, id, { email: second.email }));
    // Refused: the place on the waitlist stays.
    const elsewhere = await shift();
    expect200(await signUp(second, elsewhere));
    assertRefused(await act(second, swap, 'accept'), 409, 'schedule_conflict');
    assert.equal(await statusOf(second, id), 'waitlisted');
    assert.equal((await harbor.leave(second, elsewhere)).status, 204);
    const answers = await Promise.all([1, 2].map(() => act(second, swap, 'accept')));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    assert.deepEqual(
      (await roster(id))
        .filter(({ status }) => status !== 'cancelled')
        .map(({ user_id, role_key, status, waitlist_position }) => [
          user_id,
          role_key,
          status,
          waitlist_position,
        ]),
      [
        [bea.id, 'cook', 'active', null],
        [first.id, 'cook', 'waitlisted', 1],
        [second.id, 'driver', 'active', null],
      ],
    );
    const { signup_count, waitlist_count } = expect200(await planner.get(`/shifts/${id}`));
    assert.deepEqual([signup_count, waitlist_count], [2, 1]);
  });

  it('can’t be taken once the organization has turned swaps off', async () => {
    const program_id = await programWith('open');
    const { id, ada } = await fullShift({ program_id });
    const { id: swap } = expect200(await offer(ada, id));
    expect200(await planner.patch(`/programs/${program_id}`, { policies: { swap_mode: 'off' } }));
    assertRefused(await act(await volunteer(), swap, 'accept'), 409, 'policy_conflict');
    assert.equal(await statusOf(ada, id), 'active');
  });

  it('does not tell volunteers that there is a draft', async () => {
    const ada = await volunteer();
    const draft = await shift({ status: 'draft' });
    assertRefused(await offer(ada, draft), 404, 'not_found');
    assertRefused(await offer(ada, await shift()), 409, 'conflict');
  });

  it('is for the named member only', async () => {
    const { id, ada } = await fullShift();
    const [bea, cem] = await volunteers(2);
    assert.ok(bea && cem);
    const { id: swap } = expect200(await offer(ada, id, { email: bea.email }));
    assertRefused(await act(cem, swap, 'accept'), 404, 'not_found');
    assertRefused(await act(await muster.person(), swap, 'accept'), 404, 'not_found');
    assert.equal(expect200(await act(bea, swap, 'decline')).status, 'declined');
    assert.equal(await statusOf(ada, id), 'active');
    for (const email of ['nobody@example.org', ada.email]) {
      const answer = await offer(ada, id, { email });
      assertRefused(answer, 400, 'validation_failed');
      assert.equal(
        answer.body.detail,
        'No other member has this email address. Check the address, or offer your spot to all members.',
      );
    }
  });

  it('names people only where members see each other, and then as they see each other', async () => {
    const { id, ada } = await fullShift();
    const bea = await volunteer();
    const namesFor = async (person: Person) => {
      const { items } = expect200(await muster.as(person.token).get('/me/swaps'));
      const own = items.find((item: { shift: { id: number } }) => item.shift.id === id);
      return [own.user_name, own.to_user_name];
    };
    const { id: named } = expect200(await offer(ada, id, { email: bea.email }));
    assert.deepEqual(await namesFor(ada), ['Test volunteer', 'Test V.']);
    assert.deepEqual(await namesFor(bea), ['Test V.', 'Test volunteer']);
    await showNames(false);
    assert.deepEqual(await namesFor(ada), ['Test volunteer', null]);
    expect200(await act(ada, named, 'withdraw'));
    for (const email of [bea.email, 'nobody@example.org'])
      assertRefused(await offer(ada, id, { email }), 409, 'policy_conflict');
    expect200(await offer(ada, id));
    assert.deepEqual(await namesFor(bea), [null, null]);
    const { items } = expect200(await planner.get(`/organizations/${organizationId}/swaps?limit=200`));
    assert.equal(
      items.find((one: { shift: { id: number } }) => one.shift.id === id).user_name,
      'Test volunteer',
    );
    await showNames(true);
  });

  it('is offered ten times at most, and twenty times a day', async () => {
    const ada = await volunteer();
    const ids = await Promise.all([24, 48, 72].map((hours) => shift({}, hours)));
    const offers: Answer[] = [];
    for (const id of ids) {
      expect200(await signUp(ada, id));
      for (let turn = 0; turn < 11; turn += 1) {
        const answer = await offer(ada, id);
        offers.push(answer);
        if (answer.status === 200) expect200(await act(ada, answer.body.id, 'withdraw'));
      }
    }
    const refused = offers.filter(({ status }) => status !== 200).map(({ body }) => body.errors[0].code);
    assert.deepEqual(refused, [...Array(2).fill('offered_too_often'), ...Array(11).fill('too_many_offers')]);
  });

  it('goes to one of many who want it at once, and never overbooks', async () => {
    const { id, ada } = await fullShift();
    const { id: swap } = expect200(await offer(ada, id));
    assertRefused(await offer(ada, id), 409, 'conflict');
    const [free, onShift] = [await volunteer(), await volunteer()];
    expect200(await planner.patch(`/shifts/${id}`, { capacity: 3 }));
    expect200(await signUp(onShift, id));
    const seenBy = async (person: Person) =>
      expect200(await muster.as(person.token).get('/me/waiting')).swaps;
    const listed = async (person: Person) => {
      const { items } = expect200(await muster.as(person.token).get('/me/swaps'));
      return items.filter((item: { id: number }) => item.id === swap).length;
    };
    assert.deepEqual([await listed(free), await listed(onShift)], [1, 0]);
    assert.equal((await seenBy(free)) - (await seenBy(onShift)), 1);
    const people = await volunteers(5);
    const answers = await Promise.all(people.map((person) => act(person, swap, 'accept')));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const active = (await roster(id)).filter(({ status }) => status === 'active');
    assert.equal(active.length, 3);
  });

  it('asks the person who takes it for everything that a sign-up asks for', async () => {
    const { id, ada } = await fullShift({}, 72);
    const elsewhere = await shift({}, 72);
    const bea = await volunteer();
    expect200(await signUp(bea, elsewhere));
    const { id: swap } = expect200(await offer(ada, id));
    assertRefused(await act(bea, swap, 'accept'), 409, 'schedule_conflict');
    assert.equal(await statusOf(ada, id), 'active');
  });

  it('waits for a coordinator where the organization wants that', async () => {
    const { id, ada } = await fullShift({ program_id: await programWith('approval') });
    const [bea, cem] = await volunteers(2);
    assert.ok(bea && cem);
    const { id: swap } = expect200(await offer(ada, id));
    assert.equal(expect200(await act(bea, swap, 'accept')).status, 'accepted');
    assert.equal(await statusOf(ada, id), 'active');
    assertRefused(await act(cem, swap, 'accept'), 409, 'conflict');
    assertRefused(await act(bea, swap, 'approve'), 403, 'forbidden');
    const listed = async (query: string) =>
      expect200(await planner.get(`/organizations/${organizationId}/swaps${query}`)).items.some(
        (item: { id: number; status: string }) => item.id === swap && item.status === 'accepted',
      );
    assert.deepEqual(
      [await listed(''), await listed('?status=accepted'), await listed('?status=open')],
      [true, true, false],
    );
    assertRefused(
      await planner.get(`/organizations/${organizationId}/swaps?status=done`),
      400,
      'validation_failed',
    );
    assert.equal(expect200(await planner.post(`/swaps/${swap}/approve`)).status, 'done');
    assert.deepEqual([await statusOf(ada, id), await statusOf(bea, id)], ['cancelled', 'active']);
  });

  it('can be approved after sign-up has closed, because the person agreed in time', async () => {
    const program_id = await programWith('approval');
    const { id, ada } = await fullShift({ program_id });
    const [bea, cem] = await volunteers(2);
    assert.ok(bea && cem);
    const { id: swap } = expect200(await offer(ada, id));
    expect200(await act(bea, swap, 'accept'));
    const policies = { swap_mode: 'approval', signup_closes_minutes: 7 * 24 * 60 };
    expect200(await planner.patch(`/programs/${program_id}`, { policies }));
    assertRefused(await signUp(cem, id), 409, 'policy_conflict');
    assert.equal(expect200(await planner.post(`/swaps/${swap}/approve`)).status, 'done');
    assert.deepEqual([await statusOf(ada, id), await statusOf(bea, id)], ['cancelled', 'active']);
  });

  it('needs another yes when the shift was moved in the meantime', async () => {
    const program_id = await programWith('approval');
    const { id, ada } = await fullShift({ program_id });
    const bea = await volunteer();
    const { id: swap } = expect200(await offer(ada, id));
    expect200(await act(bea, swap, 'accept'));
    expect200(await planner.patch(`/shifts/${id}`, { title: 'Only the title' }));
    assert.equal(await stateOf(bea, swap), 'accepted');
    const { start_time, end_time } = expect200(await planner.get(`/shifts/${id}`));
    const [start, end] = [start_time, end_time].map((time) => Temporal.Instant.from(time).add({ hours: 1 }));
    expect200(await planner.patch(`/shifts/${id}`, { start_time: `${start}`, end_time: `${end}` }));
    assert.equal(await stateOf(bea, swap), 'open');
    for (const verb of ['approve', 'reject']) {
      const early = await planner.post(`/swaps/${swap}/${verb}`);
      assertRefused(early, 409, 'conflict');
      assert.equal(early.body.errors[0].code, 'swap_not_accepted');
    }
    expect200(await act(bea, swap, 'accept'));
    assert.equal(expect200(await planner.post(`/swaps/${swap}/approve`)).status, 'done');
    assert.deepEqual([await statusOf(ada, id), await statusOf(bea, id)], ['cancelled', 'active']);
  });

  it('can be rejected, withdrawn and turned off', async () => {
    const { id, ada } = await fullShift({ program_id: await programWith('approval') });
    const bea = await volunteer();
    const first = expect200(await offer(ada, id)).id;
    expect200(await act(bea, first, 'accept'));
    assert.equal(expect200(await planner.post(`/swaps/${first}/reject`)).status, 'rejected');
    const second = expect200(await offer(ada, id)).id;
    assertRefused(await act(bea, second, 'withdraw'), 404, 'not_found');
    assert.equal(expect200(await act(ada, second, 'withdraw')).status, 'withdrawn');
    assertRefused(await act(bea, second, 'accept'), 409, 'conflict');
    const off = await fullShift({ program_id: await programWith('off') });
    assertRefused(await offer(off.ada, off.id), 409, 'policy_conflict');
  });

  it('ends once, whatever happens at the same moment', async () => {
    const approval = await programWith('approval');
    type Actors = { id: number; swap: number; ada: Person; taker: Person };
    const accept = ({ taker, swap }: Actors) => act(taker, swap, 'accept');
    const withdraw = ({ ada, swap }: Actors) => act(ada, swap, 'withdraw');
    const decline = ({ taker, swap }: Actors) => act(taker, swap, 'decline');
    const approve = ({ swap }: Actors) => planner.post(`/swaps/${swap}/approve`);
    const reject = ({ swap }: Actors) => planner.post(`/swaps/${swap}/reject`);
    const giveUp = ({ ada, id }: Actors) => harbor.leave(ada, id);
    const cancelShift = ({ id }: Actors) => planner.post(`/shifts/${id}/cancel`);
    const quit = ({ taker }: Actors) => muster.as(taker.token).post(`/organizations/${organizationId}/leave`);
    const open = [withdraw, decline, giveUp, cancelShift, quit].map((other) => [accept, other] as const);
    const accepted = [approve, withdraw, decline, reject, giveUp, cancelShift, quit].map(
      (other) => [approve, other] as const,
    );
    for (const [index, pair] of [...open, ...accepted].entries()) {
      const isAccepted = index >= open.length;
      const { id, ada, waiting: taker } = await fullShift(isAccepted ? { program_id: approval } : {});
      const { id: swap } = expect200(await offer(ada, id, { email: taker.email }));
      const actors = { id, swap, ada, taker };
      if (isAccepted) expect200(await accept(actors));
      await Promise.all(pair.map((one) => one(actors)));
      const { rows } = await sql<{ ends: number }>`
        select count(*)::int as ends from events where (data ->> 'swap_id')::bigint = ${swap}
          and (type = 'shift.swap_ended' or (type = 'shift.swap_accepted' and data ->> 'status' = 'done'))
      `.execute(muster.database.db);
      const names = pair.map(({ name }) => name).join(' and ');
      assert.deepEqual(rows, [{ ends: 1 }], names);
      const people = await roster(id);
      const count = (status: string) => people.filter((one) => one.status === status).length;
      const { signup_count, waitlist_count } = expect200(await planner.get(`/shifts/${id}`));
      assert.deepEqual([signup_count, waitlist_count], [count('active'), count('waitlisted')], names);
      assert.ok(count('active') <= 1, names);
    }
  });

  it('ends with the spot', async () => {
    const { id, ada } = await fullShift();
    const bea = await volunteer();
    const { id: swap } = expect200(await offer(ada, id));
    await muster.as(ada.token).del(`/shifts/${id}/signups`);
    assertRefused(await act(bea, swap, 'accept'), 409, 'conflict');
    const { items } = expect200(await muster.as(bea.token).get('/me/swaps'));
    assert.ok(!items.some((item: { id: number }) => item.id === swap));
  });

  it('ends a day after the shift has started', async () => {
    const { id, ada } = await fullShift({}, 12);
    const later = await fullShift({}, 48);
    for (const at of [id, later.id]) expect200(await offer(at === id ? ada : later.ada, at));
    const now = Temporal.Now.instant();
    for (const [hours, ended] of [
      [35, 0],
      [37, 1],
      [37, 0],
    ] as const)
      assert.equal(await cleanUp(muster.database, [expiringSwaps], now.add({ hours }), { batch: 1 }), ended);
    const { rows } = await sql<{ status: string }>`
      select status from swaps where shift_id = any(${[id, later.id]}::bigint[]) order by shift_id
    `.execute(muster.database.db);
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['withdrawn', 'open'],
    );
    assert.equal(await statusOf(ada, id), 'active');
  });
});
