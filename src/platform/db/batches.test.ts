import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBatches, held } from './batches.ts';

/** A database that answers when a test lets it, and remembers what it was asked together. */
function stage({ holds = new Set<number>(), bad = new Set<number>() } = {}) {
  const asked: { items: number[]; mayWait: boolean }[] = [];
  const gates: (() => void)[] = [];
  const ask = createBatches<number, string>(async (items, mayWait) => {
    asked.push({ items: [...items], mayWait });
    await new Promise<void>((resolve) => gates.push(resolve));
    if (items.some((item) => bad.has(item))) throw new Error(`cannot decide ${items.join(' and ')}`);
    return items.map((item) => (!mayWait && holds.has(partOf(item)) ? held : `answer ${item}`));
  });
  const send = (...items: number[]) => items.map((item) => ask(1, partOf(item), item));
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const open = async () => {
    gates.shift()?.();
    await turn();
  };
  return { asked, send, turn, open };
}

/** 11, 12 and 13 are of part 1. */
const partOf = (item: number) => Math.floor(item / 10);

describe('batches', () => {
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
