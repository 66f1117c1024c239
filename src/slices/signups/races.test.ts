import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { watchDeadlocks } from '#test/deadlocks.ts';
import { brokenInvariants } from '#test/model/invariants.ts';
import { type Answer, expect200, type Person } from '#test/people.ts';
import { planning, timesIn } from '#test/planning.ts';

/** What happens when several things are asked for in the same instant. Two services stand for two processes. */
const harbor = await planning();
const { muster, planner, shift, volunteers, roster } = harbor;
const other = await muster.second();
const rounds = 12;
const deadlocks = watchDeadlocks(muster.database.pool, other.database.pool);

/** Odd ones go to one process, even ones to the other. */
function client(person: Person, index: number) {
  return (index % 2 === 0 ? muster : other).as(person.token);
}

function signUp(person: Person, shiftId: number, index: number, headers = {}): Promise<Answer> {
  return client(person, index).post(`/shifts/${shiftId}/signups`, {}, headers);
}

function statuses(answers: readonly Answer[]): string[] {
  return answers
    .map(({ status, body }) => (status === 200 ? body.registration.status : `${status} ${body.code}`))
    .sort();
}

async function repeat(work: (round: number) => Promise<void>, times = rounds): Promise<void> {
  for (let round = 0; round < times; round += 1) await work(round);
  assert.deepEqual(await brokenInvariants(muster.database), []);
  assert.deepEqual(muster.errors.concat(other.errors), []);
  assert.deepEqual(deadlocks(), []);
}

describe('sign-ups in the same instant', () => {
  it('confirm exactly one of six volunteers racing for the last spot, on two processes', async () => {
    const people = await volunteers(6);
    await repeat(async (round) => {
      const id = await shift({ capacity: 1 }, 100 + round * 3);
      const answers = await Promise.all(people.map((person, index) => signUp(person, id, index)));
      assert.deepEqual(statuses(answers), [...Array(5).fill('409 capacity_conflict'), 'active']);
    });
  });

  it('give out ten spots and ten places on the waitlist to forty people', async () => {
    const people = await volunteers(40);
    await repeat(async (round) => {
      const id = await shift({ capacity: 10, waitlist_capacity: 10 }, 200 + round * 3);
      const answers = await Promise.all(people.map((person, index) => signUp(person, id, index)));
      const counts = Object.groupBy(statuses(answers), (status) => status);
      assert.equal(counts['active']?.length, 10);
      assert.equal(counts['waitlisted']?.length, 10);
      assert.equal(counts['409 capacity_conflict']?.length, 20);
      const positions = answers.flatMap(({ body }) => body.registration?.waitlist_position ?? []);
      assert.deepEqual(
        positions.sort((a, b) => a - b),
        Array.from({ length: 10 }, (_, index) => index + 1),
      );
    }, 3);
  });

  it('are decided together for shifts of three organizations, and no refusal spoils another one', async () => {
    const islands = [harbor, await planning(muster), await planning(muster)];
    await repeat(async (round) => {
      const asked = await Promise.all(
        islands.map(async (island) => {
          const people = await island.volunteers(4);
          const id = await island.shift({ capacity: 2, waitlist_capacity: 1 }, 400 + round * 3);
          return people.map((person) => ({ person, id }));
        }),
      );
      // One after the other from each organization, all through one process.
      const mixed = [0, 1, 2, 3].flatMap((at) => asked.flatMap((own) => own[at] ?? []));
      const answers = await Promise.all(mixed.map(({ person, id }) => signUp(person, id, 0)));
      for (const [first] of asked) {
        const own = answers.filter((_, index) => mixed[index]?.id === first?.id);
        assert.deepEqual(statuses(own), ['409 capacity_conflict', 'active', 'active', 'waitlisted']);
      }
    }, 3);
  });

  it('answer a waitlist position that the roster shows as well', async () => {
    const people = (await volunteers(12)).reverse();
    const id = await shift({ capacity: 1, waitlist_capacity: 20 });
    const answers = await Promise.all(people.map((person) => signUp(person, id, 0)));
    const { items } = expect200(await planner.get(`/shifts/${id}/signups?status=waitlisted`));
    const shown = new Map(
      items.map((row: { user_id: number; waitlist_position: number }) => [
        row.user_id,
        row.waitlist_position,
      ]),
    );
    for (const { body } of answers) {
      if (body.registration.status === 'waitlisted')
        assert.equal(shown.get(body.registration.user_id), body.registration.waitlist_position);
    }
  });

  it('let one person onto one of two shifts that overlap', async () => {
    const [ada] = await volunteers(1);
    assert.ok(ada);
    await repeat(async (round) => {
      const hours = 300 + round * 5;
      const ids = [await shift({}, hours), await shift({}, hours + 1), await shift({}, hours)];
      const answers = await Promise.all(ids.map((id, index) => signUp(ada, id, index)));
      assert.deepEqual(
        statuses(answers).filter((status) => status === 'active').length,
        1,
        `${statuses(answers)}`,
      );
    });
  });

  it('make one registration of one key, and answer the others that it is running or what came of it', async () => {
    const [ada] = await volunteers(1);
    assert.ok(ada);
    await repeat(async (round) => {
      const id = await shift({ capacity: 3 }, 400 + round * 3);
      const headers = { 'idempotency-key': `round ${round}` };
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) => signUp(ada, id, index, headers)),
      );
      const granted = new Set(
        answers.filter(({ status }) => status === 200).map(({ body }) => body.registration.id),
      );
      assert.equal(granted.size, 1);
      const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
      assert.deepEqual(
        [...new Set(refused)].filter((code) => code !== 'idempotency_in_flight'),
        [],
      );
      const again = await signUp(ada, id, 1, headers);
      assert.deepEqual([again.status, again.headers['idempotency-replayed']], [200, 'true']);
      assert.ok(granted.has(again.body.registration.id));
      assert.equal((await roster(id)).length, 1);
    }, 6);
  });

  it('make no one a member whose sign-up is refused, and a member of whose is not', async () => {
    const open = await planning(muster);
    expect200(
      await open.planner.patch(`/organizations/${open.organizationId}`, {
        join_rule: 'open',
        join_role: 'volunteer',
      }),
    );
    const strangers = await Promise.all(Array.from({ length: 8 }, () => muster.person()));
    const id = await open.shift({ capacity: 3 });
    const answers = await Promise.all(strangers.map((person) => signUp(person, id, 0)));
    assert.equal(statuses(answers).filter((status) => status === 'active').length, 3);
    const { items } = expect200(await open.planner.get(`/organizations/${open.organizationId}/members`));
    const members = items.map((member: { user_id: number }) => member.user_id);
    for (const [index, stranger] of strangers.entries())
      assert.equal(members.includes(stranger.id), answers[index]?.status === 200);
  });
});

