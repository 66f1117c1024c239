import assert from 'node:assert/strict';
import { beforeEach, describe, it, mock } from 'node:test';
import { createBatches, undecided } from './batches.ts';

/** A database that answers on command, and remembers what it was asked together. */
function stage({ holds = new Set<number>(), bad = new Set<number>() } = {}) {
  const asked: { items: number[]; mayWait: boolean }[] = [];
  const gates: (() => void)[] = [];
  const ask = createBatches<number, string>(async (items, mayWait) => {
    asked.push({ items: [...items], mayWait });
    await new Promise<void>((resolve) => gates.push(resolve));
    if (items.some((item) => bad.has(item))) throw new Error(`cannot decide ${items.join(' and ')}`);
    return items.map((item) => (!mayWait && holds.has(partOf(item)) ? undecided : `answer ${item}`));
  });
  const send = (...items: number[]) => items.map((item) => ask(1, { part: partOf(item) }, item));
  const turn = async () => {
    // One to receive, one to see that no more have come, and one for the answers.
    for (let turns = 0; turns < 4; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const open = async () => {
    gates.shift()?.();
    await turn();
  };
  return { asked, ask, send, turn, open };
}

/** 11, 12 and 13 are of part 1. */
const partOf = (item: number) => Math.floor(item / 10);

describe('batches', () => {
  // A batch takes long when a test says so.
  beforeEach(() => {
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout'] });
  });

  it('decide what has arrived together, and what arrives meanwhile in the next one', async () => {
    const { asked, send, turn, open } = stage();
    const first = send(11);
    await turn();
    const second = send(21);
    await turn();
    const later = send(31, 41, 12, 22);
    await turn();
    assert.deepEqual(
      asked.map(({ items }) => items),
      [[11], [21]],
    );
    await open();
    assert.deepEqual(asked[2]?.items, [31, 41, 12]);
    await open();
    assert.deepEqual(asked[3]?.items, [22]);
    await open();
    await open();
    assert.deepEqual(await Promise.all([...first, ...second, ...later]), [
      'answer 11',
      'answer 21',
      'answer 31',
      'answer 41',
      'answer 12',
      'answer 22',
    ]);
  });

  it('never work on one part twice at the same time, and keep its order', async () => {
    const { asked, send, turn, open } = stage();
    const answers = send(11);
    await turn();
    answers.push(...send(12, 13));
    await turn();
    assert.equal(asked.length, 1);
    await open();
    assert.deepEqual(asked[1]?.items, [12, 13]);
    await open();
    assert.deepEqual(await Promise.all(answers), ['answer 11', 'answer 12', 'answer 13']);
  });

  it('share what waits between two transactions, but leave those of one part together', async () => {
    const { asked, send, turn, open } = stage();
    const answers = send(...Array.from({ length: 12 }, (_, index) => 10 * (index + 1)), 11, 121);
    await turn();
    assert.deepEqual(
      asked.map(({ items }) => items),
      [
        [10, 20, 30, 40, 50, 60, 70, 80, 11],
        [90, 100, 110, 120, 121],
      ],
    );
    await open();
    await open();
    await Promise.all(answers);
  });

  it('are not made for a few while many are being decided', async () => {
    const { asked, send, turn, open } = stage();
    const many = send(...Array.from({ length: 24 }, (_, index) => 10 * (index + 1)));
    await turn();
    assert.deepEqual(
      asked.map(({ items }) => items.length),
      [12, 12],
    );
    await open();
    const few = send(11, 21);
    await turn();
    assert.equal(asked.length, 2);
    await open();
    assert.deepEqual(asked[2]?.items, [11, 21]);
    await open();
    await Promise.all([...many, ...few]);
  });

  it('share a rush on one part, so that one half is decided while the other is answered', async () => {
    const { asked, ask, turn, open } = stage();
    const rush = (count: number) => Array.from({ length: count }, (_, index) => ask(1, { part: 1 }, index));
    const answers = rush(40);
    await turn();
    assert.equal(asked[0]?.items.length, 20);
    await open();
    assert.equal(asked[1]?.items.length, 20);
    answers.push(...rush(20));
    await turn();
    assert.equal(asked.length, 2);
    await open();
    assert.equal(asked[2]?.items.length, 20);
    await open();
    assert.equal((await Promise.all(answers)).length, 60);
  });

  it('never use a lock twice at the same time, and let no one pass who waits for one', async () => {
    const { asked, ask, turn, open } = stage();
    const answers = [ask(1, { part: 1, lock: -1 }, 11)];
    await turn();
    answers.push(
      ask(1, { part: 2, lock: -1 }, 21),
      ask(1, { part: 2, lock: -2 }, 22),
      ask(1, { part: 3, lock: -3 }, 31),
    );
    await turn();
    assert.deepEqual(asked[1]?.items, [31]);
    await open();
    assert.deepEqual(asked[2]?.items, [21, 22]);
    await open();
    await open();
    await Promise.all(answers);
  });

  it('leave out what others hold: the rest is answered, and those who come later stand behind', async () => {
    const { asked, send, turn, open } = stage({ holds: new Set([1]) });
    const [waits] = send(11);
    const [answered] = send(21);
    await turn();
    await open();
    assert.equal(await answered, 'answer 21');
    const [behind] = send(12);
    const [other] = send(31);
    await turn();
    assert.deepEqual(asked.slice(1), [
      { items: [11], mayWait: true },
      { items: [31], mayWait: false },
    ]);
    await open();
    assert.equal(await waits, 'answer 11');
    await open();
    assert.deepEqual(asked[3], { items: [12], mayWait: true });
    await open();
    assert.deepEqual(await Promise.all([behind, other]), ['answer 12', 'answer 31']);
  });

  it('do not wait for those that take long, as long as these are few', async () => {
    const { asked, send, turn } = stage();
    for (let part = 1; part <= 8; part += 1) {
      send(part * 10);
      await turn();
      mock.timers.tick(100);
      await turn();
    }
    assert.deepEqual(
      asked.map(({ items }) => items),
      [[10], [20], [30], [40], [50], [60]],
    );
  });

  it('are halved until what fails is alone', async () => {
    const { asked, send, turn, open } = stage({ bad: new Set([31]) });
    const answers = Promise.allSettled(send(11, 21, 31, 41));
    for (let step = 0; step < 6; step += 1) {
      await turn();
      await open();
    }
    assert.deepEqual(
      (await answers).map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason))),
      ['answer 11', 'answer 21', 'Error: cannot decide 31', 'answer 41'],
    );
    assert.deepEqual(
      asked.map(({ items }) => items.length),
      [4, 2, 2, 1, 1],
    );
  });
});
