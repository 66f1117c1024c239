import { classifyFailure } from './failures.ts';
import { halves } from './split.ts';

/** Another transaction holds what the item needs. It is asked about again, and then waits. */
export const held = Symbol('held');

/**
 * Answers the items, in their order, in one transaction. Unless it may wait for locks, it leaves out the items whose
 * locks others hold, and answers `held` for them.
 */
type Decide<Item, Answer> = (
  items: readonly Item[],
  mayWait: boolean,
) => Promise<readonly (Answer | typeof held)[]>;

interface Waiting<Item, Answer> {
  readonly part: number;
  readonly item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Group<Item, Answer> {
  waiting: Waiting<Item, Answer>[];
  /** What transactions of this process are working on, or waiting for. */
  readonly taken: Set<number>;
  running: number;
  isWoken: boolean;
}

const mostTogether = 64;
/** While PostgreSQL works on one transaction, the next one is prepared here. */
const mostRunning = 2;

/**
 * Decides requests together that arrive while others are being decided. A group is what one transaction can work on, such
 * as an organization; a part is what only one transaction can work on at a time, such as a shift. Requests of one part are
 * decided in the order in which they arrive. A request that is alone is decided at once.
 *
 * No batch waits for a lock. A part that another process holds leaves the batch and is decided in separate transactions,
 * which wait for it. If a batch fails, it is halved, until what fails is alone.
 */
export function createBatches<Item, Answer>(decide: Decide<Item, Answer>) {
  type Batch = Waiting<Item, Answer>[];
  const groups = new Map<number, Group<Item, Answer>>();

  /** At the end of this turn of the event loop, so that everything that has just been received is in one batch. */
  function wake(key: number, group: Group<Item, Answer>): void {
    if (group.isWoken) return;
    group.isWoken = true;
    setImmediate(() => {
      group.isWoken = false;
      while (group.running < mostRunning) {
        const batch = takeFrom(group, ({ part }) => !group.taken.has(part));
        if (batch.length === 0) break;
        void run(key, group, batch);
      }
      if (group.waiting.length === 0 && group.taken.size === 0) groups.delete(key);
    });
  }

  async function run(key: number, group: Group<Item, Answer>, batch: Batch): Promise<void> {
    const parts = new Set(batch.map(({ part }) => part));
    for (const part of parts) group.taken.add(part);
    group.running += 1;
    const left = Map.groupBy(await settle(batch, false), ({ part }) => part);
    group.running -= 1;
    for (const part of parts) {
      const own = left.get(part);
      if (own) void waitFor(key, group, part, own);
      else group.taken.delete(part);
    }
    wake(key, group);
  }

  /** Requests for the part that arrive in the meantime are decided after those that already wait. */
  async function waitFor(key: number, group: Group<Item, Answer>, part: number, first: Batch): Promise<void> {
    let batch = first;
    while (batch.length > 0) {
      await settle(batch, true);
      batch = takeFrom(group, (waiting) => waiting.part === part);
    }
    group.taken.delete(part);
    wake(key, group);
  }

  /** Gives everyone their answer, and returns those whose locks others hold. */
  async function settle(batch: Batch, mayWait: boolean): Promise<Batch> {
    try {
      const answers = await decide(
        batch.map(({ item }) => item),
        mayWait,
      );
      return batch.filter((waiting, index) => {
        const answer = answers[index];
        if (answer === held && !mayWait) return true;
        if (answer === undefined || answer === held)
          waiting.reject(new Error('a request was left without an answer'));
        else waiting.resolve(answer);
        return false;
      });
    } catch (error) {
      const failure = classifyFailure(error);
      // A database that is away or too busy would keep each of them waiting again, one after the other.
      if (batch.length === 1 || failure === 'unavailable' || failure === 'timeout') {
        for (const { reject } of batch) reject(error);
        return [];
      }
      const [one, other] = halves(batch);
      return [...(await settle(one, mayWait)), ...(await settle(other, mayWait))];
    }
  }

  return (key: number, part: number, item: Item): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const group = groups.get(key) ?? { waiting: [], taken: new Set(), running: 0, isWoken: false };
      groups.set(key, group);
      group.waiting.push({ part, item, resolve, reject });
      wake(key, group);
    });
}

/** The next ones in line that can be decided now. */
function takeFrom<Item, Answer>(
  group: Group<Item, Answer>,
  isNext: (waiting: Waiting<Item, Answer>) => boolean,
): Waiting<Item, Answer>[] {
  const next: Waiting<Item, Answer>[] = [];
  const rest: Waiting<Item, Answer>[] = [];
  for (const waiting of group.waiting) {
    if (next.length < mostTogether && isNext(waiting)) next.push(waiting);
    else rest.push(waiting);
  }
  group.waiting = rest;
  return next;
}
