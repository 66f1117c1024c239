import assert from 'node:assert/strict';
import { it } from 'node:test';
import { peopleByGroup } from './attendance-groups.ts';

const people = (...names: string[]) => ({ count: names.length, names });
const shift = {
  start_time: '2026-11-15T09:00:00Z',
  expected: people('Ada', 'Bo'),
  checked_in: people('Cem'),
  late: people('Dee'),
  checked_out: people(),
  no_show: people('Eve'),
};
const at = (clock: string) => peopleByGroup(shift, Date.parse(`2026-11-15T${clock}:00Z`));

it('expects people until a quarter of an hour into the shift, and misses them from then on', () => {
  assert.deepEqual([at('09:15').expected.names, at('09:15').missing.names], [['Ada', 'Bo'], ['Eve']]);
  assert.deepEqual([at('09:16').expected.count, at('09:16').missing.count], [0, 3]);
  assert.deepEqual(at('09:16').missing.names, ['Eve', 'Ada', 'Bo']);
  assert.deepEqual([at('09:16').in.count, at('09:16').late.count, at('09:16').out.count], [1, 1, 0]);
});
