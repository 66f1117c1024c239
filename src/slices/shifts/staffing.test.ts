import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, expect200, refusedFields } from '#test/people.ts';
import { planning, timesIn } from '#test/planning.ts';

const harbor = await planning();
const { muster, planner, organizationId, shift, volunteer, signUp } = harbor;
const anyone = muster.as();

async function idsOf(query: string): Promise<number[]> {
  return expect200(await anyone.get(`/shifts?${query}`)).items.map(({ id }: { id: number }) => id);
}

async function numbersOf(id: number) {
  const { capacity, minimum, signup_count, roles } = expect200(await anyone.get(`/shifts/${id}`));
  return { capacity, minimum, signup_count, roles: roles.map(staffOf) };
}

const staffOf = (role: { key: string; minimum: number | null; signup_count: number }) =>
  `${role.key} ${role.signup_count}/${role.minimum}`;

describe('the minimum of a shift', () => {
  it('is part of a new shift, its series and its copies', async () => {
    const roles = [{ key: 'cook', name: 'Cook', capacity: 3, minimum: 2 }];
    const id = await shift({ capacity: 5, minimum: 3, roles });
    const expected = { capacity: 5, minimum: 3, signup_count: 0, roles: ['cook 0/2'] };
    assert.deepEqual(await numbersOf(id), expected);
    const copy = expect200(await planner.post(`/shifts/${id}/duplicate`, timesIn(99)));
    assert.deepEqual(await numbersOf(copy.id), expected);
    const series = expect200(
      await planner.post('/shifts', {
        program_id: harbor.programId,
        ...timesIn(200),
        recurrence: 'FREQ=DAILY;COUNT=3',
        capacity: 5,
        minimum: 3,
        roles,
      }),
    );
    const [first, second] = series.shift_ids;
    assert.deepEqual(await numbersOf(second), expected);
    expect200(await planner.patch(`/shifts/${first}`, { minimum: null, scope: 'all' }));
    assert.equal((await numbersOf(second)).minimum, null);
    expect200(await planner.patch(`/shifts/${first}`, { roles: [{ key: 'cook', name: 'Cook' }] }));
    assert.deepEqual((await numbersOf(first)).roles, ['cook 0/null']);
  });

  it('is never higher than the number of spots', async () => {
    const roles = (minimum: number) => [{ key: 'cook', name: 'Cook', capacity: 2, minimum }];
    for (const [fields, path] of [
      [{ capacity: 2, minimum: 3 }, 'minimum'],
      [{ minimum: 0 }, 'minimum'],
      [{ roles: roles(3) }, 'roles.0.minimum'],
    ] as const) {
      const answer = await planner.post('/shifts', {
        program_id: harbor.programId,
        ...timesIn(20),
        ...fields,
      });
      assertRefused(answer, 400, 'validation_failed');
      assert.deepEqual(refusedFields(answer), [path]);
    }
    const small = await shift({ capacity: 2 });
    const large = await shift({ capacity: 9, minimum: 4 });
    assert.deepEqual(refusedFields(await planner.patch(`/shifts/${large}`, { capacity: 3 })), ['capacity']);
    assert.deepEqual(refusedFields(await planner.patch(`/shifts/${small}`, { minimum: 3 })), ['minimum']);
    expect200(await planner.patch(`/shifts/${large}`, { capacity: 3, minimum: 2 }));
    const many = expect200(
      await planner.post(`/organizations/${organizationId}/shifts/change`, {
        ids: [small, large],
        minimum: 3,
      }),
    );
    assert.deepEqual(
      many.items.map(({ status }: { status: string }) => status),
      ['refused', 'done'],
    );
    assert.equal(many.items[0].problem.errors[0].code, 'minimum_too_high');
  });
});

describe('staffing', () => {
  it('finds shifts below their minimum, below that of a role, and those without anyone', async () => {
    const program_id = await harbor.program();
    const roles = [
      { key: 'cook', name: 'Cook', minimum: 1 },
      { key: 'driver', name: 'Driver' },
    ];
    const two = await shift({ program_id, capacity: 3, minimum: 2 }, 10);
    const any = await shift({ program_id }, 20);
    const cooks = await shift({ program_id, capacity: 1, roles }, 30);
    const asks = await shift({ program_id, capacity: 2, requires_approval: true }, 40);
    const person = await volunteer();
    const understaffed = (more = '') => idsOf(`program_id=${program_id}&staffing=understaffed${more}`);
    assert.deepEqual(await understaffed(), [two, any, cooks, asks]);
    for (const id of [two, any, asks]) expect200(await signUp(person, id));
    expect200(await signUp(person, cooks, { role_key: 'driver' }));
    assert.deepEqual(await understaffed(), [two, cooks, asks], 'who still needs approval doesn’t count');
    expect200(await signUp(await volunteer(), two));
    const [waiting] = await harbor.roster(asks);
    expect200(await planner.post(`/registrations/${waiting?.id}/approve`));
    for (const more of ['', `&organization_id=${organizationId}`])
      assert.deepEqual(await understaffed(more), [cooks]);
    assert.deepEqual((await numbersOf(cooks)).roles, ['cook 0/1', 'driver 1/null']);
    assert.deepEqual(await idsOf(`program_id=${program_id}&staffing=full`), [cooks]);
    assert.deepEqual(await idsOf(`program_id=${program_id}&staffing=open`), [two, any, asks]);
    assertRefused(await anyone.get('/shifts?staffing=empty'), 400, 'validation_failed');
  });

  it('counts those of a role whose sign-up was approved or who changed', async () => {
    const roles = [
      { key: 'cook', name: 'Cook', minimum: 1 },
      { key: 'driver', name: 'Driver', minimum: 1 },
    ];
    const id = await shift({ requires_approval: true, roles });
    const person = await volunteer();
    expect200(await signUp(person, id, { role_key: 'cook' }));
    assert.deepEqual((await numbersOf(id)).roles, ['cook 0/1', 'driver 0/1']);
    const [row] = await harbor.roster(id);
    expect200(await planner.post(`/registrations/${row?.id}/approve`));
    assert.deepEqual((await numbersOf(id)).roles, ['cook 1/1', 'driver 0/1']);
    await harbor.leave(person, id);
    assert.deepEqual((await numbersOf(id)).roles, ['cook 0/1', 'driver 0/1']);
  });
});