describe('changes in the same instant', () => {
  it('let two people swap neither spot that is not free, and lose no one', async () => {
    const [ada, ben] = await volunteers(2);
    assert.ok(ada && ben);
    await repeat(async (round) => {
      const x = await shift({ capacity: 1, waitlist_capacity: 2 }, 500 + round * 8);
      const y = await shift({ capacity: 1, waitlist_capacity: 2 }, 504 + round * 8);
      expect200(await signUp(ada, x, 0));
      expect200(await signUp(ben, y, 0));
      const swap = (person: Person, from: number, to: number, index: number) =>
        client(person, index).post(`/shifts/${to}/signups/change`, { current_shift_id: from });
      const answers = await Promise.all([swap(ada, x, y, 0), swap(ben, y, x, 1)]);
      assert.deepEqual(statuses(answers), ['409 capacity_conflict', '409 capacity_conflict']);
    });
  });

  it('follow each other where there is room for one more', async () => {
    const people = await volunteers(4);
    await repeat(async (round) => {
      const ids: number[] = [];
      for (let index = 0; index < 3; index += 1)
        ids.push(await shift({ capacity: 2 }, 700 + round * 12 + index * 3));
      const [x = 0, y = 0, z = 0] = ids;
      await Promise.all([x, x, y, z].map((id, index) => signUp(people[index] as Person, id, index)));
      const move = (index: number, from: number, to: number) =>
        client(people[index] as Person, index).post(`/shifts/${to}/signups/change`, {
          current_shift_id: from,
        });
      const answers = await Promise.all([move(0, x, y), move(1, x, z), move(2, y, x), move(3, z, y)]);
      for (const { status, body } of answers)
        assert.ok(status === 200 || body.code === 'capacity_conflict', JSON.stringify(body));
      const everybody = (await Promise.all(ids.map(roster))).flat();
      assert.equal(everybody.filter(({ status }) => status === 'active').length, 4);
    });
  });

  it('either move or cancel one registration, never both', async () => {
    const [ada] = await volunteers(1);
    assert.ok(ada);
    await repeat(async (round) => {
      const x = await shift({}, 900 + round * 8);
      const y = await shift({}, 904 + round * 8);
      expect200(await signUp(ada, x, 0));
      const [moved, left] = await Promise.all([
        client(ada, 0).post(`/shifts/${y}/signups/change`, { current_shift_id: x }),
        client(ada, 1).del(`/shifts/${x}/signups`),
      ]);
      assert.deepEqual(
        [moved.status, left.status].sort(),
        moved.status === 200 ? [200, 404] : [204, 400],
        `${JSON.stringify(moved.body)} ${JSON.stringify(left.body)}`,
      );
      const live = [...(await roster(x)), ...(await roster(y))].filter(
        ({ status }) => status !== 'cancelled',
      );
      assert.equal(live.length, moved.status === 200 ? 1 : 0);
    });
  });
});

