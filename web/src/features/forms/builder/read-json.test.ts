import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readJson } from './read-json.ts';

it('reads an object', () => {
  assert.deepEqual(readJson('{"a": [1]}'), { value: { a: [1] } });
});

it('says at which line the text stops being an object', () => {
  assert.deepEqual(readJson('{\n  "a": 1,\n  b\n}'), { line: 3 });
  assert.deepEqual(readJson('{\n  "a": 1'), { line: 2 });
  assert.deepEqual(readJson(''), { line: 1 });
  for (const text of ['[1]', 'null', '"a"', '3']) assert.deepEqual(readJson(text), { line: 1 }, text);
});
