import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RecordedEvent } from '#kernel/event.ts';
import { recallEvents, rememberEvents } from './remembered.ts';

const eventOf = (number: number): RecordedEvent => ({
  id: `evt_${number}`,
  type: 'note.created',
  organizationId: 1,
  createdAt: '2026-11-14T09:00:00.000Z',
  data: { number },
});
const many = Array.from({ length: 2_001 }, (_, number) => eventOf(number));
const idsOf = (events: readonly RecordedEvent[]) => events.map(({ id }) => id);

describe('events that were handed over here', () => {
  it('are known in the order asked for, if all are', () => {
    const db = {};
    rememberEvents(db, many.slice(0, 3));
    assert.deepEqual(recallEvents(db, ['evt_2', 'evt_0']), [many[2], many[0]]);
    assert.equal(recallEvents(db, ['evt_2', 'evt_3']), undefined);
  });

  it('are of one database', () => {
    const db = {};
    rememberEvents(db, many.slice(0, 1));
    assert.equal(recallEvents({}, ['evt_0']), undefined);
  });

  it('are forgotten, the oldest first', () => {
    const db = {};
    rememberEvents(db, many);
    assert.equal(recallEvents(db, ['evt_0']), undefined);
    assert.deepEqual(recallEvents(db, idsOf(many.slice(1))), many.slice(1));
  });
});
