import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { History } from './channel.ts';

const hint = (shiftId: number) => ({
  type: 'shift.updated',
  organizationId: 5,
  about: { shift_id: shiftId },
  userId: null,
  audience: 'public' as const,
});

describe('the history of a live feed', () => {
  it('knows what came after a position, and nothing twice', () => {
    const history = new History();
    history.add([hint(1), hint(2)]);
    const position = history.position();
    assert.deepEqual(history.since(position), []);
    history.add([hint(3)]);
    assert.deepEqual(history.since(position), [hint(3)]);
  });

  it('does not know positions of before a gap, of another process, of long ago or of nowhere', () => {
    const history = new History();
    const start = history.position();
    for (let shift = 0; shift < 5_000; shift += 1) history.add([hint(shift)]);
    const unknown = [
      start,
      new History().position(),
      history.position().replace(/\d+$/, '99999999'),
      '',
      'x',
    ];
    for (const position of unknown) assert.equal(history.since(position), undefined, position);
    const before = history.position();
    history.begin();
    assert.equal(history.since(before), undefined);
  });
});
