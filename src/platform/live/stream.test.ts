import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, it, mock } from 'node:test';
import type { LiveFeed } from './channel.ts';
import type { Listener } from './hint.ts';
import { LiveStream } from './stream.ts';

const none: ReadonlySet<number> = new Set();
const planner: Listener = {
  userId: 1,
  memberOf: new Set([5]),
  staffOf: new Set([5]),
  managerOf: new Set([5]),
  organizationId: null,
};
const stranger: Listener = { ...planner, memberOf: none, staffOf: none, managerOf: none };

/** A response whose reader may stop reading. */
class Connection extends EventEmitter {
  readonly sent: string[] = [];
  reads = true;
  writableLength = 0;
  writableEnded = false;
  destroyed = false;
  write(text: string) {
    this.sent.push(text);
    if (!this.reads) this.writableLength += text.length;
  }
  end() {
    this.writableEnded = true;
    if (this.writableLength === 0) this.emit('close');
  }
  destroy() {
    this.destroyed = true;
    this.writableEnded = true;
    this.emit('close');
  }
}

function open(
  listener: () => Promise<Listener | undefined> = async () => planner,
  { since, missed }: { since?: string; missed?: ReturnType<LiveFeed['since']> } = {},
) {
  const connection = new Connection();
  let subscribers = 0;
  const feed: LiveFeed = {
    subscribe: () => {
      subscribers += 1;
      return () => {
        subscribers -= 1;
      };
    },
    position: () => 'abc.7',
    since: () => missed,
    stop: async () => {},
  };
  const raw = connection as unknown as ServerResponse;
  const stream = new LiveStream(feed, raw, planner, { isConcerned: () => true, listener }, since);
  return { connection, stream, subscribers: () => subscribers };
}

const hint = (shiftId: number, draft = false) => ({
  type: 'shift.updated',
  organizationId: 5,
  about: { shift_id: shiftId },
  userId: null,
  audience: draft ? ('managers' as const) : ('public' as const),
});
const nextTurn = () => new Promise(setImmediate);

describe('a live stream', () => {
  beforeEach(() => {
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  });

  it('disconnects a client that does not read, before it fills the memory', async () => {
    const { connection, stream, subscribers } = open();
    await nextTurn();
    connection.reads = false;
    for (let round = 0; round < 5_000 && !connection.destroyed; round += 1) {
      stream.onHints([hint(round), hint(-round)]);
      mock.timers.tick(200);
      await nextTurn();
    }
    assert.ok(connection.destroyed);
    assert.ok(connection.writableLength < 100_000, `${connection.writableLength} bytes`);
    assert.equal(subscribers(), 0);
  });

  it('gives up its place when it ends, also under a client that does not read', async () => {
    const { connection, stream, subscribers } = open();
    await nextTurn();
    connection.reads = false;
    stream.onHints([hint(1)]);
    mock.timers.tick(200);
    stream.end();
    assert.equal(connection.destroyed, false);
    mock.timers.tick(1_000);
    assert.deepEqual([connection.destroyed, subscribers()], [true, 0]);
  });

  it('keeps no more than a few hundred messages for the next moment: more become one resync', async () => {
    const { connection, stream } = open();
    await nextTurn();
    for (let shift = 0; shift < 50_000; shift += 1) stream.onHints([hint(shift)]);
    mock.timers.tick(200);
    assert.equal(connection.sent.at(-1), 'event: resync\ndata: {}\n\nid: abc.7\n\n');
  });

  it('sends nothing while the rights are in doubt, and ends without it when they are gone', async () => {
    const answers = [Promise.resolve<Listener | undefined>(planner)];
    const { connection, stream, subscribers } = open(() => answers.at(-1) as Promise<Listener | undefined>);
    await nextTurn();
    const before = connection.sent.length;
    const decision = Promise.withResolvers<Listener | undefined>();
    answers.push(decision.promise);
    stream.onAccessChange({ kind: 'user', id: 1 });
    stream.onHints([hint(7, true)]);
    mock.timers.tick(1_000);
    assert.equal(connection.sent.length, before);
    decision.resolve(stranger);
    await nextTurn();
    mock.timers.tick(1_000);
    assert.deepEqual(
      [connection.writableEnded, connection.sent.slice(before)],
      [true, ['event: access\ndata: {}\n\n']],
    );
    assert.equal(subscribers(), 0);
  });

  it('sends nothing while the rights cannot be read, and reads them again', async () => {
    let answer: () => Promise<Listener | undefined> = async () => planner;
    const { connection, stream, subscribers } = open(() => answer());
    await nextTurn();
    const before = connection.sent.length;
    answer = async () => {
      throw new Error('no free connection');
    };
    stream.onAccessChange({ kind: 'user', id: 1 });
    await nextTurn();
    stream.onHints([hint(7, true)]);
    const sent = () => connection.sent.slice(before).filter((text) => !text.startsWith(': still here'));
    for (const ms of [1_000, 7_500, 1_000]) {
      mock.timers.tick(ms);
      await nextTurn();
    }
    assert.deepEqual(sent(), []);
    answer = async () => stranger;
    mock.timers.tick(7_500);
    await nextTurn();
    assert.deepEqual(sent(), ['event: access\ndata: {}\n\n']);
    assert.equal(subscribers(), 0);
  });

  it('checks access again on its own, and outlives an unavailable database', async () => {
    let answer: () => Promise<Listener | undefined> = async () => planner;
    const { connection } = open(() => answer());
    await nextTurn();
    answer = async () => {
      throw new Error('away');
    };
    mock.timers.tick(90_000);
    await nextTurn();
    assert.equal(connection.writableEnded, false);
    answer = async () => undefined;
    mock.timers.tick(90_000);
    await nextTurn();
    assert.equal(connection.writableEnded, true);
  });

  it('gives a client that comes back what it missed, and no more than it may receive', async () => {
    const { connection } = open(undefined, {
      since: 'abc.5',
      missed: [hint(7), { ...hint(8), organizationId: 6, audience: 'managers' }],
    });
    await nextTurn();
    mock.timers.tick(200);
    assert.match(connection.sent.at(-1) ?? '', /"shift_id":7[\s\S]*id: abc\.7\n\n$/);
    assert.doesNotMatch(connection.sent.join(''), /"shift_id":8|resync/);
  });

  it('asks a client to load again when what it missed is not known', async () => {
    const { connection } = open(undefined, { since: 'old.5' });
    await nextTurn();
    mock.timers.tick(200);
    assert.match(connection.sent.at(-1) ?? '', /^event: resync/);
  });

  it('is never silent for longer than five seconds, and tells the client its position', async () => {
    const { connection } = open();
    await nextTurn();
    mock.timers.tick(5_000);
    assert.equal(connection.sent.at(-1), ': still here\nid: abc.7\n\n');
  });
});
