import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, assertRefused, type Client, expect200 } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { countStatements } from '#test/statements.ts';

const harbor = await planning();
const { muster, planner, shift, programId } = harbor;
const anyone = muster.as();
const inParallel = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Counts up on one side and reads on the other: a read that starts after a change must see it. */
async function assertFresh(
  write: (count: number) => Promise<unknown>,
  read: (client: Client) => Promise<number>,
): Promise<void> {
  let committed = 0;
  const writing = (async () => {
    for (let count = 1; count <= 15; count += 1) {
      await write(count);
      committed = count;
    }
  })();
  await inParallel(8, async () => {
    while (committed < 15) {
      const atLeast = committed;
      const seen = await read(anyone);
      assert.ok(seen >= atLeast, `${atLeast} was committed, and a read that started later saw ${seen}`);
    }
  });
  await writing;
}

const numberIn = (text: string) => Number(/\d+$/.exec(text)?.[0]);

describe('reads that share a statement', () => {
  it('of one shift see every change that was committed before they started', async () => {
    const [id, other] = [await shift({ title: 'Change 0' }), await shift()];
    await assertFresh(
      async (count) => expect200(await planner.patch(`/shifts/${id}`, { title: `Change ${count}` })),
      async (client) => {
        const [answer] = await Promise.all([client.get(`/shifts/${id}`), client.get(`/shifts/${other}`)]);
        return numberIn(expect200(answer).title);
      },
    );
  });

  it('of a list see every change that was committed before they started', async () => {
    const program_id = await harbor.program();
    await assertFresh(
      (_count) => shift({ program_id }),
      async (client) => {
        const answer = await client.get(`/shifts?program_id=${program_id}&limit=50`);
        return expect200(answer).items.length;
      },
    );
  });

  it('of a program see every change that was committed before they started', async () => {
    const id = await harbor.program({ name: 'Change 0' });
    await assertFresh(
      async (count) => expect200(await planner.patch(`/programs/${id}`, { name: `Change ${count}` })),
      async (client) => numberIn(expect200(await client.get(`/programs/${id}`)).name),
    );
  });

  it('need fewer statements than there are requests, and give each request its own answer', async () => {
    const ids = await inParallel(8, (index) => shift({ title: `Shift ${index}` }));
    const missing = 2 ** 40;
    let answers: Answer[] = [];
    const { texts } = await countStatements(muster.database.pool, async () => {
      answers = await inParallel(32, (index) => anyone.get(`/shifts/${ids[index] ?? missing}`));
    });
    assert.ok(texts.length <= 5, `${texts.length} statements`);
    for (const [index, answer] of answers.entries()) {
      if (index < ids.length) assert.equal(expect200(answer).id, ids[index]);
      else assertRefused(answer, 404, 'not_found');
    }
  });

  it('show a draft to those who plan and to no one else, when both ask at once', async () => {
    const elsewhere = await planning(muster);
    const id = await shift({ status: 'draft' });
    const visitors = [anyone, elsewhere.planner];
    await inParallel(10, async () => {
      const [own, ...others] = await Promise.all(
        [planner, ...visitors].map((client) => client.get(`/shifts/${id}`)),
      );
      assert.equal(expect200(own as Answer).status, 'draft');
      for (const other of others) assertRefused(other, 404, 'not_found');
    });
  });

  it('list shifts of every status together for those who plan and for no one else', async () => {
    const elsewhere = await planning(muster);
    const [open, draft, gone, goneDraft] = await inParallel(4, (index) =>
      shift({ title: 'Together', status: index % 2 === 0 ? 'published' : 'draft' }),
    );
    for (const id of [gone, goneDraft]) expect200(await planner.post(`/shifts/${id}/cancel`, {}));
    const all = `/shifts?status=all&q=Together&organization_id=${harbor.organizationId}`;
    const idsOf = (answer: Answer) => expect200(answer).items.map((item: { id: number }) => item.id);
    assert.deepEqual(new Set(idsOf(await planner.get(all))), new Set([open, draft, gone, goneDraft]));
    assert.deepEqual(new Set(idsOf(await planner.get(`${all}&staffing=open`))), new Set([open, draft]));
    assertRefused(await elsewhere.planner.get(all), 404, 'not_found');
    assertRefused(await anyone.get(all), 401, 'unauthenticated');
  });

  it('list drafts for those who plan and for no one else, when both ask at once', async () => {
    const elsewhere = await planning(muster);
    const id = await shift({ status: 'draft' });
    const drafts = `/shifts?status=draft&organization_id=${harbor.organizationId}&limit=200`;
    const published = `/shifts?organization_id=${harbor.organizationId}&limit=200`;
    await inParallel(10, async () => {
      const [own, other, visible] = await Promise.all([
        planner.get(drafts),
        elsewhere.planner.get(drafts),
        anyone.get(published),
      ]);
      const idsOf = (answer: Answer) => expect200(answer).items.map((item: { id: number }) => item.id);
      assert.ok(idsOf(own).includes(id));
      assertRefused(other, 404, 'not_found');
      assert.ok(!idsOf(visible).includes(id));
    });
  });

  it('of the same list have the same ETag, whether they were shared or not', async () => {
    const path = `/shifts?program_id=${programId}&limit=10`;
    const tags = (await inParallel(6, () => anyone.get(path))).map(({ headers }) => headers['etag']);
    assert.deepEqual([...new Set(tags)], [(await anyone.get(path)).headers['etag']]);
    assert.match(String(tags[0]), /^"[\w-]+"$/);
    const again = await anyone.get(path, { 'if-none-match': String(tags[0]) });
    assert.equal(again.status, 304);
  });
});