describe('planners and volunteers in the same instant', () => {
  it('leave no one on a shift that was cancelled while they signed up', async () => {
    const people = await volunteers(8);
    await repeat(async (round) => {
      const id = await shift({ capacity: 5, waitlist_capacity: 2 }, 1100 + round * 3);
      const [cancelled, ...answers] = await Promise.all([
        other.as(harbor.owner.token).post(`/shifts/${id}/cancel`, { reason: 'Storm' }),
        ...people.map((person, index) => signUp(person, id, index)),
      ]);
      expect200(cancelled);
      const known = new Set(['active', 'waitlisted', '409 policy_conflict', '409 capacity_conflict']);
      for (const status of statuses(answers)) assert.ok(known.has(status), status);
      assert.ok((await roster(id)).every(({ status }) => status === 'cancelled'));
    });
  });

  it('give no spot beyond a capacity that was lowered while people signed up', async () => {
    const people = await volunteers(8);
    await repeat(async (round) => {
      const id = await shift({ capacity: 6, waitlist_capacity: 2 }, 1200 + round * 3);
      const [lowered, ...answers] = await Promise.all([
        other.as(harbor.owner.token).patch(`/shifts/${id}`, { capacity: 2 }),
        ...people.map((person, index) => signUp(person, id, index)),
      ]);
      const before = expect200(lowered).signup_count as number;
      const active = statuses(answers).filter((status) => status === 'active').length;
      assert.equal(active, Math.max(2, before), `${before} had a spot when it was lowered`);
      assert.equal(lowered.body.warnings.length, before > 2 ? 1 : 0);
    });
  });

  it('move a shift onto a time for which its people sign up elsewhere, and let no one be in two places', async () => {
    const people = await volunteers(5);
    await repeat(async (round) => {
      const x = await shift({}, 1300 + round * 12);
      const y = await shift({}, 1306 + round * 12);
      await Promise.all(people.map((person, index) => signUp(person, x, index)));
      const [moved, ...answers] = await Promise.all([
        other.as(harbor.owner.token).patch(`/shifts/${x}`, timesIn(1306 + round * 12)),
        ...people.map((person, index) => signUp(person, y, index)),
      ]);
      assert.ok([200, 409].includes(moved.status), JSON.stringify(moved.body));
      const confirmed = statuses(answers).filter((status) => status === 'active').length;
      assert.equal(moved.status === 200 ? confirmed : 5, moved.status === 200 ? 0 : 5);
    });
  });

  it('publish or cancel a draft, and never show one that was cancelled', async () => {
    await repeat(async (round) => {
      const id = await shift({ status: 'draft' }, 1500 + round * 3);
      const [published, cancelled] = await Promise.all([
        planner.post(`/shifts/${id}/publish`),
        other.as(harbor.owner.token).post(`/shifts/${id}/cancel`),
      ]);
      expect200(cancelled);
      assert.ok([200, 409].includes(published.status));
      assert.equal(expect200(await planner.get(`/shifts/${id}`)).status, 'cancelled');
    });
  });
});

describe('waitlists that hang together', () => {
  it('promote people who wait on three overlapping shifts from all sides at once', async () => {
    const waiting = await volunteers(4);
    const holders = await volunteers(3);
    await repeat(async (round) => {
      const hours = 1600 + round * 4;
      const ids: number[] = [];
      for (const offset of [1, 0, 1])
        ids.push(await shift({ capacity: 1, waitlist_capacity: 9 }, hours + offset));
      await Promise.all(ids.map((id, index) => signUp(holders[index] as Person, id, index)));
      // Everyone waits everywhere, in another order each.
      for (const [index, person] of waiting.entries()) {
        const own = [0, 1, 2].map((step) => ids[(index + step) % 3] as number);
        for (const id of own)
          assert.equal((await signUp(person, id, index)).body.registration.status, 'waitlisted');
      }
      const left = await Promise.all(
        ids.map((id, index) => client(holders[index] as Person, index).del(`/shifts/${id}/signups`)),
      );
      assert.deepEqual(
        left.map(({ status }) => status),
        [204, 204, 204],
      );
      const rows = (await Promise.all(ids.map(roster))).flat();
      const active = rows.filter(({ status }) => status === 'active');
      assert.equal(active.length, 3);
      assert.equal(new Set(active.map(({ user_id }) => user_id)).size, 3);
    });
  });

  it('fill a spot that had passed someone by as soon as their time is free, whichever comes first', async () => {
    const [ada, ben] = await volunteers(2);
    assert.ok(ada && ben);
    await repeat(async (round) => {
      const x = await shift({ capacity: 1, waitlist_capacity: 9 }, 1800 + round * 4);
      expect200(await signUp(ben, x, 0));
      expect200(await signUp(ada, x, 0));
      const y = await shift({ capacity: 1 }, 1801 + round * 4);
      expect200(await signUp(ada, y, 1));
      const answers = await Promise.all([
        client(ben, 0).del(`/shifts/${x}/signups`),
        round % 3 === 0
          ? other.as(harbor.owner.token).post(`/shifts/${y}/cancel`)
          : client(ada, 1).del(`/shifts/${y}/signups`),
      ]);
      assert.ok(answers.every(({ status }) => status < 300));
      // Cancelling a shift locks no one on it: what others saw in the meantime is put right by a job.
      if (round % 3 === 0) await muster.deliverMail();
      assert.equal(await harbor.statusOf(ada, x), 'active');
    });
  });
});

describe('the order of locks', () => {
  it('has not led to a single deadlock', () => {
    assert.deepEqual(deadlocks(), []);
  });
});
