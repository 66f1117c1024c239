import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skipBehindPooler, skipWithoutCitus } from '#test/database.ts';
import { assertRefused, type Client, expect200 } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { statementsOf } from '#test/statements.ts';
import { until } from '#test/until.ts';

const harbor = await planning();
const { muster, owner, shift, volunteer } = harbor;
/** Changes are made elsewhere: nothing but the database tells this process of them. */
const elsewhere = await muster.second();

/** Asks until the answer comes from memory: PostgreSQL is asked only for the numbers of the last changes. */
async function untilKept(client: Client, path: string): Promise<void> {
  await until(async () => {
    const texts = await statementsOf(muster.database.pool, () => client.get(path));
    return texts.length > 0 && texts.every((text) => /last_value.* from \w+_changes$/s.test(text));
  });
}

const isCluster = skipWithoutCitus === false;

describe('answers that are kept', { skip: isCluster ? 'none on a cluster' : skipBehindPooler }, () => {
  const anyone = muster.as();

  it('show a sign-up that another process has just answered', async () => {
    const id = await shift({ capacity: 3 }, 10);
    const list = `/shifts?organization_id=${harbor.organizationId}&limit=200`;
    for (let taken = 1; taken <= 3; taken += 1) {
      await untilKept(anyone, `/shifts/${id}`);
      await untilKept(anyone, list);
      const ada = await volunteer();
      expect200(await elsewhere.as(ada.token).post(`/shifts/${id}/signups`, {}));
      assert.equal(expect200(await anyone.get(`/shifts/${id}`)).signup_count, taken);
      const { items } = expect200(await anyone.get(list));
      const shown = items.find((one: { id: number }) => one.id === id);
      assert.deepEqual([shown.signup_count, shown.spots_left], [taken, 3 - taken]);
    }
  });

  it('show the spots of a role', async () => {
    const id = await shift({ roles: [{ key: 'cook', name: 'Cook', capacity: 2 }] }, 12);
    await untilKept(anyone, `/shifts/${id}`);
    const ada = await volunteer();
    expect200(await elsewhere.as(ada.token).post(`/shifts/${id}/signups`, { role_key: 'cook' }));
    assert.equal(expect200(await anyone.get(`/shifts/${id}`)).roles[0].spots_left, 1);
  });

  it('end when a shift is changed, cancelled, or comes to be found by a word', async () => {
    const id = await shift({ title: 'Sorting' }, 14);
    const search = '/shifts?q=zucchini';
    await untilKept(anyone, search);
    await untilKept(anyone, `/shifts/${id}`);
    expect200(await elsewhere.as(owner.token).patch(`/shifts/${id}`, { title: 'Zucchini' }));
    assert.equal(expect200(await anyone.get(`/shifts/${id}`)).title, 'Zucchini');
    assert.equal(expect200(await anyone.get(search)).items.length, 1);
    await untilKept(anyone, search);
    expect200(await elsewhere.as(owner.token).post(`/shifts/${id}/cancel`, {}));
    assert.equal(expect200(await anyone.get(search)).items.length, 0);
  });

  it('are of a draft only for those who plan', async () => {
    const id = await shift({ status: 'draft' }, 16);
    const manager = muster.as(owner.token);
    await until(async () => {
      expect200(await manager.get(`/shifts/${id}`));
      assertRefused(await anyone.get(`/shifts/${id}`), 404, 'not_found');
      const texts = await statementsOf(muster.database.pool, () => anyone.get(`/shifts/${id}`));
      return texts.every((text) => text.includes('shift_changes'));
    });
    assertRefused(await anyone.get(`/shifts/${id}`), 404, 'not_found');
  });

  for (const kind of ['programs', 'missions']) {
    it(`show a new name of one of the ${kind}`, async () => {
      const path = `/${kind}/${kind === 'programs' ? harbor.programId : harbor.missionId}`;
      await untilKept(anyone, path);
      expect200(await elsewhere.as(owner.token).patch(path, { name: `Renamed ${kind}` }));
      assert.equal(expect200(await anyone.get(path)).name, `Renamed ${kind}`);
    });
  }

  it('show a profile that was changed elsewhere, and no longer after a logout there', async () => {
    const ada = await volunteer();
    const own = muster.as(ada.token);
    await untilKept(own, '/me');
    expect200(await elsewhere.as(ada.token).patch('/me', { name: 'Ada King' }));
    assert.equal(expect200(await own.get('/me')).name, 'Ada King');
    await untilKept(own, '/me');
    expect200(await elsewhere.as(ada.token).post('/auth/logout', {}));
    assertRefused(await own.get('/me'), 401, 'unauthenticated');
  });
});
