import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, type Client, expect200 } from '#test/people.ts';
import { planning } from '#test/planning.ts';

const harbor = await planning();
const { muster, planner, shift, volunteer, organizationId } = harbor;

const find = (client: Client, q: string) =>
  client.get(`/organizations/${organizationId}/search?q=${encodeURIComponent(q)}`);

describe('search', () => {
  it('finds shifts by how their words begin, upcoming ones first', async () => {
    const later = await shift({ title: 'Warehouse sorting' }, 200);
    const soon = await shift({ title: 'Night in the warehouse' }, 20);
    const past = await shift({ title: 'Warehouse opening' }, -48);
    const ada = muster.as((await volunteer()).token);
    const { shifts, people } = expect200(await find(ada, 'wareh'));
    assert.deepEqual(
      shifts.map(({ id }: { id: number }) => id),
      [soon, later, past],
    );
    assert.deepEqual(people, []);
    const both = expect200(await find(ada, 'sort WARE')).shifts;
    assert.deepEqual(
      both.map(({ id }: { id: number }) => id),
      [later],
    );
  });

  it('shows drafts and people to coordinators only', async () => {
    const draft = await shift({ title: 'Secret soup', status: 'draft' }, 30);
    const bea = await volunteer();
    const own = expect200(await find(muster.as(bea.token), 'soup'));
    assert.deepEqual([own.shifts, own.people], [[], []]);
    const { shifts } = expect200(await find(planner, 'soup'));
    assert.deepEqual(
      shifts.map(({ id }: { id: number }) => id),
      [draft],
    );
    const { people } = expect200(await find(planner, bea.email));
    assert.deepEqual(
      people.map(({ user_id }: { user_id: number }) => user_id),
      [bea.id],
    );
  });

  it('takes odd words as they are', async () => {
    for (const q of ["'", "a':* | b", '\\', '%', '!& |', '<->', '🦀'])
      assert.equal((await find(planner, q)).status, 200, q);
    assertRefused(await find(planner, ' '), 400, 'validation_failed');
  });

  it('finds both spellings of an accent with each of them, as every other search does', async () => {
    const [one, two] = ['Caf\u00e9', 'Cafe\u0301'] as const;
    const sorted = (ids: number[]) => ids.sort((a, b) => a - b);
    const places = sorted([await shift({ title: one }, 40), await shift({ title: two }, 45)]);
    const shiftId = await shift({}, 50);
    const [ada, bea] = await harbor.volunteers(2);
    assert.ok(ada && bea);
    const both = sorted([ada.id, bea.id]);
    expect200(await muster.as(ada.token).patch('/me', { name: `Ada ${one}` }));
    expect200(await muster.as(bea.token).patch('/me', { name: `Bea ${two}` }));
    const here = `/organizations/${organizationId}`;
    const listed = async (path: string, q: string) => {
      const { items } = expect200(await planner.get(`${path}?q=${encodeURIComponent(q)}`));
      return sorted(items.map((item: { user_id?: number; id: number }) => item.user_id ?? item.id));
    };
    for (const q of [one, two]) {
      const { shifts, people } = expect200(await find(planner, q.toLowerCase()));
      assert.deepEqual(sorted(shifts.map(({ id }: { id: number }) => id)), places, q);
      assert.deepEqual(sorted(people.map(({ user_id }: { user_id: number }) => user_id)), both);
      // The second time, the words are known to be rare.
      for (const _ of [1, 2]) assert.deepEqual(await listed('/shifts', q), places);
      for (const path of [`${here}/members`, `${here}/people`, `/shifts/${shiftId}/candidates`])
        assert.deepEqual(await listed(path, q), both, path);
    }
    for (const person of [ada, bea]) expect200(await harbor.signUp(person, shiftId));
    for (const q of [one, two])
      for (const path of [`/shifts/${shiftId}/signups`, `/shifts/${shiftId}/roster`])
        assert.deepEqual(await listed(path, q), both, path);
  });

  it('is for members', async () => {
    assertRefused(await find(muster.as((await muster.person()).token), 'soup'), 404, 'not_found');
  });
});
